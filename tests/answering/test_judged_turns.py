"""Every turn is judged as it is given: after its sentences, in its own transaction, in little time."""

from __future__ import annotations

import asyncio
import statistics
import time
from uuid import UUID, uuid4

import pytest

from civicsetu.answering import service as serving
from civicsetu.answering.part_turn import Trace
from civicsetu.answering.question import Question
from civicsetu.answering.service import AnsweringService
from civicsetu.answering.validating import validate
from civicsetu.errors import InputError
from civicsetu.law.answers import Answer, AnswerKind, Final, SentenceReady
from civicsetu.law.judgments import Judgment
from tests.holding import KARNATAKA, LATE, answer_of, events_of, rows_of

LIMIT_MS = 20
ASKED = (
    LATE,
    "What does section 13 say?",
    "What is the penalty if my builder did not register?",
    "How do I bake bread?",
    "Hello",
    "My builder is late by two years. Can I leave? What interest do I get? Where do I complain?",
)
COUNTS = "select (select count(*) from turns) as turns, (select count(*) from retrieval_log) as logs, (select count(distinct turn_id) from judgments) as judged"


async def test_one_turn_gives_judgments_with_evidence(service: AnsweringService, late: Answer) -> None:
    rows = await rows_of(service, "select * from judgments where turn_id = :id", id=UUID(late.id))
    told = {row["criterion"]: row for row in rows}
    assert {"must_cite_if_claims", "citation_exists", "quote_found", "format_ok", "grounded_statements"} <= set(told)
    wrong = {name: row["evidence_json"] for name, row in told.items() if not row["passed"]}
    assert wrong == {}, "an answer from statements of the law held passes every rule"
    assert told["grounded_claim_rate"]["evidence_json"]["of"] == len([one for one in late.sentences if one.citations])
    assert all(row["judge"] == "rules" and isinstance(row["evidence_json"], dict) for row in rows)


async def test_turns_logs_and_judgments_are_as_many_as_each_other(service: AnsweringService) -> None:
    for asked in ASKED:
        answer = await answer_of(service, asked)
        [log] = await rows_of(service, "select * from retrieval_log where turn_id = :id", id=UUID(answer.id))
        assert log["top_k"] == len(answer.contexts) == len(log["retrieved_ids"])
        assert (log["retriever_type"] is None) is not bool(answer.contexts)
        cited = await rows_of(service, "select 1 from citations where turn_id = :id", id=UUID(answer.id))
        assert len(cited) == sum(len(one.citations) for one in answer.sentences)
    [counted] = await rows_of(service, COUNTS)
    assert counted["turns"] == counted["logs"] == counted["judged"]


async def test_a_follow_up_is_logged_as_asked_and_as_searched(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    await answer_of(service, "What does section 13 say?", session=session)
    answer = await answer_of(service, "What is the penalty for that?", session=session)
    [log] = await rows_of(service, "select * from retrieval_log where turn_id = :id", id=UUID(answer.id))
    assert log["original_query"] == "What is the penalty for that?"
    assert log["query"] != log["original_query"] and "13" in log["query"]


async def test_sentences_are_told_before_anything_is_judged(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    validate = serving.validate_turn
    monkeypatch.setattr(serving, "validate_turn", lambda turn: order.append("judged") or validate(turn))
    async for event in service.answer(Question(LATE, session=f"test-{uuid4()}")):
        if isinstance(event, SentenceReady | Final):
            order.append(event.event)
    assert order.count("sentence") >= 1
    assert order == ["sentence"] * order.count("sentence") + ["judged", "final"]


@pytest.mark.parametrize("broken", ["read_turn", "validate_turn", "quote_found"])
async def test_a_told_answer_is_recorded_and_finished_whatever_a_rule_does(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def raising(*_: object) -> Judgment:
        raise IndexError("a fault of ours")

    raising.__name__ = broken
    if broken == "quote_found":
        monkeypatch.setattr(validate, "VALIDATORS", (raising,))
    else:
        monkeypatch.setattr(serving, broken, raising)
    answer = await answer_of(service, LATE)
    assert answer.kind is AnswerKind.ANSWER
    assert await rows_of(service, "select 1 from turns where turn_id = :id", id=UUID(answer.id))
    [row] = await rows_of(
        service, "select * from judgments where turn_id = :id and criterion = 'rule_raised'", id=UUID(answer.id)
    )
    assert not row["passed"] and row["evidence_json"] == {
        "rule": broken.replace("validate_turn", "read_turn"), "error": "IndexError",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "about"),
    [("How soon must a refund be paid in Karnataka?", None), ("How soon must it be paid?", (KARNATAKA, "17"))],
)
async def test_whose_law_was_asked_is_that_of_the_state_or_provision_named(
    service: AnsweringService, asked: str, about: tuple[str, str] | None
) -> None:
    final = (await events_of(service, asked, about=about))[-1]
    assert isinstance(final, Final) and isinstance(final.trace, Trace)
    assert "KARNATAKA" in {one.jurisdiction for one in final.answer.citations}
    [allowed] = [one for one in final.trace.judged if one.criterion == "policy_scope_allowed"]
    assert allowed.passed and allowed.evidence["asked_of"] == ["CENTRAL", "KARNATAKA"]


async def test_measuring_is_given_what_was_judged(service: AnsweringService) -> None:
    final = (await events_of(service, LATE))[-1]
    assert isinstance(final, Final) and isinstance(final.trace, Trace)
    kept = await rows_of(
        service, "select criterion from judgments where turn_id = :id order by judgment_id", id=UUID(final.answer.id)
    )
    assert [row["criterion"] for row in kept] == [one.criterion for one in final.trace.judged]


async def test_a_role_that_there_is_not_is_refused_at_the_door(service: AnsweringService) -> None:
    with pytest.raises(InputError, match="no role"):
        await answer_of(service, LATE, role="minister")


async def test_erasing_a_session_erases_what_was_judged(service: AnsweringService) -> None:
    session = f"test-{uuid4()}"
    answer = await answer_of(service, LATE, session=session)
    assert answer.kind is AnswerKind.ANSWER
    await service.forget(session)
    assert await rows_of(service, "select 1 from judgments where turn_id = :id", id=UUID(answer.id)) == []


async def test_judging_takes_little_processor_time(
    service: AnsweringService, monkeypatch: pytest.MonkeyPatch
) -> None:
    spent: list[float] = []
    judge = serving.AnsweringService._judge

    def timed(self: AnsweringService, *given: object) -> tuple[Judgment, ...]:
        started = time.thread_time()
        judged = judge(self, *given)  # type: ignore[arg-type]
        spent.append((time.thread_time() - started) * 1000)
        return judged

    monkeypatch.setattr(serving.AnsweringService, "_judge", timed)
    for asked in (*ASKED, *ASKED):
        await answer_of(service, asked)
        await asyncio.sleep(0)
    print(f"judging: median {statistics.median(spent):.1f} ms, most {max(spent):.1f} ms")
    assert statistics.median(spent) <= LIMIT_MS and sorted(spent)[-2] <= 2 * LIMIT_MS
