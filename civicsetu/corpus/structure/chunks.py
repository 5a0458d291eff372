"""Cut a provision tree into what is embedded and searched.

A chunk is a unit, or a window of one cut at the law's own joints: between clauses, else
between sentences, else between tokens. Every character of a unit is in exactly one chunk
and no chunk reaches into another unit, so a hit names its provision beyond doubt. The
heading path stands in front of a chunk only where a model reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree

WHOLE_UNIT_TOKENS = 300
WINDOW_TOKENS = 220
MAX_TOKENS = 450
MAX_CHARS = 1_500
_SENTENCE_END = re.compile(r"(?<=[.;:])\s+")

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Window:
    """A chunk's place: the unit it belongs to and its exact span of the text."""

    unit: str
    title: str
    hierarchy: tuple[str, ...]
    start: int
    end: int
    page: int | None


def windows(
    tree: ProvisionTree,
    spec: DocumentSpec,
    count: CountTokens,
    *,
    apart: bool = False,
    misprinted: Collection[str] = (),
) -> Iterator[Window]:
    """All windows of a tree, in the order of the text.

    `apart`: a window for each paragraph of the law's own tree; else as many paragraphs of a
    unit as fit. Sections of the numbers `misprinted` have none: nobody shall find their words.
    """
    for section in tree.wholes():
        if str(section.path) in misprinted:
            continue
        for unit, start, end in _pieces(section):
            path = str(unit.path)
            hierarchy = _hierarchy(spec, section, path)
            room = MAX_TOKENS - count(" > ".join(hierarchy))
            pack = 0 if apart else WHOLE_UNIT_TOKENS
            for span in _cut(tree.text, unit, (start, end), count, min(room, MAX_TOKENS), pack):
                for first, last in _capped(tree.text, unit, span):
                    yield Window(path, section.heading, hierarchy, first, last, unit.page)


def _pieces(section: Node) -> Iterator[tuple[Node, int, int]]:
    """The section's units; words of the section's own beside them go with their neighbour.

    They are a few words such as "In this Act, unless the context otherwise requires":
    too short to be found alone, and law all the same.
    """
    if section.unit:
        yield section, section.body, section.end
        return
    at = section.body
    last = section.children[-1]
    for child in section.children:
        yield child, at, section.end if child is last else child.end
        at = child.end


def _hierarchy(spec: DocumentSpec, section: Node, path: str) -> tuple[str, ...]:
    """As 'RERA Act' > 'section 18 Return of amount and compensation' > '18(1)'."""
    heading = section.heading.rstrip(".")
    annex = section.path is not None and section.path.is_annex
    noun = "" if annex else f"{spec.doc_type.provision_noun} "
    levels = (spec.short_title, f"{noun}{section.path} {heading}".rstrip())
    return levels if path == str(section.path) else (*levels, path)


def _cut(
    text: str, unit: Node, span: tuple[int, int], count: CountTokens, room: int, pack: int
) -> Iterator[tuple[int, int]]:
    """A unit whole when it has at most `pack` tokens, else windows; `pack` 0: a window a paragraph."""
    start, end = span
    if not text[start:end].strip():
        return
    if count(text[start:end]) <= min(pack, room):
        yield _trim(text, start, end)
        return
    limit = min(WINDOW_TOKENS, room)
    window_start, used = start, 0
    for first, last in _joints(text, unit, start, end, count, limit if pack else room):
        size = count(text[first:last])
        is_words = any(character.isalnum() for character in text[first:last])
        if used and is_words and (not pack or used + size > limit):
            yield _trim(text, window_start, first)
            window_start, used = first, 0
        used += size
    yield _trim(text, window_start, end)


def _capped(text: str, unit: Node, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """A window of at most so many characters, whatever a model counts as a token, else several."""
    start, end = span
    at = start
    if end - start > MAX_CHARS:
        for first, last in _joints(text, unit, start, end, len, MAX_CHARS):
            if last - at > MAX_CHARS:
                if text[at:first].strip():
                    yield _trim(text, at, first)
                at = first
    yield _trim(text, at, end)


def _joints(
    text: str, unit: Node, start: int, end: int, count: CountTokens, limit: int
) -> Iterator[tuple[int, int]]:
    """Leaves of the unit in `start:end`; one that is too long is cut at its sentences."""
    inside = [(max(first, start), min(last, end)) for first, last in unit.leaves()]
    beside = [(start, min(unit.start, end)), (max(unit.end, start), end)]
    for first, last in sorted([*inside, *beside]):
        if first >= last:
            continue
        if count(text[first:last]) <= limit:
            yield first, last
        else:
            yield from _sentences(text, first, last, count, limit)


def _sentences(text: str, start: int, end: int, count: CountTokens, limit: int) -> Iterator[tuple[int, int]]:
    at = start
    cuts = [match.end() for match in _SENTENCE_END.finditer(text, start, end)] + [end]
    for cut in cuts:
        if cut <= at:
            continue
        if count(text[at:cut]) <= limit:
            yield at, cut
        else:
            yield from _words(text, at, cut, count, limit)
        at = cut


def _words(text: str, start: int, end: int, count: CountTokens, limit: int) -> Iterator[tuple[int, int]]:
    """The last resort: halve at a space until each half fits."""
    if count(text[start:end]) <= limit or end - start < 2:
        yield start, end
        return
    middle = text.rfind(" ", start + 1, (start + end) // 2) + 1 or (start + end) // 2
    middle = middle if start < middle < end else (start + end) // 2
    yield from _words(text, start, middle, count, limit)
    yield from _words(text, middle, end, count, limit)


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out white space at both ends; what is left is never empty for a unit with text."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def is_law(node: Node) -> bool:
    return node.kind not in (NodeKind.DOCUMENT, NodeKind.FRONT, NodeKind.CHAPTER, NodeKind.NOTE)
