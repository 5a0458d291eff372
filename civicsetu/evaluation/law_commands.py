"""`civicsetu eval statements|parameters|coverage` and `civicsetu review …`: the layer between law and answers."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import InputError

if TYPE_CHECKING:
    from civicsetu.corpus.review.lock import ReviewResult

Files = Annotated[
    Path | None, typer.Option(help="A folder of files being written, in place of those that ship.")
]
OfficialFiles = Annotated[
    Path | None,
    typer.Option(
        "--from", envvar="CIVICSETU_CORPUS_DIR", help="Folder with the official files: compare with them too."
    ),
]
Plant = Annotated[int, typer.Option(min=0, help="Plant this many faults and report which are caught.")]
Seed = Annotated[int, typer.Option(help="Seed of --plant.")]

review_app = typer.Typer(
    no_args_is_help=True, help="Hold statements and parameters to the law they were reviewed against."
)


def statements(
    documents: Annotated[list[str] | None, typer.Argument(help="Only statements of these laws.")] = None,
    files: Files = None,
    plant: Plant = 0,
    seed: Seed = 7,
    wording: Annotated[
        bool, typer.Option(help="With --plant: faults of wording, such as within for after, not of facts.")
    ] = False,
    draft: Annotated[
        bool, typer.Option(help="Print the differences as exceptions whose reasons are to be written.")
    ] = False,
) -> None:
    """Compare what statements say with the passages that carry them, and lint their words."""
    from civicsetu.evaluation.fidelity.statement_faults import build_statement_table
    from civicsetu.evaluation.fidelity.statement_report import (
        check_statements,
        draft_exceptions,
        load_checked,
        plant_faults,
    )
    from civicsetu.evaluation.fidelity.wording_faults import WORDING_PROPOSERS

    catalogue, exceptions = load_checked(files)
    if plant:
        proposers = WORDING_PROPOSERS if wording else None
        planted = plant_faults(catalogue, exceptions, plant, seed, proposers=proposers)
        typer.echo("\n".join(build_statement_table(planted)))
        return
    report = check_statements(catalogue, exceptions, documents or ())
    typer.echo(draft_exceptions(report.findings) if draft else "\n".join(report.lines()))
    if not report.passed:
        raise typer.Exit(1)


def parameters(files: Files = None, source: OfficialFiles = None, plant: Plant = 0, seed: Seed = 7) -> None:
    """Compare every figure of the parameters with the text of its provisions."""
    from civicsetu.evaluation.fidelity.parameter_report import (
        check_parameters,
        load_parameters_checked,
        make_text_of,
        plant_parameter_faults,
    )

    catalogue, text_of = load_parameters_checked(files), make_text_of(source)
    if plant:
        planted, caught, missed = plant_parameter_faults(catalogue, text_of, plant, seed)
        typer.echo(f"{planted} figures changed, {caught} caught")
        typer.echo("\n".join(f"  missed: {one}" for one in missed))
        return
    report = check_parameters(catalogue, text_of)
    typer.echo("\n".join(report.lines()))
    if not report.passed:
        raise typer.Exit(1)


def coverage(
    verbose: Annotated[bool, typer.Option("--verbose", help="Name the units without a statement.")] = False,
) -> None:
    """Tell which units have statements, and what is held of each jurisdiction's parameters."""
    from civicsetu.corpus.parameters.catalogue import get_parameters
    from civicsetu.corpus.registry import get_registry
    from civicsetu.corpus.statements.catalogue import get_statements
    from civicsetu.evaluation.law_coverage import cover_documents, cover_parameters, describe_coverage

    registry = get_registry()
    documents = cover_documents(get_statements(), registry)
    told = describe_coverage(documents, cover_parameters(get_parameters(), registry), verbose=verbose)
    typer.echo("\n".join(told))


