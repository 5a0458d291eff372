"""`civicsetu eval ragas`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import InputError
from civicsetu.evaluation.command_settings import get_quiet_settings
from civicsetu.progress import Progress, progress_on_stderr

if TYPE_CHECKING:
    from civicsetu.evaluation.ragas_scores.result_files import Scores
    from civicsetu.evaluation.ragas_scores.rows import RagasRow
    from civicsetu.models.writer.chat import ChatModels
    from civicsetu.settings import Settings

EVAL = Path("eval")


def ragas(
    output: Annotated[Path, typer.Option(help="Folder of eval_phase1_results.json and eval_results.json; what is there is gone on with.")],
    folder: Annotated[Path, typer.Option(help="The folder that holds ragas and gates.")] = EVAL,
    judge: Annotated[
        str | None, typer.Option(help="The judge as LiteLLM names it (openai/gpt-4.1); the model that writes if none is given.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many rows.")] = None,
    prompts: Annotated[
        Path | None, typer.Option("--write-prompts", help="Let a recorded judge score; write the prompts there that have no completion yet.")
    ] = None,
    completions: Annotated[
        Path | None, typer.Option(help="What a judge answered to such prompts: lines of digest, completion.")
    ] = None,
) -> None:
    """Answer our own rows, have a judge model score the answers with RAGAS, and hold the scores to their gates."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.ragas_scores.judge import open_ragas_judge
    from civicsetu.evaluation.ragas_scores.ragas_report import (
        build_score_table,
        describe,
        is_stub,
        measure_scores,
    )
    from civicsetu.evaluation.ragas_scores.rows import load_rows
    from civicsetu.evaluation.runs.gates import build_gate_table, check_gates, has_passed, load_gates
    from civicsetu.evaluation.tables import print_tables
    from civicsetu.evaluation.written.replay import open_replay

    settings = get_quiet_settings()
    rows = load_rows(folder / "ragas" / "rows.yaml", get_registry())[:limit]
    gates = load_gates(folder / "gates" / "ragas.yaml")
    if not output.is_dir():
        raise InputError(user_message=f"The folder {output} does not exist.")
    replay = open_replay(prompts, completions)
    models = replay.models if replay else open_ragas_judge(settings, judge)
    with progress_on_stderr() as progress:
        scores = asyncio.run(_score(settings, rows, models, output, progress))
    if replay is not None:
        typer.echo(replay.finish())
        if not replay.is_whole:
            return
    if is_stub(scores):
        typer.echo(f"{scores.judge} only stands in for a judge: its figures say nothing and are not printed.")
        return
    results = check_gates(gates, measure_scores(scores))
    print_tables([build_score_table(scores), build_gate_table(results)])
    typer.echo("\n".join(describe(scores)))
    if not has_passed(results):
        raise typer.Exit(1)


async def _score(
    settings: Settings, rows: list[RagasRow], models: ChatModels, output: Path, progress: Progress
) -> Scores:
    from civicsetu.evaluation.ragas_scores.answer_rows import answer_rows
    from civicsetu.evaluation.ragas_scores.score_rows import score_rows
    from civicsetu.evaluation.retrieval_eval import open_service_and_law
    from civicsetu.models.embedder import open_embedder

    try:
        async with open_service_and_law(settings) as (service, index):
            answers = await answer_rows(rows, service, index, await service.answer_hash(), output, progress)
        embedder = await asyncio.to_thread(open_embedder, settings)
        return await score_rows(rows, answers, models, embedder, output, progress)
    finally:
        await models.close()
