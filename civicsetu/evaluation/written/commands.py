"""What `civicsetu eval answers` does with recorded completions besides measuring and exporting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from civicsetu.evaluation.judging.commands import select_questions
from civicsetu.progress import progress_on_stderr
from civicsetu.settings import get_settings

if TYPE_CHECKING:
    from civicsetu.evaluation.retrieval_eval import Selection
    from civicsetu.evaluation.written.replay import Replay


def collect_prompts(questions: Path, selection: Selection, replay: Replay) -> None:
    """Ask the questions of a file for the prompts they make; what is answered is shown nowhere."""
    from civicsetu.evaluation.written.replay import ask_for_prompts

    asked = select_questions(questions, selection)
    with progress_on_stderr() as progress:
        failed = asyncio.run(ask_for_prompts(get_settings(), asked, replay, progress))
    typer.echo(f"{len(asked) - len(failed)} of {len(asked)} questions asked.")
    for line in failed:
        typer.echo(line, err=True)
