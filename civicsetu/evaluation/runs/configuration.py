"""What a run's answers come from: two runs of one configuration and one set give the same answers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex

_DIGITS = 12


async def read_configuration(service: AnsweringService, index: LawIndex) -> Mapping[str, str]:
    """Return the answer hash, settings hash, writing model, corpus version and code revision of a service."""
    writer = service.describe_writer()
    return {
        "answer_hash": await service.answer_hash(),
        "settings_hash": service.settings.settings_hash(),
        "model": writer.model if writer else "",
        "corpus_version": index.version,
        "code": code_revision(),
    }


@lru_cache(maxsize=1)
def code_revision() -> str:
    """Return the package's version and a digest of its code, so that a changed checkout is another revision too."""
    try:
        released = version("civicsetu")
    except PackageNotFoundError:
        released = "0"
    return f"{released}+{digest_code(files('civicsetu'))}"


def digest_code(package: Traversable) -> str:
    """Return hex digits of every module of a package, names and contents."""
    digest = hashlib.sha256()
    _add(package, "", digest)
    return digest.hexdigest()[:_DIGITS]


def _add(folder: Traversable, path: str, digest: hashlib._Hash) -> None:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir() and entry.name != "__pycache__":
            _add(entry, f"{path}{entry.name}/", digest)
        elif entry.name.endswith(".py"):
            digest.update(f"{path}{entry.name}\0".encode() + entry.read_bytes())
