"""A sentence that joins questions is divided where each asks by itself; in a long post at every clause that asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.query.named.places_named import NO_PLACES
from civicsetu.query.splitting.joined_questions import divide_questions


def listed(sentence: str) -> list[str]:
    return list(divide_questions(sentence, NO_PLACES, is_long=True))


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        (
            "Is hinge 4 valid, can she get the wick back, and what about the third lock?",
            ["Is hinge 4 valid", "can she get the wick back", "what about the third lock?"],
        ),
        (
            "We want to know how to force the sale, how to get the keys, and whether the gate can be shut.",
            ["We want to know how to force the sale", "how to get the keys", "whether the gate can be shut."],
        ),
        (
            "Please advise whether I am a keeper, whether an old lantern should have a number and whether oil is tax free.",
            [
                "Please advise whether I am a keeper", "whether an old lantern should have a number",
                "whether oil is tax free.",
            ],
        ),
        (
            "I'd like to know if the sample lantern binds him, if we can give it back, or if we can keep the wick.",
            ["I'd like to know if the sample lantern binds him", "if we can give it back", "if we can keep the wick."],
        ),
        (
            "Ab sawal ye hai ki wo lantern bech sakta hai kya, kitne din ka notice chahiye, aur tel ka paisa milega ya nahi.",
            [
                "Ab sawal ye hai ki wo lantern bech sakta hai kya", "kitne din ka notice chahiye",
                "tel ka paisa milega ya nahi.",
            ],
        ),
        ("Can I sue the keeper, who has left the town?", ["Can I sue the keeper, who has left the town?"]),
        ("When I get the lantern back, how much oil may I burn?", ["When I get the lantern back, how much oil may I burn?"]),
        ("If he does not come, then on which form and for what fee do I complain?",) * 2,
        ("Which book must a keeper keep, and on what form?",) * 2,
        ("Can he sell it, if I do not pay?",) * 2,
    ],
)  # fmt: skip
def test_a_long_post_asks_at_every_clause_that_asks(sentence: str, asked: list[str] | str) -> None:
    assert listed(sentence) == ([asked] if isinstance(asked, str) else asked)


def test_a_short_question_is_divided_only_where_each_half_stands_alone() -> None:
    joined = "How long is the keeper liable for the wick, can she get the oil back?"
    assert list(divide_questions(joined, NO_PLACES, is_long=False)) == [joined]
    assert len(listed(joined)) == 2


@given(st.text(alphabet="abcd ,;?and howcanmy", max_size=120), st.booleans())
def test_nothing_is_lost_but_what_joins(sentence: str, is_long: bool) -> None:
    parts = list(divide_questions(sentence, NO_PLACES, is_long=is_long))
    at = 0
    for part in parts:
        at = sentence.index(part, at) + len(part)


@pytest.mark.parametrize("sentence", ["क्या मैं दीप किसी और को बेच सकता हूं?", "kya main deep kisi aur ko bech sakta hu?", "kya koi aur deep jala sakta hai?"])
def test_somebody_else_joins_nothing(sentence: str) -> None:
    assert all(list(divide_questions(sentence, NO_PLACES, is_long=is_long)) == [sentence] for is_long in (False, True))
