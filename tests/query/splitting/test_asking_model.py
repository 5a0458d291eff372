"""The sentences of a post that ask, whether or not they look like a question."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from civicsetu.lexicon.word_model import BUCKETS, WordModel
from civicsetu.query.splitting.asking_model import AskingModel, get_asking_model
from civicsetu.query.splitting.parts import split_post

STORY = (
    "We booked a lantern with the keeper in March 2019 for two lakhs and have the receipt with the seal of the guild. "
    "The keeper has not lit it since and he sends the same letter each winter. My brother in law says to leave it be, "
    "he has a shop of his own and never pays anybody in time. "
)


@pytest.mark.parametrize(
    "sentence",
    [
        "And I want to understand whether the date of the keeper or the one of the guild counts.",
        "Whether the oil also can be taken out of that box I am not clear.",
        "To 12 le sakta hu ya nahi confusion hai.",
        "बिना ओसी के चाबी लेना ठीक है या नहीं, यह समझ नहीं आ रहा।",
        "Who pays for a new one?",
    ],
)
def test_a_sentence_may_ask_without_looking_like_a_question(sentence: str) -> None:
    assert get_asking_model().asks(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Did not take a loan yet, thank god.",
        "Kaun sunta hai garib ki.",
        "We have paid him two lakhs in cash last March.",
        "Hello everybody!",
    ],
)
def test_a_sentence_that_looks_like_a_question_may_ask_nothing(sentence: str) -> None:
    assert not get_asking_model().asks(sentence)


def test_a_hidden_ask_of_a_post_is_a_part_of_its_own() -> None:
    told = split_post(
        f"{STORY}Can he keep the wick? Also whether the rent I paid meanwhile can be claimed from him I am not clear."
    )
    assert [one.asked for one in told.parts] == [
        "Can he keep the wick?",
        "Also whether the rent I paid meanwhile can be claimed from him I am not clear.",
    ]


def test_a_short_question_is_read_by_the_patterns_alone() -> None:
    assert split_post("The keeper shut my lantern. Whether he may I am not clear.").parts == ()


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    model = AskingModel(WordModel(np.full(BUCKETS, 0.5, np.float32), -0.5), 2.5)
    model.write(tmp_path / "asking.npz")
    with np.load(tmp_path / "asking.npz") as kept:
        again = AskingModel(WordModel.from_arrays(kept), float(kept["by_patterns"]))
    assert again.by_patterns == 2.5 and again.asks("who keeps the lamp?") == model.asks("who keeps the lamp?")
