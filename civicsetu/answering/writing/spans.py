"""Gather the closed set of spans a model may write from: wider than what the statement answer is composed of.

A model passes over what is beside the point, so it is given the provisions found down to the sixtieth place: the
first with their text and statements, the others with the statement that likeliest answers, as far as there is room.
With them come the rules that carry them out and what the states asked of have set on these matters. What the statement answer
says is always among them. The order and the keys follow from the search alone: the same question gives the same prompt.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest

from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.answer_with_statements import rank_statements
from civicsetu.answering.composing.statement_index import PassageHeld, StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues
from civicsetu.answering.composing.whole_list import MoreListed
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.silences.choose_silence import find_likeliest
from civicsetu.answering.silences.silence_index import SilenceIndex
from civicsetu.answering.writing.fences import neutralise
from civicsetu.answering.writing.provision_text import (
    find_official,
    find_plain,
    name_place,
    stems_of,
    write_official,
    write_words,
)
from civicsetu.answering.writing.span_layout import headings_of, line_of
from civicsetu.answering.writing.state_values import StateValues, ValueWritten
from civicsetu.answering.writing.thresholds import WRITING
from civicsetu.answering.written import Span, SpanKind
from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath, parse_path

ASKER_KEY = "k0"
"""The key of the asker's own words, which are no law."""
_ANY_KEY = "k999"


class OfficialWords(StrEnum):
    """Choice of when a writer is shown official wording: never, where no other is held, or beside ours."""

    NEVER = "never"
    ALONE = "alone"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class SpanRoom:
    """Room for the spans of law: tokens as laid out, their counter, and when official words are shown."""

    tokens: int
    count: Callable[[str], int]
    official: OfficialWords = OfficialWords.NEVER


@dataclass(frozen=True, slots=True)
class WritersLaw:
    """The law held as a writer is given it; without statements or values there are provisions alone, and nothing is known to be left open."""

    index: LawIndex
    registry: Registry
    statements: StatementIndex | None = None
    values: FixedValues | None = None
    silences: SilenceIndex | None = None

    @property
    def names(self) -> dict[str, str]:
        """The names of the jurisdictions, by code."""
        return {code: one.name for code, one in self.registry.jurisdictions.items()}


def gather_spans(
    text: str, turns: Sequence[PartTurn], law: WritersLaw, room: SpanRoom
) -> tuple[Span, ...]:
    """Return the spans for the parts of a question as the composer left them, the asker's words (`text`) first.

    The law's are numbered in the order in which they are laid out, and take no more than the room.
    """
    answered = [turn for turn in turns if not turn.declined]
    gatherer = _Gatherer(text, answered, law, room)
    for group in gatherer.groups():
        gatherer.take(group)
    asker = Span(ASKER_KEY, SpanKind.ASKER, neutralise(text))
    return (asker, *gatherer.number_spans())


def rank_found(turns: Sequence[PartTurn]) -> list[str]:
    """Return the ids of the units found, the best first, each once.

    Of several searches the first of each comes first, then the second. What was decided on and what was only searched
    for besides (a sentence of a story, a point left open) are ranked apart: of those that come first among the
    `turns` two provisions stand before each one of the others, so that a long story does not push the answer out.
    """
    first = bool(turns) and turns[0].decision is None
    groups = [
        [one.found for one in turns if one.found and (one.decision is None) is same] for same in (first, not first)
    ]
    leading, others = ([_in_turn([one.evidence for one in group]) for group in groups])
    pairs = zip_longest(*(iter(leading),) * 2)
    ranked = [name for pair, other in zip_longest(pairs, others, fillvalue=None) for name in (*(pair or ()), other)]
    further = [*ranked, *(name for group in groups for name in _in_turn([one.further for one in group]))]
    return list(dict.fromkeys(name for name in further if name is not None))


