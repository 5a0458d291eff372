"""Title a matter in plain words: by the value it is about, else by the words its provision is looked up under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from civicsetu.answering.composing.comparing.align_values import Aligner
from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.corpus.question_index.indexed_texts import Language, read_indexed_texts
from civicsetu.law.paths import parse_path
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

_LANGUAGE = Language.ENGLISH


def title_of(held: StatementHeld, aligner: Aligner | None) -> str:
    """Return the heading of what is compared; the law's own heading only where there are no plainer words."""
    if aligner is not None and (values := aligner.values_of(held)):
        return _join(dict.fromkeys(one.parameter.label for one in values))
    phrases = list(_phrases(held))
    said = _stems(held.statement.says)
    shared = [len(_stems(one) & said) / max(len(_stems(one)), 1) for one in phrases]
    title = phrases[shared.index(max(shared))] if phrases else held.unit.title.rstrip(" .—-")
    return title[:1].upper() + title[1:]


def _join(labels: Iterable[str]) -> str:
    """'Form of a complaint, fee of a complaint'."""
    first, *more = labels
    return ", ".join([first, *(label[0].lower() + label[1:] for label in more)])


def _phrases(held: StatementHeld) -> Iterator[str]:
    """The plain words under which its provision is looked up, or the one around it."""
    texts = read_indexed_texts(held.unit.document)
    if texts is None:
        return
    own = parse_path(held.unit.path)
    around = [path for path in texts.units if parse_path(path).contains(own)]
    for path in sorted(around, key=len, reverse=True)[:1]:
        yield from texts.units[path].get(_LANGUAGE, ())


def _stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text)}
