"""`civicsetu eval …`: what is measured of the answers."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from civicsetu.evaluation import fitting_commands as fitting
from civicsetu.evaluation import law_commands
from civicsetu.evaluation.agreement import commands as agreement
from civicsetu.evaluation.answers import commands as answering
from civicsetu.evaluation.command_settings import get_logged_settings, get_quiet_settings
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage
from civicsetu.evaluation.judging import commands as judging
from civicsetu.evaluation.output_files import check_folder
from civicsetu.evaluation.ragas_scores import commands as scoring
from civicsetu.evaluation.runs import commands as runs
from civicsetu.evaluation.verifier import commands as verifying
from civicsetu.evaluation.written import commands as recorded
from civicsetu.progress import progress_on_stderr

GOLDEN = Path("eval/golden")
ABLATION = Path("eval/baselines/ablation.json")


class RowSet(Enum):
    """Set of rows asked: the golden set, or the cases reviewers made on the operator's page."""

    GOLDEN = "golden"
    REVIEWED = "reviewed"


SetOption = Annotated[
    RowSet, typer.Option("--set", help="The golden set, or the cases reviewed on the operator's page.")
]

app = typer.Typer(
    no_args_is_help=True, help="Measure the answers on golden questions, and what they are made of."
)
for command in (
    law_commands.statements,
    law_commands.parameters,
    law_commands.coverage,
    judging.sheet,
    verifying.verifier,
    runs.run,
    runs.compare,
    runs.gates,
    agreement.agreement,
    answering.posts,
    scoring.ragas,
):
    app.command()(command)
app.command("list")(runs.list_runs)
for name, one in (
    ("calibrate", fitting.calibrate),
    ("fit-silences", fitting.fit_silences),
    ("fit-belongs", fitting.fit_belongs),
    ("fit-yes-or-no", fitting.fit_polar),
    ("fit-asking", fitting.fit_asking_sentences),
    ("fit-party", fitting.fit_who_asks),
    ("fit-steps", fitting.fit_steps_wanted),
    ("fit-other-law", fitting.fit_other_law),
    ("fit-statements", fitting.fit_statement_ranking),
    ("whiten", fitting.whiten),
    ("whiten-statements", fitting.whiten_statements),
    ("fit-late-interaction", fitting.fit_late),
    ("compare-new-texts", fitting.compare_new),
    ("fit-scope", fitting.fit_scope),
    ("fit-stance", fitting.fit_stance_model),
    ("fit-field", fitting.fit_field_model),
    ("vectors", fitting.vectors),
    ("equivalent-provisions", fitting.equivalent_provisions),
):
    app.command(name)(one)


