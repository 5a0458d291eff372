"""Say on which condition it may be done, where somebody asks whether it may and the statement that leads sets one.

"Not without your consent." answers "can he?", "can he without asking me?" and "he did, is that allowed?" alike, and stays true
where the statement is beside the point. So neither the words of the question nor figures are compared, as for a yes or no.
"""

from __future__ import annotations

from civicsetu.law.yes_no_rules import PolarKind, YesNoCondition
from civicsetu.query.asking import QuestionFrame

_GRANTS = "Yes"


def say_condition(frame: QuestionFrame, condition: YesNoCondition) -> str:
    """Return the condition, if a question asks whether it may be done and nothing else; empty if not.

    Whether it is unlawful or may be refused, what somebody says about it, and one of two things are other questions. A denial
    turns a yes round. Of whom it is asked is named, or stands before a question that says too little by itself.
    """
    one = frame.polar and not (frame.open or frame.either or frame.several or frame.believed or frame.opposed)
    if not one or frame.kind is not PolarKind.MAY:
        return ""
    if frame.subject not in condition.acts and (frame.subject or not frame.leans):
        return ""
    turned = condition.says.startswith(_GRANTS) and frame.denied_last
    return "" if turned else condition.says
