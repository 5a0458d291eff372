"""A post is split where it asks another thing, in every language, and stays whole where it asks one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.registry import get_registry
from civicsetu.query.jurisdiction_detection import states_named, without_names
from civicsetu.query.named.places_named import Places
from civicsetu.query.splitting.parts import (
    AskedPart,
    Post,
    asked_of_a_complaint,
    context_of,
    own_question,
    split_post,
)

STATES = ("Karnataka", "Goa")
PLACES = Places(
    lambda text: tuple(state for state in STATES if state in text),
    lambda text: " ".join(word for word in text.split() if word.strip("?.,") not in STATES),
)


def headings(text: str) -> list[str]:
    return [part.heading for part in split_post(text, PLACES).parts]


LONG = (
    "The keeper shut my lantern in March and has not oiled the hinge since, nor has he answered a letter, a call or a "
    "visit of mine, and he keeps the key of the lamp room in his own pocket all day long. "
)


@pytest.mark.parametrize(
    ("asked", "parts"),
    [
        ("May I sell the lock? If the guild says no where do I go", 2),
        ("Who keeps a lantern shut like that? My questions. Is the hinge insured? May I sell the lock?", 2),
        ("(a) whether the keeper may shut the lantern, and how much oil the guild must buy; (b) whom shall I tell about the lock", 2),
        ("How early do I apply for the lock, what form, how much rs. Second he sold the hinge. Who pays for a new one?", 2),
        ("Is the hinge insured? My lock is rusty as well, please advise on that too. May the guild sell the oil?", 3),
        ("May I keep the oil? Is either of them right?", 2),
        ("In Goa what fine then, how many days has he got to send it back? And may I sell the lock?", 3),
        ("क्या मेरा दीपक भी बिक जाएगा, और उससे पहले मुझे सुना जाएगा या नहीं? ताले का शुल्क कितना है?", 3),
    ],
)
def test_a_long_post_is_split_as_its_writer_counts(asked: str, parts: int) -> None:
    assert len(headings(LONG + asked)) == parts


def test_who_is_right_is_asked_of_what_the_story_tells() -> None:
    part = AskedPart("Is either of them right?", "Is either of them right?")
    own = own_question(part, "May I keep the oil?", story="The keeper calls me a guest. The guild calls me an owner of the lamp.")
    assert "guild" in own and "oil" not in own


@pytest.mark.parametrize(
    ("post", "asked"),
    [
        (
            "The lantern has been shut for a year. Can I light it? Also, who pays the keeper?",
            ["Can I light it?", "Who pays the keeper?"],
        ),
        (
            "I have these questions: 1) repair of the hinge 2) whom to complain to 3) fee for a new lock. Please answer.",
            ["Repair of the hinge", "Whom to complain to", "Fee for a new lock"],
        ),
        (
            "First, the keeper shut my lantern and keeps the key. Second, he sold the lock. Third, whom do I complain to?",
            ["The keeper shut my lantern and keeps the key", "He sold the lock", "Whom do I complain to?"],
        ),
        (
            "1) who oils the hinge 2) keeper holds my deposit, when is it due 3) may he sell the lock? We are six.",
            ["Who oils the hinge", "Keeper holds my deposit, when is it due", "May he sell the lock?"],
        ),
        (
            "Hello all, hope you are fine. My lantern is shut. Is the hinge insured? Pls guide me, I am old. "
            "May I sell the lock? Please answer one by one. Any help will be appreciated. Thanks in advance!",
            ["Is the hinge insured?", "May I sell the lock?"],
        ),
        (
            "He wants 50 for the lock. Is that allowed? Also the lantern is smaller than the drawing. What can be done?",
            ["Is that allowed?", "The lantern is smaller than the drawing"],
        ),
        (
            "We own 3 lanterns and will sell 2. Do we need a licence. what fee is asked for the hinge?",
            ["Do we need a licence", "What fee is asked for the hinge?"],
        ),
        (
            "Chabi kho gayi hai. Taala kaun badlega? deposit wapas milega ya nahi",
            ["Taala kaun badlega?", "Deposit wapas milega ya nahi"],
        ),
        (
            "The keeper left. (a) Who shuts the lantern? (b) What is the penalty for leaving it open?",
            ["Who shuts the lantern?", "What is the penalty for leaving it open?"],
        ),
        (
            "What is the fine for an open lantern and how do I file a complaint against the keeper?",
            ["What is the fine for an open lantern", "How do I file a complaint against the keeper?"],
        ),
        (
            "lantern is late by a year. can i get my deposit back\nwho pays for the hinge",
            ["Can i get my deposit back", "Who pays for the hinge"],
        ),
        (
            "Please tell me how the deposit is paid back. Kindly explain what the keeper owes. Thanks.",
            ["How the deposit is paid back", "What the keeper owes"],
        ),
        (
            "My first question is whether the lantern may be sold. My second question is who insures the lock.",
            ["Whether the lantern may be sold", "Who insures the lock"],
        ),
        (
            "Lalten ek saal se band hai. Kya deposit wapas milega? Taala kaun badlega?",
            ["Kya deposit wapas milega?", "Taala kaun badlega?"],
        ),
        (
            "लालटेन एक साल से बंद है। क्या जमा पैसा वापस मिलेगा? ताला कौन बदलेगा?",
            ["क्या जमा पैसा वापस मिलेगा?", "ताला कौन बदलेगा?"],
        ),
        (
            "कंदील बंद आहे. अनामत रक्कम परत मिळेल का? कुलूप कोण बदलणार?",
            ["अनामत रक्कम परत मिळेल का?", "कुलूप कोण बदलणार?"],
        ),
        (
            "விளக்கு மூடியுள்ளது. வைப்புத்தொகை திரும்பக் கிடைக்குமா? பூட்டை யார் மாற்றுவது?",
            ["வைப்புத்தொகை திரும்பக் கிடைக்குமா?", "பூட்டை யார் மாற்றுவது?"],
        ),
        (
            "ಲಾಟೀನು ಮುಚ್ಚಿದೆ. ಠೇವಣಿ ಹಣ ವಾಪಸ್ ಸಿಗುತ್ತದೆಯೇ? ಬೀಗವನ್ನು ಯಾರು ಬದಲಾಯಿಸುತ್ತಾರೆ?",
            ["ಠೇವಣಿ ಹಣ ವಾಪಸ್ ಸಿಗುತ್ತದೆಯೇ?", "ಬೀಗವನ್ನು ಯಾರು ಬದಲಾಯಿಸುತ್ತಾರೆ?"],
        ),
    ],
)
def test_what_is_asked_is_told_apart(post: str, asked: list[str]) -> None:
    assert headings(post) == asked


@pytest.mark.parametrize(
    "post",
    [
        "What is the penalty for an open lantern?",
        "The keeper is late. He does not answer. Can he do this? What can I do?",
        "Can I get my deposit back? How? Within how many days?",
        "What does section 3(1) say, read with rule 16 (2)?",
        "The keeper asked me 'what will you do, who will hear you?' and laughed. Can I complain to the council?",
        "When I bought the lantern he said the lock is free. What he did is wrong.",
        "Do I repair the hinge or do I wait for the keeper?",
        "What is the fee for a lantern in Karnataka? And in Goa?",
        "What is the fee for a lantern? How do Karnataka and Goa differ?",
        "May the keeper give up his key and is there a day on which he may not do it?",
        "How do I complain against the keeper and what is the procedure and fee?",
        "Please help. I am very worried. Kindly advise.",
        "The lantern is shut since March. I dont know where to begin. Can he keep the deposit? Has anyone faced this?",
        "Lalten ek saal se band hai. Ab kya karu? deposit wapas mangu ya wait karu?",
        "The lantern is late by 2 years. Lost all hope. Paid all of it.",
        "My lantern, which was new, and who knows why, is broken. Who repairs it?",
        "लालटेन टूट गई है। मरम्मत कौन करेगा?",
        "",
        "???",
    ],
)
def test_what_asks_one_thing_stays_whole(post: str) -> None:
    assert headings(post) == []


def test_a_part_keeps_what_was_told_before_its_question() -> None:
    post = split_post("The lock is broken. Who mends the lock? The hinge is new. May I paint the hinge?")
    assert [(part.told, part.asked) for part in post.parts] == [
        ("The lock is broken.", "Who mends the lock?"),
        ("The hinge is new.", "May I paint the hinge?"),
    ]
    assert post.story == "The lock is broken. The hinge is new."


@pytest.mark.parametrize(
    "text", ["He paid Rs. 500 to Mr. Rao of No. 7 on the 3. floor. Who keeps the receipt of the payment?"]
)
def test_an_abbreviation_ends_no_sentence(text: str) -> None:
    assert split_post(text).story.startswith("He paid Rs. 500 to Mr. Rao")


def test_a_heading_is_short_and_the_askers() -> None:
    long = "Can the keeper " + "very " * 60 + "slowly shut it? Who pays the keeper?"
    first, second = headings(long)
    assert len(first) <= 91 and first.startswith("Can the keeper very") and first.endswith("…")
    assert second == "Who pays the keeper?"


def test_a_part_is_searched_with_the_story_and_of_a_long_one_with_what_is_near() -> None:
    part = AskedPart("Q", "Who pays?", "The lock broke.")
    assert context_of(part, Post("A short story.", (part,))) == "A short story."
    long = context_of(part, Post("word " * 2000, (part,)))
    assert long.endswith("The lock broke.") and len(long) < 700


STORY = (
    "We are six families of one lane and put up a lantern at the corner three winters ago, with a hinge of brass and a lock that "
    "the keeper chose. Since the storm of last spring it has been dark, the keeper comes by once a month and says that the oil is late. "
)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "May the keeper sell the brass hinge, and may he paint that?",
            ["May the keeper sell the brass hinge and may he paint that?"],
        ),
        (
            "May the keeper sell the brass hinge, and what does that cost him?",
            ["May the keeper sell the brass hinge", "what does that cost him?"],
        ),
        (
            "May the keeper sell the brass hinge, and who repairs the broken lock?",
            ["May the keeper sell the brass hinge", "who repairs the broken lock?"],
        ),
    ],
)
def test_in_a_long_post_a_clause_that_leans_on_the_one_before_is_no_question_of_its_own(
    question: str, asked: list[str]
) -> None:
    """Its fee or its form is searched for with the thing that it is for."""
    found = split_post(f"{STORY}Is the oil ours? {question}", PLACES).parts
    assert [part.asked for part in found] == ["Is the oil ours?", *asked]


def test_a_state_read_only_behind_another_belongs_to_the_same_question() -> None:
    """"up" alone is a word; behind a state's name it is one."""
    registry = get_registry()
    places = Places(
        lambda text: states_named(text, registry),
        lambda text: without_names(text, states_named(text, registry), registry),
    )
    assert split_post("Roof leaks since the rains. What does the builder owe me? goa? up?", places).parts == ()



