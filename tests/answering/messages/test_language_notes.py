"""Who asks in an Indian script is told in it, once, that the law and the answer are English."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest
from pydantic import TypeAdapter

from civicsetu.answering.messages.language_notes import _notes, language_note
from civicsetu.yaml_data import load_words
from tests.answering.given import answered

EXPECTED = files("civicsetu.corpus.data").joinpath("expected_questions")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("चक्की मालिक ने अनाज नहीं पीसा, क्या करूँ?", "hi"),
        ("RERA में शिकायत कैसे करें?", "hi"),
        ("गिरणी मालकाने धान्य दळले नाही, मला काय मिळेल?", "mr"),
        ("तक्रार कुठे करायची?", "mr"),
        ("दळण परत करता येते का?", "mr"),
        ("व्याज केव्हा?", "mr"),
        ("पीठ उशीरा मिळाले", "mr"),
        ("मिल का पैसा वापस मिलेगा?", "hi"),
        ("எங்கே புகார் செய்வது?", "ta"),
        ("ಎಲ್ಲಿ ದೂರು ಕೊಡಬೇಕು?", "kn"),
        ("ఎక్కడ ఫిర్యాదు చేయాలి?", "te"),
        ("ફરિયાદ ક્યાં કરવી?", "gu"),
        ("shikayat kahan karu?", "hi-Latn"),
        ("Builder ne ghar nahi diya, kya karein?", "hi-Latn"),
    ],
)
def test_each_script_has_its_sentence(question: str, language: str) -> None:
    [says] = [note.says for note in _notes() if note.language == language]
    assert language_note(question, []) == says


@pytest.mark.parametrize(
    "question", ["Where do I complain?", "What does \u201cतक्रार\u201d mean in the Act?", "What is a ghar?", "123 ?"]
)
def test_who_writes_english_needs_none(question: str) -> None:
    assert language_note(question, []) == ""


def test_it_is_said_once_in_a_conversation() -> None:
    note = language_note("शिकायत कहाँ करें?", [])
    before = answered(answer=f"{note} A complaint goes to the RERA authority.")
    assert language_note("और शुल्क कितना है?", [before]) == ""
    assert language_note("எங்கே?", [before]) != "", "in another script it is news"


def test_a_sentence_is_written_in_its_own_script_alone() -> None:
    for note in _notes():
        letters = re.findall(r"[^\W\d_]", note.says)
        assert all(note.letters.match(letter) for letter in letters)
        assert note.words is None or note.words.search(note.says), note.language


def test_english_questions_are_not_taken_for_hindi() -> None:
    """Of the questions of the question index, which are English but for a few that are half Hindi."""
    told = [one for path in EXPECTED.iterdir() if path.name.endswith(".yaml") for one in questions_of(path)]
    taken = [one for one in told if language_note(one, [])]
    assert len(told) > 1000 and len(taken) < len(told) / 200, taken


def questions_of(path: Traversable) -> list[str]:
    by_unit = TypeAdapter(dict[str, list[str]]).validate_python(load_words(path.read_text("utf-8")))
    return [one for questions in by_unit.values() for one in questions]
