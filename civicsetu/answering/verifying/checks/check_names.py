"""Sections, laws, forms, offices and states that a sentence names stand in the spans it cites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.answering.verifying.evidence import CitedEvidence, read_text
from civicsetu.answering.verifying.likeness import measure_likeness, read_context
from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import Span, Written
from civicsetu.claims.named_forms import NamedForm, find_forms, find_law_words
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import CENTRAL
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.references import find_references
from civicsetu.yaml_data import load_words, report_errors

_CHAPTER = re.compile(r"\b[Cc]hapter\s+([IVXLC]+|\d{1,2})\b")
_YOURS = re.compile(r"\byou(?:r|rs)?\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:[Aa]rticle|[Oo]rder)\s+(\d{1,3}|[IVXLC]+)\b(?!\s+(?:days?|weeks?|months?|years?)\b)")


def check_references(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt each section, rule, chapter or law named that is neither a span's own nor named in its text."""
    for noun, path in _named(written.text):
        if not any(_is_there(noun, path, span) for span in evidence.spans):
            yield Doubt(Check.REFERENCE, f"No span cited is, or names, {noun or 'provision'} {path}.")
    said = " ".join(evidence.words.split()).lower()
    for pattern in (_CHAPTER, _ARTICLE):
        for match in pattern.finditer(written.text):
            if " ".join(match[0].split()).lower() not in said:
                yield Doubt(Check.REFERENCE, f"No span cited names {match[0]}.")
    of_states = _words_of_states(evidence)
    for law, words in find_law_words(written.text):
        if not words <= of_states and not all(word in said for word in words):
            yield Doubt(Check.REFERENCE, f"No span cited names the law “{law}”.")


def _words_of_states(evidence: CitedEvidence) -> frozenset[str]:
    """The words of the states whose law is cited or described: "Goa's own rules" name no law but theirs."""
    entries = get_registry().jurisdictions
    codes = {span.jurisdiction for span in evidence.spans} | evidence.states_described
    return frozenset(word for code in codes if code in entries for word in entries[code].name.lower().split())


def _named(text: str) -> Iterator[tuple[str, ProvisionPath]]:
    for reference in find_references(text):
        yield reference.noun or "", reference.path


def _is_there(noun: str, path: ProvisionPath, span: Span) -> bool:
    """The provision itself, one above it, or one that it names; a part of it where its label is printed there."""
    for theirs, there in _named_by(span.place, span.unit[1], span.text, span.official):
        if noun and theirs and noun != theirs:
            continue
        if path == there or path.contains(there):
            return True
        if there.contains(path) and all(f"({label})" in span.text + span.official for label in path.labels):
            return True
    return False


@lru_cache(maxsize=2048)
def _named_by(place: str, unit: str, *texts: str) -> tuple[tuple[str, ProvisionPath], ...]:
    """What a span is, and what it names, as noun and path."""
    own = list(_named(place))
    noun = own[0][0] if own else ""
    here = own[0][1] if own else None
    try:
        here = parse_path(unit) if unit else here
    except ValueError:
        here = own[0][1] if own else None
    if here is not None:
        own.append((noun, here))
    told = (
        (one.noun or "", one.path)
        for text in texts
        for one in find_references(text, here=here, noun_here=noun or "section")
    )
    return (*own, *told)


