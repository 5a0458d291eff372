"""A part as a model wrote it: what the law leaves open is shown as such, beside law or alone."""

from __future__ import annotations

from typing import Any, cast

from civicsetu.answering.drafting.written_turns import as_written
from civicsetu.answering.drafts import JudgedSentence, OtherLawPoint, PartDraft
from civicsetu.answering.verifying.verdict import Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from civicsetu.law.answers import AnswerKind, Support
from civicsetu.law.other_laws import OtherLaw
from tests.answering.composing.mills import REGISTRY, law
from tests.answering.writing.mill_writing import GRIND, mill_law, part, statement

CAT = Span("k9", SpanKind.SILENCE, "The Mill Act does not say who feeds the cat.", silence="none.cat")
OPEN = Written(SentenceMark.LEAD, 1, ("k9",), "does not say who feeds", "The Mill Act leaves open who feeds your cat.")
ADVICE = Written(SentenceMark.ADVICE, 1, (), "", "Keep the receipts for its milk.")
_NOTHING = cast(Any, None)


def _stands(written: Written, *cited: Span) -> JudgedSentence:
    return JudgedSentence(written, cited, Verdict((), 1.0))


async def test_what_is_left_open_states_no_law_and_says_which_silence_it_is() -> None:
    held = statement((await mill_law()).statements, "mill.1-1.grind")
    grind = Span("k1", SpanKind.STATEMENT, held.statement.says, passages=held.passages)
    law_said = Written(SentenceMark.LAW, 1, ("k1",), "", held.statement.says)
    draft = PartDraft(0, (_stands(OPEN, CAT), _stands(law_said, grind)), all_in=True)
    turn = as_written(part(GRIND), draft, law(), REGISTRY)
    first, second = turn.sentences
    assert turn.kind is AnswerKind.ANSWER
    assert (first.text, first.silence, first.support, first.citations) == (OPEN.text, "none.cat", Support.NONE, ())
    assert (second.silence, second.support) == ("", Support.VERIFIED) and second.citations


async def test_where_nothing_else_is_said_the_part_abstains_with_it() -> None:
    """An answer that states law must cite it; this one states none."""
    draft = PartDraft(0, (_stands(OPEN, CAT), _stands(ADVICE)), all_in=True)
    turn = as_written(part(GRIND), draft, _NOTHING, _NOTHING)
    assert (turn.kind, turn.silence, turn.sentences, turn.citations) == (AnswerKind.ABSTAIN, "none.cat", (), ())
    assert turn.declined == f"{OPEN.text} {ADVICE.text}"


async def test_what_only_public_pages_say_states_no_law_and_breaks_no_answer() -> None:
    """A page cannot be cited as a provision is; the sentence beside it is law and is cited."""
    page = Span("k8", SpanKind.VALUE, "Public pages say that in Northland a complaint costs 20 rupees.")
    held = statement((await mill_law()).statements, "mill.1-1.grind")
    grind = Span("k1", SpanKind.STATEMENT, held.statement.says, passages=held.passages)
    fee = Written(SentenceMark.LEAD, 1, ("k8",), "", "Public pages say that a complaint costs 20 rupees.")
    said = Written(SentenceMark.LAW, 1, ("k1",), "", held.statement.says)
    turn = as_written(part(GRIND), PartDraft(0, (_stands(fee, page), _stands(said, grind)), all_in=True), law(), REGISTRY)
    assert [one.support for one in turn.sentences] == [Support.NONE, Support.VERIFIED]
    assert not turn.sentences[0].citations and turn.sentences[1].citations


async def test_a_question_that_is_answered_is_not_called_not_found() -> None:
    held = statement((await mill_law()).statements, "mill.1-1.grind")
    grind = Span("k1", SpanKind.STATEMENT, held.statement.says, passages=held.passages)
    said = Written(SentenceMark.LEAD, 1, ("k1",), "", held.statement.says)
    draft = PartDraft(0, (_stands(said, grind),), not_found=(f"{GRIND.rstrip('?')} ?", "the colour of the sack"), all_in=True)
    last = as_written(part(GRIND), draft, law(), REGISTRY).sentences[-1].text
    assert "the colour of the sack" in last and "grind" not in last


async def test_a_point_of_another_law_is_kept_where_nothing_is_cited() -> None:
    draft = PartDraft(0, (_stands(OPEN, CAT),), other_law_points=(OtherLawPoint("the tax on cats", OtherLaw.GST),), all_in=True)
    assert "The rest (the tax on cats) is a question of GST law" in as_written(part(GRIND), draft, _NOTHING, _NOTHING).declined
