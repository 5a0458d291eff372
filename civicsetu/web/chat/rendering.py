"""Render an answer as Markdown in which only our own marks are Markdown.

The only links are the bracketed names of citations, which Chainlit makes from the
elements of the same message.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from civicsetu.answering.messages.scope_line import scope_line
from civicsetu.answering.messages.written_note import written_note
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import (
    SAID_ABOVE,
    Answer,
    AnswerKind,
    AnswerTable,
    Citation,
    Sentence,
    Support,
    TableCell,
    TableRow,
)
from civicsetu.law.documents import EditionKind
from civicsetu.web.language.matter_headings import tell_heading
from civicsetu.web.language.speaking import say, tell, tell_behind_law, write_day
from civicsetu.web.markdown import escape

_MOST_COLUMNS = 2
_IN_OUR_WORDS = (Support.STATEMENT, Support.VERIFIED)
_EDITION = {EditionKind.OFFICIAL: "shown.official_text", EditionKind.PLAIN: "shown.plain_words"}


def sentence_line(sentence: Sentence, names: Sequence[str]) -> str:
    """Render a sentence, behind the yes or no it gives, then the bracketed names of what it cites."""
    cited = " ".join(dict.fromkeys(names))
    opening = f"**{escape(sentence.yes_or_no)}** " if sentence.yes_or_no else ""
    if sentence.support is Support.PRACTICAL:
        opening = f"**{say('shown.tip')}** "
    return f"{opening}{escape(tell_limit(sentence))} {cited}".rstrip()


def sentence_lines(sentence: Sentence, names: Sequence[str], before: Sentence | None) -> list[str]:
    """Render a sentence of a part; words of the law itself, and translations, say so above the first of them.

    A translation stands above its English sentence, which carries the citations. `before` is the sentence of that part that stands before it; None where it opens the part.
    """
    line = sentence_line(sentence, names)
    if sentence.translation and not sentence.is_translated_by_machine:
        return [f"> {escape(sentence.translation)}", line]
    if sentence.translation:
        marked = before is not None and before.translation
        return [*([] if marked else [f"*{say('shown.translated')}*"]), f"> {escape(sentence.translation)}", line]
    goes_on = before is not None and before.support is Support.VERBATIM
    return [f"*{say('shown.own')}*", line] if sentence.support is Support.VERBATIM and not goes_on else [line]


def tell_limit(sentence: Sentence) -> str:
    """Return the text of a sentence: law as it stands, what states no law in the reader's language."""
    return tell(sentence.text) if sentence.support is Support.NONE else sentence.text


def note_line(text: str) -> str:
    """Render something that has to be said beside an answer."""
    return f"**{say('shown.note')}** {escape(tell(text))}"


def label_edition(kind: EditionKind) -> str:
    """Return which wording of a provision it is."""
    return say(_EDITION[kind])


def describe_edition(citation: Citation) -> str:
    """Return which wording is cited, and where it was restated from."""
    edition = label_edition(citation.edition)
    return say("shown.from_public", edition=edition) if citation.secondary else edition


def statement_of(sentence: Sentence) -> str:
    """Return what a sentence says in plain words; empty where it says the law's own."""
    return sentence.text.removeprefix(SAID_ABOVE) if sentence.support in _IN_OUR_WORDS else ""


def said_by_citation(answer: Answer) -> dict[int, str]:
    """Return the statement that cites each citation, by its index: of sentences, else of steps."""
    said = {index: step.text for step in answer.steps for index in step.citations}
    return said | {index: statement_of(one) for one in answer.sentences for index in one.citations}


def describe_stage(text: str) -> str:
    """Return what is being done, in the reader's language; a place in the queue is a whole sentence."""
    told = tell(text)
    return tell(f"{text.rstrip('.…')}…") if told == text else told


def answer_markdown(answer: Answer, names: Sequence[str]) -> str:
    """Render the whole message; `names[i]` is the bracketed name of `answer.citations[i]`.

    Who wrote it stands right under it. Whose law was searched stands last, above the buttons that ask for another state.
    """
    parts = [_body(answer, names)]
    if note := written_note(answer):
        parts.append(f"*{escape(tell(note))}*")
    if answer.unsure:
        parts.insert(0, note_line(answer.unsure))
    parts.extend(note_line(warning.text) for warning in answer.warnings)
    if answer.citations:
        parts.append(_sources(answer.citations, names))
        held = held_as_of(answer.citations)
        if held:
            parts.append(held)
    parts.append(f"*{escape(tell(answer.disclaimer))}*")
    if told := scope_line(answer, get_registry()):
        parts.append(escape(tell(told)))
    return "\n\n".join(parts)


