"""A provision as the panel shows it: its text, what was changed of it, and how it read before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from civicsetu.answering.provisions.views import build_provision_view, list_documents
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import NotFound
from civicsetu.law.documents import DocumentSpec, EditionKind
from tests.retrieval.lantern_act import ACT, AS_ENACTED, ENACTED, OFFICIAL, PLAIN, index_of, spec

CHANGES = (
    {
        "by": "Closing Hours Order, 1955", "number": "No. 7", "date": "1955-07-01",
        "provisions": {"3(1)": "Lanterns now close at nine; before, at ten.", "5(1)": "Taken out."},
    },
    {
        "by": "Notification of the Town", "date": "1957-01-01", "in_text": False,
        "provisions": {"1": "The Act now holds in the harbour too."},
    },
    {
        "by": "Fees Order, 1958", "number": "No. 9", "date": "1958-02-03",
        "provisions": {"3(2)": "The fee was raised."},
    },
    {"by": "Late Order, 1959", "date": "1959-03-04", "provisions": {"3(1)(a)": "Fields were added."}},
)  # fmt: skip
SPEC = spec(changes=CHANGES)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    """The Lantern Act in plain words, as it is, and as it was enacted."""
    return index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (spec(), EditionKind.OFFICIAL, AS_ENACTED, ENACTED),
    )


@pytest.mark.parametrize("edition", [None, "plain", "official"])
def test_a_changed_provision_shows_its_changes_and_how_it_read(index: LawIndex, edition: str | None) -> None:
    view = build_provision_view(index, SPEC, ACT, "3(1)", edition)
    assert [(one.provision, one.by, one.date) for one in view.changes] == [
        ("3(1)", "Closing Hours Order, 1955", date(1955, 7, 1)),
        ("3(1)(a)", "Late Order, 1959", date(1959, 3, 4)),
    ]
    assert view.changes[0].told == "Lanterns now close at nine; before, at ten."
    [earlier] = view.earlier
    assert "ten post meridiem" in earlier.text and "nine" not in earlier.text
    assert earlier.text.startswith("(1) Every keeper") and earlier.text in AS_ENACTED
    assert (earlier.label, earlier.law_until) == ("As enacted in 1950", date(1955, 7, 1))
    assert "ten post meridiem" not in view.text


def test_an_earlier_reading_was_the_law_until_that_very_provision_was_changed(index: LawIndex) -> None:
    assert ENACTED.law_until == date(1955, 7, 1)
    [earlier] = build_provision_view(index, SPEC, ACT, "3(2)", None).earlier
    assert earlier.law_until == date(1958, 2, 3)


def test_changes_before_a_version_are_in_it(index: LawIndex) -> None:
    told = {"by": "Older Order", "date": "1950-01-01", "provisions": {"4": "The penalty was set."}}
    view = build_provision_view(index, spec(changes=[told]), ACT, "4", None)
    assert len(view.changes) == 1 and view.earlier == ()


@pytest.mark.parametrize("provision", ["2(a)", "4"])
def test_a_provision_that_was_never_changed_shows_neither(index: LawIndex, provision: str) -> None:
    view = build_provision_view(index, SPEC, ACT, provision, None)
    assert (view.changes, view.earlier) == ((), ())


def test_a_change_that_left_the_words_has_no_earlier_reading(index: LawIndex) -> None:
    view = build_provision_view(index, SPEC, ACT, "1", None)
    assert [change.in_text for change in view.changes] == [False]
    assert view.earlier == ()


def test_a_whole_section_shows_what_was_changed_in_it_even_what_was_taken_out(index: LawIndex) -> None:
    view = build_provision_view(index, SPEC, ACT, "5", "official")
    assert [(one.provision, one.told) for one in view.changes] == [("5(1)", "Taken out.")]
    [earlier] = view.earlier
    assert "bell" in earlier.text and "bell" not in view.text


def test_what_was_taken_out_cannot_be_opened_as_if_it_were_the_law(index: LawIndex) -> None:
    for edition in (None, "plain", "official", "as_enacted", "earlier"):
        with pytest.raises(NotFound):
            build_provision_view(index, SPEC, ACT, "5(1)", edition)


def test_an_earlier_version_is_no_edition(index: LawIndex) -> None:
    assert build_provision_view(index, SPEC, ACT, "3(1)", None).editions == ("plain", "official")
    with pytest.raises(NotFound):
        build_provision_view(index, SPEC, ACT, "3(1)", "as_enacted")
    [held] = list_documents(index)
    assert held.editions == ("plain", "official")


@pytest.mark.parametrize("of", [SPEC, None])
def test_changes_are_shown_without_the_earlier_text_too(of: DocumentSpec | None) -> None:
    view = build_provision_view(index_of(), of, ACT, "3(1)", None)
    assert len(view.changes) == (2 if of else 0)
    assert view.earlier == ()


def test_several_earlier_versions_are_shown_newest_first() -> None:
    second = ENACTED.model_copy(
        update={"name": "of_1955", "label": "As of 1955", "law_from": date(1955, 7, 1),
                "law_until": date(1959, 3, 4)}
    )  # fmt: skip
    index = index_of(
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (spec(), EditionKind.OFFICIAL, AS_ENACTED, ENACTED),
        (spec(), EditionKind.OFFICIAL, OFFICIAL.replace("if it hangs in a field", "in the field"), second),
    )
    readings = build_provision_view(index, SPEC, ACT, "3(1)", None).earlier
    assert [(one.label, one.law_until) for one in readings] == [
        ("As of 1955", date(1959, 3, 4)), ("As enacted in 1950", date(1955, 7, 1)),
    ]  # fmt: skip


def copied(index: LawIndex) -> LawIndex:
    """The same law, its official text read from a copy on another site."""
    law = index.laws[ACT]
    official = law.editions[EditionKind.OFFICIAL]
    copy = replace(official, basis="mirror", url="https://www.copies.example/lanterns.pdf")
    return replace(index, laws={ACT: replace(law, editions={**law.editions, EditionKind.OFFICIAL: copy})})


@pytest.mark.parametrize(("edition", "site"), [("official", "copies.example"), ("plain", "")])
def test_a_copy_on_another_site_is_named(index: LawIndex, edition: str, site: str) -> None:
    view = build_provision_view(copied(index), SPEC, ACT, "3(1)", edition)
    assert view.copied_from == site
    assert build_provision_view(index, SPEC, ACT, "3(1)", edition).copied_from == ""
    [held] = list_documents(copied(index))
    assert held.copied_from == "copies.example"


def test_what_stands_next_to_it_is_told(index: LawIndex) -> None:
    view = build_provision_view(index, SPEC, ACT, "3(1)", None)
    assert (view.before, view.after) == ("2(c)", "3(2)")