@given(st.text(max_size=300))
def test_any_text_is_taken_apart_without_losing_order(text: str) -> None:
    parts = split_post(text).parts
    assert len(parts) != 1
    assert all(part.heading and part.asked for part in parts)


@given(
    st.lists(
        st.sampled_from(["Who shuts the lantern? ", "The lock is old. ", "1) ", "and ", "How? "]), max_size=40
    )
)
def test_every_part_is_in_the_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    for part in split_post(text).parts:
        assert part.asked.split()[0].strip("?.") in text


@pytest.mark.parametrize(
    "piece",
    [
        "a. ",
        "if a, ",
        "who pays and ",
        " 'a",
        "Who pays the keeper? ",
        "1) ",
        "and, ",
        "?",
        "\n",
        "Rs. ",
        "क्या ",
    ],
)
def test_a_long_post_of_one_thing_costs_little(piece: str) -> None:
    started = time.process_time()
    parts = split_post((piece * 12_000)[:12_000]).parts
    assert len(parts) <= 30
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("post", "asked"),
    [
        (
            "My lantern is dark. I live far away, can my son light the lantern for me and what is the fee?",
            ["Can my son light the lantern for me", "What is the fee?"],
        ),
        (
            "The keeper is gone. What fine does he pay and how do I get my deposit back?",
            ["What fine does he pay", "How do I get my deposit back?"],
        ),
        (
            "The keeper sold the lock. Must keepers be sworn? What fine does he pay?",
            ["Must keepers be sworn?", "What fine does he pay?"],
        ),
        (
            "He was paid in silver, 100 rs. How serious is it that no receipt exists? Can the lock be sold?",
            ["How serious is it that no receipt exists?", "Can the lock be sold?"],
        ),
        (
            "My keeper's oath lapses in May, I never renewed before: how early must I swear again. "
            "Can the hinge be oiled? If he still refuses the oil what then",
            [
                "My keeper's oath lapses in May, I never renewed before: how early must I swear again",
                "Can the hinge be oiled?",
                "If he still refuses the oil what then",
            ],
        ),
        (
            "Lalten band hai. Kitna byaj milega aur kitne din me keeper paisa dega?",
            ["Kitna byaj milega", "Kitne din me keeper paisa dega?"],
        ),
    ],
)
def test_the_second_half_of_a_question_is_not_lost(post: str, asked: list[str]) -> None:
    assert headings(f"{'The road was long and the hill was steep. ' * 6}{post}") == asked


