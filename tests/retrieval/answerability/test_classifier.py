"""The answerability classifier: the fitted model and what it reads."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.answerability.classifier import Calibration, features, get_calibration
from civicsetu.retrieval.answerability.intents import read_intents
from civicsetu.retrieval.answerability.word_models import get_field_model
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.scope_kinds import OutOfScopeMatch, ScopeKind
from civicsetu.retrieval.signals import Signals
from tests.retrieval.lantern_act import ACT

ITEM = Evidence(
    unit_id="1", document=ACT, provision="3(1)", title="", jurisdiction="CENTRAL", score=0.9, found_by=("vector",),
)  # fmt: skip


SIGNALS = Signals(
    dict.fromkeys(("vector", "keyphrases", "expected_questions"), 0.9), query_term_coverage=1.0,
    out_of_scope=OutOfScopeMatch("taxes"),
)  # fmt: skip


def seen(query: str, signals: Signals = SIGNALS) -> dict[str, float]:
    vector = np.ones(2, np.float32)
    found = Retrieved((ITEM,), (), vector, signals, 1, 1.0, 1.0, ())
    return features(RetrievalPlan(query), found, read_intents(query))


def test_the_chance_is_the_logistic_function_of_the_weighed_sum() -> None:
    model = Calibration(0.5, {"one": 2.0, "two": -1.0})
    assert model.chance({"one": 1.0, "two": 0.5, "three": 9.0}) == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert Calibration(0.0, {}).chance({}) == 0.5


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_the_chance_is_a_chance_whatever_the_signals(intercept: float, value: float) -> None:
    assert 0.0 <= Calibration(intercept, {"one": value}).chance({"one": value}) <= 1.0


def test_the_model_that_ships_weighs_features_that_there_are() -> None:
    model = get_calibration()
    assert set(model.weights) <= set(seen("When is it closed?")), (
        "fit it anew with `civicsetu eval calibrate`"
    )
    nearer = ("elsewhere", "expected_questions_elsewhere", "scope_in_scope", "field_words")  # than other topics; nearness alone is none
    assert [name for name in nearer if model.weights[name] <= 0] == []
    assert model.weights["scope_no_question"] < model.weights["scope_in_scope"]


def test_the_wording_and_the_kinds_are_features() -> None:
    signals = replace(
        SIGNALS, scope={kind: -4.0 if kind is ScopeKind.OTHER_LAW else -1.0 for kind in ScopeKind}
    )
    told = seen("Write a poem.", signals)
    assert (told["asks"], told["commands"], told["short"]) == (0.0, 1.0, 1.0)
    assert (told["scope_other_law"], told["scope_in_scope"]) == (-1.0, -0.25)
    assert seen("The builder is late and says nothing.")["asks"] == 1.0, "a grievance asks, too"


def test_the_features_hand_computed() -> None:
    signals = Signals(
        {"vector": 0.85, "keyphrases": 0.56, "expected_questions": 0.64}, 0.02, 0.5, 1.0, 0.5, None,
        OutOfScopeMatch("taxes", 0.36, 0.7),
    )  # fmt: skip
    told = seen("lantern closed late", signals)
    assert told["top_vector"] == pytest.approx(0.5) and told["vector_margin"] == pytest.approx(0.4)
    assert told["top_keyphrases"] == pytest.approx(0.56) and told["top_expected_questions"] == pytest.approx(
        0.64
    )
    assert told["elsewhere"] == pytest.approx(0.2)
    assert told["expected_questions_elsewhere"] == pytest.approx(-0.06)
    of_people = replace(signals, out_of_scope=OutOfScopeMatch("taxes", 0.36, 0.7, own_question=0.75))
    assert seen("lantern closed late", of_people)["expected_questions_elsewhere"] == pytest.approx(0.05)
    farther = replace(signals, out_of_scope=OutOfScopeMatch("taxes", 0.36, 0.7, own_question=0.3))
    assert seen("lantern closed late", farther)["expected_questions_elsewhere"] == pytest.approx(-0.06)
    assert told["diversity"] == pytest.approx(1 / 3)
    assert told["field_words"] == pytest.approx(get_field_model().score("lantern closed late") / 4)
    assert (told["latin"], told["long"], told["query_term_coverage"]) == (1.0, 0.0, 0.5)
