"""A model writes over the real protocol, and the law checks: what is shown, what falls, and what stands in for it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any
from uuid import UUID, uuid4

import pytest
from langgraph.graph import END, START, StateGraph

from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafting.wide_search import WideSearch
from civicsetu.answering.drafting.written_turns import NOT_ANSWERED_THIS, NOT_FOUND_THIS
from civicsetu.answering.drafts import Drafts, JudgedSentence, PartDraft, is_to_widen
from civicsetu.answering.messages.answer_warnings import BROKE_OFF, SEARCH_BROKE_OFF
from civicsetu.answering.part_turn import TurnState
from civicsetu.answering.provisions.views import WriterView
from civicsetu.answering.question import Question
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.writing.prompt_files import get_tones
from civicsetu.answering.written import SentenceMark, Written
from civicsetu.errors import CivicSetuError, ModelTimeout, PostgresUnavailable, WriterUnavailable
from civicsetu.law.answers import DISCLAIMER, Answer, AnswerKind, SentenceReady, Stage, Support
from civicsetu.models.writer.chat import TurnSpending
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.scripted_writer import (
    Desk,
    Line,
    fenced,
    judges,
    missing,
    spans_of,
    system_of,
    user_of,
    writes,
)
from tests.answering.written_mill import (
    DAYS,
    FALSE,
    GRIND,
    LAW,
    LEAD,
    MORE,
    TIP,
    OpenMill,
    at_desk,
    mill,
    open_mill,
)
from tests.holding import answer_of, events_of, rows_of
from tests.models.chat_provider import fails, hangs, says
from tests.web.mill_service import MillService

__all__ = ["at_desk", "mill", "open_mill"]
FALSE_LEAD = Line("The builder has 90 days after the buyer asks to grind the corn.", LEAD.on, "lead")
DOUBTFUL = Line("The builder must grind your corn first after the buyer asks.", LEAD.on)


def texts_of(answer: Answer) -> list[str]:
    return [one.text for one in answer.sentences]


def is_statement_answer(answer: Answer) -> bool:
    return texts_of(answer) == [GRIND, MORE] and answer.written_by == ""


async def judged(service: MillService, answer: Answer, criterion: str = "written_sentence") -> list[dict[str, Any]]:
    query = (
        "select judge, passed, sentence_index as sentence, evidence_json as evidence from judgments"
        " where turn_id = :id and criterion = :criterion order by judgment_id"
    )
    return await rows_of(service, query, id=UUID(answer.id), criterion=criterion)


# what a written answer is


async def test_a_written_answer_streams_and_names_its_writer(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD, LAW, TIP))
    events = await events_of(mill, DAYS)
    ready = [one for one in events if isinstance(one, SentenceReady)]
    assert [one.sentence.text for one in ready] == [LEAD.text, LAW.text, TIP.text]
    support = [one.sentence.support for one in ready]
    assert support == [Support.VERIFIED, Support.VERIFIED, Support.PRACTICAL]
    stages = [one.name for one in events if isinstance(one, Stage)]
    assert stages == ["understand", "retrieve", "compose", "write", "verify"]
    verify = next(at for at, one in enumerate(events) if isinstance(one, Stage) and one.name == "verify")
    assert events.index(ready[0]) < verify, "what stands is told while the model writes"
    answer = await answer_of(mill, DAYS)
    assert answer.written_by == "openai/scribe" and answer.disclaimer == DISCLAIMER and answer.warnings == ()
    assert (answer.kind, answer.steps) == (AnswerKind.ANSWER, ())


async def test_who_writes_is_known_before_anything_is_asked(mill: MillService, open_mill: OpenMill) -> None:
    assert mill.describe_writer() == WriterView(model="scribe", provider="a model on the machine that serves this page", is_local=True)
    away = await open_mill(writing=["openai/x", "groq/y"], fast=[], addresses={}, keys={"openai": "x", "groq": "y"})
    assert away.describe_writer() == WriterView(model="x", provider="OpenAI and Groq", is_local=False)
    assert (await open_mill(strict_extractive=True)).describe_writer() is None
    assert (await open_mill(writing=[], fast=[])).describe_writer() is None


async def test_each_sentence_is_tied_to_a_span_of_an_edition(mill: MillService, at_desk: Desk) -> None:
    """Document, start and end, and the quote is what stands there."""
    at_desk.behave(writes(LEAD, LAW))
    answer = await answer_of(mill, DAYS)
    laws = (await mill._retriever.index()).laws.values()
    bodies = {str(one.edition_id): one.body for law in laws for one in law.editions.values()}
    for sentence in answer.sentences:
        assert sentence.citations
        for cited in (answer.citations[at] for at in sentence.citations):
            assert bodies[str(cited.edition_id)][cited.start : cited.end] == cited.quote
    quotes = [row["evidence"]["quote"] for row in await judged(mill, answer)]
    shown = " ".join(spans_of(at_desk.writings[0]).values())
    assert quotes == [LEAD.on, LAW.on] and all(one in shown for one in quotes)
    [grounded] = await judged(mill, answer, "grounded_written")
    assert grounded["passed"] and grounded["evidence"]["of"] == 2, "by the verdict on each"


async def test_the_prompt_has_numbered_law_one_tone_and_what_is_asked(mill: MillService, at_desk: Desk) -> None:
    """One completion over numbered context, with the tone of its type."""
    at_desk.behave(writes(LEAD))
    await answer_of(mill, "What is the penalty for a builder who does not grind the corn?")
    [prompt] = at_desk.writings
    assert list(spans_of(prompt)) == [f"k{at}" for at in range(1, len(spans_of(prompt)) + 1)]
    assert get_tones()["penalty_lookup"] in system_of(prompt) and get_tones()["definition"] not in system_of(prompt)
    await answer_of(mill, "What is a mill?")
    assert get_tones()["definition"] in system_of(at_desk.writings[1])


async def test_the_verifier_sees_the_very_texts_the_writer_saw(mill: MillService, at_desk: Desk) -> None:
    """Key by key the same text."""
    at_desk.behave(writes(LEAD, LAW))
    await answer_of(mill, DAYS)
    given = spans_of(at_desk.writings[0])
    texts = "\n".join(fenced(one, "texts") for one in at_desk.judge.calls)
    seen = dict(re.findall(r"^(k\d+) \([^\n]*?\): (.+?)(?: \[official text:.*)?$", texts, re.M))
    assert seen and all(given[key] == text for key, text in seen.items())


# what falls, and what is done about it


async def test_a_false_sentence_is_dropped_and_its_reasons_are_kept(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD, FALSE))
    answer = await answer_of(mill, DAYS)
    assert FALSE.text not in texts_of(answer) and texts_of(answer)[0] == LEAD.text
    kept = {row["evidence"]["text"]: row for row in await judged(mill, answer)}
    assert kept[LEAD.text]["passed"] and kept[LEAD.text]["sentence"] == 0
    assert not kept[FALSE.text]["passed"] and kept[FALSE.text]["sentence"] is None
    assert kept[FALSE.text]["evidence"]["doubts"][0]["check"] == Check.NUMBER.value
    assert "openai/judge" in kept[LEAD.text]["judge"] and kept[FALSE.text]["judge"] == "rules"


async def test_what_the_opinion_denies_falls_and_without_claims_none_is_asked(
    mill: MillService, at_desk: Desk
) -> None:
    """An unsupported claim is flagged; `enable_claims` False leaves the rules alone."""
    at_desk.behave(writes(LEAD, DOUBTFUL), judge=judges("first"))
    answer = await answer_of(mill, DAYS)
    assert DOUBTFUL.text not in texts_of(answer) and at_desk.judge.calls
    [row] = [one for one in await judged(mill, answer) if one["evidence"]["text"] == DOUBTFUL.text]
    assert [one["check"] for one in row["evidence"]["doubts"]][-1] == Check.OPINION.value
    at_desk.behave(writes(LEAD), judge=judges("30 days"))
    answer = await answer_of(mill, DAYS, enable_claims=False)
    assert texts_of(answer)[0] == LEAD.text and at_desk.judge.calls == []


async def test_the_setting_switches_claims_off_and_the_question_on_again(open_mill: OpenMill, at_desk: Desk) -> None:
    service = await open_mill(enable_claims=False)
    at_desk.behave(writes(LEAD))
    await answer_of(service, DAYS)
    assert at_desk.judge.calls == []
    await answer_of(service, DAYS, enable_claims=True)
    assert at_desk.judge.calls


async def test_one_repair_raises_what_fell_and_a_false_one_falls_again(mill: MillService, at_desk: Desk) -> None:
    """The same guard decides what is written and what is mended."""
    at_desk.behave(writes(FALSE_LEAD, LAW, repair=(LEAD,)))
    answer = await answer_of(mill, DAYS)
    assert texts_of(answer)[0] == LEAD.text and len(at_desk.repairs) == 1
    assert "90" in fenced(at_desk.repairs[0], "fallen")
    at_desk.behave(writes(FALSE_LEAD, repair=(FALSE_LEAD,)))
    answer = await answer_of(mill, DAYS)
    assert is_statement_answer(answer)
    fell = [row for row in await judged(mill, answer) if not row["passed"]]
    assert len(fell) == 2 and fell[0]["evidence"]["doubts"] == fell[1]["evidence"]["doubts"]


async def test_a_repair_that_does_not_come_takes_nothing_from_what_stands(mill: MillService, at_desk: Desk) -> None:
    at_desk.behave(writes(LEAD, FALSE, LAW), fails(500))
    answer = await answer_of(mill, DAYS)
    assert texts_of(answer) == [LEAD.text, LAW.text] and answer.warnings == () and at_desk.repairs


@pytest.mark.parametrize(
    ("behavior", "kind"),
    [("continue", AnswerKind.ANSWER), ("ask", AnswerKind.CLARIFY), ("decline", AnswerKind.ABSTAIN)],
)
@pytest.mark.parametrize("fallen", ["the lead", "a sentence"])
async def test_where_a_sentence_falls_the_behaviour_decides(
    mill: MillService, at_desk: Desk, behavior: str, kind: AnswerKind, fallen: str
) -> None:
    """Hard citations want a coverage of 1; what is shown is never taken back."""
    at_desk.behave(writes(FALSE_LEAD) if fallen == "the lead" else writes(LEAD, FALSE))
    events = await events_of(mill, DAYS, low_confidence_behavior=behavior, require_hard_citations=True)
    answer = events[-1].answer  # type: ignore[union-attr]
    told = [one.sentence.text for one in events if isinstance(one, SentenceReady)]
    assert answer.kind is kind and FALSE.text not in answer.answer
    if behavior == "continue":
        added = [MORE] if fallen == "a sentence" else [GRIND, MORE]  # what the lead says is not said again
        assert texts_of(answer)[-len(added) :] == added and told == texts_of(answer)
        assert texts_of(answer).count(GRIND) == (fallen == "the lead")
    else:
        assert (told, answer.sentences, answer.citations, answer.written_by) == ([], (), (), "")
        assert answer.answer.startswith("I cannot answer this surely") and answer.disclaimer == DISCLAIMER


@pytest.mark.parametrize("behavior", ["continue", "ask", "decline"])
async def test_where_all_stands_the_answer_is_given_whatever_the_behaviour(
    mill: MillService, at_desk: Desk, behavior: str
) -> None:
    at_desk.behave(writes(LEAD, LAW))
    answer = await answer_of(mill, DAYS, low_confidence_behavior=behavior, require_hard_citations=True)
    assert texts_of(answer) == [LEAD.text, LAW.text] and answer.written_by


async def test_an_extractive_question_is_put_to_no_model(mill: MillService, at_desk: Desk) -> None:
    """Quoted spans and statements alone; the same where no model is wanted: nothing leaves."""
    at_desk.behave(writes(LEAD))
    for given in ({"strict_extractive": True}, {"by_model": False}):
        answer = await answer_of(mill, DAYS, **given)
        assert is_statement_answer(answer) and answer.warnings == ()
        assert all(one.support in (Support.STATEMENT, Support.VERBATIM) for one in answer.sentences)
    assert at_desk.scribe.calls == [] and at_desk.judge.calls == []


# models that fail


async def test_a_busy_provider_gives_way_to_the_next(open_mill: OpenMill, at_desk: Desk) -> None:
    service = await open_mill(writing=["openai/first", "openai/second"])
    at_desk.behave(fails(429), writes(LEAD, LAW))
    answer = await answer_of(service, DAYS)
    assert [one["model"] for one in at_desk.scribe.calls] == ["first", "second"]
    assert answer.written_by == "openai/second" and answer.warnings == ()


@pytest.mark.parametrize("behavior", ["continue", "decline"])
async def test_where_all_fail_the_statement_answer_stands_with_one_notice(
    open_mill: OpenMill, at_desk: Desk, behavior: str
) -> None:
    """A model that failed is no low confidence."""
    service = await open_mill(writing=["openai/first", "openai/second"])
    at_desk.behave(fails(500))
    answer = await answer_of(service, DAYS, low_confidence_behavior=behavior)
    assert is_statement_answer(answer)
    assert [one.text for one in answer.warnings] == [WriterUnavailable.default_user_message]


@pytest.mark.parametrize(
    "reply", ["", "I think about 30 days.", '{"mark": "lead", "part"', "null\n[]\n{}\n", "x" * 100_000]
)
async def test_a_reply_that_keeps_no_contract_shows_nothing(mill: MillService, at_desk: Desk, reply: str) -> None:
    at_desk.behave(says(reply, piece=5000, usage=None))
    answer = await answer_of(mill, DAYS)
    assert is_statement_answer(answer)


@pytest.mark.parametrize("pieces", [None, 0, 2, 6])
async def test_a_model_that_hangs_costs_no_more_than_the_deadline(
    open_mill: OpenMill, at_desk: Desk, pieces: int | None
) -> None:
    service = await open_mill({"deadline_s": 3.5}, first_token_s=60, answer_s=60)
    how = writes(LEAD, LAW)
    hanging = hangs() if pieces is None else hangs(pieces, text=how.text, piece=40, usage=None)
    at_desk.behave(hanging)
    started = time.monotonic()
    answer = await answer_of(service, DAYS)
    assert time.monotonic() - started < 3.5
    lead, *_, last = texts_of(answer)
    assert last == MORE, "the statements stand, below what was written if anything was"
    assert lead == (LEAD.text if answer.written_by else GRIND)
    [notice] = answer.warnings
    begun = pieces == 6
    assert notice.text == (BROKE_OFF if begun else WriterUnavailable.default_user_message)
    assert answer.written_by == ("openai/scribe" if begun else "")
    assert await asyncio.to_thread(at_desk.scribe.hung_up.wait, 3), "the call was not ended"


async def test_who_stops_reading_ends_the_call(mill: MillService, at_desk: Desk) -> None:
    """Stop: the provider sees its connection closed, at once."""
    at_desk.behave(writes(LEAD, *[LAW] * 8, pause_s=0.1))
    question = Question(DAYS, session=f"test-{uuid4()}")
    async with aclosing(mill.answer(question)) as events:
        async for event in events:
            if isinstance(event, SentenceReady):
                break
    assert isinstance(event, SentenceReady) and event.sentence.support is Support.VERIFIED
    assert await asyncio.to_thread(at_desk.scribe.hung_up.wait, 2)


# going back to the search


async def test_a_point_left_open_is_searched_for_and_the_next_prompt_has_more_law(
    mill: MillService, at_desk: Desk
) -> None:
    """A retry changes what is looked for, and what is given."""
    second = Line("A mill is a house in which corn is ground.", "A mill is a house")
    at_desk.behave(writes(LEAD, missing("what is a mill")), writes(second), writes())
    events = await events_of(mill, DAYS)
    assert [one.name for one in events if isinstance(one, Stage)].count("widen") == 1
    first, again = (spans_of(one) for one in at_desk.writings)
    assert second.text not in first.values() and second.text in again.values()
    assert "what is a mill" in fenced(at_desk.writings[1], "parts")
    assert [fenced(one, "kept") for one in at_desk.writings] == ["", LEAD.text], "what is shown is told to the second"
    assert texts_of(events[-1].answer)[:2] == [LEAD.text, second.text]  # type: ignore[union-attr]


@pytest.mark.parametrize("error", [PostgresUnavailable("gone"), ModelTimeout("late")])
async def test_a_further_search_that_fails_ends_in_what_stands(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch, error: CivicSetuError
) -> None:
    """What was written stands, the statements make up for the rest, and one line says why."""

    async def fails_to_search(*given: Any) -> list[Any]:
        raise error

    monkeypatch.setattr(WideSearch, "search_points", fails_to_search)
    at_desk.behave(writes(LEAD, missing("what is a mill")), writes(LAW))
    answer = await answer_of(mill, DAYS)
    assert texts_of(answer)[0] == LEAD.text and len(at_desk.writings) == 1
    assert [one.text for one in answer.warnings] == [SEARCH_BROKE_OFF]
    assert f"{NOT_ANSWERED_THIS} what is a mill." in texts_of(answer) and NOT_FOUND_THIS not in answer.answer
    at_desk.behave(writes(FALSE_LEAD))
    answer = await answer_of(mill, DAYS)
    assert is_statement_answer(answer) and [one.text for one in answer.warnings] == [SEARCH_BROKE_OFF]


async def test_a_story_whose_sentences_cannot_be_searched_is_answered_by_statements(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails_to_search(*given: Any) -> list[Any]:
        raise PostgresUnavailable("gone")

    monkeypatch.setattr(WideSearch, "search_sentences", fails_to_search)
    at_desk.behave(writes(LEAD))
    answer = await answer_of(mill, DAYS)
    assert is_statement_answer(answer) and at_desk.writings == []
    assert [one.text for one in answer.warnings] == [SEARCH_BROKE_OFF]


async def test_a_model_that_never_finds_enough_is_asked_twice_at_most(mill: MillService, at_desk: Desk) -> None:
    """At most one retry, then what stands, or the statement answer."""
    points = ["what is a mill", "what is the penalty", "which form", "what are the hours"]
    at_desk.behave(*(writes(FALSE_LEAD, missing(one)) for one in points for _ in range(2)))
    answer = await answer_of(mill, DAYS)
    assert len(at_desk.writings) <= 2 and len(at_desk.repairs) <= 2
    assert FALSE_LEAD.text not in answer.answer and answer.written_by == ""


def draft(*, stands: bool, point: str = "") -> PartDraft:
    written = Written(SentenceMark.LEAD, 1, ("k1",), "", "A sentence.")
    verdict = Verdict() if stands else Verdict((Doubt(Check.NUMBER, "no"),), 0.1)
    return PartDraft(0, (JudgedSentence(written, (), verdict),), (point,) if point else ())


@pytest.mark.parametrize(
    ("drafts", "goes_back"),
    [
        (Drafts((draft(stands=True),), attempt=1), False),
        (Drafts((draft(stands=False),), attempt=1), True),
        (Drafts((draft(stands=True, point="a fee"),), attempt=DRAFTING.retries), True),
        (Drafts((draft(stands=False),), attempt=DRAFTING.retries + 1), False),
        (Drafts((draft(stands=False),), attempt=1, broken="It failed."), False),
    ],
)
def test_when_a_turn_goes_back_to_the_search(drafts: Drafts, goes_back: bool) -> None:
    assert is_to_widen(drafts, DRAFTING.retries) is goes_back


# the workflow's state, and its nodes by themselves


def test_the_state_names_what_a_turn_knows() -> None:
    assert set(TurnState.__annotations__) >= {
        "question", "text", "earlier", "understood", "turns", "found", "drafts", "sentences", "citations", "kind",
        "declined", "spending", "write_until",
    }  # fmt: skip


async def run_alone(node: Callable[[TurnState], Awaitable[TurnState]], state: TurnState) -> TurnState:
    graph = StateGraph(TurnState)
    graph.add_node("one", node)
    graph.add_edge(START, "one")
    graph.add_edge("one", END)
    return await graph.compile().ainvoke(state)  # type: ignore[return-value]


async def test_each_node_can_be_called_alone(mill: MillService, at_desk: Desk) -> None:
    """Classifier, search, composer, writer, wider search and validator."""
    at_desk.behave(writes(LEAD, missing("what is a mill")))
    flow = mill._workflow
    until = asyncio.get_running_loop().time() + 20
    state: TurnState = {
        "question": Question(DAYS, "s"), "text": DAYS, "write_until": until, "spending": TurnSpending(),
    }  # fmt: skip
    for node, new in (
        (flow.read_question, "understood"), (flow.retrieve, "found"), (flow.compose, "turns"), (flow.write, "drafts"),
        (flow.widen, "wider"), (flow.verify, "sentences"),
    ):  # fmt: skip
        state = await run_alone(node, state)
        assert state.get(new), new
    assert state["sentences"][0].text == LEAD.text


# several turns


async def test_a_turn_is_told_what_was_asked_and_said_before(mill: MillService, at_desk: Desk) -> None:
    session = f"test-{uuid4()}"
    at_desk.behave(writes(LEAD))
    await answer_of(mill, DAYS, session=session)
    answer = await answer_of(mill, "What is the penalty if he does not grind the corn?", session=session)
    earlier = fenced(at_desk.writings[-1], "earlier")
    assert DAYS in earlier and LEAD.text in earlier and answer.turn == 2
    again = await answer_of(mill, "What is a mill?", session=session, by_model=False)
    assert again.turn == 3 and "earlier" not in user_of(at_desk.writings[0])


# what is said not to be there


SILENT = Line("No rule says who cleans the mill.", LEAD.on)
NOT_FOUND = Line("I did not find who cleans the mill in the law I hold.", LEAD.on, "lead")


def judged_as(monkeypatch: pytest.MonkeyPatch, reason: Reason) -> None:
    """The search for a point is judged so, whatever it finds."""
    decision = Decision("abstain" if reason else "proceed", reason=reason)
    monkeypatch.setattr(WideSearch, "_judge", lambda *given: decision)


async def test_a_claimed_silence_is_searched_for_and_called_not_found(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_as(monkeypatch, Reason.NOTHING_FOUND)
    at_desk.behave(writes(LEAD, SILENT), writes(SILENT))
    events = await events_of(mill, DAYS)
    answer = events[-1].answer  # type: ignore[union-attr]
    assert [one.name for one in events if isinstance(one, Stage)].count("widen") == 1
    assert SILENT.text not in answer.answer and f"{NOT_FOUND_THIS} who cleans the mill." in texts_of(answer)


async def test_a_second_writing_opens_no_further_point_of_an_answered_part(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_as(monkeypatch, Reason.NOTHING_FOUND)
    second = Line("A mill is a house in which corn is ground.", "A mill is a house")
    at_desk.behave(writes(LEAD, missing("the miller's wage")), writes(second, missing("the miller's wage"), missing("who cleans the sacks")))
    answer = await answer_of(mill, DAYS)
    assert f"{NOT_FOUND_THIS} the miller's wage." in texts_of(answer) and "sacks" not in answer.answer


async def test_what_nobody_finds_is_not_answered_with_the_law_beside_it(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_as(monkeypatch, Reason.NOTHING_FOUND)
    point = "how many days the builder has to grind the corn"
    at_desk.behave(writes(missing(point)), writes(missing(point)))
    answer = await answer_of(mill, DAYS)
    assert answer.kind is AnswerKind.ABSTAIN and answer.answer.startswith(f"{NOT_FOUND_THIS} {point}.")
    assert GRIND not in answer.answer and not answer.sentences


async def test_what_the_search_may_have_found_is_never_called_not_found(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged_as(monkeypatch, Reason.NONE)
    again = Line("I did not find who cleans the mill.", mark="limit")
    at_desk.behave(writes(LEAD, SILENT), writes(again))
    answer = await answer_of(mill, DAYS)
    assert NOT_FOUND_THIS not in answer.answer and again.text not in answer.answer
    assert f"{NOT_ANSWERED_THIS} who cleans the mill." in texts_of(answer)


async def test_a_claimed_silence_that_the_search_disproves_is_answered(mill: MillService, at_desk: Desk) -> None:
    found = Line("A mill is a house in which corn is ground.", "A mill is a house")
    at_desk.behave(writes(LEAD, Line("Nothing in the Act says what a mill is.", LEAD.on)), writes(found))
    answer = await answer_of(mill, DAYS)
    assert found.text not in spans_of(at_desk.writings[0]).values() and found.text in spans_of(at_desk.writings[1]).values()
    assert texts_of(answer)[:2] == [LEAD.text, found.text] and "Nothing in the Act" not in answer.answer


@pytest.mark.parametrize(("reason", "says_so"), [(Reason.NOTHING_FOUND, True), (Reason.NONE, False)])
async def test_a_first_sentence_that_found_nothing_waits_for_a_search_of_its_own(
    mill: MillService, at_desk: Desk, monkeypatch: pytest.MonkeyPatch, reason: Reason, says_so: bool
) -> None:
    judged_as(monkeypatch, reason)
    at_desk.behave(writes(NOT_FOUND), writes(NOT_FOUND))
    events = await events_of(mill, DAYS)
    stages = [at for at, one in enumerate(events) if isinstance(one, Stage) and one.name == "widen"]
    ready = [at for at, one in enumerate(events) if isinstance(one, SentenceReady)]
    assert stages and (not ready or ready[0] > stages[0])
    answer = events[-1].answer  # type: ignore[union-attr]
    assert (NOT_FOUND.text in texts_of(answer)) is says_so
    assert says_so or is_statement_answer(answer)
