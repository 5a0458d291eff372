"""What is held of three invented states: Avalon and Brine have rules that are held, Corrin's are not."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from civicsetu.answering.verifying.absence import CoverageHeld
from civicsetu.law.parameters import Parameter, ParameterLookup

DAY = datetime.date(2020, 1, 1)
_NAMES = {"Avalon": "AVALON", "Brine": "BRINE", "Corrin": "CORRIN"}
_SILENT = {"coverage": "silent", "provisions": ["lantern_rules:1"], "read_on": "2020-01-01"}
_LEFT = {"coverage": "refers", "to": "state_rules"}


def _fixed(**shape: Any) -> dict[str, Any]:
    entry = {
        "from": "2017-01-01", "provisions": ["lantern_rules:4"], "basis": "official", "as_printed": "2017-01-01",
    }  # fmt: skip
    return {"coverage": "fixed", "entries": [entry | shape]}


def _parameter(name: str, label: str, shape: str, values: dict[str, Any], **more: Any) -> Parameter:
    told = {
        "parameter": name, "label": label, "types": [shape], "set_by": "rules", "unlisted": "not_held", "values": values,
    }  # fmt: skip
    return Parameter.model_validate(told | more)


_DAYS = {"length": "45", "unit": "day", "bound": "within"}

PARAMETERS = (
    _parameter("complaint_fee", "Fee of a complaint", "money", {"CENTRAL": _LEFT, "AVALON": _fixed(value="100"), "BRINE": _SILENT}, unit="INR"),
    _parameter("inspection_fee", "Fee to inspect the register", "money", {"CENTRAL": _SILENT, "BRINE": _SILENT}, unit="INR"),
    _parameter("appeal_form", "Form of an appeal to the appellate tribunal", "form", {"CENTRAL": _LEFT, "AVALON": _SILENT, "BRINE": _fixed(form={"name": "Form K"})}),
    _parameter("refund_period", "Time in which a builder has to pay a refund", "period", {"CENTRAL": _LEFT, "AVALON": _SILENT, "BRINE": _fixed(period=_DAYS)}),
    _parameter("rent_rate", "Rate of rent for the common hall", "formula", {"AVALON": _SILENT, "BRINE": {"coverage": "not_held"}}),
    _parameter("renewal_time", "When a broker has to apply for renewal", "period", {"AVALON": _SILENT, "BRINE": _fixed(period=_DAYS)}),
    _parameter("deed_period", "Time to execute the conveyance deed", "period", {"CENTRAL": _fixed(period=_DAYS), "AVALON": _SILENT}, set_by="act", unlisted="refers"),
)  # fmt: skip


def _look_up(parameter: Parameter, code: str, day: datetime.date) -> Sequence[ParameterLookup]:
    return [parameter.look_up(code, cell, day) for cell in parameter.cells]


def make_coverage(*asked: str) -> CoverageHeld:
    """Coverage for a question asked of those states."""
    return CoverageHeld(
        parameters=PARAMETERS,
        look_up=_look_up,
        as_on=DAY,
        asked=("CENTRAL", *asked),
        held=("CENTRAL", "AVALON", "BRINE"),
        find_states=lambda text: [code for name, code in _NAMES.items() if name in text],
        names=lambda code: [name for name, one in _NAMES.items() if one == code],
        is_unknown_law=lambda text: "Ferry Act" in text,
    )
