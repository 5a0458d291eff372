"""The Mill Act, invented, with the rules of two states: their law held, their statements, and what is asked of them."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import (
    StatementIndex,
    StatementWhitening,
    build_statement_index,
)
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.plain_editions import PlainEdition, divide_plain_edition
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.corpus.statements.asked_questions import AskedQuestion
from civicsetu.corpus.statements.catalogue import StatementCatalogue, load_statements
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.documents import DocType, DocumentSpec, EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import provision_id
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import leave_unchanged
from civicsetu.query.read_question import Query, ReadingContext, read_question
from civicsetu.retrieval.retrieved import Retrieved
from tests.corpus.statements.meadow import FACTS
from tests.retrieval.lantern_act import index_of

ACT, NORTH, SOUTH = "mill_act_1950", "northland_mill_rules_1951", "southland_mill_rules_1952"
DIMENSION = 96

BODY = """## 1. Grinding.

(1) The promoter (miller) must grind the corn within 30 days after the allottee (farmer) asks for it.

Proviso: The Authority may give the promoter at most 15 days more.

(2) An allottee (farmer) may claim 9 per cent a year for every month of delay.

(3) An allottee (farmer) who leaves the mill gets the whole sum back.

## 2. Fees.

The promoter must pay the fee that the rules fix.

## 3. Penalty.

(1) A promoter who does not grind the corn pays a penalty of up to 100 rupees.

(2) A promoter who does not grind the corn after an order goes to prison for up to 3 years.

## 4. Words.

In this Act, a mill is a house in which corn is ground.

## 5. Complaints.

(1) A complaint goes to the Authority.

(2) The rules fix the form and the fee of a complaint.

(3) An appeal goes to the tribunal within 60 days.

(4) What is owed is recovered like land revenue.
"""
NORTH_BODY = """## 1. Fee.

The fee is 500 rupees. It is paid within 10 days.

## 2. Form.

A complaint is made in Form M with a fee of 20 rupees.
"""
SOUTH_BODY = """## 1. Fee.

The fee is 700 rupees.
"""
BODIES = {ACT: BODY, NORTH: NORTH_BODY, SOUTH: SOUTH_BODY}

ACT_STATEMENTS = f"""law: {ACT}
statements:
- id: mill.1-1.grind
  says: The builder must grind the corn within 30 days after the buyer asks.
  kind: duty
  bearer: promoter
  holder: allottee
  provisions: ["1(1)"]
  passages: ["The promoter (miller) must … asks for it"]
  requires: [mill.1-1.more]
- id: mill.1-1.more
  says: The RERA authority may give the builder up to 15 days more.
  kind: power
  bearer: authority
  provisions: ["1(1) proviso"]
  passages: ["The Authority may give … 15 days more"]
- id: mill.1-2.claim
  says: A buyer who stays may claim 9 % a year for every month of delay.
  kind: right
  bearer: promoter
  holder: allottee
  provisions: ["1(2)"]
  passages: ["An allottee (farmer) may … month of delay"]
  facets: {{wants: [stay]}}
- id: mill.1-3.back
  says: A buyer who leaves the mill gets the whole sum back.
  kind: right
  bearer: promoter
  holder: allottee
  provisions: ["1(3)"]
  passages: ["An allottee (farmer) who … sum back"]
  facets: {{wants: [leave]}}
- id: mill.2.fee
  says: The builder must pay a fee; the state's rules set it.
  kind: amount
  bearer: promoter
  provisions: ["2"]
  passages: ["The promoter must pay … rules fix"]
- id: mill.3-1.penalty
  says: A builder who does not grind the corn pays up to 100 rupees.
  kind: penalty
  bearer: promoter
  provisions: ["3(1)"]
  passages: ["A promoter who does … 100 rupees"]
- id: mill.3-2.prison
  says: A builder who ignores an order goes to prison for up to 3 years.
  kind: penalty
  bearer: promoter
  provisions: ["3(2)"]
  passages: ["A promoter who does … 3 years"]
- id: mill.4.mill
  says: A mill is a house in which corn is ground.
  kind: definition
  provisions: ["4"]
  passages: ["a mill is … is ground"]
- id: act.31-1.which-office
  says: A complaint goes to the RERA authority.
  kind: authority
  provisions: ["5(1)"]
  passages: ["A complaint goes … Authority"]
- id: act.31-2.form-fee
  says: The state's rules set the form and fee of a complaint.
  kind: form
  provisions: ["5(2)"]
  passages: ["The rules fix … complaint"]
- id: act.43-5.appeal
  says: You may appeal to the tribunal within 60 days.
  kind: period
  provisions: ["5(3)"]
  passages: ["An appeal goes … 60 days"]
- id: act.40-1.land-revenue
  says: What is owed to you is recovered like land revenue.
  kind: procedure
  provisions: ["5(4)"]
  passages: ["What is owed … revenue"]
"""
NORTH_STATEMENTS = f"""law: {NORTH}
statements:
- id: north.1.fee
  says: In Northland the fee is 500 rupees.
  kind: amount
  bearer: promoter
  provisions: ["1"]
  passages: ["The fee is … 500 rupees"]
  requires: [north.1.when]
  fills: mill.2.fee
