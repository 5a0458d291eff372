"""Figures of a case are read in English, whatever language they are told in; English stays as it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.case_in_english import read_case_in_english


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("करार नोंदवायच्या आधी ३५ टक्के मागतो", "before agreement registered 35 % demanded"),
        ("एग्रीमेंट के बाद 20 प्रतिशत मांगा", "after agreement के 20 % demanded"),
        ("ஒப்பந்தம் பதிவு செய்யும் முன் 25 சதவீதம் கேட்கிறார்", "before agreement registered செய்யும் 25 % demanded"),
        ("ಶೇ 20 ಕೇಳ್ತಿದ್ದಾರೆ", "20 % demanded"),
        ("कब्जा २०२१ में मिला", "possession in 2021 में got"),
        ("ताबा १५ ऑगस्ट २०२२ ला मिळाला", "possession 15 August 2022 ला got"),
        ("कब्जा मार्च 2022 में", "possession March 2022 में"),
        ("कब्जा तीन साल पहले मिला", "possession 3 years ago got"),
        ("possession 3 saal pehle mila", "possession 3 years ago mila"),
        ("agreement register kiye bina 30% maang raha hai", "without agreement register kiye 30% demanded raha hai"),
        ("ಸ್ವಾಧೀನ ಸಿಕ್ಕಿ ಎರಡು ವರ್ಷ ಆಯ್ತು", "possession got 2 years ago"),
        ("मागील वर्ष", "मागील years"),
    ],
)  # fmt: skip
def test_words_of_a_case(text: str, told: str) -> None:
    assert read_case_in_english(text) == told


@pytest.mark.parametrize("text", ["He took 20 % before the agreement.", "The din of 3 lifts", ""])
def test_english_is_unchanged(text: str) -> None:
    assert read_case_in_english(text) == text


@given(st.text(max_size=80))
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(read_case_in_english(text), str)


@given(st.integers(1, 99), st.sampled_from(["साल", "வருடம்", "ವರ್ಷ"]))
def test_a_period_keeps_its_number(number: int, unit: str) -> None:
    assert read_case_in_english(f"{number} {unit}") == f"{number} years"
