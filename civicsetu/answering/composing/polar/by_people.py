"""Say yes or no as readers did of people's questions like this one that the same statement answers.

The nearest question of the same statement is often put the other way round, so that nearness alone says the wrong word. How
both are put is compared, too, and a small quadratic model over both is asked how sure the word is. It is fitted by `civicsetu eval
fit-yes-or-no` and ships as data. Where a figure of the question may decide it, only the rules do, which compare figures; whether what
somebody says is right is another question (`by_claim`), which what a word means does not answer. Left open is what is asked of somebody whom
neither the statement names nor anybody with that answer.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.composing.polar.by_claim import ClaimModel, say_of_claim
from civicsetu.answering.composing.polar.others_named import others_named
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.asked_questions import AskedQuestion, AskedWord
from civicsetu.law.statements import StatementKind
from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.models.packed import Floats
from civicsetu.query.asking import Asking, QuestionFrame

_FILE = "by_people.npz"
_FIGURE = re.compile(r"\d|\b(?:Act|rules) (?:began|came)\b")
"""What a figure of a question may decide: another figure, or the day on which a law began."""
_ASKER = "asker"
_WORDS = (AskedWord.YES, AskedWord.NO)

FEATURES = (
    "same_near", "other_near", "neither_near", "same_put", "other_put", "neither_put", "same_share", "other_share",
    "same_turned", "other_turned", "neither_turned", "same_count", "other_count", "asked", "polar", "believed", "open",
    "either", "several", "marked", "ahead", "denied", "denied_last", "says", "words", "may", "must", "yes",
)  # fmt: skip


@dataclass(frozen=True)
class LikeQuestions:
    """Questions of people that one statement answers: how near each is to a question, (n,), how it is put, its word, whom it names."""

    near: Floats
    frames: Sequence[QuestionFrame]
    words: Sequence[AskedWord]
    named: Sequence[frozenset[str]]

    def names_with(self, word: AskedWord) -> frozenset[str]:
        """Return whom those with a word name."""
        return frozenset().union(*(named for named, own in zip(self.named, self.words, strict=True) if own is word))

    def acting_with(self, word: AskedWord) -> frozenset[str]:
        """Return who acts in those with a word, where they name somebody."""
        return frozenset(one.subject for one, own in zip(self.frames, self.words, strict=True) if own is word and one.subject)


@dataclass(frozen=True)
class YesOrNoModel:
    """A quadratic logistic model: (features,) each of means, scales and weights, and (features, features) of pairs."""

    means: Floats
    scales: Floats
    weights: Floats
    pairs: Floats
    intercept: float

    def chances(self, rows: Floats) -> Floats:
        """Return (rows,): the chance of each row's word."""
        told = self.standard(rows)
        sums = self.intercept + told @ self.weights + np.einsum("ni,ij,nj->n", told, self.pairs, told)
        return np.asarray(1 / (1 + np.exp(-sums)), np.float32)

    def standard(self, rows: Floats) -> Floats:
        """Return the rows on an even scale; what lies far outside counts as lying at the edge."""
        return np.asarray(np.clip((rows - self.means) / self.scales, -ANSWERING.word_edge, ANSWERING.word_edge), np.float32)

    def write(self, path: Path) -> None:
        """Write the file."""
        np.savez_compressed(
            path, means=self.means, scales=self.scales, weights=self.weights.astype(np.float16),
            pairs=self.pairs.astype(np.float16), intercept=np.float32(self.intercept), features=np.asarray(FEATURES),
        )  # fmt: skip


@lru_cache(maxsize=1)
def get_word_model() -> YesOrNoModel:
    """Return the model that ships.

    Raises:
        ValueError: the file was fitted to other features.
    """
    with files(__package__).joinpath(_FILE).open("rb") as file, np.load(file, allow_pickle=False) as held:
        if tuple(held["features"].tolist()) != FEATURES:
            raise ValueError(f"{_FILE} was fitted to other features.")
        of = {name: held[name].astype(np.float32) for name in ("means", "scales", "weights", "pairs")}
        return YesOrNoModel(**of, intercept=float(held["intercept"]))


def say_as_readers_did(
    question: Asking,
    whitened: Floats,
    lead: StatementHeld,
    index: StatementIndex,
    model: YesOrNoModel | None = None,
    claims: ClaimModel | None = None,
) -> str:
    """Return the word that readers would begin the answer to a question with which `lead` answers; empty where that is unsure.

    `whitened` is the question's vector as `StatementIndex.whiten_question` gives it; the models are those that ship where none are
    given.
    """
    frame = question.frame
    asks_else = frame.open and not frame.polar
    if asks_else or (frame.figures and _FIGURE.search(lead.statement.says)):
        return ""
    like = find_like_questions(whitened, index.place[lead.statement.id], index)
    rows = features_of(frame, like)
    if rows is None:
        return ""
    chances = (model or get_word_model()).chances(rows)
    if frame.believed:
        contradicts = lead.statement.kind is not StatementKind.DEFINITION
        return say_of_claim(question, lead.statement.says, chances, claims) if contradicts else ""
    return _likelier_word(frame, lead, like, chances).value


