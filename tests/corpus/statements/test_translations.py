"""A translation is told only of the very English sentence it was made from, and what ships says the same figures."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT
from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.statements.translations import (
    FOLDER,
    TranslationFile,
    Translations,
    digest_of_sentence,
    get_translations,
    list_translatable,
    load_translations,
)
from civicsetu.corpus.statements.yes_no_rules import get_yes_no_conditions, get_yes_no_rules
from civicsetu.errors import CorpusError
from civicsetu.yaml_data import parse_model

ENGLISH = {"meadow.shut": "Keep the gate shut.", "none.paint": "The Act names no colour.", "none.paint.look": "Ask the parish."}
FILE = f"""language: hi
words: {{"No.": नहीं।}}
sentences:
  meadow.shut: {{of: "{digest_of_sentence(ENGLISH["meadow.shut"])}", says: फाटक बंद रखें।}}
  none.paint: {{of: "{digest_of_sentence(ENGLISH["none.paint"])}", says: क़ानून रंग नहीं बताता।}}
"""
SHIPPED = sorted(read_texts(FOLDER))


def load(text: str = FILE) -> Translations:
    return load_translations(text, "hi.yaml", ENGLISH)


def find_reworded(text: str, name: str, english: Mapping[str, str]) -> list[str]:
    """The ids of a file whose English was reworded since or is not held, in order."""
    file = parse_model(TranslationFile, text, name)
    return [key for key, one in file.sentences.items() if one.of != digest_of_sentence(english.get(key, ""))]


def test_a_known_sentence_is_told_in_the_language() -> None:
    told = load()
    assert told.language == "hi" and told.words == {"No.": "नहीं।"}
    assert told.translate("Keep the gate shut.") == "फाटक बंद रखें।"
    assert told.translate("The Act names no colour. Keep the gate shut.") == "क़ानून रंग नहीं बताता। फाटक बंद रखें।"


def test_of_several_sentences_none_is_left_out() -> None:
    assert load().translate("Keep the gate shut. Ask the parish.") == "", "one of them is not known"
    assert load().translate("Keep the gate shut. Or not") == ""
    assert load().translate("") == ""


def test_what_was_reworded_is_not_told() -> None:
    reworded = {**ENGLISH, "meadow.shut": "Keep the gate open."}
    told = load_translations(FILE, "hi.yaml", reworded)
    assert told.translate("Keep the gate open.") == "" and told.translate("Keep the gate shut.") == ""
    assert find_reworded(FILE, "hi.yaml", reworded) == ["meadow.shut"] and find_reworded(FILE, "hi.yaml", ENGLISH) == []


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("says: फाटक", "say: फाटक", "hi.yaml, line 4"),
        ("language: hi", "language: Hindi", "hi.yaml, line 1, language"),
    ],
)
def test_a_wrong_file_is_refused_by_line_and_field(was: str, now: str, fault: str) -> None:
    with pytest.raises(CorpusError) as refused:
        load(FILE.replace(was, now, 1))
    assert fault in refused.value.user_message


def test_what_is_not_held_is_left_out_and_named() -> None:
    other = FILE.replace("meadow.shut:", "hill.shut:")
    assert load(other).sentences.keys() == {"The Act names no colour."}
    assert find_reworded(other, "hi.yaml", ENGLISH) == ["hill.shut"]


def test_a_language_that_does_not_ship_has_none() -> None:
    assert get_translations("xx") is None and get_translations("../hi") is None


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_is_of_sentences_as_they_are_now(name: str) -> None:
    text = read_texts(FOLDER)[name]
    told = get_translations(name.removesuffix(".yaml"))
    assert told is not None and f"{told.language}.yaml" == name
    assert find_reworded(text, name, list_translatable()) == [], "reworded since: translate these again"
    assert told.words.keys() == {one.says for one in (*get_yes_no_rules(), *get_yes_no_conditions().values())} | {"Yes.", "No.", NOT_RIGHT}, "each yes or no has its word"


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_says_the_same_figures_and_forms(name: str) -> None:
    told = get_translations(name.removesuffix(".yaml"))
    assert told is not None
    assert {english: said for english, said in told.sentences.items() if named(english) != named(said)} == {}


def named(sentence: str) -> list[str]:
    """The figures and the letters of forms in a sentence."""
    return sorted(re.findall(r"\d+(?:[.,]\d+)*|(?<=Form )[A-Z]{1,2}\b", sentence))
