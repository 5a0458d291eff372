"""Ask questions, and write a sheet from which others can judge the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import InputError
from civicsetu.evaluation.judging.questions import JudgingQuestion
from civicsetu.evaluation.judging.sheet import Head, SheetRow, get_rubric, to_line
from civicsetu.evaluation.judging.shown import show_answer, show_earlier
from civicsetu.evaluation.judging.verdicts import empty_verdict
from civicsetu.evaluation.retrieval_eval import open_service_and_law
from civicsetu.evaluation.runner import Service, ask_turns
from civicsetu.law.answers import Answer
from civicsetu.models.writer.chat import ChatModels
from civicsetu.progress import Progress
from civicsetu.settings import Settings


@dataclass
class Exported:
    """Result of writing a sheet: the number of answers, and the questions that got none, with the reason."""

    answers: int = 0
    failed: list[str] = field(default_factory=list)


async def export_sheet(
    settings: Settings,
    questions: Sequence[JudgingQuestion],
    path: Path,
    progress: Progress,
    writer: ChatModels | None = None,
) -> Exported:
    """Ask every question and write the sheet, an answer a line as soon as it is there, `writer`'s if one is given.

    Raises:
        FileExistsError: the file is there already; it may hold verdicts.
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    exported = Exported()
    async with open_service_and_law(settings, writer) as (service, index):
        with path.open("x", encoding="utf-8") as written:
            written.write(to_line(Head(rubric=get_rubric(), answer_hash=await service.answer_hash())))
            for number, question in enumerate(questions, start=1):
                row = await _answer(service, question, index)
                if isinstance(row, str):
                    exported.failed.append(row)
                else:
                    written.write(to_line(row))
                    written.flush()
                    exported.answers += 1
                progress("asking", number / len(questions))
    return exported


async def _answer(service: Service, question: JudgingQuestion, index: LawIndex) -> SheetRow | str:
    """Return the line of a question, or a sentence that says why there is none."""
    try:
        finals = await ask_turns(service, [*question.turns, question.question], question.jurisdiction)
    except InputError as error:
        return f"{question.id} was not answered: {error.user_message}"
    if finals is None:
        return f"{question.id} got no answer in time."
    return build_row(question, [one.answer for one in finals], index)


def build_row(question: JudgingQuestion, answers: Sequence[Answer], index: LawIndex) -> SheetRow:
    """Return the line of a question; `answers` are those of all its turns, the last one to be judged."""
    *before, last = answers
    shown, law = show_answer(last, index)
    return SheetRow(
        id=question.id,
        form=question.form,
        language=question.language,
        jurisdiction=question.jurisdiction,
        earlier=show_earlier(before),
        question=question.question,
        answer=shown,
        law=law,
        verdict=empty_verdict(),
    )
