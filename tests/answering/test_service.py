"""The whole line on real stores and models: a question in, a cited answer out."""

from __future__ import annotations

import asyncio
import json
from datetime import date
from typing import Any

import pytest
from langgraph.graph import StateGraph

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import (
    NotFound,
)
from civicsetu.law.answers import (
    DISCLAIMER,
    Answer,
    AnswerKind,
    Final,
    SentenceReady,
    Stage,
    Support,
)
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import to_one_line
from tests.holding import ACT, LATE, answer_of, body_of, events_of, rows_of


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


CONTRACT = {
    "parts", "steps", "table", "agentic_metrics", "planner_trace",
    "id", "turn", "kind", "abstained", "answer", "sentences", "citations", "contexts", "query_type", "jurisdictions", "scope",
    "as_on", "facts", "confidence", "warnings", "plan", "settings_hash", "answer_hash", "written_by", "first_token_ms", "latency_ms", "disclaimer",
}  # fmt: skip


OF_A_SENTENCE = {"text", "citations", "support", "yes_or_no", "translation", "statement", "silence", "condition_of", "fills"}
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
    assert all(set(sentence) == OF_A_SENTENCE for sentence in told["sentences"])
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
