"""Score question and passage together with a cross-encoder, through FlashRank.

ms-marco-MiniLM-L-12-v2 knows Latin script only: in Devanagari, Kannada or Tamil it orders
worse than chance, so callers ask `suits` first. FlashRank would download a folder it does
not find; here the folder is checked before and downloading is impossible.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypedDict

from civicsetu.errors import WeightsUnavailable
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.encoders import open_session, replace_surrogates
from civicsetu.models.inference import InferencePool, shared_pool
from civicsetu.models.prepared import RERANKER_ONNX, RERANKER_PART, require_part
from civicsetu.models.thresholds import MODELS
from civicsetu.settings import ModelSettings, Settings

if TYPE_CHECKING:
    from flashrank import RerankRequest


class Scored(TypedDict):
    """A passage as FlashRank gives it back."""

    id: int
    text: str
    score: float


class WordPieces(Protocol):
    """The tokenizer of a reranker, as far as it is asked."""

    def token_to_id(self, token: str) -> int | None:
        """Return the id of a word that is one piece; None for any other."""
        ...


class PairRanker(Protocol):
    """Protocol of the FlashRank `Ranker` methods used here."""

    tokenizer: WordPieces

    def rerank(self, request: RerankRequest) -> list[Scored]:
        """Return the passages with their scores, the best first."""
        ...


class Reranker(Protocol):
    """Protocol of a reranker, as the other packages use it."""

    def suits(self, query: str) -> bool:
        """Return whether the model can read the question."""
        ...

    def knows(self, word: str) -> bool:
        """Return whether the model's English has the word, in small letters, whole: then it is spelt right."""
        ...

    async def score(self, query: str, passages: Sequence[str]) -> list[float]:
        """Return a score from 0 to 1 for each passage, in their order; higher answers better.

        Raises:
            ModelTimeout: not done within the deadline of the settings.
        """
        ...


def open_reranker(settings: Settings) -> Reranker | None:
    """Return the reranker that the settings name, loaded (a fifth of a second); None if they name none.

    Raises:
        WeightsUnavailable: its folder is absent or damaged; the message names the fix.
    """
    if settings.models.reranker == "none":
        return None
    folder = require_part(settings, RERANKER_PART)
    return FlashRankReranker(open_ranker(folder, settings.models.threads), settings.models)


def is_latin(text: str) -> bool:
    """Return whether at least four letters in five are Latin; True for a text without letters."""
    letters = [character for character in text if unicodedata.category(character)[0] in "LM"]
    latin = sum(unicodedata.name(letter, "").startswith(("LATIN", "COMBINING")) for letter in letters)
    return not letters or latin >= MODELS.least_latin * len(letters)


class FlashRankReranker:
    """A FlashRank `Ranker` behind the pool and its deadline; `ranker` suits LangChain's wrapper."""

    def __init__(
        self, ranker: PairRanker, settings: ModelSettings, pool: InferencePool | None = None
    ) -> None:
        self.ranker = ranker
        self._settings = settings
        self._pool = pool or shared_pool(settings.workers)

    def suits(self, query: str) -> bool:
        return is_latin(query)

    def knows(self, word: str) -> bool:
        return self.ranker.tokenizer.token_to_id(word) is not None

    async def score(self, query: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        deadline = self._settings.rerank_deadline_s
        return await self._pool.run(lambda: self._score(query, passages), deadline, "reranking")

    def _score(self, query: str, passages: Sequence[str]) -> list[float]:
        """FlashRank sorts and returns numpy floats; put both right again."""
        disable_library_telemetry()
        from flashrank import RerankRequest

        numbered = [{"id": at, "text": replace_surrogates(text)} for at, text in enumerate(passages)]
        scores = [0.0] * len(numbered)
        for row in self.ranker.rerank(RerankRequest(query=replace_surrogates(query), passages=numbered)):
            scores[row["id"]] = float(row["score"])
        return scores


def open_ranker(folder: Path, threads: int) -> PairRanker:
    """Return a FlashRank `Ranker` of the prepared folder, on `threads` threads.

    FlashRank's own constructor sets up logging, may download, and takes every processor;
    this one builds the same object from the folder alone. It scores one pair at a time:
    in a batch the model's dynamic quantisation and the padding give a passage another
    score beside long neighbours than beside short ones.

    Raises:
        WeightsUnavailable: a file of the folder is absent or cannot be loaded.
    """
    disable_library_telemetry()
    from flashrank import Ranker, RerankRequest

    class PreparedRanker(Ranker):  # type: ignore[misc]  # untyped package
        def __init__(self) -> None:
            self.logger = logging.getLogger("flashrank")
            self.cache_dir = folder.parent
            self.model_dir = folder
            self.llm_model = None
            self.session = open_session(folder / RERANKER_ONNX, threads)
            self.tokenizer = self._get_tokenizer(MODELS.rerank_tokens)

        def rerank(self, request: RerankRequest) -> list[Scored]:
            for passage in request.passages:
                super().rerank(RerankRequest(query=request.query, passages=[passage]))
            return sorted(request.passages, key=lambda passage: passage["score"], reverse=True)

    try:
        return PreparedRanker()
    except OSError as error:
        raise WeightsUnavailable(f"{folder.name}: {type(error).__name__}") from error
