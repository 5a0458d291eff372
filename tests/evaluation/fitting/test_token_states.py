"""States of tokens of texts of unlike length, one below another."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.evaluation.fitting.token_states import TokenStates


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_each_text_gives_back_its_own(lengths: list[int]) -> None:
    texts = [np.full((length, 3), at, np.float16) for at, length in enumerate(lengths)]
    held = TokenStates.join(texts)
    assert held.lengths.tolist() == lengths
    for at, text in enumerate(texts):
        assert np.array_equal(held.states_of(at), text)


@pytest.mark.long
def test_shorter_texts_are_padded_and_the_padding_is_told() -> None:
    held = TokenStates.join([np.ones((2, 3), np.float16), np.full((4, 3), 5, np.float16)])
    states, tokens = held.pad([1, 0])
    assert states.shape == (2, 4, 3)
    assert tokens.tolist() == [[True] * 4, [True, True, False, False]]
    assert states[1, 2:].abs().sum() == 0 and states[0].min() == 5
