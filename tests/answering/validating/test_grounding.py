"""What a claim rests on: quote and lock of what is composed, the verdict of what a model wrote."""

from __future__ import annotations

from typing import Any

from civicsetu.answering.validating.grounding import judge_grounds
from civicsetu.answering.validating.turn import JudgedTurn
from civicsetu.law.answers import Answer, AnswerKind, Sentence, Step, Support
from civicsetu.law.judgments import Judgment
from tests.answering.given import answered
from tests.answering.validating.turns import lifted, saying, standing, turn

FEE = "He may ask Rs. 20 for each late entry."


def judged(of: JudgedTurn) -> dict[str, Judgment]:
    return {one.criterion: one for one in judge_grounds(of)}


def written(text: str, verdicts: dict[str, bool] | None) -> dict[str, Judgment]:
    return judged(turn(saying(text, support=Support.VERIFIED), written=verdicts))


def several(*sentences: Sentence, **changes: Any) -> Answer:
    return answered("When is the lantern closed?", standing("3(2)"), sentences=sentences, **changes)


def test_lifted_words_and_figures_of_the_law_are_grounded() -> None:
    found = judged(turn(lifted()))
    assert found["grounded_claim_rate"].score == found["grounded_statements"].score == 1
    assert found["hallucination_rate"].score == 0 and found["not_in_doubt"].passed
    assert "grounded_written" not in found
    assert judged(turn(saying(FEE, standing("3(2)"))))["grounded_claim_rate"].passed


def test_a_figure_that_no_text_beside_it_has_is_a_hallucination() -> None:
    found = judged(turn(saying("He may ask Rs. 90 for it.", standing("3(2)"))))
    assert found["hallucination_rate"].score == 1 and not found["hallucination_rate"].passed
    assert found["grounded_claim_rate"].score == 0
    [why] = found["hallucination_rate"].evidence["contradicted"]  # type: ignore[misc]
    assert "90" in why["why"]


def test_a_statement_in_doubt_is_ungrounded_and_no_hallucination() -> None:
    known: dict[str, Any] = {"statements": {FEE: "s-fee"}, "doubts": {"s-fee": "3(2) changed"}}
    found = judged(turn(saying(FEE, standing("3(2)")), **known))
    assert not found["not_in_doubt"].passed and not found["grounded_statements"].passed
    assert found["hallucination_rate"].passed
    again = judged(turn(saying(f"As I said above: {FEE}", standing("3(2)")), **known))
    assert not again["not_in_doubt"].passed, "named as said before"
    assert judged(turn(saying(FEE, standing("3(2)")), statements={FEE: "s-fee"}))["not_in_doubt"].passed


def test_what_a_model_wrote_is_grounded_by_its_verdict() -> None:
    assert written("It shuts at nine.", {"It shuts at nine.": True})["grounded_written"].score == 1
    fallen = written("It shuts at ten.", {"It shuts at ten.": False})
    assert fallen["grounded_written"].score == 0 and fallen["hallucination_rate"].score == 1
    unknown = written("It shuts at nine.", None)
    assert "grounded_claim_rate" not in unknown and "hallucination_rate" not in unknown


def test_the_two_sorts_are_judged_apart_and_together() -> None:
    mixed = several(
        Sentence(text=FEE, citations=(0,), support=Support.STATEMENT),
        Sentence(text="It is Rs. 20.", citations=(0,), support=Support.VERIFIED),
    )
    found = judged(turn(mixed, written={"It is Rs. 20.": False}))
    assert (found["grounded_statements"].score, found["grounded_written"].score) == (1, 0)
    assert found["grounded_claim_rate"].score == 0.5 and found["grounded_claim_rate"].evidence["of"] == 2


def test_what_cites_nothing_or_quotes_what_is_not_there_is_contradicted() -> None:
    uncited = several(Sentence(text="x", support=Support.STATEMENT), kind=AnswerKind.OPTIONS)
    assert judged(turn(uncited))["hallucination_rate"].score == 1
    elsewhere = standing().model_copy(update={"quote": "Other words."})
    assert judged(turn(saying("x", elsewhere)))["hallucination_rate"].score == 1
    unsupported = saying("x", support=Support.UNSUPPORTED)
    assert judged(turn(unsupported))["hallucination_rate"].score == 1


def test_steps_and_limits() -> None:
    answer = saying(FEE, standing("3(2)"))
    wrong = answer.model_copy(update={"steps": (Step(text="Pay Rs. 500.", citations=(0,)),)})
    assert judged(turn(wrong))["hallucination_rate"].evidence["of"] == 2
    assert judged(turn(wrong))["hallucination_rate"].score == 0.5
    limit = several(Sentence(text="Ask a lawyer.", support=Support.PRACTICAL), kind=AnswerKind.CLARIFY)
    assert judged(turn(limit)) == {}, "nothing states law"
