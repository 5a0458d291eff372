"""`civicsetu eval agreement`."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from civicsetu.errors import InputError
from civicsetu.evaluation.command_settings import get_quiet_settings

if TYPE_CHECKING:
    from civicsetu.corpus.law_index import LawIndex
    from civicsetu.settings import Settings

EVAL = Path("eval")


def agreement(
    sheets: Annotated[
        list[Path] | None, typer.Argument(help="Judged sheets; all of eval/judged if none are given.", metavar="[SHEET.jsonl]…")
    ] = None,
    folder: Annotated[Path, typer.Option(help="The folder that holds judged and golden.")] = EVAL,
) -> None:
    """Hold every automatic figure against readers' verdicts on the same answers, and tell what each may be trusted for."""
    from civicsetu.corpus.registry import get_registry
    from civicsetu.evaluation.agreement.agree import see_sheets
    from civicsetu.evaluation.agreement.trust_report import build_agreement_tables, describe_trust
    from civicsetu.evaluation.golden.golden_set import load_golden
    from civicsetu.evaluation.golden.row_kinds import Half
    from civicsetu.evaluation.tables import print_tables

    settings, registry = get_quiet_settings(), get_registry()
    paths = sheets or sorted((folder / "judged").glob("*.jsonl"))
    if not paths:
        raise InputError(user_message=f"There is no judged sheet in {folder / 'judged'}.")
    golden_folder = folder / "golden"
    golden = load_golden(golden_folder, Half.ALL, registry) if golden_folder.is_dir() else []
    index = asyncio.run(_load_law(settings))
    found = see_sheets(paths, index, registry, {row.id: row for row in golden}, datetime.now(UTC).date())
    print_tables(build_agreement_tables(found.seen))
    typer.echo("What each may be trusted for:")
    typer.echo("\n".join(describe_trust(found.seen)))
    typer.echo(f"{len(found.seen)} answers of {len(paths)} sheets.")
    for name, count in found.left_out.items():
        typer.echo(f"{name}: {count} answers left out, since law that they name is not held here.", err=True)


async def _load_law(settings: Settings) -> LawIndex:
    from civicsetu.corpus.law_index import load_index
    from civicsetu.stores.database import Database
    from civicsetu.stores.law.law_store import LawStore

    database = await Database.open(settings)
    try:
        law = LawStore(database)
        return await load_index(law, await law.corpus_version())
    finally:
        await database.close()
