"""Late interaction: chances of all texts, what is held under which words, and the file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.models.embedder import open_embedder
from civicsetu.models.late_interaction import (
    EmbedsTokens,
    LateInteraction,
    Side,
    digest_of,
    likelihoods_at,
    load_late_interaction,
    read_late_interaction,
    rows_of,
)
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType
from civicsetu.settings import Settings

MILL = ("The miller must return the sack.", "The miller may keep the bran.", "Nobody may grind at night.")
DIMENSION, PROJECTED = 6, 4


def unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)


def build_late(seed: int = 1) -> LateInteraction:
    drawn = np.random.default_rng(seed)

    def some(*shape: int) -> Floats:
        return drawn.normal(size=shape).astype(np.float32)

    def side() -> Side:
        return Side(
            some(DIMENSION),
            np.full(DIMENSION, 2, np.float32),
            some(DIMENSION + 1, PROJECTED),
            some(DIMENSION + 1, PROJECTED),
            some(DIMENSION + 1),
        )

    rows = {digest_of(text): at for at, text in enumerate(MILL)}
    tokens, wholes = unit(some(9, PROJECTED)), unit(some(3, PROJECTED))
    question = side()
    text = replace(side(), mean=question.mean)
    return LateInteraction(question, text, np.array([8, 4], np.float32), rows, np.array([0, 3, 5]), tokens, wholes)


def states(tokens: int, seed: int = 2) -> Floats:
    return np.random.default_rng(seed).normal(size=(tokens, DIMENSION)).astype(np.float32)


@given(st.integers(1, 40), st.integers(0, 100))
def test_the_chances_of_all_texts_add_up_to_one(tokens: int, seed: int) -> None:
    chances = np.exp(build_late(seed).log_likelihoods(states(tokens, seed)))
    assert chances.sum() == pytest.approx(1, abs=1e-5)


def test_the_text_whose_tokens_are_the_questions_own_is_the_likeliest() -> None:
    late = build_late()
    tokens, _, whole = late.question.project(states(3))
    own = np.vstack([late.tokens[:5], tokens])
    held = replace(late, tokens=own, wholes=np.vstack([late.wholes[:2], whole]))
    assert int(held.log_likelihoods(states(3)).argmax()) == 2


def test_a_question_is_projected_to_unit_length_and_its_shares_add_up() -> None:
    tokens, shares, whole = build_late().question.project(states(7))
    assert np.linalg.norm(tokens, axis=1) == pytest.approx(np.ones(7), abs=1e-5)
    assert float(np.linalg.norm(whole)) == pytest.approx(1, abs=1e-5)
    assert float(shares.sum()) == pytest.approx(1, abs=1e-5)


def test_a_text_whose_words_were_changed_has_no_likelihood() -> None:
    late = build_late()
    rows = rows_of(late, [MILL[1], "The miller must return two sacks.", MILL[0]])
    assert rows.tolist() == [1, -1, 0]
    found = likelihoods_at(rows, np.array([-1, -2, -3], np.float32))
    assert found[[0, 2]] == pytest.approx([-2, -1], abs=0.1) and np.isnan(found[1])
    unlikely = likelihoods_at(rows, np.array([-9, -30, 0], np.float32))
    assert unlikely[[0, 2]] == pytest.approx([np.log(0.01)] * 2, abs=0.02)


def test_without_a_file_or_tokens_nothing_is_known() -> None:
    rows = rows_of(None, MILL)
    assert rows.tolist() == [-1, -1, -1]
    assert np.isnan(likelihoods_at(rows, None)).all()
    assert load_late_interaction("no-such-profile") is None


def test_a_file_gives_back_what_was_written_nearly(tmp_path: Path) -> None:
    late = build_late()
    late.write(tmp_path / "late.npz")
    read = read_late_interaction(tmp_path / "late.npz")
    assert read.rows == late.rows and read.starts.tolist() == [0, 3, 5]
    assert read.log_likelihoods(states(5)) == pytest.approx(late.log_likelihoods(states(5)), abs=0.1)


def test_a_new_text_is_projected_and_one_held_keeps_its_rows() -> None:
    late, told = build_late(), states(5)
    now = late.of_texts([MILL[2], "The miller sweeps.", MILL[0]], {"The miller sweeps.": told})
    assert rows_of(now, [MILL[2], "The miller sweeps.", MILL[0], MILL[1]]).tolist() == [0, 1, 2, -1]
    tokens, _, whole = late.text.project(told)
    assert np.array_equal(now.tokens[4:9], tokens) and np.array_equal(now.wholes[1], whole)
    assert np.array_equal(now.tokens[:4], late.tokens[5:]) and np.array_equal(now.tokens[9:], late.tokens[:3])
    with pytest.raises(KeyError):
        late.of_texts(["The miller sweeps."], {})


def test_a_text_that_stands_twice_is_held_once(tmp_path: Path) -> None:
    """Two statements may say the same: a row too many moved the likelihoods of all behind it by one."""
    late = build_late().of_texts([MILL[0], MILL[1], MILL[0], MILL[2]], {})
    late.write(tmp_path / "late.npz")
    read = read_late_interaction(tmp_path / "late.npz")
    assert rows_of(read, [MILL[2]]).tolist() == [2] and np.allclose(read.wholes[2], late.wholes[2], atol=0.02)
    with pytest.raises(ValueError, match="held once"):
        replace(late, rows={digest_of(text): at for at, text in enumerate(MILL[:2])})


async def test_what_ships_for_a_statement_is_made_of_its_words(prepared_settings: Settings) -> None:
    late, embedder = load_late_interaction("e5-small-int8"), open_embedder(prepared_settings)
    assert late is not None and isinstance(embedder, EmbedsTokens)
    says = [one.says for one in (*get_statements(), *get_silences())]
    drawn = says[:: len(says) // 24]
    for text, row in zip(drawn, rows_of(late, drawn), strict=True):
        _, _, whole = late.text.project(await embedder.embed_tokens(text, InputType.DOCUMENT))
        # What holds the model in eight bits counts a little differently from processor to processor.
        assert float(whole @ late.wholes[row]) > 0.9, text


def test_every_statement_and_silence_that_ships_is_compared() -> None:
    says = [one.says for one in (*get_statements(), *get_silences())]
    late = load_late_interaction("e5-small-int8")
    assert late is not None
    missing = [text for text, row in zip(says, rows_of(late, says), strict=True) if row < 0]
    assert missing == [], "`civicsetu eval compare-new-texts` is to be run"
