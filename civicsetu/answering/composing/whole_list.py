"""Give a list that was asked for whole: every clause of the provision the answer leads with, or how many more there are.

A statement says one clause of a list, or all of it in short. Who asks for the list gets the clauses that are not
said yet, in the order of the law, where they are few; of a longer one the rest stands behind links.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from civicsetu.answering.composing.comparing.compare_states import Chosen
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import EntrySaid
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.statements import Statement, StatementKind
from civicsetu.yaml_data import load_patterns

_MORE = "The list has {count} more, each behind one of these links:"


def asks_for_list(question: str) -> bool:
    """Return whether all duties, powers, grounds, papers or the like are asked for, and not one of them."""
    return _asked().search(question) is not None


def _asked() -> re.Pattern[str]:
    return load_patterns("civicsetu.answering.composing", "lists_asked.yaml")["asked"]


@dataclass(frozen=True, slots=True)
class MoreListed(EntrySaid):
    """Number of further items of a list, with the places of each; it states no law."""


def complete_list(
    said: Sequence[StatementHeld], chance: float, index: StatementIndex, shown: Collection[str] = ()
) -> tuple[Chosen, ...]:
    """Return what is said where a list is asked for; `said` itself where its lead is part of none, or says all of it.

    `chance` is how likely the lead answers. What the conversation has `shown` is not said again.
    """
    clauses = _list_around(said, chance, index) if said else {}
    left = [
        held
        for path, held in clauses.items()
        if not _tells(said[0], path) and held.statement.says not in shown
    ]
    if not left:
        return tuple(said)
    groups = [index.with_required(one) for one in _in_order(said[0], left, clauses)]
    whole = {one.statement.id: one for group in groups for one in group}
    if len(whole) <= ANSWERING.list_statements:
        return tuple(whole.values())
    fitting = {one.statement.id: one for one in _as_many_as_fit(groups)}
    rest = [one for one in left if one.statement.id not in fitting]
    passages = tuple(one.passages[0] for one in rest)
    return (*fitting.values(), MoreListed(_MORE.format(count=len(rest)), passages))


def _in_order(
    lead: StatementHeld, left: Sequence[StatementHeld], clauses: Mapping[ProvisionPath, StatementHeld]
) -> list[StatementHeld]:
    """The lead before the rest in the order of the law; the last clause stands last whatever its rank.

    "Other duties that the rules set" comes last in a law because it says least.
    """
    *_, last = clauses
    return [*left, lead] if _tells(lead, last) and last.labels[-1].isalpha() else [lead, *left]


def _list_around(
    said: Sequence[StatementHeld], chance: float, index: StatementIndex
) -> dict[ProvisionPath, StatementHeld]:
    """The clauses of the list that the lead is one of, or all of in short, each with its leading statement.

    None where all that is said is of one clause, for then its own items were asked for, and none where the lead is
    not likely: a wrong list is many sentences beside the point. Sub-sections are few and alike.
    """
    lead = said[0]
    own = next((one.path for one in lead.statement.provisions if one.document == lead.unit.document), None)
    if own is None or _is_aside(own):
        return {}
    if len(clauses := _first_of_each_clause(lead, own, index)) >= ANSWERING.list_clauses:
        return clauses if chance >= ANSWERING.list_chance else {}
    if own.parent is None or (lead.statement.kind is StatementKind.DEFINITION and not own.parent.labels):
        return {}
    clauses = _first_of_each_clause(lead, own.parent, index)
    if len(clauses) < ANSWERING.list_clauses:
        return {}
    told = [path for path in clauses if any(_tells(one, path) for one in said)]
    sure = len(told) > 1 and chance >= ANSWERING.list_chance
    return clauses if sure or not own.labels[-1].isalpha() else {}


def _first_of_each_clause(
    lead: StatementHeld, parent: ProvisionPath, index: StatementIndex
) -> dict[ProvisionPath, StatementHeld]:
    """The leading statement of each clause of a provision, in the order of the law.

    Sub-sections are rules of their own: they make a list with what is of the same kind and between the same parties.
    """
    first: dict[ProvisionPath, StatementHeld] = {}
    depth = len(parent.labels)
    for one in index.catalogue.carried_by(lead.unit.document, parent):
        path, held = one.provisions[0].path, index.get(one.id)
        if held is None or one.law != lead.statement.law or not _is_inside(path, parent):
            continue
        if _sums_up(one, parent) or not (path.labels[depth].isalpha() or _is_alike(one, lead.statement)):
            continue
        first.setdefault(ProvisionPath(path.number, path.labels[: depth + 1]), held)
    return dict(sorted(first.items(), key=lambda item: item[1].unit.order))


def _is_inside(path: ProvisionPath, parent: ProvisionPath) -> bool:
    return parent.contains(path) and path != parent and not _is_aside(path)


def _is_aside(path: ProvisionPath) -> bool:
    """Whether it is, or lies in, a proviso or an explanation."""
    return any(label.startswith(("proviso", "explanation")) for label in path.labels)


def _sums_up(statement: Statement, parent: ProvisionPath) -> bool:
    """Whether a statement says several clauses at once."""
    inside = {
        place.path.labels[len(parent.labels)]
        for place in statement.provisions
        if _is_inside(place.path, parent)
    }
    return len(inside) > 1


def _is_alike(one: Statement, other: Statement) -> bool:
    return (one.kind, one.bearer, one.holder) == (other.kind, other.bearer, other.holder)


def _tells(held: StatementHeld, clause: ProvisionPath) -> bool:
    return any(
        place.document == held.unit.document and clause.contains(place.path) for place in held.statement.provisions
    )


def _as_many_as_fit(groups: Sequence[Sequence[StatementHeld]]) -> Iterator[StatementHeld]:
    """The statements with what each requires, with room left for what says how many more there are."""
    shown: set[str] = set()
    for group in groups:
        shown |= {one.statement.id for one in group}
        if len(shown) > ANSWERING.list_statements - 1:
            return
        yield from group
