"""What a run judges of a row beside the rules: what is stored, what was wanted, what was found, counted by hand."""

from __future__ import annotations

from typing import Any

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.validating.turn import judge
from civicsetu.answering.validating.validate import RULE_RAISED
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.runs.row_judgments import judge_row
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Final, Sentence
from civicsetu.law.judgments import Judgment
from tests.answering.given import answered, citation
from tests.answering.validating.turns import context
from tests.evaluation.answers.given import CLOSES, FEE, answering, stating
from tests.evaluation.golden_rows import REGISTRY, row
from tests.retrieval.lantern_act import index_of_states

LAW = index_of_states()


def judged(golden: GoldenRow | None, answer: Answer, *given: Judgment) -> dict[str, Judgment]:
    final = Final(answer=answer, trace=Trace((), None, None, given))
    return {one.criterion: one for one in judge_row(golden, [final], REGISTRY, LAW)}


def test_what_is_stored_is_counted_sentence_by_sentence() -> None:
    cited = citation(quote="One.")
    lost = Sentence(text="Nowhere.", citations=(0,))
    found = judged(None, answered("x", cited, answer="One. Two.", sentences=[Sentence(text="One.", citations=(0,)), lost]))
    assert found["citations_extracted"].evidence == {"good": 1, "of": 2} and not found["citations_extracted"].passed
    assert found["citation_coverage"].evidence == {"good": 2, "of": 2}
    assert found["schema_valid"].passed and found["answered_in_time"].passed
    assert "hit_at_1" not in found and "declines_rightly" not in found, "nothing is known of what was wanted"


def test_where_the_gold_was_found_and_what_was_stated() -> None:
    contexts: Any = (context("9"), context("4"), context("3(1)"))
    found = judged(stating(), answering((CLOSES, "3(1)"), (FEE, "3(2)"), contexts=contexts))
    assert not found["hit_at_1"].passed and found["hit_at_5"].passed and found["hit_at_5"].evidence["rank"] == 3
    assert found["reciprocal_rank"].score == 1 / 3
    assert found["lead_states"].passed and found["all_stated"].passed
    missing = judged(stating(), answering((FEE, "3(1)"), contexts=contexts))
    assert not missing["lead_states"].passed and not missing["all_stated"].passed


def test_declining_is_right_where_nothing_answers_and_nowhere_else() -> None:
    none = Confidence(score=0, level="none")
    silent = answered(
        "x", kind=AnswerKind.ABSTAIN, abstained=True, answer="The law held does not say.", sentences=(), citations=(), confidence=none
    )
    unanswerable = row("g-2", abstain="off_subject")
    for golden, answer, right in (
        (unanswerable, silent, True), (unanswerable, answering((CLOSES, "3(1)")), False),
        (stating(), silent, False), (stating(), answering((CLOSES, "3(1)")), True),
    ):  # fmt: skip
        assert judged(golden, answer)["declines_rightly"].passed is right


def test_a_rule_that_raised_fails_the_row_whatever_else_passed() -> None:
    answer = answering((CLOSES, "3(1)"))
    assert judged(None, answer, judge("quote_found", passed=True, score=1.0))["judged_whole"].passed
    raised = judge(RULE_RAISED, passed=False, score=0.0, rule="quote_found", error="KeyError")
    found = judged(None, answer, raised)["judged_whole"]
    assert not found.passed and found.evidence == {"raised": ["quote_found"]}
