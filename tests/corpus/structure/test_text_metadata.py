"""What a passage names: days, provisions of its own law and its Act, and that it was amended."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED
from civicsetu.corpus.structure.text_metadata import (
    AmendmentKind,
    find_amendments,
    read_metadata,
    unrecorded_amendments,
)
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import parse_path
from tests.corpus.laws import meadow

RULES = meadow(
    "1-9", key="meadow_rules", title="Meadow Rules, 1951", doc_type="RULES", made_under="meadow_act"
)
PASSAGE = (
    "Under clause (a) of sub-section (2) of section 4 and section 9 of the Act, read with rule 7 and sub-rule (1) "
    "of rule 3, the keeper mows before the 1st day of June, 1951. Section 12 of the Companies Act, 2013 and rule 5 of the "
    "Hay Rules, 1948 are not meant."
)


def test_a_passage_of_rules_names_days_sections_of_its_act_and_its_own_rules() -> None:
    told = read_metadata(PASSAGE, RULES, parse_path("2"))
    assert told.days == (date(1951, 6, 1),)
    assert told.sections == ("4(2)(a)", "9")
    assert told.rules == ("7", "3(1)"), "what another law is named with is no reference of this one"
    assert told.amendments == ()


def test_a_passage_of_an_act_names_its_own_sections_and_no_other_acts() -> None:
    told = read_metadata("As section 3 says; section 8 of the Hay Act, 1940 is left alone.", meadow("1-9"))
    assert (told.sections, told.rules) == (("3",), ())


@pytest.mark.parametrize(
    ("note", "kind", "ordered"),
    [
        ("1. Subs. by the Hay Order, 1952 (w.e.f. 2-6-1952).", AmendmentKind.SUBSTITUTED, False),
        ("2 Ins. by Act 3 of 1952, s. 4 (w.e.f. 2-6-1952).", AmendmentKind.INSERTED, False),
        ("Omitted by the Hay Order dated 2 June 1952.", AmendmentKind.OMITTED, False),
        ("clause (b) shall be substituted from 02.06.1952", AmendmentKind.SUBSTITUTED, True),
        ("sub-section (3) shall stand omitted on the 2nd day of June, 1952", AmendmentKind.OMITTED, True),
    ],
)
def test_words_of_an_amendment_are_read_with_their_day(note: str, kind: AmendmentKind, ordered: bool) -> None:
    [signal] = find_amendments(note)
    assert (signal.kind, signal.ordered, signal.days) == (kind, ordered, (date(1952, 6, 2),))


@pytest.mark.parametrize(
    "text",
    [
        "no proceedings shall be instituted against him by any court",
        "the Act, as amended from time to time",
        "the keeper may add by hand what was left out",
        "an inspection by the keeper",
        "The Hay Ordinance is hereby repealed.",
    ],
)
def test_other_words_are_no_amendment(text: str) -> None:
    assert list(find_amendments(text)) == []


def _noted(*recorded: str) -> tuple[str, ...]:
    text = (
        "1. Mowing.\nThe keeper mows.\n\n2. Raking.\nThe keeper rakes.\n\n"
        "[India Code footnotes to section 2]\n1. Subs. by the Hay Order, 1952 (w.e.f. 2-6-1952).\n\n"
        "3. Rest.\nIn section 1 of the Hay Act, 1940 the word hay shall be omitted.\n"
    )
    change = {
        "by": "Hay Order, 1952",
        "date": "1952-06-02",
        "provisions": {path: "New words." for path in recorded},
    }
    spec: DocumentSpec = meadow("1-3", changes=[change] if recorded else [])
    return unrecorded_amendments(divide(text, spec, CONSOLIDATED), spec)


def test_an_amendment_the_registry_does_not_record_is_named() -> None:
    assert _noted() == _noted("1") == ("2",), "what orders a change of another law is none of this one"
    assert _noted("2") == ()


@given(st.text(max_size=200))
def test_any_text_has_metadata(text: str) -> None:
    told = read_metadata(text, RULES)
    assert all(parse_path(path) for path in (*told.sections, *told.rules))
    assert all(0 <= one.start < one.end <= len(text) for one in told.amendments)
