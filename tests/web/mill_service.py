"""The answering service over the Mill Act, invented: it composes and records as the real one does.

Searching is by script: which provisions are found follows from a word of the question, so that no model and
no law in the database is needed. Everything after the search is the service's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, cast

from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.compose import SentenceVectors
from civicsetu.answering.composing.comparing import compare_states
from civicsetu.answering.composing.statement_index import StatementIndex, StatementWhitening
from civicsetu.answering.provisions.views import Health
from civicsetu.answering.service import AnsweringService
from civicsetu.answering.thresholds import COMPARING
from civicsetu.answering.workflow import Workflow
from civicsetu.answering.writing.spans import OfficialWords
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import provision_id
from civicsetu.law.yes_no_rules import YesNoCondition
from civicsetu.models.writer.litellm_chain import open_chat_models
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability import answerability
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.signals import Signals
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings, Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.answering.composing import mills
from tests.answering.composing.mills import ACT, NORTH, SOUTH, whitening
from tests.retrieval.lantern_act import index_of

EAST = "eastland_mill_rules_1953"
HOURS = "A mill is open from 6 a.m. to 8 p.m. on every working day."
GRIND_OFFICIAL = "The promoter shall grind the corn within thirty days of the demand of the allottee"
OFFICIAL = f"""THE MILL ACT, 1950

1. Grinding.
(1) {GRIND_OFFICIAL}:

Provided that the Authority may allow a further period not exceeding fifteen days.

(2) An allottee who remains may claim nine per cent. per annum for every month of delay.

(3) An allottee who withdraws shall be returned the whole sum.

2. Fees.
The promoter shall pay such fee as may be prescribed.

3. Penalty.
(1) A promoter who fails to grind shall be liable to a penalty of one hundred rupees.

(2) A promoter who disobeys an order shall be punishable with imprisonment of three years.

4. Words.
In this Act, "mill" means a house in which corn is ground.

5. Complaints.
(1) A complaint lies to the Authority.

(2) The form and the fee shall be as may be prescribed.

(3) An appeal lies to the tribunal within sixty days.

(4) Sums due are recovered as arrears of land revenue.
"""
_EAST_SPEC = mills.spec(SOUTH).model_copy(
    update={
        "key": EAST,
        "title": "Eastland Mill Rules, 1953",
        "short_title": "Eastland Mill Rules",
        "jurisdiction": "EASTLAND",
    }
)
REGISTRY = Registry(
    {**mills.REGISTRY.documents, EAST: _EAST_SPEC},
    {**mills.REGISTRY.jurisdictions, "EASTLAND": JurisdictionEntry(name="Eastland", aliases=("Eastland",))},
)
FOUND: dict[str, tuple[tuple[str, str], ...]] = {
    "hours": ((EAST, "1"),),
    "form": ((NORTH, "2"), (ACT, "5(2)")),
    "fee": ((NORTH, "1"), (SOUTH, "1"), (ACT, "2")),
    "penalty": ((ACT, "3(1)"), (ACT, "3(2)")),
    "what can i do": ((ACT, "1(2)"), (ACT, "1(3)")),
    "what is a mill": ((ACT, "4"),),
    "within how many days": ((ACT, "1(1)"), (ACT, "2")),
    "section": ((ACT, "1(1)"),),
}
"""What is found for a question with those words in it; the first that fits counts, and else nothing is found."""


def law() -> LawIndex:
    """The Act in both editions, and the rules of three states in plain words."""
    plain = [(mills.spec(key), EditionKind.PLAIN, body) for key, body in mills.BODIES.items()]
    east = (_EAST_SPEC, EditionKind.PLAIN, f"## 1. Hours.\n\n{HOURS}\n")
    return index_of(*plain, (mills.spec(), EditionKind.OFFICIAL, OFFICIAL), east)


class ScriptedSearch:
    """Stands in for the retriever: finds what `FOUND` says."""

    def __init__(self, held: LawIndex) -> None:
        self._held = held

    def plan(self, query: Query) -> RetrievalPlan:
        return plan_of(query, RetrievalSettings(), RetrievalThresholds())

    async def index(self) -> LawIndex:
        return self._held

    async def speller(self) -> Any:
        return str

    async def retrieve_parts(
        self, plans: Sequence[RetrievalPlan], width: int | None = None
    ) -> list[Retrieved]:
        await asyncio.sleep(0)
        return [_found(plan.query) for plan in plans]


def _found(query: str) -> Retrieved:
    places = next((places for words, places in FOUND.items() if words in query.lower()), ())
    evidence = tuple(
        Evidence(
            unit_id=str(provision_id(document, path)), document=document, provision=path, title="",
            jurisdiction=REGISTRY.documents[document].jurisdiction, score=0.9, relevance=1 - rank / 10,
            found_by=("vector",),
        )
        for rank, (document, path) in enumerate(places)
    )  # fmt: skip
    signals = Signals(best={"keyphrases": 0.9, "expected_questions": 0.9})
    return replace(mills.found(query), evidence=evidence, signals=signals)


class HeldStatements:
    """Stands in for the library: the statements of the Mill Act, whatever law is held, and no rules of yes or no."""

    rules = ()
    conditions: Mapping[str, YesNoCondition] = MappingProxyType({})
    embedder = None
    whitening: StatementWhitening = whitening()
    late = None

    def __init__(self, index: StatementIndex) -> None:
        self._index = index

    async def index(self, law: LawIndex) -> StatementIndex:
        return self._index

    async def with_likelihoods(self, found: Retrieved, question: str) -> Retrieved:
        """Late interaction was not learned for the Mill Act."""
        return found

    def values(self, law: LawIndex) -> None:
        """No values of the Mill Act are held apart from its statements."""

    def silences(self, law: LawIndex) -> tuple[()]:
        """The Mill Act leaves nothing open."""
        return ()

    def ids_by_words(self, law: LawIndex) -> dict[str, str]:
        return {one.statement.says: one.statement.id for one in self._index.held}

    def doubts(self, law: LawIndex) -> dict[str, str]:
        """None of them is in doubt."""
        return {}


class MillService(AnsweringService):
    """Opened without models, graph or law in the database."""

    @classmethod
    async def open_on(cls, settings: Settings) -> MillService:
        """Connect the database; whatever is found is near enough to be answered."""
        setattr(answerability, "get_calibration", lambda: Calibration(9.0, {}))  # noqa: B010
        near = COMPARING.model_copy(update={"same_matter": 0.6})  # nearness by words alone, without a model
        setattr(compare_states, "COMPARING", near)  # noqa: B010
        database = await Database.open(settings)
        service = cls(settings, database, LawStore(database), REGISTRY)
        held = law()
        search: Any = ScriptedSearch(held)
        service._retriever = search
        service._hashes = AnswerHash(settings)
        service._vectors = SentenceVectors(cast(Any, mills.Embedder()), 100)
        statements: Any = HeldStatements(await mills.index_with(held))
        service._writer = open_chat_models(settings)
        decides = answerability.Answerability(settings.answerability)
        writing = service._write_node(statements, decides, official=OfficialWords.BESIDE)
        service._workflow = Workflow(settings, REGISTRY, search, service._vectors, statements, writing)
        return service

    async def check_health(self) -> Health:
        return Health(postgres="ok", graph="degraded", models="ok")
