"""Keyphrases: what a file of them may hold, and that those which ship fit the laws they are of."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.question_index import indexed_texts as keyphrases_module
from civicsetu.corpus.question_index.indexed_texts import (
    FEWEST_QUESTION_WORDS,
    MOST_QUESTION_WORDS,
    MOST_WORDS,
    IndexedTexts,
    Language,
    own_indexed_texts,
    parse_indexed_texts,
    read_equivalent_provisions,
    read_indexed_texts,
)
from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CorpusError
from civicsetu.law.documents import CENTRAL
from civicsetu.law.paths import parse_path
from tests.corpus.laws import MEADOW_EXPECTED_QUESTIONS, MEADOW_KEYPHRASES
from tests.retrieval.lantern_act import ACT, LANTERN_KEYPHRASES

FILE = """
"2(1)":
  en: [mowing the meadow, cut grass in summer]
  hi: [घास की कटाई]
3:
  en: [blocked brook, no]
"""


def test_phrases_stand_by_unit_and_language_in_the_order_of_the_file() -> None:
    read = parse_indexed_texts("meadow_act", FILE)
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
    read = parse_indexed_texts("x", '"1": {en: ["  a   wide\\n lantern", "cafe\u0301 lantern"]}')
    assert read.units["1"][Language.ENGLISH] == ("a wide lantern", "caf\u00e9 lantern")


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
def test_what_no_keyphrase_may_be_is_refused_with_file_and_unit(was: str, becomes: str, says: str) -> None:
    assert was in FILE
    with pytest.raises(CorpusError) as refused:
        parse_indexed_texts("meadow_act", FILE.replace(was, becomes, 1))
    told = refused.value.user_message
    assert told.startswith("keyphrases/meadow_act.yaml") and says in told
    assert told.endswith(".") and "\n" not in told


@pytest.mark.parametrize(
    "text", [" ", "# a", "3", "[]", "{}", "3:", "3: {}", "3: [a]", "{a: b}: c", "\x00", "&a [*a]"]
)
def test_what_is_no_file_of_keyphrases_is_refused(text: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_indexed_texts("x", text)
    assert refused.value.user_message.startswith("keyphrases/x.yaml")


def test_a_file_that_is_not_there_says_nothing() -> None:
    none = parse_indexed_texts("x", "")
    assert (none.units, none.expected_questions, none.paths) == ({}, {}, ())
    assert parse_indexed_texts("x", FILE).expected_questions == {}


# -- expected questions ------------------------------------------------------------------------------------------

TOLD = """
"2(1)":
- The grass came up to my goats' ears, who is to mow it?
- My neighbour mows at 5 in the morning and we are 12 in the house.
3:
- The brook runs over my doorstep.
"""


def test_expected_questions_stand_by_unit_in_the_order_of_the_file_beside_the_phrases() -> None:
    read = parse_indexed_texts("meadow_act", FILE, TOLD)
    assert read.expected_questions == {
        "2(1)": (
            "The grass came up to my goats' ears, who is to mow it?",
            "My neighbour mows at 5 in the morning and we are 12 in the house.",
        ),
        "3": ("The brook runs over my doorstep.",),
    }
    assert read.units == parse_indexed_texts("meadow_act", FILE).units
    assert parse_indexed_texts("meadow_act", "", TOLD).paths == ("2(1)", "3")


def test_every_unit_that_has_either_is_told_once() -> None:
    read = parse_indexed_texts(
        "x",
        "{'3': {en: [brook]}, '1': {en: [name]}}",
        "{'4': [we do not know a name], '1': [what is its name then]}",
    )
    assert read.paths == ("3", "1", "4")


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        ("The brook runs over my doorstep.", "The brook overflows.", "3: the expected question 'The brook overflows.' has not 4 to 60 words"),
        ("The brook runs over my doorstep.", "brook " * 61, "has not 4 to 60 words"),
        ("The brook runs over my doorstep.", "'   '", "3: the expected question '' has not 4 to 60 words"),
        ("who is to mow it?", "and section 2 says mow", "names a provision by number"),
        ("who is to mow it?", "and RULE  14 says mow", "names a provision by number"),
        ("who is to mow it?", "and subsection 3 says mow", "names a provision by number"),
        ("who is to mow it?", "and under sub-section 3 mow", "names a provision by number"),
        ("who is to mow it?", "see regulations 4 and 5", "names a provision by number"),
        ("- The brook runs over my doorstep.", "- The brook runs over my doorstep.\n- the BROOK runs  over my Doorstep.", "3: the phrase 'the BROOK runs over my Doorstep.' stands twice"),
        ("\n- The brook runs over my doorstep.", " []", "3: there is nothing under it"),
        ("\n- The brook runs over my doorstep.", "", "3: "),
        ("\n- The brook runs over my doorstep.", " The brook runs over my doorstep.", "3: a list of phrases is expected"),
        ("- The brook runs over my doorstep.", "- [The brook runs over my doorstep]", "3: a phrase in words is expected"),
        ("2(1)", "section 2(1)", "section 2(1): not the path of a provision"),
        ("2(1)", "2(1)  proviso", "is to be written '2(1) proviso'"),
        ("3:", '"2(1)":', "2(1) stands twice"),
    ],
)  # fmt: skip
def test_what_no_expected_question_may_be_is_refused_with_file_and_unit(
    was: str, becomes: str, says: str
) -> None:
    assert was in TOLD
    with pytest.raises(CorpusError) as refused:
        parse_indexed_texts("meadow_act", FILE, TOLD.replace(was, becomes, 1))
    told = refused.value.user_message
    assert told.startswith("expected_questions/meadow_act.yaml") and says in told
    assert told.endswith(".") and "\n" not in told


@pytest.mark.parametrize("text", [" ", "3", "[]", "{}", "3: {en: [a b c d]}", "{a: b}: c", "\x00", "&a [*a]"])
def test_what_is_no_file_of_expected_questions_is_refused_under_its_own_name(text: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_indexed_texts("x", FILE, text)
    assert refused.value.user_message.startswith("expected_questions/x.yaml")


def test_a_fault_in_both_files_is_told_of_one() -> None:
    with pytest.raises(CorpusError) as refused:
        parse_indexed_texts("x", "3: {en: [a 5]}", "3: [too short]")
    assert refused.value.user_message.startswith("keyphrases/x.yaml, 3, en: ")


@pytest.mark.parametrize("words", [FEWEST_QUESTION_WORDS, MOST_QUESTION_WORDS])
def test_the_shortest_and_the_longest_expected_question_are_kept(words: int) -> None:
    told = " ".join(["goat"] * words)
    assert parse_indexed_texts("x", "", f"3: [{told}]").expected_questions == {"3": (told,)}


_PIECES = st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from(["\t", "\u00a0", "e\u0301"])
_TOLD = st.lists(st.lists(_PIECES, max_size=8).map("".join), max_size=8).map(" ".join)


@given(st.dictionaries(st.sampled_from(["1", "2(a)", "3(1)"]), st.lists(_TOLD, max_size=3), max_size=2))
def test_whatever_expected_question_is_accepted_is_composed_with_even_white_space(
    expected_questions: dict[str, list[str]],
) -> None:
    try:
        read = IndexedTexts.model_validate({"document": "x", "expected_questions": expected_questions})
    except ValueError:
        return
    assert {path: len(told) for path, told in read.expected_questions.items()} == {
        path: len(told) for path, told in expected_questions.items()
    }
    for path, told in read.expected_questions.items():
        for kept, written in zip(told, expected_questions[path], strict=True):
            assert unicodedata.is_normalized("NFC", kept) and kept == " ".join(kept.split())
            assert unicodedata.normalize("NFC", " ".join(written.split())) == kept
            assert FEWEST_QUESTION_WORDS <= len(kept.split()) <= MOST_QUESTION_WORDS


# -- shared with rules that are worded alike -------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of the files that ship, with those of the Meadow Act, which rules of a state take over."""
    for kind, text in (("keyphrases", MEADOW_KEYPHRASES), ("expected_questions", MEADOW_EXPECTED_QUESTIONS)):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "meadow_act.yaml").write_text(text, "utf-8")
    (tmp_path / "equivalent_provisions.yaml").write_text(
        "hill_rules:\n  '7': meadow_act 2(1)\n  8(1): meadow_act 3\n  '9': meadow_act 9\n", "utf-8"
    )
    monkeypatch.setattr(keyphrases_module, "files", lambda package: tmp_path)
    kept = (own_indexed_texts, read_indexed_texts, read_equivalent_provisions)
    for one in kept:
        one.cache_clear()
    yield tmp_path
    for one in kept:
        one.cache_clear()


