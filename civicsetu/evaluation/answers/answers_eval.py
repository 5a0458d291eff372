"""`civicsetu eval answers`: the golden set asked through the public door, and what the answers say."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from civicsetu.answering.part_turn import Trace
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.answers.answer_tables import build_answer_tables
from civicsetu.evaluation.answers.measure import AnswerMeasure, measure_answer
from civicsetu.evaluation.golden.held_rows import split_held_rows
from civicsetu.evaluation.retrieval_eval import Selection, open_service_and_law
from civicsetu.evaluation.runner import ask_turns
from civicsetu.evaluation.tables import Table
from civicsetu.evaluation.written.given_law import GivenLaw, describe_lacking, given_table, read_given
from civicsetu.models.writer.chat import ChatModels
from civicsetu.progress import Progress
from civicsetu.settings import Settings

_NO_FACTS = "None of these rows says what an answer must state; `civicsetu eval retrieval` measures the others."


@dataclass(frozen=True)
class AnswerReport:
    """Measurements of a run; `failed` are ids of rows that outran their deadline.

    `given` is what the writer of each row was given, where a writer was measured.
    """

    measured: list[AnswerMeasure]
    failed: list[str]
    answer_hash: str
    given: list[GivenLaw] = field(default_factory=list)

    @property
    def tables(self) -> list[Table]:
        given = given_table(self.given)
        return [*build_answer_tables(self.measured), *([given] if given.rows else [])]

    def describe_misses(self) -> list[str]:
        """Return a line for each row whose lead does not state what was asked, with the lead; then one for each fault,
        and for each row whose writer was not given all it needs."""
        leads = [
            f"{one.row.id}: {one.answer.sentences[0].shown if one.answer.sentences else one.answer.answer[:120]}"
            for one in self.measured
            if one.lead_states is False
        ]
        faults = [f"{one.row.id}, {fault}" for one in self.measured for fault in one.faults.describe()]
        return leads + faults + describe_lacking(self.given)

    def write(self, path: Path) -> None:
        """Write a line per row: what was asked for and what was answered."""
        lines = (
            json.dumps(
                {
                    "id": one.row.id, "lead": one.lead_states, "all": one.all_stated, "beside": one.beside,
                    "said": one.said, "fallback": one.fallback, "confidence": one.answer.confidence.score,
                    "faults": list(one.faults.describe()), "sentences": [sentence.shown for sentence in one.answer.sentences],
                },
                ensure_ascii=False,
            )
            for one in self.measured
        )  # fmt: skip
        path.write_text("\n".join(lines) + "\n", "utf-8")


async def evaluate_answers(
    settings: Settings,
    selection: Selection,
    registry: Registry,
    progress: Progress,
    writer: ChatModels | None = None,
) -> AnswerReport:
    """Ask the rows of a selection that say what must be stated, and measure the answers, `writer`'s if one is given.

    With a writer all rows that have gold are asked, since what it was given is measured, too.

    Raises:
        InputError: a golden row is wrong, or none is left that says what must be stated.
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    rows = [row for row in selection.load_rows(registry) if row.must_state or (writer and row.gold)]
    if not rows:
        raise InputError("no facts", user_message=_NO_FACTS)
    measured: list[AnswerMeasure] = []
    given: list[GivenLaw] = []
    failed: list[str] = []
    async with open_service_and_law(settings, writer) as (service, index):
        held, _ = split_held_rows(rows, index)
        for number, row in enumerate(held, start=1):
            finals = await ask_turns(service, [*row.turns, row.question], row.jurisdiction)
            if finals is None:
                failed.append(row.id)
            else:
                *before, last = (one.answer for one in finals)
                measured.append(measure_answer(row, last, registry, index, before))
                trace = finals[-1].trace
                if writer is not None and isinstance(trace, Trace):
                    given.append(read_given(row, trace.drafts))
            progress("asking", number / len(held))
        answer_hash = await service.answer_hash()
    return AnswerReport(measured, failed, answer_hash, given)
