"""`civicsetu eval sheet`, and what `civicsetu eval answers` does with sheets: write one, or tell what it says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import InputError
from civicsetu.progress import progress_on_stderr
from civicsetu.settings import get_settings

if TYPE_CHECKING:
    from civicsetu.evaluation.judging.questions import JudgingQuestion
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.models.writer.chat import ChatModels


def sheet(
    source: Annotated[Path, typer.Argument(help="The sheet.", metavar="SHEET.jsonl")],
    output: Annotated[Path, typer.Option(help="Write the sheet there.")],
    with_official: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Fill in the words of the official files in this folder. Do not pass it on.",
        ),
    ] = None,
) -> None:
    """Fill the official texts' words into a sheet for its reader; without a folder, leave them out again."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.judging.official_words import drop_official_words, fill_official_words
    from civicsetu.evaluation.judging.sheet import read_sheet, write_sheet

    held = read_sheet(source)
    missed: list[str] = []
    if with_official is None:
        made = drop_official_words(held)
    elif output.exists():
        raise InputError(user_message=f"{output} is there already; name another file for the official words.")
    else:
        made, missed = fill_official_words(held, with_official, get_registry())
    write_sheet(output, made.head, made.rows)
    typer.echo(
        f"{output}: {len(made.rows)} answers, {'with' if with_official else 'without'} official words."
    )
    for line in missed:
        typer.echo(line, err=True)


def write_answers(
    path: Path, questions: Path | None, selection: Selection, writer: ChatModels | None = None
) -> None:
    """Ask the questions of a file, or the golden rows of a selection, and write a sheet of the answers, `writer`'s if given."""
    from civicsetu.evaluation.judging.export import export_sheet

    if path.exists():
        raise InputError(user_message=f"{path} is there already, and may hold verdicts; name another file.")
    asked = select_questions(questions, selection)
    with progress_on_stderr() as progress:
        exported = asyncio.run(export_sheet(get_settings(), asked, path, progress, writer))
    typer.echo(f"{path}: {exported.answers} answers to be judged.")
    for line in exported.failed:
        typer.echo(line, err=True)


def select_questions(questions: Path | None, selection: Selection) -> list[JudgingQuestion]:
    """Return the questions of a file, or of the golden rows, that a selection takes.

    Raises:
        InputError: the file is none of questions, or a golden row is wrong.
    """
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.judging.questions import from_golden, read_questions

    registry = get_registry()
    if questions is None:
        return from_golden(selection.load_rows(registry))
    return read_questions(questions, registry)[:: selection.every][: selection.limit]


def print_judged(path: Path) -> None:
    """Print what a judged sheet says: harms, the share of good answers, and what kept the rest from it."""
    from civicsetu.evaluation.judging.judged_report import build_judged_tables, describe_harms
    from civicsetu.evaluation.judging.verdicts import read_judged
    from civicsetu.evaluation.tables import print_tables

    judged = read_judged(path)
    typer.echo("\n".join([*describe_harms(judged), ""]))
    print_tables(build_judged_tables(judged))
