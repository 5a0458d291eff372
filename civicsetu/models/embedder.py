"""Embed text as vectors of unit length, with the right prefix, within a deadline.

`open_embedder` gives the embedder of the settings; callers know only the protocol. The
prefix is chosen by which method is called and by nothing else, so that no caller can
forget it. A body too long is cut before its prefix is put on, and the log says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from civicsetu.errors import ModelError
from civicsetu.models.embedding import Done, add_prefix, by_length, row, unit_length
from civicsetu.models.encoders import (
    Encoder,
    OnnxEncoder,
    SentenceTransformerEncoder,
    TokenSpan,
    open_sentence_transformer,
    open_tokenizer,
)
from civicsetu.models.inference import InferencePool, shared_pool
from civicsetu.models.packed import Floats
from civicsetu.models.prepared import E5_ONNX, TOKENIZER, require_part
from civicsetu.models.profiles import EmbeddingProfile, InputType, chosen_profile
from civicsetu.settings import ModelSettings, Settings


class Embedder(Protocol):
    """Protocol of an embedder, as the other packages use it. Vectors are float32 of unit length."""

    profile: EmbeddingProfile

    async def embed_query(self, text: str) -> Floats:
        """Return the vector of a question, (dimension,).

        Raises:
            ModelTimeout: not done within the deadline of the settings.
            ModelError: the model gave no usable vector.
        """
        ...

    async def embed_passages(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        """Return (n, dimension) for passages, in their order; raises as `embed_query`."""
        ...

    async def embed_questions(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        """Return (n, dimension) for texts worded as people ask, in their order; raises as `embed_query`."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return tokens of the text itself, without prefix and special tokens."""
        ...

    def token_spans(self, text: str) -> list[TokenSpan]:
        """Return character offsets of those tokens, rising: `text[start:end]`."""
        ...


def open_embedder(settings: Settings) -> Embedder:
    """Open the embedder that the settings name, loaded (about a second) but not warmed up.

    Raises:
        SettingsError: the profile is unknown, or its vectors cannot be stored.
        WeightsUnavailable: its weights are absent or damaged; the message names the fix.
    """
    profile = chosen_profile(settings)
    if profile.is_remote:
        from civicsetu.models.remote import RemoteEmbedder

        return RemoteEmbedder(profile, settings.models)
    return LocalEmbedder(profile, settings.models, open_encoder(profile, settings))


def open_encoder(profile: EmbeddingProfile, settings: Settings) -> Encoder:
    """Load the model of a profile that runs on this machine; raises as `open_embedder`."""
    if profile.backend == "onnx" and profile.part:
        folder = require_part(settings, profile.part)
        return OnnxEncoder(
            folder / E5_ONNX,
            open_tokenizer(folder / TOKENIZER),
            max_tokens=profile.max_tokens,
            threads=settings.models.threads,
        )
    source = str(require_part(settings, profile.part)) if profile.part else profile.model_id
    model = open_sentence_transformer(source, local=profile.part is not None)
    return SentenceTransformerEncoder(model, profile, settings.models.embed_batch)


class LocalEmbedder:
    """An encoder of this machine behind prefixes, cutting, the pool and its deadline."""

    def __init__(
        self,
        profile: EmbeddingProfile,
        settings: ModelSettings,
        encoder: Encoder,
        pool: InferencePool | None = None,
    ) -> None:
        self.profile = profile
        self._settings = settings
        self._encoder = encoder
        self._pool = pool or shared_pool(settings.workers)

    async def embed_query(self, text: str) -> Floats:
        ready = add_prefix(self.profile, InputType.QUERY, text, self._settings.max_embed_chars)
        deadline = self._settings.embed_deadline_s
        return row(await self._pool.run(self._job([ready]), deadline, "embedding a question"))

    async def embed_passages(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        """Embed passages as the protocol says; the deadline of the settings is that of each passage."""
        return await self._embed(self._ready(texts, InputType.DOCUMENT), on_progress)

    async def embed_questions(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        """Embed questions as the protocol says; the deadline of the settings is that of each question."""
        return await self._embed(self._ready(texts, InputType.QUERY), on_progress)

    async def _embed(self, ready: Sequence[str], on_progress: Done | None) -> Floats:
        vectors = np.empty((len(ready), self.profile.dimension), np.float32)
        done = 0
        for batch in by_length(ready, self._encoder.texts_per_call):
            job = self._job([ready[index] for index in batch])
            vectors[batch] = await self._pool.run(job, self._deadline(batch), "embedding texts")
            done += len(batch)
            if on_progress:
                on_progress(done, len(ready))
        return vectors

    async def embed_tokens(self, text: str, purpose: InputType = InputType.QUERY) -> Floats:
        """Return (tokens, dimension) of a text; raises as `embed_query`, and ModelError where the model gives none."""
        if not isinstance(self._encoder, OnnxEncoder):
            raise ModelError(f"{self.profile.name} gives no states of tokens")
        encoder, limit = self._encoder, self._settings.max_embed_chars
        ready = add_prefix(self.profile, purpose, text, limit)
        return await self._pool.run(
            lambda: encoder.token_states(ready), self._settings.embed_deadline_s, "reading a text's tokens"
        )

    def count_tokens(self, text: str) -> int:
        return len(self._encoder.spans(text))

    def token_spans(self, text: str) -> list[TokenSpan]:
        return self._encoder.spans(text)

    def _ready(self, texts: Sequence[str], purpose: InputType) -> list[str]:
        limit = self._settings.max_embed_chars
        return [add_prefix(self.profile, purpose, text, limit) for text in texts]

    def _job(self, texts: Sequence[str]) -> Callable[[], Floats]:
        return lambda: unit_length(self._encoder.vectors(texts), len(texts), self.profile)

    def _deadline(self, batch: Sequence[int]) -> float:
        return self._settings.embed_deadline_s * len(batch)
