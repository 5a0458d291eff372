"""A reply is read line by line however it comes, and nothing in it can break what reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.writing.reply import (
    Drop,
    Line,
    PartsPicked,
    ReplyReader,
)
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import Missing, SentenceMark, Written

PICKED = {"parts": {"1": ["k3", "k7"], "2": []}}
LEAD = {"mark": "lead", "part": 1, "keys": ["k3"], "quote": "within 30 days", "text": "It is 30 days."}
ADVICE = {"mark": "advice", "part": 2, "text": "Keep {every} \"letter\" [and] receipt."}
MISSING = {"missing": "who pays for the sacks", "part": 1}
ALL = [PICKED, LEAD, ADVICE, MISSING]
READ: list[Line] = [
    PartsPicked({1: ("k3", "k7"), 2: ()}),
    Written(SentenceMark.LEAD, 1, ("k3",), "within 30 days", "It is 30 days."),
    Written(SentenceMark.ADVICE, 2, (), "", 'Keep {every} "letter" [and] receipt.'),
    Missing(1, "who pays for the sacks"),
]


def lines(*told: Any) -> str:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in told)


def read(*pieces: str, parts: int = 2) -> list[Line]:
    reader = ReplyReader(parts)
    return [line for piece in pieces for line in reader.feed(piece)]


def drops(text: str, parts: int = 2) -> dict[Drop, int]:
    reader = ReplyReader(parts)
    assert reader.feed(text) == []
    return dict(reader.dropped)


def test_each_line_is_given_as_soon_as_it_ends() -> None:
    reader = ReplyReader(2)
    assert reader.feed(f"{lines(PICKED)}\n{lines(LEAD)[:-1]}") == READ[:1]
    assert reader.feed("}") == READ[1:2]


@pytest.mark.parametrize(
    "text",
    [
        lines(*ALL),
        f"```json\n{lines(*ALL)}\n```",
        f"Here is the answer you asked for:\n\n{lines(*ALL)}\n\nI hope this helps!",
        json.dumps(ALL),
        json.dumps(ALL, indent=2),
        json.dumps({"parts": PICKED["parts"], "sentences": [LEAD, ADVICE, MISSING]}),
        lines(*ALL).replace("}", ",}"),
        lines(*ALL).replace("\n", "\r\n"),
        f"{lines(*ALL)}\n{lines(LEAD)[:40]}",
    ],
)
def test_what_stands_around_the_lines_does_no_harm(text: str) -> None:
    assert read(text) == READ


def test_a_line_that_is_never_ended_loses_itself_alone() -> None:
    broken = '{"mark": "law", "part": 1, "text": "It is\n'
    reader = ReplyReader(2)
    assert reader.feed(f"{broken}{lines(LEAD)}\n") == READ[1:2]
    reader = ReplyReader(2)
    assert reader.feed(f'{{"mark": "law", "part": [1, \n{lines(LEAD)}\n') == READ[1:2]
    assert reader.dropped == {Drop.NOT_JSON: 1}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"mark": "verdict"}, Drop.MARK),
        ({"mark": 3}, Drop.MARK),
        ({"part": 3}, Drop.PART),
        ({"part": 0}, Drop.PART),
        ({"part": True}, Drop.PART),
        ({"part": None}, Drop.PART),
        ({"keys": [3]}, Drop.KEYS),
        ({"keys": {"k3": 1}}, Drop.KEYS),
        ({"keys": [f"k{at}" for at in range(40)]}, Drop.KEYS),
        ({"text": ""}, Drop.TEXT),
        ({"text": "…"}, Drop.TEXT),
        ({"text": ["It is so."]}, Drop.TEXT),
        ({"text": "a" * (WRITING.sentence_chars + 1)}, Drop.TOO_LONG),
        ({"text": "It is so. It is not so. It may be so."}, Drop.TOO_LONG),
        ({"quote": "a" * 2_000}, Drop.TOO_LONG),
    ],
)
def test_a_line_against_the_contract_is_dropped_with_a_reason(changes: dict[str, Any], reason: Drop) -> None:
    assert drops(lines(LEAD | changes)) == {reason: 1}


def test_what_is_no_line_of_the_contract_is_dropped() -> None:
    assert drops('{"answer": "yes"} {the} 3 [] "}"') == {Drop.NO_LINE: 1, Drop.NOT_JSON: 1}


def test_two_sentences_of_one_thought_are_taken() -> None:
    text = "You pay Rs. 500 to the office. It is paid once."
    assert read(lines(LEAD | {"text": text}))[0] == Written(SentenceMark.LEAD, 1, ("k3",), "within 30 days", text)


def test_small_liberties_are_taken_as_meant() -> None:
    told = {"mark": " Law ", "part": "1", "keys": "k3", "quote": ["one run", "another"], "text": " It \n is so. "}
    assert read(lines(told)) == [Written(SentenceMark.LAW, 1, ("k3",), "one run … another", "It is so.")]
    limit = Written(SentenceMark.LIMIT, 1, (), "", "It is so.")
    assert read(lines({"mark": "limit", "text": "It is so."}), parts=1) == [limit]


def test_a_translation_keeps_the_joiners_of_its_script() -> None:
    [line] = read(lines(LEAD | {"translation": "३० दिवसांच्या\u200d आत\u202e."}))
    assert isinstance(line, Written) and line.translation == "३० दिवसांच्या\u200d आत."


def test_a_sentence_said_twice_is_taken_once() -> None:
    reader = ReplyReader(2)
    assert reader.feed(lines(LEAD, LEAD)) == READ[1:2]
    assert reader.dropped == {Drop.REPEATED: 1}


def test_after_the_most_sentences_nothing_more_is_read() -> None:
    reader = ReplyReader(2)
    told = [LEAD | {"text": f"It is {at} days."} for at in range(WRITING.reply_sentences + 5)]
    assert len(reader.feed(lines(*told))) == WRITING.reply_sentences
    assert reader.is_full and reader.feed(lines(MISSING)) == []


def test_a_reply_without_end_is_not_read_to_it() -> None:
    reader = ReplyReader(2)
    assert reader.feed("{" + "a" * (WRITING.reply_chars + 5)) == []
    assert reader.is_full and reader.feed(f"\n{lines(LEAD)}") == []


def test_deep_nesting_and_lone_surrogates_do_no_harm() -> None:
    assert drops('{"parts": ' + "[" * 50_000 + "]" * 50_000 + "}")[Drop.NOT_JSON] > 0
    [line] = read('{"mark": "law", "part": 1, "keys": ["k1"], "text": "It is \\ud800 so."}')
    assert isinstance(line, Written) and line.text == "It is so."


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["mark", "part", "keys", "text", "parts", "missing", "quote", "x"]), inner, max_size=4),
    max_leaves=8,
)
PIECES = st.lists(
    st.sampled_from([lines(one) for one in ALL]) | JSONS.map(json.dumps) | st.sampled_from(["\n", "```", "{", '"', "\\", "}", "[", "{\n", "text"]),
    max_size=12,
)


@given(PIECES, st.lists(st.integers(0, 400), max_size=6))
@settings(max_examples=120, deadline=None)
def test_however_a_reply_is_cut_the_same_lines_are_given(told: Sequence[str], cuts: Sequence[int]) -> None:
    text = "\n".join(told)
    places = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(places)]
    whole, cut = ReplyReader(2), ReplyReader(2)
    assert whole.feed(text) == [line for piece in pieces for line in cut.feed(piece)]
    assert whole.dropped == cut.dropped


@given(st.text(max_size=300))
@settings(max_examples=80, deadline=None)
def test_no_text_raises(text: str) -> None:
    reader = ReplyReader(1)
    reader.feed(text)
    reader.feed('{"mark": "law", "text": ' + json.dumps(text) + "}")
