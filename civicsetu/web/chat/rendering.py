"""Render an answer as Markdown in which only our own marks are Markdown.

The only links are the bracketed names of citations, which Chainlit makes from the
elements of the same message.
"""

from __future__ import annotations

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
    TableRow,
)
from civicsetu.law.documents import EditionKind
from civicsetu.query.scope import scope_line
from civicsetu.web.markdown import escape

_MOST_COLUMNS = 2
EDITION_LABEL = {EditionKind.OFFICIAL: "official text", EditionKind.PLAIN: "in plain words"}


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
    """The states side by side, a small table for each matter: its heading above leaves a phone room for the cells.

    Two states are two columns; more would leave a phone none wide enough to read, so each is a row.
    """
    return "\n\n".join(f"**{escape(row.matter)}**\n\n{_one_matter(table, row, names)}" for row in table.rows)


def _one_matter(table: AnswerTable, row: TableRow, names: Sequence[str]) -> str:
    states, cells = [escape(state) for state in table.states], [_cell(cell, names) for cell in row.cells]
    lines = [states, ["---"] * len(states), cells]
    if len(states) > _MOST_COLUMNS:
        lines = [["State", "What it says"], ["---"] * 2, *map(list, zip(states, cells, strict=True))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cell(cell: TableCell, names: Sequence[str]) -> str:
    text = escape(" ".join(cell.text.split()))
    return " ".join([text, *dict.fromkeys(names[index] for index in cell.citations)])


def _steps(answer: Answer, names: Sequence[str]) -> list[str]:
    """What the asker can do, numbered, under its heading."""
    if not answer.steps:
        return []
    lines = [
        f"{number}. {' '.join([escape(step.text), *dict.fromkeys(names[index] for index in step.citations)])}"
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
