from __future__ import annotations

from civicsetu.evaluation.fidelity.check import check
from tests.claims.given import found, law, official, plain
from tests.corpus.laws import meadow


def test_the_same_provision_said_otherwise_is_the_same() -> None:
    theirs = "Under clause (a) of sub-section (2) of section 7 the promoter shall mow."
    assert found(theirs, "The promoter must mow under section 7(2)(a).") == set()


def test_a_reference_changed_lost_or_added_is_found() -> None:
    theirs = "Under section 7 the promoter shall mow."
    assert found(theirs, "The promoter must mow under section 8.") == {
        ("reference", "section 7"), ("reference", "section 8"),
    }  # fmt: skip
    assert found(theirs, "The promoter must mow.") == {("reference", "section 7")}
    assert found("The promoter shall mow.", "The promoter must mow under section 7.") == {
        ("reference", "section 7")
    }


def test_another_law_has_its_title_year_number_and_section() -> None:
    theirs = "It is a brook under section 9 of the Brooks Act, 1950 (3 of 1950)."
    assert found(theirs, "It is a brook as the Brooks Act, 1950 (Act 3 of 1950), section 9 says.") == set()
    changed = found(theirs, "It is a brook under section 9 of the Brooks Act, 1951 (Act 3 of 1950).")
    assert ("reference", "brooks act 1951") in changed
    assert ("reference", "4 of 1950") in found(
        theirs, "It is a brook under section 9 of the Brooks Act, 1950 (Act 4 of 1950)."
    )
    assert ("reference", "section 9") in found(
        theirs, "It is a brook under section 9 and the Brooks Act, 1950 (3 of 1950)."
    )


def test_this_section_may_be_said_by_its_number() -> None:
    assert found("For the purposes of this section, hay is grass.", "For section 1, hay is grass.") == set()
    assert found("Hay is grass.", "For section 1, hay is grass.") == {("reference", "section 1")}


def test_a_lead_may_announce_all_its_parts_and_not_some() -> None:
    theirs = ("(1) The promoter shall,—", "(a) mow;", "(b) rake;", "(c) rest.")
    parts = ("(a) The promoter must mow.", "(b) The promoter must rake.", "(c) The promoter must rest.")
    assert found(theirs, ("(1) The promoter must do what clauses (a) to (c) say.", *parts)) == set()
    assert found(theirs, ("(1) The promoter must do what clauses (a) to (b) say.", *parts)) != set()


def test_a_reference_twice_in_a_row_is_found() -> None:
    theirs = "The promoter shall mow under section 7 or section 8."
    assert ("reference", "section 8 twice") in found(
        theirs, "The promoter must mow under section 8 or section 8."
    )


def test_relative_mentions_are_resolved_where_they_stand() -> None:
    tree = official(law("(1) The promoter shall mow.", "(2) Sub-section (1) shall be obeyed."))
    good = plain(law("(1) The promoter must mow.", "(2) Section 1(1) must be obeyed."))
    bad = plain(law("(1) The promoter must mow.", "(2) Section 2(1) must be obeyed."))
    assert check(tree, good, meadow()).passed
    assert not check(tree, bad, meadow()).passed


def test_a_row_cut_short_is_found() -> None:
    theirs = "Sections 7, 8 and 9 bind the promoter."
    assert (
        found(theirs, "Sections 7, 8 and 9 bind a promoter alone, and sections 7, 8 and 9 bind all.") == set()
    )
    cut = "Sections 7, 8 and 9 bind a promoter alone, and sections 7, 9 and 9 bind all."
    assert ("reference", "only section 7, section 9") in found(theirs, cut)


def test_a_law_number_may_say_whose_act_it_is() -> None:
    theirs = "Under sections 8 and 9 of the Brooks Act, 1950 (Central Act 3 of 1950) the promoter shall mow."
    ours = "The promoter must mow, as the Brooks Act, 1950 (Central Act {} of 1950), section 8 and section 9 say."
    assert found(theirs, ours.format(3)) == set()
    assert ("reference", "4 of 1950") in found(theirs, ours.format(4))


def test_a_title_with_a_word_in_small_letters_is_a_title() -> None:
    theirs = "It is registered under the North Co-operative meadows Act, 1959."
    assert found(theirs, "It is registered under the North Co-operative Meadows Act, 1959.") == set()
    changed = found(theirs, "It is registered under the North Co-operative Meadows Act, 1960.")
    assert ("reference", "north co operative meadows act 1959") in changed


def test_a_form_is_known_by_its_letter() -> None:
    theirs = "The promoter shall apply in Form-‘A’ and swear in the Forms—‘L’ and “M’."
    ours = "The promoter must apply in Form {} and swear in Form L and Form M."
    assert found(theirs, ours.format("A")) == set()
    assert found(theirs, ours.format("B")) == {("reference", "form A"), ("reference", "form B")}


def test_the_table_above_may_be_said_by_the_number_that_holds_it() -> None:
    theirs = (
        "(1) The promoter shall pay as in the Table below:",
        "(2) Hay is sold.",
        "(3) Rakes are paid for as in the table above.",
    )
    ours = (
        "(1) The promoter must pay as follows.",
        "(2) Hay is sold.",
        "(3) Rakes are paid for as sub-section ({}) says.",
    )
    assert found(theirs, (*ours[:2], ours[2].format(1))) == set()
    assert found(theirs, (*ours[:2], ours[2].format(2))) == {("reference", "section 1(2)")}


def test_a_clause_of_a_named_sub_section_is_of_no_other() -> None:
    theirs = (
        "(1) Hay is sold:",
        "(a) wet;",
        "(b) dry, under clause (a) of sub-section (1).",
        "(2) It is kept.",
    )
    ours = (
        "(1) Hay is sold:",
        "(a) Wet.",
        "(b) Clause (a) of sub-section ({}) is for dry hay.",
        "(2) It is kept.",
    )
    assert found(theirs, tuple(line.format(1) for line in ours)) == set()
    assert ("reference", "section 1(2)(a)") in found(theirs, tuple(line.format(2) for line in ours))
