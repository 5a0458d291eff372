"""What is held, and of which jurisdiction how much."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from civicsetu.answering.lookup.documents import describe_documents, describe_jurisdictions
from civicsetu.corpus.registry import JurisdictionEntry, Registry
from civicsetu.law.parameters import Coverage, Parameter
from tests.answering.lookup.lanterns import SPEC, fee, lantern_index, usable
from tests.retrieval.lantern_act import ACT

REGISTRY = Registry(
    {ACT: SPEC}, {"CENTRAL": JurisdictionEntry(name="India"), "GOA": JurisdictionEntry(name="Goa")}
)


def test_a_document_is_listed_with_its_editions_and_earlier_versions() -> None:
    [told] = describe_documents(lantern_index())
    assert (told.document, told.sections, told.jurisdiction) == (ACT, 5, "CENTRAL")
    assert [one.edition.value for one in told.editions] == ["plain", "official"]
    assert [one.version for one in told.earlier] == ["As enacted in 1950"]
    assert describe_documents(lantern_index(), "GOA") == ()


def test_a_jurisdiction_of_which_nothing_is_held_is_listed_with_what_holds_for_it() -> None:
    told = describe_jurisdictions(lantern_index(), usable(), REGISTRY)
    central, goa = told.jurisdictions
    assert told.parameters == {"late_entry_fee": "Fee for a late entry"}
    assert (central.documents, goa.documents) == ((ACT,), ())
    assert (central.coverage, central.refers_to) == ({"late_entry_fee": Coverage.FIXED}, {})
    assert (goa.coverage, goa.refers_to) == ({"late_entry_fee": Coverage.REFERS}, {"late_entry_fee": "CENTRAL"})
    assert goa.counts == {"refers": 1}


def test_a_value_in_doubt_makes_its_coverage_in_doubt() -> None:
    law = usable(fee())
    law.doubts["late_entry_fee/CENTRAL/1950-01-01"] = "its words changed"  # type: ignore[index]
    central, _ = describe_jurisdictions(lantern_index(), law, REGISTRY).jurisdictions
    assert (central.counts, central.values) == ({"in_doubt": 1}, {})


_ELSEWHERE = "goa_lamp_rules:4"
_ENTRY = {"from": "1950-01-01", "basis": "official", "as_printed": "1960-01-01"}


def rules_fee(**goa: Any) -> Parameter:
    """A fee that the rules of Goa may fix."""
    return Parameter.model_validate({
        "parameter": "complaint_fee", "label": "Fee for a complaint", "types": ["money"], "unit": "INR",
        "set_by": "rules", "unlisted": "not_held", "axes": {"forum": ["authority", "adjudicating_officer"]},
        "by": ["forum"], "values": {"GOA": goa},
    })  # fmt: skip


def entry(forum: str, provision: str, **more: str) -> dict[str, object]:
    return {**_ENTRY, "value": "20", "when": {"forum": [forum]}, "provisions": [provision], **more}


@pytest.mark.parametrize(
    ("entries", "coverage"),
    [
        ([entry("authority", f"{ACT}:3(2)"), entry("adjudicating_officer", f"{ACT}:4")], Coverage.FIXED),
        ([entry("authority", f"{ACT}:3(2)"), entry("adjudicating_officer", _ELSEWHERE)], Coverage.PART_HELD),
        ([entry("authority", _ELSEWHERE), entry("adjudicating_officer", _ELSEWHERE)], Coverage.NOT_HELD),
        ([entry("authority", f"{ACT}:3(2)"), entry("authority", _ELSEWHERE, to="1951-01-01")], Coverage.FIXED),
    ],
)
def test_a_value_is_held_only_where_the_document_that_carries_it_is(
    entries: list[dict[str, object]], coverage: Coverage
) -> None:
    if len(entries) == 2 and "to" in entries[1]:
        entries = [{**entries[0], "from": "1951-01-02"}, entries[1]]
    law = usable(rules_fee(coverage="fixed", entries=entries))
    _, goa = describe_jurisdictions(lantern_index(), law, REGISTRY, date(2026, 1, 1)).jurisdictions
    assert goa.coverage == {"complaint_fee": coverage}
    assert goa.counts == {coverage.value: 1}
    assert bool(goa.values) is (coverage is not Coverage.NOT_HELD)


def test_rules_that_are_not_held_are_not_told_to_be_silent() -> None:
    silent = {"coverage": "silent", "read_on": "2026-01-01"}
    for place, coverage in ((f"{ACT}:1-4", Coverage.SILENT), ("goa_lamp_rules:1-4", Coverage.NOT_HELD)):
        law = usable(rules_fee(**silent, provisions=[place]))
        _, goa = describe_jurisdictions(lantern_index(), law, REGISTRY).jurisdictions
        assert goa.coverage == {"complaint_fee": coverage}


def test_a_value_is_told_in_words_with_its_provision_and_its_print() -> None:
    entries = [entry("authority", f"{ACT}:3(2)", value="20"), entry("adjudicating_officer", f"{ACT}:4", value="30")]
    law = usable(rules_fee(coverage="fixed", entries=entries))
    _, goa = describe_jurisdictions(lantern_index(), law, REGISTRY).jurisdictions
    told = goa.values["complaint_fee"]
    assert told.says == (
        "In Goa a complaint costs 20 rupees before the RERA authority, 30 rupees before the adjudicating officer."
    )
    assert told.provisions == (f"{ACT}:3(2)", f"{ACT}:4")
    assert told.note.startswith("The fee is as printed in January 1960")


def test_a_value_without_words_is_told_by_its_provision_alone() -> None:
    central, goa = describe_jurisdictions(lantern_index(), usable(), REGISTRY).jurisdictions
    assert (central.values["late_entry_fee"].says, goa.values) == (None, {})
    assert central.values["late_entry_fee"].provisions == (f"{ACT}:3(2)",)
