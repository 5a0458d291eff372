"""All statements that ship, checked against each other and against the plain editions, by id and provision.

Read once, at the first look-up. A file that is wrong in one field refuses the whole: nothing is
half loaded, and the error names file, line and field.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.plain_editions import PlainEdition, get_plain_edition
from civicsetu.corpus.statements.entries import (
    ELLIPSIS,
    MOST_WORDS,
    MOST_WORDS_WITH_NOTE,
    StatementEntry,
    StatementFile,
)
from civicsetu.errors import UnknownDocument
from civicsetu.law.case_facts import CaseFacts
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.statements import Statement, StatementKind, StatementPassage, parse_document_path
from civicsetu.yaml_data import FieldError, make_file_error, parse_model

FOLDER = "statements"
LOCK = "review.lock.yaml"
EXCEPTIONS = "exceptions.yaml"
NOT_STATEMENTS = (LOCK, EXCEPTIONS)
"""Files beside them: which law texts were reviewed, and which differences are right as they stand."""
MOST_REQUIRED = 2
"""A statement and all that may not be left out beside it are at most three sentences."""

_SENTENCE_MARKS = ".;:"
_OWED = frozenset((StatementKind.RIGHT, StatementKind.PENALTY))

EditionOf = Callable[[str], PlainEdition | None]


@dataclass(frozen=True)
class StatementCatalogue:
    """Catalogue of statements by id, document and provision, in the order of the files."""

    by_id: Mapping[str, Statement]
    _of_section: Mapping[tuple[str, str], tuple[Statement, ...]] = field(repr=False)
    _filled_by: Mapping[str, tuple[Statement, ...]] = field(repr=False)

    def __len__(self) -> int:
        return len(self.by_id)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.by_id.values())

    def of_document(self, document: str) -> tuple[Statement, ...]:
        """Return the statements of a law, in the order a person would want them."""
        return tuple(one for one in self if one.law == document)

    def carried_by(self, document: str, path: ProvisionPath) -> tuple[Statement, ...]:
        """Return the statements that a provision carries, alone or with others: its own, those of its parts, and
        those of the whole it is part of."""
        return tuple(
            one
            for one in self._of_section.get((document, path.number), ())
            if any(
                _touches(provision.path, path)
                for provision in one.provisions
                if provision.document == document
            )
        )

    def required_with(self, statement: Statement) -> tuple[Statement, ...]:
        """Return what may not be left out beside it, nearest first; at most two."""
        return tuple(self.by_id[one] for one in _closure(statement.id, lambda one: self.by_id[one].requires))

    def select(self, ids: Iterable[str]) -> StatementCatalogue:
        """Return the catalogue with those statements alone, in the same order."""
        wanted = frozenset(ids)
        return index_statements({name: one for name, one in self.by_id.items() if name in wanted})

    def filled_by(self, statement_id: str, document: str = "") -> tuple[Statement, ...]:
        """Return the statements that say what this one leaves to rules, of one law or of all."""
        found = self._filled_by.get(statement_id, ())
        return tuple(one for one in found if not document or one.law == document)


@dataclass(frozen=True)
class _Source:
    """One file: its name, its text for the line of a fault, and what stands in it."""

    name: str
    text: str
    content: StatementFile

    @contextmanager
    def refuse_at(self, *place: str | int) -> Iterator[None]:
        """Turn a fault of a field under `place` into the error of this file."""
        try:
            yield
        except FieldError as error:
            whole = FieldError(str(error), *place, *error.place)
            raise make_file_error(whole, self.text, self.name) from error


@lru_cache(maxsize=1)
def get_statements() -> StatementCatalogue:
    """Return the statements that ship with the package, read on first use.

    Raises:
        CorpusError: a file is wrong; file, line and field are named, and none is loaded.
    """
    return load_statements(read_texts(FOLDER, leave_out=NOT_STATEMENTS))


def load_statements(
    texts: Mapping[str, str],
    edition_of: EditionOf = get_plain_edition,
    case_facts: CaseFacts | None = None,
) -> StatementCatalogue:
    """Read files of statements by name; `edition_of` gives the plain edition of a law.

    Raises:
        CorpusError: as `get_statements`.
    """
    sources = [
        _Source(f"{FOLDER}/{name}", text, parse_model(StatementFile, text, f"{FOLDER}/{name}"))
        for name, text in texts.items()
    ]
    vocabulary = case_facts or get_case_facts()
    statements: dict[str, Statement] = {}
    for source in sources:
        with source.refuse_at("law"):
            _check_name(source)
            edition = _edition(source.content.law, edition_of)
        for at, entry in enumerate(source.content.statements):
            with source.refuse_at("statements", at):
                if entry.id in statements:
                    raise FieldError(f"the id {entry.id} stands twice", "id")
                _check_alone(entry, vocabulary)
                statements[entry.id] = _build(entry, edition, edition_of)
    for source in sources:
        for at, entry in enumerate(source.content.statements):
            with source.refuse_at("statements", at):
                _check_among(entry, statements)
    return index_statements(statements)


def _check_name(source: _Source) -> None:
    law = source.content.law
    if source.name.removeprefix(f"{FOLDER}/").split(".")[0] != law:
        raise FieldError(f"the file of {law} is named {law}.yaml or {law}.<part>.yaml")


def _edition(document: str, edition_of: EditionOf) -> PlainEdition:
    try:
        edition = edition_of(document)
    except UnknownDocument as error:
        raise FieldError(error.user_message) from error
    if edition is None:
        raise FieldError(f"{document} has no plain edition that could carry a statement")
    return edition


def _check_alone(entry: StatementEntry, vocabulary: CaseFacts) -> None:
    count = len(entry.says.split())
    if count > MOST_WORDS_WITH_NOTE or (count > MOST_WORDS and not entry.note):
        raise FieldError(
            f"{count} words; a statement has at most {MOST_WORDS}, or {MOST_WORDS_WITH_NOTE} with a note that says why",
            "says",
        )
    if entry.bearer is None and entry.holder is None and entry.kind in _OWED:
        raise FieldError(f"a {entry.kind} has a bearer or a holder", "bearer")
    if wrong := vocabulary.find_unknown(entry.facets):
        raise FieldError(wrong, "facets")
    if len(entry.passages) != len(entry.provisions):
        raise FieldError(
            f"{len(entry.passages)} passages for {len(entry.provisions)} provisions; each has one, in the same order",
            "passages",
        )


def _build(entry: StatementEntry, edition: PlainEdition, edition_of: EditionOf) -> Statement:
    law = edition.spec.key
    return Statement(
        id=entry.id,
        law=law,
        says=entry.says,
        kind=entry.kind,
        passages=tuple(
            _passage(at, law, named, words, edition, edition_of)
            for at, (named, words) in enumerate(zip(entry.provisions, entry.passages, strict=True))
        ),
        bearer=entry.bearer,
        holder=entry.holder,
        requires=entry.requires,
        fills=entry.fills,
        echoes=entry.echoes,
        qualifies=entry.qualifies,
        facets={name: frozenset(values) for name, values in entry.facets.items()},
        exhaustive=entry.exhaustive,
        note=entry.note,
    )


def _passage(
    at: int, law: str, named: str, words: str, edition: PlainEdition, edition_of: EditionOf
) -> StatementPassage:
    try:
        provision = parse_document_path(named, law)
    except ValueError as error:
        raise FieldError(str(error), "provisions", at) from error
    if provision.document != law:
        try:
            edition = _edition(provision.document, edition_of)
        except FieldError as error:
            raise FieldError(str(error), "provisions", at) from error
    node = edition.nodes.get(provision.path)
    if node is None:
        raise FieldError(
            f"{provision.document} has no {provision.path} in its plain edition", "provisions", at
        )
    span = find_passage(edition.body, node.start, node.end, words)
    if span is None:
        raise FieldError(f"the words {words!r} do not stand in {provision.path}", "passages", at)
    return StatementPassage(provision, *span, edition.body[slice(*span)])


def find_passage(body: str, start: int, end: int, words: str) -> tuple[int, int] | None:
    """Return the span of "first words … last words" within `start:end`; None where they do not stand there.

    The shortest such span at the first place; the full stop right after it belongs to it.
    """
    opens, _, closes = (part.strip() for part in words.partition(ELLIPSIS))
    first = _find(body, opens, start, end)
    if not opens or first is None:
        return None
    last = _find(body, closes, max(first[0], first[1] - len(closes)), end) if closes else first
    if last is None:
        return None
    stop = last[1] + (body[last[1] : last[1] + 1] in tuple(_SENTENCE_MARKS))
    return first[0], min(stop, end)


def _find(body: str, words: str, start: int, end: int) -> tuple[int, int] | None:
    at = body.find(words, start, end)
    if at >= 0:
        return at, at + len(words)
    broken = re.compile(r"\s+".join(re.escape(word) for word in words.split()))  # over a break of lines
    match = broken.search(body, start, end)
    return match.span() if match else None


def _check_among(entry: StatementEntry, statements: Mapping[str, Statement]) -> None:
    for name in ("requires", "fills", "echoes", "qualifies"):
        named: tuple[str, ...] = getattr(entry, name)
        if entry.id in named:
            raise FieldError(f"{entry.id} {name} itself", name)
        unknown = next((one for one in named if one not in statements), None)
        if unknown is not None:
            raise FieldError(f"there is no statement {unknown}", name)
    law = statements[entry.id].law
    if both := sorted({*entry.echoes} & {*entry.requires}):
        raise FieldError(f"{both[0]} is required, so that it is no echo", "echoes")
    if mutual := next((one for one in entry.qualifies if entry.id in statements[one].qualifies), None):
        raise FieldError(f"{entry.id} and {mutual} qualify each other", "qualifies")
    if any(statements[one].law == law for one in entry.fills):
        raise FieldError("a statement fills one of another law, that leaves something to this one", "fills")
    required = _closure(entry.id, lambda one: statements[one].requires)
    if entry.id in required:
        raise FieldError(f"{entry.id} requires itself, by way of {', '.join(required)}", "requires")
    if len(required) > MOST_REQUIRED:
        raise FieldError(
            f"with what these require in turn that is {len(required)} statements ({', '.join(required)}); "
            f"at most {MOST_REQUIRED} may be required",
            "requires",
        )


def _closure(start: str, requires: Callable[[str], Iterable[str]]) -> list[str]:
    """What `start` requires, and what that requires in turn, nearest first; `start` itself only in a cycle."""
    found: list[str] = []
    near = list(requires(start))
    while near:
        one = near.pop(0)
        if one not in found:
            found.append(one)
            near += requires(one)
    return found


def index_statements(statements: Mapping[str, Statement]) -> StatementCatalogue:
    """Return a catalogue of statements that were checked."""
    of_section: dict[tuple[str, str], list[Statement]] = defaultdict(list)
    filled_by: dict[str, list[Statement]] = defaultdict(list)
    for one in statements.values():
        for section in dict.fromkeys((place.document, place.path.number) for place in one.provisions):
            of_section[section].append(one)
        for filled in one.fills:
            filled_by[filled].append(one)
    return StatementCatalogue(
        statements,
        {section: tuple(carried) for section, carried in of_section.items()},
        {filled: tuple(fillers) for filled, fillers in filled_by.items()},
    )


def _touches(one: ProvisionPath, other: ProvisionPath) -> bool:
    return one.contains(other) or other.contains(one)
