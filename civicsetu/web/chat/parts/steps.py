"""What to do now: whom to turn to, with which form and fee, and by when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.law.answers import Step
from civicsetu.web.chat.parts.said import Chip, Names, find_marks, make_chips, name_spoken
from civicsetu.web.language.speaking import divide_at_print, get_language, tell, tell_behind_law


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step, with the offsets of its forms, sums and periods; without chips it is a limit only.

    `translation` says it in the language `spoken`, where that is known; where that is the page's, so does the note on the
    print of a figure, which else stands behind the law.
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
    spoken = name_spoken(step.translation)
    chips = make_chips(names[index] for index in step.citations)
    if spoken == get_language():
        law, note = divide_at_print(step.text)
        return StepLine(law.rstrip(), chips, find_marks(law), f"{step.translation} {tell(note)}".rstrip(), spoken)
    text = tell_behind_law(step.text) if step.citations else tell(step.text)
    return StepLine(text, chips, find_marks(text), step.translation, spoken)
