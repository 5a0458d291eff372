"""The consolidated text: marks of footnotes go, hard line ends go, and no word does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.corpus.formats.extracted_text import Reason
from civicsetu.corpus.layouts.consolidated import read_consolidated
from tests.budget import examples


def _put_back(text: str) -> str:
    """The text with all that was taken out in its place again."""
    read = read_consolidated(text)
    body, shift = read.body, 0
    for removal in read.removals:
        at = removal.at + shift
        body = body[:at] + removal.text + body[at:]
        shift += len(removal.text)
    return body


@pytest.mark.parametrize(
    ("printed", "read", "taken"),
    [
        ("^1[mow] and rake.", "mow and rake.", ["^1[", "]"]),
        ("^12[mow [or reap]] and rake.", "mow [or reap] and rake.", ["^12[", "]"]),
        ("^1[(a) mow;\n\n(b) ^2[rake]].", "(a) mow;\n\n(b) rake.", ["^1[", "^2[", "]", "]"]),
        ("^1[mow", "mow", ["^1["]),
        ("^1******", "******", ["^1"]),
        ("mow^* and rake.", "mow and rake.", ["^*"]),
        ("^1 [ mow] and rake.", "mow and rake.", ["^1 [ ", "]"]),
        ("^1[^2[mow]] and rake.", "mow and rake.", ["^1[", "^2[", "]", "]"]),
        ("[as mown] and raked.", "[as mown] and raked.", []),
        ("five ^ two", "five ^ two", []),
    ],
)
def test_marks_of_footnotes_are_no_words_of_the_law(printed: str, read: str, taken: list[str]) -> None:
    found = read_consolidated(printed)
    assert found.body == read
    assert [one.text for one in found.removals] == taken
    assert {(one.page, one.reason) for one in found.removals} <= {(None, Reason.FOOTNOTE_MARK)}
    assert found.page_starts == ()


def test_each_mark_is_listed_where_it_stood() -> None:
    printed = "(1) The ^1[keeper] mows ^2[and rakes].\n\n(2) He ^*rests."
    assert _put_back(printed) == printed
    places = [one.at for one in read_consolidated(printed).removals]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("The keeper\nmows and\nrakes.", "The keeper mows and rakes."),
        ("under sub-\nsection (1)", "under sub-section (1)"),
        ("mow   \n   rake", "mow rake"),
        ("One.\n\nTwo.", "One.\n\nTwo."),
        ("1. Heading.\nThe keeper\nmows.", "1. Heading.\nThe keeper mows."),
        ("(1) One:\n(a) mow;\n(b) rake.", "(1) One:\n(a) mow;\n(b) rake."),
        ("mows:\nProvided that\nhe rests.", "mows:\nProvided that he rests."),
        ("CHAPTER II MEADOWS\n2. B.\nRake.", "CHAPTER II MEADOWS\n2. B.\nRake."),
        (
            "Mow.\n[India Code footnotes to section 1]\n1. Subs.\nby Act 9",
            "Mow.\n[India Code footnotes to section 1]\n1. Subs.\nby Act 9",
        ),
        ("", ""),
        ("\n\n", "\n\n"),
    ],
)
def test_lines_of_a_paragraph_are_one_line(printed: str, read: str) -> None:
    assert read_consolidated(printed).body == read


PIECES = st.lists(
    st.sampled_from(
        [
            "mow",
            "rake",
            "sub-",
            "^1[",
            "]",
            "[",
            "^*",
            "^12",
            "\n",
            "\n\n",
            " ",
            "(a) ",
            "1. A.",
            "Provided ",
            ".",
        ]
    ),
    max_size=40,
)


@settings(max_examples=examples(60))
@given(PIECES)
def test_whatever_is_printed_only_marks_and_line_ends_go(pieces: list[str]) -> None:
    printed = "".join(pieces)
    read = read_consolidated(printed)
    assert "".join(_put_back(printed).split()) == "".join(printed.split())
    assert all(re.fullmatch(r"\^(?:\d{1,2}|\*)\s*\[? *|\]", one.text) for one in read.removals)
    assert "^" not in read.body
