"""The reference grammar, further forms: parts after the number, lists and ranges, pointers, provisos."""

from __future__ import annotations

import pytest

from tests.law.test_references import _read, _sections


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("section 18 sub-section (1) clause (a)", ["18(1)(a)"]),
        ("section 18, sub-section (1)", ["18(1)"]),
        ("section 18, sub-section (1), clause (a)", ["18(1)(a)"]),
        ("section 18, sub-section (1), clauses (a) and (b)", ["18(1)(a)", "18(1)(b)"]),
        ("section 18(1), clause (a)", ["18(1)(a)"]),
        ("section 34, clause (b)", ["34(b)"]),
        ("section 2(zk), sub-clause (i)", ["2(zk)(i)"]),
        ("section 4 clause (l) of sub-section (2)", ["4(2)(l)"]),
        ("section 4, clause (l) of sub-section (2)", ["4(2)(l)"]),
        ("sub-section (1) clause (a) of section 7", ["7(1)(a)"]),
        ("sections 12 and 18, sub-section (1)", ["12", "18(1)"]),
        ("section 18, clause (a) of section 19", ["18", "19(a)"]),
        ("section 18, proviso to section 19", ["18", "19 proviso"]),
        ("धारा 18 की उपधारा (1)", ["18(1)"]),
        ("section 18 (1) (a)", ["18(1)(a)"]),
        ("section 18 ( 1 )( a )", ["18(1)(a)"]),
        ("section-18", ["18"]),
        ("Section: 18", ["18"]),
    ],
)
def test_parts_after_the_number(text: str, expected: list[str]) -> None:
    assert _read(text) == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "here", "expected"),
    [
        ("section 4, sub-section (1)", "18(2)", ["4(1)"]),
        ("sub-section (1), clause (a)", "18(2)", ["18(1)(a)"]),
        ("Under section 5, clause (a) of sub-section (1) holds", "18(2)", ["5", "18(1)(a)"]),
        ("section 4(1), sub-section (2)", "18(3)", ["4(1)", "18(2)"]),
        ("in section 4, in sub-section (1), for the words", "2", ["4(1)"]),
        ("in section 85, in sub-section (2), clauses (a) and (b)", "2", ["85(2)(a)", "85(2)(b)"]),
        ("in section 5, in sub-section (1) of section 6", "2", ["5", "6(1)"]),
    ],
)
def test_a_part_after_a_number_where_the_words_stand_somewhere(
    text: str, here: str, expected: list[str]
) -> None:
    assert _read(text, here) == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Section 18 read with section 19", ["18", "19"]),
        ("section 18 read with 19(4)", ["18", "19(4)"]),
        ("u/s 12, 18 r/w 19", ["12", "18", "19"]),
        ("sections 3 to 9 and 11", ["3", "4", "5", "6", "7", "8", "9", "11"]),
        ("section 3 to section 6", ["3", "4", "5", "6"]),
        ("sections 3 through 5", ["3", "4", "5"]),
        ("section 59, 60, 61 or section 62", ["59", "60", "61", "62"]),
        ("sections 12, 14, 18 and 19", ["12", "14", "18", "19"]),
        ("section 31 or section 40(1)", ["31", "40(1)"]),
        ("sections 4, 4 and 5", ["4", "5"]),
        ("sub-sections (1), (2) and (4) of section 5", ["5(1)", "5(2)", "5(4)"]),
        ("clauses (a) to (d) of sub-section (2) of section 4", ["4(2)(a)", "4(2)(b)", "4(2)(c)", "4(2)(d)"]),
        ("clause (a) to clause (c) of section 7", ["7(a)", "7(b)", "7(c)"]),
        ("clause (a), clause (b) or clause (c) of section 7", ["7(a)", "7(b)", "7(c)"]),
        ("clauses (zd) to (zg) of section 2", ["2(zd)", "2(ze)", "2(zf)", "2(zg)"]),
        (
            "sub-clauses (i) to (iv) of clause (b) of section 5",
            ["5(b)(i)", "5(b)(ii)", "5(b)(iii)", "5(b)(iv)"],
        ),
        (
            "clause (b) or sub-clause (ii) of clause (c) of sub-section (1) of section 5",
            ["5(1)(b)", "5(1)(c)(ii)"],
        ),
        (
            "clause (a) of sub-section (1) and clause (b) of sub-section (2) of section 5",
            ["5(1)(a)", "5(2)(b)"],
        ),
        ("sub-section (1) of sections 4 and 5", ["4(1)", "5(1)"]),
        ("sub-section (1) of section 4 and 5", ["4(1)", "5"]),
        ("clause (a) of sub-sections (1) and (2) of section 5", ["5(1)(a)", "5(2)(a)"]),
        ("section 18(1)(a), (b) and (2)", ["18(1)(a)", "18(1)(b)", "18(2)"]),
        ("section 18(1)(a)(ii) and (b)", ["18(1)(a)(ii)", "18(1)(b)"]),
        ("item (A) of sub-clause (i) of clause (c) of section 7", ["7(c)(i)(A)"]),
        ("sub-section (1) of said section 5", ["5(1)"]),
    ],
)
def test_lists_and_ranges(text: str, expected: list[str]) -> None:
    assert _read(text) == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sub-sections (1), (2) and (4)", ["18(1)", "18(2)", "18(4)"]),
        ("clause (b) or sub-clause (ii) of clause (c) of sub-section (1)", ["18(1)(b)", "18(1)(c)(ii)"]),
        ("sub-section (1) to sub-section (3)", ["18(1)", "18(2)", "18(3)"]),
    ],
)
def test_relative_lists(text: str, expected: list[str]) -> None:
    assert _read(text, "18(5)") == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("section 33 – (i) papers; (ii) books", ["33"]),
        ("under section 5, (a) he mows", ["5"]),
        ("section 18 and 19 June 2020", ["18"]),
        ("section 18, 2 plots", ["18"]),
        ("sections 9 to 3", ["9", "3"]),
        ("sections 1 to 500", ["1", "500"]),
        ("section 0", ["0"]),
        ("section 18(99)", ["18(99)"]),
        ("section 18(1)(zzz)", ["18(1)(zzz)"]),
        ("clauses (c) to (a) of section 3", ["3(c)", "3(a)"]),
    ],
)
def test_what_is_odd_is_returned_as_said_and_no_further(text: str, expected: list[str]) -> None:
    assert _read(text) == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "here", "expected"),
    [
        ("the said sub-section", "18(2)", []),
        ("this section", "18(2)", []),
        ("this sub-section and this clause", "18(2)(a)", []),
        ("clause (b) of this section", "18", ["18(b)"]),
        ("sub-section (1) of this section", "18(2)", ["18(1)"]),
        ("clause (a) of this sub-section", "18(2)(b)", ["18(2)(a)"]),
        ("the proviso to this sub-section", "18(2)(b)", ["18(2) proviso"]),
        ("sub-section (1) of this section", "", []),
        ("As section 18 orders, that section holds", "4", ["18", "18"]),
        ("As section 18(2) orders, the said section holds", "4", ["18(2)", "18"]),
        ("Under section 5(2) and clause (a) of that sub-section", "3", ["5(2)", "5(2)(a)"]),
        ("Under section 18 and sub-section (2) of such section", "3", ["18", "18(2)"]),
        ("Under section 34(b), that clause", "", ["34(b)", "34(b)"]),
        ("that section", "3", []),
        ("that sub-section", "3", []),
    ],
)
def test_pointers(text: str, here: str, expected: list[str]) -> None:
    assert _read(text, here) == _sections(*expected)


