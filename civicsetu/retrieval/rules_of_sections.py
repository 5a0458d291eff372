"""Which rule of a state carries out a section asked about, and where it stands in the evidence.

"What form and fee does my state want for section 4?" is looked up along an edge, not searched: the section
says "as may be prescribed", and the rule made under it says what. Who asks for the state's detail is shown the
rule first; who asks what the section says, after the section.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath
from civicsetu.retrieval.plan import RetrievalPlan

_DETAIL = re.compile(
    r"\b(?:rules?|forms?|formats?|fees?|charge[sd]?|rates?|per ?cent|prescribed?|procedure|manner|documents?"
    r"|challan|draft|how much|how many|what sum|days|by when|time limit|deadline|enclos\w*|attach\w*"
    r"|niyam|kitn[aei]|kaun ?sa|paise|rupees?|rs)\b"
    r"|%|₹"
    r"|नियम|फॉर्म|फ़ॉर्म|फार्म|प्रपत्र|अर्ज|शुल्क|फीस|फ़ीस|दर|कितन|किती|दिन|दिवस"
    r"|ನಿಯಮ|ಫಾರ್ಮ್|ನಮೂನೆ|ಶುಲ್ಕ|ಎಷ್ಟು|ದಿನ|விதி|படிவ|கட்டண|எவ்வளவு|நாள்"
    r"|నియమ|ఫారం|ఫారమ్|రుసుము|ఎంత|నిబంధన|નિયમ|ફોર્મ|ફી|કેટલ",
    re.IGNORECASE,
)


def asks_for_detail(question: str) -> bool:
    """True where a rule, form, fee, rate or period is asked for: what an Act leaves to the state's rules."""
    return _DETAIL.search(question) is not None


def asks_rules_of_sections(plan: RetrievalPlan, index: LawIndex) -> bool:
    """True where sections of central law are named, and rules of a state are searched beside them."""
    of = {index.laws[key].jurisdiction for key, _ in plan.references}
    return of == {CENTRAL} and any(index.laws[key].jurisdiction != CENTRAL for key in plan.documents)


def rules_under(plan: RetrievalPlan, index: LawIndex) -> list[Unit]:
    """The rules searched that carry out a section named or prescribe a form named, the surest first.

    A rule's units come in its order.
    """
    edges = index.edges
    return _units(
        (
            (rule.document, rule.path)
            for document, reference in plan.references
            for rule in (
                edges.referred_to_by(document, reference.path)
                if reference.path.is_annex
                else edges.rules_under(document, reference.path)
            )
            if not rule.path.is_annex
        ),
        plan,
        index,
    )


def sections_behind(plan: RetrievalPlan, index: LawIndex) -> list[Unit]:
    """The sections that a rule named carries out."""
    return _units(
        (
            (section.document, section.path)
            for document, reference in plan.references
            for section in index.edges.sections_behind(document, reference.path)
        ),
        plan,
        index,
    )


def pinned(
    ranked: Sequence[Evidence], joined: Sequence[Evidence], *, first: bool, limit: int
) -> list[Evidence]:
    """The evidence with at most `limit` of what is joined to it at its head, or behind what was named."""
    shown = [_as_pinned(one) for one in joined[:limit]]
    there = {one.unit_id for one in shown}
    named = [one for one in ranked if one.pinned and one.unit_id not in there]
    rest = [one for one in ranked if not one.pinned and one.unit_id not in there]
    return [*shown, *named, *rest] if first else [*named, *shown, *rest]


def in_order_of(found: Sequence[Evidence], joined: Sequence[Evidence]) -> list[Evidence]:
    """What is joined as the search ranks it; what the search did not rank by its nearness behind."""
    place = {one.unit_id: at for at, one in enumerate(found)}
    known = {one.unit_id: one for one in found}
    ordered = sorted(joined, key=lambda one: (place.get(one.unit_id, len(place)), -one.score))
    return [known.get(one.unit_id, one) for one in ordered]


def _as_pinned(one: Evidence) -> Evidence:
    return one.model_copy(
        update={"pinned": True, "found_by": tuple(dict.fromkeys((*one.found_by, "derived")))}
    )


def _units(places: Iterable[tuple[str, ProvisionPath]], plan: RetrievalPlan, index: LawIndex) -> list[Unit]:
    units = (
        unit
        for document, path in places
        if document in plan.documents
        for unit in index.units_at(document, path)
    )
    return list({unit.unit_id: unit for unit in units}.values())
