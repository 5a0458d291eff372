"""`civicsetu eval retrieval`: the golden set asked through the public door, and what came of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from civicsetu.answering.batch import open_service
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.bm25 import WordRanking
from civicsetu.evaluation.breakdowns import RANKED, Measured, build_tables
from civicsetu.evaluation.fitting.calibrate import (
    Fit,
    collect_samples,
    collect_scope_samples,
    collect_short_samples,
    fit,
    fit_without_each,
)
from civicsetu.evaluation.fitting.fit_belongs import BelongsFit, collect_behind_samples, fit_belongs
from civicsetu.evaluation.fitting.fit_silences import SilenceFit, collect_silence_samples, fit_silences
from civicsetu.evaluation.fitting.fit_statements import (
    StatementFit,
    collect_labelled_samples,
    collect_statement_samples,
    fit_statements,
    require_answerable,
)
from civicsetu.evaluation.fitting.fit_yes_or_no import YesOrNoFit, fit_yes_or_no
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, by_half, unlearned_questions
from civicsetu.evaluation.fitting.scope_questions import scope_questions_of
from civicsetu.evaluation.golden.golden_set import GoldenRow, load_golden, select_rows
from civicsetu.evaluation.golden.held_rows import find_absent_gold, find_absent_terms, split_held_rows
from civicsetu.evaluation.golden.row_kinds import Half, RowKind, RowLanguage
from civicsetu.evaluation.reviewed.cases import FOLDER, load_reviewed
from civicsetu.evaluation.run_report import Facts, Report, list_notes
from civicsetu.evaluation.runner import AskedRow, ask_all
from civicsetu.law.documents import CENTRAL
from civicsetu.models.embedder import open_embedder
from civicsetu.models.writer.chat import ChatModels
from civicsetu.progress import Progress
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.settings import Settings
from civicsetu.stores.law.law_store import LawStore

_LONGEST_S = 600.0
"""The longest deadline that the settings allow."""


@dataclass(frozen=True)
class Selection:
    """Selection of rows of a golden set; `reviewed` where `folder` holds reviewed cases, which have no halves."""

    folder: Path
    half: Half = Half.TUNE
    kind: RowKind | None = None
    language: RowLanguage | None = None
    limit: int | None = None
    every: int = 1
    ids: frozenset[str] | None = None
    reviewed: bool = False

    @property
    def name(self) -> str:
        """Return what a report calls the rows."""
        return FOLDER if self.reviewed else self.half.value

    def load_rows(self, registry: Registry) -> list[GoldenRow]:
        """Return the rows selected; raise InputError where a row is wrong or none is left."""
        if self.reviewed:
            rows = load_reviewed(self.folder, registry)
        else:
            rows = load_golden(self.folder, self.half, registry)
        return select_rows(
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
    rows = selection.load_rows(registry)
    async with open_service_and_law(settings) as (service, index):
        asked, left_out = split_held_rows(rows, index)
        outcomes = await ask_all(service, asked, progress)
    measured = measure(outcomes, index, registry)
    facts = Facts(selection.name, len(asked), len(left_out), settings.settings_hash(), index.version)
    notes = list_notes(measured, left_out, find_absent_gold(asked, index), find_absent_terms(asked, index))
    return Report(facts, build_tables(measured, registry), notes, measured)


async def fit_classifier(settings: Settings, selection: Selection, registry: Registry, progress: Progress) -> Fit:
    """Ask the rows of a selection and the questions that ship for it, and fit the answerability classifier to them.

    Raises:
        As `evaluate`.
    """
    rows = selection.load_rows(registry)
    async with open_service_and_law(settings) as (service, index):
        asked, _ = split_held_rows(rows, index)
        samples = await collect_samples(service, asked, progress)
        short = await collect_short_samples(service, progress)
        at_border = await collect_scope_samples(service, scope_questions_of(LabelledHalf.FIT), progress)
        apart = await collect_scope_samples(service, scope_questions_of(LabelledHalf.APART), progress)
    every = [*samples, *short, *at_border]
    return replace(fit(every, apart), without=fit_without_each(every))


async def fit_statement_weights(
    settings: Settings, selection: Selection, registry: Registry, progress: Progress
) -> StatementFit:
    """Ask the rows of a selection and fit the ranking of statements on what is found.

    Raises:
        As `evaluate`.
    """
    rows = selection.load_rows(registry)
    async with open_service_and_law(settings) as (service, index):
        asked, _ = split_held_rows(rows, index)
        of_golden = await collect_statement_samples(service, asked, progress)
        require_answerable(of_golden)
        to_fit = [one for one in unlearned_questions() if one.half is LabelledHalf.FIT]
        of_labelled = await collect_labelled_samples(service, to_fit, progress)
        apart = await collect_labelled_samples(service, by_half(LabelledHalf.APART), progress)
        return fit_statements([*of_golden, *of_labelled], apart)


async def fit_belongs_model(settings: Settings, progress: Progress) -> BelongsFit:
    """Ask the labelled questions and fit what belongs behind a lead; raises as `fit_silence_weights`."""
    async with open_service_and_law(settings) as (service, _):
        return fit_belongs(await collect_behind_samples(service, unlearned_questions(), progress))


async def fit_words(settings: Settings) -> YesOrNoFit:
    """Fit when yes or no is said as readers did.

    Raises:
        As `evaluate`, and InputError where no statement is held.
    """
    async with open_service_and_law(settings) as (service, _):
        index = await service.statement_index()
        if index is None:
            message = "The statements of the law cannot be embedded just now."
            raise InputError(message, user_message=message)
        return await fit_yes_or_no(index, open_embedder(settings))


async def fit_silence_weights(settings: Settings, progress: Progress) -> SilenceFit:
    """Ask the labelled questions and fit what tells that a silence is asked for.

    Raises:
        As `evaluate`, and CorpusError where a labelled question is wrong.
    """
    async with open_service_and_law(settings) as (service, _):
        return fit_silences(await collect_silence_samples(service, unlearned_questions(), progress))


def measure(asked: Sequence[AskedRow], index: LawIndex, registry: Registry) -> list[Measured]:
    """Return each row with what BM25 ranks for the same words in the same laws, and its states."""
    by_words = WordRanking(index)
    measured: list[Measured] = []
    for one in asked:
        said = " ".join((*one.row.turns, one.row.question))
        named = {CENTRAL, one.row.jurisdiction, *states_named(said, registry)}
        documents = {key for key, law in index.laws.items() if law.jurisdiction in named}
        places = tuple(by_words.first(said, documents, RANKED))
        measured.append(Measured(one, places, find_states(one.row, registry)))
    return measured


def find_states(row: GoldenRow, registry: Registry) -> frozenset[str]:
    """Return the states a question is about: chosen, named in it, or those of its gold; none for most."""
    of_gold = (registry.get_document(place.document).jurisdiction for place in row.gold)
    named = states_named(row.question, registry)
    return frozenset({*([row.jurisdiction] if row.jurisdiction else []), *named, *of_gold} - {CENTRAL})


def _without_haste(settings: Settings) -> Settings:
    answering = settings.answering.model_copy(update={"deadline_s": _LONGEST_S})
    return settings.model_copy(update={"answering": answering})


@asynccontextmanager
async def open_service_and_law(
    settings: Settings, writer: ChatModels | None = None
) -> AsyncIterator[tuple[AnsweringService, LawIndex]]:
    """Yield the service as the command line opens it, with another `writer` if one is given, and the law it holds.

    A recorded writer answers at once, so that only a busy machine can exceed a deadline: such a run has the longest.
    """
    async with open_service(_without_haste(settings) if writer else settings, writer=writer) as service:
        law = LawStore(service.database)
        yield service, await load_index(law, await law.corpus_version())
