"""Sums and days that are written in Devanagari, Tamil or Kannada are read as the same in Latin letters, at their own place."""

from __future__ import annotations

import unicodedata
from datetime import date
from fractions import Fraction

import pytest

from civicsetu.claims.figures import find_figures
from civicsetu.claims.figures_in_scripts import find_figures_in_any_script

LAKHS = 62 * 100_000


def read(text: str) -> list[tuple[Fraction, str, str]]:
    return [(one.value, one.measure, text[one.start : one.end].strip()) for one in find_figures_in_any_script(text)]


@pytest.mark.parametrize(
    ("said", "rupees"),
    [
        ("62 लाख", LAKHS), ("६२ लाख", LAKHS), ("६२ लाखांचा", LAKHS), ("62 லட்சம்", LAKHS), ("௬௨ லட்சத்தில்", LAKHS), ("62 ಲಕ್ಷ", LAKHS),
        ("೬೨ ಲಕ್ಷದ", LAKHS), ("62लाख", LAKHS), ("₹६२,००,०००", LAKHS), ("रु. 62,00,000", LAKHS),
        ("1.5 करोड़", 15_000_000), ("2 कोटी", 20_000_000), ("2 கோடி", 20_000_000), ("2 ಕೋಟಿ", 20_000_000),
        ("5 लाख 50 हज़ार", 550_000),
    ],
)  # fmt: skip
def test_a_sum_is_read_at_its_place(said: str, rupees: int) -> None:
    text = f"मी {said} 😀"
    assert read(text) == [(Fraction(rupees), "rupee", said)]


@pytest.mark.parametrize("said", ["50 हजार रुपये", "50 ஆயிரம் ரூபாய்", "50 ಸಾವಿರ ರೂಪಾಯಿ"])
def test_the_word_for_rupees_makes_a_number_a_sum(said: str) -> None:
    assert [one[:2] for one in read(said)] == [(Fraction(50_000), "rupee")]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("dotted", ["\u095c", "\u0921\u093c"])
def test_a_dotted_letter_may_be_one_character_or_two(form: str, dotted: str) -> None:
    said = f"3 करो{dotted}"
    text = unicodedata.normalize(form, said) if dotted != "\u095c" else said
    assert [one[:2] for one in read(text)] == [(Fraction(30_000_000), "rupee")]


@pytest.mark.parametrize(
    "said", ["31 मार्च 2021", "३१ मार्च २०२१", "31 மார்ச் 2021", "31 ಮಾರ್ಚ್ 2021", "३१/०३/२०२१", "31 March 2021"]
)
def test_a_day_is_read_at_its_place(said: str) -> None:
    assert read(f"- {said}, ok") == [(Fraction(date(2021, 3, 31).toordinal()), "date", said)]


def test_the_shortest_month_is_a_word_of_its_own() -> None:
    assert [one[2] for one in read("३ मे २०२०, 3 मई 2020, 3 மே 2020")] == ["३ मे २०२०", "3 मई 2020", "3 மே 2020"]
    assert [measure for _, measure, _ in read("मेरे 3 मेरे 2020")] == ["", ""]


def test_a_word_without_its_number_and_a_longer_word_are_none() -> None:
    assert read("लाख रुपये, सुलाख, லட்சக்கணக்கில்") == []


def test_english_is_read_as_before() -> None:
    text = "I paid 54 lakh on 14 June 2019, of Rs 62,00,000 in all."
    assert find_figures_in_any_script(text) == find_figures(text)
