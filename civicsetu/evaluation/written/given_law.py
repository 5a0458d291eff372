"""Whether a writer was given the law an answer needs: every gold provision is among its spans.

What was not given cannot be written, however good the writer; this is measured without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from civicsetu.answering.drafts import Drafts
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision
from civicsetu.evaluation.metrics import share, share_of
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.law.paths import parse_path


@dataclass(frozen=True)
class GivenLaw:
    """A row with the provisions its writer was given; None where no part of it was put to a writer."""

    row: GoldenRow
    given: frozenset[GoldProvision] | None

    @property
    def lacking(self) -> tuple[GoldProvision, ...]:
        """The gold provisions it was not given, in the order of the row."""
        given = self.given or frozenset()
        return tuple(place for place in self.row.gold if not any(one.overlaps(place) for one in given))


def read_given(row: GoldenRow, drafts: Drafts | None) -> GivenLaw:
    """Return what the drafts of a row's last turn say its writer was given; `drafts` is None where none wrote."""
    if drafts is None:
        return GivenLaw(row, None)
    return GivenLaw(row, frozenset(GoldProvision(law, parse_path(path)) for law, path in drafts.given))


def given_table(rows: Sequence[GivenLaw]) -> Table:
    """Return how many rows were given all of their gold provisions, and how many of these were given; no rows for none.

    Rows that no writer was asked (states laid side by side, what is declined) are counted alone.
    """
    asked = [one for one in rows if one.given is not None and one.row.gold]
    lines: list[tuple[Cell, ...]] = []
    if asked:
        lines = [
            _line("all", asked),
            *_grouped(asked, lambda one: one.row.type.value),
            *_grouped(asked, lambda one: f"set {one.row.id.rpartition('-')[0]}"),
            ("not put to a writer", sum(one.given is None for one in rows), "", "", ""),
        ]
    columns = ("", "n", "all gold", "gold provisions", "given, mean")
    return Table("Law given to the writer, per cent", columns, tuple(lines))


def describe_lacking(rows: Sequence[GivenLaw]) -> list[str]:
    """Return a line for each row whose writer was not given all gold, with what it lacked."""
    return [
        f"{one.row.id} was not given {', '.join(map(str, one.lacking))}"
        for one in rows
        if one.given is not None and one.lacking
    ]


def _grouped(rows: Sequence[GivenLaw], key: Callable[[GivenLaw], str]) -> list[tuple[Cell, ...]]:
    return [_line(name, [one for one in rows if key(one) == name]) for name in sorted({key(one) for one in rows})]


def _line(name: str, rows: Sequence[GivenLaw]) -> tuple[Cell, ...]:
    wanted = sum(len(one.row.gold) for one in rows)
    lacking = sum(len(one.lacking) for one in rows)
    given = sum(len(one.given or ()) for one in rows)
    return (
        name,
        len(rows),
        share_of([not one.lacking for one in rows]),
        share(wanted - lacking, wanted),
        round(given / len(rows)),
    )
