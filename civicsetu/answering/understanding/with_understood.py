"""Join what a model read of a question with what the rules read: the split and the wording are the model's.

Everything else, the states, days, references and the law searched, stays read by rules from the person's own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from civicsetu.answering.understanding.understood import Understood
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.read_question import PartGiven, Query, read_parts_given

_LEAST_KEPT = 0.5
"""How much of a question that the rules found the model's parts must hold."""


def with_understood(
    query: Query,
    understood: Understood,
    question: str,
    *,
    jurisdiction: str | None,
    as_on: date | None,
    earlier: Sequence[Answer],
    index: LawIndex,
    registry: Registry,
    alone: bool = False,
    correct: Callable[[str], str] = str,
) -> Query:
    """Return the query with the parts and the wording a model gave it; the arguments are those of `read_question`.

    A reply to the turn before ("yes", "which section?") stays as it is, and so does a query of which a question
    would be lost.
    """
    if query.act is not None or _loses_a_question(query, understood):
        return query
    parts = [PartGiven(one.question, one.standalone, one.query_type) for one in understood.parts]
    read = read_parts_given(
        query, question, parts, jurisdiction=jurisdiction, as_on=as_on, earlier=earlier,
        index=index, registry=registry, alone=alone, correct=correct,
    )  # fmt: skip
    facts = tuple((fact.id, fact.value) for fact in understood.facts)
    return replace(read, facts=facts, parts=tuple(replace(one, facts=facts) for one in read.parts))


def _loses_a_question(query: Query, understood: Understood) -> bool:
    """Whether a part that the rules found stands in no part of the model's."""
    given = [_stems(f"{one.question} {one.standalone}") for one in understood.parts]
    for part in query.parts:
        own = _stems(part.heading)
        if own and max(len(own & one) for one in given) < _LEAST_KEPT * len(own):
            return True
    return False


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text)}
