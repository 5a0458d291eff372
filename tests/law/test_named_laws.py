"""Names of other laws: before a number or after it, by any name; and this law's own names."""

from __future__ import annotations

import pytest

from civicsetu.law.paths import parse_path
from civicsetu.law.references import find_references


def _laws(text: str, *, bare: bool = False) -> list[str]:
    return [reference.law for reference in find_references(text, bare=bare)]


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("IPC section 420", "IPC"),
        ("ipc section 420", "IPC"),
        ("I.P.C. section 420", "I.P.C"),
        ("CrPC s. 154", "CrPC"),
        ("Meadow Penal Code, section 21", "Meadow Penal Code"),
        ("Meadow Penal Code (45 of 1860), section 21", "Meadow Penal Code"),
        ("the Code of Meadow Procedure, 1908, section 89", "Code of Meadow Procedure, 1908"),
        ("the Code on Hay, 2019, section 3", "Code on Hay, 2019"),
        ("code of civil procedure section 89", "code of civil procedure"),
        ("Companies Act s. 447", "Companies Act"),
        ("companies act s. 447", "companies act"),
        ("What does meadow protection act section 9 say", "meadow protection act"),
        ("transfer of meadows act section 54", "transfer of meadows act"),
        ("the Meadow Act's section 9", "Meadow Act"),
        ("the Meadow Act, 1950 (section 9)", "Meadow Act, 1950"),
        ("Meadow Rules, 2017, rule 5", "Meadow Rules, 2017"),
        ("meadow regulations regulation 5", "meadow regulations"),
        ("what the Meadow Code, 1908 (Act 5 of 1908), specifies in section 100", "Meadow Code, 1908"),
        ("as the Meadow Act, 1950, defines that term in section 2", "Meadow Act, 1950"),
        ("the Meadow Act says in section 9", "Meadow Act"),
        ("the Meadow Act, 1872 (Act no. 1 of 1872), sections 123", "Meadow Act, 1872"),
        ("the Meadow Act, 1872 (Act No. 1 of 1872), section 123", "Meadow Act, 1872"),
        (
            "the Code of Meadow Procedure, 1908 (Central Act 5 of 1908), section 9",
            "Code of Meadow Procedure, 1908",
        ),
        ("the Meadow Act, 1961 (Karnataka Act 11 of 1963), section 9", "Meadow Act, 1961"),
    ],
)
def test_a_law_named_before_the_number(text: str, law: str) -> None:
    assert _laws(text) == [law]


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("rule 5 of the Meadow Rules, 2017", "Meadow Rules, 2017"),
        (
            "rule 5 of the Brook (Mowing and Raking) (General) Rules, 2017",
            "Brook (Mowing and Raking) (General) Rules, 2017",
        ),
        ("regulation 4 of the Meadow Regulations, 2019", "Meadow Regulations, 2019"),
        ("rule 5 under the Karnataka Rules", "Karnataka Rules"),
        ("rule 5 of karnataka rules", "karnataka rules"),
        ("section 5 of the Meadow Adhiniyam", "Meadow Adhiniyam"),
        ("section 5 of the Meadow Sanhita, 2023", "Meadow Sanhita, 2023"),
        ("section 5 of the Meadow Ordinance, 2020", "Meadow Ordinance, 2020"),
        ("clause (a) of section 5 of the Meadow (Mowing) Order, 2016", "Meadow (Mowing) Order, 2016"),
        ("section 21 of the Meadow Code (45 of 1860)", "Meadow Code"),
        ("section 21 of the Act (45 of 1860)", "Act (45 of 1860)"),
        ("section 21 of Act 45 of 1860", "Act 45 of 1860"),
        ("section 9 of the 1986 Act", "1986 Act"),
        ("section 447 Meadow Act, 2013", "Meadow Act, 2013"),
        ("section 447 meadow act", "meadow act"),
        ("section 420, ipc", "IPC"),
        ("section 9 of the erstwhile Meadow Act", "Meadow Act"),
        ("section 3 of Chapter II of the Meadow Act", "Meadow Act"),
        ("section 3 and the Schedule to section 4", ""),
        ("section 2 of the A.P. Meadow Act", "A.P. Meadow Act"),
        ("section 9 of the State Meadow Act", "State Meadow Act"),
        ("section 9 of the Meadow Real Estate (Mowing) Act, 2018", "Meadow Real Estate (Mowing) Act, 2018"),
        (
            "section 5 of the Right to Meadows in Land Keeping, Mowing and Raking Act, 2013",
            "Right to Meadows in Land Keeping, Mowing and Raking Act, 2013",
        ),
        ("Order 39 rule 1 CPC", "CPC"),
        ("18(1) of the Meadow Act", "Meadow Act"),
    ],
)
def test_a_law_named_after_the_number(text: str, law: str) -> None:
    assert set(_laws(text, bare=True)) == {law}