def _likelier_word(frame: QuestionFrame, lead: StatementHeld, like: LikeQuestions, chances: Floats) -> AskedWord:
    best = int(np.argmax(chances))
    if chances[best] < ANSWERING.least_word:
        return AskedWord.NEITHER
    if _WORDS[best] is AskedWord.NO and _denies_another(frame, like):
        return AskedWord.NEITHER
    known = others_named(lead.statement.says) | like.names_with(_WORDS[best])
    return _WORDS[best] if others_named(frame.asking) <= known else AskedWord.NEITHER


def _denies_another(frame: QuestionFrame, like: LikeQuestions) -> bool:
    """Whether the asker asks what they themselves may do, and every like question answered by no asks it of another.

    That a builder may not refuse it is no "no" to buyers who would do it without him.
    """
    acting = like.acting_with(AskedWord.NO)
    return frame.subject == _ASKER and bool(acting) and _ASKER not in acting


def find_like_questions(whitened: Floats, at: int, index: StatementIndex, but: str = "") -> LikeQuestions:
    """Return the questions of people that the statement at a place answers, without the question `but` itself."""
    compared = index.compared
    of_it = [int(row) for row in compared.asks[compared.asks[:, 1] == at, 0] if compared.asked[row].text != but]
    asked = [compared.asked[row] for row in of_it]
    near = np.asarray(compared.whitened[of_it] @ whitened, np.float32)
    return LikeQuestions(near, [_frame_of(one) for one in asked], [one.word for one in asked], [_named_in(one) for one in asked])


@lru_cache(maxsize=8192)
def _frame_of(question: AskedQuestion) -> QuestionFrame:
    """How a question that ships asks: each is read once. What a person asks is not kept."""
    return Asking(question.text).frame


@lru_cache(maxsize=8192)
def _named_in(question: AskedQuestion) -> frozenset[str]:
    """Whom a question that ships names, read once."""
    return others_named(question.text)


def features_of(frame: QuestionFrame, like: LikeQuestions) -> Floats | None:
    """Return (2, features): the features of a yes and of a no; None where no question of people asks for the statement."""
    if not like.frames:
        return None
    put = like.near + ANSWERING.word_put_alike * np.asarray([frame.agreement(one) for one in like.frames], np.float32)
    turned = np.asarray([frame.is_turned_like(one) for one in like.frames])
    words = np.asarray([one.value for one in like.words])
    return np.asarray([_features(word, frame, like.near, put, turned, words) for word in _WORDS], np.float32)


def _features(
    word: AskedWord, frame: QuestionFrame, near: Floats, put: Floats, turned: NDArray[np.bool_], words: NDArray[np.str_]
) -> tuple[float, ...]:
    other = AskedWord.NO if word is AskedWord.YES else AskedWord.YES
    same, opposite, neither = words == word.value, words == other.value, words == AskedWord.NEITHER.value
    sharpness = ANSWERING.word_sharpness
    shares = np.exp(sharpness * put)
    whole = float(shares.sum()) + math.exp(sharpness * ANSWERING.word_put_alike)
    leans = 1.0 if word is AskedWord.NO else -1.0
    return (
        _most(near, same), _most(near, opposite), _most(near, neither),
        _most(put, same), _most(put, opposite), _most(put, neither),
        float(shares[same].sum()) / whole, float(shares[opposite].sum()) / whole,
        _most(near, same & turned), _most(near, opposite & turned), _most(near, neither & turned),
        float(same.sum()) / (len(words) + 1), float(opposite.sum()) / (len(words) + 1), float(np.log1p(len(words))),
        float(frame.polar), float(frame.believed), float(frame.open), float(frame.either), float(frame.several), float(frame.marked),
        _most(put, same) - max(_most(put, opposite), _most(put, neither)),
        leans * frame.denied, leans * frame.denied_last, leans * frame.believed,
        min(frame.words, 60) / 60, float(frame.kind is PolarKind.MAY), float(frame.kind is PolarKind.MUST),
        float(word is AskedWord.YES),
    )  # fmt: skip


def _most(values: Floats, among: NDArray[np.bool_]) -> float:
    return float(values[among].max()) if among.any() else ANSWERING.word_far
