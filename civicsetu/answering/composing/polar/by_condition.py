"""Say on which condition it may be done, where somebody asks whether it may and the statement that leads sets one.

"Not without your consent." answers "can he?", "can he without asking me?" and "he did, is that allowed?" alike, and stays true
where the statement is beside the point. So neither the words of the question nor figures are compared, as for a yes or no.
"""

from __future__ import annotations

from civicsetu.answering.composing.polar.others_named import others_named
from civicsetu.law.yes_no_rules import PolarKind, YesNoCondition
from civicsetu.query.asking import Asking


def say_condition(question: Asking, condition: YesNoCondition, statement: str) -> str:
    """Return the condition, if a question asks whether it may be done and nothing else; empty if not.

    Whether it is unlawful or may be refused, what somebody says about it, and one of two things are other questions. Of whom it is asked is named, or stands before a question that says too little by itself; nobody else is named
    whom the `statement` does not name: a bank or a consumer forum.
    """
    frame = question.frame
    one = frame.polar and not (frame.open or frame.either or frame.several or frame.believed or frame.opposed)
    if not one or frame.kind is not PolarKind.MAY:
        return ""
    if frame.subject not in condition.acts and (frame.subject or not frame.leans):
        return ""
    if any(one.search(question.text) for one in condition.other_words):
        return ""
    if not others_named(question.text) <= others_named(statement):
        return ""
    return condition.says
