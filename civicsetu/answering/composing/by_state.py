"""Say what the states held set, where no state is named and the Act leaves the figure to them.

"The state's rules set the rate" helps nobody who does not know that states differ: the states that are held are told
as examples, those with the same figure together, each with the provision that carries it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.ranking import gives_figure, names_time
from civicsetu.answering.composing.statement_index import PassageHeld, StatementHeld
from civicsetu.answering.composing.values.fixed_values import EntrySaid, FixedValues, locate_entry
from civicsetu.answering.composing.values.value_sentences import describe_entry, get_value_words
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import Parameter, ParameterEntry
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.query.asked_kind import AskedKind
from civicsetu.query.read_question import Query
from civicsetu.query.scope import listed
from civicsetu.query.sentence_ends import split_sentences

_OF_TIME = re.compile(r"\b(?:time|days?|weeks?|months?|when|soon|immediately|at once|right away|today|now)\b", re.IGNORECASE)
_OF_FIGURES = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG})


def describe_by_state(
    said: Sequence[StatementHeld],
    near: Sequence[StatementHeld],
    query: Query,
    asker: Asker,
    values: FixedValues,
    law: LawIndex,
    name_of: Callable[[str], str],
) -> EntrySaid | None:
    """Return what the states held set of the figure asked for; None where a state is named or the Act gives it.

    `near` are statements nearly as likely as the first, that may leave the figure where the first says what goes with it.
    """
    if len(query.jurisdictions) > 1 or query.states_not_held or not said:
        return None
    goes_with = said[0].statement.id in _beside()
    if asker.kind not in _OF_FIGURES and not (goes_with and asker.kind is AskedKind.MAY):
        return None
    if gives_figure(said[0].statement, asker) and not goes_with:
        return None
    if asker.kind is AskedKind.MAY and names_time(said[0].statement.says) and not _asks_of_time(query):
        return None
    day = query.as_on or datetime.date.today()
    told = (_tell(parameter, values, law, day, name_of) for parameter in _left(said, near, values))
    return next((one for one in told if one is not None), None)


def _asks_of_time(query: Query) -> bool:
    """Whether the last sentence names a time: "may he take six months?"; how late the home is is said before it."""
    text = query.asked_last or query.standalone
    asking = [text, *split_sentences(text)][-1]
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
) -> EntrySaid | None:
    template = get_value_words()["by_state"].get(parameter.parameter)
    if template is None:
        return None
    states: dict[str, list[str]] = {}
    passages: list[PassageHeld] = []
    for code in parameter.values:
        entry = None if code == CENTRAL else _only_entry(parameter, code, values, day)
        text = describe_entry(entry) if entry is not None else None
        held = locate_entry(entry, law) if entry is not None else None
        if text is not None and held is not None:
            states.setdefault(text, []).append(name_of(code))
            passages.extend(held)
    if not states:
        return None
    told = "; ".join(f"{text} in {listed(names)}" for text, names in states.items())
    return EntrySaid(template.format(values=told), tuple(passages))


def _only_entry(
    parameter: Parameter, code: str, values: FixedValues, day: datetime.date
) -> ParameterEntry | None:
    """The entry of a state that holds in every case; None where cases differ or one is not held."""
    found = [one.entry for one in values.look_up_all(parameter, code, day)]
    return found[0] if found and found[0] is not None and all(one is found[0] for one in found) else None