def test_a_pointer_to_another_laws_section_stays_with_that_law() -> None:
    text = "Under section 4 and, later, section 9 of the Meadow Act, 1950, what that section says"
    assert _read(text) == ["section 4", "!section 9", "!section 9"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the proviso to sub-section (1)", ["18(1) proviso"]),
        ("the first proviso to clause (a)", ["18(2)(a) proviso"]),
        ("Explanation to section 3", ["3 explanation"]),
        ("the Explanation to sub-section (1) of section 3", ["3(1) explanation"]),
        ("clause (a) of the Explanation to section 3", ["3 explanation(a)"]),
        ("clause (a) of the second proviso to section 3", ["3 proviso 2(a)"]),
        ("the proviso and the Explanation to section 3", ["3 proviso", "3 explanation"]),
        ("first and third provisos to section 3(1)", ["3(1) proviso", "3(1) proviso 3"]),
        ("Explanation II to section 5", ["5 explanation 2"]),
        ("section 3(1) proviso 2", ["3(1) proviso 2"]),
        ("section 3 proviso, clause (a)", ["3 proviso(a)"]),
        ("the proviso, and section 3", ["3"]),
    ],
)
def test_provisos_and_explanations(text: str, expected: list[str]) -> None:
    assert _read(text, "18(2)") == _sections(*expected)
