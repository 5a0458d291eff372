"""Who asks in Hindi is told the law in Hindi above the English, and who asks in a language without translations why not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from civicsetu.answering.messages import translating
from civicsetu.answering.messages.language_notes import language_note
from civicsetu.answering.messages.translating import choose_translations, translate_parts, translate_refusal
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.question import Question
from civicsetu.corpus.statements.translations import Translations
from civicsetu.law.answers import SAID_ABOVE, AnswerKind, Sentence, Support
from tests.answering.composing.mills import read

HINDI, TELUGU = "अनाज कब पिसेगा?", "ధాన్యం ఎప్పుడు?"
TOLD = Translations(
    "hi", {"No.": "नहीं।"}, {"Grind it today.": "आज पीसो।", "The Act names no colour.": "क़ानून रंग नहीं बताता।"}
)
GRIND = Sentence(text="Grind it today.", citations=(0,), support=Support.STATEMENT)


@pytest.fixture(autouse=True)
def one_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translating, "get_translations", lambda code: TOLD if code == "hi" else None)


def asked(text: str, **changes: Any) -> Question:
    return replace(Question(text=text, session="s"), **changes)


def part(*sentences: Sentence, **changes: Any) -> PartTurn:
    return replace(PartTurn(read("When?")), kind=AnswerKind.ANSWER, sentences=sentences, **changes)


def told(question: Question, *sentences: Sentence) -> list[str]:
    [shown] = translate_parts([part(*sentences)], question, [])
    return [one.translation or one.text for one in shown.sentences]


def test_the_language_is_that_of_the_words_else_of_the_page() -> None:
    assert choose_translations(asked(HINDI)) is TOLD
    assert choose_translations(asked("When is it ground?", language="hi")) is TOLD
    assert choose_translations(asked("When is it ground?")) is None
    assert choose_translations(asked(TELUGU, language="hi")) is None, "the words tell another language than the page"


def test_a_statement_is_told_with_its_yes_or_no() -> None:
    denied = GRIND.model_copy(update={"yes_or_no": "No."})
    assert told(asked(HINDI), GRIND) == ["आज पीसो।"] and told(asked(HINDI), denied) == ["नहीं। आज पीसो।"]
    other = GRIND.model_copy(update={"yes_or_no": "Only at noon."})
    assert told(asked(HINDI), other)[0] == GRIND.text, "without its condition it would say something else"
    again = GRIND.model_copy(update={"text": f"{SAID_ABOVE}{GRIND.text}"})
    assert told(asked(HINDI), again) == ["आज पीसो।"]


def test_words_of_the_law_and_of_a_model_are_left_as_they_are() -> None:
    lifted = GRIND.model_copy(update={"support": Support.VERBATIM})
    written = GRIND.model_copy(update={"support": Support.VERIFIED, "translation": "पीसो।"})
    [shown] = translate_parts([part(lifted, written)], asked(HINDI), [])
    assert shown.sentences == (lifted, written)


def test_an_answer_without_translation_says_last_why_it_is_in_english() -> None:
    lifted = GRIND.model_copy(update={"support": Support.VERBATIM})
    assert told(asked(HINDI), lifted) == [GRIND.text, language_note(HINDI, [])]
    assert told(asked(HINDI), GRIND) == ["आज पीसो।"], "what is translated needs no reason"
    assert told(asked(TELUGU), GRIND) == [GRIND.text, language_note(TELUGU, [])]
    assert told(asked("When?"), GRIND) == [GRIND.text]
    nothing = part(declined="No.")
    assert translate_parts([nothing], asked(HINDI), []) == [nothing]


def test_a_silence_told_in_place_of_law_is_translated() -> None:
    silent = "The Act names no colour."
    assert translate_refusal(silent, asked(HINDI), []) == f"क़ानून रंग नहीं बताता।\n{silent}"
    assert translate_refusal("No.", asked(HINDI), []) == "No."
    assert translate_refusal("No.", asked(TELUGU), []) == f"No. {language_note(TELUGU, [])}"
    assert translate_refusal("No.", asked("When?"), []) == "No."