- id: north.1.when
  says: It is paid within 10 days.
  kind: period
  bearer: promoter
  provisions: ["1"]
  passages: ["It is paid … 10 days"]
- id: north.2.form
  says: In Northland a complaint is made in Form M with a fee of 20 rupees.
  kind: form
  provisions: ["2"]
  passages: ["A complaint is made … 20 rupees"]
  fills: act.31-2.form-fee
"""
SOUTH_STATEMENTS = f"""law: {SOUTH}
statements:
- id: south.1.fee
  says: In Southland the fee is 700 rupees.
  kind: amount
  bearer: promoter
  provisions: ["1"]
  passages: ["The fee is … 700 rupees"]
  fills: mill.2.fee
"""
STATEMENTS = {
    f"{ACT}.yaml": ACT_STATEMENTS,
    f"{NORTH}.yaml": NORTH_STATEMENTS,
    f"{SOUTH}.yaml": SOUTH_STATEMENTS,
}


def spec(key: str = ACT) -> DocumentSpec:
    title, short, state, expected = {
        ACT: ("Mill Act, 1950", "Mill Act", "CENTRAL", "1-5"),
        NORTH: ("Northland Mill Rules, 1951", "Northland Mill Rules", "NORTHLAND", "1-2"),
        SOUTH: ("Southland Mill Rules, 1952", "Southland Mill Rules", "SOUTHLAND", "1"),
    }[key]
    return DocumentSpec.model_validate(
        {
            "key": key, "title": title, "short_title": short, "jurisdiction": state, "expected": expected,
            "doc_type": DocType.ACT if key == ACT else DocType.RULES, "definitions": (),
            **({} if key == ACT else {"made_under": ACT}),
        }
    )  # fmt: skip


REGISTRY = Registry(
    {key: spec(key) for key in BODIES},
    {
        "CENTRAL": JurisdictionEntry(name="India"),
        "NORTHLAND": JurisdictionEntry(name="Northland", aliases=("Northland",)),
        "SOUTHLAND": JurisdictionEntry(name="Southland", aliases=("Southland",)),
    },
)


def edition_of(key: str) -> PlainEdition | None:
    return divide_plain_edition(spec(key), divide(BODIES[key], spec(key), STARTER)) if key in BODIES else None


def law(version: str = "1", **bodies: str) -> LawIndex:
    """The law held; `bodies` by key are what it says otherwise now."""
    texts = BODIES | bodies
    return index_of(*((spec(key), EditionKind.PLAIN, body) for key, body in texts.items()), version=version)


def catalogue(texts: Mapping[str, str] = STATEMENTS) -> StatementCatalogue:
    return load_statements(texts, edition_of, FACTS)


def whitening() -> StatementWhitening:
    return StatementWhitening(leave_unchanged(DIMENSION), leave_unchanged(DIMENSION))


def vector(text: str) -> Any:
    """(DIMENSION,) of unit length: which words the text has."""
    found = np.zeros(DIMENSION, np.float32)
    for word in re.findall(r"\w+", text.lower()):
        found[zlib.crc32(word.encode()) % DIMENSION] += 1
    return found / max(float(np.linalg.norm(found)), 1e-9)


class Embedder:
    """Vectors of words; counts what it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    async def embed_passages(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.calls += 1
        return np.stack([vector(text) for text in texts])

    async def embed_questions(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        return np.stack([vector(text) for text in texts])


async def index_with(
    held: LawIndex | None = None,
    texts: Mapping[str, str] = STATEMENTS,
    questions: Mapping[str, Sequence[str]] | None = None,
    compared: Sequence[AskedQuestion] = (),
) -> StatementIndex:
    return await build_statement_index(
        catalogue(texts), questions or {}, held or law(), Embedder(), whitening(), compared=compared
    )


def read(question: str, held: LawIndex | None = None, state: str | None = None) -> Query:
    return read_question(question, ReadingContext(held or law(), REGISTRY, state))


def found(question: str, *places: tuple[str, str]) -> Retrieved:
    """What a search found at those places, the best first."""
    evidence = tuple(
        Evidence(
            unit_id=str(provision_id(document, path)), document=document, provision=path, title="",
            jurisdiction=spec(document).jurisdiction, score=0.9, relevance=1 - rank / 10, found_by=("vector",),
        )
        for rank, (document, path) in enumerate(places)
    )  # fmt: skip
    asked = vector(question)
    vectors = QuestionVectors(asked, asked, leave_unchanged(DIMENSION))
    return Retrieved(evidence, (), asked, cast(Any, None), 0, 0.0, 0.0, (), (), vectors)


def ranked(index: StatementIndex, **scores: float) -> list[Ranked]:
    """Statements with their scores, by id with `_` for `.` and `-`."""
    ids = {re.sub(r"[.-]", "_", one.statement.id): one for one in index.held}
    return sorted((Ranked(ids[name], score) for name, score in scores.items()), key=lambda one: -one.score)


def names(said: Sequence[Any]) -> list[str]:
    return [(one.held if isinstance(one, Ranked) else one).statement.id for one in said]
