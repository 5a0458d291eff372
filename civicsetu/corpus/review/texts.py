"""Where the words of provisions are had from: the files that ship and a folder, or what is ingested."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.read import read_official
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CorpusError
from civicsetu.law.documents import EditionKind
from civicsetu.law.statements import DocumentPath


class FileTexts:
    """The plain editions that ship and, with a folder of official files, the official texts."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._official = lru_cache(maxsize=64)(self._read_official)

    def text_of(self, provision: DocumentPath, edition: EditionKind) -> str | None:
        if edition is EditionKind.PLAIN:
            plain = get_plain_edition(provision.document)
            held = plain is not None and provision.path in plain.nodes
            return plain.text_of(provision.path) if held and plain is not None else None
        return self._official(provision.document).get(str(provision.path))

    def is_other_print(self, document: str) -> bool:
        """Return False: a folder's files are what is being reviewed."""
        return False

    def _read_official(self, document: str) -> dict[str, str]:
        if self._folder is None or is_recognised(document):
            return {}
        try:
            tree = read_official(get_registry().get_document(document), self._folder).divide()
        except CorpusError:
            return {}
        return {str(node.path): tree.text_of(node) for node in tree.root.walk() if node.path is not None}


class IndexTexts:
    """The texts that are ingested, as the law index holds them."""

    def __init__(self, index: LawIndex) -> None:
        self._index = index

    def text_of(self, provision: DocumentPath, edition: EditionKind) -> str | None:
        law = self._index.laws.get(provision.document)
        held = law.editions.get(edition) if law is not None else None
        place = held.places.get(str(provision.path)) if held is not None else None
        if (
            held is None
            or place is None
            or (edition is EditionKind.OFFICIAL and is_recognised(provision.document))
        ):
            return None
        return held.body[place.start : place.end]

    def is_other_print(self, document: str) -> bool:
        law = self._index.laws.get(document)
        held = law.editions.get(EditionKind.OFFICIAL) if law is not None else None
        return held is not None and held.another_print


def is_recognised(document: str) -> bool:
    """Return whether the official text is read from pictures of pages: another program may read it otherwise,
    so its print is compared by its file and not its words."""
    spec = get_registry().documents.get(document)
    current = [version for version in (spec.official if spec else ()) if version.law_until is None]
    return any(version.rules is not None and version.rules.recognise for version in current)
