"""The statements of the law held, by the unit that carries them, each as a vector.

Built once for each version of the law: a statement whose passage the edition held no longer has is left
out, and with it what may not be shown without it, so that the provision's own words stand in.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.composing.asked_words import AskedWords, collect_asked_words
from civicsetu.corpus.law_index import IndexedEdition, LawIndex, Unit
from civicsetu.corpus.statements.asked_questions import AskedQuestion
from civicsetu.corpus.statements.catalogue import StatementCatalogue
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.law.statements import Statement, StatementPassage
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.late_interaction import LateInteraction, rows_of
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.models.whitening import Whitening, load_whitening

OF_STATEMENTS = ".statements"
"""Behind a profile's name: the file of the whitening that tells statements apart."""


class EmbedsTexts(Protocol):
    """Protocol of the embedder that a statement index needs."""

    async def embed_passages(self, texts: Sequence[str]) -> Floats:
        """Return one unit vector a text, in order."""
        ...

    async def embed_questions(self, texts: Sequence[str]) -> Floats:
        """Return the same for questions."""
        ...


@dataclass(frozen=True, slots=True)
class PassageHeld:
    """The words that carry a statement, as the plain edition held has them: `edition.body[start:end]`."""

    unit: Unit
    edition: IndexedEdition
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StatementHeld:
    """A statement with the places of its passages in the law held; its own law's first."""

    statement: Statement
    passages: tuple[PassageHeld, ...]

    @property
    def unit(self) -> Unit:
        return self.passages[0].unit

    @property
    def unit_ids(self) -> frozenset[str]:
        """The units of all its passages."""
        return frozenset(passage.unit.unit_id for passage in self.passages)

    @property
    def sections(self) -> frozenset[tuple[str, str]]:
        """Law and number of the sections or rules of all its passages."""
        return frozenset(
            (passage.unit.document, parse_path(passage.unit.path).number) for passage in self.passages
        )


@dataclass(frozen=True, slots=True)
class StatementWhitening:
    """Whitening of a vector twice: as keyphrases are compared, and as statements are told from their neighbours."""

    of_keyphrases: Whitening
    of_statements: Whitening


def load_statement_whitening(profile: EmbeddingProfile) -> StatementWhitening:
    """Return the whitenings that ship for an embedding profile; those without a file change nothing."""
    return StatementWhitening(
        load_whitening(profile.name, profile.dimension),
        load_whitening(f"{profile.name}{OF_STATEMENTS}", profile.dimension),
    )


@dataclass(frozen=True, slots=True)
class ComparedQuestions:
    """Questions of people, as they were `asked` and (m, dimension) `whitened`; `asks` (pairs, 2) pairs the row of one with the
    place of a statement that leads its answer.
    """

    asked: tuple[AskedQuestion, ...]
    whitened: Floats
    asks: NDArray[np.intp]

    def nearness(self, whitened: Floats, statements: int) -> Floats:
        """Return (statements,): how near the nearest question is that each leads, as a cosine to a whitened one.

        Of a statement that none of them asks for it is not known, which is no number: that nobody asked yet speaks neither for
        it nor against it.
        """
        nearest = np.full(statements, -np.inf, np.float32)
        np.maximum.at(nearest, self.asks[:, 1], (self.whitened @ whitened)[self.asks[:, 0]])
        return np.where(np.isfinite(nearest), nearest, np.float32(np.nan))


@dataclass(frozen=True)
class StatementIndex:
    """Statements in the order of the files.

    (n, dimension) each: `near` are their vectors, `whitened` the same whitened as keyphrases are, and `centres`
    the middle of each statement and of the questions it answers, whitened so that statements of one
    provision are told apart. `questions` (m, dimension) are these questions themselves, whitened as `centres` are, in
    the order of the statements that answer them; `questions_of` (n,) says how many of them each has. `asked_words` are the
    words of statement and questions, `late_rows` (n,) the rows that late interaction has them in, `compared` what people asked.
    """

    version: str
    held: tuple[StatementHeld, ...]
    near: Floats
    whitened: Floats
    centres: Floats
    questions: Floats
    questions_of: NDArray[np.intp]
    asked_words: AskedWords
    whitening: StatementWhitening
    catalogue: StatementCatalogue
    of_unit: Mapping[str, tuple[int, ...]]
    place: Mapping[str, int]
    late_rows: NDArray[np.intp]
    compared: ComparedQuestions

    def whiten_question(self, vector: Floats) -> Floats:
        """Return a question's vector as `centres` are compared with it."""
        return self.whitening.of_statements.whiten_questions(vector)

    def nearest_question(self, whitened: Floats) -> Floats:
        """Return (n,): how near the nearest question that a statement answers is to a whitened one, as a cosine.

        Of a statement without questions it is its own nearness.
        """
        nearest = np.asarray(self.centres @ whitened, np.float32)
        asked = np.flatnonzero(self.questions_of)
        starts = np.cumsum(self.questions_of)[asked] - self.questions_of[asked]
        nearest[asked] = nearest_of_each(self.questions @ whitened, starts)
        return nearest

    def nearest_asked_by_people(self, whitened: Floats) -> Floats:
        """Return (n,): how near the nearest question of people that a statement leads is to a whitened one, as a cosine."""
        return self.compared.nearness(whitened, len(self.held))

    def get(self, statement_id: str) -> StatementHeld | None:
        """Return a statement by its id; None where the law held does not carry it."""
        at = self.place.get(statement_id)
        return None if at is None else self.held[at]

    def with_required(self, held: StatementHeld) -> tuple[StatementHeld, ...]:
        """Return a statement and behind it what it may not be shown without."""
        required = (self.get(one.id) for one in self.catalogue.required_with(held.statement))
        return (held, *(one for one in required if one is not None))


