"""The table of validators: whole, pure, quick, and never at a loss."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.validating import validate
from civicsetu.answering.validating.grounding import judge_grounds
from civicsetu.answering.validating.turn import JudgedTurn, TurnPart, judge
from civicsetu.answering.validating.validate import CRITERIA, RULE_RAISED, VALIDATORS, validate_turn
from civicsetu.law.answers import Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.judgments import Judgment
from civicsetu.query.asking import AskedKind
from tests.answering.given import answered, citation
from tests.answering.validating.turns import LAW, context, lifted, saying, standing, turn

LIMIT_S = 0.1


def test_every_criterion_is_judged_once_and_is_in_the_table() -> None:
    judged = validate_turn(turn(lifted().model_copy(update={"contexts": (context("3(1)"),)})))
    names = [one.criterion for one in judged]
    assert len(set(names)) == len(names) and set(names) <= set(CRITERIA)
    assert {"must_cite_if_claims", "citation_exists", "quote_found", "format_ok", "grounded_claim_rate"} <= set(names)
    assert all(one.judge == "rules" and one.sentence is None for one in judged)


def test_the_same_turn_is_judged_the_same() -> None:
    one = turn(lifted())
    assert validate_turn(one) == validate_turn(one)


def test_none_takes_a_tenth_of_a_second_even_of_a_long_answer() -> None:
    said = [standing("3(1)"), standing("3(2)"), standing("4")] * 8
    sentences = [Sentence(text=f"{at}. {one.quote[:200]}", citations=(at,), support=Support.STATEMENT) for at, one in enumerate(said)]
    text = " ".join(one.text for one in sentences)
    parts = tuple(TurnPart(AskedKind.HOW_MUCH, (at,)) for at in range(len(sentences)))
    answer = answered("What of it?", *said, sentences=sentences, answer=text, contexts=[context("3(1)")] * 7)
    long = turn(answer, parts=parts)
    for rule in (*VALIDATORS, lambda of: list(judge_grounds(of))):
        started = time.process_time()
        rule(long)
        assert time.process_time() - started < LIMIT_S, rule


def test_a_rule_that_raises_is_judged_as_failed_and_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(turn: JudgedTurn) -> Judgment:
        raise KeyError("a fault of ours")

    def unstorable(turn: JudgedTurn) -> Judgment:
        return judge("unstorable", passed=True, score=1.0, what=object())

    monkeypatch.setattr(validate, "VALIDATORS", (broken, *VALIDATORS, unstorable))
    judged = validate_turn(turn(lifted()))
    raised = [one for one in judged if one.criterion == RULE_RAISED]
    assert [(one.evidence["rule"], one.evidence["error"]) for one in raised] == [
        ("broken", "KeyError"), ("unstorable", "PydanticSerializationError"),
    ]  # fmt: skip
    assert not any(one.passed for one in raised) and "unstorable" not in {one.criterion for one in judged}
    assert [one for one in judged if one.criterion != RULE_RAISED] == _undisturbed(turn(lifted()))


def _undisturbed(of: JudgedTurn) -> list[Judgment]:
    return [*(one for rule in VALIDATORS if (one := rule(of)) is not None), *judge_grounds(of)]


texts = st.text(min_size=1, max_size=60)


@st.composite
def answers(draw: Any) -> Any:
    """Any answer the type allows: citations of law that is not held, odd words, any support."""
    cited = [
        citation(
            draw(st.sampled_from(["1", "3(1)", "4", "99(z)"])), quote=draw(texts), start=draw(st.integers(0, 5000)),
            document=draw(st.sampled_from([*LAW.laws, "no_law"])), edition=draw(st.sampled_from(EditionKind)),
        )
        for _ in range(draw(st.integers(1, 3)))
    ]  # fmt: skip
    sentences = [
        Sentence(text=draw(texts), citations=(draw(st.integers(0, len(cited) - 1)),), support=draw(st.sampled_from(Support)))
        for _ in range(draw(st.integers(1, 3)))
    ]
    said = draw(texts)
    return answered(draw(texts), *cited, sentences=sentences, answer=said, contexts=[context(draw(st.sampled_from(["3(1)", "88"])))])


@settings(max_examples=60, deadline=None)
@given(answers(), st.sampled_from(AskedKind), st.booleans())
def test_any_answer_is_judged_without_an_error(answer: Any, kind: AskedKind, verdict: bool) -> None:
    parts = (TurnPart(kind, tuple(range(len(answer.sentences)))),)
    verdicts = {one.text: verdict for one in answer.sentences}
    judged = validate_turn(turn(answer, parts=parts, written=verdicts))
    assert judged and all(0 <= one.score <= 1 for one in judged)


def test_what_is_wrong_is_named() -> None:
    wrong = {one.criterion for one in validate_turn(turn(saying("He may ask Rs. 900 for it."))) if not one.passed}
    assert wrong == {"hallucination_rate", "grounded_claim_rate", "grounded_statements", "freshness_ok"}
