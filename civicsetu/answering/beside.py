"""What is laid out beside the sentences of an answer: the asker's steps, and states side by side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.citing import cite, is_supported, text_of
from civicsetu.answering.composing.compare_states import ComparedMatter
from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import AnswerTable, Citation, Sentence, Step, TableCell, TableRow

_NOTHING_FOUND = "Not found in what is held of this state."


@dataclass(frozen=True, slots=True)
class Beside:
    """Steps and table, with all citations of the answer: those of the sentences first."""

    citations: tuple[Citation, ...]
    steps: tuple[Step, ...] = ()
    table: AnswerTable | None = None


def lay_out_beside(
    turns: Sequence[PartTurn],
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    index: LawIndex,
    registry: Registry,
) -> Beside:
    """Return the steps of the first part that has some, and the table of the first that compares states."""
    beside = Beside(tuple(citations))
    with_steps = next((turn for turn in turns if turn.steps and not turn.declined), None)
    if with_steps is not None:
        beside = _with_steps(beside, with_steps, {one.text for one in sentences}, index, registry)
    compared = next((turn.compared for turn in turns if turn.compared and not turn.declined), ())
    return replace(beside, table=_table(compared, sentences, citations, registry))


def _with_steps(
    beside: Beside, turn: PartTurn, said: Collection[str], index: LawIndex, registry: Registry
) -> Beside:
    """The steps whose passages still stand and that no part says, each with its citations behind those there are."""
    steps: list[Step] = []
    citations = list(beside.citations)
    for step in turn.steps:
        if step.text in said:
            continue
        if step.statement is None:
            steps.append(Step(text=step.text))
            continue
        [sentence], cited = cite([step.statement], index, registry)
        if is_supported(sentence, cited, index):
            first = len(citations)
            citations.extend(cited)
            steps.append(Step(text=step.text, citations=tuple(range(first, len(citations)))))
    return replace(beside, citations=tuple(citations), steps=tuple(steps))


def _table(
    compared: Sequence[ComparedMatter],
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    registry: Registry,
) -> AnswerTable | None:
    """A row a matter; a cell cites what its sentence cites. None where nothing is compared."""
    if not compared:
        return None
    said = {
        (sentence.text, citations[sentence.citations[0]].jurisdiction): sentence.citations
        for sentence in sentences
        if sentence.citations
    }
    rows = []
    for matter in compared:
        texts = [(text_of(chosen) if chosen else "", state) for state, chosen in matter.by_state]
        cells = tuple(
            TableCell(text=one[0], citations=said[one]) if one in said else TableCell(text=_NOTHING_FOUND)
            for one in texts
        )
        rows.append(TableRow(matter=matter.title, cells=cells))
    states = tuple(registry.jurisdictions[state].name for state, _ in compared[0].by_state)
    return AnswerTable(states=states, rows=tuple(rows))
