"""A home offered without its certificate is no matter on which the law is silent."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from civicsetu.answering.silences.missing_certificate import (
    DUTY,
    MAINTENANCE,
    OFFERS,
    is_settled_without_certificate,
    lacks_certificate,
    without_certificate,
)
from civicsetu.law.silences import Silence
from tests.answering.composing.mills import read

LETTER = "none.possession-letter"


@pytest.mark.parametrize(
    "told",
    [
        "They offer the keys, the OC has not come. Must I go?",
        "Keys offered without completion certificate. Must I take them?",
        "The completion certificate is still pending, they offer the keys. Must I go?",
        "Completion certificate nahi mila, kya chabi leni zaroori hai?",
        "कंप्लीशन सर्टिफिकेट नहीं आया है, क्या चाबी लेनी ज़रूरी है?",
    ],
)
def test_it_is_told_that_the_certificate_is_missing(told: str) -> None:
    assert lacks_certificate(read(told))
    assert is_settled_without_certificate(LETTER, read(told))
    assert not is_settled_without_certificate("none.brokerage", read(told))


@pytest.mark.parametrize(
    "told",
    [
        "They offer the keys. Must I go?",
        "The completion certificate came in May. Must I go?",
        "No, the completion is far. Must I go?",
        "The lane has no CC road. Must I go?",
        "He says no completion certificate is needed. Must I go?",
        "The OC has come, the CC has not come. Must I go?",
    ],
)
def test_it_is_not_told(told: str) -> None:
    assert not lacks_certificate(read(told)) and not is_settled_without_certificate(LETTER, read(told))


def test_who_asks_by_when_is_told_that_the_law_names_no_days() -> None:
    asked = read("The OC has not come. Within how many days after it must he offer the keys?")
    assert lacks_certificate(asked) and not any(is_settled_without_certificate(one, asked) for one in OFFERS)


def test_maintenance_is_told_with_the_duty_and_without_what_forms_say_of_finished_homes() -> None:
    of_forms = Silence(
        MAINTENANCE, "The Act names no day.", ("mill_act",), (), ("when?",), look="Your agreement decides; Goa's form says 15 days.",
        look_of=frozenset({"GOA"}), elsewhere="Your agreement decides.", near=("act.one",), absent=(re.compile("x"),),
    )  # fmt: skip
    told = without_certificate(of_forms)
    assert told.text_for(()) == "The Act names no day. Your agreement decides."
    assert told.near == (DUTY, "act.one")
    other = replace(of_forms, id=LETTER)
    assert without_certificate(other) is other
