"""States side by side: a row a matter, a column a state."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.law.answers import AnswerTable
from civicsetu.web.chat.parts.said import Chip, Names, make_chips
from civicsetu.web.chat.rendering import tell_cell
from civicsetu.web.language.catalogue import ENGLISH
from civicsetu.web.language.matter_headings import tell_heading
from civicsetu.web.language.speaking import get_language, tell


@dataclass(frozen=True, slots=True)
class Cell:
    """One state's cell; without chips `text` says why there is nothing."""

    text: str
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One row, a cell for each state; `english` where its heading has no like in the reader's language."""

    matter: str
    cells: tuple[Cell, ...]
    english: bool = False


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """The whole table. A narrow phone shows a card a matter instead of rows."""

    states: tuple[str, ...]
    rows: tuple[ComparisonRow, ...]


def show_comparison(table: AnswerTable, names: Names) -> ComparisonTable:
    """Return the table as it is shown."""
    rows = tuple(
        ComparisonRow(
            tell_heading(row.matter),
            tuple(
                Cell(tell_cell(cell), make_chips(names[index] for index in cell.citations))
                for cell in row.cells
            ),
            english=get_language() != ENGLISH and tell_heading(row.matter) == row.matter,
        )
        for row in table.rows
    )
    return ComparisonTable(tuple(map(tell, table.states)), rows)
