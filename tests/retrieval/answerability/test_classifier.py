"""The answerability classifier, case by case."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.lexicon.domain_terms import TermsFound
from civicsetu.retrieval.answerability.classifier import (
    Calibration,
    Decision,
    decide,
    features,
    get_calibration,
    is_nearer_out_of_scope,
)
from civicsetu.retrieval.answerability.out_of_scope import OutOfScopeMatch
from civicsetu.retrieval.answerability.signals import Signals
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import AnswerabilitySettings
from tests.retrieval.gates import ACT

SETTINGS = AnswerabilitySettings(min_confidence=0.5, state_rule_score=0.01, clarify_words=3, min_known=0.9)
MODEL = Calibration(-2.0, {"top_vector": 4.0})
NEAR, FAR = 0.9, 0.81
"""Cosines at which `MODEL` gives 4 * 1.0 - 2 = 2 and 4 * 0.1 - 2 = -1.6."""


def item(jurisdiction: str = "CENTRAL", *, pinned: bool = False) -> Evidence:
    return Evidence(
        unit_id="1", document=ACT, provision="3(1)", title="", jurisdiction=jurisdiction, score=0.9,
        found_by=("vector",), pinned=pinned,
    )  # fmt: skip


@dataclass
class Case:
    """What was asked and found, and what comes of it; by default enough of everything."""

    action: str
    reason: str = ""
    query: str = "When is the gate of the keeper closed?"
    cosine: float = NEAR
    evidence: tuple[Evidence, ...] = (item(),)
    asked: tuple[str, ...] = ()
    fixed: float | None = None
    elsewhere: float = 0.0
    by_meaning: bool = True
    known: float = 1.0
    own: bool = True
    contradiction: bool = False

    def retrieved(self) -> Retrieved:
        signals = Signals(
            dict.fromkeys(("vector", "keyphrases", "expected_questions"), self.cosine), query_term_coverage=self.known,
            state_rule_score=self.fixed,
            elsewhere=OutOfScopeMatch("taxes", self.elsewhere, self.elsewhere),
        )  # fmt: skip
        vector = np.ones(2, np.float32) if self.by_meaning else None
        return Retrieved(self.evidence, (), vector, signals, 1, 1.0, 1.0, ())

    def verdict(self) -> Decision:
        references = tuple((ACT, Reference(parse_path(path), "section", 0, 1)) for path in self.asked)
        plan, found = RetrievalPlan(self.query, references=references), self.retrieved()
        seen = features(plan, found, TermsFound(self.own, False, ()))
        return decide(plan, found, seen, SETTINGS, MODEL, contradiction=self.contradiction)


CASES = {
    "near enough": Case("proceed"),
    "too far": Case("abstain", "weak", cosine=FAR),
    "too far, and nearer to another subject": Case("abstain", "out_of_scope", cosine=FAR, elsewhere=0.85),
    "near enough, though another subject is nearer": Case("proceed", elsewhere=0.95),
    "nothing found": Case("abstain", "nothing_found", evidence=()),
    "asked for by number and held": Case(
        "proceed", cosine=0.1, asked=("3(1)",), evidence=(item(pinned=True),)
    ),
    "asked for by number, not among the evidence": Case("abstain", "weak", cosine=FAR, asked=("3(1)",)),
    "fixed by rules that are not held": Case("abstain", "rules_not_held", fixed=0.02),
    "hardly nearer to other states' rules": Case("proceed", fixed=0.01),
    "fixed by rules, and one state's are held": Case(
        "proceed", fixed=0.02, evidence=(item("KARNATAKA"), item())
    ),
    "two words that find nothing": Case("clarify", "unclear", query="gate trouble", cosine=FAR),
    "two words of another subject": Case(
        "abstain", "out_of_scope", query="income tax", cosine=FAR, elsewhere=0.9
    ),
    "two of the best disagree": Case("show_options", "contradiction", contradiction=True),
    "two of what is too far disagree": Case("abstain", "weak", cosine=FAR, contradiction=True),
    "no vector, the law's own words": Case("proceed", by_meaning=False, cosine=0.0, known=0.9),
    "no vector, some words unknown": Case("abstain", "weak", by_meaning=False, cosine=0.0, known=0.89),
    "no vector, no own word": Case("abstain", "weak", by_meaning=False, cosine=0.0, own=False),
}


@pytest.mark.parametrize("name", CASES)
def test_the_gate_decides(name: str) -> None:
    case = CASES[name]
    verdict = case.verdict()
    assert (verdict.action, verdict.reason) == (case.action, case.reason)
    states_law = case.action in ("proceed", "show_options")
    assert (verdict.confidence > 0) == states_law and verdict.confidence <= 1


def test_the_chance_is_the_logistic_function_of_the_weighed_sum() -> None:
    model = Calibration(0.5, {"one": 2.0, "two": -1.0})
    assert model.chance({"one": 1.0, "two": 0.5, "three": 9.0}) == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert Calibration(0.0, {}).chance({}) == 0.5


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_the_chance_is_a_chance_whatever_the_signals(intercept: float, value: float) -> None:
    assert 0.0 <= Calibration(intercept, {"one": value}).chance({"one": value}) <= 1.0


def test_an_answer_is_never_called_certain() -> None:
    assert Case("proceed", cosine=1.0).verdict().confidence <= 0.97


def test_the_model_that_ships_weighs_features_that_there_are() -> None:
    found = Case("proceed").retrieved()
    seen = features(RetrievalPlan("When is it closed?"), found, TermsFound(True, False, ()))
    model = get_calibration()
    assert set(model.weights) == set(seen), "fit it anew with `civicsetu eval calibrate`"
    nearer = ("top_vector", "top_expected_questions", "elsewhere", "expected_questions_elsewhere")
    assert [name for name in nearer if model.weights[name] <= 0] == []


@pytest.mark.parametrize(
    ("phrases", "expected_question", "nearer"),
    [
        (0.5, 0.5, False),
        (0.6, 0.5, True),
        (0.9, 0.0, False),
        (0.0, 1.1, True),
        (0.7, 0.4, True),
        (0.7, 0.3, False),
    ],
)
def test_another_subject_is_nearer_where_its_phrases_and_expected_questions_together_are(
    phrases: float, expected_question: float, nearer: bool
) -> None:
    elsewhere = OutOfScopeMatch("taxes", phrases, expected_question)
    assert (
        is_nearer_out_of_scope(Signals({"keyphrases": 0.5, "expected_questions": 0.5}, elsewhere=elsewhere))
        is nearer
    )


def test_the_features_hand_computed() -> None:
    found = replace(
        Case("proceed").retrieved(),
        signals=Signals(
            {"vector": 0.85, "keyphrases": 0.56, "expected_questions": 0.64},
            0.02,
            0.5,
            1.0,
            0.5,
            None,
            OutOfScopeMatch("taxes", 0.36, 0.7),
        ),
    )
    seen = features(RetrievalPlan("gate closed late"), found, TermsFound(True, True, ("taxes",)))
    assert seen["top_vector"] == pytest.approx(0.5) and seen["vector_margin"] == pytest.approx(0.4)
    assert seen["top_keyphrases"] == pytest.approx(0.56) and seen["top_expected_questions"] == pytest.approx(
        0.64
    )
    assert seen["elsewhere"] == pytest.approx(0.2) and seen["expected_questions_elsewhere"] == pytest.approx(
        -0.06
    )
    assert seen["best_rerank"] == pytest.approx(11 / 18) and seen["reranked"] == 1.0
    assert seen["diversity"] == pytest.approx(1 / 3) and seen["other_words"] == 1.0
    assert (seen["latin"], seen["long"], seen["query_term_coverage"]) == (1.0, 0.0, 0.5)
