"""Silences that ship: what people ask and the laws held do not settle (`corpus/data/silences`).

    silences:
    - id: none.gate-colour
      says: The Meadow Act does not say in which colour a gate is painted.
      look: The parish decides.
      laws: [meadow_act]
      provisions: ["meadow_act:3"]
      absent: ["colou?r"]
      near: [meadow.3-1.shut]
      questions: [what colour must my gate be, ...]

A file that is wrong in one field refuses the whole, and the error names file, line and field.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.statements.catalogue import EditionOf, get_statements
from civicsetu.corpus.statements.entries import MOST_WORDS, Sentence, StatementId, Words
from civicsetu.corpus.statements.thresholds import STATEMENTS
from civicsetu.errors import CorpusError, UnknownDocument
from civicsetu.law.silences import Silence
from civicsetu.law.statements import DocumentPath, parse_document_path
from civicsetu.yaml_data import FieldError, make_file_error, parse_model

FOLDER = "silences"
_CLAIMS_TOO_MUCH = re.compile(r"\b(?:no law|the law|RERA (?:does|has|sets|fixes|gives|says))\b", re.IGNORECASE)
"""Words that speak for more law than was read."""


def _word_or_pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"{text!r} is no regular expression") from error
    return text


class SilenceEntry(BaseModel):
    """One silence as its file gives it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: StatementId
    says: Sentence
    look: Sentence | None = None
    look_first: bool = False
    look_of: frozenset[Words] = frozenset()
    elsewhere: Sentence | None = None
    laws: Annotated[tuple[Words, ...], Field(min_length=1)]
    provisions: Annotated[tuple[Words, ...], Field(min_length=1)]
    absent: tuple[Annotated[Words, AfterValidator(_word_or_pattern)], ...] = ()
    near: tuple[StatementId, ...] = Field(default=(), max_length=2)
    questions: Annotated[tuple[Words, ...], Field(min_length=STATEMENTS.least_questions)]


class SilenceFile(BaseModel):
    """One file of silences."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    silences: Annotated[tuple[SilenceEntry, ...], Field(min_length=1)]


@lru_cache(maxsize=1)
def get_silences() -> tuple[Silence, ...]:
    """Return the silences that ship, read on first use.

    Raises:
        CorpusError: a file is wrong; file, line and field are named, and none is loaded.
    """
    return load_silences(read_texts(FOLDER), get_statements().by_id)


def load_silences(
    texts: Mapping[str, str], statements: Container[str], edition_of: EditionOf = get_plain_edition
) -> tuple[Silence, ...]:
    """Read files of silences by name; `edition_of` gives the plain edition of a law.

    Raises:
        CorpusError: as `get_silences`.
    """
    found: dict[str, Silence] = {}
    for name, text in texts.items():
        told = f"{FOLDER}/{name}"
        for at, entry in enumerate(parse_model(SilenceFile, text, told).silences):
            try:
                if entry.id in found:
                    raise FieldError(f"the id {entry.id} stands twice", "id")
                found[entry.id] = _build(entry, statements, edition_of)
            except FieldError as error:
                whole = FieldError(str(error), "silences", at, *error.place)
                raise make_file_error(whole, text, told) from error
    return tuple(found.values())


def check_absence(silences: Iterable[Silence], edition_of: EditionOf = get_plain_edition) -> None:
    """Read the laws for the words that a silence says do not occur in them.

    It takes seconds, and what ships was read when it was reviewed, so that nothing waits for it but a review.

    Raises:
        CorpusError: such words occur; the silence, the words and the law are named.
    """
    for silence in silences:
        texts = {law: _text_of(law, edition_of) for law in silence.laws}
        for law, words in find_present(silence, texts):
            raise CorpusError(user_message=f"{FOLDER}, {silence.id}: {words!r} occurs in {law}.")


def find_present(silence: Silence, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each law with the words that occur in it, though the silence says that they do not; `texts` by law."""
    for law in silence.laws:
        for pattern in silence.absent:
            if match := pattern.search(texts.get(law, "")):
                yield law, match.group()


def _build(entry: SilenceEntry, statements: Container[str], edition_of: EditionOf) -> Silence:
    for field, words in (("says", entry.says), ("look", entry.look or ""), ("elsewhere", entry.elsewhere or "")):
        if len(words.split()) > MOST_WORDS:
            raise FieldError(f"{len(words.split())} words; a sentence has at most {MOST_WORDS}", field)
    if claim := _CLAIMS_TOO_MUCH.search(entry.says):
        raise FieldError(f"{claim.group()!r} speaks for more law than was read", "says")
    if unknown := next((one for one in entry.near if one not in statements), None):
        raise FieldError(f"there is no statement {unknown}", "near")
    for law in entry.laws:
        _text_of(law, edition_of)
    return Silence(
        id=entry.id,
        says=entry.says,
        look=entry.look or "",
        look_first=entry.look_first,
        look_of=entry.look_of,
        elsewhere=entry.elsewhere or "",
        laws=entry.laws,
        provisions=tuple(_provisions(entry, edition_of)),
        questions=entry.questions,
        near=entry.near,
        absent=tuple(re.compile(one, re.IGNORECASE) for one in entry.absent),
    )


def _provisions(entry: SilenceEntry, edition_of: EditionOf) -> Iterator[DocumentPath]:
    for named in entry.provisions:
        try:
            provision = parse_document_path(named)
        except ValueError as error:
            raise FieldError(str(error), "provisions") from error
        if provision.document not in entry.laws:
            raise FieldError(f"{named} is of a law that was not read", "provisions")
        edition = edition_of(provision.document)
        if edition is None or provision.path not in edition.nodes:
            raise FieldError(f"there is no provision {named}", "provisions")
        yield provision


def _text_of(law: str, edition_of: EditionOf) -> str:
    try:
        edition = edition_of(law)
    except UnknownDocument as error:
        raise FieldError(error.user_message, "laws") from error
    if edition is None:
        raise FieldError(f"{law} has no plain edition that could be read", "laws")
    return edition.body
