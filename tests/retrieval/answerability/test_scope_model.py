"""The scope model: its scores, its file, and how it is fitted."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from civicsetu.evaluation.fitting import fit_scope
from civicsetu.evaluation.fitting.fit_scope import fit, frame_phrases, training_texts, weights_of
from civicsetu.models.profiles import PROFILES
from civicsetu.retrieval.answerability import scope_model
from civicsetu.retrieval.answerability.scope_model import ScopeModel, scope_model_of
from civicsetu.retrieval.answerability.scope_texts import ScopeText
from civicsetu.retrieval.scope_kinds import KINDS, UNKNOWN_SCOPE, ScopeKind

DEFAULT = "e5-small-int8"


@given(arrays(np.float32, 3, elements=st.floats(-1, 1, width=32)))
def test_scores_are_log_chances(vector: np.ndarray) -> None:
    model = ScopeModel(np.arange(15, dtype=np.float32).reshape(3, 5) / 10, np.zeros(5, np.float32))
    scores = model.scores(vector)
    assert set(scores) == set(ScopeKind) and max(scores.values()) <= 0
    assert sum(math.exp(score) for score in scores.values()) == pytest.approx(1, abs=1e-3)


def test_no_model_says_nothing() -> None:
    assert scope_model_of("no-such-profile") is None
    assert len(set(UNKNOWN_SCOPE.values())) == 1


def test_the_model_that_ships_fits_the_default_profile() -> None:
    model = scope_model_of(DEFAULT)
    assert model is not None and model.weights.shape == (PROFILES[DEFAULT].dimension, len(KINDS))


def test_a_model_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "scope").mkdir()
    model = ScopeModel(np.full((4, 5), 0.25, np.float32), np.arange(5, dtype=np.float32))
    model.write(tmp_path / "scope" / "small.npz")
    monkeypatch.setattr(scope_model, "files", lambda package: tmp_path)
    again = scope_model_of("small")
    scope_model_of.cache_clear()
    assert again is not None
    assert np.array_equal(again.weights, model.weights) and np.array_equal(again.biases, model.biases)


def text(kind: ScopeKind, language: str = "en", *, is_question: bool = False) -> ScopeText:
    return ScopeText(f"lantern {kind}", kind, "topic", language, is_question)


def test_what_lies_apart_is_told_apart() -> None:
    texts = [text(kind) for kind in KINDS for _ in range(20)]
    vectors = np.repeat(np.eye(5, dtype=np.float32), 20, axis=0)
    model = fit(vectors, texts)
    for at, kind in enumerate(KINDS):
        scores = model.scores(vectors[at * 20])
        assert max(scores, key=lambda one: scores[one]) is kind


def test_phrases_of_law_are_framed_as_questions_and_nothing_else() -> None:
    texts = [
        *(text(ScopeKind.IN_SCOPE, "ta") for _ in range(4)), text(ScopeKind.OTHER_LAW), text(ScopeKind.NO_QUESTION),
        text(ScopeKind.OTHER_LAW, is_question=True),
    ]  # fmt: skip
    found = list(frame_phrases(texts))
    assert [one.kind for one in found] == [ScopeKind.IN_SCOPE, ScopeKind.IN_SCOPE, ScopeKind.OTHER_LAW]
    assert len({one.text for one in found}) == 3 and all(one.is_question for one in found)


def test_the_questions_of_statements_are_in_scope_in_the_language_of_their_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ("Who lights it?", "kaun jalata hai", "कौन जलाता है", "யார் ஏற்றுவார்", "ಯಾರು ಹಚ್ಚುತ್ತಾರೆ")
    monkeypatch.setattr(fit_scope, "get_statement_questions", lambda: {"lantern.1.light": asked})
    own = [one for one in training_texts([]) if one.topic == "lantern.1.light"]
    assert [one.text for one in own] == list(asked) and all(one.is_question for one in own)
    assert {one.kind for one in own} == {ScopeKind.IN_SCOPE}
    assert [one.language for one in own] == ["en", "en", "hi", "ta", "kn"]


def test_texts_at_the_border_have_their_share_however_few_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    at_border = ScopeText("the lamp was never lit", ScopeKind.IN_SCOPE, "grievances", "en", is_question=True)
    monkeypatch.setattr(fit_scope, "_border_topics", lambda: frozenset({"grievances"}))
    texts = [at_border, *(text(ScopeKind.IN_SCOPE) for _ in range(9)), text(ScopeKind.OTHER_LAW)]
    weights = weights_of(texts)
    assert weights[0] == pytest.approx(0.3 * weights[:10].sum()), "one text of ten has three tenths"
    assert weights[:10].sum() == pytest.approx(weights[10]), "and its kind weighs as before"
    alone = weights_of([text(ScopeKind.IN_SCOPE, "ta"), text(ScopeKind.OTHER_LAW, "ta")])
    assert alone[0] == pytest.approx(alone[1]), "where a language has none, the rest have all"
