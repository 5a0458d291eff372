"""Words, the synonyms and the subjects: what a question is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.domain_terms import DomainTerms, TermsFound, get_domain_terms
from civicsetu.lexicon.synonyms import Synonyms, get_synonyms
from civicsetu.lexicon.tokens import split_words, without_loan_dots


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("My builder is late, MY builder!", ["my", "builder", "is", "late"]),
        ("बिल्डर ने कब्ज़ा नहीं दिया", ["बिल्डर", "ने", "कब्ज़ा", "नहीं", "दिया"]),
        ("ಬಿಲ್ಡರ್ ಅಪಾರ್ಟ್‌ಮೆಂಟ್", ["ಬಿಲ್ಡರ್", "ಅಪಾರ್ಟ್‌ಮೆಂಟ್"]),
        ("அடுக்குமாடி", ["அடுக்குமாடி"]),
        ("Rs 10 per cent, section 4(2)(l)(D)", ["rs", "10", "per", "cent", "section", "4", "2", "l", "d"]),
        ("_&|!:()'/*<>\\", []),
        ("", []),
    ],
)
def test_words_stay_whole_in_every_script(text: str, words: list[str]) -> None:
    assert split_words(text) == words


@given(st.text(max_size=300))
def test_words_are_lower_case_each_once_and_free_of_operators(text: str) -> None:
    words = split_words(text)
    assert len(set(words)) == len(words)
    assert not any(character in word for word in words for character in "&|!:()'\"/*<>\\ \n")


def test_the_number_of_words_is_bounded() -> None:
    assert len(split_words(" ".join(f"w{number}" for number in range(5000)))) <= 400


def test_a_glossary_adds_what_words_stand_for_and_never_chains() -> None:
    synonyms = Synonyms(terms={"builder": ("promoter",), "promoter": ("keeper",), "flat": ("apartment",)})
    assert synonyms.list_additions(["builder", "flat"]) == ["promoter", "apartment"]
    assert synonyms.expand(["builder"]) == ["builder", "promoter"]
    assert synonyms.list_additions(["flat", "apartment"]) == []
    assert synonyms.list_additions(["sea"]) == []


def test_the_glossary_that_ships_knows_the_words_of_buyers() -> None:
    shipped = get_synonyms()
    assert get_synonyms() is shipped
    for word, term in (
        ("builder", "promoter"),
        ("flat", "apartment"),
        ("kabza", "possession"),
        ("broker", "real estate agent"),
    ):
        assert term in shipped.list_additions([word])
    for word, terms in shipped.terms.items():
        assert split_words(word) == [word], f"{word!r} can never be looked up"
        assert all(split_words(term) for term in terms), word


def test_a_subject_is_told_by_its_words() -> None:
    others = {"renting": frozenset({"landlord"}), "taxes": frozenset({"gst"})}
    subjects = DomainTerms(frozenset({"builder"}), frozenset({"flat"}), others)
    assert subjects.find_terms("Builder late") == TermsFound(True, False, ())
    assert subjects.find_terms("my landlord and GST") == TermsFound(False, False, ("renting", "taxes"))
    assert subjects.find_terms("GST on a builder flat") == TermsFound(True, True, ("taxes",))
    assert subjects.find_terms("rebuilder") == TermsFound(False, False, ())


@pytest.mark.parametrize(
    ("question", "own", "other"),
    [
        ("My builder has not given possession", True, ""),
        ("बिल्डर ने कब्जा नहीं दिया", True, ""),
        ("ಬಿಲ್ಡರ್ ತಡ ಮಾಡಿದ್ದಾರೆ", True, ""),
        ("My landlord keeps my rent deposit", False, "renting"),
        ("किरायेदार घर खाली नहीं कर रहा", False, "renting"),
        ("How do I get a divorce?", False, "family law"),
    ],
)
def test_the_subjects_that_ship_tell_our_field_from_others(question: str, own: bool, other: str) -> None:
    found = get_domain_terms().find_terms(question)
    assert found.own is own
    assert (other in found.others) is bool(other)
    assert bool(found.others) is bool(other)


def test_a_key_in_another_script_is_the_stem_of_every_bent_form() -> None:
    synonyms = Synonyms(terms={"बिल्डर": ("promoter",), "बि": ("seed",), "flat": ("apartment",)})
    assert synonyms.meaning("बिल्डरने") == ("promoter",), "the longest stem counts"
    assert synonyms.meaning("बिल्डर") == ("promoter",)
    assert synonyms.meaning("बिल") == ("seed",)
    assert synonyms.meaning("flattened") == () and synonyms.meaning("flat") == ("apartment",)


def test_the_glossary_that_ships_has_entries_of_at_most_three_words() -> None:
    for key, terms in get_synonyms().terms.items():
        assert all(len(entry.split()) <= 3 for entry in (key, *terms)), key
        assert key == key.lower() and terms


@pytest.mark.parametrize(
    ("text", "plain"),
    [("फ़्लैट की क़ीमत", "फ्लैट की कीमत"), ("\u095bमीन", "जमीन"), ("सड़क पर", "सड़क पर"), ("flat", "flat"), ("फ्लैट", "फ्लैट")],
)
def test_dots_of_borrowed_words_are_left_out_and_no_others(text: str, plain: str) -> None:
    assert without_loan_dots(text) == plain
