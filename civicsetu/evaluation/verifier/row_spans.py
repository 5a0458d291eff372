"""The spans of a row as a writer is given them, from the plain editions that ship: no installation is needed."""

from __future__ import annotations

from collections.abc import Mapping

from civicsetu.answering.written import Span, SpanKind, Written
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.corpus.plain_editions import PlainEdition, get_plain_edition
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.review.lock import name_entry
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.errors import InputError, UnknownDocument
from civicsetu.evaluation.verifier.rows import SentenceRow, SpanNamed
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import to_one_line
from civicsetu.law.statements import DocumentPath


def make_written(row: SentenceRow) -> Written:
    """Return the sentence of a row as a writer would have written it."""
    return Written(row.mark, 1, tuple(_key(at) for at in row.cites), row.quote, row.text)


def resolve_spans(row: SentenceRow) -> Mapping[str, Span]:
    """Return the spans of a row by key; a provision is its whole plain text with its parts.

    Raises:
        InputError: a span is not in the law that ships, or none of those cited holds the quote; it names the row.
    """
    spans = {_key(at): _resolve(named, _key(at), row.id) for at, named in enumerate(row.spans)}
    if not any(row.quote in spans[_key(at)].text for at in row.cites):
        raise InputError(user_message=f"{row.id}: no cited span holds the quote {row.quote!r}.")
    return spans


def _key(at: int) -> str:
    return f"k{at + 1}"


def _resolve(named: SpanNamed, key: str, row: str) -> Span:
    if named.statement:
        held = get_statements().by_id.get(named.statement)
        if held is None:
            raise InputError(user_message=f"{row}: there is no statement {named.statement}.")
        return _span(SpanKind.STATEMENT, key, held.says, held.provisions[0], row)
    if named.value:
        return _value(named.value, key, row)
    try:
        place = DocumentPath(named.document, parse_path(named.provision))
    except ValueError as error:
        raise InputError(user_message=f"{row}: {named.provision!r} is no provision.") from error
    return _span(SpanKind.PROVISION, key, _text_of(place, row), place, row)


def _value(name: str, key: str, row: str) -> Span:
    """What an entry of a parameter fixes: its label, its state and the words that carry it."""
    for parameter in get_parameters():
        for code, holding in parameter.values.items():
            for entry in holding.entries:
                if name_entry(parameter.parameter, code, entry) == name and entry.carriers:
                    state = get_registry().jurisdictions[code].name
                    carried = " ".join(_text_of(place, row) for place in entry.carriers)
                    return _span(
                        SpanKind.VALUE, key, f"{parameter.label} ({state}): {carried}", entry.carriers[0], row
                    )
    raise InputError(user_message=f"{row}: no entry of a parameter is named {name}.")


def _text_of(place: DocumentPath, row: str) -> str:
    edition = _edition(place, row)
    node = edition.nodes.get(place.path)
    if node is None:
        raise InputError(user_message=f"{row}: {place} is not in the plain edition.")
    return to_one_line(edition.tree.text_of(node))


def _edition(place: DocumentPath, row: str) -> PlainEdition:
    try:
        edition = get_plain_edition(place.document)
    except UnknownDocument as error:
        raise InputError(user_message=f"{row}: {error.user_message}") from error
    if edition is None:
        raise InputError(user_message=f"{row}: {place.document} has no plain edition.")
    return edition


def _span(kind: SpanKind, key: str, text: str, place: DocumentPath, row: str) -> Span:
    spec = _edition(place, row).spec
    return Span(
        key,
        kind,
        text,
        law=spec.title,
        place=f"{spec.doc_type.provision_noun} {place.path}",
        jurisdiction=spec.jurisdiction,
        unit=(place.document, str(place.path)),
    )
