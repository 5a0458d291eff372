"""Misspelt words are put right with the law's own; everything else stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.spelling import Spelling, count_words

LAW = "The agreement, the builder and the buyers; possession of the apartment. An agreement on instalments."
ENGLISH = {"letter", "moved", "better", "bilateral"}


@pytest.fixture
def spelling() -> Spelling:
    return Spelling(count_words([LAW]), {"noida"}, lambda word: word in ENGLISH)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("agrement", "agreement"),
        ("AGREMENT", "agreement"),
        ("bilder", "builder"),
        ("posession", "possession"),
        ("agrmnt", "agreement"),
        ("instlmnts", "instalments"),
        ("Noida", "Noida"),
        ("letter", "letter"),
        ("letters", "letters"),
        ("buyers", "buyers"),
        ("apartments", "apartments"),
        ("moved", "moved"),
        ("thx", "thx"),
        ("qwrtzp", "qwrtzp"),
        ("बिल्डर", "बिल्डर"),
    ],
)
def test_a_word(spelling: Spelling, typed: str, meant: str) -> None:
    assert spelling.correct(typed) == meant


@pytest.mark.parametrize("typed", ["bolta", "maanega", "saamne"])
def test_a_word_of_hindi_in_latin_letters_is_no_slip_of_an_english_one(typed: str) -> None:
    spelling = Spelling({"built": 9, "meaning": 9, "summon": 9}, (), lambda word: False)
    assert spelling.correct(typed) == typed


@pytest.mark.parametrize("typed", ["renting", "rupee", "cheater", "disclosing", "rightly"])
def test_an_english_form_of_a_known_word_is_right(typed: str) -> None:
    english = {"rent", "cheat", "disclose", "right"}
    spelling = Spelling({"relating": 9, "rupees": 9, "chapter": 9, "disposing": 9, "rights": 9}, (), english.__contains__)
    assert spelling.correct(typed) == typed
    assert spelling.correct("disclsing") == "disposing", "no word stands before that ending"


def test_one_slip_is_mended_though_half_a_word_is_known() -> None:
    spelling = Spelling({"penalty": 9, "broker": 9, "monthly": 9}, (), {"pena", "brock", "mont"}.__contains__)
    assert [spelling.correct(word) for word in ("penaly", "brocker", "montly")] == ["penalty", "broker", "monthly"]


def test_the_rest_of_the_text_stays_as_it_was_typed(spelling: Spelling) -> None:
    assert spelling.correct("My bilder, s. 18(1)?  no\nagrement") == "My builder, s. 18(1)?  no\nagreement"


def test_of_equally_near_words_the_law_says_the_commoner_one() -> None:
    spelling = Spelling({"fines": 1, "fired": 9}, (), lambda word: False)
    assert spelling.correct("fized") == "fired"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("northlnd", "northland"), ("northald", "northald"), ("nrthlnd", "nrthlnd"), ("hambrough", "hambrough")],
)
def test_a_name_of_a_place_is_meant_only_where_one_letter_is_wrong(typed: str, meant: str) -> None:
    said = {"northland": 90, "hamborg": 9}
    spelling = Spelling(said, (), lambda word: False, places={"northland", "hamborg"})
    assert spelling.correct(typed) == meant
    assert Spelling(said, (), lambda word: False).correct("nrthlnd") == "northland", "were it no place"


@given(st.text(max_size=80))
def test_only_words_change_and_what_is_put_right_stays_right(text: str) -> None:
    spelling = Spelling(count_words([LAW]), (), lambda word: False)
    once = spelling.correct(text)
    assert spelling.correct(once) == once
    assert [part for part in once if not part.isascii()] == [part for part in text if not part.isascii()]
