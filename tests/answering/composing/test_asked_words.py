"""In whose words a question is put: what nobody said who asked for a statement speaks against it."""

from __future__ import annotations

import numpy as np

from civicsetu.answering.composing.asked_words import collect_asked_words
from civicsetu.answering.composing.ranking import FEATURES, candidates, features
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.models.packed import Floats
from tests.answering.composing.mills import ACT, found, index_with
from tests.answering.composing.test_ranking import asker

SAYS = ("A new mill licence holds 9 years.", "A renewed mill licence holds 4 years.", "A mill is a house.")
QUESTIONS = ((0, "how long is a fresh licence good"), (1, "after a second licence when must I return"))


def test_a_word_that_only_one_was_asked_in_decides_between_neighbours() -> None:
    words = collect_asked_words(SAYS, QUESTIONS)
    fresh = words.nearness("Till when is a fresh licence good?")
    assert fresh.shape == (3,) and int(np.argmax(fresh)) == 0
    assert int(np.argmax(words.nearness("my second licence"))) == 1
    assert (fresh >= 0).all() and (fresh <= 1).all()


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    words = collect_asked_words(SAYS, QUESTIONS)
    told = words.nearness("second mill")
    assert words.rarity["second"] > words.rarity["mill"] and told[1] > max(told[0], told[2])


def tells_nothing(told: Floats) -> bool:
    """All are as near as they are in the middle of many questions."""
    return bool((told == np.float32(ANSWERING.unknown_words)).all())


def test_words_that_nobody_used_tell_nothing() -> None:
    words = collect_asked_words(SAYS, QUESTIONS)
    assert tells_nothing(words.nearness("zzz"))
    assert tells_nothing(words.nearness("zzz yyy second xxx")), "most words are unknown"
    assert not tells_nothing(words.nearness("second"))
    assert collect_asked_words((), ()).nearness("mill").shape == (0,)


def test_words_that_grow_by_endings_tell_nothing() -> None:
    """Here: fee, in Tamil and Kannada and in Hindi."""
    words = collect_asked_words(SAYS, [(0, "கட்டணம் ಶುಲ್ಕ"), (1, "शुल्क")])
    assert tells_nothing(words.nearness("கட்டணம்")) and tells_nothing(words.nearness("ಶುಲ್ಕ"))
    assert list(words.nearness("शुल्क") > 0) == [False, True, False]


async def test_what_people_asked_for_a_statement_tells_it_apart() -> None:
    """Without its question nothing of "fourfold toll" is said by either."""
    question = "Who pays the fourfold toll?"
    index = await index_with(questions={"mill.2.fee": ["Is a fourfold toll owed?"]})
    plain = await index_with()
    chosen = candidates(found(question, (ACT, "1(1)"), (ACT, "2")).evidence, index)
    at = FEATURES.index("asked_words")
    told, untold = (features(question, asker(), None, chosen, one)[:, at] for one in (index, plain))
    best = index.held[chosen[int(np.argmax(told))][0]].statement.id
    assert best == "mill.2.fee" and max(told) > max(untold)
