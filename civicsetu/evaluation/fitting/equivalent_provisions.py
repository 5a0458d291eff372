"""Find the rules of one state that are worded as those of another: they share one model.

The official texts that are held are compared: the runs of three words which two units have in
common, of all that either has, and the words of their headings. The result is written to
`corpus/data/equivalent_provisions.yaml` and read by somebody before it ships.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.errors import InputError
from civicsetu.law.documents import CENTRAL, EditionKind
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore

LEAST_TEXT = 0.3
LEAST_HEADING = 0.3
SURE_TEXT = 0.9
_HEADING_COUNTS = 0.5
_WORD = re.compile(r"[a-z0-9]+")
_HEAD = """\
# Units that are worded nearly as a unit of another state's rules, which has keyphrases of its own: the states
# adopted one model. Written by `civicsetu eval equivalent-provisions` from the official texts, and read over.
"""

WordRuns = frozenset[tuple[str, ...]]
Equivalents = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Worded:
    """A unit as it is compared."""

    document: str
    path: str
    runs: WordRuns
    heading: frozenset[str]


def find_equivalents(index: LawIndex, with_keyphrases: Mapping[str, frozenset[str]]) -> Equivalents:
    """Return document -> path -> 'document path' of the unit most like it, for units without keyphrases.

    A document words its authority and its tribunal alike: within one nothing is shared.
    `with_keyphrases`: the paths that have keyphrases of their own, by document; the Act's are no rules.
    """
    units = list(_worded(index))
    models = [unit for unit in units if unit.path in with_keyphrases[unit.document]]
    found: Equivalents = {}
    for unit in units:
        if unit.path in with_keyphrases[unit.document]:
            continue
        elsewhere = (model for model in models if model.document != unit.document)
        nearest = max(elsewhere, key=lambda model: measure_likeness(unit, model), default=None)
        if nearest and is_same(unit, nearest):
            found.setdefault(unit.document, {})[unit.path] = f"{nearest.document} {nearest.path}"
    return found


def is_same(unit: Worded, model: Worded) -> bool:
    """Return whether text and heading are nearly those of the model, or the text is word for word.

    Of two prints of one form, one has its heading in full and the other its first words.
    """
    text, heading = jaccard_index(unit.runs, model.runs), jaccard_index(unit.heading, model.heading)
    return text >= SURE_TEXT or (text >= LEAST_TEXT and heading >= LEAST_HEADING)


def measure_likeness(unit: Worded, model: Worded) -> float:
    return jaccard_index(unit.runs, model.runs) + _HEADING_COUNTS * jaccard_index(unit.heading, model.heading)


def jaccard_index(first: frozenset[object] | WordRuns, second: frozenset[object] | WordRuns) -> float:
    """Return Jaccard's index."""
    return len(first & second) / max(len(first | second), 1)


def split_runs(text: str) -> WordRuns:
    """Return every three words in a row; a text of fewer is one run, and one without words has none."""
    words = _WORD.findall(text.lower())
    if 0 < len(words) < 3:
        return frozenset([tuple(words)])
    return frozenset(zip(words, words[1:], words[2:], strict=False))


async def find_held_equivalents(settings: Settings) -> Equivalents:
    """Return `find_equivalents` of the law that is held, with the keyphrases that ship.

    Raises:
        InputError: there are none, as where no official text of rules is held.
        PostgresUnavailable, StoreError: the law cannot be read.
    """
    database = await Database.open(settings)
    try:
        law = LawStore(database)
        index = await load_index(law, await law.corpus_version())
    finally:
        await database.close()
    found = find_equivalents(index, {key: frozenset(own_indexed_texts(key).paths) for key in index.laws})
    if not found:
        message = "No rules that are worded as another state's are held: take official texts in first."
        raise InputError(user_message=message)
    return found


def write(found: Equivalents, path: Path) -> None:
    path.write_text(_HEAD + yaml.safe_dump(found, sort_keys=False, width=200), "utf-8")


def _worded(index: LawIndex) -> Iterator[Worded]:
    for unit in index.units.values():
        law = index.laws[unit.document]
        edition = next((one for kind, one in law.editions.items() if kind is not EditionKind.PLAIN), None)
        if law.jurisdiction == CENTRAL or edition is None or unit.path not in edition.places:
            continue
        place = edition.places[unit.path]
        heading = frozenset(_WORD.findall(unit.title.lower()))
        yield Worded(unit.document, unit.path, split_runs(edition.body[place.start : place.end]), heading)
