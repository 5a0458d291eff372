"""Ask of each wrong that a post tells by itself, where its writer asks what to do about all of them at once.

So does "kindly guide" behind a long story, where no more than one thing is asked in words. "What can we do?" behind a story of a leaking roof, a missing lift and a park that was sold is three questions.
Searched with the whole story, its loudest wrong would be the one that is answered, or none.
"""

from __future__ import annotations

from collections.abc import Iterator

from civicsetu.query.asking_sentences import asks, heading_of
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.splitting.parts import AskedPart, Post, only_tells
from civicsetu.query.thresholds import READING
from civicsetu.query.wrongs_told import ask_of_all, asks_for_help, find_wrongs


def ask_of_wrongs(post: Post, text: str, *, of_seller: bool = False) -> Post:
    """Return the post with a part for each wrong in place of a question about all; unchanged where there is none.

    A post that tells one wrong, or asks of something else alone, stays as it was split. Wrongs beside several
    questions are parts that nobody asked of; a builder or broker (`of_seller`) tells there what they did themselves.
    """
    asked = post.parts or tuple(
        AskedPart(heading_of(one, READING.heading_chars), one) for one in split_sentences(text) if asks(one)
    )
    if not (only_tells(text) or _pleads(post, text) or any(ask_of_all(one.asked) is not None for one in asked)):
        return post if of_seller else _with_wrongs_told(post, text)
    told = find_wrongs(post.story)[: READING.wrongs_asked]
    if len(told) < 2:
        return post
    wrongs = [AskedPart(heading_of(one, READING.heading_chars), one, is_wrong=True) for one in told]
    return Post(post.story, (*wrongs, *_asked_besides(asked)))


def _with_wrongs_told(post: Post, text: str) -> Post:
    """The post with the wrongs that it tells beside several questions: who asks of the papers is owed the leak, too."""
    if len(post.parts) < 2 or len(text.split()) < READING.post_words:
        return post
    told = find_wrongs(post.story)[: READING.wrongs_told]
    wrongs = (AskedPart(heading_of(one, READING.heading_chars), one, is_wrong=True, unasked=True) for one in told)
    return Post(post.story, (*post.parts, *wrongs))


def _pleads(post: Post, text: str) -> bool:
    """Whether a long post asks for help with all it tells, and at most one thing in words."""
    return len(post.parts) < 2 and len(text.split()) >= READING.post_words and asks_for_help(text)


def _asked_besides(asked: tuple[AskedPart, ...]) -> Iterator[AskedPart]:
    """What is asked besides what to do about everything."""
    for one in asked:
        rest = ask_of_all(one.asked)
        if rest is None:
            yield one
        elif rest:
            yield AskedPart(heading_of(rest, READING.heading_chars), rest, one.told)
