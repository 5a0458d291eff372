"""What to do about everything told is asked of each wrong by itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.query.splitting.parts import Post, split_post
from civicsetu.query.splitting.wrongs_as_parts import ask_of_wrongs
from civicsetu.query.thresholds import READING
from civicsetu.query.wrongs_told import ask_of_all, find_wrongs

STORY = (
    "We moved into the mill in May. The mill wheel is broken since the first flood. He has a red barn. "
    "The miller also took extra grain from every farmer. Sacks promised in the paper were never sewn."
)


def asked(text: str) -> list[tuple[str, bool]]:
    return [(part.asked, part.is_wrong) for part in ask_of_wrongs(split_post(text), text).parts]


def test_each_wrong_is_asked_of_where_the_question_is_about_all() -> None:
    assert asked(f"{STORY} What can we do now?") == [
        ("The mill wheel is broken since the first flood.", True),
        ("The miller also took extra grain from every farmer.", True),
        ("Sacks promised in the paper were never sewn.", True),
    ]


def test_what_is_asked_besides_stays_a_question() -> None:
    parts = asked(f"{STORY} What are our options and by when must the miller mend the wheel?")
    assert [wrong for _, wrong in parts] == [True, True, True, False]
    assert parts[-1][0] == "by when must the miller mend the wheel?"


@pytest.mark.parametrize(
    "text",
    [
        f"{STORY} Who pays for the broken wheel?",
        "The mill wheel is broken since May. Who pays for the wheel? How long may the miller keep the grain?",
        "Our mill wheel is broken since the flood. What can I do?",
        "What can I do?",
        "",
    ],
)
def test_other_posts_stay_as_they_were_split(text: str) -> None:
    assert ask_of_wrongs(split_post(text), text) == split_post(text)


def test_a_story_that_asks_nothing_is_asked_of_each_wrong() -> None:
    assert [wrong for _, wrong in asked(STORY)] == [True, True, True]


def test_a_long_post_that_asks_several_things_has_its_wrongs_looked_up_besides() -> None:
    text = f"{STORY} Who pays for the wheel? How long may the miller keep the grain?"
    parts = ask_of_wrongs(split_post(text), text).parts
    assert [part.unasked for part in parts] == [False, False, True, True, True]
    assert all(part.is_wrong for part in parts if part.unasked)


@pytest.mark.parametrize("plea", ["Kindly guide.", "I need advice from somebody who knows mills.", "Bhai help chahiye."])
def test_a_plea_for_help_behind_a_long_story_is_asked_of_each_wrong(plea: str) -> None:
    long = f"{STORY} We told the miller in June and again in August and in October."
    found = [wrong for _, wrong in asked(f"{long} Who owns the barn now? {plea}")]
    assert found[:3] == [True, True, True] and found[-1] is False
    assert not any(wrong for _, wrong in asked(f"{long} Who owns the barn now?"))


def test_no_more_wrongs_are_asked_of_than_a_reader_bears() -> None:
    many = " ".join(f"Our mill wheel number {at} is broken since May." for at in range(9))
    assert len(asked(f"{many} What should we do?")) == READING.wrongs_asked


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("What can I do?", ""),
        ("So what should we do now?", ""),
        ("What are our rights and remedies?", ""),
        ("please advise what to do", ""),
        ("Ab kya kare?", ""),
        ("मैं क्या करूँ?", ""),
        ("मी काय करू?", ""),
        ("நான் என்ன செய்ய வேண்டும்?", ""),
        ("What can we demand and who pays the tax?", "who pays the tax?"),
        ("Can I leave?", None),
        ("What can I do with a flat that has no lift in the agreement?", "What can I do with a flat that has no lift in the agreement?"),
        ("What can they do to me if I do not grind?", "What can they do to me if I do not grind?"),
        ("What can we do in Karnataka?", ""),
        ("What can we do under the law of Tamil Nadu?", ""),
        ("What can we do and how much will we get?", "how much will we get?"),
    ],
)
def test_what_is_left_of_a_question_about_all(question: str, rest: str | None) -> None:
    assert ask_of_all(question) == rest


@given(st.text(max_size=300))
def test_nothing_but_the_text_is_asked(text: str) -> None:
    post = ask_of_wrongs(split_post(text), text)
    assert isinstance(post, Post)
    words = " ".join(text.split())
    assert all(part.asked in words for part in post.parts if part.is_wrong)
    assert all(wrong in words for wrong in find_wrongs(text))
    by_seller = ask_of_wrongs(split_post(text), text, of_seller=True).parts
    assert by_seller == split_post(text).parts, "what a builder tells is what they did"
