"""Questions are put as a person puts them, and nothing of a row but what that person would say is told."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

import pytest

from civicsetu.answering.question import Question
from civicsetu.errors import ModelTimeout, PostgresUnavailable, SearchIncomplete
from civicsetu.evaluation.runner import FAILED, ask, ask_all
from tests.evaluation.golden_rows import ScriptedService, places, row
from tests.holding import quiet
from tests.retrieval.lantern_act import ACT, KARNATAKA

TALK = row(
    "secret-id",
    f"{KARNATAKA} 16",
    turns=["What is a lantern?", "Who shuts it?"],
    question="And in Mysore?",
    standalone="Who shuts a lantern in Mysore?",
    jurisdiction="KARNATAKA",
    contains=["2 per cent"],
    also=[f"{ACT} 4"],
    type="penalty",
    style="typo",
)


async def test_the_service_is_told_question_turns_and_state_alone() -> None:
    service = ScriptedService()
    await ask_all(service, [TALK, row("other")], quiet)
    warm, first, second, last, alone, other = service.asked
    assert [one.text for one in service.asked[1:]] == [
        *TALK.turns, TALK.question, TALK.standalone, "Until when is my lantern open?",
    ]  # fmt: skip
    assert first.session == second.session == last.session
    assert len({warm.session, first.session, alone.session, other.session}) == 4
    assert [one.by_model for one in service.asked] == [True, False, False, True, True, True], "the last turn is measured"
    assert [one.jurisdiction for one in service.asked] == [None, *["KARNATAKA"] * 4, None]
    for question in service.asked:
        told: dict[str, Any] = asdict(question)
        left = asdict(Question(text="", session=""))
        assert {name for name, value in told.items() if value != left[name]} <= {"text", "session", "jurisdiction", "by_model"}
        for secret in ("secret", "16", "per cent", "penalty", "typo"):
            assert secret not in question.text
        before, _, drawn = question.session.partition("-")
        assert before == "evaluation" and str(UUID(drawn)) == drawn, "drawn by chance, and nothing else"


async def test_what_was_asked_is_forgotten_afterwards() -> None:
    service = ScriptedService()
    await ask_all(service, [TALK], quiet)
    assert set(service.forgotten) == {one.session for one in service.asked}


async def test_an_outcome_has_the_contexts_and_what_ranks_after_them() -> None:
    service = ScriptedService(
        contexts={TALK.question: ["4", f"{KARNATAKA} 16"], TALK.standalone or "": [f"{KARNATAKA} 16"]},
        further={TALK.question: ["3(1)"]},
        declined=[TALK.question],
    )
    [asked] = await ask_all(service, [TALK], quiet)
    assert asked.outcome.places == places("4", f"{KARNATAKA} 16", "3(1)")
    assert asked.outcome.contexts == places("4", f"{KARNATAKA} 16")
    assert asked.outcome.declined and asked.outcome.kind == "abstain" and asked.outcome.latency_ms == 12.5
    assert asked.alone is not None and asked.alone.places == places(f"{KARNATAKA} 16")
    assert asked.alone.declined, "a question back that states no law is declining, too"


async def test_of_a_turn_that_ends_at_the_decision_the_parts_tell_the_kind() -> None:
    service = ScriptedService()
    outcome = await ask(service, [*TALK.turns, TALK.question], None, composed=False)
    assert [one.composed for one in service.asked] == [True, True, False], "the turns before are gone on from"
    assert (outcome.kind, outcome.declined) == ("abstain", True), "that of its parts, where the answer itself asks back"


async def test_an_answer_that_lacked_a_part_is_marked() -> None:
    rows = [row("1", question="Where is the graph?"), row("2")]
    assert [one.outcome.degraded for one in await ask_all(ScriptedService(), rows, quiet)] == [True, False]


async def test_an_answer_that_comes_too_late_is_a_miss_and_the_run_goes_on() -> None:
    service = ScriptedService(fails={"Late?": ModelTimeout("slow")})
    late, other = await ask_all(service, [row("1", question="Late?"), row("2")], quiet)
    assert late.outcome.kind == FAILED and late.outcome.places == () and not late.outcome.declined
    assert other.outcome.kind == "clarify" and len(service.forgotten) == 3


async def test_a_question_that_was_not_searched_whole_is_a_miss_and_no_abstention() -> None:
    service = ScriptedService(fails={"Half?": SearchIncomplete("x")})
    half, _ = await ask_all(service, [row("1", question="Half?"), row("2")], quiet)
    assert (half.outcome.kind, half.outcome.declined, half.outcome.degraded) == (FAILED, False, True)


async def test_without_a_database_the_run_ends() -> None:
    with pytest.raises(PostgresUnavailable):
        await ask_all(ScriptedService(fails={"Gone?": PostgresUnavailable()}), [row(question="Gone?")], quiet)


async def test_progress_rises_to_the_end() -> None:
    told: list[tuple[str, float]] = []
    await ask_all(
        ScriptedService(), [row(str(n)) for n in range(4)], lambda *step: told.append(step), "asking, x"
    )
    assert told == [("asking, x", 0.25), ("asking, x", 0.5), ("asking, x", 0.75), ("asking, x", 1.0)]
