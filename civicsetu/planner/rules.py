"""The rules by which further steps are planned: a table of small functions, each from a view of a part to its steps.

A rule plans only what it can name from the question, the evidence and the law held, so that the same question has the
same plan. What each is worth stands in ADR 0018.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.planning import Tool
from civicsetu.lexicon.tokens import split_all_words
from civicsetu.planner.gathered_text import count_covered
from civicsetu.planner.steps import PlanStep, ProvisionAddress, View
from civicsetu.planner.thresholds import PLANNING
from civicsetu.planner.tools import units_beside
from civicsetu.settings.planner import PlannerRule

Rule = Callable[[View], Iterator[PlanStep]]


def has_evidence(view: View) -> bool:
    """Return whether a third of the words asked, or more, stand in the evidence of a part."""
    there, asked = count_covered(view.sought.query.asking_now, view.evidence, view.index)
    return there >= asked * PLANNING.least_covered


def asked_alone(view: View) -> Iterator[PlanStep]:
    """Yield a search for a part without evidence by itself, without the story that drew the search elsewhere."""
    if view.sought.query.asked_last and not has_evidence(view):
        yield PlanStep(view.part, Tool.SEARCH_WITHIN, view.sought.query.asked_last, "few of its words were found")


def references(view: View) -> Iterator[PlanStep]:
    """Yield the opening of a provision that one of the best two refers to; not of a long section, mostly off topic."""
    for one in view.found[:PLANNING.best]:
        named = view.index.edges.refers_to(one.document, parse_path(one.provision))
        yield from _openings(view, named, f"{one.provision} refers to it")


def section_begins(view: View) -> Iterator[PlanStep]:
    """Yield the opening of the first section of the Act found at its beginning, where its main rule stands."""
    for one in view.found:
        path = parse_path(one.provision)
        if one.jurisdiction != CENTRAL or path.is_annex:
            continue
        begins = view.index.units_at(one.document, ProvisionPath(path.number))[:1]
        for unit in begins:
            if not _is_there(unit.unit_id, view.evidence):
                place = ProvisionAddress(unit.document, parse_path(unit.path))
                yield _opening(view, place, f"{one.provision} goes on from it")
        return


def state_rules(view: View) -> Iterator[PlanStep]:
    """Yield the opening of the rules of the asker's state that carry out provisions found of the Act."""
    for one in view.found:
        if one.jurisdiction == CENTRAL:
            under = view.index.edges.rules_under(one.document, parse_path(one.provision))
            yield from _openings(view, under, f"it carries out section {one.provision}", longest=None)


def look_beside(view: View) -> Iterator[PlanStep]:
    """Yield a look beside the best provision in its section: a rule's form in one sub-rule, its fee in the next."""
    for one in view.found[:1]:
        place = ProvisionAddress(one.document, parse_path(one.provision))
        if any(not _is_there(unit.unit_id, view.evidence) for unit in units_beside(place, view.index)):
            yield PlanStep(view.part, Tool.EXPAND, place, "it stands beside the best provision")


def defined_words(view: View) -> Iterator[PlanStep]:
    """Yield the opening of the definition of each word of the question that the law defines, longer terms first."""
    words = split_all_words(view.sought.asked)
    terms = (
        " ".join(words[at : at + length])
        for length in range(PLANNING.term_words, 0, -1)
        for at in range(len(words) - length + 1)
    )
    defining = {unit.unit_id: (unit, term) for term in terms for unit in view.index.find_definitions(term)}
    for unit, term in defining.values():
        if unit.document in view.documents and not _is_there(unit.unit_id, view.evidence):
            yield _opening(view, ProvisionAddress(unit.document, parse_path(unit.path)), f"it defines “{term}”")


RULES: Mapping[PlannerRule, Rule] = {
    "asked_alone": asked_alone,
    "references": references,
    "section_begins": section_begins,
    "state_rules": state_rules,
    "beside": look_beside,
    "defined_words": defined_words,
}


def _openings(
    view: View, joined: Sequence[Joined], why: str, longest: int | None = PLANNING.opened_units
) -> Iterator[PlanStep]:
    """Steps that open what is joined to a provision, in the law searched and not there yet, of at most so many units."""
    news = (one for one in joined if _is_news(one, view, longest))
    steps = (_opening(view, ProvisionAddress(one.document, one.path), why) for one in news)
    yield from islice(steps, PLANNING.openings)


def _is_news(joined: Joined, view: View, longest: int | None) -> bool:
    units = view.index.units_at(joined.document, joined.path)
    if joined.document not in view.documents or (longest is not None and len(units) > longest):
        return False
    return any(not _is_there(unit.unit_id, view.evidence) for unit in units[:PLANNING.opened_units])


def _opening(view: View, place: ProvisionAddress, why: str) -> PlanStep:
    return PlanStep(view.part, Tool.OPEN_SECTION, place, why)


def _is_there(unit_id: str, evidence: Sequence[Evidence]) -> bool:
    return any(one.unit_id == unit_id for one in evidence)
