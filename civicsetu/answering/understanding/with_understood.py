"""Join what a model read of a question with what the rules read: the split and the wording are the model's.

Everything else, the states, days, references and the law searched, stays read by rules from the person's own words; what a
part asks, its kind and its word of yes or no with it, is read from the model's wording of it.
"""

from __future__ import annotations

from dataclasses import replace

from civicsetu.answering.understanding.thresholds import UNDERSTANDING
from civicsetu.answering.understanding.understood import Understood
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.read_question import PartGiven, Query, ReadingContext, read_parts_given


def with_understood(query: Query, understood: Understood, question: str, context: ReadingContext) -> Query:
    """Return the query with the parts and the wording a model gave it; `context` is what it was read with.

    A reply to the turn before ("yes", "which section?") stays as it is, and so does a query that asks what to do about
    each of several wrongs, where one would be lost. Any other question that the reading loses stands behind its parts, and
    behind those a wrong that it does not speak of; a sentence that asks in no mark is left to the reading.
    """
    lost = _find_lost(query, understood)
    if query.act is not None or any(one.tells_wrong and not one.unasked for one in lost):
        return query
    parts = [PartGiven(one.question, one.standalone, one.query_type) for one in understood.parts]
    asked = [one for one in lost if not one.unasked and "?" in one.just_asked]
    read = read_parts_given(query, question, parts, context, beside=[*asked, *(one for one in lost if one.unasked)])
    facts = tuple((fact.id, fact.value) for fact in understood.facts)
    return replace(read, facts=facts, parts=tuple(replace(one, facts=facts) for one in read.parts))


def _find_lost(query: Query, understood: Understood) -> list[Query]:
    """The parts found by the rules whose words the model's parts do not have.

    Rules cut a post in wrong places, and what they cut may stand in two of the model's parts.
    """
    given = _stems(" ".join(f"{one.question} {one.standalone}" for one in understood.parts))
    return [part for part in query.parts if _is_lost(_stems(part.heading), given)]


def _is_lost(own: set[str], given: set[str]) -> bool:
    return len(own & given) < UNDERSTANDING.kept_share * len(own)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text) if len(word) >= UNDERSTANDING.telling_letters}
