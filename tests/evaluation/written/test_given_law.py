"""Which of the provisions an answer needs were among what its writer was given."""

from __future__ import annotations

from civicsetu.answering.drafts import Drafts
from civicsetu.evaluation.written.given_law import describe_lacking, given_table, read_given
from tests.evaluation.golden_rows import row
from tests.retrieval.lantern_act import KARNATAKA

ACT = "lantern_act_1950"


def drafts(*places: tuple[str, str]) -> Drafts:
    return Drafts(given=frozenset(places))


def test_a_provision_given_in_part_or_with_its_whole_counts() -> None:
    needs = row("g-1", f"{ACT} 3(1)", f"{KARNATAKA} 16")
    assert read_given(needs, drafts((ACT, "3"), (KARNATAKA, "16(1)"))).lacking == ()
    lacking = read_given(needs, drafts((ACT, "3(2)"), (KARNATAKA, "16"))).lacking
    assert [str(place) for place in lacking] == [f"{ACT} 3(1)"]


def test_the_table_counts_rows_and_provisions_and_leaves_out_who_was_not_asked() -> None:
    rows = [
        read_given(row("g-1", f"{ACT} 3(1)"), drafts((ACT, "3(1)"))),
        read_given(row("g-2", f"{ACT} 3(1)", f"{ACT} 4"), drafts((ACT, "3(1)"))),
        read_given(row("h-1", f"{ACT} 4"), None),
    ]
    table = given_table(rows)
    every, last = table.rows[0], table.rows[-1]
    assert every[:2] == ("all", 2) and [cell.value for cell in every[2:4]] == [0.5, 2 / 3]  # type: ignore[union-attr]
    assert [line[0] for line in table.rows].count("set g") == 1 and last[:2] == ("not put to a writer", 1)
    assert describe_lacking(rows) == [f"g-2 was not given {ACT} 4"]


def test_without_a_writer_there_is_no_table() -> None:
    assert given_table([]).rows == () and given_table([read_given(row("g-1", f"{ACT} 4"), None)]).rows == ()
