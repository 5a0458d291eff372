"""What the verifier redoes itself: multiples, lots, limits that the asker's figures keep, and whose words are quoted."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.verdict import Check, Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written

_ASKED = "I own 90 flats on a field of 2,050 square metres, and 50 owners agreed. I paid 45,000 rupees to enter it."
_SPANS = {
    span.key: span
    for span in (
        Span("k0", SpanKind.ASKER, _ASKED),
        Span("k1", SpanKind.PROVISION, "A longer term costs twice the fee of entry.", place="rule 1", jurisdiction="GOA"),
        Span(
            "k2", SpanKind.PROVISION,
            "The fee is 500 rupees for every 100 square metres or part of them if the field is more than 1,000 square metres.",
            place="rule 2", jurisdiction="GOA",
        ),
        Span("k3", SpanKind.PROVISION, "The fee is 25,000 rupees for one person and 2 lakh rupees for a firm.", place="rule 3"),
        Span("k4", SpanKind.PROVISION, "The keeper must show the list every quarter.", place="rule 4"),
        Span(
            "k5", SpanKind.PROVISION,
            "Each request is made in Form R and, until the application procedure becomes web based, on paper.\n\nA plea is made in Form L.",
            place="rule 5", jurisdiction="GOA",
        ),
        Span("k6", SpanKind.PROVISION, "Each request costs 70 rupees.", place="rule 6", jurisdiction="KERALA"),
        Span("k7", SpanKind.PROVISION, "Where the Authority deems it necessary, it may inspect the keeper's lamp.", place="rule 7"),
    )
}  # fmt: skip


def check(text: str, key: str, quote: str, *more: str) -> Verdict:
    return check_sentence(Written(SentenceMark.LAW, 1, (key, *more), quote, text), _SPANS, _ASKED)


TWICE, LOTS = "twice the fee of entry", "500 rupees for every 100 square metres"


@pytest.mark.parametrize(
    ("text", "key", "quote"),
    [
        ("Twice your 45,000 makes 90,000 rupees for a longer term.", "k1", TWICE),
        ("Your 2,050 square metres make 21 lots, which is 10,500 rupees.", "k2", LOTS),
        ("A firm pays 2 lakh rupees, eight times as much as one person.", "k3", "25,000 rupees for one person and 2 lakh rupees"),
        ("The keeper must show the list every 3 months.", "k4", "show the list every quarter"),
        ("Each request is made in Form R.", "k5", "Each request is made in Form R"),
        ("The Authority may inspect the keeper's lamp.", "k7", "it may inspect the keeper's lamp"),
    ],
)
def test_what_follows_by_arithmetic_passes(text: str, key: str, quote: str) -> None:
    assert check(text, key, quote).doubts == ()


@pytest.mark.parametrize(
    ("text", "key", "quote", "found"),
    [
        ("Twice your 45,000 makes 80,000 rupees for a longer term.", "k1", TWICE, Check.NUMBER),
        ("Your 2,050 square metres make 22 lots, which is 10,500 rupees.", "k2", LOTS, Check.NUMBER),
        ("A firm pays 2 lakh rupees, nine times as much as one person.", "k3", "25,000 rupees for one person and 2 lakh rupees", Check.NUMBER),
        ("The keeper must show the list every 4 months.", "k4", "show the list every quarter", Check.NUMBER),
        ("Each request is made in Form L.", "k5", "Each request is made in Form R", Check.FORM),
    ],
)
def test_what_does_not_is_doubted(text: str, key: str, quote: str, found: Check) -> None:
    assert found in {doubt.check for doubt in check(text, key, quote).doubts}


def test_an_example_reckoned_within_the_sentence_is_for_a_reader() -> None:
    told = check("A field of 3,000 square metres would cost 500 rupees each, 1,500,000 rupees.", "k2", LOTS)
    assert Check.NUMBER in {doubt.check for doubt in told.doubts} and not told.is_refused


def test_as_many_of_another_thing_is_for_a_reader() -> None:
    told = check("With 90 buyers he pays twice the fee of entry.", "k1", TWICE)
    assert Check.NUMBER in {doubt.check for doubt in told.doubts} and not told.is_refused
    assert check("With 91 buyers he pays twice the fee of entry.", "k1", TWICE).is_refused


def test_the_state_is_that_of_the_words_quoted() -> None:
    assert check("In Kerala each request costs 70 rupees.", "k6", "Each request costs 70 rupees", "k5").doubts == ()
    told = check("In Goa each request costs 70 rupees.", "k6", "Each request costs 70 rupees", "k5")
    assert Check.STATE in {doubt.check for doubt in told.doubts}


@pytest.mark.parametrize(("area", "kept"), [("2,050", True), ("800", False)])
def test_a_limit_that_the_figures_told_keep_is_no_condition_dropped(area: str, kept: bool) -> None:
    asked = f"My ground has {area} sq m."
    written = Written(SentenceMark.LAW, 1, ("k2",), LOTS, "Your ground costs 500 rupees per 100 sq m.")
    told = check_sentence(written, {"k2": _SPANS["k2"], "k0": Span("k0", SpanKind.ASKER, asked)}, asked)
    assert (Check.CONDITION not in {doubt.check for doubt in told.doubts}) is kept


@pytest.mark.parametrize(
    ("law", "dropped"),
    [
        ("If the Authority finds that the keeper has lied, it may close the mill.", True),
        ("Where the Authority considers that the river is harmed, it may close the mill.", True),
        ("If the Authority considers it necessary, it may close the mill.", False),
    ],
)
def test_what_an_office_must_find_first_is_a_condition_and_what_it_thinks_fit_is_none(law: str, dropped: bool) -> None:
    span = Span("k1", SpanKind.STATEMENT, law, jurisdiction="CENTRAL")
    written = Written(SentenceMark.LAW, 1, ("k1",), "it may close the mill", "The Authority may close the mill.")
    told = check_sentence(written, {"k1": span}, "")
    assert (Check.CONDITION in {doubt.check for doubt in told.doubts}) is dropped
