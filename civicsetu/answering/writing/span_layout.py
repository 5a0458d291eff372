"""Spans as a prompt shows them: under the law, place and state they belong to, each behind its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from civicsetu.answering.written import Span, SpanKind

NOT_HELD = "Not held, or limited"
_OFFICIAL = "official words: "


def lay_out(spans: Sequence[Span], names: Mapping[str, str]) -> str:
    """Return the spans of law in their order; those of one provision under one heading. `names` are jurisdictions by code."""
    law = [one for one in spans if one.kind is not SpanKind.ASKER]
    groups = groupby(law, key=lambda one: heading_of(one, names))
    return "\n\n".join("\n".join([f"## {heading}", *map(line_of, group)]) for heading, group in groups)


def heading_of(span: Span, names: Mapping[str, str]) -> str:
    """Return "Lantern Act, 1950, section 3(1) (India, text of 1 May 1950)"; of what is not held, that."""
    if not span.passages:
        return NOT_HELD
    where = names.get(span.jurisdiction, span.jurisdiction)
    day = f", text of {span.as_of.day} {span.as_of:%B %Y}" if span.as_of else ""
    return f"{span.law}, {span.place} ({where}{day})"


def line_of(span: Span) -> str:
    """Return the line of one span, with the official words behind it where they are shown."""
    line = f"{span.key}: {span.text}"
    return f"{line}\n  {_OFFICIAL}{span.official}" if span.official else line
