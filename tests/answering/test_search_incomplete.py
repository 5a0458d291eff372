"""Nothing is declined for want of a search that failed; what was found all the same is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from civicsetu.answering.answer_hash import AnswerHash
from civicsetu.answering.assemble import assemble_answer
from civicsetu.answering.compose import SentenceVectors
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.statement_index import StatementWhitening
from civicsetu.answering.part_turn import TurnState
from civicsetu.answering.question import Question
from civicsetu.answering.workflow import Workflow
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.errors import ModelTimeout, PostgresUnavailable, SearchIncomplete, StoreBusy, StoreError
from civicsetu.law.answers import Answer, AnswerKind
from civicsetu.models.whitening import load_whitening
from civicsetu.retrieval.answerability import answerability as room
from civicsetu.retrieval.answerability.classifier import Calibration
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retriever import Retriever
from civicsetu.settings import AnsweringSettings, RetrievalSettings, Settings
from tests.evaluation.golden_rows import REGISTRY as OF_TWO_STATES
from tests.retrieval.lantern_act import ScriptedReranker, index_of_states, unit_id
from tests.retrieval.scripted import (
    Embedder,
    FailingEmbedder,
    ScriptedRetriever,
    scripted_retriever,
    unit_retriever,
)

ASKED = "Until when must the keeper of my lantern close it in the evening?"
FEW_WORDS = "lantern trouble"
NAMES = ("exact", "fulltext", "vector", "keyphrases", "expected_questions", "graph")
WEIGHTY = tuple(name for name in NAMES if name != "graph")
FAULTS: dict[str, dict[str, Any]] = {
    "fails": {"fails": StoreError("x")},
    "has no connection": {"fails": StoreBusy("x")},
    "outlasts its deadline": {"waits_s": 30.0, "deadline_s": 0.05},
}
GOA = JurisdictionEntry(name="Goa", aliases=("Goa",))
REGISTRY = Registry(OF_TWO_STATES.documents, {**OF_TWO_STATES.jurisdictions, "GOA": GOA})
SETTINGS = Settings(_env_file=None, retrieval=RetrievalSettings(), answering=AnsweringSettings())  # type: ignore[call-arg]


class Sentences(Embedder):
    async def embed_passages(self, texts: Sequence[str]) -> Any:
        return np.stack([np.ones(4, np.float32) / 2 for _ in texts])


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


@pytest.fixture
def declines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found, it is too far from the question."""
    monkeypatch.setattr(room, "get_calibration", lambda: Calibration(-9.0, {}))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found is near enough."""
    monkeypatch.setattr(room, "get_calibration", lambda: Calibration(9.0, {}))


def retrievers(broken: str = "", **fault: Any) -> list[ScriptedRetriever]:
    told = {"degraded_text": f"{broken} is out.", **fault}
    return [unit_retriever(name, unit_id("3(1)"), **(told if name == broken else {})) for name in NAMES]


async def answer(retriever: Retriever, asked: str = ASKED, jurisdiction: str | None = None) -> Answer:
    """As the service answers it, without a place to record it in."""
    statements = StatementLibrary(Sentences(), StatementWhitening(_SAME, _SAME))
    workflow = Workflow(SETTINGS, REGISTRY, retriever, SentenceVectors(Sentences(), 100), statements)
    state: TurnState = {"question": Question(asked, session="s", jurisdiction=jurisdiction), "text": asked}
    async for mode, part in workflow.compiled.astream(state, stream_mode=["custom", "values"]):
        state = part if mode == "values" else state
    return assemble_answer(_ID, 1, state, 0.0, REGISTRY, AnswerHash(SETTINGS))


_ID: Any = "00000000-0000-0000-0000-000000000001"
_SAME = load_whitening("none", 4)


# -- when all of it answers --------------------------------------------------------------------------------


@pytest.mark.usefixtures("declines")
@pytest.mark.parametrize(
    ("asked", "kind"), [(ASKED, AnswerKind.ABSTAIN), (FEW_WORDS, AnswerKind.CLARIFY)], ids=["weak", "unclear"]
)
async def test_what_was_searched_whole_is_declined(index: LawIndex, asked: str, kind: AnswerKind) -> None:
    told = await answer(scripted_retriever(retrievers(), index), asked)
    assert told.kind is kind and told.warnings == ()


# -- one search fails --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("declines")
@pytest.mark.parametrize("asked", [ASKED, FEW_WORDS], ids=["weak", "unclear"])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("broken", WEIGHTY)
async def test_nothing_is_declined_for_want_of_a_search(
    index: LawIndex, broken: str, fault: str, asked: str
) -> None:
    with pytest.raises(SearchIncomplete) as told:
        await answer(scripted_retriever(retrievers(broken, **FAULTS[fault]), index), asked)
    assert told.value.retryable and "ask again" in told.value.user_message


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("broken", NAMES)
async def test_what_was_found_without_it_is_answered_and_says_so(
    index: LawIndex, broken: str, fault: str
) -> None:
    calm = await answer(scripted_retriever(retrievers(), index))
    told = await answer(scripted_retriever(retrievers(broken, **FAULTS[fault]), index))
    assert told.kind is AnswerKind.ANSWER and told.answer == calm.answer and calm.warnings == ()
    assert [(one.kind, one.text) for one in told.warnings] == [("degraded", f"{broken} is out.")]


@pytest.mark.usefixtures("declines")
@pytest.mark.parametrize("fault", FAULTS)
async def test_the_graph_decides_nothing(index: LawIndex, fault: str) -> None:
    told = await answer(scripted_retriever(retrievers("graph", **FAULTS[fault]), index))
    assert told.kind is AnswerKind.ABSTAIN
    assert [one.text for one in told.warnings] == ["graph is out."]


# -- other parts of the search ------------------------------------------------------------------------------


class PartlyLeg(ScriptedRetriever):
    """Searches in one place of two."""

    async def search(self, query: str) -> list[UnitHit]:
        self._partly = "Half of it is out."
        return await super().search(query)


def partly(index: LawIndex) -> Retriever:
    half = PartlyLeg(name="fulltext", found=[unit_id("3(1)")], deadline_s=5.0, plan=unit_retriever("x").plan)
    return scripted_retriever([half, *(one for one in retrievers() if one.name != "fulltext")], index)


def without_embedding(index: LawIndex) -> Retriever:
    words = [one for one in retrievers() if one.name in ("exact", "fulltext", "graph")]
    return scripted_retriever(words, index, embedder=FailingEmbedder())


def without_reranking(index: LawIndex) -> Retriever:
    apart = {"fulltext": ("3(1)", "4"), "vector": ("4", "3(1)"), "expected_questions": ("3(2)", "3(1)")}
    found = [unit_retriever(name, *(unit_id(path) for path in paths)) for name, paths in apart.items()]
    found.append(unit_retriever("keyphrases", unit_id("3(1)")))
    return scripted_retriever(found, index, ScriptedReranker(fails=ModelTimeout("slow")))


PARTS = {"half a search": partly, "the embedding": without_embedding, "the second reading": without_reranking}


@pytest.mark.usefixtures("declines")
@pytest.mark.parametrize("part", PARTS)
async def test_nothing_is_declined_for_want_of_a_part(index: LawIndex, part: str) -> None:
    with pytest.raises(SearchIncomplete):
        await answer(PARTS[part](index), "Was the elephant in the circus fed before it was sold?")


@pytest.mark.usefixtures("answers")
@pytest.mark.parametrize("part", [name for name in PARTS if name != "the embedding"])
async def test_without_that_part_what_was_found_is_answered(index: LawIndex, part: str) -> None:
    told = await answer(PARTS[part](index))
    assert told.kind is AnswerKind.ANSWER
    assert [one.kind for one in told.warnings] == ["degraded"]


@pytest.mark.usefixtures("declines")
async def test_where_nothing_at_all_was_found_since_all_failed_nothing_is_declined(index: LawIndex) -> None:
    broken = [
        unit_retriever(name, fails=PostgresUnavailable("x"), degraded_text=f"{name}.") for name in NAMES
    ]
    with pytest.raises(SearchIncomplete):
        await answer(scripted_retriever(broken, index))


class Silent:
    """A database, and a store, that never answer."""

    def __init__(self, does: Callable[[], Any]) -> None:
        self._does = does
        self.asked = 0

    def guard(self) -> Any:
        self.asked += 1
        return self._does()


async def _hangs() -> None:
    await asyncio.sleep(30)


class Hanging:
    async def __aenter__(self) -> None:
        await _hangs()

    async def __aexit__(self, *_: object) -> None: ...


class Away:
    async def __aenter__(self) -> None:
        raise PostgresUnavailable("away")

    async def __aexit__(self, *_: object) -> None: ...


@pytest.mark.parametrize("does", [Hanging, Away])
@pytest.mark.usefixtures("answers")
async def test_rules_of_the_state_that_could_not_be_looked_up_are_told(
    index: LawIndex, does: Callable[[], Any]
) -> None:
    """Those of another state would tell whether rules fix it; without them the Act is stated, and a note."""
    retriever = scripted_retriever(retrievers(), index, retriever_deadline_s=0.1)
    sources: Any = retriever._searches.sources
    sources.store = sources.question_index_store = None
    sources.database = away = Silent(does)
    told = await asyncio.wait_for(answer(retriever, ASKED, "GOA"), 10)
    assert away.asked == 1
    assert told.kind is AnswerKind.ANSWER
    assert "could not be looked up" in " ".join(one.text for one in told.warnings if one.kind == "degraded")
