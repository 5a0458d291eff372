"""States side by side: a row a matter, a column a state."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.law.answers import AnswerTable
from civicsetu.web.chat.parts.said import Chip, Names, make_chips
from civicsetu.web.language.speaking import tell


@dataclass(frozen=True, slots=True)
class Cell:
    """What one state says; without chips `text` says why there is nothing."""

    text: str
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Matter:
    """One row, a cell for each state."""

    matter: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The whole table. A narrow phone shows a card a matter instead of rows."""

    states: tuple[str, ...]
    rows: tuple[Matter, ...]


def show_comparison(table: AnswerTable, names: Names) -> Comparison:
    """Return the table as it is shown."""
    rows = tuple(
        Matter(
            row.matter,
            tuple(
                Cell(" ".join((cell.text if cell.citations else tell(cell.text)).split()), make_chips(names[index] for index in cell.citations))
                for cell in row.cells
            ),
        )
        for row in table.rows
    )
    return Comparison(tuple(map(tell, table.states)), rows)
