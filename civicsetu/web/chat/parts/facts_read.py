"""What was read from the question about the asker, each a chip that can be corrected."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.law.answers import Answer
from civicsetu.web.chat.parts.fact_words import describe_fact, read_fact_words
from civicsetu.web.language.speaking import say, tell, write_day


@dataclass(frozen=True, slots=True)
class Option:
    """A value that a fact may be corrected to."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class FactChip:
    """One fact: `words` are read on the chip, `asks` is what it answers.

    Without `options` the right one is written: the `law` of another day, a `date` or a sum (`rupee`) of the question.
    """

    name: str
    value: str
    words: str
    asks: str
    options: tuple[Option, ...] = ()
    written: str = ""


def show_facts(answer: Answer) -> tuple[FactChip, ...]:
    """Return the facts an answer rests on, in the order of the closed list, then the day whose law was asked for."""
    used = {one.name: one.value for one in answer.facts}
    chips = [
        FactChip(name, used[name], words, tell(known.label), _options(name))
        for name, known in get_case_facts().facts.items()
        if name in used and (words := describe_fact(name, used[name]))
    ]
    return (*chips, *show_day(answer))


def show_day(answer: Answer) -> tuple[FactChip, ...]:
    """Return the day whose law was asked for, where it is another than today."""
    if answer.as_on is None:
        return ()
    day = write_day(answer.as_on)
    return (FactChip("as_on", day, say("shown.law_of_day", day=day), say("shown.which_day"), written="law"),)


def _options(name: str) -> tuple[Option, ...]:
    return tuple(Option(value, tell(words)) for value, words in read_fact_words()[name].items())
