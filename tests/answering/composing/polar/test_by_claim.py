"""A builder's claim is called wrong where the statement surely contradicts it, and no other person's claim is judged."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

from civicsetu.answering.composing.polar.by_claim import (
    FEATURES,
    NOT_RIGHT,
    ClaimModel,
    features_of_claim,
    get_claim_model,
    say_of_claim,
)
from civicsetu.models.packed import Floats
from civicsetu.query.asking import Asking

LAW = "The builder must grind your corn."
UNSURE: Floats = np.asarray([0.1, 0.4], np.float32)
BY_TURN = ClaimModel(-3.0, {name: 12.0 if name == "turned_shared" else 0.0 for name in FEATURES})
ALWAYS = ClaimModel(9.0, dict.fromkeys(FEATURES, 0.0))


def test_a_claim_that_denies_what_the_law_says_is_not_right() -> None:
    assert say_of_claim(Asking("Builder says he need not grind my corn. Is he right?"), LAW, UNSURE, BY_TURN) == NOT_RIGHT
    assert say_of_claim(Asking("Builder says he must grind my corn. Is he right?"), LAW, UNSURE, BY_TURN) == ""


@pytest.mark.parametrize(
    "question",
    [
        "Must the builder grind my corn?",
        "My friend says the builder need not grind my corn. Is he right?",
        "My lawyer says no corn is ground by the builder. Is that so?",
        "I was told that the builder grinds no corn. Correct?",
    ],
)
def test_of_what_is_no_claim_or_not_the_builder_s_nothing_is_said(question: str) -> None:
    assert say_of_claim(Asking(question), LAW, UNSURE, ALWAYS) == ""


def test_what_is_asked_of_the_law_is_no_claim_that_could_be_right() -> None:
    """ "They say the number comes later, is this legal?" is told no, not that something said is wrong."""
    asked = "Builder says he need not grind my corn. He is grinding none, is this legal, right?"
    assert say_of_claim(Asking(asked), LAW, UNSURE, ALWAYS) == "No."


def test_features_tell_denials_duties_and_what_readers_said() -> None:
    told = features_of_claim(Asking("He says he cannot be made to grind corn. Is he right?"), LAW, UNSURE)
    assert tuple(told) == FEATURES
    assert (told["alike"], told["denies"], told["opens_no"], told["alike_shared"]) == (0.0, 0.0, 0.0, 0.0)
    assert told["turned_shared"] > 0 and (told["said_yes"], told["said_no"]) == (pytest.approx(0.1), pytest.approx(0.4))
    both = features_of_claim(Asking("He says I must bring corn. Is he right?"), LAW, UNSURE)
    assert (both["both_must"], both["both_may"], both["alike"]) == (1.0, 0.0, 1.0)
    assert features_of_claim(Asking("Is he right?"), "No corn is ground on Sundays.", UNSURE)["opens_no"] == 1.0


def test_what_ships_is_read_as_it_was_written() -> None:
    shipped = get_claim_model()
    assert set(shipped.weights) == set(FEATURES) and any(shipped.weights.values())
    again = yaml.safe_load(shipped.dump())
    assert again == {"intercept": shipped.intercept, "weights": dict(shipped.weights)}