@pytest.mark.usefixtures("shipped")
def test_rules_worded_alike_share_phrases_and_expected_questions() -> None:
    model, shared = read_indexed_texts("meadow_act"), read_indexed_texts("hill_rules")
    assert model is not None and shared is not None and shared.document == "hill_rules"
    assert shared.units == {"7": model.units["2(1)"], "8(1)": model.units["3"]}
    assert shared.expected_questions == {"7": model.expected_questions["2(1)"]}, (
        "what the model has not, it cannot share"
    )
    assert own_indexed_texts("hill_rules").paths == (), "they are not its own"
    assert read_indexed_texts("brook_rules") is None


def test_a_unit_with_keyphrases_of_its_own_keeps_its_own(shipped: Path) -> None:
    own = "7: [The hill is mown by nobody at all.]"
    (shipped / "expected_questions" / "hill_rules.yaml").write_text(own, "utf-8")
    read = read_indexed_texts("hill_rules")
    assert read is not None
    assert read.expected_questions == {"7": ("The hill is mown by nobody at all.",)}
    assert list(read.units) == ["8(1)"], "nor are phrases put beside its own expected questions"
    assert own_indexed_texts("hill_rules").units == {}, "sharing leaves a file's own as they are"


def test_what_is_shared_does_not_go_on_from_one_to_the_next(shipped: Path) -> None:
    (shipped / "equivalent_provisions.yaml").write_text(
        "hill_rules:\n  '7': meadow_act 2(1)\ndale_rules:\n  '1': hill_rules 7\n", "utf-8"
    )
    assert read_indexed_texts("hill_rules") is not None and read_indexed_texts("dale_rules") is None


