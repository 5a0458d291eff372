"""Join to a question that was read what its asker gives beside its words: facts, and the provision it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError, NotFound, UnknownDocument
from civicsetu.law.case_facts import CaseFactType
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved

Facts = tuple[tuple[str, str], ...]
Place = tuple[str, str]
"""A provision by document and path."""


def check_facts(told: Mapping[str, str], registry: Registry) -> Facts:
    """Return facts of the asker from the closed list, in its order; a jurisdiction as its code.

    Raises:
        InputError: a name or value is not of the list; the message says which there are.
    """
    known = get_case_facts().facts
    unknown = next((name for name in told if name not in known), None)
    if unknown is not None:
        raise InputError("fact", user_message=f"{unknown[:40]!r} is no fact; the facts are {', '.join(known)}.")
    return tuple((name, _value(name, told[name], registry)) for name in known if name in told)


def with_given(query: Query, facts: Facts, about: Place | None, index: LawIndex) -> Query:
    """Return the query with what was given beside it, in each of its parts too.

    A question about a provision names it, whatever else it names: it is no reply to the turn before.

    Raises:
        NotFound: the provision is not held.
    """
    if about is not None:
        query = _about(query, about, index)
        query = replace(query, parts=tuple(_about(one, about, index) for one in query.parts))
    return replace(query, facts_given=facts, parts=tuple(replace(one, facts_given=facts) for one in query.parts))


def put_first(found: Sequence[Retrieved], about: Place | None, index: LawIndex) -> list[Retrieved]:
    """Return what was found with the provision that was asked about before everything else."""
    if about is None:
        return list(found)
    document, path = about
    own = {unit.unit_id for unit in index.units_at(document, parse_path(path))}

    def comes_after(one: Evidence) -> bool:
        return one.unit_id not in own

    return [replace(one, evidence=tuple(sorted(one.evidence, key=comes_after))) for one in found]


def require_place(about: Place, index: LawIndex) -> None:
    """Raise NotFound where that provision is not held."""
    document, path = about
    try:
        known = index.holds(document, parse_path(path))
    except ValueError:
        known = False
    if not known:
        raise NotFound("provision", user_message="We do not hold that provision.")


def _about(query: Query, about: Place, index: LawIndex) -> Query:
    require_place(about, index)
    document, path = about
    named = (document, Reference(parse_path(path), None, 0, 0))
    others = tuple(one for one in query.references if (one[0], one[1].path) != (document, named[1].path))
    return replace(
        query,
        references=(named, *others),
        documents=tuple(dict.fromkeys((*query.documents, document))),
        act=None,
    )


def _value(name: str, told: str, registry: Registry) -> str:
    fact = get_case_facts().facts[name]
    if fact.type is CaseFactType.JURISDICTION:
        try:
            return registry.check_jurisdiction(told)
        except UnknownDocument as error:
            raise InputError("fact", user_message=error.user_message) from error
    if told not in fact.values:
        message = f"{told[:40]!r} is no value of {name}; its values are {', '.join(fact.values)}."
        raise InputError("fact", user_message=message)
    return told
