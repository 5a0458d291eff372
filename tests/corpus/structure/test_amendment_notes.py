"""A print that says a provision was amended is noticed where the registry records no change."""

from __future__ import annotations

import pytest

from civicsetu.corpus.structure.amendment_notes import find_amendment_notes, unrecorded_amendments
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED
from civicsetu.law.documents import DocumentSpec
from tests.corpus.laws import meadow


@pytest.mark.parametrize(
    ("note", "start"),
    [
        ("1. Subs. by the Hay Order, 1952 (w.e.f. 2-6-1952).", 3),
        ("2 Ins. by Act 3 of 1952, s. 4 (w.e.f. 2-6-1952).", 2),
        ("Omitted by the Hay Order dated 2 June 1952.", 0),
    ],
)
def test_words_of_an_amendment_are_found(note: str, start: int) -> None:
    assert list(find_amendment_notes(note)) == [start]


@pytest.mark.parametrize(
    "text",
    [
        "no proceedings shall be instituted against him by any court",
        "the Act, as amended from time to time",
        "the keeper may add by hand what was left out",
        "an inspection by the keeper",
        "The Hay Ordinance is hereby repealed.",
        "clause (b) shall be substituted from 02.06.1952",
        "clause (b) shall be substituted by the words hay and straw",
        "sub-section (3) shall stand omitted on the 2nd day of June, 1952",
    ],
)
def test_other_words_are_no_amendment(text: str) -> None:
    assert list(find_amendment_notes(text)) == []


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
