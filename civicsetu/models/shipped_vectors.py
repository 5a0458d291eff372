"""Vectors that ship with the package, so that what ships is not embedded again by each installation.

A file belongs to one embedding profile and the weights it was made with. It holds each vector under a
digest of its text and purpose: a text that was changed since, or that came from elsewhere, is simply
not in it, and is embedded. `make vectors` writes the file.
"""

from __future__ import annotations

import asyncio
import hashlib
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.embedding import Done
from civicsetu.models.packed import Floats
from civicsetu.models.prepared import PARTS
from civicsetu.models.profiles import EmbeddingProfile, InputType
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from civicsetu.models.embedder import Embedder
    from civicsetu.models.encoders import TokenSpan

_KEY_BYTES = 16
_Embed = Callable[[Sequence[str], Done | None], Awaitable[Floats]]


@dataclass(frozen=True)
class ShippedVectors:
    """Vectors of unit length in half precision; `rows` names the row of a text by its key."""

    rows: Mapping[bytes, int]
    vectors: NDArray[np.float16]

    def vectors_at(self, rows: Sequence[int]) -> Floats:
        """Return the vectors of these rows, of unit length again after their rounding."""
        found = self.vectors[list(rows)].astype(np.float32)
        unit: Floats = found / np.linalg.norm(found, axis=1, keepdims=True)
        return unit


def key_of(purpose: InputType, text: str) -> bytes:
    """Return what the vector of a text is held under."""
    told = f"{purpose.value}\n{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(told).digest()[:_KEY_BYTES]


def file_of(profile: EmbeddingProfile) -> Path:
    """Return where the file of a profile belongs."""
    return Path(str(files("civicsetu.models").joinpath("vectors", f"{profile.name}.npz")))


def write_shipped(
    path: Path, profile: EmbeddingProfile, vectors: Mapping[bytes, Floats | NDArray[np.float16]]
) -> None:
    """Write vectors by their keys; the same vectors make the same file."""
    order = sorted(vectors)
    keys = np.frombuffer(b"".join(order), np.uint8).reshape(-1, _KEY_BYTES)
    held = np.array([vectors[key] for key in order]).astype(np.float16)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, made=np.array([_made_with(profile), _checksum(keys, held)]), keys=keys, vectors=held)


def read_shipped(path: Path, profile: EmbeddingProfile) -> ShippedVectors | None:
    """Return the vectors of a file; None where it is missing, or, as the log says, damaged or of other weights."""
    if not path.is_file():
        return None
    try:
        with np.load(path, allow_pickle=False) as kept:
            made, keys, vectors = kept["made"], kept["keys"], kept["vectors"]
        if list(made) == [_made_with(profile), _checksum(keys, vectors)]:
            return ShippedVectors({bytes(key): row for row, key in enumerate(keys)}, vectors)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        get_logger(__name__).warning("shipped_vectors_damaged", file=path.name, error=type(error).__name__)
        return None
    get_logger(__name__).warning("shipped_vectors_not_of_these_weights", file=path.name)
    return None


def with_shipped_vectors(embedder: Embedder) -> Embedder:
    """Return an embedder that looks up shipped vectors and embeds the rest; itself where none ship."""
    shipped = _get_shipped(embedder.profile)
    return embedder if shipped is None else LookingUp(embedder, shipped)


@lru_cache(maxsize=1)
def _get_shipped(profile: EmbeddingProfile) -> ShippedVectors | None:
    """Return the vectors that ship for a profile, read once: who searches and who answers look them up."""
    return read_shipped(file_of(profile), profile)


class LookingUp:
    """An embedder before another one: it knows vectors by their texts."""

    def __init__(self, embedder: Embedder, shipped: ShippedVectors) -> None:
        self.profile = embedder.profile
        self._embedder = embedder
        self._shipped = shipped

    async def embed_query(self, text: str) -> Floats:
        return await self._embedder.embed_query(text)

    async def embed_passages(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        return await self._found(InputType.DOCUMENT, texts, self._embedder.embed_passages, on_progress)

    async def embed_questions(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        return await self._found(InputType.QUERY, texts, self._embedder.embed_questions, on_progress)

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)

    def token_spans(self, text: str) -> list[TokenSpan]:
        return self._embedder.token_spans(text)

    async def _found(
        self, purpose: InputType, texts: Sequence[str], embed: _Embed, on_progress: Done | None
    ) -> Floats:
        rows = await asyncio.to_thread(
            lambda: [self._shipped.rows.get(key_of(purpose, one)) for one in texts]
        )
        known = {index: row for index, row in enumerate(rows) if row is not None}
        missing = [index for index, row in enumerate(rows) if row is None]
        vectors = np.empty((len(texts), self.profile.dimension), np.float32)
        vectors[list(known)] = self._shipped.vectors_at(list(known.values()))
        if missing:
            after = on_progress and (lambda done, _: on_progress(len(known) + done, len(texts)))
            vectors[missing] = await embed([texts[index] for index in missing], after)
        elif on_progress:
            on_progress(len(texts), len(texts))
        return vectors


def _made_with(profile: EmbeddingProfile) -> str:
    """The model and its weights, as far as they are known."""
    weights = PARTS[profile.part].recipe if profile.part else profile.model_id
    return f"{profile.name}, {weights}"


def _checksum(keys: NDArray[np.generic], vectors: NDArray[np.generic]) -> str:
    return hashlib.sha256(keys.tobytes() + vectors.tobytes()).hexdigest()