def check_forms(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt each form, annexure or schedule that no span names; the words quoted decide where they name one."""
    theirs = {form.name for form in find_forms(evidence.words)}
    near = {form.name for unit in evidence.quoted for form in find_forms(unit.text)}
    ours = list(find_forms(written.text))
    for form in ours:
        said = written.text[form.start : form.end].strip()
        if form.name not in theirs:
            yield Doubt(Check.FORM, f"No span cited names {said}.")
        elif near and near.isdisjoint({one.name for one in ours}):
            yield Doubt(Check.FORM, f"The words quoted name another form than {said}.", False)
        elif _is_of_another_matter(form, written.text, evidence):
            yield Doubt(Check.FORM, f"{said} is for another matter in what is cited.", False)


def _is_of_another_matter(form: NamedForm, text: str, evidence: CitedEvidence) -> bool:
    """True where another form of the spans stands in words that are clearly liker."""
    own = read_context(read_text(text).reading.reading.marks, form.start)
    best = {True: 0.0, False: 0.0}
    for unit in evidence.units:
        for other in find_forms(unit.whole):
            like = measure_likeness(own, read_context(unit.claims.reading.reading.marks, other.start))
            best[other.name == form.name] = max(best[other.name == form.name], like)
    return best[False] > best[True] + VERIFYING.other_matter_of_both


def check_states(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt a state that no span is of or names; under central law it may be the asker's own."""
    codes = {span.jurisdiction for span in evidence.spans if span.jurisdiction}
    quoted = {span.jurisdiction for span in evidence.quoted_spans if span.jurisdiction}
    said = "\n".join(unit.text for unit in evidence.quoted)
    named = {code: name for code, name in find_states(written.text) if not _is_shared_with(codes, name)}
    for code, name in named.items():
        if len(named) == 1 and quoted and quoted.isdisjoint({code, CENTRAL}) and not _has(name, said):
            yield Doubt(Check.STATE, f"The words quoted are law of another state than {name}.", False)
    own = set(evidence.asking.find_states(get_registry()))
    if len(named) == 1 and own and own.isdisjoint(named) and _YOURS.search(written.text):
        yield Doubt(Check.STATE, f"The asker's case is not of {next(iter(named.values()))}.", False)
    for code, name in named.items():
        if code in codes or _has(name, evidence.words):
            continue
        if codes == {CENTRAL} and (code in own or _has(name, evidence.asker)) and not _says_its_rules(name, written.text):
            continue
        if codes == {CENTRAL} and code in evidence.states_described:
            continue
        yield Doubt(Check.STATE, f"No span cited is law of {name}.")


def _says_its_rules(name: str, text: str) -> bool:
    """True for "Goa's own rules" and "the rules of Goa", which no central law is."""
    spelt = re.escape(name)
    return re.search(rf"{spelt}[’']s?\s+(?:own\s+|RERA\s+)*rules\b|\brules of {spelt}", text, re.IGNORECASE) is not None


def _is_shared_with(codes: Set[str], name: str) -> bool:
    """Whether the name is a short one that the authority of a state cited bears, too."""
    return not codes.isdisjoint(get_registry().bearers_of(name.lower()))


def find_states(text: str) -> Iterator[tuple[str, str]]:
    """Yield each state named in a text with its code, by its own name or its authority's short one."""
    for match in _states()[0].finditer(text):
        code = _states()[1][" ".join(match[0].lower().split())]
        yield code, match[0]


@lru_cache(maxsize=1)
def _states() -> tuple[re.Pattern[str], Mapping[str, str]]:
    of: dict[str, str] = {}
    for code, entry in get_registry().jurisdictions.items():
        if code != CENTRAL:
            names = [entry.name, *(alias for alias in entry.aliases if "rera" in alias.lower())]
            of |= {name.lower(): code for name in names}
            of = dict.fromkeys(entry.shared, code) | of
    spelled = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in sorted(of, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{spelled})(?!\w)", re.IGNORECASE), of


def check_offices(written: Written, evidence: CitedEvidence) -> Iterator[Doubt]:
    """Doubt an office that neither a span cited nor the asker names."""
    there = f"{evidence.words}\n{evidence.asker}"
    for office in find_offices(written.text):
        if not any(_has(word, there) for word in _offices()[office]):
            yield Doubt(Check.COVERAGE, f"No span cited names the {office}.")


def find_offices(text: str) -> list[str]:
    """Return the offices of `offices.yaml` that a text names."""
    if not _any_office().search(text):
        return []
    return [office for office, words in _offices().items() if any(_has(word, text) for word in words)]


@lru_cache(maxsize=1)
def _any_office() -> re.Pattern[str]:
    words = sorted({word for words in _offices().values() for word in words}, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})", re.IGNORECASE)


@lru_cache(maxsize=1)
def _offices() -> dict[str, tuple[str, ...]]:
    with report_errors("The list of offices cannot be read"):
        text = files("civicsetu.answering.verifying.checks").joinpath("offices.yaml").read_text("utf-8")
        return TypeAdapter(dict[str, tuple[str, ...]]).validate_python(load_words(text))


def _has(words: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(words)}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None
