"""Lay the law of several states side by side: what each says on the same matter.

The statement that answers best makes a matter; beside it stands what the other states say on it: the same value,
else the statement that answers the same questions. A further matter is one that answers nearly as well, of the same
rule above all. Of a state whose statements are not held the value its law fixes is said, or the law's own sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.comparing.align_values import Aligner, Key, ValueOfState
from civicsetu.answering.composing.comparing.matter_titles import title_of
from civicsetu.answering.composing.compose_statements import Margins
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import EntrySaid
from civicsetu.answering.thresholds import COMPARING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.law.statements import DocumentPath

Chosen = StatementHeld | Lifted | EntrySaid
"""What an answer says: a statement, a sentence of the law itself, or one made of a value that the law fixes."""


@dataclass(frozen=True, slots=True)
class ComparedCell:
    """One state's cell for a matter; `note` dates a fee, `limit` states the reason where nothing is said.

    `carriers` are the provisions whose own words have to say it.
    """

    state: str
    said: tuple[Chosen, ...] = ()
    note: str = ""
    limit: str = ""
    carriers: tuple[DocumentPath, ...] = ()

    def find_evidence(self, found: Sequence[Evidence], law: LawIndex) -> Sequence[Evidence]:
        """Return the provisions whose own words say it: those that carry the value if they are known, else those found.

        A value that stands in a part of a larger unit is not said by the sentences around it.
        """
        units = [
            unit
            for place in self.carriers
            for unit in law.units_of(str(provision_id(place.document, place.path)))
            if place.path.contains(parse_path(unit.path))
        ]
        if self.carriers and not units:
            return ()
        carrying = [
            Evidence(
                unit_id=unit.unit_id, document=unit.document, provision=unit.path, title=unit.title,
                jurisdiction=self.state, score=0.0, found_by=(),
            )
            for unit in units
        ]  # fmt: skip
        return carrying or [item for item in found if item.jurisdiction == self.state]


@dataclass(frozen=True, slots=True)
class ComparedMatter:
    """One matter and what each state says on it, in the order the states were named."""

    title: str
    cells: tuple[ComparedCell, ...]


@dataclass(frozen=True, slots=True)
class _Matter:
    """A matter before it is chosen: the statement that makes it, how well it answers, and its cells.

    `alike` is how near to that statement the farthest of those is that were put beside it by what they answer.
    """

    lead: Ranked
    worth: float
    cells: Mapping[str, ValueOfState]
    alike: float = 1.0

    @property
    def said(self) -> list[StatementHeld]:
        """The statement that makes it, and the first statement of each state."""
        firsts = [cell.said[0] for cell in self.cells.values() if cell.said]
        return [self.lead.held, *(one for one in firsts if isinstance(one, StatementHeld))]

    @property
    def is_whole(self) -> bool:
        """Whether no cell is left open."""
        return all(cell.is_told for cell in self.cells.values())


def compare_states(
    by_state: Mapping[str, Sequence[Ranked]],
    index: StatementIndex,
    margins: Margins,
    aligner: Aligner | None = None,
    of_all: Sequence[Ranked] = (),
    keys_found: Mapping[str, set[Key]] | None = None,
    places: Mapping[str, Sequence[int]] | None = None,
) -> list[ComparedMatter]:
    """Return the matters in which the states are compared, the best first, at most four but for a longer list.

    `by_state` are each state's statements in the order in which they answer, `of_all` those of the law that is
    the same in each: where one of them answers better, it is what each state is told to say. `keys_found` are
    values that the provisions found of states without statements carry; `places` are those of all statements of
    a state in the index, for what was not found may belong beside what another state says. A further matter may
    lack `margins` of the first, and every state must say something on it.
    """
    if places is None:
        places = {
            state: [index.place[one.held.statement.id] for one in own] for state, own in by_state.items()
        }
    matters = sorted(_matters(by_state, places, index, aligner, keys_found or {}), key=lambda one: -one.worth)
    if aligner is not None and _answers_for_all(matters, of_all, aligner, margins.same_section):
        filling = next((one for one in matters if _fills(one.lead.held, of_all[0].held, index)), None)
        left = [_compared(filling, aligner)] if filling is not None else []
        return [_same_for_all(of_all[0], by_state, index, aligner), *left]
    if aligner is not None and (lacking := _left_to_rules(matters, of_all, by_state, index, aligner)):
        return [_same_for_all(of_all[0], by_state, index, aligner), lacking]
    chosen: list[_Matter] = []
    for matter in matters:
        if chosen and not _belongs_to(chosen[0], matter, index, margins):
            continue
        repeated = [at for at, one in enumerate(chosen) if _repeats(matter, one, index, aligner)]
        if len(repeated) == 1 and matter.worth >= chosen[0].worth - COMPARING.joined:
            at = repeated[0]
            chosen[at] = _joined(chosen[at], matter, index, aligner)
        elif not chosen or (matter.is_whole and not repeated and len(chosen) < _most(chosen[0], matter, index)):
            chosen.append(matter)
    return [_compared(one, aligner) for one in chosen]


def compare_values(
    states: Sequence[str], keys: Mapping[str, set[Key]], aligner: Aligner
) -> list[ComparedMatter]:
    """Return the values that the provisions found carry, side by side; for states none of which has statements."""
    matters = []
    for name, cells in list(keys.items())[: COMPARING.matters]:
        found = {state: aligner.say_values(cells, state) for state in states}
        if any(one.said or one.carriers for one in found.values()):
            matters.append(_to_matter(aligner.label_of(name), found))
    return matters


def _matters(
    by_state: Mapping[str, Sequence[Ranked]],
    places: Mapping[str, Sequence[int]],
    index: StatementIndex,
    aligner: Aligner | None,
    keys_found: Mapping[str, set[Key]],
) -> list[_Matter]:
    """The matters that the statements which answer best make, each with what the other states say on it."""
    pool = sorted((one for ranked in by_state.values() for one in ranked), key=lambda one: -one.score)
    scores = {one.held.statement.id: one.score for one in pool}
    found: list[_Matter] = []
    for lead in pool[: COMPARING.leads]:
        cells = {
            state: _cell(lead.held, state, ranked, places[state], index, aligner)
            for state, ranked in by_state.items()
        }
        worth = sum(_worth(cell, lead.score, scores) for cell in cells.values()) / max(len(cells), 1)
        if aligner is not None and {one.parameter.parameter for one in aligner.values_of(lead.held)} & set(
            keys_found
        ):
            worth += COMPARING.provision_found
        alike = min((_alike(lead.held, cell, index, aligner) for cell in cells.values()), default=1.0)
        found.append(_Matter(lead, worth - COMPARING.unlike * (1 - alike), cells, alike))
    return found


def _worth(cell: ValueOfState, best: float, scores: Mapping[str, float]) -> float:
    """How well a cell answers where the statement that makes its matter has the score `best`."""
    if not cell.is_told:
        return best - COMPARING.nothing_said
    first = cell.said[0] if cell.said else None
    own = scores.get(first.statement.id) if isinstance(first, StatementHeld) else None
    return best - COMPARING.less_sure if own is None else max(own, best - COMPARING.less_sure)


def _cell(
    lead: StatementHeld,
    state: str,
    ranked: Sequence[Ranked],
    places: Sequence[int],
    index: StatementIndex,
    aligner: Aligner | None,
) -> ValueOfState:
    """What a state says beside the leading statement: its own value of the same, else what answers the same questions.

    Beside the Act stands what it leaves to the state, and beside the state what of the Act it fills.
    """
    if aligner is not None and aligner.crosses_to_the_act(lead, state):
        return _filled(lead, state, index, aligner) or _surely_same(lead, places, index, aligner)
    own = next((one.held for one in ranked if one.held is lead), None) or _nearest(
        lead, places, index, COMPARING.same_matter
    )
    beside = aligner.find_beside(lead, state, own) if aligner is not None else None
    if own is not None and not (beside is not None and (beside.said or beside.limit)):
        said = index.with_required(own)
        beside = aligner.with_note(said) if aligner is not None else ValueOfState(said)
    return beside or ValueOfState()


def _filled(lead: StatementHeld, state: str, index: StatementIndex, aligner: Aligner) -> ValueOfState | None:
    """What a state's rules say of what the Act leaves to them, or what of the Act leaves it; None where nothing is left."""
    if state == CENTRAL:
        names = [*lead.statement.fills, *aligner.leaving(lead)]
    else:
        names = [one.id for one in index.catalogue.filled_by(lead.statement.id)]
    held = (index.get(name) for name in names)
    own = next((one for one in held if one is not None and aligner.jurisdiction_of(one) == state), None)
    if own is not None:
        return aligner.with_note(index.with_required(own))
    keys = aligner.keys_filling(lead) if state != CENTRAL else set()
    return aligner.say_values(keys, state) if keys else None


