"""`civicsetu eval answers`: the golden set asked through the public door, and what the answers say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.answers.answer_tables import build_answer_tables
from civicsetu.evaluation.answers.measure import AnswerMeasure, measure_answer
from civicsetu.evaluation.golden.held_rows import split_held_rows
from civicsetu.evaluation.retrieval_eval import Selection, opened
from civicsetu.evaluation.runner import ask_turns
from civicsetu.evaluation.tables import Table
from civicsetu.models.writer.chat import ChatModels
from civicsetu.progress import Progress
from civicsetu.settings import Settings


@dataclass(frozen=True)
class AnswerReport:
    """What a run measured; `failed` are ids of rows that outran their deadline."""

    measured: list[AnswerMeasure]
    failed: list[str]
    answer_hash: str

    @property
    def tables(self) -> list[Table]:
        return build_answer_tables(self.measured)

    def describe_misses(self) -> list[str]:
        """Return a line for each row whose lead does not state what was asked, with the lead; then one for each fault."""
        leads = [
            f"{one.row.id}: {one.answer.sentences[0].shown if one.answer.sentences else one.answer.answer[:120]}"
            for one in self.measured
            if one.lead_states is False
        ]
        faults = [f"{one.row.id}, {fault}" for one in self.measured for fault in one.faults.describe()]
        return leads + faults

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

    Raises:
        InputError: a golden row is wrong, or none is left.
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    rows = [row for row in selection.load_rows(registry) if row.must_state]
    measured: list[AnswerMeasure] = []
    failed: list[str] = []
    async with opened(settings, writer) as (service, index):
        held, _ = split_held_rows(rows, index)
        for number, row in enumerate(held, start=1):
            finals = await ask_turns(service, [*row.turns, row.question], row.jurisdiction)
            if finals is None:
                failed.append(row.id)
            else:
                *before, last = (one.answer for one in finals)
                measured.append(measure_answer(row, last, registry, index, before))
            progress("asking", number / len(held))
        answer_hash = await service.answer_hash()
    return AnswerReport(measured, failed, answer_hash)
