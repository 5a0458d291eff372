"""The words of a provision as a prompt shows them: whole, or of a long one the sentences nearest to the question."""

from __future__ import annotations

from collections.abc import Collection

from civicsetu.answering.writing.fences import neutralise
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.corpus.extracts import Extract, compress, to_text
from civicsetu.corpus.law_index import HeldLaw, IndexedEdition, IndexedProvision, LawIndex, Unit
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import to_one_line
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words

Place = tuple[IndexedEdition, IndexedProvision]
"""An edition, and where a unit stands in it."""


def find_plain(unit: Unit, index: LawIndex) -> Place | None:
    """Return where our plain edition has a unit; None where only the official text does."""
    return _find(EditionKind.PLAIN, unit, index)


def find_official(unit: Unit, index: LawIndex) -> Place | None:
    """Return where the official text has a unit; None where it is not held."""
    return _find(EditionKind.OFFICIAL, unit, index)


def _find(kind: EditionKind, unit: Unit, index: LawIndex) -> Place | None:
    return next(((edition, at) for edition, at in index.editions_of(unit) if edition.kind is kind), None)


def write_words(unit: Unit, found: Place, words: Collection[str]) -> str:
    """Return the words of a unit on one line, of a long one the sentences that share most `words` (stems).

    Sentences left out leave a mark; none is cut.
    """
    edition, place = found
    whole = to_one_line(edition.body[place.body : place.end])
    return neutralise(whole if len(whole) <= WRITING.provision_chars else _nearest(unit, edition, place, words))


def write_official(unit: Unit, index: LawIndex) -> str:
    """Return the official words of a unit where they are held and short, else nothing."""
    for edition, place in index.editions_of(unit):
        if edition.kind is EditionKind.OFFICIAL:
            text = to_one_line(edition.body[place.body : place.end])
            return neutralise(text) if len(text) <= WRITING.official_chars else ""
    return ""


def name_place(law: HeldLaw, path: str) -> str:
    """Return a provision as a reader knows it: "section 18(1)", "rule 16", "Form M"."""
    return path if parse_path(path).is_annex else f"{law.doc_type.provision_noun} {path}"


def stems_of(*texts: str) -> frozenset[str]:
    """Return the stems of the words of some length."""
    words = (word for text in texts for word in split_words(text))
    return frozenset(stem(word) for word in words if len(word) >= WRITING.telling_letters)


def _nearest(unit: Unit, edition: IndexedEdition, place: IndexedProvision, words: Collection[str]) -> str:
    """As many of its sentences as have room; the first is one of them, for the others often lean on it."""
    extract = Extract(unit, edition, 1, place.body, place.end, ((place.body, place.end),))
    pieces = extract.pieces()
    scores = {piece.sentence: float(len(stems_of(piece.sentence) & set(words))) for piece in pieces}
    first = (edition.edition_id, pieces[0].start, pieces[0].end)
    room, keep = WRITING.provision_chars - (pieces[0].end - pieces[0].start), 0
    for piece in sorted(pieces, key=lambda one: (-scores[one.sentence], one.start)):
        room -= 0 if piece is pieces[0] else piece.end - piece.start
        if room < 0:
            break
        keep += 1
    return _joined(compress(extract, keep, scores.__getitem__, [first]))


def _joined(extract: Extract) -> str:
    return to_one_line(to_text(extract.edition.body, extract.start, extract.end, [extract]))
