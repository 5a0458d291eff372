"""What holds of every sentence, whatever it says."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.verdict import Check
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from civicsetu.corpus.statements.catalogue import get_statements
from tests.answering.verifying.given import read_cases, statement_span

_LAW = st.sampled_from(list(get_statements())).map(statement_span)
_WORDS = st.lists(
    st.sampled_from(
        "the builder buyer you must may not cannot need only if unless before , . ; 10 % ₹ lakh 3 days years section 18(1) Form M "
        "within at least most RERA authority he it who pays owes no never June 2021 one tenth half . a year — …".split()
    ),
    max_size=30,
).map(" ".join)
_TEXT = st.one_of(st.text(max_size=300), _WORDS)


@settings(max_examples=150, deadline=None)
@given(_TEXT, _TEXT, _TEXT, _TEXT, st.sampled_from(list(SentenceMark)), st.sampled_from(list(SpanKind)))
def test_no_text_is_too_odd(text: str, quote: str, law: str, asked: str, mark: SentenceMark, kind: SpanKind) -> None:
    spans = {"k1": Span("k1", kind, law, law, law, law, "CENTRAL", unit=("", law)), "k0": Span("k0", SpanKind.ASKER, asked)}
    verdict = check_sentence(Written(mark, 1, ("k1", "k0", "k2"), quote, text), spans, asked)
    assert 0.0 <= verdict.score <= 1.0 and verdict == check_sentence(
        Written(mark, 1, ("k1", "k0", "k2"), quote, text), spans, asked
    )


def test_every_statement_passes_with_its_own_span() -> None:
    doubted = {}
    for statement in get_statements():
        span = statement_span(statement)
        quote = " ".join(statement.says.split()[:12])
        verdict = check_sentence(Written(SentenceMark.LAW, 1, ("k1",), quote, statement.says), {"k1": span}, "")
        if not verdict.passes:
            doubted[statement.id] = verdict.doubts
    assert doubted == {}


@settings(max_examples=60, deadline=None)
@given(_LAW, st.integers(2, 9999), st.sampled_from(["days", "%", "rupees", "months", "lakh"]))
def test_a_figure_from_nowhere_always_falls(span: Span, number: int, measure: str) -> None:
    if any(character.isdigit() for character in span.text):
        return
    text = f"{span.text.rstrip('.')} within {number} {measure}."
    verdict = check_sentence(Written(SentenceMark.LAW, 1, ("k1",), span.text, text), {"k1": span}, "")
    assert verdict.is_refused and Check.NUMBER in {doubt.check for doubt in verdict.doubts}


@pytest.mark.parametrize("seconds", [0.02])
def test_a_sentence_takes_little_time_once_the_spans_are_read(seconds: float) -> None:
    cases = list(read_cases(1))[::4]
    for case in cases:
        check_sentence(case.written, case.spans, case.asked)
    began = time.process_time()
    for case in cases:
        check_sentence(case.written, case.spans, case.asked)
    assert (time.process_time() - began) / len(cases) <= seconds
