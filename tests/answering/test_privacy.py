"""Personal data is masked; digits with a legal meaning stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.privacy import mask

AADHAAR = "999941057058"  # published for testing; passes the check digit


@pytest.mark.parametrize(
    "written",
    [
        AADHAAR,
        "9999 4105 7058",
        "9999-4105-7058",
        "9999.4105.7058",
        "9999/4105/7058",
    ],
)
def test_aadhaar_is_masked_however_it_is_written(written: str) -> None:
    assert mask(f"my number is {written}.") == "my number is [Aadhaar]."


@pytest.mark.parametrize(
    "written",
    ["9876543210", "98765 43210", "+91 98765 43210", "+91-9876543210", "09876543210", "098765-43210"],
)
def test_phone_numbers_are_masked(written: str) -> None:
    assert mask(f"call {written} now") == "call [phone] now"


@pytest.mark.parametrize("written", ["ABCPD1234E", "abcpd1234e"])
def test_pan_is_masked_in_either_case(written: str) -> None:
    assert mask(f"PAN {written}") == "PAN [PAN]"


def test_email_is_masked() -> None:
    assert mask("write to a.b+c@example.co.in please") == "write to [e-mail] please"


@pytest.mark.parametrize(
    "text",
    [
        "I paid Rs 6500000000 in 2019",
        "I paid 9876543210 rupees",
        "₹9876543210 was the cost",
        "section 18(1) and section 4(2)(l)(D)",
        "No. 16 of 2016, dated 25.03.2016",
        "registration number 999941057059",
        "survey 12/3456/7890",
    ],
)
def test_what_is_not_personal_data_stays(text: str) -> None:
    assert mask(text) == text


@given(st.text(max_size=300))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text)
    assert mask(once) == once
