"""Headwords: what a file of them may hold, and that those which ship fit the laws they are of."""

from __future__ import annotations

import unicodedata
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.headwords import MOST_WORDS, Headwords, Language, parse_headwords, read_headwords
from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CorpusError
from civicsetu.law.paths import parse_path

from ..retrieval.gates import ACT, GATES_HEADWORDS
from .laws import MEADOW_HEADWORDS

FILE = """
"2(1)":
  en: [mowing the meadow, cut grass in summer]
  hi: [घास की कटाई]
3:
  en: [blocked brook, no]
"""


def test_phrases_stand_by_unit_and_language_in_the_order_of_the_file() -> None:
    read = parse_headwords("meadow_act", FILE)
    assert read.document == "meadow_act"
    assert read.units == {
        "2(1)": {
            Language.ENGLISH: ("mowing the meadow", "cut grass in summer"),
            Language.HINDI: ("घास की कटाई",),
        },
        "3": {Language.ENGLISH: ("blocked brook", "no")},
    }
    assert list(read.units) == ["2(1)", "3"]


def test_white_space_is_evened_out_and_letters_are_composed() -> None:
    read = parse_headwords("x", '"1": {en: ["  a   wide\\n gate", "cafe\u0301 gate"]}')
    assert read.units["1"][Language.ENGLISH] == ("a wide gate", "caf\u00e9 gate")


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("hi: [", "fr: [", "2(1), fr: the languages are en, hi, hi-Latn, mr, ta, kn"),
        ("[mowing the meadow, cut grass in summer]", "[]", "2(1), en: there is nothing under it"),
        ("[mowing the meadow, cut grass in summer]", "mowing", "2(1), en: a list of phrases is expected"),
        ("mowing the meadow", "''", "2(1), en: the phrase '' has no word"),
        ("mowing the meadow", "--", "2(1), en: the phrase '--' has no word"),
        ("mowing the meadow", "[mowing]", "2(1), en: a phrase in words is expected"),
        ("mowing the meadow", "who may mow the meadow in June", "has more than 6 words"),
        ("mowing the meadow", "mowing after 5 June", "2(1), en: the phrase 'mowing after 5 June' has a figure"),
        ("घास की कटाई", "घास ५ बार", "2(1), hi: the phrase 'घास ५ बार' has a figure"),
        ("mowing the meadow", "mowing ௧௦ times", "has a figure"),
        ("mowing the meadow", "mowing ೫ times", "has a figure"),
        ("mowing the meadow", "mowing ½ of it", "has a figure"),
        ("mowing the meadow", "who mows?", "2(1), en: the phrase 'who mows?' is a question"),
        ("mowing the meadow", "who mows？", "is a question"),
        ("mowing the meadow", "Cut  Grass in SUMMER", "2(1), en: the phrase 'cut grass in summer' stands twice"),
        ("2(1)", "section 2(1)", "section 2(1): not the path of a provision"),
        ("2(1)", "2 (1)", "2 (1): not the path of a provision"),
        ("2(1)", "2(1)  proviso", "is to be written '2(1) proviso'"),
        ("3:", '"2(1)":', "2(1) stands twice"),
        ("hi: [", "en: [", "en stands twice"),
        ("no]", "no", "cannot be read: line"),
    ],
)  # fmt: skip
def test_what_no_headword_may_be_is_refused_with_file_and_unit(was: str, becomes: str, says: str) -> None:
    assert was in FILE
    with pytest.raises(CorpusError) as refused:
        parse_headwords("meadow_act", FILE.replace(was, becomes, 1))
    told = refused.value.user_message
    assert told.startswith("headwords/meadow_act.yaml") and says in told
    assert told.endswith(".") and "\n" not in told


@pytest.mark.parametrize("text", ["", "3", "[]", "3:", "3: {}", "3: [a]", "{a: b}: c", "\x00", "&a [*a]"])
def test_what_is_no_file_of_headwords_is_refused(text: str) -> None:
    with pytest.raises(CorpusError):
        parse_headwords("x", text)


_WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)


@given(st.dictionaries(st.sampled_from(["1", "2(a)", "3(1)", "x"]), st.dictionaries(
    st.sampled_from([*Language, "fr"]), st.lists(_WORDS, max_size=3), max_size=2), max_size=2))  # fmt: skip
def test_whatever_is_accepted_keeps_every_rule(units: dict[str, dict[str, list[str]]]) -> None:
    try:
        read = Headwords.model_validate({"document": "x", "units": units})
    except ValueError:
        return
    for path, by_language in read.units.items():
        assert str(parse_path(path)) == path
        for phrases in by_language.values():
            assert phrases and len({phrase.casefold() for phrase in phrases}) == len(phrases)
            for phrase in phrases:
                assert 1 <= len(phrase.split()) <= MOST_WORDS
                assert not any(unicodedata.category(letter)[0] == "N" for letter in phrase)
                assert "?" not in phrase and phrase == phrase.strip()


@given(st.text(max_size=60))
def test_no_text_does_more_harm_than_being_refused(text: str) -> None:
    try:
        parse_headwords("x", text)
    except CorpusError as refused:
        assert refused.user_message.startswith("headwords/x.yaml")


def test_the_invented_files_of_the_tests_are_read() -> None:
    meadow, gates = parse_headwords("meadow_act", MEADOW_HEADWORDS), parse_headwords(ACT, GATES_HEADWORDS)
    for read in (meadow, gates):
        assert {language for found in read.units.values() for language in found} == set(Language)


def test_a_document_without_a_file_has_none() -> None:
    assert read_headwords("meadow_act") is None


def _shipped() -> list[str]:
    folder = files("civicsetu.corpus").joinpath("headwords")
    return sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir()) if folder.is_dir() else []


SHIPPED = _shipped()
"""The documents whose headwords are in the package; each file is held to its law."""


@pytest.mark.parametrize("key", SHIPPED)
def test_every_unit_of_a_restatement_has_headwords_in_every_language_and_nothing_else_has(key: str) -> None:
    source, headwords = read_starter(get_registry().document(key)), read_headwords(key)
    assert source is not None and headwords is not None, "headwords are of what we restate"
    units = {str(unit.path) for unit in source.divided().units()}
    assert set(headwords.units) - units == set(), "of no unit"
    assert units - set(headwords.units) == set(), "without headwords"
    incomplete = {
        path: set(Language) - set(found)
        for path, found in headwords.units.items()
        if len(found) < len(Language)
    }
    assert incomplete == {}
