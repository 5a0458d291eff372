"""The reference grammar: what laws print and people type, read alike; nothing is guessed."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.references import Reference, find_references
from tests.budget import examples


def _read(text: str, here: str = "", *, bare: bool = False) -> list[str]:
    """As 'section 18(1)', 'rule 5', '4(2)' (no noun), '!section 9' (another law's)."""
    found = find_references(text, here=parse_path(here) if here else None, bare=bare)
    return [_shown(reference) for reference in found]


def _shown(reference: Reference) -> str:
    noun = f"{reference.noun} " if reference.noun else ""
    return f"{'!' if reference.law else ''}{noun}{reference.path}"


def _sections(*paths: str) -> list[str]:
    return [f"section {path}" for path in paths]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("section 13", _sections("13")),
        ("What does Section 13 say?", _sections("13")),
        ("SECTION 13", _sections("13")),
        ("section\n5", _sections("5")),
        ("Section no. 18", _sections("18")),
        ("s. 66", _sections("66")),
        ("s.66", _sections("66")),
        ("S. 66", _sections("66")),
        ("sec 18", _sections("18")),
        ("sec. 18", _sections("18")),
        ("u/s 31", _sections("31")),
        ("U/s. 31", _sections("31")),
        ("§18", _sections("18")),
        ("§ 18(1)", _sections("18(1)")),
        ("§§ 18, 19", _sections("18", "19")),
        ("ss. 3 and 4", _sections("3", "4")),
        ("sections 59, 60 and 61", _sections("59", "60", "61")),
        ("sections 59, 60, and 611", _sections("59", "60", "611")),
        ("sections 59 & 60", _sections("59", "60")),
        ("under section 31 or 71", _sections("31", "71")),
        ("section 12, section 14 and section 19", _sections("12", "14", "19")),
        ("sections 12 to 14", _sections("12", "13", "14")),
        ("sections 12-14", _sections("12", "13", "14")),
        ("sections 12–14 and 16", _sections("12", "13", "14", "16")),
        ("sections 3(1), 4(2) and 5", _sections("3(1)", "4(2)", "5")),
        ("section 18(99)", _sections("18(99)")),
        ("section 18 (1) (a)", _sections("18(1)(a)")),
        ("section 4(2)(l)(D)", _sections("4(2)(l)(D)")),
        ("section 2(zk)", _sections("2(zk)")),
        ("section 18A", _sections("18A")),
        ("section 18A(2)", _sections("18A(2)")),
        ("sections 18A and 18AB", _sections("18A", "18AB")),
        ("section 18-A", _sections("18A")),
        ("Rule 0", ["rule 0"]),
        ("rule 16(2)", ["rule 16(2)"]),
        ("rules 3 and 4 and regulation 5", ["rule 3", "rule 4", "regulation 5"]),
        ("rule 18 and section 18", ["rule 18", "section 18"]),
        ("reg. 7", ["regulation 7"]),
        ("sub-rule (2) of rule 16", ["rule 16(2)"]),
        ("धारा 18", _sections("18")),
        ("धारा १८(१)", _sections("18(1)")),
        ("धारा १८ और १९", _sections("18", "19")),
        ("नियम १६", ["rule 16"]),
    ],
)
def test_forms(text: str, expected: list[str]) -> None:
    assert _read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Rs. 66", "Rs 66", "flat's 66", "flat’s 66", "66", "4(2)(l)(D)", "I paid 40 lakhs", "section eighteen",
        "section", "sections and", "cross-section", "section 1000", "intersection 5", "article 21", "class 4",
        "GST 18 %", "the 18th section", "", "   ",
    ],
)  # fmt: skip
def test_what_is_no_reference(text: str) -> None:
    assert _read(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("section 18, 2 years late", "18"),
        ("section 18 and 2 years", "18"),
        ("section 18 & 30 days", "18"),
        ("section 18 or 2 flats", "18"),
        ("section 5, 5 lakh", "5"),
        ("section 18 and 10%", "18"),
        ("section 18 and 12 percent", "18"),
        ("section 18 and 10,000 rupees", "18"),
        ("section 18, 2.5 crore", "18"),
        ("section 18, 3 BHK", "18"),
        ("section 3 and 500 square metres", "3"),
        ("section 18 and 7 working days", "18"),
    ],
)
def test_an_amount_after_a_section_is_no_section(text: str, number: str) -> None:
    assert _read(text) == _sections(number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does 4(2)(l)(D) say?", ["4(2)(l)(D)"]),
        ("18(1)", ["18(1)"]),
        ("2(zk), 18 (1) (a)", ["2(zk)", "18(1)(a)"]),
        ("section 18(1) and 19(4)", _sections("18(1)", "19(4)")),
        ("18", []),
        ("2016", []),
        ("I paid 40 lakhs (half)", []),
        ("call 9876(5)", []),
    ],
)
def test_bare_paths_are_read_only_where_asked(text: str, expected: list[str]) -> None:
    assert _read(text, bare=True) == expected
    if "section" not in text:
        assert _read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sub-section (1) of section 18", ["18(1)"]),
        ("subsection (1) of section 18", ["18(1)"]),
        ("clause (a) of sub-section (1) of section 18", ["18(1)(a)"]),
        ("clause (a), of sub-section (1) of section 18", ["18(1)(a)"]),
        ("sub-clause (C) of\nclause (l) of sub-section (2) of section 4", ["4(2)(l)(C)"]),
        ("clause (zk) of section 2", ["2(zk)"]),
        ("clause (iv) of sub-section (2) of section 35", ["35(2)(iv)"]),
        ("sub-section (2A) of section 9", ["9(2A)"]),
        ("clause (a) of sub-section (1) or under sub-section (2) of section 5", ["5(1)(a)", "5(2)"]),
        ("clause (d) or clause (e) of sub-section (1) of section 9", ["9(1)(d)", "9(1)(e)"]),
        ("clause (b) and under clause (d) of section 34", ["34(b)", "34(d)"]),
        ("sub-sections (1) and (2) of section 23", ["23(1)", "23(2)"]),
        ("clauses (a) to (c) of sub-section (1) of section 7", ["7(1)(a)", "7(1)(b)", "7(1)(c)"]),
        ("clause (a), (b) or (c) of sub-section (1) of section 7", ["7(1)(a)", "7(1)(b)", "7(1)(c)"]),
        ("sub-section (3) of section 14 and section 17", ["14(3)", "17"]),
        ("section 18(1), (2) and (3)", ["18(1)", "18(2)", "18(3)"]),
        ("proviso to section 18(1)", ["18(1) proviso"]),
        ("the proviso to sub-section (1) of section 18", ["18(1) proviso"]),
        ("the first proviso to section 3(1)", ["3(1) proviso"]),
        ("the second proviso to sub-section (1) of section 3", ["3(1) proviso 2"]),
        ("third proviso to clause (a) of sub-section (2) of section 3", ["3(2)(a) proviso 3"]),
        ("section 18(1) proviso", ["18(1) proviso"]),
        ("section 3(1), second proviso", ["3(1) proviso 2"]),
        ("section 3 explanation", ["3 explanation"]),
        ("section 3, and the proviso to section 4", ["3", "4 proviso"]),
    ],
)
def test_chains(text: str, expected: list[str]) -> None:
    assert _read(text) == _sections(*expected)


