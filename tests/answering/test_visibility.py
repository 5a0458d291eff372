"""What is internal or restricted is held and never shown: not found, not told, not opened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import product
from uuid import uuid4

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.opening import open_place
from civicsetu.errors import NotFound
from civicsetu.law.documents import Visibility
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrievers.fulltext import WordWeights
from civicsetu.settings import Settings
from civicsetu.stores.law.law_store import LawStore
from tests.holding import ACT, KARNATAKA, UTTAR_PRADESH, answer_of

OF_KARNATAKA = "What interest does a promoter pay under the Karnataka rules?"


_RESTRICTED = pytest.mark.parametrize(
    "hidden", [Visibility.RESTRICTED, pytest.param(Visibility.INTERNAL, marks=pytest.mark.long)], indirect=True
)
"""For what takes long: of both it is only asked whether they are public, which the others see of each."""


@pytest.fixture(params=[Visibility.INTERNAL, Visibility.RESTRICTED])
async def hidden(
    request: pytest.FixtureRequest, service: AnsweringService
) -> AsyncIterator[AnsweringService]:
    """The service while the rules of Karnataka are not public; they are at the end."""
    law, spec = LawStore(service.database), service.registry.get_document(KARNATAKA)
    await law.refresh_document(spec.model_copy(update={"visibility": request.param}))
    yield service
    await law.refresh_document(spec)


async def test_it_is_not_among_what_is_held(hidden: AnsweringService) -> None:
    shown = {document.key for document in await hidden.list_documents()}
    everything = {document.key for document in await LawStore(hidden.database).list_documents()}
    assert {ACT, UTTAR_PRADESH} <= shown and everything - shown == {KARNATAKA}


@pytest.mark.parametrize("edition", [None, "plain"])
async def test_the_panel_does_not_open_it(hidden: AnsweringService, edition: str | None) -> None:
    with pytest.raises(NotFound):
        await hidden.read_provision(KARNATAKA, "16", edition)


@_RESTRICTED
async def test_no_search_finds_it(hidden: AnsweringService) -> None:
    """All while it is hidden once: each time it is hidden or shown the law is read anew."""
    for question in (OF_KARNATAKA, "rule 16 of the Karnataka rules", "interest payable"):
        for jurisdiction, structure in product((None, "KARNATAKA"), (False, True)):
            found = await hidden.search(question, jurisdiction, include_structure=structure)
            assert KARNATAKA not in {context.document for context in found}, (question, jurisdiction, structure)


@_RESTRICTED
async def test_no_answer_cites_it_and_a_conversation_does_not_go_on_from_it(
    service: AnsweringService, hidden: AnsweringService
) -> None:
    law, spec = LawStore(service.database), service.registry.get_document(KARNATAKA)
    session = f"test-{uuid4()}"
    now = spec.model_copy(update={"visibility": Visibility.INTERNAL})
    await law.refresh_document(spec)
    before = await answer_of(service, OF_KARNATAKA, session=session)
    assert KARNATAKA in {one.document for one in before.citations}, "it is shown while it is public"
    await law.refresh_document(now)
    for asked in ("And who decides that?", OF_KARNATAKA):
        after = await answer_of(hidden, asked, session=session)
        assert KARNATAKA not in {one.document for one in (*after.citations, *after.contexts)}
        assert "Karnataka Real Estate" not in after.answer


async def test_the_retrievers_have_nothing_of_it(hidden: AnsweringService) -> None:
    index = await hidden._retriever.index()
    assert KARNATAKA not in index.laws
    assert {ACT, UTTAR_PRADESH} <= {unit.document for unit in index.units.values()}
    assert KARNATAKA not in {unit.document for unit in index.units.values()}
    plan = RetrievalPlan("interest", documents=tuple(index.laws))
    found = await hidden._retriever.retrieve(plan)
    assert found.evidence and KARNATAKA not in {evidence.document for evidence in found.evidence}


async def test_words_that_only_it_has_are_unknown(
    service: AnsweringService, hidden: AnsweringService
) -> None:
    law, spec = LawStore(service.database), service.registry.get_document(KARNATAKA)
    without, whole = WordWeights(), WordWeights()
    await without.refresh(service.database, "hidden")
    await law.refresh_document(spec)
    await whole.refresh(service.database, "shown")
    assert without.total < whole.total
    assert set(without.frequencies) < set(whole.frequencies)


async def test_whoever_runs_the_command_may_open_it(hidden: AnsweringService, running: Settings) -> None:
    [opened] = await open_place(running, KARNATAKA, "plain", path="16")
    assert opened.document == KARNATAKA and opened.text
