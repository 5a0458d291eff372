"""One turn as the operator's page shows it: the answer with its evidence, the trace, the reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.golden.row_kinds import RowKind, RowLanguage, Style, Unanswerable
from civicsetu.evaluation.judging.human_review import HumanReview, Severity, from_judgments
from civicsetu.evaluation.judging.verdicts import ReaderVerdict
from civicsetu.law.answers import Answer, Citation, QueryType, Sentence
from civicsetu.privacy.mask import mask
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.stores.review_store import CitationWord, CitedRow, RecordedTurn
from civicsetu.web.operator.forms import Form, get_value

QUESTIONS: tuple[tuple[str, str], ...] = (
    ("law", "Is it the law"),
    ("first", "Does the first sentence answer"),
    ("beside", "Sentences beside the point"),
    ("plain", "How does it read, 1 statute to 5 friend"),
    ("todo", "Does it say what to do"),
    ("confidence", "Does the confidence fit"),
    ("harm", "Harm"),
)
"""The rubric's choices in its order, with their words on the form."""
_MIDDLE = "50"
_CASE_FIELDS = (
    "question", "turns", "gold", "also", "must_state", "type", "asks", "language", "style", "jurisdiction", "abstain",
)  # fmt: skip
_ROW_KINDS = {
    QueryType.FACT: RowKind.FACT,
    QueryType.CROSS_REFERENCE: RowKind.CROSS_REFERENCE,
    QueryType.PENALTY: RowKind.PENALTY,
    QueryType.TEMPORAL: RowKind.TEMPORAL,
    QueryType.CONFLICT: RowKind.CONFLICT,
    QueryType.DEFINITION: RowKind.DEFINITION,
}


@dataclass(frozen=True, slots=True)
class CitationLine:
    """A recorded citation with the passage it points at."""

    row: CitedRow
    citation: Citation | None


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """A sentence of the answer with what it cites."""

    sentence: Sentence
    lines: tuple[CitationLine, ...]


@dataclass(frozen=True, slots=True)
class RubricQuestion:
    """A question of the rubric with what can be answered."""

    name: str
    words: str
    values: tuple[str, ...]


def choices() -> list[RubricQuestion]:
    """Return the rubric as questions of a form; figures get the values that matter."""
    figures = {"beside": tuple(map(str, range(10))), "plain": tuple("12345")}
    return [
        RubricQuestion(name, words, figures.get(name) or get_args(ReaderVerdict.model_fields[name].annotation))
        for name, words in QUESTIONS
    ]


def review_of(turn: RecordedTurn, person: str) -> HumanReview | None:
    """Return that person's review of a turn, None before they gave one."""
    return from_judgments(turn.judged_by(person))


def other_reviews(turn: RecordedTurn, person: str) -> dict[str, HumanReview]:
    """Return the others' reviews, by name; none until this person has given theirs, so that it is their own."""
    if review_of(turn, person) is None:
        return {}
    found = ((name, review_of(turn, name)) for name in turn.reviewers if name != person)
    return {name: review for name, review in found if review is not None}


def others_word(turn: RecordedTurn, person: str, citation_id: int) -> CitationWord:
    """Return what somebody else says of a citation, the last to have come; that nothing is said where nobody does."""
    others = (review_of(turn, name) for name in reversed(turn.reviewers) if name != person)
    said = (one for review in others if review for one in review.citations if one.citation_id == citation_id)
    found = next(said, None)
    return CitationWord(None) if found is None else CitationWord(found.correct, found.note)


def sentence_lines(turn: RecordedTurn) -> list[SentenceLine]:
    """Return the answer's sentences with their recorded citations."""
    return [
        SentenceLine(
            sentence,
            tuple(
                CitationLine(row, _citation_of(row, turn.answer, sentence)) for row in turn.cited if row.sentence == at
            ),
        )
        for at, sentence in enumerate(turn.answer.sentences)
    ]


def review_fields(turn: RecordedTurn, review: HumanReview | None, typed: Form | None = None) -> dict[str, str]:
    """Return what stands in the form of a review: what was typed, else what was saved, else nothing."""
    names = ["groundedness", "severity", *ReaderVerdict.model_fields]
    names.extend(f"{kind}_{row.citation_id}" for row in turn.cited for kind in ("citation", "note"))
    if typed is not None:
        return {name: get_value(typed, name) for name in names}
    fields = dict.fromkeys(names, "") | {"groundedness": _MIDDLE}
    if review is not None:
        fields |= {"groundedness": str(review.groundedness), "severity": review.severity.value}
        fields |= {name: str(value) for name, value in review.verdict.model_dump().items()}
        for one in review.citations:
            fields |= {f"citation_{one.citation_id}": "right" if one.correct else "wrong", f"note_{one.citation_id}": one.note}
    return fields


def _citation_of(row: CitedRow, answer: Answer, sentence: Sentence) -> Citation | None:
    cited = (answer.citations[index] for index in sentence.citations)
    place = (row.document, row.provision, row.edition_id, row.start, row.end)
    return next(
        (one for one in cited if (one.document, one.provision, one.edition_id, one.start, one.end) == place), None
    )


def case_fields(turn: RecordedTurn, review: HumanReview | None, typed: Form | None = None) -> dict[str, str]:
    """Return what stands in the form of a case: what was typed, else a draft from the turn, masked, to be rewritten.

    The provisions of a draft are those cited, without any that the reviewer marked as wrong alone.
    """
    if typed is not None:
        return {name: get_value(typed, name) for name in _CASE_FIELDS}
    answer = turn.answer
    refused = _places(turn, review, correct=False) - _places(turn, review, correct=True)
    cited = dict.fromkeys((one.document, one.provision) for one in answer.citations)
    chosen = [one.jurisdiction for one in answer.scope.states if one.source == "chosen"]
    return dict.fromkeys(_CASE_FIELDS, "") | {
        "question": mask(answer.question),
        "turns": "\n".join(" ".join(mask(one).split()) for one in turn.earlier),
        "gold": "\n".join(" ".join(place) for place in cited if place not in refused),
        "jurisdiction": chosen[0] if chosen else "",
        "type": _ROW_KINDS[answer.query_type].value,
        "asks": Asking(answer.question).kind_among(len(answer.jurisdictions)).value,
        "language": RowLanguage.ENGLISH.value,
        "style": Style.LAY.value,
    }


def _places(turn: RecordedTurn, review: HumanReview | None, *, correct: bool) -> set[tuple[str, str]]:
    """The provisions of citations that a reviewer marked so."""
    marked = {one.citation_id for one in review.citations if one.correct is correct} if review else set()
    return {(row.document, row.provision) for row in turn.cited if row.citation_id in marked}


def case_choices(registry: Registry) -> dict[str, Sequence[str]]:
    """Return what the selects of the case form offer."""
    return {
        "language": [one.value for one in RowLanguage],
        "style": [one.value for one in Style],
        "type": [one.value for one in RowKind],
        "asks": [one.value for one in AskedKind],
        "abstain": [one.value for one in Unanswerable],
        "jurisdiction": list(registry.jurisdictions),
    }


def severities() -> list[str]:
    return [one.value for one in Severity]
