"""The review lock: for each statement, entry of a parameter and silence, the digests of the law it was reviewed against.

One file, `statements/review.lock.yaml`, written by `civicsetu review accept` and never by hand. It
digests the law's text, which changes without us, and not our own files, which version control keeps.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Protocol

import yaml
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.digest import LENGTH, digest_law
from civicsetu.corpus.statements.catalogue import FOLDER, LOCK, StatementCatalogue
from civicsetu.law.documents import EditionKind
from civicsetu.law.parameters import ParameterEntry
from civicsetu.law.silences import Silence
from civicsetu.law.statements import DocumentPath
from civicsetu.yaml_data import parse_model

Digest = Annotated[str, Field(pattern=rf"^[0-9a-f]{{{LENGTH}}}$")]

_HEAD = """# Which words of the law each statement and parameter was reviewed against, by whom and when.
# Written by `civicsetu review accept`, never by hand.
"""


class LockedItem(BaseModel):
    """The digests of the provisions of one item, by edition, with its readers and the day."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plain: dict[str, Digest] = {}
    official: dict[str, Digest] = {}
    by: tuple[str, ...] = Field(min_length=1)
    reviewed_on: datetime.date


class ReviewLock(BaseModel):
    """Every reviewed item by its id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    items: dict[str, LockedItem] = {}


class ReviewState(StrEnum):
    """State of the review of an item against the law's text as it is held here."""

    REVIEWED = "reviewed"
    UNREVIEWED = "unreviewed"
    IN_DOUBT = "in doubt"


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A statement, an entry of a parameter or a silence: its id, what it says in a line, the provisions that carry it, or
    that would."""

    id: str
    told: str
    provisions: tuple[DocumentPath, ...]


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The state of one item, and the provisions whose words changed since it was reviewed."""

    item: ReviewItem
    state: ReviewState
    changed: tuple[str, ...] = ()


class LawTexts(Protocol):
    """Source of the words of a provision: the files that ship and a folder, or what is ingested."""

    def text_of(self, provision: DocumentPath, edition: EditionKind) -> str | None:
        """Return the words in that edition; None where it is not held, or only recognised from pictures."""

    def is_other_print(self, document: str) -> bool:
        """Return whether the official text held is another print than the one that was reviewed."""


def list_items(
    statements: StatementCatalogue, parameters: ParameterCatalogue, silences: Iterable[Silence] = ()
) -> Iterator[ReviewItem]:
    """Yield every reviewed item: each statement, parameter entry that provisions carry, and silence."""
    for one in statements:
        yield ReviewItem(one.id, one.says, one.provisions)
    for parameter in parameters:
        for state, holding in parameter.values.items():
            for entry in holding.entries:
                if entry.carriers:
                    told = f"{parameter.label}, {state}: {', '.join(map(str, entry.provisions))}"
                    yield ReviewItem(name_entry(parameter.parameter, state, entry), told, entry.carriers)
    for silence in silences:
        yield ReviewItem(silence.id, silence.says, silence.provisions)


def name_entry(parameter: str, jurisdiction: str, entry: ParameterEntry) -> str:
    """Return the id of an entry in the lock: parameter, jurisdiction, cell and day, parted by slashes."""
    cells = "+".join(",".join(values) for values in entry.when.values())
    return "/".join(part for part in (parameter, jurisdiction, cells, str(entry.from_)) if part)


def review(items: Iterable[ReviewItem], lock: ReviewLock, texts: LawTexts) -> list[ReviewResult]:
    """Compare what each item was reviewed against with the law as it is held."""
    digests: dict[tuple[DocumentPath, EditionKind], str | None] = {}

    def digest_of(provision: DocumentPath, edition: EditionKind) -> str | None:
        key = (provision, edition)
        if key not in digests:
            text = texts.text_of(provision, edition)
            digests[key] = None if text is None else digest_law(text)
        return digests[key]

    results = []
    for item in items:
        locked = lock.items.get(item.id)
        if locked is None:
            results.append(ReviewResult(item, ReviewState.UNREVIEWED))
            continue
        changed = [
            str(provision)
            for provision in item.provisions
            for edition, known in ((EditionKind.PLAIN, locked.plain), (EditionKind.OFFICIAL, locked.official))
            if _differs(digest_of(provision, edition), known, str(provision), edition)
        ]
        changed += [
            one for one in sorted({one.document for one in item.provisions}) if texts.is_other_print(one)
        ]
        state = ReviewState.IN_DOUBT if changed else ReviewState.REVIEWED
        results.append(ReviewResult(item, state, tuple(dict.fromkeys(changed))))
    return results


def _differs(held: str | None, known: Mapping[str, str], provision: str, edition: EditionKind) -> bool:
    """What is not held cannot differ; an official text that nobody compared yet is no doubt by itself."""
    if held is None:
        return False
    if provision not in known:
        return edition is EditionKind.PLAIN
    return known[provision] != held


def accept(
    items: Iterable[ReviewItem], lock: ReviewLock, texts: LawTexts, by: tuple[str, ...], on: datetime.date
) -> ReviewLock:
    """Return the lock with those items reviewed against the law as it is held now.

    The digest of an official text that is not at hand now is kept.
    """
    kept = dict(lock.items)
    for item in items:
        found: dict[EditionKind, dict[str, str]] = {EditionKind.PLAIN: {}, EditionKind.OFFICIAL: {}}
        before = kept.get(item.id)
        for provision in item.provisions:
            for edition in EditionKind:
                text = texts.text_of(provision, edition)
                if text is not None:
                    found[edition][str(provision)] = digest_law(text)
                elif (
                    before is not None
                    and edition is EditionKind.OFFICIAL
                    and str(provision) in before.official
                ):
                    found[edition][str(provision)] = before.official[str(provision)]
        kept[item.id] = LockedItem(
            plain=found[EditionKind.PLAIN], official=found[EditionKind.OFFICIAL], by=by, reviewed_on=on
        )
    return ReviewLock(items=kept)


def list_unconfirmed(
    parameters: ParameterCatalogue, today: datetime.date, months: int
) -> list[tuple[str, str]]:
    """Return each entry that nobody confirmed for so many months, and since when."""
    found = []
    for parameter in parameters:
        for state, holding in parameter.values.items():
            for entry in holding.entries:
                confirmed = entry.confirmed_on
                age = (
                    (today.year - confirmed.year) * 12 + today.month - confirmed.month if confirmed else None
                )
                if entry.to is None and (age is None or age > months):
                    since = (
                        f"confirmed on {confirmed}"
                        if confirmed
                        else f"never confirmed, as printed {entry.as_printed}"
                    )
                    found.append((name_entry(parameter.parameter, state, entry), since))
    return found


def write_lock(lock: ReviewLock) -> str:
    """Return the file's text, items in the order of their ids."""
    items = {
        name: item.model_dump(mode="json", exclude_defaults=True) for name, item in sorted(lock.items.items())
    }
    return _HEAD + yaml.safe_dump(
        {"items": items}, allow_unicode=True, sort_keys=False, width=200, default_flow_style=None
    )


def parse_lock(text: str) -> ReviewLock:
    """Read a lock; an empty text is one that is not there. Raises CorpusError."""
    return parse_model(ReviewLock, text, f"{FOLDER}/{LOCK}") if text.strip() else ReviewLock()


@lru_cache(maxsize=1)
def get_lock() -> ReviewLock:
    """Return the lock that ships with the package, read on first use."""
    return parse_lock(read_texts(FOLDER).get(LOCK, ""))