def _surely_same(
    lead: StatementHeld, places: Sequence[int], index: StatementIndex, aligner: Aligner
) -> ValueOfState:
    """The statement of the other law that surely is on the same matter; empty where none is."""
    own = _nearest(lead, places, index, COMPARING.same_as_the_act)
    return ValueOfState() if own is None else aligner.with_note(index.with_required(own))


def _alike(lead: StatementHeld, cell: ValueOfState, index: StatementIndex, aligner: Aligner | None) -> float:
    """How near what a cell says is to the leading statement; 1 where it says the same value or nothing."""
    first = cell.said[0] if cell.said else None
    if not isinstance(first, StatementHeld) or first is lead:
        return 1.0
    if aligner is not None and aligner.repeats(first, lead):
        return 1.0
    one, other = (index.place[held.statement.id] for held in (lead, first))
    return float(index.centres[one] @ index.centres[other])


def _nearest(
    lead: StatementHeld, places: Sequence[int], index: StatementIndex, least: float
) -> StatementHeld | None:
    """The statement that answers the questions the leading one answers, if one does."""
    if not places:
        return None
    near = index.centres[list(places)] @ index.centres[index.place[lead.statement.id]]
    best = int(np.argmax(near))
    return index.held[places[best]] if near[best] >= least else None


