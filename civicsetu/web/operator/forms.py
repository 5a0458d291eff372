"""What the operator's forms say, read strictly: a review, a case, a choice of turns.

A field that is missing, foreign or out of bounds is one sentence that names it, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar, get_args

from pydantic import ValidationError

from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.judging.human_review import CitationReview, HumanReview
from civicsetu.evaluation.judging.verdicts import ReaderVerdict
from civicsetu.evaluation.reviewed.cases import CaseDraft
from civicsetu.law.answers import AnswerKind, QueryType
from civicsetu.law.feedback import FeedbackReason
from civicsetu.stores.review_store import FeedbackFilter, TurnFilter, VerdictFilter

Form = Mapping[str, Sequence[str]]
T = TypeVar("T")
_MOST_PAGES = 10_000
_FIGURES = {"beside", "plain"}
_MARKS = {"right": True, "wrong": False}
_PROMISE = "rewritten"
_NOT_REWRITTEN = "Tick that nothing in the question points to a person; nothing was saved."
_FIELD_WORDS = {
    "law": "Is it the law", "first": "Does the first sentence answer", "beside": "Sentences beside the point",
    "plain": "How does it read", "todo": "Does it say what to do", "confidence": "Does the confidence fit",
    "harm": "Harm", "why": "Why", "groundedness": "Groundedness", "severity": "What is invented",
}  # fmt: skip


def get_value(form: Form, name: str) -> str:
    """Return a field's value without the space around it; empty where it was not sent."""
    return next(iter(form.get(name, ())), "").strip()


def read_review(form: Form, citations: Sequence[int]) -> HumanReview:
    """Read a review of an answer with those citations.

    Raises:
        InputError: a field is missing or wrong; the sentence names it.
    """
    verdict: dict[str, object] = {name: get_value(form, name) or None for name in ReaderVerdict.model_fields}
    verdict |= {name: _figure(form, name) for name in _FIGURES} | {"why": get_value(form, "why")}
    values = {
        "groundedness": _figure(form, "groundedness"),
        "severity": get_value(form, "severity") or None,
        "verdict": verdict,
        "citations": list(_read_citations(form, citations)),
    }
    try:
        return HumanReview.model_validate(values)
    except ValidationError as error:
        raise InputError("review refused", user_message=_describe(error)) from error


def _read_citations(form: Form, citations: Sequence[int]) -> Iterator[CitationReview]:
    for number in citations:
        mark = get_value(form, f"citation_{number}")
        note = get_value(form, f"note_{number}")[:500]
        if mark in _MARKS:
            yield CitationReview(citation_id=number, correct=_MARKS[mark], note=note)


def _figure(form: Form, name: str) -> int | None:
    told = get_value(form, name)
    return int(told) if told.isascii() and told.isdigit() and len(told) < 6 else None


def _describe(error: ValidationError) -> str:
    first = error.errors()[0]
    name = str(first["loc"][-1]) if first["loc"] else ""
    if name not in _FIELD_WORDS:
        return f"The review was not saved: {first['msg'].removeprefix('Value error, ')}."
    return f"The review was not saved: “{_FIELD_WORDS[name]}” is not filled in."


def read_case(form: Form, registry: Registry) -> CaseDraft:
    """Read a case as it was written down; whether it makes a golden row is for `to_row` to say.

    Raises:
        InputError: it was not confirmed that nothing personal is left, or a choice is none of ours.
    """
    if get_value(form, _PROMISE) != "yes":
        raise InputError("case not confirmed", user_message=_NOT_REWRITTEN)
    values: dict[str, object] = {
        name: get_value(form, name) for name in ("question", "language", "style", "type", "asks")
    }
    values |= {name: _lines(form, name) for name in ("turns", "gold", "also", "must_state")}
    values |= {name: get_value(form, name) or None for name in ("jurisdiction", "abstain")}
    try:
        return CaseDraft.model_validate(values)
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
        raise InputError("case refused", user_message=f"The case was not saved: {field} is no value of ours.") from error


def _lines(form: Form, name: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in get_value(form, name).splitlines() if line.strip())


def read_filter(query: Form, registry: Registry) -> TurnFilter:
    """Read which turns are wanted from an address.

    Raises:
        InputError: a choice is none of ours.
    """
    page = get_value(query, "page") or "1"
    if not (page.isascii() and page.isdigit() and len(page) < 6 and 1 <= int(page) <= _MOST_PAGES):
        raise _wrong("page")
    state = get_value(query, "state") or None
    if state is not None and state not in registry.jurisdictions:
        raise _wrong("state")
    return TurnFilter(
        feedback=_choice(query, "feedback", _one_of(get_args(FeedbackFilter))),
        reason=_choice(query, "reason", FeedbackReason),
        verdict=_choice(query, "verdict", _one_of(get_args(VerdictFilter))),
        kind=_choice(query, "kind", AnswerKind),
        query_type=_choice(query, "type", QueryType),
        state=state,
        page=int(page),
    )


def _choice(query: Form, name: str, read: Callable[[str], T]) -> T | None:
    told = get_value(query, name)
    try:
        return read(told) if told else None
    except ValueError:
        raise _wrong(name) from None


def _one_of(values: Sequence[T]) -> Callable[[str], T]:
    def read(told: str) -> T:
        for one in values:
            if one == told:
                return one
        raise ValueError(told)

    return read


def _wrong(name: str) -> InputError:
    return InputError("unknown choice", user_message=f"There is no such {name}; choose one from the list.")
