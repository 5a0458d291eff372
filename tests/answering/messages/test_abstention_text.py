"""What is said in place of an answer, by the decision; the list of laws closes it only where nothing is answered."""

from __future__ import annotations

import pytest

from civicsetu.answering.messages.abstention_text import abstention_text, closing_text
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.given import understood
from tests.retrieval.lantern_act import index_of

REGISTRY = get_registry()
HELD = "I hold the Lantern Act, 1950."


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def declined(reason: Reason, law: OtherLaw | None = None) -> Decision:
    return Decision("abstain", reason=reason, other_law=law)


def test_a_law_is_named_only_where_it_is_sure(index: LawIndex) -> None:
    asked = understood("Who may turn the lamp down?", index)
    sure = abstention_text(declined(Reason.OTHER_LAW, OtherLaw.TENANCY), asked, index, REGISTRY)
    assert sure == "This is a question of rent and tenancy law, which I do not hold: ask a lawyer, or the rent authority of your place."
    for unsure in (declined(Reason.OTHER_LAW), declined(Reason.WEAK), declined(Reason.NOTHING_FOUND)):
        assert abstention_text(unsure, asked, index, REGISTRY) == "The law I hold does not answer this."


def test_no_state_s_rules_are_named_for_what_is_surely_of_another_law(index: LawIndex) -> None:
    asked = understood("Must I pay tax on a lamp in Gujarat?", index)
    assert asked.states_not_held
    by_words = Decision("abstain", reason=Reason.OTHER_LAW, by_words=True)
    assert abstention_text(by_words, asked, index, REGISTRY) == "The law I hold does not answer this."
    assert "Gujarat" in abstention_text(declined(Reason.WEAK), asked, index, REGISTRY)


@pytest.mark.parametrize(
    ("reasons", "closes"),
    [
        ([(Reason.OTHER_LAW, OtherLaw.STAMP)], HELD),
        ([(Reason.OTHER_LAW_NAMED, None), (Reason.WRONGDOING, None)], HELD),
        ([(Reason.RULES_NOT_HELD, None)], HELD),
        ([(Reason.WEAK, None)], f"{HELD} If your question is about a flat"),
        ([(Reason.OTHER_LAW, None)], f"{HELD} If your question is about a flat"),
        ([(Reason.PREDICTION, None)], ""),
        ([(Reason.LEFT_TO_STATE_RULES, None)], ""),
        ([(Reason.NO_SUCH_PROVISION, None)], ""),
        ([(Reason.UNCLEAR, None)], ""),
        ([], ""),
    ],
)
def test_what_is_held_is_listed_once_and_where_it_bears(
    index: LawIndex, reasons: list[tuple[Reason, OtherLaw | None]], closes: str
) -> None:
    text = closing_text([declined(*one) for one in reasons], index, REGISTRY)
    assert text.startswith(closes) if closes else text == ""
    assert len(text.split(". ")) <= 2
