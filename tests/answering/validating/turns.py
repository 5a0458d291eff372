"""Turns on the Lantern Act as validators are given them."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any
from uuid import UUID

from civicsetu.answering.validating.turn import JudgedTurn, TurnPart
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Answer, Citation, Context, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.sentences import to_one_line
from civicsetu.query.asking import AskedKind
from tests.answering.given import answered, citation
from tests.retrieval.lantern_act import ACT, index_of_states

TODAY = date(2026, 1, 15)
LAW = index_of_states()


@lru_cache
def standing(path: str = "3(1)", document: str = ACT) -> Citation:
    """A citation whose quote is the whole provision as the plain edition has it."""
    law = LAW.laws[document]
    edition = law.editions[EditionKind.PLAIN]
    place = edition.places[path]
    return citation(
        path,
        quote=edition.body[place.start : place.end],
        start=place.start,
        document=document,
        edition_id=UUID(edition.edition_id),
        chunk_id=UUID(edition.chunk_at(place.start)),
        jurisdiction=law.jurisdiction,
    )


def lifted(path: str = "3(1)") -> Answer:
    """An answer that says a provision word for word."""
    one = standing(path)
    return answered("When is the lantern closed?", one, sentences=[Sentence(text=to_one_line(one.quote), citations=(0,))])


def saying(text: str, *cited: Citation, support: Support = Support.STATEMENT, **changes: Any) -> Answer:
    """An answer of one sentence."""
    of = cited or (standing(),)
    sentence = Sentence(text=text, citations=tuple(range(len(of))), support=support)
    return answered("When is the lantern closed?", *of, answer=text, sentences=[sentence], **changes)


def context(path: str, title: str = "", document: str = ACT) -> Context:
    return Context(document=document, provision=path, title=title, score=0.5, found_by=("vector",))


def turn(answer: Answer, law: LawIndex = LAW, **changes: Any) -> JudgedTurn:
    told: dict[str, Any] = {"asked": answer.question, "today": TODAY}
    return JudgedTurn(answer, law, **(told | changes))


def asking(kind: AskedKind, answer: Answer) -> JudgedTurn:
    """A turn with one part that asks for something of that kind."""
    return turn(answer, parts=(TurnPart(kind, tuple(range(len(answer.sentences)))),))


