"""What is kept of a turn: whole, before its last event, without personal data, and once."""

from __future__ import annotations

import json
from uuid import UUID, uuid4

import pytest
from pydantic import BaseModel

from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    Final,
)
from tests.holding import ACT, LATE, answer_of, events_of, rows_of

AADHAAR, PHONE, PAN, MAIL = "9999 4105 7058", "98765 43210", "ABCPD1234E", "ann.rao@example.co.in"


PERSONAL = f"My builder is two years late, call me on {PHONE} or {MAIL}, PAN {PAN}, Aadhaar {AADHAAR}. Can I get a refund?"


async def test_a_turn_is_recorded_whole_before_its_final_event(service: AnsweringService) -> None:
    turn_id, session = uuid4(), f"test-{uuid4()}"
    async for event in service.answer(Question(LATE, session=session, turn_id=turn_id)):
        if isinstance(event, Final):
            [turn] = await rows_of(service, "select * from turns where turn_id = :id", id=turn_id)
            final = event.answer
    assert turn["answer"] == final.model_dump(mode="json")
    assert (turn["session_id"], turn["turn"], turn["question"], turn["kind"]) == (session, 1, LATE, "answer")
    assert (turn["settings_hash"], turn["latency_ms"]) == (final.settings_hash, final.latency_ms)
    assert final.id == str(turn_id)
    [log] = await rows_of(service, "select plan from retrieval_log where turn_id = :id", id=turn_id)
    assert log["plan"]["settings_hash"] == final.settings_hash
    assert log["plan"]["answer_hash"] == final.answer_hash


async def test_what_was_retrieved_is_recorded_with_scores_and_latencies(service: AnsweringService) -> None:
    asked = f"{LATE} (Flat {uuid4().hex[:6]}.)"  # never asked before: a result that was kept has no latencies
    answer = await answer_of(service, asked)
    [log] = await rows_of(service, "select * from retrieval_log where turn_id = :id", id=UUID(answer.id))
    assert log["contexts"] == [context.model_dump(mode="json") for context in answer.contexts]
    assert answer.contexts and any(context.score > 0 for context in answer.contexts)
    retrievers = {retriever["retriever"]: retriever for retriever in log["retrievers"]}
    assert set(retrievers) == {
        "exact",
        "fulltext",
        "vector",
        "keyphrases",
        "expected_questions",
        "graph",
    }
    assert all(
        retriever["latency_ms"] >= 0 and retriever["degraded"] == "" for retriever in retrievers.values()
    )
    assert retrievers["vector"]["found"] > 0 and retrievers["vector"]["latency_ms"] > 0
    assert 0 < log["latency_ms"] < answer.latency_ms
    assert log["query"] == asked and log["plan"]["told"] == list(answer.plan)


@pytest.mark.parametrize("unit", ["18(1)", "13(1)", "31(1)"])
async def test_expected_questions_lead_to_the_law_and_are_never_shown_recorded_or_cited(
    service: AnsweringService, unit: str
) -> None:
    """Asked in the very words of one, the others of the unit stand nowhere either."""
    told = own_indexed_texts(ACT).expected_questions[unit]
    asked = told[0]
    events = await events_of(service, asked)
    final = events[-1]
    assert isinstance(final, Final)
    answer = final.answer
    assert any(
        context.provision == unit and "expected_questions" in context.found_by for context in answer.contexts
    ), "it was found by them"
    shown = [event.model_dump_json() if isinstance(event, BaseModel) else repr(event) for event in events]
    recorded = await rows_of(
        service,
        "select to_jsonb(t)::text as row from retrieval_log t where turn_id = :id"
        " union all select to_jsonb(c)::text from citations c where turn_id = :id",
        id=UUID(answer.id),
    )
    elsewhere = [
        text.replace(asked, "").replace(json.dumps(asked)[1:-1], "")
        for text in (*shown, *(row["row"] for row in recorded))
    ]
    every = [one for texts in own_indexed_texts(ACT).expected_questions.values() for one in texts]
    assert len(recorded) > 0 and not [one for one in every for text in elsewhere if one in text]


async def test_citations_are_recorded_with_spans_that_cut_the_sentences_out(
    service: AnsweringService, late: Answer
) -> None:
    rows = await rows_of(
        service, "select * from citations where turn_id = :id order by sentence_index", id=UUID(late.id)
    )
    cites = [(number, at) for number, one in enumerate(late.sentences) for at in one.citations]
    assert [row["sentence_index"] for row in rows] == [number for number, _ in cites]
    for row, (number, at) in zip(rows, cites, strict=True):
        sentence, cited = late.sentences[number], late.citations[at]
        assert late.answer[row["span_start"] : row["span_end"]] == sentence.text
        assert (row["document"], row["provision"], row["support"]) == (ACT, cited.provision, sentence.support)
        assert (row["edition_id"], row["chunk_id"]) == (cited.edition_id, cited.chunk_id)
        assert (row["quote_start"], row["quote_end"]) == (cited.start, cited.end)


async def test_personal_data_is_masked_in_all_that_is_kept_and_shown(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    answer = await answer_of(service, PERSONAL, session=session)
    follow_up = await answer_of(service, "And what about that?", session=session)
    assert answer.kind is AnswerKind.ANSWER, "it is answered all the same"
    assert answer.question.count("[") == 4
    kept = await rows_of(
        service,
        "select t::text as t, r::text as r from turns t join retrieval_log r using (turn_id) where session_id = :s",
        s=session,
    )
    assert len(kept) == 2
    whole = json.dumps(kept) + answer.model_dump_json() + follow_up.model_dump_json()
    for secret in (AADHAAR, PHONE, PAN, MAIL, PHONE.replace(" ", ""), AADHAAR.replace(" ", "")):
        assert secret not in whole


async def test_a_turn_given_twice_is_kept_once(service: AnsweringService) -> None:
    turn_id = uuid4()
    for _ in range(2):
        await answer_of(service, "s. 66", turn_id=turn_id)
    assert len(await rows_of(service, "select 1 from turns where turn_id = :id", id=turn_id)) == 1


async def test_search_gives_the_evidence_alone_and_records_nothing(service: AnsweringService) -> None:
    before = await rows_of(service, "select count(*) from turns")
    found = await service.search("What does section 13 say?")
    assert [context.provision for context in found][:2] == ["13(1)", "13(2)"]
    assert await rows_of(service, "select count(*) from turns") == before
