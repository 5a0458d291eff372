"""What a question asks yes or no of; whatever asks something else is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.yes_no_rules import PolarKind
from civicsetu.query.yes_or_no import read_polar_question

PERMISSIONS = ("Can", "May", "Could")
BUILDERS = ("the builder", "a promoter", "the developer", "builders")
DEEDS = ("paint the gate green", "sell the lamp twice", "lock the roof at night")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Can the builder lock the roof?", PolarKind.MAY),
        ("Builder locks the roof at night. Is that legal?", PolarKind.MAY),
        ("bldr locked the roof is it ok", PolarKind.MAY),
        ("kya builder chhat band kar sakta hai", PolarKind.MAY),
        ("Builder chhat band kar sakta hai kya?", PolarKind.MAY),
        ("Do I have to pay for the lamp?", PolarKind.MUST),
        ("Lamps went out two years after we moved in, must the builder light them?", PolarKind.MUST),
        ("does locking of roof need consent", PolarKind.MUST),
        ("Please tell me whether a licence is required for the lamp", PolarKind.MUST),
        ("lamp ka bill dena padega?", PolarKind.MUST),
        ("Is the roof a common area or not?", PolarKind.IS),
        ("chhat sabki hoti hai kya", PolarKind.IS),
        ("क्या बिल्डर छत बंद कर सकता है?", PolarKind.MAY),
        ("बिल्डर छत बंद कर रहा है, क्या यह कानूनी है?", PolarKind.MAY),
        ("दीये का बिल मुझे देना पड़ेगा क्या", PolarKind.MUST),
        ("बिल्डर छत बंद करू शकतो का?", PolarKind.MAY),
        ("दिव्याचे पैसे द्यावे लागतील का", PolarKind.MUST),
        ("பில்டர் மாடியைப் பூட்டலாமா?", PolarKind.MAY),
        ("விளக்குக்குப் பணம் தர வேண்டுமா", PolarKind.MUST),
        ("ಬಿಲ್ಡರ್ ಮಹಡಿಗೆ ಬೀಗ ಹಾಕಬಹುದೇ?", PolarKind.MAY),
        ("ದೀಪಕ್ಕೆ ನಾನು ಹಣ ಕೊಡಬೇಕಾ", PolarKind.MUST),
    ],
)
def test_a_question_of_yes_or_no_is_known_by_its_words(question: str, kind: PolarKind) -> None:
    read = read_polar_question(question)
    assert read is not None and read.kind is kind and not read.forbidden


@pytest.mark.parametrize("question", ["Is it illegal to lock the roof?", "Is it against RERA to lock the roof?"])
def test_what_is_forbidden_is_asked_the_other_way(question: str) -> None:
    read = read_polar_question(question)
    assert read is not None and read.forbidden


@pytest.mark.parametrize("question", ["Is it a crime to lock the roof?", "Can I complain against RERA about the roof?"])
def test_a_crime_and_a_claim_against_an_office_are_not_asked_the_other_way(question: str) -> None:
    read = read_polar_question(question)
    assert read is not None and not read.forbidden


@pytest.mark.parametrize(
    "question",
    [
        "How much can the builder charge for the lamp?",
        "What can I do if the roof is locked?",
        "When must the roof be opened?",
        "kya karna chahiye, builder ne chhat band kar di",
        "chhat kab kholni hogi",
        "क्या करें, बिल्डर ने छत बंद कर दी",
        "छत खोलने का शुल्क कितना है और क्या है",
        "छत कधी उघडावी लागेल",
        "மாடி எப்போது திறக்கப்படும்?",
        "ಮಹಡಿ ಯಾವಾಗ ತೆರೆಯಬೇಕು?",
        "Isn't the roof a common area?",
        "Can't the builder open the roof?",
        "Can you tell me the fee for the lamp?",
        "The builder locked the roof.",
        "My neighbour says the roof is his. Is he right?",
        "Can he lock the roof? Must I pay for the lamp?",
        "",
    ],
)
def test_what_asks_something_else_is_none(question: str) -> None:
    assert read_polar_question(question) is None


def test_what_points_back_is_read_with_what_it_points_to() -> None:
    short = read_polar_question("The builder locked the roof at night. Can he do that?")
    assert short is not None and "locked the roof" in short.asking
    alone = read_polar_question("We moved in in May. Can the builder lock the roof at night?")
    assert alone is not None and "may" not in alone.asking and "moved in" in alone.whole
    long = read_polar_question("The lamp is old. " * 30 + "Can he do that?")
    assert long is not None and "lamp" not in long.asking and "lamp" in long.whole


def test_the_story_a_question_goes_on_from_is_known() -> None:
    read = read_polar_question("Can the builder lock the roof at night?", "The flat is a shop. Can the builder?")
    assert read is not None and "shop" in read.whole and "shop" not in read.asking


@given(st.sampled_from(PERMISSIONS), st.sampled_from(BUILDERS), st.sampled_from(DEEDS), st.sampled_from(["?", "", " ?"]))
def test_a_permission_asked_for_in_any_words_is_one(verb: str, who: str, deed: str, end: str) -> None:
    read = read_polar_question(f"{verb} {who} {deed}{end}")
    assert read is not None and read.kind is PolarKind.MAY
    assert deed in read.asking


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    read = read_polar_question(text)
    assert read is None or read.asking == read.asking.lower()
