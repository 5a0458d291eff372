"""Forms and schedules named in a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.annex_names import find_annex_names


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What does Form A ask for?", ["Form A"]),
        ("Is Form 'M' for complaints, or form N?", ["Form M", "Form N"]),
        ("annexure b and Schedule 2", ["Annexure B", "Schedule 2"]),
        ("Form-G of Gujarat", ["Form G"]),
        ("FORM A", ["Form A"]),
        ("Can buyers form a society?", []),
        ("May I form I do not know what?", ["Form I"]),
        ("Which form applies?", []),
        ("reform a law", []),
        ("the form and the fee", []),
    ],
)
def test_names_are_read_and_words_are_not(question: str, named: list[str]) -> None:
    assert [str(reference.path) for reference in find_annex_names(question)] == named


@given(st.text(max_size=300))
def test_spans_hold_what_was_read(text: str) -> None:
    for reference in find_annex_names(text):
        assert (
            text[reference.start : reference.end].lower().startswith(str(reference.path).split()[0].lower())
        )
