"""What to do now: whom to turn to, with which form and fee, and by when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.law.answers import Step
from civicsetu.web.chat.parts.said import Chip, Names, find_marks, make_chips, name_spoken
from civicsetu.web.language.speaking import tell, tell_behind_law


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step, with the offsets of its forms, sums and periods; without chips it is a limit only.

    `translation` says it in the language `spoken`, where that is known.
    """

    text: str
    chips: tuple[Chip, ...] = ()
    marks: tuple[tuple[int, int], ...] = ()
    translation: str = ""
    spoken: str = ""


def show_steps(steps: Sequence[Step], names: Names) -> tuple[StepLine, ...]:
    """Return the steps in order."""
    return tuple(_show_step(one, names) for one in steps)


def _show_step(step: Step, names: Names) -> StepLine:
    text = tell_behind_law(step.text) if step.citations else tell(step.text)
    chips = make_chips(names[index] for index in step.citations)
    return StepLine(text, chips, find_marks(text), step.translation, name_spoken(step.translation))
