"""What a law's words say beside the law: days, provisions of it and of its Act, and that they were amended.

Words of another Act are named by that Act ("section 3 of the Companies Act") and are no reference here.
An amendment is read from the words in which publishers and amending instruments tell of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from civicsetu.law.days import days_named
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import ProvisionTree
from civicsetu.law.references import Reference, find_references

_DONE = {"su": "substituted", "in": "inserted", "om": "omitted", "re": "omitted", "ad": "inserted"}
_WORDS = "substituted|inserted|omitted|repealed|added"
_SIGNAL = re.compile(
    rf"\b(?P<noted>{_WORDS}|subs\.|ins\.|om\.|rep\.)\s+(?:by|vide|w\.?e\.?f)\b"
    rf"|\bshall\s+(?:be|stand)\s+(?P<ordered>{_WORDS})\b",
    re.IGNORECASE,
)
_NOTE_END = re.compile(r"\n\s*\n|\n(?=\s*\^?\d{1,2}\s*\.?\s+[A-Z])|\Z")


class AmendmentKind(StrEnum):
    """What an amendment did to the words."""

    SUBSTITUTED = "substituted"
    INSERTED = "inserted"
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class AmendmentSignal:
    """Words that say this law was changed, or orders that another be (`ordered`); `days` are those its note names."""

    kind: AmendmentKind
    start: int
    end: int
    ordered: bool
    days: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class TextMetadata:
    """What one passage names: `sections` and `rules` by path, each once, in order of mention."""

    days: tuple[date, ...]
    sections: tuple[str, ...]
    rules: tuple[str, ...]
    amendments: tuple[AmendmentSignal, ...]


def read_metadata(text: str, spec: DocumentSpec, here: ProvisionPath | None = None) -> TextMetadata:
    """What a passage of that law names; `here` is the provision it stands in, for relative mentions."""
    noun = spec.doc_type.provision_noun
    own = [one for one in find_references(text, here=here, noun_here=noun) if _is_own(one)]
    return TextMetadata(
        tuple(dict.fromkeys(days_named(text))),
        tuple(dict.fromkeys(str(one.path) for one in own if one.noun == "section")),
        tuple(dict.fromkeys(str(one.path) for one in own if one.noun == "rule")),
        tuple(find_amendments(text)),
    )


def find_amendments(text: str) -> Iterator[AmendmentSignal]:
    """Every place of `text` that says words were, or shall be, substituted, inserted or omitted."""
    for match in _SIGNAL.finditer(text):
        note = _NOTE_END.search(text, match.end())
        end = note.start() if note else len(text)
        kind = AmendmentKind(_DONE[(match["noted"] or match["ordered"])[:2].lower()])
        days = tuple(days_named(text[match.start() : end]))
        yield AmendmentSignal(kind, *match.span(), match["ordered"] is not None, days)


def unrecorded_amendments(tree: ProvisionTree, spec: DocumentSpec) -> tuple[str, ...]:
    """Numbers of the provisions whose print says they were amended, and of which the registry records no change.

    A note of the publisher stands below the provision it is about.
    """
    found: dict[str, None] = {}
    wholes = tree.wholes()
    for signal in (one for one in find_amendments(tree.text) if not one.ordered):
        before = [node for node in wholes if node.start <= signal.start and node.path is not None]
        number = before[-1].path.number if before and before[-1].path else ""
        if number and not spec.changes_of(number):
            found[number] = None
    return tuple(found)


def _is_own(reference: Reference) -> bool:
    """Of this law, or of the Act that its rules call "the Act"."""
    return reference.law in ("", "the Act", "Act")
