"""Words, the glossary and the subjects: what a question is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.lexicon.domain_terms import Subject, Subjects, get_subjects
from civicsetu.lexicon.synonyms import Glossary, get_glossary
from civicsetu.lexicon.tokens import words_of


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
    assert words_of(text) == words


@given(st.text(max_size=300))
def test_words_are_lower_case_each_once_and_free_of_operators(text: str) -> None:
    words = words_of(text)
    assert len(set(words)) == len(words)
    assert not any(character in word for word in words for character in "&|!:()'\"/*<>\\ \n")


def test_the_number_of_words_is_bounded() -> None:
    assert len(words_of(" ".join(f"w{number}" for number in range(5000)))) <= 400


def test_a_glossary_adds_what_words_stand_for_and_never_chains() -> None:
    glossary = Glossary(terms={"builder": ("promoter",), "promoter": ("keeper",), "flat": ("apartment",)})
    assert glossary.added(["builder", "flat"]) == ["promoter", "apartment"]
    assert glossary.expand(["builder"]) == ["builder", "promoter"]
    assert glossary.added(["flat", "apartment"]) == []
    assert glossary.added(["sea"]) == []


def test_the_glossary_that_ships_knows_the_words_of_buyers() -> None:
    shipped = get_glossary()
    assert get_glossary() is shipped
    for word, term in (
        ("builder", "promoter"),
        ("flat", "apartment"),
        ("kabza", "possession"),
        ("broker", "real estate agent"),
    ):
        assert term in shipped.added([word])
    for word, terms in shipped.terms.items():
        assert words_of(word) == [word], f"{word!r} can never be looked up"
        assert all(words_of(term) for term in terms), word


def test_a_subject_is_told_by_its_words() -> None:
    others = {"renting": frozenset({"landlord"}), "taxes": frozenset({"gst"})}
    subjects = Subjects(frozenset({"builder"}), frozenset({"flat"}), others)
    assert subjects.of("Builder late") == Subject(True, False, ())
    assert subjects.of("my landlord and GST") == Subject(False, False, ("renting", "taxes"))
    assert subjects.of("GST on a builder flat") == Subject(True, True, ("taxes",))
    assert subjects.of("rebuilder") == Subject(False, False, ())


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
    found = get_subjects().of(question)
    assert found.own is own
    assert (other in found.others) is bool(other)
    assert bool(found.others) is bool(other)


def test_a_key_in_another_script_is_the_stem_of_every_bent_form() -> None:
    glossary = Glossary(terms={"बिल्डर": ("promoter",), "बि": ("seed",), "flat": ("apartment",)})
    assert glossary.meaning("बिल्डरने") == ("promoter",), "the longest stem counts"
    assert glossary.meaning("बिल्डर") == ("promoter",)
    assert glossary.meaning("बिल") == ("seed",)
    assert glossary.meaning("flattened") == () and glossary.meaning("flat") == ("apartment",)


def test_the_glossary_that_ships_has_entries_of_at_most_three_words() -> None:
    for key, terms in get_glossary().terms.items():
        assert all(len(entry.split()) <= 3 for entry in (key, *terms)), key
        assert key == key.lower() and terms
