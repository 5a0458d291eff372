from __future__ import annotations

import pytest

from tests.claims.given import found


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("The promoter shall mow.", "The promoter must mow."),
        ("The promoter may mow.", "The promoter may mow."),
        ("The promoter shall not mow.", "The promoter must not mow."),
        ("No promoter shall mow.", "A promoter must not mow."),
        ("No promoter shall mow.", "No promoter may mow."),
        ("The promoter shall not mow.", "The promoter cannot mow."),
        ("The promoter shall be liable to a fine.", "The promoter is liable to a fine."),
        ("The promoter shall mow in such manner as may be prescribed.", "The promoter must mow in the manner fixed by the rules (prescribed)."),
        ("The promoter shall mow or rake, as the case may be.", "The promoter must mow or rake, whichever applies."),
        ("The promoter who fails to mow shall be liable.", "A promoter who does not mow is liable."),
        ("Any promoter unable to mow shall rest.", "A promoter who cannot mow must rest."),
    ],
)  # fmt: skip
def test_what_both_say_alike_is_alike(theirs: str, ours: str) -> None:
    assert found(theirs, ours) == set()


@pytest.mark.parametrize(
    ("theirs", "ours", "kind"),
    [
        ("The promoter shall mow.", "The promoter may mow.", "duty"),
        ("The promoter may mow.", "The promoter must mow.", "duty"),
        ("The promoter shall mow.", "The promoter must not mow.", "negation"),
        ("The promoter shall not mow.", "The promoter must mow.", "negation"),
        ("No promoter shall mow.", "A promoter must mow.", "negation"),
        ("Hay is sold by the promoter.", "Hay is not sold by the promoter.", "negation"),
        ("The promoter shall not mow without leave.", "The promoter must not mow with leave.", "negation"),
    ],
)  # fmt: skip
def test_what_is_turned_is_found(theirs: str, ours: str, kind: str) -> None:
    assert kind in {found_kind for found_kind, _ in found(theirs, ours)}


MIXED = "The Authority may amend an order on hay for any mistake, and shall fine a promoter who burns rakes."


@pytest.mark.parametrize(
    ("ours", "right"),
    [
        ("The Authority may amend an order on hay for a mistake. The Authority must fine a promoter who burns rakes.", True),
        ("The Authority must amend an order on hay for a mistake. The Authority must fine a promoter who burns rakes.", False),
        ("The Authority may amend an order on hay for a mistake. The Authority may fine a promoter who burns rakes.", False),
    ],
)  # fmt: skip
def test_one_turned_of_both_kinds_is_found(ours: str, right: bool) -> None:
    assert ("duty" not in {kind for kind, _ in found(MIXED, ours)}) is right


def test_a_not_of_the_lead_is_due_in_every_sentence_of_its_parts() -> None:
    theirs = ("(1) The promoter shall not,—", "(a) burn hay;", "(b) sell rakes.")
    ours = ("(1) The promoter must not do any of this:", "(a) The promoter must not burn hay.",
            "(b) The promoter must not sell rakes.")  # fmt: skip
    assert found(theirs, ours) == set()
    assert ("negation", "0 for 1") in found(theirs, (*ours[:2], "(b) The promoter must sell rakes."))


def test_what_stands_after_unless_is_no_denial() -> None:
    theirs = ("(1) No promoter shall mow unless,—", "(a) hay is dry;", "(b) rakes are at hand.")
    ours = ("(1) A promoter must not mow unless all of this is so:", "(a) Hay must be dry for the promoter to mow.",
            "(b) Rakes must be at hand for the promoter to mow.")  # fmt: skip
    assert "negation" not in {kind for kind, _ in found(theirs, ours)}


def test_of_a_lead_what_follows_but_is_said_of_its_parts() -> None:
    theirs = ("(1) Hay is grass which is not wet but excludes—", "(a) straw;", "(b) reed.")
    lead = "(1) Hay is grass that is not wet, and excludes some."
    assert found(theirs, (lead, "(a) Straw is not hay.", "(b) Reed is not hay.")) == set()
    assert ("negation", "0 for 1") in found(theirs, (lead, "(a) Straw is hay.", "(b) Reed is not hay."))