@review_app.command("list")
def list_(source: OfficialFiles = None) -> None:
    """Print the state of every statement and parameter that is not reviewed, and the figures of all."""
    from civicsetu.corpus.review.lock import ReviewState

    results = _review(source)
    for one in results:
        if one.state is not ReviewState.REVIEWED:
            typer.echo(f"{one.item.id}: {one.state}{_told(one.changed)}")
    counts = Counter(one.state for one in results)
    typer.echo(", ".join(f"{counts[state]} {state}" for state in ReviewState))


@review_app.command()
def due(
    source: OfficialFiles = None,
    months: Annotated[
        int, typer.Option(min=1, help="A value is due when nobody confirmed it for so long.")
    ] = 12,
) -> None:
    """Print what is in doubt, what was never reviewed, and values that nobody confirmed lately."""
    from civicsetu.corpus.parameters.catalogue import get_parameters
    from civicsetu.corpus.review.lock import ReviewState, list_unconfirmed

    results = _review(source)
    for state in (ReviewState.IN_DOUBT, ReviewState.UNREVIEWED):
        found = [one for one in results if one.state is state]
        typer.echo(f"{len(found)} {state}")
        for one in found:
            typer.echo(f"  {one.item.id}{_told(one.changed)}: {one.item.told}")
    old = list_unconfirmed(get_parameters(), datetime.date.today(), months)
    typer.echo(f"{len(old)} values not confirmed in {months} months")
    for name, since in old:
        typer.echo(f"  {name}: {since}")
    if any(one.state is ReviewState.IN_DOUBT for one in results):
        raise typer.Exit(1)


@review_app.command()
def accept(
    ids: Annotated[list[str] | None, typer.Argument(help="Statements and parameter entries.")] = None,
    by: Annotated[list[str] | None, typer.Option(help="Who read it; give it once for each reader.")] = None,
    every: Annotated[bool, typer.Option("--all", help="All that are not reviewed.")] = False,
    output: Annotated[Path | None, typer.Option(help="The lock's file; default: the one that ships.")] = None,
    source: OfficialFiles = None,
) -> None:
    """Record that items were read against the law as it is held now, showing both beside each other."""
    from importlib.resources import as_file, files

    from civicsetu.corpus.review.lock import ReviewState, accept, get_lock, write_lock
    from civicsetu.corpus.review.texts import FileTexts
    from civicsetu.law.documents import EditionKind

    if not by:
        raise typer.BadParameter("Say who read it: --by NAME, once for each reader.")
    texts, results = FileTexts(source), _review(source)
    known = {one.item.id for one in results}
    if unknown := [name for name in ids or () if name not in known]:
        raise InputError(user_message=f"There is no statement or parameter {unknown[0]}.")
    chosen = [
        one
        for one in results
        if one.item.id in (ids or ()) or (every and one.state is not ReviewState.REVIEWED)
    ]
    if not chosen:
        raise typer.BadParameter("Name what was read, or use --all.")
    for one in chosen if not every else ():
        typer.echo(f"{one.item.id} ({one.state}{_told(one.changed)})\n  says: {one.item.told}")
        for provision in one.item.provisions:
            for edition in EditionKind:
                if text := texts.text_of(provision, edition):
                    typer.echo(f"  {provision} ({edition}): {' '.join(text.split())}")
    lock = accept((one.item for one in chosen), get_lock(), texts, tuple(by), datetime.date.today())
    with as_file(files("civicsetu.corpus.data").joinpath("statements", "review.lock.yaml")) as shipped:
        (output or shipped).write_text(write_lock(lock), "utf-8")
    typer.echo(f"{len(chosen)} accepted.")


def _review(source: Path | None) -> list[ReviewResult]:
    from civicsetu.corpus.parameters.catalogue import get_parameters
    from civicsetu.corpus.review.lock import get_lock, list_items, review
    from civicsetu.corpus.review.texts import FileTexts
    from civicsetu.corpus.statements.catalogue import get_statements
    from civicsetu.corpus.statements.silences import check_absence, get_silences

    check_absence(get_silences())
    return review(list_items(get_statements(), get_parameters(), get_silences()), get_lock(), FileTexts(source))


def _told(changed: Iterable[str]) -> str:
    told = ", ".join(changed)
    return f", changed: {told}" if told else ""