def test_both_halves_of_a_short_question_stay_together() -> None:
    assert headings("Must a keeper be sworn in Goa, and what is the fine?") == []


@pytest.mark.parametrize(
    "post",
    [
        "The lantern is dark. How much does the keeper owe me and by when?",
        "The lantern is dark. How do I swear an oath, on which form and for what fee?",
        "Which book must a keeper keep, and on what form?",
        "दीप की शिकायत पर शुल्क कितना है और कौन सा फॉर्म लगेगा?",
        "ದೀಪದ ದೂರಿಗೆ ಶುಲ್ಕ ಎಷ್ಟು ಮತ್ತು ಯಾವ ನಮೂನೆ ಬಳಸಬೇಕು?",
    ],
)
def test_details_of_one_thing_stay_together(post: str) -> None:
    assert headings(f"{'The road was long and the hill was steep. ' * 6}{post}") == []


def test_a_title_ends_no_sentence() -> None:
    assert headings("May Dr. Is Haq light it? Who oils the hinge?") == ["May Dr. Is Haq light it?", "Who oils the hinge?"]


@pytest.mark.parametrize(
    ("told", "asked", "own"),
    [
        ("I paid. He wants silver before he oils the hinge.", "Is that allowed?", "He wants silver before he oils the hinge. Is that allowed?"),
        ("He wants silver.", "May the keeper sell the lock?", "May the keeper sell the lock?"),
        ("He wants silver.", "Where do I complain?", "Where do I complain?"),
        ("", "What is the fine?", "Must keepers be sworn? What is the fine?"),
        ("", "On which form, for what fee?", "Must keepers be sworn? On which form, for what fee?"),
        ("", "At what rate?", "Must keepers be sworn? At what rate?"),
        ("", "And at what rate of silver?", "And at what rate of silver?"),
        ("", "What is the fee for renewing?", "Must keepers be sworn? What is the fee for renewing?"),
        ("My oath as a keeper ends soon.", "What is the fee for renewing?", "My oath as a keeper ends soon. What is the fee for renewing?"),
        ("", "Do I pay online or by DD?", "Must keepers be sworn? Do I pay online or by DD?"),
        ("", "What happens if the date passes?", "Must keepers be sworn? What happens if the date passes?"),
        ("", "What happens if the builder sells the lock?", "What happens if the builder sells the lock?"),
        ("", "What happens if he refuses to sign?", "Must keepers be sworn? What happens if he refuses to sign?"),
        ("", "What happens if this isn't hung on the wall?", "Must keepers be sworn? What happens if this isn't hung on the wall?"),
        ("", "What if they don't come by dusk?", "Must keepers be sworn? What if they don't come by dusk?"),
        ("", "What if he simply refuses?", "Must keepers be sworn? What if he simply refuses?"),
        ("", "What if he shuts the bridge?", "What if he shuts the bridge?"),
        ("", "What is the fee for a lock?", "What is the fee for a lock?"),
        ("", "How much fee and how to pay?", "Must keepers be sworn? How much fee and how to pay?"),
        ("", "And the fee? What if I miss it?", "Must keepers be sworn? And the fee? What if I miss it?"),
        ("", "What is the fee? Must he oil the brass hinge?", "What is the fee? Must he oil the brass hinge?"),
        ("", "Can he demand payment in cash?", "Can he demand payment in cash?"),
        ("", "By demand draft?", "Must keepers be sworn? By demand draft?"),
        ("", "What is the time limit to form a guild society?", "What is the time limit to form a guild society?"),
        ("", "And for my aunt, she is a weaver?", "Must keepers be sworn? And for my aunt, she is a weaver?"),
        ("", "Or only after dusk?", "Must keepers be sworn? Or only after dusk?"),
        ("", "After dusk, who oils the hinge?", "After dusk, who oils the hinge?"),
        ("", "और टूटी वाली?", "Must keepers be sworn? और टूटी वाली?"),
    ],
)  # fmt: skip
def test_what_says_too_little_leans_on_what_was_told_or_asked_before(told: str, asked: str, own: str) -> None:
    assert own_question(AskedPart("", asked, told), "Must keepers be sworn?") == own


