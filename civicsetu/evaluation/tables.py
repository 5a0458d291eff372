"""Print the tables of a report as plain text, on a terminal or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from civicsetu.evaluation.metrics import Estimate

Cell = str | int | Estimate


@dataclass(frozen=True)
class Table:
    """Rows under columns; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def lines(self) -> list[str]:
        """Return plain text: names to the left, figures to the right, two spaces between."""
        told = [self.columns, *([format_cell(cell) for cell in row] for row in self.rows)]
        widths = [max(len(row[at]) for row in told) for at in range(len(self.columns))]
        return [
            self.title,
            *(
                "  ".join(
                    text.rjust(width) if at else text.ljust(width)
                    for at, (text, width) in enumerate(zip(row, widths, strict=True))
                ).rstrip()
                for row in told
            ),
        ]

    def as_json(self) -> dict[str, object]:
        """Return one object a row, its keys the columns; an estimate with value, low, high and n."""
        return {
            "title": self.title,
            "rows": [
                {
                    column or "name": asdict(cell) if isinstance(cell, Estimate) else cell
                    for column, cell in zip(self.columns, row, strict=True)
                }
                for row in self.rows
            ],
        }


def format_cell(cell: Cell) -> str:
    """Return a cell in words; an estimate in hundredths with its interval, a dash where nothing was counted."""
    if isinstance(cell, Estimate):
        if cell.n == 0:
            return "-"
        return f"{100 * cell.value:.0f} ({100 * cell.low:.0f}..{100 * cell.high:.0f})"
    return str(cell)


def print_tables(tables: Sequence[Table]) -> None:
    """Print the tables, drawn with lines on a terminal, plain elsewhere."""
    from rich.console import Console

    console = Console()
    for table in tables:
        if console.is_terminal:
            console.print(_drawn(table))
        else:
            console.print(*table.lines(), "", sep="\n", markup=False, highlight=False, soft_wrap=True)


def _drawn(table: Table) -> object:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Drawn

    drawn = Drawn(title=table.title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for at, column in enumerate(table.columns):
        drawn.add_column(column, justify="right" if at else "left", overflow="fold")
    for row in table.rows:
        drawn.add_row(*(format_cell(cell) for cell in row))
    return drawn
