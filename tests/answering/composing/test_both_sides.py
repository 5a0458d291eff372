"""A law that contradicts itself: the service gives neither figure as the answer, and shows both."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.question_index.indexed_texts import IndexedTexts, parse_indexed_texts
from civicsetu.corpus.read import parse_starter
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.corpus.setup import prepare
from civicsetu.law.answers import AnswerKind, SentenceReady
from civicsetu.law.documents import DocumentSpec
from civicsetu.models.embedder import open_embedder
from civicsetu.models.profiles import chosen_profile
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.servers import stop_all
from tests.holding import events_of, quiet
from tests.stores.own_servers import own_folder, settings_in

KEY = "delay_interest_act"
SPEC = DocumentSpec.model_validate(
    {
        "key": KEY, "title": "Delay Interest Act, 2031", "short_title": "Delay Interest Act",
        "jurisdiction": "CENTRAL", "doc_type": "ACT", "expected": "1-5",
    }
)  # fmt: skip
TEXT = f"""---
document: {KEY}
edition: plain
text_as_of: 2031-01-01
basis: official
restated_from: nothing, it is invented
reviewed: by nobody
---
## 1. Short title.

This Act may be called the Delay Interest Act.

## 2. Interest for delay.

The promoter must pay the allottee interest at 9 per cent a year for every month of delay in giving possession of the flat. The interest is paid to the allottee's bank account.

## 3. Rate of interest.

The promoter must pay the allottee interest at 12 per cent a year for every month of delay in giving possession of the flat. The Authority may see the account books.

## 4. Refund.

An allottee who withdraws from the project is given back the whole price of the flat within 45 days.

## 5. Office.

The Authority has its office in the capital of the State.
"""
LATE_FLAT = (
    "My builder gives possession of my flat late; how much interest must the promoter pay me for the delay?"
)
KEYPHRASES = """
"2":
  en: [promoter pays interest for late possession, delay interest]
"3":
  en: [rate of interest for delay]
"4":
  en: [refund of the price]
"""
EXPECTED_QUESTIONS = f"""
"2":
- {LATE_FLAT}
"3":
- What rate of interest does the promoter owe the allottee for a flat that is late?
"4":
- I withdraw from the project; when do I get the price of my flat back?
"""


def indexed(document: str) -> IndexedTexts:
    return parse_indexed_texts(document, KEYPHRASES, EXPECTED_QUESTIONS)


@pytest.fixture(scope="module")
async def contradictory(prepared_settings: Settings) -> AsyncIterator[AnsweringService]:
    """The service on a data folder that holds the invented Act alone."""
    registry = Registry({KEY: SPEC}, {"CENTRAL": JurisdictionEntry(name="India")})
    patch = pytest.MonkeyPatch()
    for module in ("civicsetu.answering.service", "civicsetu.corpus.law_index"):
        patch.setattr(f"{module}.get_registry", lambda: registry)
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        settings.data_path.mkdir()
        (settings.data_path / "models").symlink_to(prepared_settings.data_path / "models")
        try:
            prepare(settings, quiet)
            await _ingest_text(settings, registry)
            service = await AnsweringService.open(settings)
            yield service
            await service.close()
        finally:
            patch.undo()
            stop_all(settings)


async def _ingest_text(settings: Settings, registry: Registry) -> None:
    database = await Database.open(settings)
    try:
        taker = Ingestion(
            database, LawStore(database), lambda: open_embedder(settings), chosen_profile(settings), None, registry,
            10**9, keyphrases=indexed,
        )  # fmt: skip
        await taker.ingest(parse_starter(SPEC, TEXT), quiet)
    finally:
        await database.close()


async def test_two_rates_of_one_law_are_both_shown_as_options(contradictory: AnsweringService) -> None:
    events = await events_of(contradictory, LATE_FLAT)
    answer = events[-1].answer  # type: ignore[union-attr]
    assert (answer.kind, answer.abstained) == (AnswerKind.OPTIONS, False), answer.answer
    assert {citation.provision for citation in answer.citations} == {"2", "3"}
    assert len(answer.sentences) == 2 and all(one.citations for one in answer.sentences)
    assert "9 per cent" in answer.answer and "12 per cent" in answer.answer
    assert "bank account" not in answer.answer and "account books" not in answer.answer
    [told] = [one.text for one in answer.warnings if one.kind == "conflict"]
    assert "section 2" in told and "section 3" in told and "Both are shown" in told
    assert answer.confidence.score <= 0.5
    assert [one.sentence for one in events if isinstance(one, SentenceReady)] == list(answer.sentences)


async def test_what_the_same_law_says_once_is_answered(contradictory: AnsweringService) -> None:
    events = await events_of(
        contradictory, "I withdraw from the project. When do I get the price of my flat back?"
    )
    answer = events[-1].answer  # type: ignore[union-attr]
    assert answer.kind is AnswerKind.ANSWER and "45 days" in answer.answer