def _belongs_to(first: _Matter, matter: _Matter, index: StatementIndex, margins: Margins) -> bool:
    """Whether a further matter lacks no more of the first than one of its provision, its rule or another may.

    What stands side by side in it must surely be on one matter; an item of the list that the first opens may lack
    more, and be less alike.
    """
    if _is_item(first, matter, index):
        return matter.worth >= first.worth - COMPARING.list_item
    allowed = max(margins.get_margin(matter.lead.held, one) for one in first.said)
    return matter.alike >= COMPARING.surely_same and matter.worth >= first.worth - allowed


def _is_item(first: _Matter, matter: _Matter, index: StatementIndex) -> bool:
    """Whether a matter is meaningless without the first, as a list item is without the words that open the list."""
    opening = {one.statement.id for one in first.said}
    return any(one.statement.id in opening for own in matter.said for one in index.with_required(own)[1:])


def _most(first: _Matter, matter: _Matter, index: StatementIndex) -> int:
    return COMPARING.listed_matters if _is_item(first, matter, index) else COMPARING.matters


def _repeats(matter: _Matter, other: _Matter, index: StatementIndex, aligner: Aligner | None) -> bool:
    """Whether one matter holds a statement of the other, or one that says the same."""
    if any(cell.said and cell.said == other.cells[state].said for state, cell in matter.cells.items()):
        return True
    return any(_says_the_same(one, said, index, aligner) for one in matter.said for said in other.said)


def _says_the_same(
    first: StatementHeld, second: StatementHeld, index: StatementIndex, aligner: Aligner | None
) -> bool:
    """Whether two statements of one law are one, say one value or nearly the same."""
    if first is second or (aligner is not None and aligner.repeats(first, second)):
        return True
    if first.statement.law != second.statement.law:
        return False
    one, other = (index.place[held.statement.id] for held in (first, second))
    return float(index.near[one] @ index.near[other]) > COMPARING.same_statement


