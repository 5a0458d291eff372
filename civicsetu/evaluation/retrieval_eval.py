"""`civicsetu eval retrieval`: the golden set asked through the public door, and what came of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from civicsetu.answering.batch import opened
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.bm25 import WordRanking
from civicsetu.evaluation.breakdowns import RANKED, Measured, tables_of
from civicsetu.evaluation.fitting.calibrate import Fit, fit, samples
from civicsetu.evaluation.golden.golden_set import GoldenRow, chosen, load_golden
from civicsetu.evaluation.golden.held_rows import absent_gold, absent_terms, held_rows
from civicsetu.evaluation.golden.row_kinds import Half, Kind, Language
from civicsetu.evaluation.report import Facts, Report, notes_of
from civicsetu.evaluation.runner import Asked, Progress, ask_all
from civicsetu.law.documents import CENTRAL
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.settings import Settings
from civicsetu.stores.law.law_store import LawStore


@dataclass(frozen=True)
class Selection:
    """Which rows of which golden set."""

    folder: Path
    half: Half = Half.TUNE
    kind: Kind | None = None
    language: Language | None = None
    limit: int | None = None
    every: int = 1
    ids: frozenset[str] | None = None

    def rows(self, registry: Registry) -> list[GoldenRow]:
        """Raises InputError where a row is wrong or none is left."""
        rows = load_golden(self.folder, self.half, registry)
        return chosen(
            rows, ids=self.ids, kind=self.kind, language=self.language, limit=self.limit, every=self.every
        )


async def evaluate(
    settings: Settings, selection: Selection, registry: Registry, progress: Progress
) -> Report:
    """Ask the rows of a selection and measure what was found.

    Raises:
        InputError: a golden row is wrong, or none is left; told before anything is opened.
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    rows = selection.rows(registry)
    async with _opened(settings) as (service, index):
        asked, left_out = held_rows(rows, index)
        outcomes = await ask_all(service, asked, progress)
    measured = measure(outcomes, index, registry)
    facts = Facts(selection.half.value, len(asked), len(left_out), settings.settings_hash(), index.version)
    notes = notes_of(measured, left_out, absent_gold(asked, index), absent_terms(asked, index))
    return Report(facts, tables_of(measured, registry), notes, measured)


async def calibrated(settings: Settings, selection: Selection, registry: Registry, progress: Progress) -> Fit:
    """Ask the rows of a selection and fit the answerability classifier on what its searches tell.

    Raises:
        As `evaluate`.
    """
    rows = selection.rows(registry)
    async with _opened(settings) as (service, index):
        asked, _ = held_rows(rows, index)
        return fit(await samples(service, asked, progress))


def measure(asked: Sequence[Asked], index: LawIndex, registry: Registry) -> list[Measured]:
    """Each row with what BM25 ranks for the same words in the same laws, and its states."""
    by_words = WordRanking(index)
    measured: list[Measured] = []
    for one in asked:
        said = " ".join((*one.row.turns, one.row.question))
        named = {CENTRAL, one.row.jurisdiction, *states_named(said, registry)}
        documents = {key for key, law in index.laws.items() if law.jurisdiction in named}
        places = tuple(by_words.first(said, documents, RANKED))
        measured.append(Measured(one, places, states_asked(one.row, registry)))
    return measured


def states_asked(row: GoldenRow, registry: Registry) -> frozenset[str]:
    """The states a question is about: chosen, named in it, or those of its gold; none for most."""
    of_gold = (registry.document(place.document).jurisdiction for place in row.gold)
    named = states_named(row.question, registry)
    return frozenset({*([row.jurisdiction] if row.jurisdiction else []), *named, *of_gold} - {CENTRAL})


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[tuple[AnsweringService, LawIndex]]:
    """The service as the command line opens it, and the law it holds."""
    async with opened(settings) as service:
        law = LawStore(service.database)
        yield service, await load_index(law, await law.corpus_version())
