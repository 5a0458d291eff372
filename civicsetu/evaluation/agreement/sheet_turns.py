"""Make of an answer in a judged sheet what the validators are given, from the law held here.

A sheet holds what its reader saw: words and provisions, no spans and nothing of how the answer came to be. So a
citation is the whole provision in the edition held, and neither what was found nor whose law was asked can be
judged. A sentence that is no statement of ours counts as one whose figures must stand in the law cited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID, uuid5

from civicsetu.answering.validating.read_turn import get_statement_ids
from civicsetu.answering.validating.turn import JudgedTurn, TurnPart
from civicsetu.corpus.law_index import IndexedEdition, LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.judging.sheet import CitedLaw, SheetRow, ShownAnswer, ShownSentence
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    AnswerTable,
    Citation,
    Confidence,
    Sentence,
    Step,
    Support,
    TableCell,
    TableRow,
)
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import NAMESPACE
from civicsetu.law.sentences import to_one_line
from civicsetu.query.asking import Asking

CONFIDENCE: Mapping[str, float] = {"high": 0.9, "medium": 0.6, "low": 0.3, "none": 0.0}
"""The score that stands for a level, of which a sheet tells no more."""
_EDITIONS = (EditionKind.PLAIN, EditionKind.OFFICIAL)


def build_turn(row: SheetRow, index: LawIndex, registry: Registry, today: date) -> JudgedTurn | None:
    """Return a row of a sheet as a turn; None where law that it names is not held here."""
    cited = [_cite(one, index) for one in row.law]
    held = [one for one in cited if one is not None]
    if len(held) < len(cited):
        return None
    answer = _build_answer(row, held, index)
    if answer is None:
        return None
    return JudgedTurn(
        answer=answer,
        law=index,
        asked=row.question,
        today=today,
        parts=_parts(row, answer, registry),
        statements=get_statement_ids(),
    )


def _cite(cited: CitedLaw, index: LawIndex) -> Citation | None:
    """The whole provision, in the edition that is read first."""
    law = index.laws.get(cited.document)
    for kind in _EDITIONS:
        edition = law.editions.get(kind) if law else None
        place = edition.places.get(cited.provision) if edition else None
        if law is None or edition is None or place is None:
            continue
        return Citation(
            name=f"[{cited.place}]",
            document=cited.document,
            document_title=law.title,
            provision=cited.provision,
            section_id=cited.provision,
            title="",
            jurisdiction=law.jurisdiction,
            edition=kind,
            edition_id=UUID(edition.edition_id),
            chunk_id=UUID(edition.chunk_at(place.start)),
            quote=edition.body[place.start : place.end],
            start=place.start,
            end=place.end,
            text_as_of=edition.text_as_of,
        )
    return None


def _build_answer(row: SheetRow, citations: Sequence[Citation], index: LawIndex) -> Answer | None:
    """The answer, its sentences as they were shown; None where official words that it shows are not held here."""
    shown = row.answer
    sentences = [_sentence(one, index) for one in shown.sentences]
    said = [one for one in sentences if one is not None]
    if len(said) < len(sentences):
        return None
    if not said and citations:
        said = [_of_cell(one) for one in _cells(shown)]
    table = _table(shown)
    return Answer.model_construct(
        id=str(uuid5(NAMESPACE, row.id)),
        turn=len(row.earlier) + 1,
        question=row.question,
        kind=shown.kind,
        abstained=shown.kind is AnswerKind.ABSTAIN,
        answer=" ".join(one.text for one in said) or shown.message or "…",
        sentences=tuple(said),
        citations=tuple(citations),
        parts=shown.parts,
        steps=tuple(Step(text=one.text, citations=one.law) for one in shown.steps),
        table=table,
        confidence=Confidence(score=CONFIDENCE[shown.confidence], level=shown.confidence),
        settings_hash="sheet",
    )


def _sentence(shown: ShownSentence, index: LawIndex) -> Sentence | None:
    if shown.text:
        support = Support.STATEMENT if shown.law else Support.NONE
        return Sentence(text=shown.text, citations=shown.law, support=support)
    span = shown.official
    law = index.laws.get(span.document) if span else None
    edition: IndexedEdition | None = law.editions.get(EditionKind.OFFICIAL) if law else None
    words = to_one_line(edition.body[span.start : span.end]) if edition and span else ""
    return Sentence(text=words, citations=shown.law, support=Support.STATEMENT) if words else None


def _of_cell(cell: ShownSentence) -> Sentence:
    return Sentence(text=cell.text, citations=cell.law, support=Support.STATEMENT if cell.law else Support.NONE)


def _cells(shown: ShownAnswer) -> list[ShownSentence]:
    """The cells of a table that stands in place of sentences."""
    return [cell for row in shown.table.rows for cell in row.cells] if shown.table else []


def _table(shown: ShownAnswer) -> AnswerTable | None:
    if shown.table is None:
        return None
    rows = (
        TableRow(matter=row.matter, cells=tuple(TableCell(text=cell.text, citations=cell.law) for cell in row.cells))
        for row in shown.table.rows
    )
    return AnswerTable(states=shown.table.states, rows=tuple(rows))


def _parts(row: SheetRow, answer: Answer, registry: Registry) -> tuple[TurnPart, ...]:
    """What each part asks, by its heading; the whole question where there is one part."""
    if answer.abstained:
        return ()
    if answer.parts:
        return tuple(TurnPart(Asking(part.heading).kind, part.sentences) for part in answer.parts)
    asking = Asking(row.question)
    kind = asking.kind_among(len(asking.find_states(registry)))
    return (TurnPart(kind, tuple(range(len(answer.sentences)))),)
