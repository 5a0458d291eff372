"""A provision's matter in everyday words."""

from __future__ import annotations

import pytest

from civicsetu.answering.messages.matters import name_matter


@pytest.mark.parametrize(
    ("document", "path", "matter"),
    [
        ("rera_act_2016", "18(1) proviso", "money back or interest from the builder"),
        ("rera_act_2016", "1(2)", ""),
        ("a_law_without_words", "18", ""),
    ],
)
def test_a_provision_is_named_by_what_its_section_is_about(document: str, path: str, matter: str) -> None:
    assert name_matter(document, path) == matter
