"""The whole line on real stores and models: a question in, a cited answer out, recorded."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest
from langgraph.graph import StateGraph
from pydantic import BaseModel

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.plain_text import as_plain_text
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.question_index.indexed_texts import own_indexed_texts
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import (
    DiskFull,
    ModelTimeout,
    NotFound,
    PostgresUnavailable,
    SearchIncomplete,
    StoreError,
)
from civicsetu.law.answers import (
    DISCLAIMER,
    NOT_STORED,
    Answer,
    AnswerKind,
    Final,
    SentenceReady,
    Stage,
    Support,
    Warning,
)
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import to_one_line
from civicsetu.models.embedder import LocalEmbedder
from civicsetu.settings import Settings
from civicsetu.stores import database as databases
from tests.holding import ACT, LATE, answer_of, body_of, events_of, rows_of

AADHAAR, PHONE, PAN, MAIL = "9999 4105 7058", "98765 43210", "ABCPD1234E", "ann.rao@example.co.in"
PERSONAL = f"My builder is two years late, call me on {PHONE} or {MAIL}, PAN {PAN}, Aadhaar {AADHAAR}. Can I get a refund?"


@pytest.fixture(scope="module")
async def late(service: AnsweringService) -> Answer:
    """The answer to a lay question."""
    return await answer_of(service, LATE)


async def test_a_lay_question_is_answered_from_the_law(late: Answer) -> None:
    assert late.kind is AnswerKind.ANSWER and not late.abstained
    assert "18(1)" in {citation.section_id for citation in late.citations}
    assert late.disclaimer == DISCLAIMER
    assert 0 < late.confidence.score <= 1 and late.confidence.level != "none"
    assert late.jurisdictions == ("CENTRAL",)
    assert late.warnings == ()
    assert late.first_token_ms is not None and 0 < late.first_token_ms <= late.latency_ms


@pytest.mark.parametrize(
    ("question", "cited"),
    [
        ("My builder is two years late. What can I do?", "18(1)"),
        ("How much advance can a builder take before signing an agreement?", "13(1)"),
        ("What is carpet area?", "2(k)"),
        ("The walls of my flat cracked three years after I got it. Who repairs it?", "14(3)"),
        ("What does section 12 say?", "12"),
        ("What is the punishment for a promoter who does not register the project?", "59(1)"),
    ],
)
async def test_what_people_ask_is_answered_from_the_provision_that_governs_it(
    service: AnsweringService, question: str, cited: str
) -> None:
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ANSWER
    assert cited in [citation.section_id for citation in answer.citations]


async def test_every_quote_is_the_text_at_its_span_and_every_lifted_sentence_verbatim(
    service: AnsweringService, late: Answer
) -> None:
    for sentence in late.sentences:
        assert sentence.citations and sentence.support in (Support.STATEMENT, Support.VERBATIM)
        for citation in (late.citations[at] for at in sentence.citations):
            body = await body_of(service, citation.edition_id)
            assert body[citation.start : citation.end] == citation.quote
            if sentence.support is Support.VERBATIM:
                assert sentence.text == to_one_line(citation.quote)
    assert late.answer == " ".join(sentence.shown for sentence in late.sentences)
    assert len({sentence.text for sentence in late.sentences}) == len(late.sentences)


async def test_a_citation_says_everything_about_its_place(service: AnsweringService, late: Answer) -> None:
    for citation in late.citations:
        assert citation.document == ACT and citation.document_title.startswith("Real Estate")
        assert citation.name == f"[RERA Act s.{citation.provision}]"
        assert citation.title and citation.jurisdiction == "CENTRAL"
        assert citation.edition is EditionKind.PLAIN and not citation.also_official
        assert citation.url.startswith("https://") and citation.text_as_of == date(2020, 10, 26)
        period = get_registry().documents[ACT].commencement_of(parse_path(citation.provision).number)
        assert period is not None and citation.effective_date == period.date
        assert citation.effective_note == period.uncertain
        [chunk] = await rows_of(
            service, "select start_char, end_char, section_id, edition_id from legal_chunks where chunk_id = :id",
            id=citation.chunk_id,
        )  # fmt: skip
        assert chunk["start_char"] <= citation.start < chunk["end_char"]
        assert (chunk["section_id"], chunk["edition_id"]) == (citation.section_id, citation.edition_id)


async def test_events_come_in_order_and_the_final_one_holds_them_all(service: AnsweringService) -> None:
    events = await events_of(service, LATE)
    assert [event.name for event in events if isinstance(event, Stage)] == [
        "understand",
        "retrieve",
        "compose",
        "verify",
    ]
    kinds = "".join({Stage: "s", SentenceReady: "t", Final: "f"}[type(event)] for event in events)
    assert kinds.rstrip("f").rstrip("t") == "ssss" and kinds.endswith("tf") and kinds.count("f") == 1
    final = events[-1]
    assert isinstance(final, Final)
    ready = [event for event in events if isinstance(event, SentenceReady)]
    assert [event.index for event in ready] == list(range(len(ready)))
    assert tuple(event.sentence for event in ready) == final.answer.sentences
    for event in ready:
        assert event.citations == tuple(final.answer.citations[at] for at in event.sentence.citations)
    assert all(event.text[0].isupper() for event in events if isinstance(event, Stage))


async def test_an_abstention_streams_no_sentences(service: AnsweringService) -> None:
    events = await events_of(service, "Who won the cricket world cup?")
    assert [type(event) for event in events if not isinstance(event, Stage)] == [Final]


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


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who won the cricket world cup?", "only help with questions about real-estate law"),
        ("How do I renew my passport?", "does not answer this. I hold the Real Estate"),
        (
            "My landlord will not return my rent deposit, what can I do?",
            "rent and tenancy law, which I do not hold. I hold the Real Estate",
        ),
        ("What does section 211 say?", "no section 211"),
        ("What does section 18(99) say?", "no part (99)"),
        ("What does rule 16 of Bihar say?", "rule 16 of Bihar"),
        ("What is the punishment under section 420 of the IPC?", "IPC"),
    ],
)
async def test_what_the_law_held_does_not_answer_is_said_to_be_so(
    service: AnsweringService, question: str, said: str
) -> None:
    answer = await answer_of(service, question)
    assert answer.kind is AnswerKind.ABSTAIN and answer.abstained
    assert said in answer.answer
    assert answer.sentences == () and answer.citations == ()
    assert answer.confidence.score == 0 and answer.confidence.level == "none"
    assert answer.first_token_ms is None and answer.disclaimer == DISCLAIMER
    [turn] = await rows_of(service, "select kind from turns where turn_id = :id", id=UUID(answer.id))
    assert turn["kind"] == "abstain"
    assert not await rows_of(service, "select 1 from citations where turn_id = :id", id=UUID(answer.id))


@pytest.mark.parametrize("given", [{}, {"jurisdiction": "KERALA"}])
async def test_for_a_state_that_is_not_held_the_act_answers_and_says_so(
    service: AnsweringService, given: dict[str, Any]
) -> None:
    question = LATE if given else LATE.replace("possession", "possession in Kochi")
    answer = await answer_of(service, question, **given)
    assert answer.kind is AnswerKind.ANSWER
    assert answer.jurisdictions == ("CENTRAL", "KERALA")
    [warning] = answer.warnings
    assert warning.kind == "not_held" and "Kerala" in warning.text


async def test_some_provisions_there_and_some_not_is_a_part_of_an_answer(service: AnsweringService) -> None:
    answer = await answer_of(service, "What do section 12 and section 211 say?")
    assert answer.kind is AnswerKind.PARTIAL
    assert {citation.section_id for citation in answer.citations} == {"12"}
    assert [warning.kind for warning in answer.warnings] == ["not_held"]


@pytest.mark.parametrize(
    ("question", "provision", "unit"),
    [
        ("What does section 13 say?", "13(1)", "13(1)"),
        ("s. 66", "66", "66"),
        ("4(2)(l)(D)", "4(2)(l)(D)", "4(2)"),
    ],
)
async def test_a_provision_asked_for_by_number_comes_first(
    service: AnsweringService, question: str, provision: str, unit: str
) -> None:
    answer = await answer_of(service, question)
    assert answer.citations[0].provision.startswith(provision)
    assert (answer.contexts[0].provision, answer.contexts[0].pinned) == (unit, True)


async def test_a_follow_up_goes_on_from_its_session_and_from_no_other(service: AnsweringService) -> None:
    session, question = f"test-{uuid4()}", "What is the penalty for that?"
    first = await answer_of(service, "What does section 13 say?", session=session)
    second = await answer_of(service, question, session=session)
    alone = await answer_of(service, question)
    assert (first.turn, second.turn, alone.turn) == (1, 2, 1)
    assert "61" in [context.provision for context in second.contexts], "what a breach of section 13 costs"
    [turn] = await rows_of(
        service, "select standalone_question from turns where turn_id = :id", id=UUID(second.id)
    )
    assert turn["standalone_question"] == f"{first.question} {question}"
    assert alone.contexts != second.contexts


async def test_a_follow_up_goes_on_past_an_answer_that_stated_no_law(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    await answer_of(service, "What does section 13 say?", session=session)
    await answer_of(service, "Who won the cricket world cup?", session=session)
    third = await answer_of(service, "What is the penalty for that?", session=session)
    assert third.turn == 3
    assert "61" in [context.provision for context in third.contexts]
    [turn] = await rows_of(
        service, "select standalone_question from turns where turn_id = :id", id=UUID(third.id)
    )
    assert "section 13" in turn["standalone_question"]


def _stable(answer: Answer) -> dict[str, Any]:
    return answer.model_dump(exclude={"id", "latency_ms", "first_token_ms"})


async def test_the_same_question_has_the_same_answer(service: AnsweringService, late: Answer) -> None:
    again = await answer_of(service, LATE)
    assert _stable(again) == _stable(late) and again.id != late.id
    assert again.settings_hash == service.settings.settings_hash()
    assert again.answer_hash == await service.answer_hash() and len(again.answer_hash) == 12


async def test_many_at_once_get_what_each_gets_alone(service: AnsweringService) -> None:
    questions = [LATE, "What does section 13 say?", "What is carpet area?", "Who won the cup?", "s. 66"] * 2
    together = await asyncio.gather(*(answer_of(service, question) for question in questions))
    alone = {question: await answer_of(service, question) for question in set(questions)}
    for question, answer in zip(questions, together, strict=True):
        cited = [citation.provision for citation in answer.citations]
        assert (answer.kind, cited) == (
            alone[question].kind,
            [c.provision for c in alone[question].citations],
        )


async def test_a_greeting_is_answered_with_what_can_be_asked(service: AnsweringService) -> None:
    answer = await answer_of(service, "Namaste!")
    assert answer.kind is AnswerKind.CLARIFY and not answer.abstained and answer.citations == ()
    assert "Ask me" in answer.answer


async def test_before_the_act_nothing_was_law(service: AnsweringService) -> None:
    answer = await answer_of(service, LATE, as_on=date(2016, 4, 30))
    assert answer.kind is AnswerKind.ABSTAIN and answer.as_on == date(2016, 4, 30)
    assert "30 April 2016" in answer.answer
    assert (await answer_of(service, LATE, as_on=date(2020, 1, 1))).kind is AnswerKind.ANSWER


async def test_a_turn_given_twice_is_kept_once(service: AnsweringService) -> None:
    turn_id = uuid4()
    for _ in range(2):
        await answer_of(service, "s. 66", turn_id=turn_id)
    assert len(await rows_of(service, "select 1 from turns where turn_id = :id", id=turn_id)) == 1


CONTRACT = {
    "parts", "steps", "table",
    "id", "turn", "kind", "abstained", "answer", "sentences", "citations", "contexts", "query_type", "jurisdictions", "scope",
    "as_on", "confidence", "warnings", "plan", "settings_hash", "answer_hash", "first_token_ms", "latency_ms", "disclaimer",
}  # fmt: skip
OF_A_CITATION = {
    "document",
    "provision",
    "title",
    "edition",
    "quote",
    "start",
    "end",
    "page",
    "url",
    "effective_date",
}


async def test_an_answer_as_json_has_the_keys_of_its_contract(late: Answer) -> None:
    """`question` is ours beside the contract: without it a stored answer could not be gone on from."""
    told = json.loads(late.model_dump_json())
    assert set(told) - {"question"} == CONTRACT
    assert all(set(sentence) == {"text", "citations", "support", "yes_or_no"} for sentence in told["sentences"])
    [part] = told["parts"]
    assert part == {"heading": LATE, "kind": "answer", "sentences": list(range(len(told["sentences"])))}
    assert all(set(citation) >= OF_A_CITATION for citation in told["citations"])
    shape = {"document", "provision", "score", "found_by", "pinned"}
    assert all(set(context) - {"title"} == shape for context in told["contexts"])
    assert set(told["confidence"]) == {"score", "level"}
    assert Answer.model_validate(told) == late


async def test_nothing_is_compiled_while_a_question_is_answered(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: Any, **named: Any) -> None:
        raise AssertionError("a graph was compiled for a question")

    monkeypatch.setattr(StateGraph, "compile", refuse)
    assert (await answer_of(service, "s. 66")).citations


async def test_search_gives_the_evidence_alone_and_records_nothing(service: AnsweringService) -> None:
    before = await rows_of(service, "select count(*) from turns")
    found = await service.search("What does section 13 say?")
    assert [context.provision for context in found][:2] == ["13(1)", "13(2)"]
    assert await rows_of(service, "select count(*) from turns") == before


async def test_a_provision_is_shown_whole_and_what_is_not_held_is_not_found(
    service: AnsweringService,
) -> None:
    view = await service.read_provision(ACT, "18(1)")
    assert view.edition is EditionKind.PLAIN and view.editions == ("plain",) and "promoter" in view.text
    for document, provision, edition in (
        ("nothing", "1", None),
        (ACT, "211", None),
        (ACT, "x", None),
        (ACT, "18", "official"),
    ):
        with pytest.raises(NotFound):
            await service.read_provision(document, provision, edition)


async def test_documents_and_health_are_told(service: AnsweringService) -> None:
    documents = await service.list_documents()
    default = {spec.key for spec in get_registry().documents.values() if not spec.on_request}
    assert {document.key for document in documents} == default
    assert all(document.editions == ("plain",) for document in documents)
    assert (await service.check_health()).status == "ok"


@pytest.fixture
def impatient(service: AnsweringService) -> Iterator[AnsweringService]:
    """The service with a deadline that no question can meet."""
    patient = service.settings
    told = patient.answering.model_copy(update={"deadline_s": 0.001})
    service.settings = patient.model_copy(update={"answering": told})
    yield service
    service.settings = patient


async def test_a_question_that_outruns_its_deadline_is_told(impatient: AnsweringService) -> None:
    with pytest.raises(ModelTimeout):
        await answer_of(impatient, LATE)


class _Silent:
    """An embedder whose model does not answer."""

    def __init__(self, real: LocalEmbedder) -> None:
        self.profile = real.profile
        self._real = real

    async def embed_queries(self, texts: Any) -> Any:
        raise ModelTimeout("slow")

    async def embed_passages(self, texts: Any, **named: Any) -> Any:
        return await self._real.embed_passages(texts, **named)


@pytest.fixture
async def without_meaning(service: AnsweringService, monkeypatch: pytest.MonkeyPatch) -> AnsweringService:
    """The service with its graph, and without the model that reads meaning."""
    assert await service.wait_for_graph(60)
    embedder = service._retriever._embedder
    monkeypatch.setattr(embedder, "_embedder", _Silent(embedder._embedder))
    return service


async def test_without_the_search_by_meaning_an_answer_says_so(without_meaning: AnsweringService) -> None:
    unasked = f"What does section 18 say? ({uuid4().hex})"  # else what an earlier test found is given
    answer = await answer_of(without_meaning, unasked)
    assert answer.kind is AnswerKind.ANSWER
    assert [warning.kind for warning in answer.warnings] == ["degraded"]


async def test_nothing_is_declined_nor_recorded_for_want_of_a_search(
    without_meaning: AnsweringService,
) -> None:
    """Else a fault of ours is told as a gap in the law, and the next question goes on from it."""
    session = f"test-{uuid4()}"
    with pytest.raises(SearchIncomplete):
        asked = "Is the thickness of a wall counted in what they sold me?"
        await answer_of(without_meaning, asked, session=session)
    assert await rows_of(without_meaning, "select 1 from turns where session_id = :s", s=session) == []


async def test_a_fault_while_the_graph_is_brought_in_step_does_not_end_the_graph(
    running: Settings, service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postgres may be away for a moment just then; the graph must be tried again."""
    from civicsetu.answering import graph_connection as room

    real, calls = room.rebuild_stale_documents, 0

    async def fails_once(law: Any, graph: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise PostgresUnavailable("away for a moment")
        await real(law, graph)

    monkeypatch.setattr(room, "rebuild_stale_documents", fails_once)
    opened = await AnsweringService.open(running)
    try:
        assert await opened.wait_for_graph(15)
    finally:
        await opened.close()


async def test_what_was_not_in_force_on_the_day_asked_for_is_not_stated_as_law(
    service: AnsweringService,
) -> None:
    """Section 18 came into force on 1 May 2017, the Authority's powers a year before."""
    late = await answer_of(service, "section 18", session="as-on-1", as_on=date(2016, 8, 1))
    assert late.kind is AnswerKind.ABSTAIN
    assert "1 May 2017" in late.answer
    powers = await answer_of(service, "section 36", session="as-on-2", as_on=date(2016, 8, 1))
    assert powers.kind is AnswerKind.ANSWER
    both = await answer_of(service, "sections 36 and 18", session="as-on-3", as_on=date(2016, 8, 1))
    assert {citation.section_id for citation in both.citations} == {"36"}
    [warning] = both.warnings
    assert warning.kind == "amendment" and "RERA Act s.18" in warning.text and "1 May 2017" in warning.text
    in_words = await answer_of(service, "What did section 18 say as on 1 August 2016?", session="as-on-5")
    assert in_words.kind is AnswerKind.ABSTAIN and in_words.as_on == date(2016, 8, 1)
    today = await answer_of(service, "section 18", session="as-on-4", as_on=date(2020, 1, 1))
    assert today.kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("as_on", "warned"),
    [(date(2016, 6, 1), True), (date(2016, 10, 28), False), (date(2024, 1, 1), False), (None, False)],
)
async def test_an_answer_for_a_day_before_a_change_says_that_the_law_read_otherwise(
    service: AnsweringService, as_on: date | None, warned: bool
) -> None:
    answer = await answer_of(service, "What does section 31(2) say?", as_on=as_on)
    assert answer.citations[0].section_id == "31(2)"
    told = [warning.text for warning in answer.warnings if warning.kind == "amendment"]
    assert bool([text for text in told if text.startswith("Section 31(2) of the Real Estate")]) is warned
    assert all("S.O. 3347(E)" in text and "28 October 2016" in text for text in told) and bool(told) is warned


