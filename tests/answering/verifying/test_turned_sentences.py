"""True sentences in turns of phrase that used to be refused, and false ones that used to pass, by an invented law."""

from __future__ import annotations

import pytest

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.verdict import Check, Verdict
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written

_ASKED = (
    "My builder in Panaji took 4 lakh on 5 May 2020 and 6 lakh on 8 June 2021 for a lamp house. I booked it for 30 lakh"
    " and have paid 10 lakh. The keys came on 1 March 2021."
)
_LAW = {
    "repay": "If the builder fails to finish the lamp house, or cannot hand it over, and the buyer wishes to leave, the builder"
    " must return the sum it received, with interest and compensation.",
    "lamps": "The builder must keep the lamps lit on reasonable charges until the lamp association takes them over.",
    "hear": "The Authority must not revoke a lamp licence unless it has heard the builder.",
    "court": "(1) No court may take up a lamp offence, except on a written complaint by the Authority.",
    "fee": "The lamp fee is 20 rupees per square metre of floor. The fee must be sent by a draft or by online payment.",
    "keep": "If a builder withdraws, the Authority must keep 10 per cent of the fee paid or 50,000 rupees, whichever is more.",
    "vote": "A change of the lamps needs the written consent of at least two-thirds of the buyers.",
    "limit": "Within 7 days of the expiry of the 30 days for deciding, the Authority must give the builder a lamp number.",
    "floor": "For lamp plots the rules set a fee of 5 rupees per square metre, in words that name no least or highest fee.",
    "deposit": "A builder who appeals must first deposit 30 per cent of the fine (or any higher share that the Tribunal may determine).",
    "fault": "The builder must mend a fault of the lamps that the buyer reports within 5 years of handover.",
    "site": "The Authority's website must show any charge on the lamps.",
    "sale": "The builder must insure the lamps where the law of the place so requires, and pay the premium.",
}


def _check(law: str, text: str) -> Verdict:
    span = Span("k1", SpanKind.PROVISION, _LAW[law], law="Lamp Rules", place="rule 3", jurisdiction="GOA", unit=("lamp", "3"))
    quote = " ".join(_LAW[law].split()[1:9])
    return check_sentence(Written(SentenceMark.LAW, 1, ("k1",), quote, text), {"k1": span}, _ASKED)


@pytest.mark.parametrize(
    ("law", "text"),
    [
        ("hear", "Before it revokes the licence, the Authority must hear the builder."),
        ("vote", "Two out of three buyers must consent in writing to a change of the lamps."),
        ("fee", "The fee may also be sent by online payment."),
        ("fee", "A floor of 400 square metres comes to a lamp fee of 8,000 rupees."),
        ("fee", "Both steps follow from rule 3."),
        ("sale", "The builder must insure the lamps and pay the premium."),
        ("fault", "Should the buyer report a fault within 5 years of handover, the builder must mend it."),
        ("repay", "If he fails to finish and you leave, the builder must return your 10 lakh with interest."),
        ("keep", "Of a fee of 10 lakh paid, the Authority must keep 1 lakh if the builder withdraws."),
    ],
)
def test_a_true_turn_of_phrase_passes(law: str, text: str) -> None:
    assert _check(law, text).doubts == ()


@pytest.mark.parametrize(
    ("law", "text", "check"),
    [
        ("repay", "If he fails to finish and you leave, the sum comes back without interest.", Check.NEGATION),
        ("lamps", "Until the lamp association takes over, the builder keeps the lamps lit at no charge.", Check.NEGATION),
        ("floor", "Lamp plots have a least and a highest fee.", Check.NEGATION),
        ("court", "You can start the case of a lamp offence yourself; a court acts only when the Authority complains.", Check.NEGATION),
        ("lamps", "Once the lamp association takes the lamps over, the builder must keep them lit.", Check.CONDITION),
        ("fault", "The builder must mend a fault even if the buyer reports nothing.", Check.CONDITION),
        ("lamps", "The builder should preferably keep the lamps lit.", Check.MODALITY),
        ("deposit", "The Tribunal has to determine a higher share than 30 per cent of the fine.", Check.MODALITY),
        ("site", "The Authority's website may show any charge on the lamps.", Check.MODALITY),
        ("repay", "The builder must return your 30 lakh if it fails to finish and you leave.", Check.NUMBER),
        ("repay", "The 4 lakh he took on 8 June 2021 must be returned if he fails to finish and you leave.", Check.NUMBER),
        ("fault", "Your report of 1 March 2026 came before the 5 years ended on 1 March 2026.", Check.NUMBER),
        ("keep", "Of a fee of 10 lakh paid, the Authority must keep 50,000 rupees if the builder withdraws.", Check.NUMBER),
        ("vote", "A change of the lamps takes three times as many buyers.", Check.NUMBER),
        ("limit", "The Authority must give the builder a lamp number inside another 30 days.", Check.NUMBER),
        ("fault", "Your bank must mend a fault reported within 5 years of handover.", Check.PARTY),
    ],
)
def test_what_is_turned_is_doubted(law: str, text: str, check: Check) -> None:
    assert check in {doubt.check for doubt in _check(law, text).doubts}


def test_the_state_of_another_is_not_told_as_the_askers() -> None:
    spans = {
        key: Span(key, SpanKind.VALUE, "The lamp fee is 20 rupees.", law="Lamp Rules", place="rule 3", jurisdiction=code, unit=(key, "3"))
        for key, code in (("k1", "GOA"), ("k2", "KERALA"))
    }
    written = Written(SentenceMark.LAW, 1, ("k1", "k2"), "lamp fee is 20 rupees", "You pay 20 rupees in Kerala.")
    told = check_sentence(written, spans, _ASKED)
    assert Check.STATE in {doubt.check for doubt in told.doubts}
