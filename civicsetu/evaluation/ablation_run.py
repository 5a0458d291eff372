"""`civicsetu eval ablation`: every variant asked the same questions, one after another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

from civicsetu.answering.batch import open_service
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService, open_models
from civicsetu.corpus.law_index import load_index
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.ablation import Ablation, Variant, Worth, worth_of
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.golden.held_rows import split_held_rows
from civicsetu.evaluation.remembered_models import RememberedEmbedder, RememberedReranker, SavedTime
from civicsetu.evaluation.remembered_searches import RememberedResults, RememberedSearches
from civicsetu.evaluation.retrieval_eval import Selection
from civicsetu.evaluation.runner import AskedRow, ask
from civicsetu.law.answers import Event, Final
from civicsetu.progress import Progress
from civicsetu.settings import Settings
from civicsetu.stores.law.law_store import LawStore

_WARM = "Which law is held?"


class _Timed:
    """The service, whose answers tell the time they would have taken had no model remembered anything."""

    def __init__(self, service: AnsweringService, saved: SavedTime) -> None:
        self._service, self._saved = service, saved

    async def answer(self, question: Question) -> AsyncIterator[Event]:
        self._saved.restart()
        async for event in self._service.answer(question):
            if isinstance(event, Final):
                took_ms = event.answer.latency_ms + self._saved.ms
                answer = event.answer.model_copy(update={"latency_ms": took_ms})
                yield event.model_copy(update={"answer": answer})
            else:
                yield event

    async def forget(self, session: str) -> int:
        return await self._service.forget(session)


async def run_ablation(
    settings: Settings,
    selection: Selection,
    registry: Registry,
    variants: Sequence[Variant],
    progress: Progress,
    output: Path | None,
    earlier: Ablation | None = None,
) -> Ablation:
    """Ask the rows once for each variant; the first is the whole search, and all are held against it.

    Variants that an `earlier` run has are not asked again, if its whole search found and declined the same.

    The models are loaded once, they and the searches remember, and the stores run on. Variants that search alike, since
    they only decide or read otherwise, share the results of the search. Nothing is put into words: every measure is of
    what was found and decided. What is known so far is written after every variant.

    Raises:
        InputError: a golden row is wrong, none is left, or the earlier run is of another search.
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    rows = selection.load_rows(registry)
    saved = SavedTime()
    asked_of = {variant.name: variant.settings_of(settings) for variant in variants}
    with_all = next((one for one in asked_of.values() if one.models.reranker != "none"), settings)
    embedder, reranker = await open_models(with_all)
    remembering = RememberedEmbedder(embedder, saved)
    again = RememberedReranker(reranker, saved) if reranker is not None else None
    searches, results = RememberedSearches(saved), RememberedResults(settings, saved)
    whole: list[AskedRow] = []
    worth: dict[str, Worth] = {}
    version = ""
    for variant in variants:
        if variant.name in worth:
            continue
        kept = results if variant.searches_alike else None
        instead = replace(variant.substitutes(), searched=searches.wrap_stores, kept=kept)
        wanted = asked_of[variant.name]
        models = (remembering, again if wanted.models.reranker != "none" else None)
        async with open_service(wanted, models, instead) as service:
            law = LawStore(service.database)
            version = await law.corpus_version()
            held, _ = split_held_rows(rows, await load_index(law, version))
            asked = await _ask_each(_Timed(service, saved), held, progress, variant.name)
        whole = whole or asked
        worth[variant.name] = worth_of(asked, whole)
        told = Ablation(settings.settings_hash(), version, len(held), dict(worth))
        if earlier is not None:
            told = told.with_earlier(earlier, [one.name for one in variants])
            worth = dict(told.worth)
        if output is not None:
            told.write(output)
    return told


async def _ask_each(
    service: _Timed, rows: Sequence[GoldenRow], progress: Progress, variant: str
) -> list[AskedRow]:
    """A question before them is not counted, so that all is warm."""
    await ask(service, [_WARM], None)
    asked = []
    for number, row in enumerate(rows, start=1):
        outcome = await ask(service, [*row.turns, row.question], row.jurisdiction, composed=False)
        asked.append(AskedRow(row, outcome))
        progress(f"asking, {variant}", number / len(rows))
    return asked
