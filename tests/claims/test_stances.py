"""What a free sentence makes of a deed, and by whom."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.evidence import read_stances, read_text
from civicsetu.claims.payers import find_payers


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The builder has to light the lamp.", [("must", "promoter")]),
        ("You do not have to pay.", [("need not", "allottee")]),
        ("No builder can sell the lamp.", [("must not", "")]),
        ("He can sell the lamp only where you agree.", [("may", "")]),
        ("The builder owes you nothing.", [("need not", "promoter")]),
        ("The lamp must be lit by the builder.", [("must", "promoter")]),
        ("If the builder cannot light it, you may leave.", [("may", "allottee")]),
        ("A builder who does not light it faces a fine.", [("is", "promoter")]),
        ("A fault you report must be repaired.", [("must", "")]),
        ("No, he may not sell it.", [("must not", "")]),
        ("The lamp is not part of the price.", [("not", "")]),
    ],
)
def test_a_main_clause_has_one_stance(text: str, told: list[tuple[str, str]]) -> None:
    assert [(one.force.value, one.party) for one in read_stances(text)] == told


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("The builder owes you interest.", {("promoter", "allottee")}),
        ("Interest is payable by the buyer to the builder.", {("allottee", "promoter")}),
        ("The builder must light the lamp.", set()),
    ],
)
def test_who_owes_whom_is_read(text: str, pairs: set[tuple[str, str]]) -> None:
    assert find_payers(read_text(text).reading.reading) == pairs
