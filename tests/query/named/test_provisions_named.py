"""A law is known by the words of its title and its state."""

from __future__ import annotations

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.query.named.provisions_named import held_by_name
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states


@pytest.fixture(scope="module")
def with_states() -> LawIndex:
    """The Act, and the rules of Karnataka and of Uttar Pradesh under it."""
    return index_of_states()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Karnataka Rules", KARNATAKA),
        ("Karnataka Lantern Rules, 1951", KARNATAKA),
        ("KARNATAKA RULES", KARNATAKA),
        ("rules of Karnataka", KARNATAKA),
        ("Bengaluru Lantern Rules", KARNATAKA),
        ("UP rules", UTTAR_PRADESH),
        ("U.P. Rules", UTTAR_PRADESH),
        ("Uttar Pradesh Lantern Rules, 1952", UTTAR_PRADESH),
        ("Lantern Act, 1950", ACT),
        ("Lantern Act", ACT),
        ("Lantern Rules", None),
        ("Rules", None),
        ("Karnataka Lantern Rules, 1952", None),
        ("Karnataka Act", None),
        ("Bihar Rules", None),
        ("Bihar Lantern Rules", None),
        ("Hedges Act", None),
        ("", None),
        ("the", None),
    ],
)
def test_a_law_is_known_by_words_of_its_title_and_its_state(
    with_states: LawIndex, name: str, key: str | None
) -> None:
    assert held_by_name(name, with_states, get_registry()) == key
