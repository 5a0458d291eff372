"""Join what a model read of a question with what the rules read: the split and the wording are the model's.

Everything else, the states, days, references and the law searched, stays read by rules from the person's own words.
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

    A reply to the turn before ("yes", "which section?") stays as it is, and so does a query of which a question
    would be lost.
    """
    if query.act is not None or _loses_a_question(query, understood):
        return query
    parts = [PartGiven(one.question, one.standalone, one.query_type) for one in understood.parts]
    read = read_parts_given(query, question, parts, context)
    facts = tuple((fact.id, fact.value) for fact in understood.facts)
    return replace(read, facts=facts, parts=tuple(replace(one, facts=facts) for one in read.parts))


def _loses_a_question(query: Query, understood: Understood) -> bool:
    """Whether a part that the rules found stands in no words of the model's.

    Rules cut a post in wrong places, and what they cut may stand in two of the model's parts.
    """
    given = _stems(" ".join(f"{one.question} {one.standalone}" for one in understood.parts))
    headings = (_stems(part.heading) for part in query.parts)
    return any(len(own & given) < UNDERSTANDING.kept_share * len(own) for own in headings)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text) if len(word) >= UNDERSTANDING.telling_letters}
