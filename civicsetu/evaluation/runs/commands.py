"""`civicsetu eval run | compare | gates | list`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import InputError
from civicsetu.evaluation.command_settings import get_quiet_settings
from civicsetu.progress import progress_on_stderr

if TYPE_CHECKING:
    from civicsetu.evaluation.runs.gates import Gate
    from civicsetu.evaluation.runs.question_sets import QuestionSet
    from civicsetu.evaluation.runs.run_files import StoredRun
    from civicsetu.evaluation.runs.summary import RunSummary
    from civicsetu.progress import Progress
    from civicsetu.settings import Settings
    from civicsetu.stores.run_store import RunStore

EVAL = Path("eval")
_ANY_SET = "answers.yaml"
GatesOption = Annotated[
    Path | None, typer.Option(help="The gate file; eval/gates/<set>.yaml, or answers.yaml there, if none is given.")
]
FolderOption = Annotated[Path, typer.Option(help="The folder that holds golden, e2e and gates.")]


def run(
    questions: Annotated[
        str, typer.Option("--set", help="tune, check, all, e2e, reviewed, or a file of questions (id, question, turns).")
    ] = "tune",
    gates: GatesOption = None,
    folder: FolderOption = EVAL,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many questions.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th question.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew, also where a run of this set broke off.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Each row that fails a rule.")] = False,
    store: Annotated[Path | None, typer.Option(help="Write the run there, to compare later ones with.")] = None,
    baseline: Annotated[
        str | None, typer.Option(help="Compare with a run (its id, or its file); exit code 1 where that was better.")
    ] = None,
) -> None:
    """Ask a set of questions, judge every answer, and hold the run to its gates: exit code 1 where one fails."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.runs.gates import load_gates
    from civicsetu.evaluation.runs.question_sets import load_question_set

    settings = get_quiet_settings()
    asked = load_question_set(questions, folder, settings.data_path, get_registry(), every=every, limit=limit)
    held_to = load_gates(gates or _gate_file(folder, questions))
    if store is not None and not store.parent.is_dir():
        raise InputError(user_message=f"The folder {store.parent} does not exist.")
    with progress_on_stderr() as progress:
        summary, before = asyncio.run(_run(settings, asked, held_to, baseline, progress, fresh=fresh))
    failed = _print_run(summary, held_to, verbose=verbose)
    if store is not None:
        from civicsetu.evaluation.runs.run_files import write_run

        write_run(store, _stored(summary))
    worse = before is not None and _print_changes(before, _stored(summary))
    if failed or worse:
        raise typer.Exit(1)


def compare(
    then: Annotated[str, typer.Argument(help="A run: the beginning of its id, `latest`, or its file.")],
    now: Annotated[str, typer.Argument(help="The run to compare with it.")] = "latest",
) -> None:
    """Compare two runs on the questions they share, by a paired test: exit code 1 where the later is worse."""
    before, after = asyncio.run(_find_both(get_quiet_settings(), then, now))
    if _print_changes(before, after):
        raise typer.Exit(1)


def gates(
    of: Annotated[str | None, typer.Argument(help="A run to hold to the gates; without one they are told.", metavar="[RUN]")] = None,
    gates: GatesOption = None,
    folder: FolderOption = EVAL,
) -> None:
    """Tell the gates of a file and every criterion there is, or hold a stored run to them."""
    from civicsetu.evaluation.runs.criteria import CRITERIA
    from civicsetu.evaluation.runs.gates import describe_gates, load_gates
    from civicsetu.evaluation.tables import Table, print_tables

    held_to = load_gates(gates or folder / "gates" / _ANY_SET)
    if of is None:
        every = tuple((name, one.makes.value, one.says) for name, one in CRITERIA.items())
        print_tables([describe_gates(held_to), Table("Criteria a gate may name", ("", "figure", "of"), every)])
        return
    if _print_run(asyncio.run(_find(get_quiet_settings(), of)), held_to):
        raise typer.Exit(1)


def list_runs(
    limit: Annotated[int, typer.Option(min=1, help="At most so many.")] = 20,
) -> None:
    """List the runs that are stored here, newest first."""
    asyncio.run(_list(get_quiet_settings(), limit))


