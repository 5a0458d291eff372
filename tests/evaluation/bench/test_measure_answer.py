"""The figures of an answer's layout: each part that falls short is named, a desktop has no aims."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.evaluation.bench.measure_answer import QUESTIONS, Layout

GOOD = Layout(
    short_end=400, step_end=700, rate_end=700, fold=700, room=600, height=1200.4, answer_words=75, words_beside=25
)


def short_of(layout: Layout, *, aims: bool = True) -> list[str]:
    return [figure.name for figure in layout.to_figures("phone", aims=aims) if not figure.met]


def test_an_answer_at_its_limits_meets_every_aim() -> None:
    assert short_of(GOOD) == []


@pytest.mark.parametrize(
    ("change", "missed"),
    [
        ({"short_end": 701.0}, "short answer ends at"),
        ({"step_end": float("inf")}, "first step ends at"),
        ({"rate_end": 701.0}, "rate ends at"),
        ({"height": 1201.0}, "whole answer"),
        ({"words_beside": 26}, "words beside"),
        ({"answer_words": 0, "words_beside": 0}, "words beside"),
    ],
)
def test_what_falls_short_is_named(change: dict[str, float], missed: str) -> None:
    assert short_of(replace(GOOD, **change)) == [f"phone: {missed}"]  # type: ignore[arg-type]
    assert short_of(replace(GOOD, **change), aims=False) == []  # type: ignore[arg-type]


def test_each_state_has_a_question_of_its_own() -> None:
    assert list(QUESTIONS) == ["Maharashtra", "Uttar Pradesh", "Karnataka"]
    assert len(set(QUESTIONS.values())) == 3
