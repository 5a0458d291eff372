"""Late interaction: compare each token of a question with the tokens of a text (as ColBERT does).

One vector for a whole sentence blurs which of two near statements a question asks for. Here every token of the question
looks for the token of the text that is most like it, in a space learned from questions whose statement is known; what the
tokens of the question count is learned, too, and so is one more comparison of both texts as wholes. The states of the
question's tokens come with its embedding, those of the texts that ship are projected beforehand. The file belongs to one
embedding profile; `civicsetu eval fit-late-interaction` writes it. A text that is not in it has no likelihood.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType

_KEY_BYTES = 8
_INT8 = 127.0
_FOLDER = "late"
_UNLIKELY = 0.01


@runtime_checkable
class EmbedsTokens(Protocol):
    """An embedder that gives the states of a text's tokens, too."""

    async def embed_tokens(self, text: str, purpose: InputType = InputType.QUERY) -> Floats:
        """(tokens, dimension) of a text; raises as `Embedder.embed_query`, and ModelError where the model gives none."""
        ...


@dataclass(frozen=True)
class QuestionSide:
    """What a question's token states, (tokens, dimension), are made into.

    `mean` and `scale` (dimension,) standardise them; `tokens` and `whole` (dimension + 1, projected) project them, `counts`
    (dimension + 1,) weighs them, the last row of each being its bias; `sharpness` are the factors of both comparisons.
    """

    mean: Floats
    scale: Floats
    tokens: Floats
    whole: Floats
    counts: Floats
    sharpness: Floats

    def project(self, states: Floats) -> tuple[Floats, Floats, Floats]:
        """Return tokens (t, projected) of unit length, their shares (t,), and the whole (projected,) of unit length."""
        held = (states - self.mean) / self.scale
        shares = _softmax(held @ self.counts[:-1] + self.counts[-1])
        tokens = _unit(held @ self.tokens[:-1] + self.tokens[-1])
        return tokens, shares, _unit(shares @ held @ self.whole[:-1] + self.whole[-1])


@dataclass(frozen=True)
class LateInteraction:
    """Texts by the digest of their words, in rows; `tokens` (all tokens, projected) of a row begin at `starts`.

    `wholes` (n, projected) are the texts as wholes, all of unit length.
    """

    question: QuestionSide
    rows: Mapping[bytes, int]
    starts: NDArray[np.intp]
    tokens: Floats
    wholes: Floats

    def log_likelihoods(self, states: Floats) -> Floats:
        """Return (n,): the logarithm of the chance of each text to be what a question asks for, of all that ship."""
        tokens, shares, whole = self.question.project(states)
        best = np.maximum.reduceat(tokens @ self.tokens.T, self.starts, axis=1)
        of_tokens, of_whole = self.question.sharpness
        sums = of_tokens * (shares @ best) + of_whole * (self.wholes @ whole)
        top = float(sums.max())
        return np.asarray(sums - top - np.log(np.exp(sums - top).sum()), np.float32)

    def write(self, path: Path) -> None:
        """Write the file; tokens and wholes in eight bits, which moves a likelihood by less than one in a hundred."""
        held = self.question
        np.savez_compressed(
            path,
            keys=np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, _KEY_BYTES),
            starts=self.starts.astype(np.int32),
            tokens=_packed(self.tokens),
            wholes=_packed(self.wholes),
            mean=held.mean, scale=held.scale, sharpness=held.sharpness,
            question_tokens=held.tokens.astype(np.float16),
            question_whole=held.whole.astype(np.float16),
            question_counts=held.counts,
        )  # fmt: skip


def rows_of(late: LateInteraction | None, texts: Sequence[str]) -> NDArray[np.intp]:
    """Return (n,): the row of each text among those that are compared; -1 where it is not among them."""
    rows = late.rows if late is not None else {}
    return np.asarray([rows.get(digest_of(text), -1) for text in texts], np.intp)


def likelihoods_at(rows: NDArray[np.intp], likelihoods: Floats | None) -> Floats:
    """Return (n,): what `LateInteraction.log_likelihoods` gave these rows; not a number where none is known.

    What is unlikely counts alike: how unlikely it is says nothing of which of two answers.
    """
    if likelihoods is None:
        return np.full(len(rows), np.nan, np.float32)
    told = np.log(np.exp(likelihoods) + _UNLIKELY)
    return np.asarray(np.append(told, np.float32(np.nan))[rows], np.float32)


def digest_of(text: str) -> bytes:
    """Return what a text is held under."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:_KEY_BYTES]


def late_file_of(profile: str) -> Path:
    """Return where the file of an embedding profile belongs."""
    return Path(str(files("civicsetu.models").joinpath(_FOLDER, f"{profile}.npz")))


@lru_cache(maxsize=2)
def load_late_interaction(profile: str) -> LateInteraction | None:
    """Return what ships for an embedding profile; None where nothing does."""
    path = late_file_of(profile)
    return read_late_interaction(path) if path.is_file() else None


def read_late_interaction(path: Path) -> LateInteraction:
    """Read a file that `LateInteraction.write` wrote."""
    with np.load(path, allow_pickle=False) as data:
        side = QuestionSide(
            data["mean"],
            data["scale"],
            data["question_tokens"].astype(np.float32),
            data["question_whole"].astype(np.float32),
            data["question_counts"],
            data["sharpness"],
        )
        rows = {row.tobytes(): at for at, row in enumerate(data["keys"])}
        starts = data["starts"].astype(np.intp)
        return LateInteraction(side, rows, starts, _unpacked(data["tokens"]), _unpacked(data["wholes"]))


def _packed(unit: Floats) -> NDArray[np.int8]:
    return np.asarray(np.round(unit * _INT8), np.int8)


def _unpacked(packed: NDArray[np.int8]) -> Floats:
    return _unit(packed.astype(np.float32))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9), np.float32)


def _softmax(sums: Floats) -> Floats:
    raised = np.exp(sums - sums.max())
    return np.asarray(raised / raised.sum(), np.float32)
