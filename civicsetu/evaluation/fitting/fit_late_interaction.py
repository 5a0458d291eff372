"""Fit late interaction to the statements and silences that ship, their questions, and two in three of the labelled ones.

The third that is left out, drawn by the digest of their words, is what the ranking and the choice of a silence are
fitted to: on questions that were learned by heart, late interaction would seem better than it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from civicsetu.corpus.statements.catalogue import StatementCatalogue, get_statements
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion, labelled_questions
from civicsetu.evaluation.fitting.learn_late_interaction import (
    Lessons,
    TaughtQuestion,
    learn_late_interaction,
)
from civicsetu.evaluation.fitting.token_states import TokenStates
from civicsetu.models.embedder import Embedder
from civicsetu.models.late_interaction import EmbedsTokens, LateInteraction, rows_of
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType
from civicsetu.models.whitening import Whitening
from civicsetu.progress import Progress

_ALIKE = 0.8


@dataclass(frozen=True)
class LateFit:
    """Fitted late interaction, with its hits among the questions kept apart: a right text first, and among three."""

    late: LateInteraction
    shipped: int
    labelled: int
    apart: int
    first: float
    among_three: float

    def write(self, path: Path) -> None:
        """Write it as `models/late/<profile>.npz`."""
        self.late.write(path)


@runtime_checkable
class TokenReader(Embedder, EmbedsTokens, Protocol):
    """An embedder that gives the states of tokens, too."""


async def fit_late_interaction(embedder: TokenReader, whitening: Whitening, progress: Progress) -> LateFit:
    """Read every text's tokens, learn, and measure on the labelled questions that are kept apart.

    Raises:
        CorpusError, ModelError: a file is malformed, or the model gives no states of tokens.
    """
    catalogue, silences = get_statements(), get_silences()
    says = list(dict.fromkeys(one.says for one in (*catalogue, *silences)))
    row = {text: at for at, text in enumerate(says)}
    place = {one.id: row[one.says] for one in (*catalogue, *silences)}
    alike = _alike(
        whitening.whiten_passages(await embedder.embed_passages(says)), catalogue, place
    )
    labelled = [one for one in labelled_questions() if one.lead or one.silence]
    asked = _shipped_questions(place)
    words = [*asked, *(one.text for one in labelled)]
    texts = await _read(embedder, says, InputType.DOCUMENT, progress)
    questions = await _read(embedder, words, InputType.QUERY, progress)
    of_labelled = [_of_labelled(one, len(asked) + at, place) for at, one in enumerate(labelled)]
    taught = [told for told, one in zip(of_labelled, labelled, strict=True) if one.is_learned]
    shipped = [_of_shipped(at, right, alike) for at, right in enumerate(asked.values())]
    lessons = Lessons(texts, questions, shipped, taught)
    late = learn_late_interaction(lessons, says, progress)
    apart = [told for told, one in zip(of_labelled, labelled, strict=True) if one.half is LabelledHalf.APART]
    ranks = [_rank(late, questions, one) for one in apart]
    return LateFit(
        late, len(shipped), len(taught), len(apart), _share(ranks, below=1), _share(ranks, below=3)
    )


async def compare_new_texts(embedder: EmbedsTokens, late: LateInteraction) -> tuple[LateInteraction, int]:
    """Return what compares the statements and silences that ship now by what was learned before, and how many are new.

    Learning takes long and is worth repeating once many texts were written; one more does not change how tokens compare.

    Raises:
        CorpusError, ModelError: a file is malformed, or the model gives no states of tokens.
    """
    says = [one.says for one in (*get_statements(), *get_silences())]
    new = [text for text, row in zip(says, rows_of(late, says), strict=True) if row < 0]
    states = {text: await embedder.embed_tokens(text, InputType.DOCUMENT) for text in new}
    return late.of_texts(says, states), len(new)


def _shipped_questions(place: Mapping[str, int]) -> dict[str, list[int]]:
    """Every question that ships, with the rows of the texts that answer it."""
    asked: dict[str, list[int]] = defaultdict(list)
    owned = [*get_statement_questions().items(), *((one.id, one.questions) for one in get_silences())]
    for owner, texts in owned:
        for text in texts:
            asked[text].append(place[owner])
    return asked


def _of_shipped(row: int, right: Sequence[int], alike: NDArray[np.bool_]) -> TaughtQuestion:
    """What says nearly the same as a right text, or belongs with it, is not wrong either."""
    near = set(np.flatnonzero(alike[list(right)].any(0)).tolist())
    return TaughtQuestion(row, tuple(right), tuple(sorted(near - set(right))))


def _of_labelled(question: LabelledQuestion, row: int, place: Mapping[str, int]) -> TaughtQuestion:
    right = [place[one] for one in (*question.lead, question.silence) if one]
    return TaughtQuestion(row, tuple(right), tuple({place[one] for one in question.also} - {*right}))


def _alike(whitened: Floats, catalogue: StatementCatalogue, place: Mapping[str, int]) -> NDArray[np.bool_]:
    """(texts, texts): which say nearly the same, or belong together."""
    alike = np.asarray(whitened @ whitened.T > _ALIKE)
    for one in catalogue:
        for other in (*one.requires, *one.fills, *one.echoes, *one.qualifies):
            alike[place[one.id], place[other]] = alike[place[other], place[one.id]] = True
    return alike


async def _read(
    embedder: EmbedsTokens, texts: Sequence[str], purpose: InputType, progress: Progress
) -> TokenStates:
    """The states of every text's tokens, half as exact as the model gives them."""
    states = []
    for done, text in enumerate(texts, start=1):
        states.append((await embedder.embed_tokens(text, purpose)).astype(np.float16))
        progress("reading tokens", done / len(texts))
    return TokenStates.join(states)


def _rank(late: LateInteraction, questions: TokenStates, asked: TaughtQuestion) -> int:
    """How many texts stand before the first that is right."""
    chances = late.log_likelihoods(questions.states_of(asked.row))
    return int((chances > chances[list(asked.right)].max()).sum())


def _share(ranks: Sequence[int], *, below: int) -> float:
    return sum(rank < below for rank in ranks) / max(len(ranks), 1)
