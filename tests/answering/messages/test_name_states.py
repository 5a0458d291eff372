"""Each sentence of a comparison is read with its state, also where there is no table to see."""

from __future__ import annotations

from typing import Any, cast

from civicsetu.answering.composing.comparing.compare_states import ComparedCell, ComparedMatter
from civicsetu.answering.messages.name_states import name_states
from civicsetu.law.answers import Citation, Sentence, Support
from tests.answering.composing.mills import REGISTRY


class Cited:
    """What is read of a citation."""

    def __init__(self, jurisdiction: str) -> None:
        self.jurisdiction = jurisdiction


CITATIONS = [cast(Citation, cast(Any, Cited(one))) for one in ("NORTHLAND", "SOUTHLAND", "CENTRAL")]


def sentence(text: str, cited: int, support: Support = Support.STATEMENT) -> Sentence:
    return Sentence(text=text, citations=(cited,), support=support)


def test_a_sentence_that_does_not_name_its_state_gets_its_name() -> None:
    said = [
        sentence("In Northland the fee is 500 rupees.", 0),
        sentence("The fee is 700 rupees.", 1, Support.VERBATIM),
        sentence("It is paid in May.", 1, Support.VERBATIM),
        sentence("Every mill is a house.", 2),
    ]
    assert [one.text for one in name_states(said, CITATIONS, (), REGISTRY)] == [
        "In Northland the fee is 500 rupees.",
        "Southland's rules say:",
        "The fee is 700 rupees.",
        "It is paid in May.",
        "Every mill is a house.",
    ]


def test_why_a_state_says_nothing_stands_behind_once() -> None:
    empty = ComparedMatter("Fee", (ComparedCell("SOUTHLAND", limit="Southland's rules are not held here."),))
    told = list(name_states([sentence("In Northland it is 5.", 0)], CITATIONS, (empty, empty), REGISTRY))
    assert [one.text for one in told] == ["In Northland it is 5.", "Southland's rules are not held here."]
    assert told[1].support is Support.NONE and told[1].citations == ()
