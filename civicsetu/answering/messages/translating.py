"""Tell the law in the asker's language, too, where checked translations of its statements ship.

The English sentence stays the one that is cited and checked; its translation stands above it. Where an answer has
no sentence that is translated, one line says why the law is in English, behind the first part that is answered: who asks
wants the answer first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from civicsetu.answering.messages.language_notes import find_asked_language, language_note
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.question import Question
from civicsetu.corpus.statements.translations import Translations, get_translations
from civicsetu.law.answers import SAID_ABOVE, Answer, Sentence, Support

_OURS = (Support.STATEMENT, Support.NONE)


def choose_translations(question: Question) -> Translations | None:
    """Return the translations into the language a question is asked in, else that of its page; None where there are none."""
    asked = find_asked_language(question.text)
    language = asked.language if asked is not None else question.language
    return get_translations(language) if language else None


def translate_parts(
    turns: Sequence[PartTurn], question: Question, earlier: Sequence[Answer]
) -> list[PartTurn]:
    """Return the parts with what is translated of their sentences, or with the line that says why nothing is."""
    told = choose_translations(question)
    parts = list(turns)
    if told is not None:
        parts = [_translate_part(one, told) for one in turns]
    shown = next((at for at, one in enumerate(parts) if one.sentences and not one.declined), None)
    note = language_note(question.text, earlier)
    if shown is None or not note or any(one.translation for part in parts for one in part.sentences):
        return parts
    why = Sentence(text=note, support=Support.NONE)
    parts[shown] = replace(parts[shown], sentences=(*parts[shown].sentences, why))
    return parts


def translate_refusal(text: str, question: Question, earlier: Sequence[Answer]) -> str:
    """Return the message shown in place of law in the asker's language, where it is known, above the English.

    Where nothing is translated into that language, behind it why it is in English.
    """
    told = choose_translations(question)
    if told is None:
        return " ".join(one for one in (text, language_note(question.text, earlier)) if one)
    translated = told.translate(text)
    return f"{translated}\n{text}" if translated else text


def _translate_part(part: PartTurn, told: Translations) -> PartTurn:
    return replace(part, sentences=tuple(_translate(one, told) for one in part.sentences))


def _translate(sentence: Sentence, told: Translations) -> Sentence:
    if sentence.support not in _OURS or sentence.translation:
        return sentence
    opening = told.words.get(sentence.yes_or_no, "") if sentence.yes_or_no else ""
    translated = told.translate(sentence.text.removeprefix(SAID_ABOVE))
    if not translated or (sentence.yes_or_no and not opening):
        return sentence
    return sentence.model_copy(update={"translation": f"{opening} {translated}".lstrip()})
