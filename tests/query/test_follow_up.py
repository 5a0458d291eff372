"""A follow-up is made to stand alone: what it leaves out comes from the turns before, and no more."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Answer, AnswerKind, Step
from civicsetu.query.dialogue_acts import DialogueAct, find_act, questions_asked, recent_turns
from civicsetu.query.follow_up import HOW_LONG_A_COMPLAINT_TAKES, made_to_stand
from civicsetu.query.read_question import ReadingContext, read_question
from civicsetu.query.thresholds import ReadingThresholds
from tests.answering.given import answered, citation, understood
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states

REFUND = answered("My builder is late with possession, can I get a refund?")
IN_KARNATAKA = ("CENTRAL", "KARNATAKA")


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


def goes_on(question: str, *earlier: Answer) -> bool:
    return made_to_stand(question, earlier or (REFUND,)).goes_on_from is not None


def test_question_and_states_are_carried_each_by_a_switch_of_its_own() -> None:
    earlier = [answered("May a builder in Karnataka keep my money?", jurisdictions=IN_KARNATAKA)]
    no_question = made_to_stand("And then?", earlier, switches=ReadingThresholds(carried_question=False))
    assert (no_question.text, no_question.goes_on_from) == ("And then?", earlier[0])
    assert no_question.states == ("KARNATAKA",)
    no_states = made_to_stand("And then?", earlier, switches=ReadingThresholds(carried_states=False))
    assert no_states.states == () and no_states.text == f"{earlier[0].question} And then?"


# -- a number alone -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("and 37?", "section 37"),
        ("37", "section 37"),
        ("What about 37(2)?", "section 37(2)"),
        ("aur 37", "section 37"),
        ("और 37?", "section 37"),
        ("आणि 37?", "section 37"),
        ("மற்றும் 37?", "section 37"),
        ("ಮತ್ತು 37?", "section 37"),
    ],
)
def test_a_number_alone_is_of_the_kind_asked_before(question: str, asked: str) -> None:
    found = made_to_stand(question, [REFUND, answered("What is section 36?")])
    assert found.text == found.asked == asked and found.goes_on_from is None


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ("What does rule 16 say?", "rule 37"),
        ("Compare section 3 and rule 16", "rule 37"),
        ("section 420 of the IPC", "section 37 of the IPC"),
        ("rule 16 of the Karnataka Rules", "rule 37 of the Karnataka Rules"),
    ],
)
def test_the_kind_and_the_law_are_those_named_last(before: str, asked: str) -> None:
    assert made_to_stand("and 37?", [answered(before)]).text == asked


@pytest.mark.parametrize("question", ["and 3 lakh?", "and 37 days?", "and 1986?"])
def test_a_figure_is_no_number_of_a_section(question: str) -> None:
    before = answered("What is section 36?")
    found = made_to_stand(question, [before])
    assert found.text == f"{before.question} {question}" and found.goes_on_from is before


def test_after_a_question_without_a_section_a_number_is_no_section() -> None:
    assert made_to_stand("and 37?", [REFUND]).text == f"{REFUND.question} and 37?"


def test_a_number_alone_is_tied_to_the_law_it_is_of(index: LawIndex) -> None:
    found = understood("and 4?", index, last=answered("What does section 3 say?"))
    assert [(key, str(one.path)) for key, one in found.references] == [(ACT, "4")]
    assert found.asked_last == ""
    other = understood("and 4?", index, last=answered("section 420 of the IPC"))
    assert other.references == () and other.other_laws == ("IPC",)


# -- states ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question", ["And what about coins?", "Who must close the lantern of a field at night?"]
)
def test_a_state_stays_whether_a_question_goes_on_or_stands_alone(index: LawIndex, question: str) -> None:
    last = answered("What is the late fee in Karnataka?", jurisdictions=IN_KARNATAKA)
    assert made_to_stand(question, [last, answered("What is a lantern?")]).states == ("KARNATAKA",)
    assert understood(question, index, last=last).documents == (ACT, KARNATAKA)


def test_a_state_stays_until_another_is_named(index: LawIndex) -> None:
    karnataka = answered("Fee in Karnataka?", jurisdictions=IN_KARNATAKA)
    noida = answered("And in Noida?", jurisdictions=("CENTRAL", "UTTAR_PRADESH"))
    assert made_to_stand("And then?", [karnataka, noida]).states == ("UTTAR_PRADESH",)
    found = understood("Who closes the lantern of a field in UP at night?", index, last=karnataka)
    assert found.documents == (ACT, UTTAR_PRADESH)


def test_without_a_state_none_is_carried() -> None:
    assert made_to_stand("And then?", [answered(jurisdictions=("CENTRAL",))]).states == ()
    assert made_to_stand("And then?", []).states == ()


# -- what a follow-up leans on --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "Within how many days must one do so?",
        "How many copies are needed for the file?",
        "When does one hear back at the latest?",
        "at what rate?",
    ],
)
def test_a_question_without_a_subject_leans_on_the_last(question: str) -> None:
    found = made_to_stand(question, [REFUND])
    assert found.text == f"{REFUND.question} {question}"
    assert found.asked == question and found.goes_on_from is REFUND


@pytest.mark.parametrize(
    "question",
    [
        "और ब्याज कितना मिलेगा मुझे बिल्डर से?",
        "तो फिर रेरा में शिकायत कैसे करें?",
        "इसके लिए बिल्डर को कितना समय मिलता है?",
        "आणि बिल्डरकडून मला व्याज मिळेल का?",
        "मग मी रेराकडे तक्रार कुठे करायची?",
        "का बिल्डर ताबा देत नाही?",
        "மற்றும் பில்டர் எவ்வளவு வட்டி தர வேண்டும்?",
        "அப்படியானால் ரெராவில் புகார் செய்யலாமா?",
        "அப்போ பில்டர் என்ன செய்ய வேண்டும்?",
        "ಮತ್ತು ಬಿಲ್ಡರ್ ಎಷ್ಟು ಬಡ್ಡಿ ಕೊಡಬೇಕು?",
        "ಹಾಗಾದರೆ ರೇರಾಗೆ ದೂರು ಕೊಡಬಹುದೇ?",
        "to kya builder byaj bhi dega?",
        "aur builder kitna byaj dega?",
    ],
)
def test_it_is_known_by_how_it_opens_in_every_language(question: str) -> None:
    assert goes_on(question)


@pytest.mark.parametrize(
    "question",
    [
        "काय बिल्डर नोंदणीशिवाय फ्लॅट विकू शकतो?",
        "कायद्याने बिल्डरला किती दिवसांत फ्लॅटचा ताबा द्यावा लागतो?",
        "पणजीमध्ये प्रकल्प नोंदणी शुल्क किती असते?",
        "कानपुर वाले प्रोजेक्ट में रेरा में अपील की फीस कितनी लगेगी?",
        "औरत के नाम पर फ्लैट बुक करने पर बिल्डर कितना पैसा ले सकता है?",
        "तोड़फोड़ के बाद बिल्डर को मरम्मत कितने साल तक करनी होगी?",
        "அப்பார்ட்மென்ட் வாங்க பில்டர் எவ்வளவு முன்பணம் கேட்கலாம்?",
        "To whom do I complain about a broker of a project?",
        "To get a refund from the promoter, which form is filed?",
    ],
)
def test_a_word_that_only_begins_like_an_opening_opens_nothing(question: str) -> None:
    assert not goes_on(question)


@pytest.mark.parametrize(
    "question",
    [
        "When must the promoter register a project?",
        "What is section 18?",
        "What does section 18 say about that?",
        "Which form is used?",
        "Who pays?",
        "बिल्डर ने दो साल से कब्जा नहीं दिया, मुझे पैसा वापस मिलेगा?",
        "பில்டர் வீட்டை தாமதமாக ஒப்படைத்தால் எனக்கு என்ன நிவாரணம் கிடைக்கும்?",
    ],
)
def test_what_stands_alone_stays(question: str) -> None:
    found = made_to_stand(question, [REFUND])
    assert (found.text, found.asked, found.goes_on_from) == (question, question, None)


BROKER = answered("The dealer who showed us the flat has no RERA number. What can I do?")


@pytest.mark.parametrize(
    "question",
    [
        "What is the punishment?",
        "what is the penalty",
        "What is the fine?",
        "What is the fee?",
        "What are the charges?",
        "What is the time limit?",
        "What is the maximum punishment possible here?",
        "what is the last date then",
        "Which is the highest fine?",
        "Which fees are payable?",
        "What will the penalty be in total?",
        "saza kitni ho sakti hai",
        "jurmana kitna lagega aur kab tak",
    ],
)
def test_what_asks_only_for_a_figure_leans_on_the_last(question: str) -> None:
    """By itself "What is the punishment?" would be answered for a builder, whoever was spoken of."""
    found = made_to_stand(question, [BROKER])
    assert found.text == f"{BROKER.question} {question}" and found.goes_on_from is BROKER


@pytest.mark.parametrize(
    "question",
    [
        "What is the punishment for a builder who does not register?",
        "What is the penalty for disobeying the tribunal?",
        "What is the fee for a complaint?",
        "What is the time limit for an appeal?",
        "What is the rate of interest under RERA?",
        "What is the fine on a promoter?",
        "What is the registration fee?",
        "What is RERA?",
    ],
)
def test_what_says_whose_figure_it_asks_for_stands_alone(question: str) -> None:
    found = made_to_stand(question, [BROKER])
    assert found.text == question and found.goes_on_from is None


# -- the topic of several turns -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    ["Apart from the PAN card what do they want?", "Aadhaar ke alawa kaunse kagaz lagenge", "आधार कार्ड के अलावा और क्या लगेगा?"],
)
def test_what_is_asked_besides_a_thing_named_goes_on(question: str) -> None:
    assert goes_on(question)


def test_what_is_asked_besides_a_thing_of_this_law_stands_alone() -> None:
    assert not goes_on("What may an allottee ask of the promoter besides a refund?")


def test_the_topic_is_the_question_set_out_from_and_the_last_that_went_on_from_it() -> None:
    turns = [answered("What is a lantern?"), REFUND, answered("And interest?"), answered("at what rate?")]
    found = made_to_stand("And by when?", turns)
    assert found.text == f"{REFUND.question} at what rate? And by when?"
    assert found.asked == "And by when?" and found.goes_on_from is turns[-1]


def test_a_topic_said_twice_is_said_once() -> None:
    assert made_to_stand("And?", [REFUND, answered("And?")]).text == f"{REFUND.question} And? And?"
    assert made_to_stand("why?", [answered("why?")]).text == "why? why?"


def test_what_was_declined_is_not_gone_on_from() -> None:
    declined = answered("And my dog?", kind=AnswerKind.ABSTAIN, abstained=True, sentences=[], citations=[])
    assert made_to_stand("And then?", [REFUND, declined]).goes_on_from is REFUND
    assert made_to_stand("And then?", [declined]).goes_on_from is declined


def test_after_what_was_declined_letters_that_are_no_words_stand_alone() -> None:
    declined = answered("And my dog?", kind=AnswerKind.ABSTAIN, abstained=True, sentences=[], citations=[])
    assert made_to_stand("qwpf zxcv", [declined]).text == "qwpf zxcv"
    assert made_to_stand("qwpf fee", [declined]).goes_on_from is declined
    assert made_to_stand("kab tak", [declined]).goes_on_from is declined
    assert made_to_stand("கட்டணம்", [declined]).goes_on_from is declined
    assert made_to_stand("qwpf zxcv", [REFUND]).goes_on_from is REFUND, "a name of a place may be one of ours"


def test_without_an_earlier_turn_a_question_is_as_it_was_put() -> None:
    found = made_to_stand("And then?", [])
    assert (found.text, found.asked, found.goes_on_from) == ("And then?", "And then?", None)


def test_what_is_asked_just_now_is_kept_beside_the_whole(index: LawIndex) -> None:
    last = answered("When is the lantern closed?", citation("3(1)"))
    found = understood("And what about the fee?", index, last=last)
    assert found.standalone == "When is the lantern closed? And what about the fee?"
    assert found.asked_last == "And what about the fee?"
    assert understood("When must the keeper of a lantern pay a penalty?", index, last=last).asked_last == ""
    assert understood("And what about the fee?", index).asked_last == ""


# -- the day ---------------------------------------------------------------------------------------------


def test_the_day_a_conversation_is_about_stays_until_another_is_named(index: LawIndex) -> None:
    then, later = date(1960, 3, 1), date(1970, 5, 5)
    last = answered("When is the lantern closed, as on 1 March 1960?", as_on=then)
    assert understood("And what about the fee?", index, last=last).as_on == then
    assert understood("Who must close the lantern of a field at night?", index, last=last).as_on == then
    assert understood("And as on 5 May 1970?", index, last=last).as_on == later
    assert understood("And what about the fee?", index).as_on is None, "a new conversation has none"
    post = "As on 5 May 1970, when must the keeper close the lantern? What is the late fee of the keeper?"
    assert {part.as_on for part in understood(post, index, last=last).each} == {later}


def test_the_law_of_today_is_asked_for_in_spite_of_the_words(index: LawIndex) -> None:
    last = answered("When is the lantern closed, as on 1 March 1960?", as_on=date(1960, 3, 1))
    for earlier in ([], [last]):
        context = ReadingContext(index, get_registry(), of_today=True, earlier=earlier)
        assert read_question("When is the lantern closed, as on 1 March 1960?", context).as_on is None


# -- replies that ask nothing new -----------------------------------------------------------------------


def turns(*questions: str, **changes: object) -> list[Answer]:
    return [answered(question, turn=number, **changes) for number, question in enumerate(questions, start=1)]


def test_a_reply_stands_for_the_question_it_is_about(index: LawIndex) -> None:
    last = answered("When is the lantern closed?", as_on=date(1960, 1, 1), jurisdictions=IN_KARNATAKA)
    found = understood("explain it simply", index, last=last)
    assert found.act is DialogueAct.PLAIN and found.standalone == found.asked_last == last.question
    assert found.as_on == last.as_on and found.jurisdictions == IN_KARNATAKA


def test_a_sum_to_be_calculated_is_told_beside_the_question() -> None:
    found = made_to_stand("and on 55 lakh?", [REFUND], DialogueAct.CALCULATE)
    assert found.text == f"{REFUND.question} and on 55 lakh?" and found.asked == "and on 55 lakh?"


def test_without_a_turn_before_nothing_is_a_reply(index: LawIndex) -> None:
    assert understood("yes", index).act is None and find_act("which section?", []) is None
    first = answered("Draft a complaint about the lantern", turn=1)
    assert questions_asked([first]) == [first], "what a conversation began with asked something"


def test_whoever_begins_with_a_wish_for_a_letter_wishes_it(index: LawIndex) -> None:
    found = understood("Draft a complaint about the lantern", index)
    assert found.act is DialogueAct.COMPLAINT and found.standalone == "Draft a complaint about the lantern"
    assert understood("How do I write a complaint about the lantern?", index).act is None


def test_a_question_after_replies_goes_on_from_what_was_asked() -> None:
    earlier = turns("When is the lantern closed?", "write the letter to the builder for me", "thanks")
    found = made_to_stand("and by whom?", earlier)
    assert found.text == f"{earlier[0].question} and by whom?" and found.goes_on_from is earlier[0]
    assert found.act is None


def test_yes_to_what_was_offered_asks_for_more() -> None:
    assert find_act("yes", turns("When is the lantern closed?")) is DialogueAct.YES
    assert find_act("yes", turns("When is the lantern closed?", "ok")) is DialogueAct.MORE
    assert find_act("thanks", turns("When is the lantern closed?", "ok")) is DialogueAct.THANKS


def test_replies_do_not_push_out_the_question_they_are_about() -> None:
    earlier = turns("When is the lantern closed?", *["ok", "explain simply", "more", "which section?", "yes"] * 2)
    assert recent_turns(earlier) == earlier and recent_turns([]) == []
    asked = turns(*(f"When is lantern {number} closed?" for number in range(1, 7)), "thanks")
    assert recent_turns(asked) == asked[2:]


def test_a_part_of_a_post_is_no_reply(index: LawIndex) -> None:
    post = "When must the keeper close the lantern? What is the late fee? Are you sure?"
    found = understood(post, index, last=answered("When is the lantern closed?"))
    assert found.act is None and all(part.act is None for part in found.each)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("And how long will they take to decide?", True),
        ("How long will it take?", True),
        ("kitne din lagenge?", True),
        ("फैसला आने में कितना समय लगेगा?", True),
        ("कितने दिन लगेंगे?", True),
        ("By when must he light it?", False),
        ("How long do I have after the decision to appeal?", False),
        ("How long does the keeper take to oil it?", False),
    ],
)
def test_after_steps_how_long_it_takes_is_asked_of_a_complaint(question: str, asked: bool) -> None:
    with_steps = answered("The keeper is late. What can I do?", steps=[Step(text="Complain of it.")], jurisdictions=IN_KARNATAKA)
    standing = made_to_stand(question, [with_steps])
    assert (standing.text == HOW_LONG_A_COMPLAINT_TAKES) is asked
    assert not asked or standing.states == ("KARNATAKA",)
    assert made_to_stand(question, [REFUND]).text != HOW_LONG_A_COMPLAINT_TAKES, "without steps there is no complaint"
    for step in ("An appeal needs a fee.", "Ask that the order be enforced."):
        other = answered("What now?", steps=[Step(text=step)])
        assert made_to_stand(question, [other]).text != HOW_LONG_A_COMPLAINT_TAKES