@app.command()
def retrieval(
    half: Annotated[Half, typer.Option(help="Tuning looks at tune only.")] = Half.TUNE,
    row_set: SetOption = RowSet.GOLDEN,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    kind: Annotated[RowKind | None, typer.Option("--type", help="Rows of one type.")] = None,
    language: Annotated[RowLanguage | None, typer.Option(help="Rows in one language.")] = None,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set.")] = GOLDEN,
    verbose: Annotated[bool, typer.Option("--verbose", help="Each row found or declined wrongly.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "--json", help="Write everything there as JSON.")
    ] = None,
    baseline: Annotated[
        Path | None, typer.Option(help="Compare with a stored run; exit code 1 where it was better.")
    ] = None,
    store: Annotated[Path | None, typer.Option(help="Store this run to compare later ones with.")] = None,
) -> None:
    """Ask the golden questions and tell how well their provisions are found."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation import baseline as stored
    from civicsetu.evaluation.retrieval_eval import Selection, evaluate
    from civicsetu.evaluation.reviewed.cases import reviewed_folder
    from civicsetu.evaluation.tables import print_tables

    settings, registry = get_logged_settings(), get_registry()
    selection = Selection(golden, half, kind, language, limit, every)
    if row_set is RowSet.REVIEWED:
        selection = replace(selection, folder=reviewed_folder(settings.data_path), reviewed=True)
    before = stored.load_baseline(baseline) if baseline else None
    with progress_on_stderr() as progress:
        report = asyncio.run(evaluate(settings, selection, registry, progress))
    changes = stored.compare_runs(before, report.measured) if before else []
    report = report.add_tables([stored.build_table(changes)] if changes else [])
    print_tables(report.tables)
    for line in report.describe(verbose=verbose):
        typer.echo(line)
    if output:
        report.write(output)
    if store:
        stored.store(store, report.as_baseline())
    for line in stored.list_losses(changes):
        typer.echo(line, err=True)
    if any(change.is_worse for change in changes):
        raise typer.Exit(1)


@app.command()
def answers(
    half: Annotated[Half, typer.Option(help="Tuning looks at tune only.")] = Half.TUNE,
    row_set: SetOption = RowSet.GOLDEN,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set.")] = GOLDEN,
    verbose: Annotated[bool, typer.Option("--verbose", help="Each row whose lead misses.")] = False,
    output: Annotated[
        Path | None, typer.Option(help="Write each answer there, a line of JSON a row.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export-for-judging", help="Write a sheet of the answers there, for a reader to judge."
        ),
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(help="Export answers to the questions of this file (id, question, turns).")
    ] = None,
    judged: Annotated[
        Path | None, typer.Option(help="Ask nothing; tell the share of good answers of a judged sheet.")
    ] = None,
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--write-prompts",
            help="Let a recorded writer answer; write the prompts there that have no completion yet.",
        ),
    ] = None,
    completions: Annotated[
        Path | None, typer.Option(help="What a writer answered to such prompts: lines of digest, completion.")
    ] = None,
) -> None:
    """Ask the golden questions and tell how well the answers say what they must."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.answers.answers_eval import evaluate_answers
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.evaluation.reviewed.cases import reviewed_folder
    from civicsetu.evaluation.tables import print_tables
    from civicsetu.evaluation.written.replay import open_replay

    if sum(one is not None for one in (export, judged, output)) > 1 or (
        questions and not (export or prompts)
    ):
        raise typer.BadParameter(
            "--export-for-judging (with --questions), --judged and --output exclude each other."
        )
    if judged is not None:
        judging.print_judged(judged)
        return
    settings = get_quiet_settings()
    for written in (export, output, prompts):
        if written is not None:
            check_folder(written)
    selection = Selection(golden, half, limit=limit, every=every)
    if row_set is RowSet.REVIEWED:
        selection = replace(selection, folder=reviewed_folder(settings.data_path), reviewed=True)
    replay = open_replay(prompts, completions)
    writer = replay.models if replay else None
    if export is not None:
        judging.write_answers(export, questions, selection, writer)
    elif questions is not None and replay is not None:
        recorded.collect_prompts(questions, selection, replay)
    else:
        with progress_on_stderr() as progress:
            report = asyncio.run(evaluate_answers(settings, selection, get_registry(), progress, writer))
        print_tables(report.tables)
        typer.echo(f"{len(report.measured)} answers of {selection.name}, answer hash {report.answer_hash}.")
        for row in report.failed:
            typer.echo(f"{row} got no answer in time.", err=True)
        if verbose:
            typer.echo("\n".join(report.describe_misses()))
        if output is not None:
            report.write(output)
    if replay is not None:
        typer.echo(replay.finish(export))


@app.command()
def ablation(
    only: Annotated[
        list[str] | None, typer.Option(help="Only this variant, against the whole; may be given again.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Each so-many-th row.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    golden: Annotated[Path, typer.Option(help="Folder of the golden set; its tune half is used.")] = GOLDEN,
    output: Annotated[
        Path | None, typer.Option(help=f"Write the figures there; {ABLATION} where all was asked.")
    ] = None,
    go_on_from: Annotated[
        Path | None, typer.Option(help="Ask no variant again whose figures stand there, if the whole search still gives the same.")
    ] = None,
) -> None:
    """Take one mechanism of the search away at a time, and tell what each is worth."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.ablation import Ablation, chosen_variants
    from civicsetu.evaluation.ablation_run import run_ablation
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.evaluation.tables import print_tables

    settings = get_quiet_settings()
    variants = chosen_variants(only or ())
    if output is None and not (only or limit or every > 1):
        output = ABLATION
    if output is not None:
        check_folder(output)
    earlier = Ablation.read(go_on_from) if go_on_from is not None else None
    selection = Selection(golden, Half.TUNE, limit=limit, every=every)
    with progress_on_stderr() as progress:
        told = asyncio.run(run_ablation(settings, selection, get_registry(), variants, progress, output, earlier))
    print_tables([told.table()])
