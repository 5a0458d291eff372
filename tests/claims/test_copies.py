from __future__ import annotations

from tests.claims.given import found


def _copied(theirs: str, ours: str) -> list[str]:
    return [fact for kind, fact in found(theirs, ours) if kind == "wording"]


def test_eight_words_in_a_row_are_a_copy_and_seven_are_none() -> None:
    theirs = "Hay which stood in wet meadows over one whole summer is grass."
    assert _copied(theirs, "Grass is hay which stood in wet meadows over one summer.") == [
        "hay which stood in wet meadows over one"
    ]
    assert _copied(theirs, "Grass is hay which stood in wet meadows over a summer.") == []


def test_the_title_of_a_law_is_one_word() -> None:
    theirs = "A brook is one under the Brooks and Ponds of the North Act, 1950 (3 of 1950)."
    assert (
        _copied(
            theirs, "Such water under the Brooks and Ponds of the North Act, 1950 (3 of 1950) is a brook."
        )
        == []
    )
