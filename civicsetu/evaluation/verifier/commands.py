"""`civicsetu eval verifier`: how many false sentences the rules catch, and how many true ones they let pass."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from civicsetu.evaluation.command_settings import log_errors_only
from civicsetu.evaluation.golden.row_kinds import Half

SETS = Path("eval/verifier")


def verifier(
    half: Annotated[Half, typer.Option(help="Tuning looks at tune only.")] = Half.TUNE,
    sets: Annotated[
        Path, typer.Option(help="Folder of sentences.jsonl, absence.jsonl and translations.jsonl.")
    ] = SETS,
    show: Annotated[
        int, typer.Option(min=0, help="Print so many of the rows judged wrongly, each way.")
    ] = 0,
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--write-prompts",
            metavar="FILE",
            help="Ask an opinion too, played back; write the prompts that have no completion there.",
        ),
    ] = None,
    completions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Completions of those prompts, by digest.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "--json", help="Write the tables there as JSON.")
    ] = None,
) -> None:
    """Hold sentences known to be true or false against the law they cite, and tell which the rules let through."""
    import asyncio

    from civicsetu.evaluation.tables import print_tables
    from civicsetu.evaluation.verifier.run import evaluate_verifier
    from civicsetu.evaluation.written.replay import open_replay

    replay = open_replay(prompts, completions)
    log_errors_only()
    report = asyncio.run(evaluate_verifier(sets, half, replay))
    print_tables(report.tables)
    for line in report.describe_worst(show):
        typer.echo(line)
    if replay is not None:
        typer.echo(replay.finish())
    if output is not None:
        report.write(output)
