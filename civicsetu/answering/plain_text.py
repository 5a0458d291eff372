"""An answer as plain text for a terminal."""

from __future__ import annotations

from civicsetu.answering.messages.scope_line import scope_line
from civicsetu.answering.messages.written_note import TIP, TRANSLATED, written_note
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Answer, Citation, Sentence, Support


def as_plain_text(answer: Answer) -> str:
    """Return the answer as text: sentences with citations, sources, warnings, whose law was searched, disclaimer."""
    lines = _under_headings(answer) or [answer.answer]
    if answer.unsure:
        lines[:0] = [answer.unsure, ""]
    lines.extend(_steps(answer))
    if note := written_note(answer):
        lines.extend(["", note])
    lines.extend(["", *_sources(answer)] if answer.citations else [])
    lines.extend(["", *(warning.text for warning in answer.warnings)] if answer.warnings else [])
    if told := scope_line(answer, get_registry()):
        lines.extend(["", told])
    lines.extend(["", answer.disclaimer])
    return "\n".join(lines)


def _steps(answer: Answer) -> list[str]:
    """What the asker can do, numbered."""
    if not answer.steps:
        return []
    told = (
        " ".join([*_above(step.translation), step.text, *(answer.citations[index].name for index in step.citations)])
        for step in answer.steps
    )
    return ["", "What you can do:", *(f"{number}. {text}" for number, text in enumerate(told, start=1))]


def _under_headings(answer: Answer) -> list[str]:
    """The sentences with their citations; of several parts each under its heading."""
    said = [
        " ".join([_line(sentence), *(answer.citations[index].name for index in sentence.citations)])
        for sentence in answer.sentences
    ]
    if len(answer.parts) < 2 or not said:
        return said
    blocks = ([part.heading, *(f"  {said[at]}" for at in part.sentences), ""] for part in answer.parts)
    return [line for block in blocks for line in block][:-1]


def _line(sentence: Sentence) -> str:
    """A sentence, below its translation where it has one; advice says that it is no law."""
    told = f"{TIP} {sentence.shown}" if sentence.support is Support.PRACTICAL else sentence.shown
    if sentence.is_translated_by_machine:
        return f"{TRANSLATED} {sentence.translation}\n{told}"
    return "\n".join([*_above(sentence.translation), told])


def _above(translation: str) -> list[str]:
    """What stands above a sentence, in the asker's language; nothing where it is not translated."""
    return [translation] if translation else []


def _sources(answer: Answer) -> list[str]:
    told: dict[str, str] = {}
    for citation in answer.citations:
        told.setdefault(citation.name, f"{citation.name} {citation.title} {_held(citation)}")
    return list(told.values())


def _held(citation: Citation) -> str:
    words = "official text" if citation.edition == "official" else "our restatement in plain words"
    words += " of public sources, no official text at hand" if citation.secondary else ""
    as_of = f", law as held on {citation.text_as_of:%d %B %Y}" if citation.text_as_of else ""
    force = f", in force from {citation.effective_date:%d %B %Y}" if citation.effective_date else ""
    doubt = " (date uncertain)" if citation.effective_note else ""
    return f"({words}{as_of}{force}{doubt}; later changes not checked)"
