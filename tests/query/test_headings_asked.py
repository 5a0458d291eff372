"""A question that names what a section's heading names, and little else, asks for that section."""

from __future__ import annotations

import pytest

from civicsetu.query.headings_asked import find_section_by_heading
from tests.answering.given import understood
from tests.retrieval.lantern_act import ACT, index_of

INDEX = index_of()


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("closing of lanterns", "3"),
        ("What about the closing of lanterns under the Act?", "3"),
        ("Penalty", None),
        ("How are lanterns closed?", None),
        ("time for closing of lanterns", None),
        ("closing of lanterns on a holy day by the keeper's son", None),
        ("closing of shops", None),
    ],
)
def test_a_heading_is_known_by_all_words_of_the_question(question: str, path: str | None) -> None:
    found = find_section_by_heading(question, (ACT,), INDEX)
    assert found == (None if path is None else (ACT, path))
    read = [(key, str(reference.path)) for key, reference in understood(question, INDEX).references]
    assert read == ([] if path is None else [(ACT, path)])


def test_a_law_that_is_not_searched_has_no_headings() -> None:
    assert find_section_by_heading("closing of lanterns", (), INDEX) is None
