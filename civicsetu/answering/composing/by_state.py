"""Say what the states held set, where no state is named and the Act leaves the figure, time or form to them.

"The state's rules set the rate" helps nobody who does not know that states differ: the states that are held are told
as examples, those with the same figure together, each with the provision that carries it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.ranking import gives_figure, names_time
from civicsetu.answering.composing.statement_index import PassageHeld, StatementHeld
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, ValueSaid, locate_entry
from civicsetu.answering.composing.values.value_sentences import CellValue, describe_cells, get_value_words
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameter_shapes import Shape
from civicsetu.law.parameters import Parameter
from civicsetu.lexicon.listing import listed
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.query.asking import AskedKind
from civicsetu.query.read_question import Query
from civicsetu.yaml_data import load_patterns

_OF_TIME = re.compile(r"\b(?:time|days?|weeks?|months?|when|soon|immediately|at once|right away|today|now)\b", re.IGNORECASE)
_TIMES = frozenset({Shape.PERIOD})
_FORMS = frozenset({Shape.FORM})
_SUMS = frozenset({Shape.MONEY, Shape.SCALE, Shape.SHARE, Shape.FORMULA})
_ANY = frozenset(Shape)


@dataclass(frozen=True, slots=True)
class ToldByState:
    """A sentence with what the states held set, and the values in it."""

    said: EntrySaid
    values: tuple[ValueSaid, ...]


def describe_by_state(
    said: Sequence[StatementHeld],
    near: Sequence[StatementHeld],
    query: Query,
    asker: Asker,
    values: FixedValues,
    law: LawIndex,
    name_of: Callable[[str], str],
) -> list[ToldByState]:
    """Return what the states held set of what is asked for; nothing where a state is named or the Act gives it.

    A form and its fee are two, where both are asked for. `near` are statements nearly as likely as the first, that may
    leave the figure where the first says what goes with it.
    """
    if len(query.jurisdictions) > 1 or query.states_not_held or not said:
        return []
    goes_with = said[0].statement.id in _beside()
    asked = query.asked_now
    wanted = _shapes_wanted(asked, asker)
    if not wanted and not (goes_with and asker.kind is AskedKind.MAY):
        return []
    if gives_figure(said[0].statement, asker) and not goes_with:
        return []
    if asker.kind is AskedKind.MAY and names_time(said[0].statement.says) and not _asks_of_time(query):
        return []
    day = query.as_on or datetime.date.today()
    left = list(_left(said, near, values))
    found: dict[frozenset[Shape], ToldByState] = {}
    for shapes in wanted or [_ANY]:
        of_shape = [one for one in left if shapes.intersection(one.types)]
        told = (_tell(parameter, values, law, day, name_of) for parameter in _nearest_first(of_shape, asked))
        if (first := next((one for one in told if one is not None), None)) is not None:
            found[shapes] = first
    return list(found.values())


def differs_by_state(
    lead: StatementHeld, query: Query, asker: Asker, values: FixedValues, law: LawIndex
) -> bool:
    """Return whether the first statement leaves what is asked to the states, and one held sets it; none is named."""
    if len(query.jurisdictions) > 1 or query.states_not_held:
        return False
    wanted = frozenset().union(*_shapes_wanted(query.asked_now, asker))
    day = query.as_on or datetime.date.today()
    return any(
        one.entry is not None and locate_entry(one.entry, law)
        for parameter in values.links.leaves.get(lead.statement.id, ())
        for code in parameter.values
        if wanted.intersection(parameter.types) and code != CENTRAL
        for one in values.look_up_all(parameter, code, day)
    )


def _shapes_wanted(asked: str, asker: Asker) -> list[frozenset[Shape]]:
    """Return the shapes of value asked for, in the order of the answer: a time alone, else a form, then a sum."""
    if asker.kind is AskedKind.HOW_LONG:
        return [_TIMES]
    words = load_patterns("civicsetu.answering.composing", "details_asked.yaml")
    names_form, names_fee = (words[name].search(asked) is not None for name in ("form", "fee"))
    may_name = asker.kind is AskedKind.FORM or asker.kind is AskedKind.HOW_MUCH or asker.detail
    forms = [_FORMS] if may_name and names_form else []
    return [*forms, _SUMS] if asker.kind is AskedKind.HOW_MUCH or (may_name and names_fee) else forms


def _nearest_first(left: Sequence[Parameter], asked: str) -> list[Parameter]:
    """The parameters whose name has more words of the question before those with fewer; the likelier first among equals."""
    words = stems_of(asked)
    return sorted({one.parameter: one for one in left}.values(), key=lambda one: -len(words & stems_of(one.label)))


def _asks_of_time(query: Query) -> bool:
    """Whether the last sentence names a time: "may he take six months?"; how late the home is is said before it."""
    asking = [query.asked_now, *query.asking_now.sentences][-1]
    return names_time(asking) or _OF_TIME.search(asking) is not None


def _left(
    said: Sequence[StatementHeld], near: Sequence[StatementHeld], values: FixedValues
) -> Iterator[Parameter]:
    """What the first statement leaves to the states or goes with, then what others leave that is of its matter."""
    leaves = values.links.leaves
    yield from leaves.get(said[0].statement.id, ())
    if goes_with := _beside().get(said[0].statement.id):
        yield values.usable.parameters.by_id[goes_with]
    words = stems_of(said[0].statement.says)
    for one in (*said[1:], *near):
        for parameter in leaves.get(one.statement.id, ()):
            if len(words & stems_of(parameter.label)) >= ANSWERING.same_matter_words:
                yield parameter


def _beside() -> Mapping[str, str]:
    """Parameters by the statements that say what goes with their figure: that two rates are equal, that it is due on demand."""
    return get_value_words().get("beside", {})


def _tell(
    parameter: Parameter,
    values: FixedValues,
    law: LawIndex,
    day: datetime.date,
    name_of: Callable[[str], str],
) -> ToldByState | None:
    words = get_value_words()
    template = words["by_state"].get(parameter.parameter, words["of_any"]["by_state"])
    states: dict[str, list[str]] = {}
    passages: dict[tuple[str, int], PassageHeld] = {}
    said: list[ValueSaid] = []
    for code in parameter.values:
        cells = [] if code == CENTRAL else _cells(parameter, code, values, day)
        text = describe_cells(cells) if cells else None
        held = [locate_entry(one.entry, law) for one in cells]
        if text is not None and all(held):
            states.setdefault(text, []).append(name_of(code))
            passages.update({(one.unit.unit_id, one.start): one for found in held for one in found or ()})
            said.extend(ValueSaid(parameter, code, one.entry) for one in cells)
    if not states:
        return None
    told = "; ".join(f"{text} in {listed(names)}" for text, names in states.items())
    by_state = "; ".join(f"in {listed(names)} {text}" for text, names in states.items())
    text = template.format(label=parameter.label, values=told, by_state=by_state)
    sentence = EntrySaid(text, tuple(passages.values()))
    return ToldByState(sentence, tuple(said))


def _cells(parameter: Parameter, code: str, values: FixedValues, day: datetime.date) -> list[CellValue]:
    """What a state sets in each case; nothing where it is not held for one of them, or takes more than a few words."""
    found = values.look_up_all(parameter, code, day)
    entries = [one.entry for one in found if one.entry is not None]
    if len(entries) < len(found) or any(one.requires or one.conflict or one.scale for one in entries):
        return []
    if all(one is entries[0] for one in entries):
        return [CellValue({}, entries[0])]
    return [CellValue(cell, entry) for cell, entry in zip(parameter.cells, entries, strict=True)]
