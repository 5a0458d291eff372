"""Embedding by a provider, through LiteLLM.

Questions and passages leave this machine: that is why no such profile is a default. The
key goes to the call and nowhere else; an error carries the type and status of a failure
but never the provider's text, which may quote what was sent.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import numpy as np

from civicsetu.errors import ModelTimeout
from civicsetu.models.embedding import Done, add_prefix, by_length, row, unit_length
from civicsetu.models.encoders import TokenSpan, replace_surrogates
from civicsetu.models.litellm_library import load_litellm, provider_error, translate_failure
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile, InputType
from civicsetu.settings import ModelSettings

_KEY_SETTING = "CIVICSETU_MODELS__EMBED_API_KEY"
_PURPOSES = {
    InputType.DOCUMENT: "search_document",
    InputType.QUERY: "search_query",
    InputType.CLUSTERING: "clustering",
    InputType.CLASSIFICATION: "classification",
}
_PIECES = re.compile(r"[A-Za-z]{1,4}|[0-9]{1,3}|[^\sA-Za-z0-9]")


class RemoteEmbedder:
    """An embedder whose model runs at a provider.

    The provider's tokenizer is not here, so tokens are reckoned on the high side: four
    Latin letters, three digits or one other character each. A chunk that fits by this
    reckoning fits the model.
    """

    def __init__(self, profile: EmbeddingProfile, settings: ModelSettings) -> None:
        self.profile = profile
        self._settings = settings
        self._litellm = load_litellm()

    async def embed_query(self, text: str) -> Floats:
        return row(await self._embed([self._ready(text, InputType.QUERY)], InputType.QUERY))

    async def embed_passages(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        return await self._embed_all(texts, InputType.DOCUMENT, on_progress)

    async def embed_questions(self, texts: Sequence[str], on_progress: Done | None = None) -> Floats:
        return await self._embed_all(texts, InputType.QUERY, on_progress)

    async def _embed_all(self, texts: Sequence[str], purpose: InputType, on_progress: Done | None) -> Floats:
        ready = [self._ready(text, purpose) for text in texts]
        vectors = np.empty((len(ready), self.profile.dimension), np.float32)
        done = 0
        for batch in by_length(ready, self._settings.embed_batch):
            vectors[batch] = await self._embed([ready[index] for index in batch], purpose)
            done += len(batch)
            if on_progress:
                on_progress(done, len(ready))
        return vectors

    def count_tokens(self, text: str) -> int:
        return len(self.token_spans(text))

    def token_spans(self, text: str) -> list[TokenSpan]:
        return [piece.span() for piece in _PIECES.finditer(text)]

    def _ready(self, text: str, purpose: InputType) -> str:
        """Providers refuse an empty input, and their answer would be an error for the whole batch."""
        return add_prefix(self.profile, purpose, replace_surrogates(text), self._settings.max_embed_chars).strip() or "."

    async def _embed(self, texts: list[str], purpose: InputType) -> Floats:
        deadline = self._settings.embed_deadline_s
        try:
            async with asyncio.timeout(deadline):
                response = await self._litellm.aembedding(**self._call(texts, purpose))
        except TimeoutError as error:
            raise ModelTimeout(f"{self.profile.name} took longer than {deadline:g} s") from error
        except provider_error() as error:
            raise translate_failure(error, self.profile.name, _KEY_SETTING) from None
        data = sorted(response.data, key=lambda item: item["index"])
        return unit_length(np.array([item["embedding"] for item in data]), len(texts), self.profile)

    def _call(self, texts: list[str], purpose: InputType) -> dict[str, object]:
        call: dict[str, object] = {
            "model": self.profile.model_id,
            "input": texts,
            "encoding_format": "float",
            "timeout": self._settings.embed_deadline_s,
            "max_retries": 0,
        }
        if self.profile.sends_dimension:
            call["dimensions"] = self.profile.dimension
        if self.profile.sends_input_type:
            call["input_type"] = _PURPOSES[purpose]
        if self._settings.embed_api_base:
            call["api_base"] = self._settings.embed_api_base
        if key := self._settings.embed_api_key.get_secret_value():
            call["api_key"] = key
        return call