async def test_where_an_instrument_left_the_words_the_answer_tells_of_it(service: AnsweringService) -> None:
    def told(answer: Answer) -> list[str]:
        return [warning.text for warning in answer.warnings if "S.O. 3912(E)" in warning.text]

    [text] = told(await answer_of(service, "What does section 1(2) say?"))
    assert "Jammu and Kashmir" in text and "read otherwise" not in text
    assert told(await answer_of(service, "What does section 1(2) say?", as_on=date(2018, 1, 1))) == []


async def test_an_answer_that_cannot_be_recorded_is_given_and_says_so(
    service: AnsweringService, late: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[StoreError] = []

    async def fails(*_: object, **__: object) -> bool:
        tries.append(fault)
        raise fault

    monkeypatch.setattr(service._turns, "record", fails)
    fault: StoreError = DiskFull("could not extend file")
    answer = await answer_of(service, LATE)
    assert answer.answer == late.answer and answer.citations == late.citations
    note = Warning(kind="degraded", text=NOT_STORED)
    assert answer.warnings == (*late.warnings, note)
    assert NOT_STORED in as_plain_text(answer) and NOT_STORED in answer.model_dump_json()
    assert len(tries) == 1
    fault = PostgresUnavailable("died")
    assert (await answer_of(service, LATE)).warnings[-1] == note
    assert len(tries) == 3, "a database that died is asked once more"


async def test_health_tells_a_full_disk_and_waits_for_nothing_that_hangs(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await service.check_health()).postgres == "ok"
    monkeypatch.setattr(service.database, "_disk_full", True)
    monkeypatch.setattr(databases, "_PROBE", "do $$ begin raise sqlstate '53100'; end $$")
    full = await service.check_health()
    assert (full.postgres, full.status) == ("disk full", "degraded") and "Free some space" in full.fix
    monkeypatch.setattr(databases, "_PROBE", "select 1")
    assert (await service.check_health()).postgres == "ok"

    async def hangs() -> str:
        await asyncio.sleep(60)
        return ""

    monkeypatch.setattr(service._law, "corpus_version", hangs)
    begun = time.monotonic()
    assert (await service.check_health()).postgres == "down"
    assert time.monotonic() - begun < 5


class Hanging:
    """A store whose end never comes."""

    async def close(self) -> None:
        await asyncio.sleep(60)


async def test_closing_waits_for_nothing_that_hangs(
    running: Settings, service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = AnsweringService(running, service.database, service._law, service.registry)
    for part in ("_database", "_graph", "_shared"):
        monkeypatch.setattr(ended, part, Hanging())
    begun = time.monotonic()
    await ended.close()
    assert time.monotonic() - begun < 5


async def test_a_post_is_answered_part_by_part_and_says_which_part_is_not(service: AnsweringService) -> None:
    post = (
        "My builder is two years late with possession of my flat. Can I get a refund with interest? "
        "And how much butter goes into a sponge cake for eight people?"
    )
    events = await events_of(service, post)
    final = events[-1]
    assert isinstance(final, Final)
    answer = final.answer
    assert answer.kind is AnswerKind.PARTIAL and answer.question == post
    refund, cake = answer.parts
    assert (refund.kind, cake.kind) == (AnswerKind.ANSWER, AnswerKind.ABSTAIN)
    assert refund.heading == "Can I get a refund with interest?" and cake.heading.startswith(
        "How much butter"
    )
    assert "18(1)" in {
        answer.citations[at].section_id for one in refund.sentences for at in answer.sentences[one].citations
    }
    [limit] = [answer.sentences[at] for at in cake.sentences]
    assert limit.support is Support.NONE and limit.citations == ()
    shown = [event for event in events if isinstance(event, SentenceReady)]
    assert [event.heading for event in shown if event.heading] == [refund.heading, cake.heading]
    assert isinstance(final.trace, Trace) and [
        len(part.found.evidence) for part in final.trace.parts if part.found
    ] == [4, 4]


async def test_a_reply_that_asks_nothing_new_is_no_question(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    first = await answer_of(service, LATE, session=session)
    shown = {one.text for one in (*first.sentences, *first.steps)}
    yes = await answer_of(service, "yes", session=session)
    assert (yes.kind, yes.citations, yes.contexts) == (AnswerKind.CLARIFY, (), ())
    assert not yes.scope.matters, "no state is asked for beside it"
    source = await answer_of(service, "which section?", session=session)
    places = {(one.document, one.section_id) for one in first.citations}
    assert {(one.document, one.section_id) for one in source.citations} <= places
    assert source.sentences[0].support is Support.NONE and source.contexts == ()
    for reply in ("explain simply", "what else?"):
        further = await answer_of(service, reply, session=session)
        said = {one.text for one in further.sentences if one.citations}
        assert said and not said & shown
        shown |= said
    letter = await answer_of(service, "write the letter to the builder", session=session)
    assert letter.answer.startswith("I cannot write letters")
    await answer_of(service, "Who won the cricket world cup?", session=session)
    after = await answer_of(service, "more", session=session)
    assert after.kind is AnswerKind.ABSTAIN and after.citations == ()
