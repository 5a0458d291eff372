"""What every embedder does with texts before the model and with vectors after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from civicsetu.errors import ModelError
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile, InputType
from civicsetu.telemetry import get_logger

Done = Callable[[int, int], None]
"""Called with the number of passages embedded so far and of all."""


def add_prefix(profile: EmbeddingProfile, purpose: InputType, text: str, limit: int) -> str:
    """Return the text cut to `limit` characters, behind the prefix of its purpose.

    The prefix is never cut: without it the model answers another question.
    """
    if len(text) > limit:
        get_logger(__name__).info(
            "embedding_truncated", unit="characters", length=len(text), limit=limit, purpose=purpose.value
        )
    return profile.prefix(purpose) + text[:limit]


def by_length(texts: Sequence[str], size: int) -> Iterator[list[int]]:
    """Yield indexes of the texts in batches of like length, shortest first: little is lost to padding."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for start in range(0, len(order), size):
        yield order[start : start + size]


def row(vectors: Floats) -> Floats:
    """Return the only row of (1, dimension)."""
    only: Floats = vectors[0]
    return only


def unit_length(vectors: Floats, count: int, profile: EmbeddingProfile) -> Floats:
    """Return (count, dimension) float32 of unit length.

    Raises:
        ModelError: another shape, or a vector that has no direction.
    """
    found = np.asarray(vectors, dtype=np.float32)
    if found.shape != (count, profile.dimension):
        raise ModelError(f"{profile.name} gave {found.shape}, not {(count, profile.dimension)}")
    lengths = np.linalg.norm(found, axis=1, keepdims=True)
    if not np.all(np.isfinite(lengths)) or not np.all(lengths > 0):
        raise ModelError(f"{profile.name} gave a vector without a direction")
    unit: Floats = found / lengths
    return unit
