"""The answer that the present version gives to a question asked before, beside the one that was given."""

from __future__ import annotations

import uuid

from civicsetu.answering.question import Question
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.evaluation.runner import Service
from civicsetu.law.answers import Answer, Final
from civicsetu.stores.review_store import SCRATCH_SESSION, RecordedTurn


async def ask_present_version(service: Service, turn: RecordedTurn) -> Answer:
    """Ask a turn's question once more, after the turns before it, in a session that is forgotten at once.

    It is asked for the day that the turn was about; of the turns before it that day is not recorded.
    A model writes only where one wrote then: who asked may have wanted nothing to leave this machine.

    Raises:
        AdmissionRefused, SearchIncomplete, ModelTimeout, PostgresUnavailable: as the service does.
    """
    session = f"{SCRATCH_SESSION}{uuid.uuid4()}"
    chosen = [one.jurisdiction for one in turn.answer.scope.states if one.source == "chosen"]
    earlier = turn.earlier[-ANSWERING.history_turns :]
    try:
        answers = [
            await _final(
                service,
                Question(
                    text,
                    session=session,
                    jurisdiction=chosen[0] if chosen else None,
                    as_on=day,
                    role="operator",
                    by_model=bool(turn.answer.written_by),
                ),
            )
            for text, day in [*((one, None) for one in earlier), (turn.answer.question, turn.answer.as_on)]
        ]
        return answers[-1]
    finally:
        await service.forget(session)


async def _final(service: Service, question: Question) -> Answer:
    last = [event async for event in service.answer(question)][-1]
    assert isinstance(last, Final), "the last event of a turn is Final"
    return last.answer
