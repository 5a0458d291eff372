"""Tie the provisions that a text names, by number, by a term that is defined or by heading, to the law held."""

from __future__ import annotations

import re
from collections.abc import Sequence

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.headings_asked import find_section_by_heading
from civicsetu.query.jurisdiction_detection import states_named, without_names

_MEANING = re.compile(
    r"(?:what|who) (?:is|are) (?:meant by )?(.{2,60}?)(?: (?:under|in|as per|according to) .{2,60})?"
    r"|(?:what does )?(.{2,60}?) means?(?: .{2,40})?"
    r"|(?:define|definition of|meaning of|what is the (?:meaning|definition) of) (.{2,60})",
    re.IGNORECASE,
)
_NO_NAME = frozenset({"the", "of", "and", "for", "in"})


def tie(
    mentioned: Sequence[Reference], documents: tuple[str, ...], index: LawIndex, registry: Registry
) -> tuple[tuple[tuple[str, Reference], ...], tuple[tuple[str, Reference], ...], tuple[str, ...]]:
    """Tie each mention to the documents that have such provisions.

    "Section" is never a rule and "rule" never a section: a mention that no document searched
    can have is reported by its noun.
    """
    held: list[tuple[str, Reference]] = []
    missing: list[tuple[str, Reference]] = []
    nowhere: list[str] = []
    for reference in mentioned:
        noun = reference.noun or "section"
        named = held_by_name(reference.law, index, registry)
        if reference.law and named is None:
            continue
        among = documents if named is None else (named,)
        candidates = [key for key in among if index.laws[key].doc_type.provision_noun == noun]
        found = [key for key in candidates if index.holds(key, reference.path)]
        if found:
            held.extend((key, reference) for key in found)
        elif candidates:
            missing.extend((key, reference) for key in candidates)
        else:
            nowhere.append(f"{noun} {reference.path}")
    return tuple(held), tuple(missing), tuple(dict.fromkeys(nowhere))


def held_by_name(law: str, index: LawIndex, registry: Registry) -> str | None:
    """Return the document held that a law's name means: every word is in its title, or names its jurisdiction."""
    states = states_named(law, registry)
    words = set(split_words(without_names(law, states, registry))) - _NO_NAME
    fitting = [
        key
        for key, held in index.laws.items()
        if (words or states)
        and (not states or held.jurisdiction in states)
        and words <= set(split_words(f"{held.title} {held.short_title}"))
    ]
    return fitting[0] if len(fitting) == 1 else None


def find_definition_asked(
    question: str, documents: tuple[str, ...], index: LawIndex
) -> tuple[tuple[str, Reference], ...]:
    """Return the definition of the term whose meaning is asked, where the law defines it."""
    asked = _MEANING.fullmatch(question.strip(" ?.!"))
    if asked is None:
        return ()
    term = next(group for group in asked.groups() if group)
    return tuple(
        (unit.document, Reference(parse_path(unit.path), None, asked.start(), asked.end()))
        for unit in index.find_definitions(term)
        if unit.document in documents
    )


def find_heading_asked(
    question: str, documents: tuple[str, ...], index: LawIndex
) -> tuple[tuple[str, Reference], ...]:
    """Return the section whose heading a question asks for, and little else."""
    found = find_section_by_heading(question, documents, index)
    return () if found is None else ((found[0], Reference(parse_path(found[1]), None, 0, len(question))),)
