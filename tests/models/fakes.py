"""Stand-ins that the tests of this room share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from civicsetu.models.encoders import TokenSpan
from civicsetu.models.packed import Floats
from civicsetu.settings import Settings, load_settings

CROSS_ENCODER = "ms-marco-minilm-l12"


def settings_for(folder: Path, **models: object) -> Settings:
    """Settings of a test's own data folder, untouched by a `.env`."""
    return load_settings(_env_file=None, data_dir=folder, models=models)


class FakeEncoder:
    """An encoder that remembers what it was given and answers with vectors made from it."""

    def __init__(self, dimension: int = 384, texts_per_call: int = 4, vector: Floats | None = None) -> None:
        self.dimension = dimension
        self.texts_per_call = texts_per_call
        self.calls: list[list[str]] = []
        self._vector = vector

    @property
    def seen(self) -> list[str]:
        return [text for call in self.calls for text in call]

    def vectors(self, texts: Sequence[str]) -> Floats:
        self.calls.append(list(texts))
        if self._vector is not None:
            return np.stack([self._vector] * len(texts))
        return np.stack([self._made(text) for text in texts])

    def spans(self, text: str) -> list[TokenSpan]:
        return [(at, at + 1) for at, character in enumerate(text) if not character.isspace()]

    def _made(self, text: str) -> Floats:
        vector = np.zeros(self.dimension, np.float32)
        vector[len(text) % self.dimension] = 3.0
        return vector