def _in_turn(found: Sequence[Sequence[Evidence]]) -> list[str]:
    """The ids of the first of each list, then of the second, each once."""
    return list(dict.fromkeys(one.unit_id for row in zip_longest(*found) for one in row if one is not None))


@dataclass
class _Gatherer:
    """Takes groups of spans as long as there is room; a group is taken whole or not at all."""

    text: str
    turns: Sequence[PartTurn]
    law: WritersLaw
    room: SpanRoom
    units: list[Unit] = field(init=False)
    words: frozenset[str] = field(init=False)
    scores: dict[str, float] = field(init=False)
    names: dict[str, str] = field(init=False)
    taken: dict[tuple[str, str], Span] = field(default_factory=dict)
    headings: set[tuple[str, ...]] = field(default_factory=set)
    used: int = 0

    def __post_init__(self) -> None:
        units = [self.law.index.units.get(name) for name in rank_found(self.turns)]
        in_force = [unit for unit in units if unit is not None and self._is_in_force(unit)]
        self.units = in_force[:WRITING.provisions]
        self.words = stems_of(self.text, *(turn.query.standalone for turn in self.turns))
        self.scores = dict(self._scored())
        self.names = self.law.names

    @property
    def as_on(self) -> datetime.date | None:
        return next((turn.query.as_on for turn in self.turns if turn.query.as_on), None)

    def take(self, group: Sequence[Span]) -> None:
        """Take what of the group is not there yet, if all of it has room."""
        new = {(one.kind.value, one.text): one for one in group}
        new = {key: one for key, one in new.items() if key not in self.taken}
        above = [headings_of(one, self.names) for one in new.values()]
        headings = {told[:level] for told in above for level in range(1, len(told) + 1)} - self.headings
        lines = [line_of(replace(one, key=_ANY_KEY)) for one in new.values()]
        cost = sum(self.room.count(f"{line}\n") for line in (*lines, *(one[-1] for one in headings)))
        if self.used + cost <= self.room.tokens:
            self.taken.update(new)
            self.headings |= headings
            self.used += cost

    def number_spans(self) -> Iterator[Span]:
        """Yield what was taken, by law and provision: those found in their order, then the others as the law has them."""
        place = {unit.unit_id: at for at, unit in enumerate(self.units)}
        laws = list(dict.fromkeys(unit.document for unit in self.units))
        kinds = (SpanKind.PROVISION, SpanKind.STATEMENT, SpanKind.VALUE)

        def order(span: Span) -> tuple[int, str, int, int, str, int]:
            unit = span.passages[0].unit if span.passages else None
            if unit is None:
                return (len(laws) + 1, span.jurisdiction, int(bool(span.silence)), 0, "", 0)
            law = laws.index(unit.document) if unit.document in laws else len(laws)
            rank = place.get(unit.unit_id, len(place))
            return (law, unit.document, rank, unit.order, unit.path, kinds.index(span.kind))

        for number, span in enumerate(sorted(self.taken.values(), key=order), start=1):
            yield replace(span, key=f"k{number}")

    def groups(self) -> Iterator[list[Span]]:
        """Yield the spans in the order in which they are needed, those that belong together at once."""
        yield from self._composed()
        yield from self._left_open()
        yield from self._of_the_states()
        first, later = self.units[:WRITING.whole_provisions], self.units[WRITING.whole_provisions:]
        near = [*first, *self._rules_under(first[:WRITING.rules_of])]
        for unit in near:
            yield from self._statements_of(unit, WRITING.best_statements)
            yield self._provision(unit)
        for unit in later:
            yield from self._statements_of(unit, WRITING.later_statements) if self._held(unit) else [self._provision(unit)]
        for unit in later:
            yield from self._statements_of(unit, WRITING.best_statements)
        for unit in later:
            yield self._provision(unit)
        for unit in (*near, *later):
            yield from self._statements_of(unit)

    def _composed(self) -> Iterator[list[Span]]:
        """What the statement answer says: its sentences, its steps, and what limits it."""
        for turn in self.turns:
            steps = [one for step in turn.steps for one in step.statements]
            for one in (*turn.chosen, *steps):
                if isinstance(one, StatementHeld):
                    yield self._with_required(one)
                elif isinstance(one, Lifted):
                    yield self._provision(one.unit)
                elif not isinstance(one, MoreListed):
                    yield [self._entry(one)]
            told = (*turn.limits, *(step.text for step in turn.steps if not step.statements))
            states = turn.query.jurisdictions[1:]
            yield from ([self._limit(text, states[0] if len(states) == 1 else "")] for text in told)
            cells = (cell for matter in turn.compared for cell in matter.cells if cell.limit)
            yield from ([self._limit(cell.limit, cell.state)] for cell in cells)

    def _left_open(self) -> Iterator[list[Span]]:
        """What the law read does not settle that is nearest to each part."""
        statements, silences = self.law.statements, self.law.silences
        if statements is None or silences is None:
            return
        for turn in self._leading():
            vectors = turn.found.vectors if turn.found is not None else None
            for one in find_likeliest(turn.query, vectors, silences, statements, WRITING.silences):
                yield [Span("", SpanKind.SILENCE, neutralise(one.text_for(turn.query.jurisdictions[1:])), silence=one.id)]

    def _leading(self) -> list[PartTurn]:
        """The searches that were decided on, or those besides them where these come first."""
        return [one for one in self.turns if (one.decision is None) is (self.turns[0].decision is None)]

    def _of_the_states(self) -> Iterator[list[Span]]:
        """What the states asked of have set: their statements in place of the Act's, their values, or that none is held."""
        statements, values = self.law.statements, self.law.values
        states = list(dict.fromkeys(code for turn in self.turns for code in turn.query.jurisdictions[1:]))
        if statements is None or values is None or not states:
            return
        near = self.units[:WRITING.whole_provisions]
        chosen = [one for turn in self.turns for one in turn.chosen if isinstance(one, StatementHeld)]
        said = [*chosen, *(one for unit in near for one in self._held(unit))]
        yield from self._filling((one.statement.id for one in said), statements, states)
        names = {code: self.names[code] for code in states}
        own = StateValues(values, self.law.index, statements, names, self.as_on)
        nearest = {one.parameter for one in own.find_parameters(near[:WRITING.nearest_provisions], chosen)}
        for parameter in own.find_parameters(near, said):
            for state in states:
                told = own.find_statements(parameter, state)
                yield from map(self._with_required, told)
                written = [] if told else list(own.write(parameter, state))
                yield from ([self._value(one)] for one in written if one.passages or parameter.parameter in nearest)
                if not (told or written):
                    yield from map(self._provision, own.find_carriers(parameter, state))
        carried = (one for unit in near for one in statements.catalogue.carried_by(unit.document, _whole(unit)))
        yield from self._filling((one.id for one in carried), statements, states)

    def _filling(
        self, filled: Iterable[str], statements: StatementIndex, states: Sequence[str]
    ) -> Iterator[list[Span]]:
        """The statements of the states that say what others, of these ids, leave to them."""
        for name in dict.fromkeys(filled):
            for one in statements.catalogue.filled_by(name):
                filler = statements.get(one.id)
                if filler is not None and self._jurisdiction(filler.unit) in states:
                    yield self._with_required(filler)

    def _rules_under(self, units: Iterable[Unit]) -> list[Unit]:
        """The rules of the laws asked that carry out provisions of central law, the surest first."""
        index = self.law.index
        documents = {key for turn in self.turns for key in turn.query.documents}
        rules: dict[str, Unit] = {}
        for unit in units:
            if self._jurisdiction(unit) != CENTRAL:
                continue
            for path in (parse_path(unit.path), _whole(unit)):
                ends = index.edges.rules_under(unit.document, path)
                for end in [one for one in ends if one.document in documents][:WRITING.rules_each]:
                    of_it = index.units_at(end.document, end.path)
                    rules.update((one.unit_id, one) for one in of_it if self._is_in_force(one))
        return list(rules.values())

    def _statements_of(self, unit: Unit, most: int | None = None) -> Iterator[list[Span]]:
        """The statements of a provision with what they require, those that likeliest answer first."""
        return map(self._with_required, self._held(unit)[:most])

    def _held(self, unit: Unit) -> list[StatementHeld]:
        statements = self.law.statements
        held = [statements.held[at] for at in statements.of_unit.get(unit.unit_id, ())] if statements else []
        return sorted(held, key=lambda one: -self.scores.get(one.statement.id, -math.inf))

    def _scored(self) -> Iterator[tuple[str, float]]:
        """How likely statements answer the parts, as the statement answer ranks them."""
        for turn in self._leading():
            if self.law.statements is not None and turn.found is not None:
                wide = replace(turn.found, evidence=(*turn.found.evidence, *turn.found.further), further=())
                for one in rank_statements(turn.query, wide, self.law.statements):
                    yield one.held.statement.id, one.score

    def _with_required(self, held: StatementHeld) -> list[Span]:
        """The statement with what it may not be shown without."""
        whole = self.law.statements.with_required(held) if self.law.statements else (held,)
        return [self._span(SpanKind.STATEMENT, one.statement.says, one.passages) for one in whole]

    def _entry(self, said: EntrySaid) -> Span:
        return self._span(SpanKind.VALUE, said.text, said.passages)

    def _value(self, value: ValueWritten) -> Span:
        if not value.passages:
            return self._limit(value.text, value.jurisdiction)
        return self._span(SpanKind.VALUE, value.text, value.passages)

    def _limit(self, text: str, jurisdiction: str) -> Span:
        return Span("", SpanKind.VALUE, neutralise(text), jurisdiction=jurisdiction)

    def _provision(self, unit: Unit) -> list[Span]:
        """The provision in our plain words, the official ones beside them; in the official words where no others are held."""
        plain = find_plain(unit, self.law.index)
        found = plain or (find_official(unit, self.law.index) if self._may_show_official(unit) else None)
        text = write_words(unit, found, self.words) if found else ""
        if found is None or not text:
            return []
        edition, place = found
        start = place.start if parse_path(unit.path).labels else place.body
        span = self._span(SpanKind.PROVISION, text, (PassageHeld(unit, edition, start, place.end),))
        beside = plain is not None and self.room.official is OfficialWords.BESIDE
        return [replace(span, official=write_official(unit, self.law.index) if beside else "")]

    def _may_show_official(self, unit: Unit) -> bool:
        """Whether a provision without our plain words may be shown in the official ones; a statement is words of ours, too."""
        return self.room.official is OfficialWords.BESIDE or (
            self.room.official is OfficialWords.ALONE and not self._held(unit)
        )

    def _span(self, kind: SpanKind, text: str, passages: tuple[PassageHeld, ...]) -> Span:
        first = passages[0]
        law = self.law.index.laws[first.unit.document]
        return Span(
            "",
            kind,
            neutralise(text),
            law=law.title,
            place=name_place(law, first.unit.path),
            jurisdiction=law.jurisdiction,
            as_of=first.edition.text_as_of,
            unit=(first.unit.document, first.unit.path),
            passages=passages,
        )

    def _jurisdiction(self, unit: Unit) -> str:
        return self.law.index.laws[unit.document].jurisdiction

    def _is_in_force(self, unit: Unit) -> bool:
        """Whether it is not known to have begun after the day asked for."""
        spec = self.law.registry.documents.get(unit.document)
        period = spec.commencement_of(parse_path(unit.path).number) if spec else None
        begun = period.date if period else None
        return self.as_on is None or begun is None or begun <= self.as_on


def _whole(unit: Unit) -> ProvisionPath:
    """The whole section, rule or form that a unit is part of."""
    return ProvisionPath(parse_path(unit.path).number)
