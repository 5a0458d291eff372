"""A question's frame shows what turns a yes into a no, whatever the question is about."""

from __future__ import annotations

import pytest

from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.query.asking import Asking


def test_what_a_question_says_of_how_it_asks() -> None:
    frame = Asking("The miller says 9 days are enough. Is he right?").frame
    assert frame.believed and frame.marked and frame.figures and not (frame.open or frame.either or frame.several)
    assert frame.words == 10
    must = Asking("must the builder grind my corn").frame
    assert must.polar and must.kind is PolarKind.MUST and must.subject == "builder" and not must.marked


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("Can the builder keep the corn?", "Can builder keep my corn", False),
        ("Can the builder keep the corn?", "Can the builder refuse to keep the corn?", True),
        ("Is the builder bound to grind?", "Is the builder not bound to grind?", True),
        ("Can I get the corn back?", "Miller says I can get the corn back, is he right?", True),
        ("Can the builder keep the corn?", "Must the builder keep the corn?", True),
        ("क्या बिल्डर मकई रख सकता है?", "क्या बिल्डर मकई नहीं रख सकता है?", True),
    ],
)
def test_what_turns_a_yes_into_a_no_is_seen(one: str, other: str, turned: bool) -> None:
    first, second = Asking(one).frame, Asking(other).frame
    assert first.is_turned_like(second) is not turned
    assert (first.agreement(second) == 1) is not turned and first.agreement(first) == 1


@pytest.mark.parametrize(
    "text",
    ["The miller does not grind, can I get corn?", "He refuses to grind and keeps it; so can we take it back", "miller ne mana kiya, kya main le sakta hu"],
)
def test_what_is_told_before_the_clause_that_asks_denies_nothing_of_it(text: str) -> None:
    frame = Asking(text).frame
    assert frame.denied and not frame.denied_last


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("How much corn do I get?", "open"),
        ("Do I get corn or money?", "either"),
        ("Can I sell the mill? Must I tell the guild?", "several"),
        ("மில் எப்படி வாங்குவது", "open"),
    ],
)
def test_questions_of_something_else_are_known(text: str, of: str) -> None:
    assert getattr(Asking(text).frame, of)


@pytest.mark.parametrize("text", ["", "?", "corn", "…", "9"])
def test_any_text_has_a_frame(text: str) -> None:
    assert Asking(text).frame.words == len(text.split())
