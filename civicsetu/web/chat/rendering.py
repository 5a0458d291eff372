"""Render an answer as Markdown in which only our own marks are Markdown.

Text of the law, of a model or of a person is escaped, so that it can never turn into
HTML, an image, a link, a heading or a list. The only links are the bracketed names of
citations, which Chainlit makes from the elements of the same message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import (
    UNSURE,
    Answer,
    AnswerKind,
    AnswerPart,
    AnswerTable,
    Citation,
    Sentence,
    TableCell,
)
from civicsetu.law.documents import EditionKind
from civicsetu.query.scope import scope_line

_MARKS = re.compile(r"([\\`*_{}\[\]<>#~|&:$])")
_LINE_START = re.compile(r"^(\s*)(\d{1,9})([.)])(?=\s|$)|^(\s*)([-+=])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_AUTOLINK = re.compile(r"(?i)\b(https?|ftp)(?=://)|\b(www)(?=\.)|(?<=[\w.+-])(@)(?=[\w-]+\.)")
_JOINER = "\u2060"

EDITION_LABEL = {EditionKind.OFFICIAL: "official text", EditionKind.PLAIN: "in plain words"}


def escape(text: str) -> str:
    """Escape `text` into one line of Markdown that shows it letter by letter.

    Addresses and e-mails get an invisible joiner, because the page turns bare ones into
    links whatever is escaped; control and direction characters are dropped.
    """
    line = " ".join(_CONTROL.sub(" ", text).split())
    line = _AUTOLINK.sub(lambda found: found.group() + _JOINER, line)
    line = _MARKS.sub(r"\\\1", line)
    return _LINE_START.sub(_escaped_start, line)


def _escaped_start(found: re.Match[str]) -> str:
    if found.group(2):
        return f"{found.group(1)}{found.group(2)}\\{found.group(3)}"
    return f"{found.group(4)}\\{found.group(5)}"


def sentence_line(sentence: Sentence, names: Sequence[str]) -> str:
    """Render a sentence, then the bracketed names of what it cites."""
    cited = " ".join(dict.fromkeys(names))
    return f"{escape(sentence.text)} {cited}".rstrip()


def status_line(text: str) -> str:
    """Render the line that says what is being done."""
    return f"{escape(text.rstrip('.…'))}…"


def answer_markdown(answer: Answer, names: Sequence[str]) -> str:
    """Render the whole message; `names[i]` is the bracketed name of `answer.citations[i]`.

    Whose law was searched stands last, above the buttons that ask for another state.
    """
    parts = [_body(answer, names)]
    if answer.sentences and answer.confidence.level == "low":
        parts.insert(0, f"**Please note:** {escape(UNSURE)}")
    parts.extend(f"**Please note:** {escape(warning.text)}" for warning in answer.warnings)
    if answer.citations:
        parts.append(_sources(answer.citations, names))
        held = held_as_of(answer.citations)
        if held:
            parts.append(held)
    parts.append(f"*{escape(answer.disclaimer)}*")
    if told := scope_line(answer, get_registry()):
        parts.append(escape(told))
    return "\n\n".join(parts)


def _body(answer: Answer, names: Sequence[str]) -> str:
    if answer.sentences and answer.kind is not AnswerKind.ABSTAIN:
        lines = [sentence_line(one, [names[index] for index in one.citations]) for one in answer.sentences]
        table = _table(answer.table, names) if answer.table and len(answer.parts) < 2 else ""
        told = [table] if table else _under_headings(lines, answer.parts)
        return "\n\n".join([*told, *_steps(answer, names)])
    paragraphs = [escape(block) for block in answer.answer.splitlines() if block.strip()]
    return "\n\n".join(paragraphs)


def _table(table: AnswerTable, names: Sequence[str]) -> str:
    """The states side by side, a row a matter."""
    rows = [
        ["", *(escape(state) for state in table.states)],
        ["---"] * (len(table.states) + 1),
        *([escape(row.matter), *(_cell(cell, names) for cell in row.cells)] for row in table.rows),
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _cell(cell: TableCell, names: Sequence[str]) -> str:
    text = escape(" ".join(cell.text.split()))
    return " ".join([text, *(names[index] for index in cell.citations)])


def _steps(answer: Answer, names: Sequence[str]) -> list[str]:
    """What the asker can do, numbered, under its heading."""
    if not answer.steps:
        return []
    lines = [
        f"{number}. {' '.join([escape(step.text), *(names[index] for index in step.citations)])}"
        for number, step in enumerate(answer.steps, start=1)
    ]
    return ["**What you can do**", "\n".join(lines)]


def _under_headings(lines: Sequence[str], parts: Sequence[AnswerPart]) -> list[str]:
    """The sentences of each part under its heading; of an answer of one part the sentences alone."""
    if len(parts) < 2:
        return list(lines)
    return [
        line for part in parts for line in (heading_line(part.heading), *(lines[at] for at in part.sentences))
    ]


def heading_line(heading: str) -> str:
    """Return the heading of a part: what the asker asked, in bold."""
    return f"**{escape(heading)}**"


def _sources(citations: Sequence[Citation], names: Sequence[str]) -> str:
    lines: dict[str, str] = {}
    for citation, name in zip(citations, names, strict=True):
        lines.setdefault(name, f"- {name} {_source_words(citation)}")
    return "---\n\n**Where this comes from**\n\n" + "\n".join(lines.values())


def _source_words(citation: Citation) -> str:
    title = shown_title(citation.title)
    title = f"{title}, " if title else ""
    edition = EDITION_LABEL[citation.edition] + (", from public sources" if citation.secondary else "")
    return escape(f"{title}{citation.document_title} ({edition})")


def shown_title(title: str) -> str:
    """Return a provision's heading without the full stop the law prints after it."""
    return title.rstrip(" .\u2014-")


def held_as_of(citations: Sequence[Citation]) -> str:
    """Return the sentence that dates the cited texts, by the earliest date if they differ."""
    dates = [citation.text_as_of for citation in citations if citation.text_as_of]
    if not dates:
        return ""
    return f"Law as held on {written_date(min(dates))}; later changes were not checked."


def written_date(day: date) -> str:
    """`26 October 2020`."""
    return f"{day.day} {day:%B %Y}"
