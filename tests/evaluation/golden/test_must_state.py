"""Whether a text states a fact, however its figures are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from civicsetu.evaluation.golden.must_state import Fact, normalise_figures

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """Below a thousand, as laws write it: "one hundred and twenty-five"."""
    if number >= 100:
        rest = f" and {in_words(number % 100)}" if number % 100 else ""
        return f"{_ONES[number // 100]} hundred{rest}"
    if number < 20:
        return _ONES[number]
    return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def grouped(number: int) -> str:
    """As it is written in India: 12,34,567."""
    head, tail = str(number)[:-3], str(number)[-3:]
    groups = [head[max(0, at - 2) : at] for at in range(len(head), 0, -2)][::-1]
    return ",".join([*groups, tail])


@given(st.integers(0, 999))
def test_a_number_in_words_is_its_figure(number: int) -> None:
    for said in (in_words(number), in_words(number).replace("-", " "), in_words(number).title()):
        assert normalise_figures(f"within {said} days") == f"within {number} days"
        assert Fact(terms=(f"{number} days",)).is_stated_by(f"It is paid within {said} days.")


@given(st.integers(1000, 10**12))
def test_groups_of_figures_are_one_number(number: int) -> None:
    assert normalise_figures(grouped(number)) == normalise_figures(f"{number:,}") == str(number)


@given(st.integers(1, 99_999), st.sampled_from([("hundred", 100), ("thousand", 1000), ("lakh", 100_000), ("lakhs", 100_000), ("lac", 100_000), ("crore", 10**7), ("crores", 10**7)]))  # fmt: skip
def test_lakh_and_crore_are_multiplied_exactly(number: int, factor: tuple[str, int]) -> None:
    word, value = factor
    assert normalise_figures(f"{number} {word} rupees") == f"{number * value} rs"
    assert normalise_figures(f"{number / 10:.1f} {word}") in {
        str(number * value // 10),
        f"{number * value / 10:.1f}",
    }


@given(
    st.decimals(0, 100, places=2),
    st.sampled_from(["%", " %", " per cent", " percent", " per cent.", "  Per Cent"]),
)
def test_a_share_is_the_same_however_it_is_written(value: object, mark: str) -> None:
    assert normalise_figures(f"{value}{mark} a year") == f"{value} % a year"


@pytest.mark.parametrize(
    "text", ["Rs. 500", "Rs 500", "₹500", "₹ 500", "INR 500", "Rupees 500", "rs.500", "Rs.\u00a0500"]
)
def test_rupees_stand_before_their_sum_alike(text: str) -> None:
    assert normalise_figures(text) == "rs 500"


@given(st.text(max_size=200))
def test_any_text_is_read_into_one_line_of_small_letters(text: str) -> None:
    said = normalise_figures(text)
    assert "\n" not in said and "  " not in said and said == said.strip()
    assert "-" not in said


@given(st.integers(1, 500), st.integers(1, 500))
def test_a_figure_states_itself_and_no_other(one: int, other: int) -> None:
    fact = Fact(terms=(f"{one} days",))
    assert fact.is_stated_by(f"You have {other} days.") is (one == other)
    assert fact.is_stated_by(f"You have {in_words(other)} days.") is (one == other)


@pytest.mark.parametrize(
    ("term", "text", "stated"),
    [
        ("builder|promoter", "The promoter pays.", True),
        ("builder|promoter", "The buyer pays.", False),
        ("refund*", "The sum is refunded.", True),
        ("refund", "The sum is refunded.", False),
        ("refund*|give back", "He must give back the sum.", True),
        ("5 days", "within 45 days", False),
        ("45 days", "within forty-five days", True),
        ("10", "10.5 per cent", False),
        ("10", "It is 10.", True),
        ("10 %", "ten percent", True),
        ("5 lakh", "Rs. 5,00,000", True),
        ("1000 crore", "10,00,00,00,000 rupees", True),
        ("2.3 lakh", "2,30,000", True),
        ("not", "It is nothing", False),
        ("high court", "the HIGH-COURT decides", True),
        ("१०%", "१० per cent", True),
        ("a.b", "a+b", False),
    ],
)
def test_bars_part_alternatives_and_a_star_stands_for_any_ending(term: str, text: str, stated: bool) -> None:
    assert Fact(terms=(term,)).is_stated_by(text) is stated


def test_all_terms_must_occur_in_any_order() -> None:
    fact = Fact(terms=("45 days", "builder|promoter"))
    assert fact.is_stated_by("The promoter pays within 45 days.")
    assert not fact.is_stated_by("The promoter pays.") and not fact.is_stated_by("Within 45 days.")


@pytest.mark.parametrize(
    "terms", [(), ("",), ("|",), ("a|",), ("*",), (" | b",), ("a", "b|*"), ("-",), ("a| - ",)]
)
def test_an_empty_alternative_is_refused(terms: tuple[str, ...]) -> None:
    """It would be stated by every text."""
    with pytest.raises(ValidationError):
        Fact(terms=terms)
