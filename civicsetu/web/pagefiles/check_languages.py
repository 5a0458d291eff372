"""Say whether all languages of the page are complete: `python -m civicsetu.web.pagefiles.check_languages`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CatalogueRefused
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.web.language.catalogue import ENGLISH, check_chainlit, get_catalogues
from civicsetu.web.language.speaking import speaking, tell
from civicsetu.web.pagefiles.page_files import source_folder

_OTHER = "ta"
"""Any language but English: all have the same messages."""


def list_names() -> Iterator[str]:
    """Yield the names of parameters and states, and the notes and labels of official prints: data that anybody may add to."""
    registry = get_registry()
    yield from (one.name for one in registry.jurisdictions.values())
    yield from (one.label for one in get_parameters())
    for spec in registry.documents.values():
        for edition in spec.official:
            yield from (" ".join(text.split()) for text in (edition.label, edition.note) if text)


def find_untold(texts: Iterable[str]) -> str:
    """Return the first text that is said in English on a page in Tamil; empty where there is none."""
    with speaking(_OTHER):
        return next((text for text in texts if tell(text) == text), "")


def main() -> int:
    """Print a line for each language, or the first fault; returns 0, or 1 where there is one."""
    disable_library_telemetry()
    try:
        catalogues = get_catalogues()
        check_chainlit(source_folder() / ".chainlit" / "translations")
    except CatalogueRefused as error:
        sys.stderr.write(f"{error.user_message}\n")
        return 1
    if untold := find_untold(list_names()):
        sys.stderr.write(f"The language file en.yaml lacks the text {untold!r}, which a reader meets.\n")
        return 1
    wanted = catalogues[ENGLISH].flatten()
    for catalogue in catalogues.values():
        own = catalogue.flatten()
        length = sum(map(len, own.values())) / sum(map(len, wanted.values()))
        sys.stdout.write(f"{catalogue.tag} {catalogue.name}: {len(own)} messages, {length:.0%} of the English length\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
