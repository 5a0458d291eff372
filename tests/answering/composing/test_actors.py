"""Whom a question names, and whose punishment it asks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.composing.actors import PARTIES, actors_named, find_bound, find_punished
from civicsetu.law.statements import Actor
from civicsetu.query.asking import Asking


@pytest.mark.parametrize(
    ("question", "actors"),
    [
        ("Must my builder or his broker pay?", {Actor.PROMOTER, Actor.AGENT}),
        ("क्या बिल्डर बैंक को देगा?", {Actor.PROMOTER, Actor.LENDER}),
        ("வங்கி என்ன செய்யும்?", {Actor.LENDER}),
        ("ಬ್ಯಾಂಕ್ ಏನು ಮಾಡುತ್ತದೆ?", {Actor.LENDER}),
        ("Who hears the appeal, the tribunal or the High Court?", {Actor.TRIBUNAL, Actor.HIGH_COURT}),
        ("Must it be paid?", set()),
    ],
)
def test_actors_are_known_by_their_names(question: str, actors: set[Actor]) -> None:
    assert actors_named(question) == actors


@pytest.mark.parametrize(
    ("question", "bound"),
    [
        ("What must a registered agent give to buyers?", Actor.AGENT),
        ("Which books should the broker keep?", Actor.AGENT),
        ("duties of the promoter", Actor.PROMOTER),
        ("A buyer has to pay when?", Actor.ALLOTTEE),
        ("Is the broker liable to pay for flour that never came?", Actor.AGENT),
        ("Will the builder also be held responsible?", Actor.PROMOTER),
        ("What may the broker do for the builder?", None),
        ("Who is liable, says the broker?", None),
        ("Must it be paid?", None),
    ],
)
def test_whose_duty_is_asked_is_read_from_the_words_around_the_name(question: str, bound: Actor | None) -> None:
    assert find_bound(question) is bound


@pytest.mark.parametrize(
    ("question", "punished"),
    [
        ("My broker found us a mill that nobody had licensed; what penalty can he get, and whom do I tell?", Actor.AGENT),
        ("A dealer showed me the mill. How is he punished and where do I go?", Actor.AGENT),
        ("The builder used a broker for the mill; what fine does the builder pay?", Actor.PROMOTER),
        ("what penalty for the promoter whose agents sold flour", Actor.PROMOTER),
        ("If the builder lied, is there a fine for the agent?", Actor.AGENT),
        ("My broker sold the builder's flour, what is the penalty?", Actor.AGENT),
        ("the builder's agent lied, what penalty for him", Actor.AGENT),
        ("broker ne mill dikhayi, us par kya jurmana lagega?", Actor.AGENT),
        ("दलाल ने बिना अनुमति चक्की बेची, उसे क्या सजा होगी?", Actor.AGENT),
        ("The broker and the builder lied. What punishment for each?", None),
        ("What penalty do the broker and the builder face?", None),
        ("What penalty do I face if I do not grind?", Actor.ALLOTTEE),
        ("The builder never ground the flour. What penalty can I demand?", Actor.PROMOTER),
        ("The promoter lied about the mill. Can I get him fined?", Actor.PROMOTER),
        ("My broker lied about the mill. What is the punishment I can get for him?", Actor.AGENT),
        ("The builder stopped the mill. What fine do I pay if I keep my grain?", Actor.ALLOTTEE),
        ("The builder wants more grain. What fine do I pay him for this?", Actor.ALLOTTEE),
        ("The mill had no number. What penalty can come on me?", Actor.ALLOTTEE),
        ("What penalty can I claim?", None),
        ("What is the penalty?", None),
        ("When does the broker grind?", None),
    ],
)
def test_whose_punishment_is_asked(question: str, punished: Actor | None) -> None:
    assert find_punished(Asking(question), Actor.ALLOTTEE) is punished


@given(st.text(max_size=200))
def test_any_text_asks_of_a_party_or_of_none(text: str) -> None:
    assert find_punished(Asking(text), None) in {None, *PARTIES}
