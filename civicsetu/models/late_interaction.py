"""Late interaction: compare each token of a question with the tokens of a text (as ColBERT does).

One vector for a whole sentence blurs which of two near statements a question asks for. Here every token of the question
looks for the token of the text that is most like it, in a space learned from questions whose statement is known; what the
tokens of the question count is learned, too, and so is one more comparison of both texts as wholes. The states of the
question's tokens come with its embedding, those of the texts that ship are projected beforehand. The file belongs to one
embedding profile; `civicsetu eval fit-late-interaction` learns it, `civicsetu eval compare-new-texts` projects texts written
since by what was learned. A text that is not in it has no likelihood.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.packed import Floats
from civicsetu.models.profiles import InputType
from civicsetu.models.thresholds import MODELS

_KEY_BYTES = 8
_INT8 = 127.0
_FOLDER = "late"


@runtime_checkable
class EmbedsTokens(Protocol):
    """An embedder that gives the states of a text's tokens, too."""

    async def embed_tokens(self, text: str, purpose: InputType = InputType.QUERY) -> Floats:
        """Return (tokens, dimension) of a text; raises as `Embedder.embed_query`, and ModelError without states."""
        ...


@dataclass(frozen=True)
class Side:
    """Projection of the token states, (tokens, dimension), of a question or of a text.

    `mean` and `scale` (dimension,) standardise them; `tokens` and `whole` (dimension + 1, projected) project them, `counts`
    (dimension + 1,) weighs them, the last row of each being its bias.
    """

    mean: Floats
    scale: Floats
    tokens: Floats
    whole: Floats
    counts: Floats

    def project(self, states: Floats) -> tuple[Floats, Floats, Floats]:
        """Return tokens (t, projected) of unit length, their shares (t,), and the whole (projected,) of unit length."""
        held = (states - self.mean) / self.scale
        shares = _softmax(held @ self.counts[:-1] + self.counts[-1])
        tokens = _unit(held @ self.tokens[:-1] + self.tokens[-1])
        return tokens, shares, _unit(shares @ held @ self.whole[:-1] + self.whole[-1])


@dataclass(frozen=True)
class LateInteraction:
    """Texts by the digest of their words, in rows; `tokens` (all tokens, projected) of a row begin at `starts`.

    `wholes` (n, projected) are the texts as wholes, all of unit length; `sharpness` are the factors of both comparisons.
    """

    question: Side
    text: Side
    sharpness: Floats
    rows: Mapping[bytes, int]
    starts: NDArray[np.intp]
    tokens: Floats
    wholes: Floats

    def __post_init__(self) -> None:
        if list(self.rows.values()) != list(range(len(self.starts))) or len(self.wholes) != len(self.starts):
            raise ValueError("Every text is held once, in the order of its rows.")

    def log_likelihoods(self, states: Floats) -> Floats:
        """Return (n,): the logarithm of the chance of each text to be what a question asks for, of all that ship."""
        tokens, shares, whole = self.question.project(states)
        best = np.maximum.reduceat(tokens @ self.tokens.T, self.starts, axis=1)
        of_tokens, of_whole = self.sharpness
        sums = of_tokens * (shares @ best) + of_whole * (self.wholes @ whole)
        top = float(sums.max())
        return np.asarray(sums - top - np.log(np.exp(sums - top).sum()), np.float32)

    def of_texts(self, texts: Sequence[str], new: Mapping[str, Floats]) -> LateInteraction:
        """Return what compares these texts, each once: those held stay as they are, `new` ones are projected from their
        token states, (tokens, dimension).

        Raises:
            KeyError: a text is neither held nor among the new ones.
        """
        once = list(dict.fromkeys(texts))
        ends = np.append(self.starts[1:], len(self.tokens))

        def project(text: str) -> tuple[Floats, Floats]:
            at = self.rows.get(digest_of(text))
            if at is not None:
                return self.tokens[self.starts[at] : ends[at]], self.wholes[at]
            tokens, _, whole = self.text.project(new[text])
            return tokens, whole

        tokens, wholes = zip(*map(project, once), strict=True)
        starts = np.cumsum([0, *map(len, tokens[:-1])]).astype(np.intp)
        rows = {digest_of(text): at for at, text in enumerate(once)}
        return replace(self, rows=rows, starts=starts, tokens=np.concatenate(tokens), wholes=np.stack(wholes))

    def write(self, path: Path) -> None:
        """Write the file; tokens and wholes in eight bits, which moves a likelihood by less than one in a hundred."""
        sides = {"question": self.question, "text": self.text}
        of_sides: dict[str, NDArray[np.generic]] = {}
        for name, side in sides.items():
            of_sides[f"{name}_tokens"] = side.tokens.astype(np.float16)
            of_sides[f"{name}_whole"] = side.whole.astype(np.float16)
            of_sides[f"{name}_counts"] = side.counts
        np.savez_compressed(
            path,
            allow_pickle=False,
            keys=np.frombuffer(b"".join(self.rows), np.uint8).reshape(-1, _KEY_BYTES),
            starts=self.starts.astype(np.int32),
            tokens=_packed(self.tokens),
            wholes=_packed(self.wholes),
            mean=self.question.mean, scale=self.question.scale, sharpness=self.sharpness,
            **of_sides,
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
    told = np.log(np.exp(likelihoods) + MODELS.unlikely)
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
        question, text = (
            Side(
                data["mean"],
                data["scale"],
                data[f"{name}_tokens"].astype(np.float32),
                data[f"{name}_whole"].astype(np.float32),
                data[f"{name}_counts"],
            )
            for name in ("question", "text")
        )
        rows = {row.tobytes(): at for at, row in enumerate(data["keys"])}
        starts, tokens, wholes = data["starts"].astype(np.intp), _unpacked(data["tokens"]), _unpacked(data["wholes"])
        return LateInteraction(question, text, data["sharpness"], rows, starts, tokens, wholes)


def _packed(unit: Floats) -> NDArray[np.int8]:
    return np.asarray(np.round(unit * _INT8), np.int8)


def _unpacked(packed: NDArray[np.int8]) -> Floats:
    return _unit(packed.astype(np.float32))


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9), np.float32)


def _softmax(sums: Floats) -> Floats:
    raised = np.exp(sums - sums.max())
    return np.asarray(raised / raised.sum(), np.float32)
