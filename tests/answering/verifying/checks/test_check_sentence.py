"""One written sentence against the spans it cites, by an invented law."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.verdict import Check, Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written

_STATEMENT = Span(
    "k1", SpanKind.STATEMENT,
    "Before a registered lamp contract, the builder must not take more than 10 % of the price as advance.",
    law="Lantern Act, 2016", place="section 7(1)", jurisdiction="CENTRAL", unit=("lantern", "7(1)"),
)  # fmt: skip
_PROVISION = Span(
    "k2", SpanKind.PROVISION,
    "A buyer may complain to the Authority in Form M, with a fee of 500 rupees.\n\n"
    "The Authority must decide a complaint within 60 days of receiving it.\n\n"
    "The builder must repair a fault within 30 days, if the buyer reports it within 5 years of handover.",
    law="Goa Lantern Rules, 2017", place="rule 16", jurisdiction="GOA", unit=("goa_lantern", "16"),
)  # fmt: skip
_ASKED = "My builder took 12 lakh of 60 lakh in March 2021 without any contract. Is that right?"
_SPANS = {
    span.key: span for span in (_STATEMENT, _PROVISION, Span("k9", SpanKind.ASKER, _ASKED))
}


def _check(text: str, *keys: str, quote: str = "", mark: SentenceMark = SentenceMark.LAW) -> Verdict:
    return check_sentence(Written(mark, 1, keys, quote, text), _SPANS, _ASKED)


def _doubts(verdict: Verdict) -> set[Check]:
    return {doubt.check for doubt in verdict.doubts}


_ADVANCE = "must not take more than 10 % of the price"
_REPAIR = "must repair a fault within 30 days … reports it within 5 years of handover"


@pytest.mark.parametrize(
    ("text", "keys", "quote"),
    [
        (_STATEMENT.text, ["k1"], _ADVANCE),
        ("Your builder may take at most a tenth of the price before a registered contract.", ["k1"], _ADVANCE),
        ("He took 20 % of the price, and 10 % is the most before a registered contract.", ["k1"], _ADVANCE),
        ("He may take at most ₹6 lakh of your ₹60 lakh before a registered contract.", ["k1"], _ADVANCE),
        ("A fault you report within five years of handover must be repaired in 30 days.", ["k2"], _REPAIR),
        ("In Goa you may complain in Form M with a fee of Rs 500.", ["k2"], "complain to the Authority in Form M, with a fee"),
    ],
)  # fmt: skip
def test_a_true_sentence_passes(text: str, keys: list[str], quote: str) -> None:
    assert _check(text, *keys, quote=quote).doubts == ()


@pytest.mark.parametrize(
    ("text", "keys", "quote", "check"),
    [
        (_STATEMENT.text, ["k7"], _ADVANCE, Check.KEYS),
        (_STATEMENT.text, [], "", Check.KEYS),
        (_STATEMENT.text, ["k9"], "took 12 lakh of 60 lakh", Check.KEYS),
        (_STATEMENT.text, ["k1"], "must not take more than 30 %", Check.QUOTE),
        (_STATEMENT.text, ["k1"], "the", Check.QUOTE),
        ("Your builder may take at most 15 % before a registered contract.", ["k1"], _ADVANCE, Check.NUMBER),
        ("He may take at most ₹7 lakh of your ₹60 lakh before a registered contract.", ["k1"], _ADVANCE, Check.NUMBER),
        ("Your builder may take at most 20 % before a registered contract.", ["k1"], _ADVANCE, Check.NUMBER),
        ("A fault you report within five years of handover must be repaired in 60 days.", ["k2"], _REPAIR, Check.NUMBER),
        ("Under section 9 the builder must not take more than 10 % as advance.", ["k1"], _ADVANCE, Check.REFERENCE),
        ("By the Consumer Protection Act he must not take more than 10 % as advance.", ["k1"], _ADVANCE, Check.REFERENCE),
        ("Complain in Form N with a fee of 500 rupees.", ["k2"], "complain to the Authority in Form M", Check.FORM),
        ("In Kerala you may complain in Form M.", ["k2"], "complain to the Authority in Form M", Check.STATE),
        ("You may complain to the police in Form M.", ["k2"], "complain to the Authority in Form M", Check.COVERAGE),
    ],
)  # fmt: skip
def test_a_false_sentence_is_doubted(text: str, keys: list[str], quote: str, check: Check) -> None:
    assert check in _doubts(_check(text, *keys, quote=quote))


@pytest.mark.parametrize(
    "text",
    ["Keep every receipt and message from the builder.", "Write to him and ask for your 12 lakh back in writing."],
)
def test_advice_may_repeat_the_askers_facts(text: str) -> None:
    assert _check(text, mark=SentenceMark.ADVICE).passes


@pytest.mark.parametrize(
    "text",
    [
        "Send the letter within 15 days.",
        "The builder must answer your letter.",
        "You are entitled to your money.",
        "Write to him under section 18.",
        "Fill in Form M first.",
        "Write to the RERA authority first.",
    ],
)
def test_advice_that_states_law_falls(text: str) -> None:
    verdict = _check(text, mark=SentenceMark.ADVICE)
    assert _doubts(verdict) == {Check.ADVICE} and verdict.is_refused


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Your builder cannot take more than 10 % at any time.", Check.CONDITION),
        ("Before a registered contract, you must not take more than 10 % from the builder.", Check.PARTY),
        ("Your builder can take more than 10 % of the price before a registered contract.", Check.NUMBER),
        ("Without asking you, your builder can take the price before a registered contract.", Check.NEGATION),
        ("Your builder must not take more than 10 % before a contract and has to insure the lamp.", Check.COVERAGE),
    ],
)
def test_what_turns_a_sentence_round_is_doubted(text: str, check: Check) -> None:
    verdict = _check(text, "k1", quote=_ADVANCE)
    assert check in _doubts(verdict)


def test_a_comparison_of_the_askers_figures_is_done_again() -> None:
    asked = "My plot has 450 sq m."
    law = Span("k1", SpanKind.STATEMENT, "No permit is needed if the land is up to 500 square metres.", law="Lantern Act", place="section 3")
    for text, passes in (("Your 450 sq m plot is under the limit of 500 sq m.", True), ("Your 450 sq m plot is over the limit of 500 sq m.", False)):
        written = Written(SentenceMark.LEAD, 1, ("k1",), "if the land is up to 500 square metres", text)
        assert check_sentence(written, {"k1": law}, asked).passes is passes


@pytest.mark.parametrize(
    "text",
    [
        "At 620 sq m, your plot is under the limit of 500 sq m.",
        "Your plot is 620 sq m, which is under the limit of 500 sq m.",
        "Your plot measures 620 sq m and is below the 500 sq m limit.",
    ],
)
def test_a_wrong_comparison_falls_whatever_stands_between(text: str) -> None:
    law = Span("k1", SpanKind.STATEMENT, "No permit is needed if the land is up to 500 square metres.", law="Lantern Act", place="section 3")
    verdict = check_sentence(Written(SentenceMark.LEAD, 1, ("k1", "k0"), "up to 500 square metres", text), {"k1": law}, "My plot has 620 sq m.")
    assert any("is not" in doubt.reason for doubt in verdict.doubts)


def test_a_majority_of_the_askers_count_is_counted_where_the_law_asks_for_one() -> None:
    asked = "We are 1100 houses, 400 are done."
    law = Span("k1", SpanKind.STATEMENT, "The guild forms once a majority of houses is lit.", law="Lantern Act", place="section 3")
    for text, passes in (("The guild forms once 551 of your 1,100 houses are lit.", True), ("The guild forms once 560 of your 1,100 houses are lit.", False)):
        written = Written(SentenceMark.LEAD, 1, ("k1", "k0"), "once a majority of houses is lit", text)
        doubts = check_sentence(written, {"k1": law}, asked).doubts
        assert any("stands in no span cited" in doubt.reason for doubt in doubts) is not passes


def test_two_periods_of_different_clauses_are_not_compared() -> None:
    asked = "I applied 40 days ago."
    law = Span("k1", SpanKind.STATEMENT, "A request that is not refused within 30 days counts as granted.", law="Lantern Act", place="section 3")
    text = "Your request of 40 days ago was received and was not refused within 30 days, so it counts as granted."
    verdict = check_sentence(Written(SentenceMark.LEAD, 1, ("k1", "k0"), "not refused within 30 days counts as granted", text), {"k1": law}, asked)
    assert not any("is not within" in doubt.reason for doubt in verdict.doubts)


def test_a_yes_before_the_sentence_denies_nothing() -> None:
    assert _check("No, your builder may take at most 10 % before a registered contract.", "k1", quote=_ADVANCE).passes


def test_a_limit_may_say_what_was_not_found() -> None:
    assert _check("I did not find what the builder must pay for a broken lamp.", mark=SentenceMark.LIMIT).passes
    assert not _check("The builder must pay for a broken lamp.", mark=SentenceMark.LIMIT).passes
