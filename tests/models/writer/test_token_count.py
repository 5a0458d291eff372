"""Tokens reckoned without a tokenizer, held against a real one that LiteLLM ships."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.models.litellm_library import load_litellm
from civicsetu.models.writer.token_count import count_fewest, count_most

TEXTS = {
    "English": "The keeper of a garden shall open its gate within forty-five days of the demand, and where she fails "
    "to do so is liable to return the 12,50,000 rupees she received, with interest at the rate of 10.75% a year.",
    "capitals": "GARDENS ACT, 2031: THE KEEPER AND THE VISITOR. RERA MAHARERA UPRERA.",
    "JSON": '{"mark": "lead", "part": 1, "keys": ["k3", "k17"], "quote": "within forty-five days", "text": "x"}\n',
    "Markdown": "# Rules\n\n- one\n    - two\n| a | b |\n|---|---|\n",
    "Hindi": "माली ने समय पर फाटक नहीं खोला, मुझे अपना पैसा ब्याज सहित वापस कैसे मिलेगा?",
    "Tamil": "தோட்டக்காரர் வாயிலை உரிய நேரத்தில் திறக்கவில்லை, எனது பணத்தை எப்படி திரும்பப் பெறுவது?",
    "Kannada": "ತೋಟಗಾರ ಸಮಯಕ್ಕೆ ಸರಿಯಾಗಿ ಗೇಟ್ ತೆರೆಯಲಿಲ್ಲ, ನನ್ನ ಹಣ ಹೇಗೆ ಮರಳಿ ಸಿಗುತ್ತದೆ?",
}


@pytest.fixture(scope="module")
def count_really() -> Callable[[str], int]:
    load_litellm()
    from litellm.litellm_core_utils.default_encoding import encoding

    return lambda text: len(encoding.encode(text))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_real_count_lies_between(count_really: Callable[[str], int], text: str) -> None:
    assert count_fewest(text) <= count_really(text) <= count_most(text)


def test_english_is_not_reckoned_far_too_high(count_really: Callable[[str], int]) -> None:
    assert count_most(TEXTS["English"]) <= 1.8 * count_really(TEXTS["English"])


@settings(max_examples=60)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_counted_and_no_count_exceeds_its_bytes(first: str, second: str) -> None:
    size = len(first.encode("utf-8", "replace"))
    assert 0 <= count_most(first) <= size
    assert count_most(first + " " + second) <= count_most(first) + count_most(second) + 1
