"""Encode texts as vectors on this machine, blocking.

An encoder knows one model's tokenizer and arithmetic; prefixes, cutting, deadlines and
threads are the embedder's. `OnnxEncoder` runs one text at a time: dynamic quantisation
takes its scale from the whole batch, so in company a passage would get another vector
(cosine down to 0.997) than alone, and padding makes a batch three times slower here.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from civicsetu.errors import WeightsUnavailable
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.packed import Floats
from civicsetu.models.prepared import EMBEDDING, STATES
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.telemetry import get_logger

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

TokenSpan = tuple[int, int]
"""Character offsets of a token: start, end."""

_TOKENS_KEPT, _TEXTS_KEPT = 128, 32
"""Of which texts the states of tokens are kept, and of how many: of what was just asked, 6 MB at most."""
_SURROGATES = re.compile("[\ud800-\udfff]")


class Encoder(Protocol):
    """Protocol of the model that an embedder needs."""

    texts_per_call: int

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return (n, dimension); not necessarily of unit length."""
        ...

    def spans(self, text: str) -> list[TokenSpan]:
        """Return character offsets of the text's tokens, without special tokens."""
        ...


def replace_surrogates(text: str) -> str:
    """Return the text with lone surrogates, which no tokenizer takes, replaced one for one."""
    return _SURROGATES.sub("\ufffd", text)


class OnnxEncoder:
    """An ONNX graph `input_ids, attention_mask -> embedding, token_states` with its tokenizer."""

    texts_per_call = 1

    def __init__(self, model: Path, tokenizer: Tokenizer, *, max_tokens: int, threads: int) -> None:
        self._session = open_session(model, threads)
        self._tokenizer = tokenizer
        self._max_tokens = max_tokens
        self._states: OrderedDict[str, Floats] = OrderedDict()

    def vectors(self, texts: Sequence[str]) -> Floats:
        return np.stack([self._read(text)[0] for text in texts])

    def token_states(self, text: str) -> Floats:
        """Return (tokens, dimension) of a text, special tokens included; cached for texts read lately."""
        known = self._states.get(text)
        return self._read(text)[1] if known is None else known

    def spans(self, text: str) -> list[TokenSpan]:
        return list(self._tokenizer.encode(replace_surrogates(text), add_special_tokens=False).offsets)

    def _read(self, text: str) -> tuple[Floats, Floats]:
        """The vector of a text and the states of its tokens, which are kept for a while where they are few."""
        ids = np.array([self._ids(replace_surrogates(text))], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vectors, states = self._session.run([EMBEDDING, STATES], inputs)
        if ids.shape[1] <= _TOKENS_KEPT:
            self._states[text] = states[0]
            while len(self._states) > _TEXTS_KEPT:
                self._states.popitem(last=False)
        return vectors[0], states[0]

    def _ids(self, text: str) -> list[int]:
        """Token ids, cut to the model's length with the closing special token kept."""
        ids: list[int] = self._tokenizer.encode(text).ids
        if len(ids) <= self._max_tokens:
            return ids
        get_logger(__name__).info(
            "embedding_truncated", unit="tokens", length=len(ids), limit=self._max_tokens
        )
        return [*ids[: self._max_tokens - 1], ids[-1]]


class SentenceTransformerEncoder:
    """A sentence-transformers model, from a prepared folder or from the hub's cache."""

    def __init__(self, model: SentenceTransformer, profile: EmbeddingProfile, texts_per_call: int) -> None:
        self._model = model
        self._model.max_seq_length = profile.max_tokens
        self.texts_per_call = texts_per_call

    def vectors(self, texts: Sequence[str]) -> Floats:
        vectors: Floats = self._model.encode(
            [replace_surrogates(text) for text in texts],
            batch_size=self.texts_per_call,
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        return vectors

    def spans(self, text: str) -> list[TokenSpan]:
        encoded = self._model.tokenizer(
            replace_surrogates(text), add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        return [(start, end) for start, end in encoded["offset_mapping"]]


def open_session(model: Path, threads: int) -> InferenceSession:
    """Return an onnxruntime session that neither spins while idle nor keeps its largest batch.

    Spinning threads would take the processor from the database between two questions; the
    memory arena would keep hundreds of megabytes after one long passage.

    Raises:
        WeightsUnavailable: the file is absent or no ONNX model.
    """
    disable_library_telemetry()
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as failures

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except (failures.NoSuchFile, failures.InvalidProtobuf, failures.InvalidGraph, failures.Fail) as error:
        raise WeightsUnavailable(f"{model.name} cannot be loaded: {type(error).__name__}") from error


def open_tokenizer(path: Path) -> Tokenizer:
    """Return the tokenizer of a prepared folder, with neither truncation nor padding.

    Raises:
        WeightsUnavailable: the file is absent.
    """
    from tokenizers import Tokenizer

    if not path.is_file():
        raise WeightsUnavailable(f"{path.name} is missing")
    tokenizer: Tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def open_sentence_transformer(source: str, *, local: bool) -> SentenceTransformer:
    """Return a sentence-transformers model: a rebuilt folder if `local`, else the hub's cache or the hub.

    The cache comes first, so that a model once fetched opens without a network.

    Raises:
        WeightsUnavailable: the package or the weights are missing; the message names the fix.
    """
    disable_library_telemetry()
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        message = "This embedding profile needs a package; run `pip install sentence-transformers`."
        raise WeightsUnavailable(str(error), user_message=message) from error
    # The rebuilt model has no pooling layer of its own; asking for one would draw it at random.
    load = partial(
        SentenceTransformer, source, device="cpu", model_kwargs={"add_pooling_layer": False} if local else {}
    )
    try:
        try:
            return load(local_files_only=True)
        except (OSError, ValueError):
            if local:
                raise
            return load()
    except (OSError, ValueError) as error:
        message = (
            "The weights of this embedding profile could not be loaded; connect to the model hub once, "
            "or set CIVICSETU_MODELS__EMBEDDER=e5-small-int8, which needs none."
        )
        raise WeightsUnavailable(f"{type(error).__name__} loading {source}", user_message=message) from error