def test_the_rest_of_a_question_leans_on_it_and_not_on_what_the_story_tells_of_its_word() -> None:
    story = "I am a weaver of the lower lane. The lantern is dark."
    own = own_question(AskedPart("", "Even for a weaver?"), "Must keepers be sworn?", story=story)
    assert own == "Must keepers be sworn? Even for a weaver?"


def test_a_rate_in_a_state_leans_on_the_question_before() -> None:
    in_goa = Places(lambda text: ("GOA",) if "Goa" in text else (), lambda text: text.replace("in Goa", ""))
    own = own_question(AskedPart("", "At what rate in Goa?"), "Must keepers pay for late oil?", in_goa)
    assert own == "Must keepers pay for late oil? At what rate in Goa?"


@pytest.mark.parametrize(
    ("asked", "before", "meant"),
    [
        ("Which authority?", "May he keep the lamp?", "Which authority for a complaint to the RERA authority?"),
        ("How much fee and which form", "What about the lamplighter?", "How much fee and which form for a complaint to the RERA authority?"),
        ("What is the fee to be sworn?", "What about the lamplighter?", None),
        ("How much fee?", "How do I appeal?", None),
        ("Who oils the hinge?", "", None),
    ],
)  # fmt: skip
def test_whoever_is_wronged_and_names_no_other_thing_asks_for_the_form_of_a_complaint(
    asked: str, before: str, meant: str | None
) -> None:
    assert asked_of_a_complaint(AskedPart("", asked), before) == meant


@pytest.mark.parametrize(
    "question",
    [
        "Licence ki fees kitni hai aur kaunsa form bharna padta hai?",
        "What does the licence cost and which form do I fill?",
    ],
)
def test_the_form_and_the_fee_of_one_thing_are_one_question_in_mixed_hindi_too(question: str) -> None:
    assert not split_post(question).parts


def test_whether_that_is_so_is_asked_of_what_was_told_before_whatever_stands_with_it() -> None:
    told = "The mill was sold to a cousin of the miller in June."
    asked = "Nobody took any consent from the farmers, is that how it works?"
    assert own_question(AskedPart("", asked, told), "Who keeps the flour?") == f"{told} {asked}"
    other = "Nobody took any consent from the farmers, who pays for it?"
    assert own_question(AskedPart("", other, told), "Who keeps the flour?") == other
