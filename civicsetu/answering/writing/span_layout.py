"""Spans as a prompt shows them: under the law, state and place they belong to, each behind its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from civicsetu.answering.written import Span, SpanKind
from civicsetu.law.documents import EditionKind

NOT_HELD = "# Not held, or limited"
LEFT_OPEN = "# Left open by the law read"
_OFFICIAL = "official words: "
HELD_OFFICIALLY = "(official words)"
"""Stands behind a place whose text is the law's own wording: what is written from it is not to be passed on."""


def lay_out(spans: Sequence[Span], names: Mapping[str, str]) -> str:
    """Return the spans of law in their order, those of one law and place together. `names` are jurisdictions by code."""
    return "\n".join(_lines([one for one in spans if one.kind is not SpanKind.ASKER], names))


def headings_of(span: Span, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the law with its state and day, and the place with its title; what cites nothing has a heading of its own."""
    if not span.passages:
        return (LEFT_OPEN if span.silence else NOT_HELD,)
    where = names.get(span.jurisdiction, span.jurisdiction)
    day = f", text of {span.as_of.day} {span.as_of:%B %Y}" if span.as_of else ""
    title = span.passages[0].unit.title.rstrip(" .—-")
    held = f" {HELD_OFFICIALLY}" if is_held_officially(span) else ""
    return (f"# {span.law} ({where}{day})", f"## {span.place} {title}".rstrip() + held)


def is_held_officially(span: Span) -> bool:
    """Return whether the text of a span is the law's own wording."""
    return span.kind is SpanKind.PROVISION and bool(span.passages) and span.passages[0].edition.kind is EditionKind.OFFICIAL


def line_of(span: Span) -> str:
    """Return the line of one span, with the official words behind it where they are shown."""
    line = f"{span.key}: {span.text}"
    return f"{line}\n  {_OFFICIAL}{span.official}" if span.official else line


def _lines(spans: Sequence[Span], names: Mapping[str, str]) -> Iterator[str]:
    above: tuple[str, ...] = ()
    for span in spans:
        headings = headings_of(span, names)
        if headings != above:
            yield from headings[1:] if headings[:1] == above[:1] else headings
        yield line_of(span)
        above = headings
