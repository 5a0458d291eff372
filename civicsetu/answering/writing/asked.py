"""What is asked, as a prompt tells it: the parts of a post, what was read of its writer, and the turns before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.law.answers import SAID_ABOVE, Answer, QueryType
from civicsetu.privacy.mask import mask


@dataclass(frozen=True, slots=True)
class WriterPart:
    """One of the things asked. `decided` is the yes or no a checked rule gives, before the statement `decided_by`; what
    readers said of questions like it is no such rule, and a writer reads the texts better.

    One that is not `answered` was declined: nothing is written for it. One that is `doubted` seems to be a matter of
    other law, which a writer may know better; one that is `unasked` is a wrong the person tells and asks nothing of.
    `leans_on` are the words that a short question cannot be understood without.
    """

    question: str
    query_type: QueryType
    answered: bool = True
    decided: str = ""
    decided_by: str = ""
    doubted: bool = False
    unasked: bool = False
    leans_on: str = ""


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A question asked before, and how its answer began."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class WriterQuestion:
    """Question as given to the writing model, without the law.

    `text` is what the person wrote, masked; `states` are names; `facts` by id; `language` is the name of theirs,
    empty where it is English; `said` are sentences of this answer that are shown already;
    of `today` the month is told, for whoever reckons whether a period is over.
    """

    text: str
    parts: tuple[WriterPart, ...]
    states: tuple[str, ...] = ()
    as_on: date | None = None
    facts: tuple[tuple[str, str], ...] = ()
    earlier: tuple[EarlierTurn, ...] = ()
    language: str = ""
    said: tuple[str, ...] = ()
    today: date | None = None


def describe_asked(
    text: str,
    turns: Sequence[PartTurn],
    earlier: Sequence[Answer],
    names: Mapping[str, str],
    language: str = "",
    today: date | None = None,
) -> WriterQuestion:
    """Return the writer's question; `earlier` are the turns before, oldest first, `names` the jurisdictions by code.

    The question asked now is never among the turns before. Personal data is masked once more here, wherever a text
    came from: nothing unmasked reaches a prompt.
    """
    states = dict.fromkeys(code for turn in turns for code in turn.query.jurisdictions[1:])
    facts = {name: value for turn in turns for name, value in turn.query.facts}
    facts |= {fact.id: fact.value for turn in turns for fact in turn.query.case_facts}
    facts |= {name: value for turn in turns for name, value in turn.query.facts_given}
    before = [one for one in earlier if _even(one.question) != _even(text)]
    return WriterQuestion(
        mask(text),
        tuple(map(_describe_part, turns)),
        tuple(names[code] for code in states),
        next((turn.query.as_on for turn in turns if turn.query.as_on), None),
        tuple(facts.items()),
        tuple(map(_describe_turn, before[-WRITING.earlier_turns:])),
        language,
        today=today,
    )


def _describe_part(turn: PartTurn) -> WriterPart:
    query, decided = turn.query, turn.decided_by_rule
    is_short = len(query.just_asked.split()) < WRITING.leaning_words and query.asked_last not in ("", query.just_asked)
    return WriterPart(
        mask(query.just_asked),
        query.query_type,
        not turn.declined,
        decided.says if decided else "",
        decided.lead.statement.says if decided else "",
        turn.seems_of_other_law,
        query.unasked,
        mask(query.asked_last) if is_short else "",
    )


def _describe_turn(answer: Answer) -> EarlierTurn:
    said = [one.shown.removeprefix(SAID_ABOVE) for one in answer.sentences[:WRITING.earlier_sentences]]
    question = " ".join(mask(answer.question).split())
    shortened = question if len(question) <= WRITING.earlier_chars else f"{question[:WRITING.earlier_chars].rsplit(' ', 1)[0]} …"
    return EarlierTurn(shortened, mask(" ".join(said)))


def _even(text: str) -> str:
    return " ".join(text.casefold().split())