def _body(answer: Answer, names: Sequence[str]) -> str:
    if answer.sentences and answer.kind is not AnswerKind.ABSTAIN:
        table = _table(answer.table, names) if answer.table and len(answer.parts) < 2 else ""
        told = [*_opening(answer), table] if table else _under_headings(answer, names)
        return "\n\n".join([*told, *_steps(answer, names)])
    paragraphs = [escape(tell(block)) for block in answer.answer.splitlines() if block.strip()]
    return "\n\n".join(paragraphs)


def _opening(answer: Answer) -> list[str]:
    """What stands before the law of an answer that is shown as a table."""
    return [escape(tell(one.text)) for one in answer.sentences[:1] if one.support is Support.NONE and not one.citations]


def _table(table: AnswerTable, names: Sequence[str]) -> str:
    """The states side by side, a small table for each matter: its heading above leaves a phone room for the cells.

    Two states are two columns; more would leave a phone none wide enough to read, so each is a row.
    """
    matters = groupby(table.rows, key=lambda row: row.matter)
    return "\n\n".join(
        f"**{escape(tell_heading(matter))}**\n\n{_one_matter(table, list(rows), names)}" for matter, rows in matters
    )


def _one_matter(table: AnswerTable, rows: Sequence[TableRow], names: Sequence[str]) -> str:
    states = [escape(state) for state in table.states]
    cells = [[_cell(cell, names) for cell in row.cells] for row in rows]
    lines = [states, ["---"] * len(states), *cells]
    if len(states) > _MOST_COLUMNS:
        told = (" ".join(dict.fromkeys(of_state)) for of_state in zip(*cells, strict=True))
        lines = [[say("shown.state"), say("shown.says")], ["---"] * 2, *map(list, zip(states, told, strict=True))]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def tell_cell(cell: TableCell) -> str:
    """Return what a cell says on one line: law as it stands, a note on its print behind it in the reader's language."""
    text = " ".join(cell.text.split())
    return tell_behind_law(text) if cell.citations else tell(text)


def _cell(cell: TableCell, names: Sequence[str]) -> str:
    return " ".join([escape(tell_cell(cell)), *dict.fromkeys(names[index] for index in cell.citations)])


def _steps(answer: Answer, names: Sequence[str]) -> list[str]:
    """What the asker can do, numbered, under its heading."""
    if not answer.steps:
        return []
    lines = [
        f"{number}. {' '.join([escape(tell_behind_law(step.text) if step.citations else tell(step.text)), *dict.fromkeys(names[index] for index in step.citations)])}"
        for number, step in enumerate(answer.steps, start=1)
    ]
    return [f"**{say('shown.steps')}**", "\n".join(lines)]


def _under_headings(answer: Answer, names: Sequence[str]) -> list[str]:
    """The sentences of each part under its heading; of an answer of one part the sentences alone."""
    if len(answer.parts) < 2:
        return _lines(answer.sentences, names)
    return [
        line
        for part in answer.parts
        for line in (
            heading_line(part.heading),
            *_lines([answer.sentences[at] for at in part.sentences], names),
        )
    ]


def _lines(sentences: Sequence[Sentence], names: Sequence[str]) -> list[str]:
    return [
        line
        for before, one in zip([None, *sentences], sentences, strict=False)
        for line in sentence_lines(one, [names[index] for index in one.citations], before)
    ]


def heading_line(heading: str) -> str:
    """Return the heading of a part: what the asker asked, in bold."""
    return f"**{escape(heading)}**"


def _sources(citations: Sequence[Citation], names: Sequence[str]) -> str:
    """Each section or rule on one line, with the names of all that is cited of it."""
    named: dict[str, list[str]] = {}
    for citation, name in zip(citations, names, strict=True):
        named.setdefault(_source_words(citation), []).append(name)
    lines = [f"- {' '.join(dict.fromkeys(own))} {words}" for words, own in named.items()]
    return f"---\n\n**{say('shown.came_from')}**\n\n" + "\n".join(lines)


def _source_words(citation: Citation) -> str:
    title = shown_title(citation.title)
    title = f"{title}, " if title else ""
    return escape(f"{title}{citation.document_title} ({describe_edition(citation)})")


def shown_title(title: str) -> str:
    """Return a provision's heading without the full stop the law prints after it."""
    return title.rstrip(" .\u2014-")


def held_as_of(citations: Sequence[Citation]) -> str:
    """Return the sentence that dates the cited texts, by the earliest date if they differ."""
    dates = [citation.text_as_of for citation in citations if citation.text_as_of]
    if not dates:
        return ""
    return say("shown.held", day=write_day(min(dates)))
