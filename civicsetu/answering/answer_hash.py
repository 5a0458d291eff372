"""Name everything that can change an answer: `answer_hash`.

`settings_hash` names what an operator chose. The same settings answer otherwise where the data that ships
is another (synonyms, classifier, starter texts, prompts), where the prepared models are others, where a threshold or a
row of the table of retrievers changed, or where other law is held. Two answers to one question with the same `answer_hash` are the same answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic import BaseModel

from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.thresholds import ANSWERING, COMPARING
from civicsetu.answering.understanding.thresholds import UNDERSTANDING
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.corpus.statements.thresholds import STATEMENTS
from civicsetu.lexicon.thresholds import LEXICON
from civicsetu.models.prepared import file_digests
from civicsetu.models.thresholds import MODELS
from civicsetu.planner.thresholds import PLANNING
from civicsetu.query.thresholds import READING
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.retriever import Retriever, RetrieverSpec
from civicsetu.settings import Settings

THRESHOLDS: tuple[BaseModel, ...] = (
    ANSWERING, COMPARING, WRITING, VERIFYING, DRAFTING, UNDERSTANDING, PLANNING, READING,
    LEXICON, CLAIMS, MODELS, STATEMENTS, Answerability.shipped_thresholds, Retriever.shipped_thresholds,
)  # fmt: skip
"""The thresholds of every room that has some."""
_NO_DATA = (".py", ".pyc", ".pyi", ".mako")
_OTHER_ROOMS = frozenset({"web", "evaluation", "answering/validating"})  # what shows, measures and judges makes no answer


class AnswerHash:
    """Names what can change an answer of this process; make it once, it reads every data file."""

    def __init__(
        self,
        settings: Settings,
        data: Mapping[str, str] | None = None,
        thresholds: tuple[BaseModel, ...] = THRESHOLDS,
        retrievers: Sequence[RetrieverSpec] = Retriever.shipped_retrievers,
    ) -> None:
        """`data` are digests by file name; those of the package where none are given."""
        self.settings_hash = settings.settings_hash()
        told = {
            "settings": self.settings_hash,
            "data": dict(package_digests() if data is None else data),
            "models": file_digests(settings),
            "thresholds": {type(one).__name__: one.model_dump(mode="json") for one in thresholds},
            "retrievers": [[one.name, one.weight, one.depth, asdict(one.votes)] for one in retrievers],
        }
        self._all_but_law = json.dumps(told, sort_keys=True).encode()

    def answer_hash(self, corpus_version: str) -> str:
        """Return twelve hex digits for answers from the law held in that version."""
        return hashlib.sha256(self._all_but_law + b"\n" + corpus_version.encode()).hexdigest()[:12]


@lru_cache(maxsize=1)
def package_digests() -> Mapping[str, str]:
    """Return the SHA-256 by name of every data file of the package, read once."""
    return data_digests(files("civicsetu"))


def data_digests(package: Traversable) -> Mapping[str, str]:
    """Return the SHA-256 by name of every data file of a package, without the rooms that make no answer."""
    return {
        name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in sorted(_data_files(package, ""))
    }


def _data_files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = f"{path}{entry.name}"
        if entry.is_dir():
            if name not in _OTHER_ROOMS and entry.name != "__pycache__":
                yield from _data_files(entry, f"{name}/")
        elif not entry.name.endswith(_NO_DATA):
            yield name, entry
