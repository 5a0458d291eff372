"""What is held of each jurisdiction, as far as the plain editions that ship go: what a claim of absence is held against."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import lru_cache

from civicsetu.answering.verifying.absence import CoverageHeld, check_absence
from civicsetu.answering.verifying.verdict import Doubt
from civicsetu.answering.written import Written
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.verifier.rows import AbsenceRow
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import Parameter, ParameterLookup
from civicsetu.query.jurisdiction_detection import states_named


def check_by_coverage(written: Written, row: AbsenceRow) -> Doubt | None:
    """Return why a claim of absence may not stand by the coverage alone, for somebody who asks of the row's jurisdiction."""
    return check_absence(written, (), hold_coverage(row.jurisdiction, datetime.date.today()))


def hold_coverage(jurisdiction: str, as_on: datetime.date) -> CoverageHeld:
    """Return what is known for a question of one jurisdiction, with the law held that ships in plain words."""
    registry = get_registry()
    documents = _held_documents()
    return CoverageHeld(
        parameters=tuple(get_parameters()),
        look_up=_look_up,
        as_on=as_on,
        asked=tuple(dict.fromkeys((CENTRAL, jurisdiction))),
        held={registry.documents[key].jurisdiction for key in documents},
        find_states=lambda text: states_named(text, registry),
        names=lambda code: (registry.jurisdictions[code].name,),
    )


def _look_up(parameter: Parameter, jurisdiction: str, as_on: datetime.date) -> Sequence[ParameterLookup]:
    """Each cell's look-up; an entry is given only where the law that carries it is held."""
    found = [parameter.look_up(jurisdiction, cell, as_on) for cell in parameter.cells]
    return [one if _is_citable(one) else one._replace(entry=None) for one in found]


def _is_citable(found: ParameterLookup) -> bool:
    carriers = found.entry.carriers if found.entry else ()
    return bool(carriers) and all(one.document in _held_documents() for one in carriers)


@lru_cache(maxsize=1)
def _held_documents() -> frozenset[str]:
    return frozenset(key for key in get_registry().documents if get_plain_edition(key) is not None)