# -- what ships ------------------------------------------------------------------------------------------


_WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)


@given(st.dictionaries(st.sampled_from(["1", "2(a)", "3(1)", "x"]), st.dictionaries(
    st.sampled_from([*Language, "fr"]), st.lists(_WORDS, max_size=3), max_size=2), max_size=2))  # fmt: skip
def test_whatever_is_accepted_keeps_every_rule(units: dict[str, dict[str, list[str]]]) -> None:
    try:
        read = IndexedTexts.model_validate({"document": "x", "units": units})
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
        parse_indexed_texts("x", text)
    except CorpusError as refused:
        assert refused.user_message.startswith("keyphrases/x.yaml")


def test_the_invented_files_of_the_tests_are_read() -> None:
    meadow, lanterns = (
        parse_indexed_texts("meadow_act", MEADOW_KEYPHRASES),
        parse_indexed_texts(ACT, LANTERN_KEYPHRASES),
    )
    for read in (meadow, lanterns):
        assert {language for found in read.units.values() for language in found} == set(Language)


def test_a_document_without_a_file_has_none() -> None:
    assert read_indexed_texts("meadow_act") is None


def _shipped(kind: str) -> list[str]:
    folder = files("civicsetu.corpus.data").joinpath(kind)
    return sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir())


SHIPPED, TOLD_OF = _shipped("keyphrases"), _shipped("expected_questions")
"""The documents whose keyphrases and expected questions are in the package; each file is held to its law."""


@pytest.mark.parametrize("key", SHIPPED)
def test_every_unit_of_a_restatement_has_keyphrases_in_every_language_and_nothing_else_has(key: str) -> None:
    source, keyphrases = read_starter(get_registry().get_document(key)), read_indexed_texts(key)
    assert source is not None and keyphrases is not None, "keyphrases are of what we restate"
    units = {str(unit.path) for unit in source.divide().units()}
    assert set(keyphrases.units) - units == set(), "of no unit"
    assert units - set(keyphrases.units) == set(), "without keyphrases"
    incomplete = {
        path: set(Language) - set(found)
        for path, found in keyphrases.units.items()
        if len(found) < len(Language)
    }
    assert incomplete == {}


@pytest.mark.parametrize("key", sorted({*TOLD_OF} & {*SHIPPED}))
def test_every_unit_of_a_restatement_has_expected_questions(key: str) -> None:
    source = read_starter(get_registry().get_document(key))
    assert source is not None
    units = {str(unit.path) for unit in source.divide().units()}
    told = own_indexed_texts(key).expected_questions
    assert set(told) - units == set(), "of no unit"
    assert {path for path in units if len(told.get(path, ())) < 4} == set(), "with too few"


def test_every_file_is_of_a_document_that_is_registered() -> None:
    documents = get_registry().documents
    assert {*SHIPPED, *TOLD_OF, *read_equivalent_provisions()} <= set(documents)


def test_no_expected_question_leads_to_two_provisions() -> None:
    places: dict[str, list[str]] = {}
    for key in TOLD_OF:
        for path, told in own_indexed_texts(key).expected_questions.items():
            for one in told:
                places.setdefault(one.casefold(), []).append(f"{key} {path}")
    assert {one: where for one, where in places.items() if len(where) > 1} == {}


def test_what_rules_share_is_there_and_is_that_of_rules() -> None:
    documents = get_registry().documents
    for document, units in read_equivalent_provisions().items():
        own = own_indexed_texts(document).paths
        for path, (other, model) in units.items():
            named = f"{document} {path}: {other} {model}"
            assert model in own_indexed_texts(other).paths, f"{named} has none of its own"
            assert path not in own, f"{named} is not needed"
            assert document != other, named
            assert documents[other].jurisdiction != CENTRAL, f"{named} is no rule"
