"""What is said beside an answer: what is not held and bears on it, and where its text was read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from civicsetu.answering.messages.abstention_messages import not_there, parts_not_there, rules_not_held
from civicsetu.answering.messages.held_law import (
    list_not_held,
    name_held,
    name_states,
    numbers_held,
    official_place,
    written_day,
)
from civicsetu.answering.provisions.readings import find_copying_site
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation, Warning
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query

BROKE_OFF = "The writing model broke off, so the law's statements stand below what it had written."
SEARCH_BROKE_OFF = "A further search failed, so this answer rests on what the first search found."

_IN_EVERY_HEADING = frozenset(
    stem(word)
    for word in (
        "promoter allottee agent real estate project authority act rules state payable manner application form fee "
        "rate time a an and as at be by for from in is it not of on or that the this to under what when which who with"
    ).split()
)
"""Words that do not tell one provision from another, nor what is asked."""
_SET_BY_RULES = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG, AskedKind.FORM})


def some_not_in_force(understood: Query, later: Sequence[Citation]) -> Warning:
    """Return the warning that names provisions left out because they came into force after the day asked for."""
    since = {cited.name.strip("[]"): cited.effective_date for cited in later if cited.effective_date}
    told = "; ".join(f"{name} is in force since {written_day(day)}" for name, day in since.items())
    text = f"What was not in force yet on {written_day(understood.as_on)} was left out: {told}."
    return Warning(kind="amendment", text=text)


def warnings(
    understood: Query,
    degraded: Sequence[str],
    index: LawIndex,
    registry: Registry,
    cited: Sequence[Citation] = (),
    limits: Sequence[str] = (),
) -> list[Warning]:
    """Return the warnings due beside an answer that cites these; missing law only where the question touches it.

    `limits` are what the answer says of that itself.
    """
    found: list[Warning] = []
    if understood.states_not_held:
        names = name_states(understood.states_not_held, registry)
        searched = name_held(index, registry, understood.documents)
        text = f"The rules of {names} are not held here; this answer is from {searched} alone."
        found.append(Warning(kind="not_held", text=text))
    if understood.not_there:
        found.append(Warning(kind="not_held", text=not_there(understood.not_there, index, registry)))
    if understood.parts_not_there:
        found.append(Warning(kind="not_held", text=parts_not_there(understood.parts_not_there, index, registry)))
    if lacking := " ".join(_lacking(understood, index, registry, {one.jurisdiction for one in cited}, limits)):
        found.append(Warning(kind="not_held", text=lacking))
    if understood.rules_not_held:
        found.append(Warning(kind="not_held", text=rules_not_held(understood, index, registry)))
    return [*found, *degraded_warnings(degraded)]


def from_public_sources(citations: Sequence[Citation]) -> list[Warning]:
    """Return the warning for citations of a law whose official text was not at hand."""
    names = dict.fromkeys(cited.name.strip("[]") for cited in citations if cited.secondary)
    if not names:
        return []
    text = f"From public sources, not official text: {', '.join(names)}."
    return [Warning(kind="not_held", text=text)]


def copies(citations: Sequence[Citation], index: LawIndex) -> Iterator[Warning]:
    """Yield a warning for each cited text read from somebody's copy: the official file itself is not held."""
    cited = dict.fromkeys((one.document, one.edition) for one in citations)
    for document, kind in cited:
        law = index.laws.get(document)
        site = find_copying_site(law.editions.get(kind)) if law else ""
        if law and site:
            text = (
                f"The official text of the {law.title} shown here was read from a copy on another site "
                f"({site}), not from the authority's own file; check it there before you rely on it."
            )
            yield Warning(kind="not_held", text=text)


def other_prints(citations: Sequence[Citation], index: LawIndex) -> Iterator[Warning]:
    """Yield a warning for each cited text read from a file that is not the print that was reviewed."""
    for document, kind in dict.fromkeys((one.document, one.edition) for one in citations):
        law = index.laws.get(document)
        edition = law.editions.get(kind) if law else None
        if law and edition and edition.another_print:
            text = (
                f"The official text of the {law.title} shown here was read from a file that is not the print "
                "we reviewed; compare it with the official print before you rely on it."
            )
            yield Warning(kind="not_held", text=text)


def degraded_warnings(degraded: Sequence[str]) -> list[Warning]:
    """Return a warning for each failed search; also for an abstention, which must not rest on it."""
    return [Warning(kind="degraded", text=text) for text in dict.fromkeys(degraded)]


def _lacking(
    understood: Query, index: LawIndex, registry: Registry, answering: Collection[str], limits: Sequence[str]
) -> Iterator[str]:
    """Name what is not held of each document searched that bears on the question: the answer may be in it.

    Of a law of which little is held anything may that a state's rules set, unless law of the same jurisdiction
    answers; of another law a provision whose heading says what is asked. Who asks for a provision by its number
    gets it, and needs no word of others; what `limits` tell of a state is not told twice.
    """
    asked = understood.asked_now
    for key in () if understood.references else understood.documents:
        law = index.laws[key]
        if any(registry.name_of(law.jurisdiction) in limit for limit in limits):
            continue
        headings = list_not_held(law, registry)
        named = {reference.path.number for document, reference in understood.not_there if document == key}
        missing = {number: heading for number, heading in headings.items() if number not in named}
        if missing and len(missing) > len(law.numbers()):
            if law.jurisdiction not in answering and _asks_what_rules_set(understood):
                yield (
                    f"Of the {law.short_title} I hold {numbers_held(law)} alone; "
                    f"the rest may answer this too{official_place(law)}."
                )
            continue
        told = [
            f"{law.doc_type.provision_noun} {number}{heading}"
            for number, heading in missing.items()
            if _says_what_is_asked(heading, asked)
        ]
        if told:
            which = ", ".join(told[:4]) + (" and more" if len(told) > 4 else "")
            yield f"Of the {law.short_title}, {which} is not held here; please look there as well{official_place(law)}."


def _asks_what_rules_set(understood: Query) -> bool:
    asking = understood.asking_now
    return asking.asks_detail or asking.kind in _SET_BY_RULES


def _says_what_is_asked(heading: str, asked: str) -> bool:
    """Whether the question says at least half of what tells a heading from others."""
    telling = _telling(heading)
    return bool(telling) and len(telling & _telling(asked)) >= ANSWERING.heading_share * len(telling)


def _telling(text: str) -> set[str]:
    """Return the stems of its words, without those of every heading."""
    return {stem(word) for word in split_words(text)} - _IN_EVERY_HEADING
