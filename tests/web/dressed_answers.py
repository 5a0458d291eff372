"""What a scripted answer may bear beside its sentences, each by a word of its question: translations, steps, parts, a table."""

from __future__ import annotations

from collections.abc import Callable

from civicsetu.law.answers import (
    Answer,
    AnswerPart,
    AnswerTable,
    Sentence,
    Step,
    Support,
    TableCell,
    TableRow,
)

SAID_IN_HINDI = (
    "तय तारीख़ तक क़ब्ज़ा न मिले तो ख़रीदार प्रोजेक्ट छोड़ सकता है।",
    "तब बिल्डर को पैसे ब्याज के साथ लौटाने होंगे।",
    "जो ख़रीदार रुकता है उसे हर महीने की देरी का ब्याज मिलता है।",
)
SAID_IN_LATIN = tuple(f"Kharidar ki baat {number}." for number in (1, 2, 3))
STEP = "Write to the promoter and claim the interest."
STEP_IN_HINDI = "बिल्डर को लिखें और ब्याज माँगें।"
SITE = "rera.kerala.gov.in"
"""One of the official sites that the data that ships names."""
ELSEWHERE = f"The rules of Kerala are not held: its authority tells them at {SITE}."
PARTS = ("May I leave the project?", "What do I get if I stay?")


def dress(answer: Answer) -> Answer:
    """The answer with what the words of its question ask for beside it."""
    for word, wear in _WORN.items():
        if word in answer.question.lower():
            answer = wear(answer)
    return answer


def _in_hindi(answer: Answer) -> Answer:
    return _in_words(answer, SAID_IN_HINDI, STEP_IN_HINDI)


def _in_latin(answer: Answer) -> Answer:
    return _in_words(answer, SAID_IN_LATIN, "Builder ko likhen.")


def _in_words(answer: Answer, said: tuple[str, ...], step: str) -> Answer:
    told = {"support": Support.STATEMENT}
    sentences = tuple(one.model_copy(update=told | {"translation": words}) for one, words in zip(answer.sentences, said, strict=True))
    return answer.model_copy(update={"sentences": sentences, "steps": (Step(text=STEP, translation=step, citations=(0,)),)})


def _with_steps(answer: Answer) -> Answer:
    return answer.model_copy(update={"steps": (Step(text=STEP, citations=(0,)), Step(text="Keep a copy of it.", citations=(0,)))})


def _of_unheld_state(answer: Answer) -> Answer:
    return answer.model_copy(update={"sentences": (*answer.sentences, Sentence(text=ELSEWHERE, support=Support.NONE))})


def _of_unread_text(answer: Answer) -> Answer:
    first, *others = answer.citations
    lost = first.model_copy(update={"name": "[RERA Act s.99]", "provision": "99", "section_id": "99"})
    return answer.model_copy(update={"citations": (lost, *others)})


def _in_parts(answer: Answer) -> Answer:
    first, second = PARTS
    last = len(answer.sentences)
    parts = (
        AnswerPart(heading=first, kind=answer.kind, sentences=tuple(range(last - 1))),
        AnswerPart(heading=second, kind=answer.kind, sentences=(last - 1,)),
    )
    return answer.model_copy(update={"parts": parts})


def _side_by_side(answer: Answer) -> Answer:
    cells = tuple(TableCell(text=one.text, citations=one.citations) for one in answer.sentences[:2])
    return answer.model_copy(update={"table": AnswerTable(states=("Northland", "Southland"), rows=(TableRow(matter="Interest", cells=cells),))})


_WORN: dict[str, Callable[[Answer], Answer]] = {
    "अनुवाद": _in_hindi,
    "anuvad": _in_latin,
    "what to do": _with_steps,
    "kerala": _of_unheld_state,
    "unreadable": _of_unread_text,
    "in parts": _in_parts,
    "side by side": _side_by_side,
}
