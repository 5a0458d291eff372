"""Phase one: ask every row's question, and keep the answer with the law it was given from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from civicsetu.corpus.law_index import LawIndex
from civicsetu.evaluation.ragas_scores.result_files import (
    ANSWERS,
    AnsweredRow,
    Answers,
    read_file,
    write_file,
)
from civicsetu.evaluation.ragas_scores.rows import RagasRow
from civicsetu.evaluation.runner import Service, ask_final
from civicsetu.law.answers import Answer, Context, Sentence, Support
from civicsetu.law.documents import EditionKind
from civicsetu.progress import Progress

FAILED = "failed"


async def answer_rows(
    rows: Sequence[RagasRow], service: Service, index: LawIndex, answer_hash: str, folder: Path, progress: Progress
) -> Answers:
    """Ask what is not answered yet under this answer hash; the service gets question and state, nothing else.

    Raises:
        InputError: the file of answers is wrong, or cannot be written.
    """
    path = folder / ANSWERS
    before = read_file(path, Answers)
    answers = before if before is not None and before.answer_hash == answer_hash else Answers(answer_hash=answer_hash)
    for number, row in enumerate(rows, start=1):
        known = answers.rows.get(row.id)
        if known is None or (known.question, known.jurisdiction) != (row.question, row.jurisdiction):
            final = await ask_final(service, [row.question], row.jurisdiction)
            answered = _answered(row, final.answer if final else None, index)
            answers = answers.model_copy(update={"rows": {**answers.rows, row.id: answered}})
            write_file(path, answers)
        progress("answering", number / len(rows))
    return answers


def _answered(row: RagasRow, answer: Answer | None, index: LawIndex) -> AnsweredRow:
    texts = [text for one in (answer.contexts if answer else ()) if (text := _plain_words(one, index))]
    return AnsweredRow(
        id=row.id,
        group=row.group,
        question=row.question,
        jurisdiction=row.jurisdiction,
        answer=_words_of_ours(answer) if answer else "",
        kind=answer.kind.value if answer else FAILED,
        contexts=tuple(texts),
        latency_ms=answer.latency_ms if answer else 0.0,
    )


def _words_of_ours(answer: Answer) -> str:
    """The answer without sentences lifted from an official text, which goes to no judge; the same where it has none."""
    said = [one for one in answer.sentences if not _is_official(one, answer)]
    return answer.answer if len(said) == len(answer.sentences) else " ".join(one.shown for one in said)


def _is_official(sentence: Sentence, answer: Answer) -> bool:
    editions = {answer.citations[at].edition for at in sentence.citations}
    return sentence.support is Support.VERBATIM and EditionKind.OFFICIAL in editions


def _plain_words(context: Context, index: LawIndex) -> str:
    """A provision in our plain words; nothing where only its official text is held, which goes to no judge."""
    law = index.laws.get(context.document)
    edition = law.editions.get(EditionKind.PLAIN) if law else None
    place = edition.places.get(context.provision) if edition else None
    if law is None or edition is None or place is None:
        return ""
    return f"{law.short_title} {context.provision}: {edition.body[place.start : place.end].strip()}"