@pytest.mark.parametrize(
    ("text", "here", "expected"),
    [
        ("under sub-section (1)", "18(2)", ["18(1)"]),
        ("sub-sections (1) and (2)", "18(3)", ["18(1)", "18(2)"]),
        ("clause (a)", "18(1)", ["18(1)(a)"]),
        ("clause (a)", "18(1)(b)", ["18(1)(a)"]),
        ("clause (b)", "7", ["7(b)"]),
        ("clause (zn)", "2(zj)", ["2(zn)"]),
        ("sub-clause (i)", "2(g)", ["2(g)(i)"]),
        ("sub-clause (A)", "4(2)(l)", ["4(2)(l)(A)"]),
        ("clause (b) of sub-section (2)", "4(3)", ["4(2)(b)"]),
        ("the proviso to sub-section (2)", "5(3)", ["5(2) proviso"]),
        ("section 20 applies", "18(2)", ["20"]),
    ],
)
def test_relative_mentions_are_of_where_they_stand(text: str, here: str, expected: list[str]) -> None:
    assert _read(text, here) == _sections(*expected)


@pytest.mark.parametrize(
    "text",
    [
        "under sub-section (1)", "clause (a)", "sub-clause (i)", "the said sub-section", "this sub-section",
        "clause (a) of sub-section (2)", "the proviso to sub-section (1)",
    ],
)  # fmt: skip
def test_a_relative_mention_that_stands_nowhere_is_left_out(text: str) -> None:
    assert _read(text) == []


