"""Read a question without a model: what it names, where, when, and what it goes on from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, QueryType
from civicsetu.law.documents import CENTRAL
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference, find_references
from civicsetu.retrieval.law_index import LawIndex
from civicsetu.retrieval.plan import RetrievalPlan

_FOLLOW_UP = re.compile(
    r"^(?:and|but|so|then|also|or|ok|okay|what about|how about|what if|what else|why|tell me more|more|"
    r"explain|really|is that|does that|does it|do they|can they|can he|can she|in that case|if so|which one|aur|phir)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|that|this|these|those|they|them|he|she|same|above|such|there|previous|former|latter)\b",
    re.IGNORECASE,
)
_MEANING = re.compile(
    r"(?:what|who) (?:is|are) (?:meant by )?(.{2,60}?)(?: (?:under|in|as per|according to) .{2,60})?"
    r"|(?:what does )?(.{2,60}?) means?(?: .{2,40})?"
    r"|(?:define|definition of|meaning of|what is the (?:meaning|definition) of) (.{2,60})",
    re.IGNORECASE,
)
_SHORT = 9
_TYPES: tuple[tuple[QueryType, re.Pattern[str]], ...] = (
    (
        QueryType.CONFLICT,
        re.compile(r"\b(?:compare|comparison|difference|differ|versus|vs|conflict|contradict\w*)\b", re.I),
    ),
    (
        QueryType.PENALTY,
        re.compile(
            r"\b(?:penalt\w*|fine[sd]?|punish\w*|jail\w*|prison\w*|imprison\w*|offen[cs]e\w*)\b", re.I
        ),
    ),
    (
        QueryType.DEFINITION,
        re.compile(
            r"\b(?:define\w*|definition|meaning of|what is meant|mean by|means|who is (?:an? )?|what is (?:an? )?)\b",
            re.I,
        ),
    ),
    (
        QueryType.TEMPORAL,
        re.compile(
            r"\b(?:how long|how soon|how many (?:days|months|years)|time limit|deadline|within|by when|when|how much time)\b",
            re.I,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Understood:
    """A question made to stand alone, and everything read from it.

    `references` are tied to a document held; `not_there` are provisions of a law held that
    it does not have, `elsewhere` the names of laws and jurisdictions that are not held.
    """

    standalone: str
    query_type: QueryType
    documents: tuple[str, ...]
    references: tuple[tuple[str, Reference], ...]
    not_there: tuple[tuple[str, Reference], ...]
    other_laws: tuple[str, ...]
    states_not_held: tuple[str, ...]
    rules_not_held: tuple[str, ...]
    jurisdictions: tuple[str, ...]
    carried_units: tuple[str, ...]
    as_on: date | None


def understand(
    question: str,
    *,
    jurisdiction: str | None,
    as_on: date | None,
    last: Answer | None,
    index: LawIndex,
    registry: Registry,
) -> Understood:
    """Read one question; `last` is the session's last answer that stated law, if any."""
    mentioned = find_references(question, bare=True)
    follows_on = last is not None and not mentioned and _is_follow_up(question)
    standalone = f"{last.question} {question}" if follows_on and last else question
    named = states_named(question, registry) or (states_named(standalone, registry) if follows_on else ())
    states = tuple(
        dict.fromkeys([*((jurisdiction,) if jurisdiction and jurisdiction != CENTRAL else ()), *named])
    )
    documents = tuple(
        key for key, law in index.laws.items() if law.jurisdiction == CENTRAL or law.jurisdiction in states
    )
    references, not_there, rules = _tie(mentioned, documents, index)
    if not mentioned:
        references = _definition_asked(question, documents, index)
    held = {law.jurisdiction for law in index.laws.values()}
    return Understood(
        standalone=standalone,
        query_type=query_type(question, bool(references)),
        documents=documents,
        references=references,
        not_there=not_there,
        other_laws=tuple(dict.fromkeys(reference.law for reference in mentioned if reference.law)),
        states_not_held=tuple(state for state in states if state not in held),
        rules_not_held=rules,
        jurisdictions=(CENTRAL, *states),
        carried_units=_carried(last, index) if follows_on else (),
        as_on=as_on,
    )


