"""Chatter asks and tells nothing; what names a matter is none."""

from __future__ import annotations

import time

import pytest

from civicsetu.query.chatter import is_chatter


@pytest.mark.parametrize(
    "sentence",
    [
        "Thanks a lot in advance!",
        "Please guide me sir.",
        "Guys, did I get cheated?",
        "Am I trapped now?",
        "Confused about the whole mill",
        "kya hum phas gaye hain?",
        "Any help will be appreciated",
        "Can someone please help me with this?",
        "Has anyone here faced the same thing?",
        "How is this even allowed?",
        "Is this the right group for it?",
        "What is the point of this authority??",
        "So many things, I dont know where to begin.",
        "koi help karo please",
        "कृपया मदद करें।",
        "Please answer one by one.",
        "Sorry if these are silly things to ask.",
        "Please explain simply, I know nothing of law.",
        "pls tell me in simple words",
    ],
)
def test_greetings_thanks_and_pleas_are_chatter(sentence: str) -> None:
    assert is_chatter(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "What can I do?",
        "Please tell me who pays for the hinge.",
        "Explain simply the fee of an appeal",
        "Can the authority help me to recover the deposit?",
        "What is the use of the separate account for?" * 5,
        "Is he liable?",
        "Confused about the gate or the fence, which is mine",
        "Did I lose my right to the deposit?",
        "Am I stuck with the old date?",
        "Sorry for asking, may he keep the deposit?",
        "",
    ],
)
def test_what_names_a_matter_is_none(sentence: str) -> None:
    assert not is_chatter(sentence)


def test_a_long_plea_costs_little() -> None:
    started = time.process_time()
    is_chatter("please help me " * 2000)
    assert time.process_time() - started < 0.5
