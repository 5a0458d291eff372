"""An answer as a reader of a sheet sees it: what is said, and each provision named, in our words and by offsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from civicsetu.corpus.law_index import IndexedEdition, LawIndex
from civicsetu.evaluation.judging.sheet import (
    CitedLaw,
    OfficialSpan,
    ShownAnswer,
    ShownRow,
    ShownSentence,
    ShownTable,
    ShownTurn,
    digest_of,
)
from civicsetu.law.answers import Answer, AnswerKind, AnswerTable, Citation, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path


def show_answer(answer: Answer, index: LawIndex) -> tuple[ShownAnswer, tuple[CitedLaw, ...]]:
    """Return the answer as it was shown, and the law it names, each provision once.

    A table stands in place of its sentences, as on the page.
    """
    units = [(one.document, one.section_id) for one in answer.citations]
    order = list(dict.fromkeys(units))
    at = [order.index(unit) for unit in units]
    first = {unit: answer.citations[units.index(unit)] for unit in order}
    stated = bool(answer.sentences) and answer.kind is not AnswerKind.ABSTAIN
    table = answer.table if stated and len(answer.parts) < 2 else None
    said = answer.sentences if stated and table is None else ()
    shown = ShownAnswer(
        kind=answer.kind,
        confidence=answer.confidence.level,
        message="" if stated else _message(answer),
        sentences=tuple(_show_sentence(one, answer.citations, at) for one in said),
        parts=answer.parts if stated and len(answer.parts) > 1 else (),
        steps=tuple(_show(_told(step.text, step.translation), step.citations, at) for step in answer.steps),
        table=_show_table(table, at) if table else None,
        notes=tuple(_notes(answer, stated=stated)),
    )
    return shown, tuple(cite_law(first[unit], index) for unit in order)


def show_earlier(answers: Sequence[Answer]) -> tuple[ShownTurn, ...]:
    """Return the turns before, with their answers in one text; official wording is only named."""
    return tuple(ShownTurn(question=one.question, answer=_as_text(one)) for one in answers)


def cite_law(citation: Citation, index: LawIndex) -> CitedLaw:
    """Return the whole unit a citation lies in: our words of it, and where its official text stands."""
    law = index.laws[citation.document]
    path = citation.section_id
    noun = "" if parse_path(path).is_annex else f"{law.doc_type.provision_noun} "
    heading = f" ({citation.title.rstrip('.')})" if citation.title else ""
    plain, official = (
        _words(law.editions.get(kind), path) for kind in (EditionKind.PLAIN, EditionKind.OFFICIAL)
    )
    span = None
    if official is not None:
        start, end, words = official
        span = OfficialSpan(document=citation.document, start=start, end=end, digest=digest_of(words))
    return CitedLaw(
        place=f"{law.title}, {noun}{path}{heading}",
        document=citation.document,
        provision=path,
        plain=plain[2].lstrip("# ").strip() if plain else "",
        official=span,
    )


def _words(edition: IndexedEdition | None, path: str) -> tuple[int, int, str] | None:
    place = edition.places.get(path) if edition else None
    if edition is None or place is None:
        return None
    return place.start, place.end, edition.body[place.start : place.end]


def _show_sentence(sentence: Sentence, citations: Sequence[Citation], at: Sequence[int]) -> ShownSentence:
    shown = _show(_told(sentence.shown, sentence.translation), sentence.citations, at)
    lifted = _lifted_from(sentence, citations)
    if lifted is None:
        return shown
    span = OfficialSpan(
        document=lifted.document, start=lifted.start, end=lifted.end, digest=digest_of(lifted.quote)
    )
    return shown.model_copy(update={"text": "", "official": span})


def _message(answer: Answer) -> str:
    """Return the message of an answer without a sentence of law."""
    translated = any(one.translation for one in answer.sentences)
    return " ".join(_told(one.shown, one.translation) for one in answer.sentences) if translated else answer.answer


def _told(text: str, translation: str) -> str:
    """A text as its asker reads it: in their own language first, where it ships in that, with the English behind it."""
    return f"{translation} ({text})" if translation else text


def _lifted_from(sentence: Sentence, citations: Sequence[Citation]) -> Citation | None:
    """The official passage whose words the sentence is; None where it is ours."""
    if sentence.support is not Support.VERBATIM:
        return None
    cited = (citations[index] for index in sentence.citations)
    return next((one for one in cited if one.edition is EditionKind.OFFICIAL), None)


def _show(text: str, citations: Iterable[int], at: Sequence[int]) -> ShownSentence:
    return ShownSentence(text=text, law=tuple(dict.fromkeys(at[index] for index in citations)))


def _show_table(table: AnswerTable, at: Sequence[int]) -> ShownTable:
    rows = (
        ShownRow(matter=row.matter, cells=tuple(_show(cell.text, cell.citations, at) for cell in row.cells))
        for row in table.rows
    )
    return ShownTable(states=table.states, rows=tuple(rows))


def _notes(answer: Answer, *, stated: bool) -> Iterable[str]:
    if stated and answer.unsure:
        yield answer.unsure
    yield from (warning.text for warning in answer.warnings)


def _as_text(answer: Answer) -> str:
    if not answer.sentences or answer.kind is AnswerKind.ABSTAIN:
        return answer.answer
    lifted = ((one, _lifted_from(one, answer.citations)) for one in answer.sentences)
    said = [f"(the law's own words: {cited.name})" if cited else one.shown for one, cited in lifted]
    return " ".join([*said, *(step.text for step in answer.steps)])
