"""Who asks in an Indian script is told in it, once, that the law and the answer are English."""

from __future__ import annotations

import re

import pytest

from civicsetu.answering.messages.language_notes import _notes, language_note
from tests.answering.given import answered


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("चक्की मालिक ने अनाज नहीं पीसा, क्या करूँ?", "hi"),
        ("RERA में शिकायत कैसे करें?", "hi"),
        ("गिरणी मालकाने धान्य दळले नाही, मला काय मिळेल?", "mr"),
        ("तक्रार कुठे करायची?", "mr"),
        ("எங்கே புகார் செய்வது?", "ta"),
        ("ಎಲ್ಲಿ ದೂರು ಕೊಡಬೇಕು?", "kn"),
        ("ఎక్కడ ఫిర్యాదు చేయాలి?", "te"),
        ("ફરિયાદ ક્યાં કરવી?", "gu"),
    ],
)
def test_each_script_has_its_sentence(question: str, language: str) -> None:
    [says] = [note.says for note in _notes() if note.language == language]
    assert language_note(question, []) == says


@pytest.mark.parametrize(
    "question", ["Where do I complain?", "shikayat kahan karu?", "What does \u201cतक्रार\u201d mean in the Act?", "123 ?"]
)
def test_who_writes_in_latin_letters_needs_none(question: str) -> None:
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