def _gate_file(folder: Path, questions: str) -> Path:
    """The gates of a set: its own file where there is one."""
    own = folder / "gates" / f"{Path(questions).stem}.yaml"
    return own if own.is_file() else folder / "gates" / _ANY_SET


async def _run(
    settings: Settings,
    asked: QuestionSet,
    held_to: Sequence[Gate],
    baseline: str | None,
    progress: Progress,
    *,
    fresh: bool,
) -> tuple[RunSummary, StoredRun | None]:
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.retrieval_eval import open_service_and_law
    from civicsetu.evaluation.runs.configuration import read_configuration
    from civicsetu.evaluation.runs.gates import check_gates
    from civicsetu.evaluation.runs.run_questions import RunOf, run_questions
    from civicsetu.evaluation.runs.summary import summarise_run
    from civicsetu.stores.run_store import RunStore

    async with open_service_and_law(settings) as (service, index):
        store = RunStore(service.database)
        before = await _find_stored(store, baseline) if baseline else None
        of = RunOf(service, index, get_registry(), store, await read_configuration(service, index))
        done = await run_questions(asked, of, progress, lambda text: typer.echo(text, err=True), fresh=fresh)
        summary = summarise_run(done, await store.read_rows(done.run_id))
        results = check_gates(held_to, summary.figures)
        await store.finish(done.run_id, [one.as_json() for one in results])
    return summary, before


async def _find_both(settings: Settings, then: str, now: str) -> tuple[StoredRun, StoredRun]:
    async with _opened_store(settings) as store:
        return await _find_stored(store, then), await _find_stored(store, now)


async def _find(settings: Settings, name: str) -> RunSummary:
    from civicsetu.evaluation.runs.summary import summarise_run

    async with _opened_store(settings) as store:
        found = await store.find_run(name)
        return summarise_run(found, await store.read_rows(found.run_id))


async def _list(settings: Settings, limit: int) -> None:
    from civicsetu.evaluation.runs.summary import build_list
    from civicsetu.evaluation.tables import print_tables

    async with _opened_store(settings) as store:
        runs = await store.list_runs(limit)
    if runs:
        print_tables([build_list(runs)])
    else:
        typer.echo("No run is stored here; `civicsetu eval run` makes one.")


async def _find_stored(store: RunStore, name: str) -> StoredRun:
    """A run from its file where there is one of that name, else by its id."""
    from civicsetu.evaluation.runs.run_files import read_run, to_stored

    path = Path(name)
    if await asyncio.to_thread(path.is_file):
        return read_run(path)
    found = await store.find_run(name)
    return to_stored(found, await store.read_rows(found.run_id))


@asynccontextmanager
async def _opened_store(settings: Settings) -> AsyncIterator[RunStore]:
    from civicsetu.stores.database import Database
    from civicsetu.stores.run_store import RunStore

    database = await Database.open(settings)
    try:
        yield RunStore(database)
    finally:
        await database.close()


def _stored(summary: RunSummary) -> StoredRun:
    from civicsetu.evaluation.runs.run_files import to_stored

    return to_stored(summary.run, summary.rows)


def _print_run(summary: RunSummary, held_to: Sequence[Gate], *, verbose: bool = False) -> bool:
    """Print a run and its gates; whether it fails."""
    from civicsetu.evaluation.runs.gates import build_gate_table, check_gates, has_passed
    from civicsetu.evaluation.tables import print_tables

    results = check_gates(held_to, summary.figures)
    print_tables([*summary.tables, build_gate_table(results)])
    if verbose:
        for line in summary.describe_failures():
            typer.echo(line)
    passed = has_passed(results)
    told = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in sorted(summary.run.configuration.items()) if value)
    typer.echo(f"Run {summary.run.name} {'passed' if passed else 'FAILED'}: {len(summary.rows)} rows, {told}.")
    return not passed


def _print_changes(before: StoredRun, after: StoredRun) -> bool:
    """Print what changed; whether anything got worse."""
    from civicsetu.evaluation.runs.compare import build_change_table, compare_runs, describe_losses
    from civicsetu.evaluation.tables import print_tables

    changes = compare_runs(before, after)
    if before.set_digest != after.set_digest:
        typer.echo("The two sets of questions are not the same; rows are compared by their ids.", err=True)
    print_tables([build_change_table(changes)])
    for line in describe_losses(changes):
        typer.echo(line, err=True)
    return any(one.is_worse for one in changes)