def test_the_said_sub_section_is_the_one_named_last() -> None:
    text = "Under sub-section (2) of section 7 he may ask; under the said sub-section he may also answer."
    assert _read(text) == _sections("7(2)", "7(2)")
    assert _read("the said sub-section", "7(2)") == []


def test_that_section_is_never_the_one_the_text_stands_in() -> None:
    text = "As section 18 orders, and sub-section (2) of that section repeats, he pays."
    assert set(_read(text, "4(3)")) <= {"section 18", "section 18(2)"}


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("section 9 of the Consumer Protection Act, 1986", "Consumer Protection Act, 1986"),
        ("section 9 of Consumer Protection Act 2019", "Consumer Protection Act 2019"),
        ("sub-section (1) of section 9 of the Meadow Act, 1950 (3 of 1950)", "Meadow Act, 1950"),
        ("clause (45) of section 2 of the Companies Act, 2013", "Companies Act, 2013"),
        ("section 9 under the Companies Act, 2013", "Companies Act, 2013"),
        ("section 2 of the Cost and Works Accountants Act, 1959", "Cost and Works Accountants Act, 1959"),
        ("section 21 of the Indian Penal Code", "Indian Penal Code"),
        ("section 100 of the Code of Civil Procedure, 1908", "Code of Civil Procedure, 1908"),
        ("section 8 of Code of Criminal Procedure, 1973", "Code of Criminal Procedure, 1973"),
        ("section 9 of the Meadow Sanhita, 2023", "Meadow Sanhita, 2023"),
        ("section 9 of the Meadow Ordinance", "Meadow Ordinance"),
        ("section 420 IPC", "IPC"),
        ("section 9 of the CPC", "CPC"),
        ("section 7 of the Meadow (Special Provisions) Act, 1950", "Meadow (Special Provisions) Act, 1950"),
        ("section 9 of the consumer protection act", "consumer protection act"),
    ],
)
def test_another_law_is_named(text: str, law: str) -> None:
    found = find_references(text)
    assert len(found) == 1
    assert law in found[0].law


@pytest.mark.parametrize(
    "text",
    [
        "section 18 of the Act",
        "section 18 of this Act",
        "section 18 of the said Act",
        "section 18 of the RERA Act",
        "section 18 of RERA",
        "section 18 of the Real Estate (Regulation and Development) Act, 2016",
        "section 18 of the agreement for sale",
    ],
)
def test_this_law_by_its_own_name_is_no_other(text: str) -> None:
    assert _read(text) == _sections("18")


