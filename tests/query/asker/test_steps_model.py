"""Whether a question wants to know what to do."""

from __future__ import annotations

import pytest

from civicsetu.query.asker.steps_model import wants_steps


@pytest.mark.parametrize(
    "asked",
    [
        "Our builder has stopped answering, how do we get him to finish the lifts?",
        "The broker has vanished with my token money, what action can I take now",
        "बिल्डर फोन नहीं उठा रहा, अब मैं क्या करूँ और कहाँ जाऊँ",
        "paise wapas kaise milenge, kahan shikayat karu",
    ],
)
def test_who_looks_for_a_way_wants_steps(asked: str) -> None:
    assert wants_steps(asked)


@pytest.mark.parametrize(
    "asked", ["What is a carpet area?", "How much is the penalty for a false advertisement?", "kitne din me refund milta hai", ""]
)
def test_who_asks_for_a_figure_or_a_meaning_does_not(asked: str) -> None:
    assert not wants_steps(asked)
