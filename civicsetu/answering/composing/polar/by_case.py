"""Say yes or no where what the asker tells fulfils what the statement that leads depends on.

"If the builder does not hand over as agreed and you stay, …" settles "will I get interest?" for who tells that the home is late. The
facts are read elsewhere; here the way of asking and the words are compared, as rules do.
"""

from __future__ import annotations

from collections.abc import Mapping

from civicsetu.answering.composing.polar.others_named import others_named
from civicsetu.law.yes_no_rules import YesNoCase
from civicsetu.query.asking import Asking


def say_by_case(question: Asking, facts: Mapping[str, str], case: YesNoCase, statement: str) -> str:
    """Return the word of the case, where its facts are known and it fits the question; empty if not.

    What is put the other way round, offers a choice or asks of somebody whom the `statement` does not name is another question.
    """
    frame = question.frame
    plain = frame.polar and not (frame.open or frame.either or frame.several or frame.believed or frame.opposed or frame.denied_last)
    if not plain or frame.kind not in case.asks:
        return ""
    if any(facts.get(name) != value for name, value in case.facts.items()):
        return ""
    asked = frame.asking
    if not all(one.search(asked) for one in case.words) or any(one.search(asked) for one in case.unasked_words):
        return ""
    if any(one.search(question.text) for one in case.other_words):
        return ""
    return case.says if others_named(asked) <= others_named(statement) else ""
