"""The asks of a post are found by the headings of its answer, and are led rightly only by what a reader would lead with."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.errors import InputError
from civicsetu.evaluation.answers import posts as module
from civicsetu.evaluation.answers.posts import (
    LabelledAsk,
    LabelledPost,
    find_part,
    is_led,
    load_posts,
    measure_posts,
)

MAY, FEE, NOT_SAID = "May I sell the lock?", "what does the oil cost", "who feeds the keeper"
POST = LabelledPost(
    id="p1",
    text="The lantern broke. May I sell the lock? And what does the oil cost, who feeds the keeper?",
    asks=(LabelledAsk(text=MAY, lead=("a.lock",)), LabelledAsk(text=FEE, lead=("a.oil",)), LabelledAsk(text=NOT_SAID)),
)


def answer() -> Any:
    """An answer of two parts: the first led by the lock's statement, the second by another's than the oil's."""
    sentences = tuple(SimpleNamespace(text=one, statement=one) for one in ("a.lock", "a.keeper"))
    parts = tuple(SimpleNamespace(heading=one, sentences=(at,)) for at, one in enumerate((MAY, "What does the oil cost…")))
    return SimpleNamespace(sentences=sentences, parts=parts)


def test_an_ask_is_found_by_its_heading() -> None:
    assert [find_part(ask, answer()) is not None for ask in POST.asks] == [True, True, False]
    assert find_part(POST.asks[0], cast(Any, SimpleNamespace(parts=()))) is None


def test_only_the_first_sentence_counts_and_a_silence_by_its_words() -> None:
    part = answer().parts[0]
    assert is_led(POST.asks[0], part, answer(), {}) and not is_led(POST.asks[1], answer().parts[1], answer(), {})
    silent = LabelledAsk(text=MAY, silence="none.lock")
    assert is_led(silent, part, answer(), {"a.lock": "none.lock"}) and not is_led(silent, part, answer(), {})
    assert not is_led(POST.asks[0], cast(Any, SimpleNamespace(sentences=())), answer(), {})


async def test_asks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(*_: object) -> object:
        return SimpleNamespace(answer=answer())

    monkeypatch.setattr(module, "ask_final", asked)
    steps: list[float] = []
    counted = await measure_posts(cast(Any, None), [POST], lambda _, share: steps.append(share))
    assert (counted.posts, counted.asks, counted.answerable, counted.found, counted.led) == (1, 3, 2, 2, 1) and steps == [1.0]


async def test_an_answer_that_never_came_leads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(*_: object) -> None:
        return None

    monkeypatch.setattr(module, "ask_final", late)
    counted = await measure_posts(cast(Any, None), [POST], lambda *_: None)
    assert (counted.found, counted.led) == (0, 0)


@pytest.mark.parametrize("line", ["{", '{"id": "a", "text": "t", "asks": []}', '{"id": "a", "text": "t"}'])
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "posts.jsonl").write_text(line, "utf-8")
    with pytest.raises(InputError, match=r".") as caught:
        load_posts(tmp_path)
    assert "line 1" in caught.value.user_message
    with pytest.raises(InputError):
        load_posts(tmp_path / "none")


def test_the_posts_ask_in_their_own_words_of_what_there_is() -> None:
    known = {*get_statements().by_id, *(one.id for one in get_silences())}
    for post in load_posts():
        for ask in post.asks:
            assert ask.text in post.text, post.id
            assert {*ask.lead, *ask.also, *([ask.silence] if ask.silence else [])} <= known, post.id
