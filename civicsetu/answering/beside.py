"""What is laid out beside the sentences of an answer: the asker's steps, and states side by side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.citing import cite, is_in_force, is_supported, text_of
from civicsetu.answering.composing.comparing.compare_states import ComparedCell, ComparedMatter
from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.statements.translations import Translations
from civicsetu.law.answers import AnswerTable, Citation, Sentence, Step, TableCell, TableRow
from civicsetu.law.documents import CENTRAL
from civicsetu.query.asking import AskedKind

_THE_ACT = "The Act (all India)"
_NOTHING_FOUND = "Not found in what is held of this state."


@dataclass(frozen=True, slots=True)
class Beside:
    """Steps and table beside the sentences, with all citations of the answer: those of the sentences first."""

    citations: tuple[Citation, ...]
    steps: tuple[Step, ...] = ()
    table: AnswerTable | None = None


def lay_out_beside(
    turns: Sequence[PartTurn],
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    index: LawIndex,
    registry: Registry,
    told: Translations | None = None,
) -> Beside:
    """Return the steps, and the table of the first part that compares states; `told` is the asker's language where it ships.

    Those a model wrote for any part, else of the composed ones those of the part that asks what to do, or of the surest
    that has some; beside written parts of a post only those of a part that is not written and asks what to do. What a turn before said is left out, unless what to do is asked. A written part that does not ask what to do and has no step of its own needs none.
    """
    beside = Beside(tuple(citations))
    open_to_steps = (turn for turn in turns if turn.steps and not turn.declined)
    wanted = (turn for turn in open_to_steps if not (turn.written and _asks_no_remedy(turn)))
    with_steps = sorted(wanted, key=lambda turn: (_asks_no_remedy(turn), -(turn.chance or 0.0)))
    if any(turn.written_steps for turn in turns):
        for turn in turns:
            beside = _with_written_steps(beside, turn)
    elif with_steps and (len(turns) == 1 or _may_stand_beside(with_steps[0], turns)):
        said_before = with_steps[0].shown if _asks_no_remedy(with_steps[0]) else ()
        said = {one.text for one in sentences}.union(said_before)
        beside = _with_steps(beside, with_steps[0], said, index, registry, told)
    compared = next((turn.compared for turn in turns if turn.compared and not turn.declined), ())
    return replace(beside, table=_table(compared, sentences, citations, index, registry))


def _with_written_steps(beside: Beside, turn: PartTurn) -> Beside:
    """Add the steps a model wrote for a part, each verified already; their citations behind those there are."""
    first = len(beside.citations)
    steps = tuple(
        step.model_copy(update={"citations": tuple(first + at for at in step.citations)})
        for step in turn.written_steps
    )
    return replace(beside, citations=(*beside.citations, *turn.written_step_citations), steps=(*beside.steps, *steps))


def _may_stand_beside(turn: PartTurn, turns: Sequence[PartTurn]) -> bool:
    """Whether composed steps of a part are shown: no part is written, or this one wants steps and is not written."""
    return not any(one.written for one in turns) or not (turn.written or _asks_no_remedy(turn))


def _asks_no_remedy(turn: PartTurn) -> bool:
    if turn.asker is not None and turn.asker.wants_steps:
        return False
    return turn.query.asking_now.kind is not AskedKind.REMEDY


def _with_steps(
    beside: Beside,
    turn: PartTurn,
    said: Collection[str],
    index: LawIndex,
    registry: Registry,
    told: Translations | None,
) -> Beside:
    """Return the steps that are not `said`, and whose passages are unchanged and in force, each with its citations.

    A statement never stands without what it requires: where one of them falls, the step does. Citations stand
    behind those there are.
    """
    steps: list[Step] = []
    citations = list(beside.citations)
    for step in turn.steps:
        if step.text in said or (step.statements and all(text_of(one) in said for one in step.statements)):
            continue
        if not step.statements:
            steps.append(Step(text=step.text))
            continue
        sentences, cited = cite(step.statements, index, registry)
        if all(
            is_supported(one, cited, index) and is_in_force(one, cited, turn.query.as_on) for one in sentences
        ):
            first = len(citations)
            citations.extend(cited)
            translation = told.translate(" ".join(text_of(one) for one in step.statements)) if told is not None else ""
            steps.append(Step(text=step.text, translation=translation, citations=tuple(range(first, len(citations)))))
    return replace(beside, citations=tuple(citations), steps=tuple(steps))


def _table(
    compared: Sequence[ComparedMatter],
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    index: LawIndex,
    registry: Registry,
) -> AnswerTable | None:
    """A row a matter; a cell cites what its sentences cite. None where nothing is compared."""
    if not compared:
        return None
    said = {
        (sentence.text, citations[sentence.citations[0]].jurisdiction): sentence.citations
        for sentence in sentences
        if sentence.citations
    }
    rows = []
    for matter in compared:
        cells = tuple(_cell(cell, said, index) for cell in matter.cells)
        rows.append(TableRow(matter=matter.title, cells=cells))
    states = tuple(_THE_ACT if cell.state == CENTRAL else registry.name_of(cell.state) for cell in compared[0].cells)
    return AnswerTable(states=states, rows=tuple(rows))


def _cell(cell: ComparedCell, said: Mapping[tuple[str, str], tuple[int, ...]], index: LawIndex) -> TableCell:
    """What the cell says, if the answer says all of it; else why it says nothing."""
    keys = [(text_of(one), index.laws[one.unit.document].jurisdiction) for one in cell.said]
    if not keys or any(key not in said for key in keys):
        return TableCell(text=cell.limit or _NOTHING_FOUND)
    cited = dict.fromkeys(at for key in keys for at in said[key])
    return TableCell(text=" ".join([*(text for text, _ in keys), cell.note]).rstrip(), citations=tuple(cited))
