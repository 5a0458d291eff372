"""A text of a post is read once: whatever is made of its question shares what was read of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import civicsetu
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.query import asking as module
from civicsetu.query.asking import AskedKind, Asking, Readings
from civicsetu.query.read_question import PartGiven, Query, ReadingContext, read_parts_given, read_question
from tests.retrieval.lantern_act import index_of

STORY = "I booked a flat and the builder is two years late. He does not answer. "
POST = f"{STORY}How much interest must he pay? And which form do I need for the complaint?"
READ_BY = {
    "kind": "asked_kind",
    "asks": "asks",
    "only_asking": "split_sentences",
    "asks_consequence": "asks_consequence",
    "consequence": "find_consequence_asked",
    "polar": "read_polar_question",
    "frame": "read_question_frame",
    "asks_detail": "asks_for_detail",
    "asks_rule": "asks_for_rule",
    "asks_section": "asks_for_section",
    "asks_states_own": "asks_for_states_own",
    "asks_rate_of_interest": "asks_rate_of_interest",
    "asks_whom": "asks_whom_to_complain_to",
    "wants_steps": "wants_steps",
    "references": "find_references",
    "substance": "words_of_substance",
    "points_to_a_thing": "points_to_a_thing",
    "names_only_procedure": "names_only_procedure",
    "sentences": "split_sentences",
    "denies": "find_denial",
    "denies_by_count": "denies",
    "speaks_of_duty": "speaks_of_duty",
    "speaks_of_permission": "speaks_of_permission",
    "case_facts": "read_case_facts",
    "likely_party": "read_likely_party",
    "tells_wrong": "tells_of_wrong",
    "of_compensation": "speaks_of_compensation",
    "of_consumer_forum_anew": "asks_of_consumer_forum_anew",
    "land_area": "read_land_area",
    "project_kind": "read_project_kind",
}


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def read(question: str, index: LawIndex) -> Query:
    return read_question(question, ReadingContext(index, get_registry()))


def count(monkeypatch: pytest.MonkeyPatch, name: str) -> Counter[str]:
    """Count the calls of a function of the module, by the text that it reads."""
    calls: Counter[str] = Counter()
    own: Callable[..., Any] = getattr(module, name)

    def counted(text: str, *others: Any, **named: Any) -> Any:
        calls[text] += 1
        return own(text, *others, **named)

    monkeypatch.setattr(module, name, counted)
    return calls


@pytest.mark.parametrize("attribute", READ_BY)
def test_each_reading_is_made_once(attribute: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count(monkeypatch, READ_BY[attribute])
    text = Asking(STORY)
    assert calls.total() == 0, "what nobody wants is not read"
    assert getattr(text, attribute) == getattr(text, attribute) and calls[STORY] == 1


def test_every_attribute_is_counted() -> None:
    public = {name for name, of in vars(Asking).items() if not name.startswith("_") and not callable(of)}
    assert public - {"text", "words", "says_little"} == set(READ_BY), "of words and says_little the reading is that of substance"


def test_a_text_has_one_reading_and_the_readings_of_a_post_are_its_own() -> None:
    readings = Readings()
    assert readings.of(STORY) is readings.of(STORY) and Readings().of(STORY) is not readings.of(STORY)


def test_a_yes_or_no_is_read_once_for_each_story(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count(monkeypatch, "read_polar_question")
    text = Asking("Is it allowed?")
    for _ in range(2):
        assert text.polar is not None and text.polar.whole == "is it allowed?"
        told = text.polar_in("He keeps the key. Is it allowed?")
        assert told is not None and told.whole == "he keeps the key. is it allowed?"
    assert calls == {text.text: 2}


def test_of_a_story_only_what_asks_is_left() -> None:
    post = Asking(POST)
    assert post.only_asking.text == "How much interest must he pay? And which form do I need for the complaint?"
    assert post.only_asking.only_asking is post.only_asking and Asking("late flat").only_asking.text == "late flat"


def test_whoever_names_two_states_compares_them() -> None:
    text = Asking("What is the fee?")
    assert text.kind_among(2) is AskedKind.COMPARE and text.kind_among(1) is text.kind is AskedKind.HOW_MUCH


@pytest.mark.parametrize("name", ["read_case_facts", "tells_of_wrong", "find_references", "read_likely_party"])
def test_the_parts_of_a_post_and_what_is_made_of_them_share_what_was_read(
    name: str, index: LawIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = count(monkeypatch, name)
    query = read(POST, index)
    assert len(query.parts) == 2
    given = [PartGiven(one.just_asked) for one in query.parts]
    again = read_parts_given(query, POST, given, ReadingContext(index, get_registry()))
    for one in (query, *query.parts, *again.parts):
        for same in (one, replace(one, documents=()), one.alone):
            texts = (same.asking, same.asking_now, same.asking_whole, same.asking_sought, same.telling, same.telling_story)
            assert all(text.case_facts is not None for text in texts) and same.known_facts is not None
            assert [(text.tells_wrong, text.references, text.likely_party) for text in texts]
    assert calls and set(calls.values()) == {1}


def test_a_question_reads_the_texts_that_its_attributes_name(index: LawIndex) -> None:
    part = read(POST, index).parts[1]
    assert part.asking.text == part.just_asked and part.asking_now.text == part.asked_now
    assert part.asking_whole.text == part.standalone and part.asking_sought.text == part.sought
    assert part.telling.text == part.case and part.telling_story.text == part.story and part.case_facts is part.telling.case_facts
    halved = read("Who forms the guild, and by when?", index)
    assert tuple(one.text for one in halved.asking_halves) == halved.halves


APART = {
    "answering/composing/outline.py": "what is left of a question without the provisions it names",
    "answering/composing/polar/by_claim.py": "a statement of the law",
    "answering/composing/polar/by_people.py": "questions that ship",
    "answering/composing/polar/by_rules.py": "what is left of a question without the words of a rule",
    "answering/composing/said_before.py": "what is left of a question behind some words",
    "answering/drafting/wide_search.py": "the text as it was written",
    "answering/reckoning/own_figures.py": "a text put together of a conversation",
    "answering/verifying/evidence.py": "the text as it was written",
    "retrieval/plan.py": "the text that is searched for",
    "web/chat/parts/ask_next.py": "questions that ship, and one answered before",
    "web/operator/turn_page.py": "a question answered before",
}
"""Where a text is read that no `Query` at hand holds, and which."""
_MAKES = re.compile(r"\bAsking\(|\bmap\(Asking\b")


def test_no_room_reads_a_text_that_a_query_holds() -> None:
    package = Path(civicsetu.__file__).parent
    above = [package / room for room in ("answering", "planner", "retrieval", "web")]
    reading = {
        path.relative_to(package).as_posix()
        for room in above
        for path in room.rglob("*.py")
        if _MAKES.search(path.read_text("utf-8"))
    }
    assert reading == APART.keys()