def _joined(
    matter: _Matter, further: _Matter, index: StatementIndex, aligner: Aligner | None
) -> _Matter:
    """The matter with what another on it says besides; unchanged where it says nothing more.

    What one state says in one statement another says in two, and a statement may stand on one said before: both
    belong into one cell.
    """
    if any(isinstance(one, EntrySaid) for cell in matter.cells.values() for one in cell.said):
        return matter
    cells = dict(matter.cells)
    whole = all(_ids(cell) <= _ids(further.cells[state]) for state, cell in matter.cells.items())
    for state, cell in matter.cells.items():
        own = _statements(cell)
        more = _statements(further.cells[state]) if whole else []
        beside = not whole and own and further.lead.held.unit_ids & own[0].unit_ids
        if beside and not any(_says_the_same(further.lead.held, one, index, aligner) for one in own):
            more = list(index.with_required(further.lead.held))
        said = tuple({one.statement.id: one for one in (*own, *more)}.values())
        if len(own) < len(said) <= COMPARING.cell_statements:
            cells[state] = aligner.with_note(said) if aligner is not None else ValueOfState(said)
    return replace(matter, cells=cells)


def _statements(cell: ValueOfState) -> list[StatementHeld]:
    return [one for one in cell.said if isinstance(one, StatementHeld)]


def _ids(cell: ValueOfState) -> set[str]:
    return {one.statement.id for one in _statements(cell)}


def _fills(held: StatementHeld, left: StatementHeld, index: StatementIndex) -> bool:
    """Whether a state's statement says what the section of an Act's statement leaves to the states' rules."""
    filled = (index.get(name) for name in held.statement.fills)
    return any(one is not None and one.sections & left.sections for one in filled)


def _same_for_all(
    said: Ranked, states: Iterable[str], index: StatementIndex, aligner: Aligner
) -> ComparedMatter:
    """The matter on which the law common to the states says one thing."""
    same = aligner.with_note(index.with_required(said.held))
    return _compared(_Matter(said, 0.0, dict.fromkeys(states, same)), aligner)


def _left_to_rules(
    matters: Sequence[_Matter],
    of_all: Sequence[Ranked],
    states: Iterable[str],
    index: StatementIndex,
    aligner: Aligner,
) -> ComparedMatter | None:
    """The matter that the Act leaves to the states' rules, where none of these states says anything on it.

    What they do say is then on something else, however near it comes: a fee to register is no fee to complain.
    """
    if not of_all or not aligner.is_left_to_rules(of_all[0].held):
        return None
    asked = of_all[0]
    if any(one.lead.score >= asked.score or _fills(one.lead.held, asked.held, index) for one in matters):
        return None
    keys = aligner.keys_filling(asked.held)
    cells = {state: aligner.say_values(keys, state) for state in states} if keys else {}
    if not cells or not all(one.limit for one in cells.values()):
        return None
    return _to_matter(aligner.label_of(min(name for name, _ in keys)), cells)


def _answers_for_all(
    matters: Sequence[_Matter], of_all: Sequence[Ranked], aligner: Aligner, margin: float
) -> bool:
    """Whether the law that is the same in each state answers better than what the states say."""
    if not of_all or not matters or aligner.is_left_to_rules(of_all[0].held):
        return False
    return of_all[0].score >= max(one.lead.score for one in matters) + margin


def _compared(matter: _Matter, aligner: Aligner | None) -> ComparedMatter:
    return _to_matter(title_of(matter.lead.held, aligner), matter.cells)


def _to_matter(title: str, cells: Mapping[str, ValueOfState]) -> ComparedMatter:
    return ComparedMatter(
        title,
        tuple(
            ComparedCell(state, one.said, one.note, one.limit, one.carriers) for state, one in cells.items()
        ),
    )


def in_turn(matter: ComparedMatter) -> list[Chosen]:
    """Return what a matter says, the first sentence of each state before the second of any."""
    rows = zip_longest(*(cell.said for cell in matter.cells))
    return [one for row in rows for one in row if one is not None]
