"""The Lantern Act with statements and a fee of its own, as `describe_provision` takes them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.review.usable import UsableLaw
from civicsetu.corpus.statements.catalogue import index_statements
from civicsetu.law.documents import EditionKind
from civicsetu.law.parameters import Parameter
from civicsetu.law.statements import Actor, Statement, StatementKind, StatementPassage, parse_document_path
from tests.retrieval.lantern_act import ACT, AS_ENACTED, ENACTED, OFFICIAL, PLAIN, index_of, spec

CHANGE = {
    "by": "Closing Hours Order, 1955", "number": "No. 7", "date": "1955-07-01",
    "provisions": {"3(1)": "Lanterns now close at nine; before, at ten.", "5(1)": "Taken out; it asked for a bell."},
}  # fmt: skip
SPEC = spec(changes=[CHANGE])


@lru_cache
def lantern_index() -> LawIndex:
    """The Act in plain words, as it is, and as it was enacted."""
    return index_of(
        (SPEC, EditionKind.PLAIN, PLAIN),
        (SPEC, EditionKind.OFFICIAL, OFFICIAL),
        (SPEC, EditionKind.OFFICIAL, AS_ENACTED, ENACTED),
    )


def statement(name: str, path: str, says: str, **more: Any) -> Statement:
    place = parse_document_path(path, ACT)
    return Statement(name, ACT, says, StatementKind.DUTY, (StatementPassage(place, 0, 1, "x"),), **more)


CLOSING = statement("lantern-close", "3(1)", "The keeper closes the lantern by nine.", bearer=Actor.ANYONE)
PENALTY = statement("lantern-penalty", "4", "Who does not close it pays up to 100 rupees.")


def fee(**more: Any) -> Parameter:
    entry = {
        "from": "1950-01-01", "value": "20", "provisions": [f"{ACT}:3(2)"], "basis": "official",
        "as_printed": "1960-01-01", "requires": ["It is paid in coins."], **more,
    }  # fmt: skip
    return Parameter.model_validate({
        "parameter": "late_entry_fee", "label": "Fee for a late entry", "types": ["money"], "unit": "rupees",
        "set_by": "act", "unlisted": "refers", "values": {"CENTRAL": {"coverage": "fixed", "entries": [entry]}},
    })  # fmt: skip


def usable(*parameters: Parameter, **doubts: str) -> UsableLaw:
    catalogue = ParameterCatalogue({one.parameter: one for one in parameters or (fee(),)})
    statements = index_statements({one.id: one for one in (CLOSING, PENALTY)})
    return UsableLaw(statements, catalogue, {name.replace("__", "/"): why for name, why in doubts.items()})
