"""A run of `civicsetu eval answers` on recorded completions: which files it reads and writes, and what it says at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from civicsetu.errors import InputError
from civicsetu.evaluation.judging.questions import JudgingQuestion
from civicsetu.evaluation.retrieval_eval import open_service_and_law
from civicsetu.evaluation.runner import ask_turns
from civicsetu.evaluation.written.recorded_models import RecordedModels
from civicsetu.evaluation.written.recordings import read_completions, write_prompts
from civicsetu.progress import Progress
from civicsetu.settings import Settings


@dataclass
class Replay:
    """The writer of a run, and where the prompts go that it cannot answer."""

    prompts: Path
    models: RecordedModels = field(default_factory=lambda: RecordedModels({}))

    @property
    def is_whole(self) -> bool:
        """Whether every prompt had its completion: only then do the answers say what the writer can do."""
        return not self.models.missing

    def finish(self, sheet: Path | None = None) -> str:
        """Write the prompts still without a completion; return how many there are, in a sentence.

        As long as there are some no `sheet` of the run is left: not all of its answers are the writer's.

        Raises:
            InputError: they cannot be written.
        """
        write_prompts(self.prompts, self.models.missing)
        if sheet is not None and not self.is_whole:
            sheet.unlink()
        count = len(self.models.missing)
        return f"{self.prompts}: {count} prompt{'' if count == 1 else 's'} still without a completion."


def open_replay(prompts: Path | None, completions: Path | None) -> Replay | None:
    """Return the replay of a run; None where neither file is named.

    Raises:
        InputError: completions are named without a file for the prompts, or cannot be read.
    """
    if prompts is None:
        if completions is not None:
            raise InputError(user_message="--completions needs --write-prompts: a prompt may be without one.")
        return None
    return Replay(prompts, RecordedModels(read_completions(completions) if completions else {}))


async def ask_for_prompts(
    settings: Settings, questions: Sequence[JudgingQuestion], replay: Replay, progress: Progress
) -> list[str]:
    """Ask every question for the prompts it makes; return a sentence for each that got no answer.

    Raises:
        PostgresUnavailable, WeightsUnavailable: the service cannot be opened.
    """
    failed: list[str] = []
    async with open_service_and_law(settings, replay.models) as (service, _):
        for number, question in enumerate(questions, start=1):
            turns = [*question.turns, question.question]
            try:
                finals = await ask_turns(service, turns, question.jurisdiction)
            except InputError as error:
                failed.append(f"{question.id} was not answered: {error.user_message}")
            else:
                failed.extend([f"{question.id} got no answer in time."] if finals is None else [])
            progress("asking", number / len(questions))
    return failed
