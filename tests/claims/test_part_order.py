from __future__ import annotations

from tests.claims.given import compared, found

THEIRS = (
    "(1) The promoter shall mow:",
    "Provided that the Authority may allow hay to stand.",
    "(2) The allottee shall rake.",
    "Explanation.—For this sub-section, hay is grass.",
)
OURS = (
    "(1) The promoter must mow.",
    "Proviso: The Authority may let hay stand.",
    "(2) The allottee must rake.",
    "Explanation: For this sub-section, hay is grass.",
)


def test_the_same_parts_pass() -> None:
    report = compared(THEIRS, OURS)
    assert report.passed and report.facts > 10


def test_a_part_missing_or_added_is_found() -> None:
    for left_out in range(1, len(OURS)):
        ours = tuple(paragraph for place, paragraph in enumerate(OURS) if place != left_out)
        assert "structure" in {kind for kind, _ in found(THEIRS, ours)}, OURS[left_out]
    assert "structure" in {kind for kind, _ in found(THEIRS, (*OURS, "(3) The allottee must rest."))}


def test_a_paragraph_said_twice_is_found() -> None:
    assert "structure" in {
        kind for kind, _ in found("The promoter shall mow the hay.", ("The promoter must mow the hay.",) * 2)
    }


def test_a_paragraph_of_other_matter_is_found() -> None:
    ours = ("The promoter must mow.", "Every dragon breathes flames above castles.")
    assert "structure" in {kind for kind, _ in found("The promoter shall mow.", ours)}


def test_an_empty_provision_is_found() -> None:
    assert ("structure", "text") in found(
        ("(1) The promoter shall mow.", "(2) Hay is grass."), ("(1) The promoter must mow.", "(2) —")
    )
