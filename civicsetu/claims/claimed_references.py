"""Compare references: ours names the provisions and laws that the law names, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.claims.pair import FactKind, Finding, Pair, find_added, find_missing
from civicsetu.claims.reading import AnnotatedText
from civicsetu.law.paths import ProvisionPath

_THIS = re.compile(
    r"\b(?:this|that|such|the said|said) (?:clause|sub-?clause|sub-?section|section|rule|regulation)s?\b",
    re.IGNORECASE,
)
_TABLE_ABOVE = re.compile(r"\btable\s+above\b|\babove\s+table\b", re.IGNORECASE)
_HOLDS_TABLE = re.compile(r"(?<!above\s)\btable\b(?!\s+above)", re.IGNORECASE)
_JOINS = re.compile(r"\s*,?\s*(?:and|or|to)?\s*(?:in |under |with )?")


def compare_references(pair: Pair) -> Iterator[Finding]:
    """Yield a finding for each wrong reference; ours may expand "this clause" or a list of parts or neighbours."""
    law, ours = _named(pair.law.reading), _named(pair.ours.reading)
    above = {named for reading in pair.above for named in _named(reading)}
    free = _meant_by_this(pair) | _with_the_table(pair)
    yield from find_missing(pair, FactKind.REFERENCE, law - ours - free)
    yield from find_added(pair, FactKind.REFERENCE, ours - law - free - above - _whole_lists(pair))
    for fact in _in_a_row(pair.ours.reading):
        yield pair.make_finding(
            FactKind.REFERENCE, f"{fact} twice", "once", "twice", f"Ours names {fact} twice in one row."
        )
    for row, whole in _cut_short(pair):
        told = f"Ours names {row} together; the law names {whole}."
        yield pair.make_finding(FactKind.REFERENCE, f"only {row}", whole, row, told)


def _named(reading: AnnotatedText) -> set[str]:
    return {named.text for named in reading.named}


def _meant_by_this(pair: Pair) -> set[str]:
    """The provision itself and what it stands under, where the law says "this section" - or where it is a
    proviso or an explanation, which is one to something."""
    hangs = any(label.startswith(("proviso", "explanation")) for label in pair.path.labels)
    if not hangs and not _THIS.search(pair.law.reading.text):
        return set()
    return {f"{pair.noun} {path}" for path in (pair.path, *pair.path.ancestors)}


def _with_the_table(pair: Pair) -> set[str]:
    """The nearest provision before with a table, where the law says "the table above"."""
    parent = pair.path.parent
    if parent is None or parent not in pair.official or not _TABLE_ABOVE.search(pair.law.reading.text):
        return set()
    parts = pair.official[parent].parts
    before = [parent.child(label) for label in parts[: parts.index(pair.path.labels[-1])]]
    holds = [path for path in before if _HOLDS_TABLE.search(pair.official[path].reading.text)]
    return {f"{pair.noun} {path}" for path in holds[-1:]}


def _whole_lists(pair: Pair) -> set[str]:
    """References to all parts of this provision, or in one row to all parts of what it stands under."""
    allowed = _list_of(pair, pair.path, _named(pair.ours.reading))
    for run in _runs(pair.ours.reading):
        for holder in pair.path.ancestors:
            allowed |= _list_of(pair, holder, set(run))
    return allowed


def _list_of(pair: Pair, holder: ProvisionPath, named: set[str]) -> set[str]:
    parts = pair.official[holder].parts if holder in pair.official else ()
    labels = [part for part in parts if not part.startswith(("proviso", "explanation"))]
    listed = {f"{pair.noun} {holder.child(label)}" for label in labels}
    if not listed or (holder in pair.official and listed & _named(pair.law.reading)):
        return set()  # the law itself says which of them
    return listed if listed <= named else set()


def _runs(reading: AnnotatedText) -> list[list[str]]:
    """References with nothing but "and", "or", "to", a comma or their own words between."""
    runs: list[list[str]] = []
    end = -1
    for named in reading.named:
        if runs and (named.start < end or _JOINS.fullmatch(reading.text[end : named.start])):
            runs[-1].append(named.text)
        else:
            runs.append([named.text])
        end = max(end, named.end)
    return runs


def _in_a_row(reading: AnnotatedText) -> Iterator[str]:
    for run in _runs(reading):
        yield from sorted({text for text in run if run.count(text) > 1})


def _cut_short(pair: Pair) -> Iterator[tuple[str, str]]:
    """Rows of ours that are a row of the law with some left out."""
    rows = [set(run) for run in _runs(pair.law.reading) if len(run) > 1]
    for run in _runs(pair.ours.reading):
        if len(run) > 1 and (longer := [row for row in rows if set(run) < row]) and set(run) not in rows:
            yield ", ".join(sorted(set(run))), ", ".join(sorted(longer[0]))
