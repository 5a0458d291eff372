"""What asks in a post is fitted to one half of the posts and measured on the other."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from civicsetu.evaluation.fitting.fit_asking import AskingLabel, MarkedPost, fit_asking, read_marked_posts

ASKS = [f"lantern {number} may be sold or not, nobody is clear on that" for number in range(12)]
TELLS = [f"the keeper sold lantern {number} to a neighbour" for number in range(24)]


def posts(half: str) -> list[MarkedPost]:
    asks = [(text, AskingLabel.ASK) for text in ASKS]
    tells = [(text, AskingLabel.TELL) for text in TELLS]
    marked = [*asks, *tells, ("or not", AskingLabel.MORE)]
    return [MarkedPost.model_validate({"half": half, "sentences": marked})]


def test_what_no_pattern_finds_is_found_by_its_words() -> None:
    found = fit_asking([*posts("fit"), *posts("apart")])
    assert found.fitted == found.apart == 36, "what goes on with an ask is left out"
    assert found.found == found.right == 1.0 and found.found_by_patterns < 1.0


@pytest.mark.long
def test_on_posts_of_another_hand_it_finds_more_than_the_patterns_and_is_more_often_right() -> None:
    found = fit_asking(read_marked_posts())
    assert found.found >= 0.88 and found.right >= 0.84
    assert found.found >= found.found_by_patterns + 0.1 and found.right >= found.right_by_patterns + 0.03


def test_a_mark_that_is_none_is_refused() -> None:
    with pytest.raises(ValidationError):
        MarkedPost.model_validate({"half": "fit", "sentences": [("he sold it", "maybe")]})


def test_the_posts_are_of_both_halves_and_share_no_sentence_that_says_something() -> None:
    halves = {
        half: {text for post in read_marked_posts() if post.half == half for text, _ in post.sentences if len(text) > 40}
        for half in ("fit", "apart")
    }
    assert min(map(len, halves.values())) > 200 and not halves["fit"] & halves["apart"]
