"""What is measured of one answer: what it states, what is beside the point, how it reads."""

from __future__ import annotations

import pytest

from civicsetu.law.answers import AnswerKind, Sentence, Support
from tests.answering.given import answered, citation
from tests.evaluation.answers.given import CLOSES, FEE, IN_BOTH, answering, declining, measured, stating
from tests.evaluation.golden_rows import row
from tests.retrieval.lantern_act import KARNATAKA, UTTAR_PRADESH


def test_the_lead_states_what_was_asked_and_the_whole_the_rest() -> None:
    whole = measured(stating(), answering((CLOSES, "3(1)"), (FEE, "3(2)")))
    assert whole.answered and whole.lead_states and whole.all_stated and not whole.fallback
    late = measured(stating(), answering((FEE, "3(2)"), (CLOSES, "3(1)")))
    assert late.lead_states is False and late.all_stated is True
    part = measured(stating(), answering(("It closes by 9 p.m.", "3(1)")))
    assert part.lead_states is True and part.all_stated is False


def test_of_a_row_that_says_nothing_nothing_is_told() -> None:
    told = measured(row(), answering((CLOSES, "3(1)")))
    assert told.lead_states is None and told.all_stated is None and told.states is None


def test_an_abstention_states_nothing() -> None:
    told = measured(stating(), declining())
    assert not told.answered and told.lead_states is False and told.all_stated is False
    assert (told.said, told.beside, told.words) == (0, 0, 0)


def test_what_cites_neither_gold_nor_accepted_provisions_is_beside_the_point() -> None:
    answer = answering((CLOSES, "3(1)"), (FEE, "3(2)"), ("A keeper pays 100 rupees.", "4"))
    assert measured(stating(), answer).beside == 2
    assert measured(stating(also=["lantern_act_1950 3(2)"]), answer).beside == 1
    assert measured(stating("g-1", "lantern_act_1950 3"), answer).beside == 1, "the whole holds its parts"
    assert measured(stating(), answer).said == 3


def test_a_statement_of_two_passages_is_to_the_point_where_one_is_gold() -> None:
    cited = (citation("4", quote="Pay."), citation("3(1)", quote="Close."))
    sentence = Sentence(text=CLOSES, citations=(0, 1), support=Support.STATEMENT)
    assert measured(stating(), answered("When?", *cited, sentences=[sentence])).beside == 0


def test_what_states_no_law_neither_leads_nor_counts() -> None:
    answer = answering((CLOSES, "3(1)"))
    limit = Sentence(text="Ask a lawyer under section 9.", support=Support.PRACTICAL)
    unclear = Sentence(text="This is unclear.", support=Support.NONE)
    told = measured(
        stating(),
        answer.model_copy(
            update={"sentences": (unclear, limit, *answer.sentences), "kind": AnswerKind.PARTIAL}
        ),
    )
    assert (told.said, told.words, told.pointers) == (1, len(CLOSES.split()), 0) and told.lead_states


@pytest.mark.parametrize(
    ("text", "pointers"),
    [
        (CLOSES, 0), ("As in sub-section two, it closes.", 1), ("It closes under clause b.", 1),
        ("Such a keeper closes it.", 1), ("The aforesaid keeper closes it.", 1), ("See section 4 for it.", 1),
        ("This Act closes it.", 1), ("One keeper suffices.", 0),
    ],
)  # fmt: skip
def test_what_only_points_elsewhere_is_counted(text: str, pointers: int) -> None:
    assert measured(stating(), answering((text, "3(1)"))).pointers == pointers


def test_the_law_s_own_sentence_is_the_fallback() -> None:
    assert measured(stating(), answering((CLOSES, "3(1)"), support=Support.VERBATIM)).fallback


def test_a_comparison_leads_with_a_sentence_for_each_law_and_names_its_states() -> None:
    facts = [{"terms": ["karnataka", "2 %"], "lead": True}, {"terms": ["uttar pradesh", "3 %"], "lead": True}]
    of = stating(**IN_BOTH, must_state=facts)
    first, second = ("In Karnataka it is 2 per cent.", "16"), ("In Uttar Pradesh it is 3 per cent.", "3")
    both = measured(of, answering(first, second))
    assert both.lead_states and both.states == 1.0
    one = measured(of, answering(first))
    assert one.lead_states is False and one.states == 0.5
    assert (
        measured(
            stating(must_state=facts, asks="how_much", gold=IN_BOTH["gold"]), answering(first, second)
        ).lead_states
        is False
    )


def test_a_comparison_cites_the_law_of_each_state() -> None:
    of = stating(**IN_BOTH)
    own = [citation("16", document=KARNATAKA, quote="2."), citation("3", document=UTTAR_PRADESH, quote="3.")]
    assert measured(of, answered("Both?", *own)).beside == 0
    act = [citation("16", quote="2."), citation("3", quote="3.")]
    assert measured(of, answered("Both?", *act)).beside == 2, "the same number of another law"