def test_that_act_is_the_act_named_last() -> None:
    text = (
        "section 2 of the Meadow Act, 1950, and a certificate under sub-section (1) of section 6 of that Act"
    )
    found = find_references(text)
    assert [reference.law for reference in found] == ["Meadow Act, 1950", "Meadow Act, 1950"]
    assert _read("section 6 of that Act") == ["!section 6"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sections 3, 9 and 10 of the Meadow Code", ["!section 3", "!section 9", "!section 10"]),
        (
            "sections 3 and 8 for the purposes of section 6 of the Meadow Code",
            ["!section 3", "!section 8", "!section 6"],
        ),
        ("section 3 and Chapter XXVI of the Meadow Code, 1973", ["!section 3"]),
        ("section 7 of the Meadow Act and section 8", ["!section 7", "section 8"]),
        ("section 7, and under section 13 of the Meadow Act", ["section 7", "!section 13"]),
    ],
)
def test_a_law_named_once_holds_for_its_group_and_no_further(text: str, expected: list[str]) -> None:
    assert _read(text) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see section 18(1)(a) now", "section 18(1)(a)"),
        ("see sub-section (1) of section 18 now", "sub-section (1) of section 18"),
        ("धारा १८ देखें", "धारा १८"),
    ],
)
def test_the_span_is_the_mention(text: str, shown: str) -> None:
    (reference,) = find_references(text)
    assert text[reference.start : reference.end] == shown


_PIECES = st.sampled_from(
    [
        "section ", "sections ", "s. ", "u/s ", "§", "rule ", "clause ", "sub-section ", "the said sub-section",
        "proviso to ", "second proviso to the ", "(1)", "(a)", "(D)", "(zk)", "18", "18A", "१८", "999", " to ",
        " and ", ", ", " of ", " or under ", "that section", "of that Act", "of the Meadow Act, 1950",
        " of the Meadow Code", "धारा ", "%", " years", "\n", "\x00", "\u202e", "Rs. ", "(", ")", "-", "A ",
        "IPC ", "Meadow Act", " (45 of 1860)", ", 1950", "Meadow Rules, ", "that Act", "this section", "Explanation ",
        " read with ", "sub-sections ", "the said section", "proviso", "second ", "(ii)", "RERA ", "Code of Hay ",
    ]
)  # fmt: skip
_TEXTS = st.text(max_size=200) | st.lists(_PIECES, max_size=25).map("".join)
_HERE = st.sampled_from([None, "18", "18(1)", "2(zk)", "4(2)(l)(D) proviso 2", "7(1)(c) explanation(A)(i)"])


_SAYS_WHICH = re.compile(r"\d|\(|\b(?:said|that|such|same|this)\b", re.IGNORECASE)


@given(_TEXTS, _HERE, st.booleans())
def test_any_text_is_read_without_harm(text: str, here: str | None, bare: bool) -> None:
    stands = parse_path(here) if here else None
    found = find_references(text, here=stands, bare=bare)
    assert [reference.start for reference in found] == sorted(reference.start for reference in found)
    for reference in found:
        assert 0 <= reference.start < reference.end <= len(text)
        assert _SAYS_WHICH.search(text[reference.start : reference.end])
        assert isinstance(reference.path, ProvisionPath)
        assert reference.noun in (None, "section", "rule", "regulation")
        assert parse_path(str(reference.path)) == reference.path


