"""Which states a question is about, in every script and with slips of the keyboard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.registry import get_registry
from civicsetu.query.jurisdiction_detection import states_named, states_of_project, without_names


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("नोएडा में फ्लैट", ("UTTAR_PRADESH",)),
        ("आम्ही कोल्हापूरला फ्लॅट घेतला", ("MAHARASHTRA",)),
        ("साताऱ्यात घर", ("MAHARASHTRA",)),
        ("रायबरेली में मकान", ("UTTAR_PRADESH",)),
        ("ರಾಯಚೂರಿನಲ್ಲಿ ಮನೆ", ("KARNATAKA",)),
        ("ஈரோட்டில் வீடு", ("TAMIL_NADU",)),
        ("यूपी और कर्नाटक में फीस", ("UTTAR_PRADESH", "KARNATAKA")),
        ("बंगळुरूत फ्लॅट", ("KARNATAKA",)),
        ("பெங்களூரில் வீடு", ("KARNATAKA",)),
        ("உத்தரப் பிரதேசத்தில் கட்டணம்", ("UTTAR_PRADESH",)),
        ("ಬೆಂಗಳೂರಿನಲ್ಲಿ ಫ್ಲಾಟ್", ("KARNATAKA",)),
        ("UP mein kitni fees", ("UTTAR_PRADESH",)),
        ("my flat in banglore", ("KARNATAKA",)),
        ("karnatka or lucknw", ("KARNATAKA", "UTTAR_PRADESH")),
        ("fee in up and in mp?", ("UTTAR_PRADESH", "MADHYA_PRADESH")),
        ("the fine is in up to five cases", ()),
        ("registration fee karnataka vs up?", ("KARNATAKA", "UTTAR_PRADESH")),
        ("Telangana ya AP, kahan fees kam", ("TELANGANA", "ANDHRA_PRADESH")),
        ("A.P. versus T.N. on broker fees", ("ANDHRA_PRADESH", "TAMIL_NADU")),
        ("Noida mein ap kya kar sakte ho", ("UTTAR_PRADESH",)),
        ("Pune, ap kya karoge", ("MAHARASHTRA",)),
        ("up aur goa mein kitna", ("UTTAR_PRADESH", "GOA")),
        ("difference b/w up and goa", ("UTTAR_PRADESH", "GOA")),
        ("goa up bihar broker fees", ("GOA", "UTTAR_PRADESH", "BIHAR")),
        ("k'taka and Goa", ("KARNATAKA", "GOA")),
        ("I had to give up Goa", ("GOA",)),
        ("fee in karnataka / up", ("KARNATAKA", "UTTAR_PRADESH")),
        ("karnataka/up ka fees", ("KARNATAKA", "UTTAR_PRADESH")),
        ("late fee, bangalore & up!", ("KARNATAKA", "UTTAR_PRADESH")),
        ("what is the fee in up/karnataka", ("UTTAR_PRADESH", "KARNATAKA")),
        ("gujarat/up/karnataka", ("GUJARAT", "UTTAR_PRADESH", "KARNATAKA")),
        ("shop at agra up, two years late", ("UTTAR_PRADESH",)),
        ("between up and goa", ("UTTAR_PRADESH", "GOA")),
        ("he will give up, then goa", ("GOA",)),
        ("where do i look up rera numbers", ()),
        ("mh rera complaint", ("MAHARASHTRA",)),
        ("fee under the AP rules", ("ANDHRA_PRADESH",)),
        ("a shop at Nellore", ("ANDHRA_PRADESH",)),
        ("a shop at Amravati", ("MAHARASHTRA",)),
        ("when is the time up?", ()),
        ("the builder gave up", ()),
        ("sum it up; then pay", ()),
        ("pay 5 lakh & up to ten", ()),
        ("the follow-up/up to date list", ()),
        ("general central development", ()),
        ("my cousin's panels and counsel", ()),
        ("villa at Yelahanka still not ready", ("KARNATAKA",)),
        ("shop in indirapuram and one in Velachery", ("UTTAR_PRADESH", "TAMIL_NADU")),
        ("इंदिरापुरम में दुकान", ("UTTAR_PRADESH",)),
        ("a shed at Amaravati", ("ANDHRA_PRADESH",)),
        ("villa off Sarjapur Road", ("KARNATAKA",)),
    ],
)
def test_places_are_read_in_every_script_and_misspelt(text: str, states: tuple[str, ...]) -> None:
    assert states_named(text, get_registry()) == states


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("I live in Goa, the villa is in Kerala.", ("KERALA",)),
        ("Builder ka office Goa me hai, villa Kerala me.", ("KERALA",)),
        ("mera job Goa me hai, villa Kerala me", ("KERALA",)),
        ("My villa is in Goa? no sorry, in Kochi, Kerala.", ("KERALA",)),
        ("We booked in Goa earlier, now it is about a villa in Kerala.", ("KERALA",)),
        ("It says arbitration only in Goa; the villa is in Kerala.", ("KERALA",)),
        ("The builder from Surat sold the site at Hassan, Karnataka", ("KARNATAKA",)),
        ("Main Delhi se hu, ghar Agra me hai", ("UTTAR_PRADESH",)),
        ("Goa me nahi, Kerala me liya", ("KERALA",)),
        ("I am from Goa.", ("GOA",)),
        ("What is the fee in Goa and in Kerala?", ("GOA", "KERALA")),
    ],
)
def test_where_somebody_comes_from_is_not_where_the_project_stands(
    text: str, states: tuple[str, ...]
) -> None:
    assert states_of_project(text, get_registry()) == states


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("villa on Hosur Road", ("KARNATAKA",)),
        ("villa in Hosur", ("TAMIL_NADU",)),
        ("villa on Salem road", ()),
        ("villa on the Mumbai-Agra highway", ()),
        ("villa on the Jaipur to Goa expressway", ()),
        ("a plot by Agra Road, Jaipur", ("RAJASTHAN",)),
        ("villa by the Banglore road", ()),
        ("आगरा रोड पर विला", ()),
        ("the Noida expressway villa", ("UTTAR_PRADESH",)),
        ("villa in Goa, road not made", ("GOA",)),
        ("in Pune roadside stalls", ("MAHARASHTRA",)),
    ],
)
def test_a_road_named_after_a_town_is_not_in_it(text: str, states: tuple[str, ...]) -> None:
    assert states_named(text, get_registry()) == states


@pytest.mark.parametrize(
    ("text", "beside", "states"),
    [
        ("the K-RERA form", (), ("KARNATAKA",)),
        ("villa at Kochi, the K-RERA form", (), ("KERALA",)),
        ("K-RERA form for a villa near Kakkanad", (), ("KERALA",)),
        ("K-RERA form for a villa near Hubballi", (), ("KARNATAKA",)),
        ("Krera in Kozhikode and Krera in Mysuru", (), ("KERALA", "KARNATAKA")),
        ("the K-RERA form", ("KERALA",), ("KERALA",)),
        ("the K-RERA form", ("GOA",), ("KARNATAKA",)),
        ("builder of Mumbai, K-RERA number on the board", (), ("MAHARASHTRA", "KARNATAKA")),
        ("hrera order on a cottage in Solan", (), ("HIMACHAL_PRADESH",)),
        ("hrera order on a shop", (), ("HARYANA",)),
        ("GRERA and a shop in Mapusa", (), ("GOA",)),
    ],
)
def test_a_short_name_of_two_authorities_is_of_the_state_known_otherwise(
    text: str, beside: tuple[str, ...], states: tuple[str, ...]
) -> None:
    assert states_named(text, get_registry(), beside) == states


def test_a_shared_short_name_is_borne_by_several_and_is_nobodys_own() -> None:
    registry = get_registry()
    own = {name for entry in registry.jurisdictions.values() for name in entry.places}
    shared = {name for entry in registry.jurisdictions.values() for name in entry.shared}
    assert shared and own.isdisjoint(shared)
    assert all(len(registry.bearers_of(name)) > 1 for name in shared)


def test_each_place_is_of_one_state_and_no_locality_is_a_slip_of_another_states_name() -> None:
    registry = get_registry()
    of: dict[str, list[str]] = {}
    for code, entry in registry.jurisdictions.items():
        for name in entry.places:
            of.setdefault(name.lower(), []).append(code)
    assert {name: codes for name, codes in of.items() if len(codes) > 1} == {}
    read = {
        name: states_named(f"villa in {name}", registry)
        for code, entry in registry.jurisdictions.items()
        for name in entry.localities
        if states_named(f"villa in {name}", registry) != (code,)
    }
    assert read == {}


def test_a_misspelt_name_and_a_bent_one_are_taken_out_whole() -> None:
    registry = get_registry()
    assert without_names("flat in Banglore late", ["KARNATAKA"], registry) == "flat late"
    assert without_names("ಬೆಂಗಳೂರಿನಲ್ಲಿ ಫ್ಲಾಟ್ ತಡ", ["KARNATAKA"], registry) == "ಫ್ಲಾಟ್ ತಡ"


@given(st.text(max_size=120))
def test_any_text_is_read_and_names_each_state_once(text: str) -> None:
    registry = get_registry()
    states = states_named(text, registry)
    assert len(set(states)) == len(states) and set(states) <= set(registry.jurisdictions)
    without_names(text, states, registry)


def test_where_somebody_lives_is_no_state_beside_one_that_is_known() -> None:
    told = "The builder's office? Builder ka office Goa me hai, where do I go?"
    assert states_of_project(told, get_registry(), ("CENTRAL", "KERALA")) == ()
    assert states_of_project(told, get_registry(), ("CENTRAL",)) == ("GOA",)
    assert states_of_project("And in Goa?", get_registry(), ("CENTRAL", "KERALA")) == ("GOA",)
