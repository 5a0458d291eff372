"""Pin the rule of a state that carries out a section asked about.

"What form and fee does my state want for section 4?" is looked up along an edge, not searched: the section
says "as may be prescribed", and the rule made under it says what. The rule comes before the section where the
state's detail is asked for, and after it where the section is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.thresholds import RetrievalThresholds


def names_sections_beside_state(plan: RetrievalPlan, index: LawIndex) -> bool:
    """Return whether sections of central law are named, and rules of a state are searched beside them."""
    of = {index.laws[key].jurisdiction for key, _ in plan.references}
    return of == {CENTRAL} and any(index.laws[key].jurisdiction != CENTRAL for key in plan.documents)


def joined_units(plan: RetrievalPlan, index: LawIndex) -> list[Unit]:
    """Return the units joined to the provisions named, in the documents searched, the surest first.

    For a section these are the rules that carry it out, for a rule the sections it is made under, for a
    form the rules that prescribe it.
    """
    edges = index.edges
    units: dict[str, Unit] = {}
    for document, reference in plan.references:
        path = reference.path
        if path.is_annex:
            near = (*edges.referred_to_by(document, path), *edges.refers_to(document, path))
            ends = [one for one in near if not one.path.is_annex]
        else:
            ends = [*_rules_under(document, path, plan, index), *edges.sections_behind(document, path)]
        for end in ends:
            if end.document in plan.documents:
                units.update((unit.unit_id, unit) for unit in index.units_at(end.document, end.path))
    return list(units.values())


def _rules_under(document: str, path: ProvisionPath, plan: RetrievalPlan, index: LawIndex) -> list[Joined]:
    """Return the rules made under a provision: of each state those made under just that one, where there are some.

    Else they are those of what holds it; and of a part that has none those of its whole section, for a number inside
    a section is often remembered wrongly, or left out by the rule.
    """
    edges = index.edges
    found = edges.rules_under(document, path)
    under = [one for one in found if one.document in plan.documents]
    if not under:
        under = edges.rules_under(document, ProvisionPath(path.number))
    just = [
        one
        for one in under
        if any(
            behind.document == document and path.contains(behind.path)
            for behind in edges.sections_behind(one.document, one.path)
        )
    ]
    exact = {index.laws[one.document].jurisdiction for one in just if one.document in index.laws}
    return [one for one in under if one in just or index.laws[one.document].jurisdiction not in exact]


def pin_joined(
    ranked: Sequence[Evidence],
    found: Sequence[Evidence],
    joined: Sequence[Evidence],
    plan: RetrievalPlan,
    limit: int,
    thresholds: RetrievalThresholds = RetrievalThresholds(),
) -> list[Evidence]:
    """Return the evidence with at most `limit` joined units pinned, before the provisions named or right after.

    A state's rules and what prescribes a form come first where a detail is asked for, or the question names
    the state and not the words of the section. The sections behind a
    rule come after the best units found: a number may be remembered wrongly. Where a rule is asked for and none is
    joined, the state's rule found first comes before the section. Joined units keep the
    order of the searches (`found`), followed by those not ranked there, nearest first; of several states
    the best of each in turn.
    """
    place = {one.unit_id: at for at, one in enumerate(found)}
    known = {one.unit_id: one for one in found}
    of: dict[str, list[Evidence]] = {}
    for one in sorted(joined, key=lambda one: (place.get(one.unit_id, len(place)), -one.score)):
        of.setdefault(one.jurisdiction, []).append(known.get(one.unit_id, one))
    in_turn = [one for row in zip_longest(*of.values()) for one in row if one is not None]
    shown = [_as_pinned(one) for one in in_turn[:limit]]
    there = {one.unit_id for one in shown}
    named = [one for one in ranked if one.pinned and one.unit_id not in there]
    rest = [one for one in ranked if not one.pinned and one.unit_id not in there]
    rules = [one for one in shown if one.jurisdiction != CENTRAL]
    sections = [one for one in shown if one.jurisdiction == CENTRAL]
    first, behind = (rules, []) if _wants_rule_first(plan) else ([], rules)
    of_central_law = bool(named) and all(one.jurisdiction == CENTRAL for one in named)
    if of_central_law and not rules and plan.asking.asks_rule:
        first, rest = _nearest_rule(rest)
    at = thresholds.found_before_sections
    return [*first, *named, *behind, *rest[:at], *sections, *rest[at:]]


def _nearest_rule(rest: Sequence[Evidence]) -> tuple[list[Evidence], list[Evidence]]:
    """Return the state's rule ranked first, and the others: asked for a rule where no edge leads to one."""
    nearest = next((one for one in rest if one.jurisdiction != CENTRAL), None)
    if nearest is None:
        return [], list(rest)
    return [nearest], [one for one in rest if one is not nearest]


def _wants_rule_first(plan: RetrievalPlan) -> bool:
    """Return whether a detail is asked for, or a state is named beside the section for more than its words."""
    return plan.asking.asks_detail or (plan.state_named and not plan.asking.asks_section)


def _as_pinned(one: Evidence) -> Evidence:
    return one.model_copy(
        update={"pinned": True, "found_by": tuple(dict.fromkeys((*one.found_by, "derived")))}
    )