async def build_statement_index(
    catalogue: StatementCatalogue,
    questions: Mapping[str, Sequence[str]],
    index: LawIndex,
    embedder: EmbedsTexts,
    whitening: StatementWhitening,
    late: LateInteraction | None = None,
    compared: Sequence[AskedQuestion] = (),
) -> StatementIndex:
    """Locate and embed the statements of the laws held, with the `questions` that each answers and those `compared` beside.

    Raises:
        ModelError: they cannot be embedded.
    """
    located = {one.id: found for one in catalogue if (found := _held(one, index)) is not None}
    held = tuple(
        one
        for one in located.values()
        if all(required.id in located for required in catalogue.required_with(one.statement))
    )
    asked = [(at, text) for at, one in enumerate(held) for text in questions.get(one.statement.id, ())]
    none = np.zeros((0, len(whitening.of_keyphrases.of_passages)), np.float32)
    near = await embedder.embed_passages([one.statement.says for one in held]) if held else none
    of_questions = await embedder.embed_questions([text for _, text in asked]) if asked else none
    told_apart = whitening.of_statements.whiten_questions(of_questions)
    asked_words = await asyncio.to_thread(collect_asked_words, [one.statement.says for one in held], asked)
    of_unit: dict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(held):
        for unit_id in dict.fromkeys(passage.unit.unit_id for passage in one.passages):
            of_unit[unit_id].append(at)
    place = {one.statement.id: at for at, one in enumerate(held)}
    return StatementIndex(
        index.version,
        held,
        near,
        whitening.of_keyphrases.whiten_passages(near),
        find_middles(near, told_apart, [at for at, _ in asked], whitening.of_statements),
        told_apart,
        np.bincount([at for at, _ in asked], minlength=len(held)),
        asked_words,
        whitening,
        catalogue,
        {unit: tuple(places) for unit, places in of_unit.items()},
        place,
        rows_of(late, [one.statement.says for one in held]),
        await _compared(compared, place, embedder, whitening.of_statements),
    )


async def _compared(
    asked: Sequence[AskedQuestion], place: Mapping[str, int], embedder: EmbedsTexts, whitening: Whitening
) -> ComparedQuestions:
    """Those that a statement held leads, embedded."""
    of_held = [one for one in asked if any(lead in place for lead in one.lead)]
    pairs = [(row, place[lead]) for row, one in enumerate(of_held) for lead in one.lead if lead in place]
    texts = [gloss(one.text) for one in of_held]
    vectors = await embedder.embed_questions(texts) if texts else np.zeros((0, len(whitening.of_passages)), np.float32)
    return ComparedQuestions(tuple(of_held), whitening.whiten_questions(vectors), np.asarray(pairs, np.intp).reshape(-1, 2))


def nearest_of_each(cosines: Floats, starts: Sequence[int] | NDArray[np.intp]) -> Floats:
    """Return the greatest of each run of cosines; `starts` says where each run begins, none of them empty."""
    if not len(starts):
        return np.zeros(0, np.float32)
    return np.asarray(np.maximum.reduceat(cosines, np.asarray(starts, np.intp)), np.float32)


def find_middles(near: Floats, questions: Floats, answered_by: Sequence[int], whitening: Whitening) -> Floats:
    """Return the middle of each text and the whitened questions it answers, of unit length: (n, dimension)."""
    centres = whitening.whiten_passages(near).copy()
    np.add.at(centres, list(answered_by), questions)
    unit: Floats = centres / np.maximum(np.linalg.norm(centres, axis=1, keepdims=True), 1e-9)
    return unit


def _held(statement: Statement, index: LawIndex) -> StatementHeld | None:
    passages = [_located(passage, index) for passage in statement.passages]
    if any(one is None for one in passages):
        return None
    return StatementHeld(statement, tuple(one for one in passages if one is not None))


def _located(passage: StatementPassage, index: LawIndex) -> PassageHeld | None:
    """Where the edition held says it, or None: the law is not held, or says it otherwise now."""
    place = passage.provision
    law = index.laws.get(place.document)
    edition = law.editions.get(EditionKind.PLAIN) if law else None
    if edition is None or str(place.path) not in edition.places:
        return None
    node = edition.places[str(place.path)]
    span = passage.locate(edition.body, node.start, node.end)
    units = index.units_of(str(provision_id(place.document, place.path))) or index.units_at(
        place.document, place.path
    )
    if span is None or not units:
        return None
    unit = next((one for one in units if _holds(one, edition, span)), units[0])
    return PassageHeld(unit, edition, *span)


def _holds(unit: Unit, edition: IndexedEdition, span: tuple[int, int]) -> bool:
    node = edition.places.get(unit.path)
    return node is not None and node.start <= span[0] and span[1] <= node.end
