"""`civicsetu eval posts`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from civicsetu.evaluation.command_settings import get_quiet_settings


def posts(folder: Annotated[Path, typer.Option(help="The folder of the posts.")] = Path("eval/posts")) -> None:
    """Ask the labelled posts, and count the asks that are led as a reader would lead them."""
    from civicsetu.evaluation.answers.posts import AsksLed, LabelledPost, load_posts, measure_posts
    from civicsetu.evaluation.retrieval_eval import open_service_and_law
    from civicsetu.progress import Progress, progress_on_stderr

    settings = get_quiet_settings()

    async def measure(labelled: list[LabelledPost], progress: Progress) -> AsksLed:
        async with open_service_and_law(settings) as (service, _):
            return await measure_posts(service, labelled, progress)

    labelled = load_posts(folder)
    with progress_on_stderr() as progress:
        counted = asyncio.run(measure(labelled, progress))
    typer.echo(
        f"{counted.posts} posts ask {counted.asks} things, of which the law held answers {counted.answerable}. "
        f"{counted.found} have a part of their own, {counted.led} are led as a reader would lead them."
    )
