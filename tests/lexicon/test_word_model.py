"""A model that reads the words of a text: what it shares between words, and what is stored of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.word_model import BUCKETS, WordModel, places_of

MODEL = WordModel(np.linspace(-1, 1, BUCKETS, dtype=np.float32), 0.25)


def test_the_endings_of_a_word_share_what_is_known_of_it() -> None:
    """Tamil, Kannada and Marathi join to a word what English says before it."""
    assert len(set(places_of("lantern")) & set(places_of("lanterns"))) >= 4
    assert not set(places_of("oil")) & set(places_of("wick"))


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    MODEL.write(tmp_path / "kept.npz", more=1.5)
    with np.load(tmp_path / "kept.npz") as kept:
        again = WordModel.from_arrays(kept)
        assert float(kept["more"]) == 1.5
    assert again.score("what is a lantern") == pytest.approx(MODEL.score("what is a lantern"), abs=1e-2)


@given(st.text(max_size=300))
def test_any_text_has_a_finite_score_and_places_in_the_table(text: str) -> None:
    assert all(0 <= place < BUCKETS for place in places_of(text))
    assert np.isfinite(MODEL.score(text))


def test_a_text_without_words_has_the_bias_alone() -> None:
    empty = WordModel(np.zeros(BUCKETS, np.float32), 0.25)
    assert empty.score("") == 0.25


def test_case_and_what_follows_a_long_beginning_do_not_count() -> None:
    assert places_of("How Do I") == places_of("how do i")
    assert places_of("a " * 1000 + "fake") == places_of("a " * 1000 + "genuine")