def plan_of(understood: Understood) -> RetrievalPlan:
    """What to look for and how. A definition is not reranked: the cross-encoder loses them."""
    by_number = bool(understood.references)
    return RetrievalPlan(
        query=understood.standalone,
        query_type=understood.query_type,
        documents=understood.documents,
        references=understood.references,
        carried_units=understood.carried_units,
        rerank=not by_number and understood.query_type is not QueryType.DEFINITION,
    )


def states_named(text: str, registry: Registry) -> tuple[str, ...]:
    """Jurisdictions named or implied by a city or an authority's name, in order of mention."""
    lower = text.lower()
    found: list[tuple[int, str]] = []
    for code, entry in registry.jurisdictions.items():
        if code == CENTRAL:
            continue
        for alias in entry.aliases:
            match = re.search(rf"(?<!\w){re.escape(alias)}(?!\w)", lower)
            if match:
                found.append((match.start(), code))
                break
    return tuple(code for _, code in sorted(found))


def query_type(question: str, has_references: bool) -> QueryType:
    """The kind of question; a plain mention of a provision is a cross-reference."""
    for kind, pattern in _TYPES:
        if kind is QueryType.DEFINITION and has_references:
            continue
        if pattern.search(question):
            return kind
    return QueryType.CROSS_REFERENCE if has_references else QueryType.FACT


def _is_follow_up(question: str) -> bool:
    words = question.split()
    if _FOLLOW_UP.match(question) and len(words) <= 14:
        return True
    return len(words) <= _SHORT and _POINTS_BACK.search(question) is not None


def _tie(
    mentioned: list[Reference], documents: tuple[str, ...], index: LawIndex
) -> tuple[tuple[tuple[str, Reference], ...], tuple[tuple[str, Reference], ...], tuple[str, ...]]:
    """Tie each mention to the documents whose provisions are called so.

    "Section" is never a rule and "rule" never a section: a mention that no document searched
    can have is reported by its noun.
    """
    held: list[tuple[str, Reference]] = []
    missing: list[tuple[str, Reference]] = []
    nowhere: list[str] = []
    for reference in mentioned:
        if reference.law:
            continue
        noun = reference.noun or "section"
        candidates = [key for key in documents if index.laws[key].doc_type.provision_noun == noun]
        found = [key for key in candidates if index.holds(key, reference.path)]
        if found:
            held.extend((key, reference) for key in found)
        elif candidates:
            missing.extend((key, reference) for key in candidates)
        else:
            nowhere.append(f"{noun} {reference.path}")
    return tuple(held), tuple(missing), tuple(dict.fromkeys(nowhere))


def _definition_asked(
    question: str, documents: tuple[str, ...], index: LawIndex
) -> tuple[tuple[str, Reference], ...]:
    """The definition of a term that the question asks the meaning of, if the law defines it."""
    asked = _MEANING.fullmatch(question.strip(" ?.!"))
    if asked is None:
        return ()
    term = next(group for group in asked.groups() if group)
    return tuple(
        (unit.document, Reference(parse_path(unit.path), None, asked.start(), asked.end()))
        for unit in index.defined(term)
        if unit.document in documents
    )


def _carried(last: Answer | None, index: LawIndex) -> tuple[str, ...]:
    """The provisions the last answer stood on: at most two, past any reranking."""
    if last is None:
        return ()
    units: list[str] = []
    for citation in last.citations:
        match = next(
            (
                unit.unit_id
                for unit in index.units.values()
                if unit.document == citation.document and unit.path == citation.section_id
            ),
            None,
        )
        if match and match not in units:
            units.append(match)
    return tuple(units[:2])
