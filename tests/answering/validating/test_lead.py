"""The first sentence of law gives the kind of thing that was asked for."""

from __future__ import annotations

import pytest

from civicsetu.answering.validating.lead import lead_answers_kind
from civicsetu.answering.validating.turn import TurnPart
from civicsetu.law.answers import Sentence, Support
from civicsetu.query.asking import AskedKind
from tests.answering.validating.turns import asking, saying, standing, turn
from tests.retrieval.lantern_act import KARNATAKA


@pytest.mark.parametrize(
    ("kind", "lead", "gives"),
    [
        ("how_much", "He may ask Rs. 20 for each entry.", True),
        ("how_much", "There is no fee for it.", True),
        ("how_much", "The keeper closes the lantern.", False),
        ("how_long", "It must be done within 30 days.", True),
        ("how_long", "It must be done at once.", True),
        ("how_long", "The fee is Rs. 20.", False),
        ("form", "Apply in Form B.", True),
        ("form", "The keeper is a watchman.", False),
        ("who", "The keeper's buyer pays.", True),
        ("meaning", "A lantern is a light in a box.", True),
        ("consequence", "He must pay a penalty of 100 rupees.", True),
        ("consequence", "A lantern hangs on a road.", False),
        ("may", "No lantern is closed on a feast day.", True),
        ("may", "A lantern hung on a road.", False),
        ("remedy", "You can complain to the town.", True),
    ],
)
def test_kinds_are_told_by_figures_and_words(kind: str, lead: str, gives: bool) -> None:
    judged = lead_answers_kind(asking(AskedKind(kind), saying(lead)))
    assert judged is not None and judged.passed is gives


def test_a_yes_answers_who_asks_whether() -> None:
    answer = saying("A lantern hung on a road.")
    lead = answer.sentences[0].model_copy(update={"yes_or_no": "Yes."})
    judged = lead_answers_kind(asking(AskedKind.MAY, answer.model_copy(update={"sentences": (lead,)})))
    assert judged is not None and judged.passed


def test_a_comparison_cites_two_laws() -> None:
    one = lead_answers_kind(asking(AskedKind.COMPARE, saying("Words.")))
    two = lead_answers_kind(asking(AskedKind.COMPARE, saying("Words.", standing(), standing("16", KARNATAKA))))
    assert one is not None and not one.passed and two is not None and two.passed


def test_each_part_has_its_own_lead_and_a_limit_leads_nothing() -> None:
    answer = saying("The fee is Rs. 20.")
    limit = Sentence(text="I am not sure.", support=Support.NONE)
    said = answer.model_copy(update={"sentences": (limit, *answer.sentences)})
    parts = (TurnPart(AskedKind.HOW_MUCH, (0, 1)), TurnPart(AskedKind.HOW_LONG, (1,)), TurnPart(AskedKind.WHO, ()))
    judged = lead_answers_kind(turn(said, parts=parts))
    assert judged is not None and judged.score == 0.5
    assert judged.evidence["missed"] == [{"kind": "how_long", "lead": "The fee is Rs. 20."}]


def test_a_kind_that_no_words_tell_is_not_judged() -> None:
    assert lead_answers_kind(asking(AskedKind.OTHER, saying("Words."))) is None