@pytest.mark.parametrize(
    "text",
    [
        "RERA section 18",
        "rera s. 18",
        "RERA Act, 2016, section 18",
        "rera act section 18",
        "section 18 of the Rera act 2016",
        "section 18 (RERA)",
        "Real Estate (Regulation and Development) Act, 2016 (16 of 2016), section 18",
        "real estate (regulation and development) act, 2016 section 18",
        "section 18 of the real estate act",
        "section 18 of the principal Act",
        "section 18 of the 2016 Act",
        "section 18 of Act 16 of 2016",
        "under the Act, section 18",
        "if he fails to act, section 18 holds",
        "he broke the Meadow Act. Section 18 holds",
        "the Meadow Act\n\nSection 18",
        "the Meadow Act holds, and he pays under section 18",
        "the Meadow Act binds him under section 18",
        "In the constitution of the Authority, section 20",
        "section 18, GST on flats",
        "rule 5 of these rules",
        "rule 5 of the RERA Rules",
        "Meadow Rules, section 5",
        "section 5 of the order",
        "section 18 of any rules",
    ],
)
def test_what_is_this_law_or_no_law(text: str) -> None:
    assert _laws(text) == [""]


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("section 2 of the Meadow Act, 1950, and section 6 of the said Act", ["Meadow Act, 1950"] * 2),
        ("Under the Meadow Act, 1950, he mows; section 6 of that Act", ["Meadow Act, 1950"]),
        ("section 6 of the said Act", [""]),
        ("section 9 of the Meadow Code and section 4 of that Code", ["Meadow Code"] * 2),
        ("section 9 of the Meadow Code; and under section 4 of the Code", ["Meadow Code"] * 2),
        ("section 9 of the Code", ["Code"]),
        ("section 9 of the Meadow Act; and section 4 of this Act", ["Meadow Act", ""]),
        ("section 9 of the Meadow Act; and section 4 of the Act", ["Meadow Act", ""]),
        ("section 9 of the Meadow Act; section 4 of RERA; section 5 of the said Act", ["Meadow Act", "", ""]),
    ],
)
def test_a_law_pointed_at_is_the_one_named_last(text: str, laws: list[str]) -> None:
    assert _laws(text) == laws


@pytest.mark.parametrize(
    ("text", "laws"),
    [
        ("IPC section 420 and 406", ["IPC", "IPC"]),
        ("IPC section 420 and section 34", ["IPC", "IPC"]),
        ("IPC section 420, and section 18", ["IPC", ""]),
        ("IPC section 420 and section 18 of RERA", ["IPC", ""]),
        ("IPC section 420 and rule 5", ["IPC", ""]),
        ("RERA section 18 and section 9 of the Meadow Act", ["", "Meadow Act"]),
        ("section 18 of the Act and section 9 of the Meadow Act", ["", "Meadow Act"]),
        ("section 2 read with section 3 of the Meadow Act", ["Meadow Act", "Meadow Act"]),
        ("rule 5 and section 3 of the Meadow Act", ["", "Meadow Act"]),
    ],
)
def test_how_far_a_name_holds(text: str, laws: list[str]) -> None:
    assert _laws(text) == laws


def test_a_part_of_where_the_words_stand_is_not_drawn_into_another_laws_group() -> None:
    found = find_references("sub-section (1) and section 9 of the Meadow Act", here=parse_path("18(2)"))
    assert [(str(reference.path), reference.law) for reference in found] == [
        ("18(1)", ""),
        ("9", "Meadow Act"),
    ]
