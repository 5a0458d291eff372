"""An area is read only where its unit is one and it is the land's."""

from __future__ import annotations

from decimal import Decimal

import pytest

from civicsetu.query.project_size import in_square_metres, read_land_area, read_project_kind


@pytest.mark.parametrize(
    ("text", "metres"),
    [
        ("fee for 2,500 sq m of land", "2500"),
        ("fee for 1,20,000 square metres", "120000"),
        ("project on 3000 sq.mtr", "3000"),
        ("2 lakh sqm layout", "200000"),
        ("800 वर्ग मीटर पर", "800"),
        ("5 hectares", "50000"),
        ("3 acres near the lake", "12140.5692672"),
        ("100 gaj ka plot", "83.612736"),
        ("20 guntas", "2023.4282112"),
        ("10 cents of land", "404.68564224"),
        ("2 grounds of land in the city", "445.934592"),
    ],
)
def test_an_area_is_read_in_square_metres(text: str, metres: str) -> None:
    area = read_land_area(text)
    assert area is not None and area.square_metres == Decimal(metres)


def test_an_area_given_in_another_unit_is_known_to_be_converted() -> None:
    exact, other = read_land_area("900 sq m"), read_land_area("9000 sq ft")
    assert exact is not None and not exact.converted
    assert other is not None and other.converted


@pytest.mark.parametrize(
    "text",
    [
        "What is the fee?",
        "a project of 2 bigha, which is 1,500 sq m",
        "towers on 900 sq m or 1,100 sq m",
        "carpet area of 1,200 sq ft",
        "a flat of 80 sq m",
        "5 rupees per 100 sq m?",
        "section 40 square deal",
        "3 ground floor shops",
        "revoked on 2 grounds",
    ],
)
def test_what_is_not_sure_is_not_read(text: str) -> None:
    assert read_land_area(text) is None


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("registering apartments", ("group_housing",)),
        ("a residential project", ("group_housing", "plotted")),
        ("residential plots", ("plotted",)),
        ("a residential cum commercial tower", ("mixed",)),
        ("an office block, commercial", ("commercial",)),
    ],
)
def test_a_kind_of_project_is_what_its_words_leave_open(text: str, kinds: tuple[str, ...]) -> None:
    found = read_project_kind(text)
    assert found is not None and found.kinds == kinds
    assert read_project_kind("What is the fee?") is None


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4500 sq ft of land", "418 square metres of land"),
        ("a site of 2 acres", "a site of 8094 square metres"),
        ("5380 sq ft of land", "5380 sq ft of land"),
        ("12 flats of 900 sq ft", "12 flats of 900 sq ft"),
        ("900 sq ft flats", "900 sq ft flats"),
        ("450 sq m of land", "450 sq m of land"),
        ("2 bighas of land", "2 bighas of land"),
    ],
)
def test_land_is_written_in_the_law_s_unit_unless_too_near_to_its_threshold(text: str, written: str) -> None:
    assert in_square_metres(text, [Decimal(500)]) == written
