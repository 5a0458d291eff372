"""Sums that the verifier redoes: of the asker's own figures, of parts of a whole, of periods, in any script. Invented law."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.verdict import Check, Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written

_ADVANCE = "The keeper must not take more than 10 per cent of the price before the deed is signed."
_CONSENT = "The keeper must have the written consent of two-thirds of the buyers before the wheel is changed."
_TERM = "The Authority may extend the term by 6 months, and by a further 6 months for good cause."
_APPEAL = "An appeal must be filed within 60 days of receiving the order."
_FEE = "The fee is 1,000 rupees."
_FINE = "The fine is 10 lakh rupees or 5 lakh rupees more."
_MILL = "The keeper must hand over the mill within 3 months."
_DUE = ": an appeal must be filed within 60 days of receiving the order."


def check(asked: str, law: str, text: str, jurisdiction: str = "GOA", *more: Span) -> Verdict:
    spans = (
        Span("k1", SpanKind.PROVISION, law, law="Mill Rules", place="rule 1", jurisdiction=jurisdiction),
        Span("k0", SpanKind.ASKER, asked),
        *more,
    )
    quote = " ".join(law.rstrip(".").split()[:9])
    written = Written(SentenceMark.LAW, 1, ("k1", "k0"), quote, text)
    return check_sentence(written, {one.key: one for one in spans}, asked)


@pytest.mark.parametrize(
    ("asked", "law", "text"),
    [
        ("One mill is 61 lakh, the second 58 lakh.", _ADVANCE, "On both he may take at most 11.9 lakh before the deed is signed."),
        ("The mill is 61 lakh, its yard 58,000.", _ADVANCE, "He may take at most 6.158 lakh before the deed is signed."),
        ("चक्की ६१ लाख की है", _ADVANCE, "At most 6.1 lakh of your 61 lakh may be taken before the deed is signed."),
        ("We are 70 people.", _CONSENT, "The keeper needs written consent of 47 of 70 buyers before the wheel is changed."),
        ("कुल 70 लोग हैं", _CONSENT, "The keeper needs written consent of 47 out of 70 buyers before the wheel is changed."),
        ("We are 70 people, 40 agreed.", _CONSENT, "40 of 70 buyers are too few: the keeper needs written consent of 47, 7 more, before the wheel is changed."),
        ("", _TERM, "The Authority may extend the term by 6 months and a further 6 for good cause, 12 months in all."),
        ("", _TERM, "The Authority may extend the term by 12 months in all for good cause."),
        ("I got the order 45 days ago.", _APPEAL, "You have 15 days left" + _DUE),
        ("मुझे आदेश मिले ४५ दिन हुए", _APPEAL, "You have 15 days left" + _DUE),
        ("order mile 45 din ho gaye", _APPEAL, "You have 15 days left" + _DUE),
        ("I got it on 1 March 2026; it is 15 April 2026.", _APPEAL, "45 of the 60 days are gone since you received the order, so 15 days are left for an appeal."),
        ("", _FEE, "Two requests at 1,000 rupees each make 2,000 rupees."),
    ],
)  # fmt: skip
def test_a_sum_of_what_was_told_passes(asked: str, law: str, text: str) -> None:
    assert check(asked, law, text).doubts == ()


@pytest.mark.parametrize(
    ("asked", "law", "text"),
    [
        ("One mill is 61 lakh, the second 58 lakh.", _ADVANCE, "On both he may take at most 12.5 lakh before the deed is signed."),
        ("चक्की ६१ लाख की है", _ADVANCE, "At most 6.2 lakh of your 61 lakh may be taken before the deed is signed."),
        ("We are 70 people.", _CONSENT, "The keeper needs written consent of 48 of 70 buyers before the wheel is changed."),
        ("We are 70 people.", _CONSENT, "The keeper needs written consent of 47 of 71 buyers before the wheel is changed."),
        ("", _TERM, "The Authority may extend the term by 18 months in all for good cause."),
        ("", _TERM, "The Authority may extend the term by 12 months for good cause."),
        ("I got the order 45 days ago.", _APPEAL, "You have 20 days left" + _DUE),
        ("order mile 45 din ho gaye", _APPEAL, "You have 20 days left" + _DUE),
        ("", _FEE, "Two requests at 1,000 rupees each make 3,000 rupees."),
        ("", _FINE, "The fine is 10 lakh rupees or 5 lakh rupees, 15 lakh rupees in all."),
    ],
)  # fmt: skip
def test_any_other_sum_is_doubted(asked: str, law: str, text: str) -> None:
    assert Check.NUMBER in {doubt.check for doubt in check(asked, law, text).doubts}


@pytest.mark.parametrize("named", ["Goa's own rules give", "The rules of Goa give", "Under the Goa rules, they give"])
def test_the_rules_of_the_state_cited_are_no_other_law(named: str) -> None:
    assert check("", _MILL, f"{named} the keeper 3 months to hand over the mill.").doubts == ()


def test_the_rules_of_another_state_are() -> None:
    found = {doubt.check for doubt in check("", _MILL, "Kerala's own rules give the keeper 3 months to hand over the mill.").doubts}
    assert {Check.STATE, Check.REFERENCE} <= found


def test_central_law_is_no_states_own_unless_what_is_held_of_the_state_was_told() -> None:
    text = "Goa's own rules set within how many months the keeper must hand over the mill."
    law = "The keeper must hand over the mill within the months that the rules set."
    told = Span("k2", SpanKind.VALUE, "The rules of Goa are not held.", jurisdiction="GOA")
    assert Check.STATE in {doubt.check for doubt in check("I live in Goa.", law, text, "CENTRAL").doubts}
    assert check("I live in Goa.", law, text, "CENTRAL", told).doubts == ()


def test_a_state_known_by_its_town_may_be_named_with_central_law() -> None:
    assert check("My mill is in Panaji.", _MILL, "In Goa the keeper has 3 months to hand over the mill.", "CENTRAL").doubts == ()


_DELAY = "If the keeper fails to hand over the mill on the agreed date, the keeper must return the money with interest to the buyer who wants to leave."
_LATE = "My mill was due in June 2024, he did not give it. It is now September 2026."
_REPAIR = "If a crack is told to the keeper within 5 years from handover, the keeper must repair it without charge."


@pytest.mark.parametrize(
    ("asked", "law", "text"),
    [
        (_LATE, _DELAY, "He did not hand over the mill in June 2024, so he must return the money with interest if you leave."),
        (_LATE, _DELAY, "The mill was due in June 2024, so the keeper must return the money with interest if you want to leave."),
        ("He took 20 lakh of 1 crore before the deed.", _ADVANCE, "He took 10 lakh more than he was allowed to take before the deed is signed."),
        ("He took 20 lakh of 1 crore before the deed.", _ADVANCE, "He took 20 per cent, twice as much as the law lets him take before the deed is signed."),
        ("Handed over March 2023, crack in June 2025.", _REPAIR, "2 years and 3 months have passed since March 2023, so he must repair the crack without charge."),
        (_LATE, "The keeper must pay interest for every month of delay.", "The keeper must pay you interest for 27 months of delay."),
    ],
)  # fmt: skip
def test_a_conclusion_from_what_was_told_passes(asked: str, law: str, text: str) -> None:
    assert check(asked, law, text).doubts == ()


@pytest.mark.parametrize(
    ("asked", "law", "text"),
    [
        (_LATE, _DELAY, "He did not sign the lease in June 2024, so he must return the money with interest if you leave."),
        (_LATE, _DELAY, "The keeper must return the money with interest if he wants to."),
        ("He took 20 lakh of 1 crore before the deed.", _ADVANCE, "Before the deed he may take more than 10 per cent of the price."),
        ("He took 20 lakh of 1 crore before the deed.", _ADVANCE, "He took 20 per cent, three times as much as the law lets him take before the deed is signed."),
        ("Handed over March 2023, crack in June 2025.", _REPAIR, "2 years and 5 months have passed since March 2023, so he must repair the crack without charge."),
        (_LATE, "The keeper must pay interest for every month of delay.", "The keeper must pay you interest for 31 months of delay."),
    ],
)  # fmt: skip
def test_a_conclusion_from_anything_else_is_doubted(asked: str, law: str, text: str) -> None:
    assert not check(asked, law, text).passes
