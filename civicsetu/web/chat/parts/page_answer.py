"""The answer as the page shows it, from the first status to the last word: all parts in one.

What is shown stands in the `Answer`; nothing is decided here but its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal

from civicsetu.answering.plain_text import as_plain_text
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, AnswerKind, Scope, Sentence
from civicsetu.web.chat.parts.ask_next import suggest_next
from civicsetu.web.chat.parts.asked_parts import ShownPart, show_part, show_parts
from civicsetu.web.chat.parts.check_first import CheckFirst, show_check
from civicsetu.web.chat.parts.comparison import ComparisonTable, show_comparison
from civicsetu.web.chat.parts.facts_read import FactChip, show_day, show_facts
from civicsetu.web.chat.parts.figures_told import show_figures_told
from civicsetu.web.chat.parts.places import NamedSite, find_places
from civicsetu.web.chat.parts.said import Names, names_a_figure
from civicsetu.web.chat.parts.scope import ScopeLine, show_scope
from civicsetu.web.chat.parts.sources import SourceList, show_sources
from civicsetu.web.chat.parts.steps import StepLine, show_steps
from civicsetu.web.language.speaking import get_language, say, tell

ELEMENT = "civicsetu-answer"
"""Name of the element that shows an answer; its source is made of the files of `public/answer`."""

Phase = Literal["working", "whole", "stopped"]
_END = re.compile(r"[.।] ")


@dataclass(frozen=True, slots=True)
class PageAnswer:
    """All parts of one answer; `message` is the id of the message it stands in.

    `doing` is the work going on, empty once it is whole. `refusal` is what is said where nothing is answered,
    `language` that of all that is no law. `places` are the official sites named in what states no law.
    """

    message: str
    phase: Phase
    question: str = ""
    doing: str = ""
    scope: ScopeLine | None = None
    unsure: str = ""
    refusal: str = ""
    parts: tuple[ShownPart, ...] = ()
    steps: tuple[StepLine, ...] = ()
    facts: tuple[FactChip, ...] = ()
    comparison: ComparisonTable | None = None
    check: CheckFirst | None = None
    sources: SourceList | None = None
    next: tuple[str, ...] = ()
    advice: str = ""
    copied: str = ""
    places: tuple[NamedSite, ...] = ()
    language: str = field(default_factory=get_language)

    def to_props(self) -> dict[str, object]:
        """Return what goes to the page as JSON."""
        return asdict(self)


def show_whole(
    answer: Answer,
    cards: Sequence[str],
    registry: Registry,
    starters: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> PageAnswer:
    """Return a finished answer.

    `cards[i]` names the card of its citation `i`; `starters` are what can be asked where nothing is answered;
    `notes` are sentences on this very showing of it, such as that it could not be stored.
    """
    names = dict(enumerate(cards))
    scope = show_scope(answer.scope, registry)
    asked = tell(answer.question)
    copied = "\n".join([asked, "", *map(tell, as_plain_text(answer).splitlines())])
    if not answer.sentences or (answer.kind is AnswerKind.ABSTAIN and not answer.citations):
        return PageAnswer(
            answer.id,
            "whole",
            question=asked,
            scope=scope,
            refusal=tell(answer.answer),
            facts=show_day(answer),
            check=show_check([*(one.text for one in answer.warnings), *notes], (), registry),
            next=tuple(starters),
            copied=copied if scope else "",
            places=find_places([answer.answer]),
        )
    comparison = show_comparison(answer.table, names) if answer.table and len(answer.parts) < 2 else None
    parts = show_parts(answer, names)
    if comparison:
        parts = tuple(_beside_table(part, comparison) for part in parts)
    parts, limits = _take_limits(parts, answer.kind)
    told = [*(one.text for one in answer.warnings), *limits, *notes]
    parts = tuple(map(_tell_limits, parts))
    steps = _untold(show_steps(answer.steps, names), parts)
    check = show_check(told, answer.citations, registry)
    return PageAnswer(
        answer.id,
        "whole",
        question=asked,
        scope=scope,
        unsure=say("shown.unsure") if answer.unsure else "",
        parts=parts,
        steps=steps,
        facts=(*show_facts(answer), *show_figures_told(answer.question)),
        comparison=comparison,
        check=check,
        sources=show_sources(answer, cards),
        next=tuple(map(tell, suggest_next(answer))),
        advice=f"{say('shown.advice')} {_say_language_of_law(answer)}".rstrip(),
        copied=copied,
        places=find_places(_say_no_law(parts, steps, comparison, check)),
    )


def _say_language_of_law(answer: Answer) -> str:
    """Why the law is in English, or what its translation is worth; nothing on an English page without one."""
    translated = any(one.translation and not one.is_translated_by_machine for one in answer.sentences)
    return say("shown.law_translated") if translated else say("shown.law_in_english")


def _tell_limits(part: ShownPart) -> ShownPart:
    return replace(part, limits=tuple(map(tell, part.limits)))


def _say_no_law(
    parts: Sequence[ShownPart], steps: Sequence[StepLine], table: ComparisonTable | None, check: CheckFirst | None
) -> Iterator[str]:
    """What is shown that cites no provision."""
    for part in parts:
        yield from (*part.before, *part.limits)
    yield from (one.text for one in steps if not one.chips)
    yield from (cell.text for row in (table.rows if table else ()) for cell in row.cells if not cell.chips)
    yield from check.notes if check else ()


def _beside_table(part: ShownPart, comparison: ComparisonTable) -> ShownPart:
    """What of a part stands beside its table: what is no law, and stands in no cell."""
    cells = {cell.text for row in comparison.rows for cell in row.cells}
    before = tuple(one for one in part.before if one not in cells)
    return ShownPart(before=before, limits=tuple(one for one in part.limits if tell(one) not in cells))


def _untold(steps: tuple[StepLine, ...], parts: Sequence[ShownPart]) -> tuple[StepLine, ...]:
    """The steps without those that state no law and whose first sentence stands, word for word or with more, in the answer."""
    said = [_words_of_opening(line) for part in parts for line in (*part.before, *part.limits)]
    return tuple(one for one in steps if one.chips or not any(_words_of_opening(one.text) <= words for words in said))


def _words_of_opening(text: str) -> frozenset[str]:
    return frozenset(_END.split(text, maxsplit=1)[0].split())


def _take_limits(parts: tuple[ShownPart, ...], kind: AnswerKind) -> tuple[tuple[ShownPart, ...], tuple[str, ...]]:
    """Return the parts with the limits that belong to what they say, and those that are to be checked first.

    What of a question is not answered, or only by a figure that is not law, stands with the answer; of several parts
    each says all its own.
    """
    if len(parts) != 1:
        return parts, ()
    [part] = parts
    own = tuple(one for one in part.limits if kind is AnswerKind.PARTIAL or names_a_figure(one))
    return (replace(part, limits=own),), tuple(one for one in part.limits if one not in own)


def show_streamed(
    message: str,
    question: str,
    told: Sequence[tuple[str, Sequence[Sentence]]],
    names: Names,
    scope: Scope | None,
    registry: Registry,
) -> PageAnswer:
    """Return what stands of an answer that is under way: of each part its heading and its sentences so far."""
    return PageAnswer(
        message,
        "working",
        question=question,
        scope=show_scope(scope, registry) if scope else None,
        parts=tuple(_tell_limits(show_part(heading, sentences, names)) for heading, sentences in told),
    )


def hold_back_cards(shown: PageAnswer) -> PageAnswer:
    """Return what is shown without the cards of the part under way, above which how much and what to do may still come.

    Above a part that another one follows nothing comes any more: held back, it would push down what is being read.
    """
    if not shown.parts:
        return shown
    *complete, under_way = shown.parts
    return replace(shown, parts=(*complete, replace(under_way, cards=())))