_LENGTH = 20_000
_LIMIT_S = 2.0
"""Processor time for ten times the longest question; a busy machine takes three times its usual."""
_HOSTILE = {
    "a list without end": "section " + "1, " * _LENGTH,
    "a list of joins": "section 1 " + "and " * _LENGTH,
    "a name that never ends in Act": "section 1 of the " + "A " * _LENGTH,
    "a name of particles": "section 1 of the " + "of and the for in " * _LENGTH,
    "a name of brackets and dots": "section 1 of the " + "A.(&" * _LENGTH,
    "many names": "section 1 of the A A A A B, " * _LENGTH,
    "open brackets": "(" * _LENGTH,
    "clauses": "clause (a) of " * _LENGTH,
    "clauses joined": "clause (a) or " * _LENGTH,
    "whole chains": "clause (a) or clause (b) of section 1 " * _LENGTH,
    "labels": "section 1" + "(a)" * _LENGTH,
    "bare paths": "4 (2) " * _LENGTH,
    "provisos": "second proviso to the " * _LENGTH,
    "said": "section 1(1) the said sub-section " * _LENGTH,
    "other laws in a row": "section 1 of the IPC, " * _LENGTH,
    "ranges": "sections " + "1 to 30, " * _LENGTH,
    "white space": "section 1" + " " * (_LENGTH - 10) + "x",
    "white space between labels": "section 1(a)" + " " * (_LENGTH - 13) + "x",
    "line ends before a law": "section 1" + "\n" * (_LENGTH - 20) + "of the A",
    "white space after a clause": "clause (a)" + " " * (_LENGTH - 11) + "x",
    "white space before a proviso's": "proviso" + " " * (_LENGTH - 20) + "to section 1",
    "commas after a name": "section 1 of the A" + " ," * _LENGTH,
    "brackets after a name": "section 1 of the A " + "(B) " * _LENGTH,
    "an open bracket in a name": "section 1 of the A (" + "B (" * _LENGTH,
    "a name in small letters": "section 1 of the " + "a " * _LENGTH,
    "labels apart": "section 1" + " (a)" * _LENGTH,
    "labels coordinated": "section 1(a) and (b), " * _LENGTH,
    "suffixes": "section 18" + "-A" * _LENGTH,
    "that section": "section 1. Sub-section (2) of that section. " * _LENGTH,
    "provisos after": "section 1 proviso " * _LENGTH,
    "Devanagari digits": "धारा " + "१" * _LENGTH,
    "long ranges": "sections 1 to 99; " * _LENGTH,
    "ranges in ranges": "clauses (a) to (z) of sections 1 to 99 " * _LENGTH,
    "Roman ranges": "sub-clauses (i) to (lxxx) " * _LENGTH,
    "parts after": "section 1, sub-section (1), clause (a), sub-clause (i), " * _LENGTH,
    "pointers": "sections 1 to 99, that section, that sub-section, " * _LENGTH,
    "suffixes of laws": "Act " * _LENGTH,
    "laws": "Meadow and Brook Act " * _LENGTH,
    "laws in small letters": "a b c d act " * _LENGTH,
    "laws before": "IPC section 1, " * _LENGTH,
    "one law before many": "IPC " + "section 1, " * _LENGTH,
    "that Act": "section 1 of that Act " * _LENGTH,
    "codes of something": "Code of A A A A A " * _LENGTH,
    "years": "2016 Act " * _LENGTH,
    "numbers of Acts": "Act No. " * _LENGTH,
    "ordinals": "first, second, third, fourth, " * _LENGTH,
    "open labels": "section 1 " + "( 1" * _LENGTH,
    "one word": "section 1 of A" + "(.&" * _LENGTH,
}


@pytest.mark.parametrize("name", list(_HOSTILE))
def test_a_hostile_text_is_read_in_time(name: str) -> None:
    assert _seconds(_HOSTILE[name][:_LENGTH]) < _LIMIT_S


@settings(max_examples=examples(25))
@given(_TEXTS.filter(bool), st.text(max_size=60) | _PIECES)
def test_any_long_text_is_read_in_time(unit: str, end: str) -> None:
    repeated = unit * (_LENGTH // len(unit))
    assert _seconds((repeated + end)[-_LENGTH:]) < _LIMIT_S


def test_a_law_named_after_many_sections_is_found_in_time() -> None:
    text = "section 1, " * (_LENGTH // 11) + "section 2 of the Meadow Act"
    assert _seconds(text[-_LENGTH:]) < _LIMIT_S
    assert {reference.law for reference in find_references(text)} == {"Meadow Act"}


def _seconds(text: str) -> float:
    started = time.process_time()
    find_references(text, here=parse_path("1(1)(a)"), bare=True)
    return time.process_time() - started
