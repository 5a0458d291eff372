"""The share of sentences that must stand: just under it a written part is called insufficient, just at it is shown."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from civicsetu.answering.drafting import write_node
from civicsetu.answering.drafting.write_node import WriteNode, Writer
from civicsetu.answering.drafting.written_turns import ASK_BACK, DECLINED
from civicsetu.answering.drafts import JudgedSentence, PartDraft
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.question import LowConfidence, Question
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.written import SentenceMark, Written
from civicsetu.law.answers import AnswerKind
from civicsetu.settings import WriterSettings

_NOTHING = cast(Any, None)


def _decided(mark: SentenceMark, *, stands: bool) -> JudgedSentence:
    doubts = () if stands else (Doubt(Check.NUMBER, "It stands nowhere."),)
    return JudgedSentence(Written(mark, 1, ("k1",), "", "The lantern is lit."), (), Verdict(doubts, float(stands)))


def _draft(standing: int, of: int) -> PartDraft:
    rest = [_decided(SentenceMark.LAW, stands=at < standing) for at in range(1, of)]
    return PartDraft(0, (_decided(SentenceMark.LEAD, stands=True), *rest), all_in=True)


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that may be shown as written is told by its mark alone."""
    monkeypatch.setattr(write_node, "as_written", lambda composed, *given, **more: SimpleNamespace(written=True))


def _put(standing: int, behavior: LowConfidence) -> Any:
    settings = WriterSettings(coverage_least=0.3, require_hard_citations=False, low_confidence_behavior=behavior)
    node = WriteNode(Writer(_NOTHING, settings), _NOTHING, _NOTHING, _NOTHING, _NOTHING)
    composed = PartTurn(cast(Any, SimpleNamespace(just_asked="Who lights it?")))
    return node.put_in_place(composed, _draft(standing, 100), Question("Who lights it?", session="s"), _NOTHING)


@pytest.mark.parametrize(
    ("behavior", "kind", "text"), [("ask", AnswerKind.CLARIFY, ASK_BACK), ("decline", AnswerKind.ABSTAIN, DECLINED)]
)
def test_under_the_share_it_is_insufficient_and_at_the_share_it_is_shown(
    behavior: LowConfidence, kind: AnswerKind, text: str
) -> None:
    refused = _put(29, behavior)
    assert (refused.kind, refused.declined, refused.sentences) == (kind, text, ())
    assert _put(30, behavior).written


def test_a_share_that_is_unsupported_changes_nothing_where_the_answer_goes_on() -> None:
    assert _put(29, "continue").written and _put(30, "continue").written
