"""A reply that asks nothing new is known for what it does, in each language; what asks something is a question."""

from __future__ import annotations

import time

import pytest

from civicsetu.query.dialogue_acts import DialogueAct, read_dialogue_act

SAID = {
    DialogueAct.YES: ["yes", "Yes please.", "haan ji", "हाँ", "जी हां", "हो", "சரி", "ಹೌದು"],
    DialogueAct.THANKS: [
        "ok", "OK, thanks!", "okay, got it. thank you so much", "no thank you", "samajh gaya bhai", "theek hai dhanyavaad", "good to know, thank you", "धन्यवाद", "आभारी आहे",
        "மிக்க நன்றி", "ಧನ್ಯವಾದಗಳು", "👍",
    ],
    DialogueAct.PLAIN: [
        "explain simply", "Can you explain it in simple English?", "in easy words please", "explain it like I'm five",
        "I don't understand", "aasan bhasha mein samjhao", "samajh nahi aaya", "सरल शब्दों में समझाइए", "could you make that easier to understand?",
        "break it down for me in easy language",
        "मुझे समझ नहीं आया", "सोप्या शब्दांत सांगा", "எளிய தமிழில் சொல்லுங்கள்", "ಸರಳ ಭಾಷೆಯಲ್ಲಿ ಹೇಳಿ",
    ],
    DialogueAct.COMPLAINT: [
        "draft a complaint", "mujhe shikayat patra likh do", "Please write a complaint letter to the authority", "shikayat likh do",
        "मेरे लिए शिकायत लिख दीजिए", "तक्रार तयार करून द्या", "புகார் எழுதுங்கள்", "ದೂರು ಬರೆದು ಕೊಡಿ",
    ],
    DialogueAct.APPEAL: ["write the appeal for me", "appeal bana do", "अपील लिख दो", "ಮೇಲ್ಮನವಿ ಬರೆದು ಕೊಡಿ"],
    DialogueAct.LETTER: [
        "write the letter", "draft a legal notice to the builder for the delay", "ok write it for me", "sample notice please",
        "builder ko notice bhej do", "बिल्डर को नोटिस बना दो", "नोटीस लिहून द्या", "கடிதம் எழுதுங்கள்", "ನನಗೆ ಪತ್ರ ಬರೆದು ಕೊಡಿ",
    ],
    DialogueAct.CALCULATE: [
        "how much is that on 40 lakh", "how many rupees is that on 40 lakh for 24 months?", "and how much would it be on Rs 35,00,000 for 2 years?", "for 2 years?", "and on 55 lakh?",
        "calculate my interest for 18 months", "50 lakh pe kitna byaj banega", "hisaab laga do", "so on a 20 crore project that comes to how much?", "40 लाख पर कितना ब्याज होगा",
        "४० लाखांवर किती व्याज होईल?", "40 லட்சத்துக்கு எவ்வளவு வட்டி?", "40 ಲಕ್ಷಕ್ಕೆ ಎಷ್ಟು ಬಡ್ಡಿ ಆಗುತ್ತದೆ?",
    ],
    DialogueAct.MORE: [
        "more", "tell me more about it", "what else?", "is there anything more to it?", "any other points?", "Anything else I should know?", "aur batao", "और बताइए",
        "आणखी काय?", "மேலும் சொல்லுங்கள்", "ಇನ್ನೇನು?",
    ],
    DialogueAct.SOURCE: [
        "are you sure?", "really?", "Source?", "which section", "under which law is that?", "where is it written", "sure?",
        "pakka?", "kaun si dhara me hai", "किस धारा में लिखा है?", "क्या यह सही है?", "कोणत्या कलमात आहे?", "எந்த பிரிவு?",
        "ಯಾವ ಸೆಕ್ಷನ್?",
    ],
    DialogueAct.TRANSLATE: [
        "explain in Hindi", "hindi me batao", "हिंदी में बताइए", "मराठीत सांगा", "தமிழில் சொல்லுங்கள்", "ಕನ್ನಡದಲ್ಲಿ ಹೇಳಿ",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("act", "reply"), [(act, reply) for act, replies in SAID.items() for reply in replies]
)
def test_an_act_is_known_in_each_language(act: DialogueAct, reply: str) -> None:
    assert read_dialogue_act(reply) is act


@pytest.mark.parametrize(
    "question",
    [
        "write to the builder: must he reply within 30 days?", "Should I send a legal notice first?", "how do I draft a complaint?",
        "is a written complaint necessary?", "draft a complaint and tell me the fee", "give notice to whom?",
        "what must the notice contain?", "notice likhna zaroori hai?", "शिकायत कैसे लिखें", "तक्रार कशी लिहावी",
        "கடிதம் எழுத வேண்டுமா?", "ದೂರು ಹೇಗೆ ಬರೆಯುವುದು?",
    ],
)  # fmt: skip
def test_a_question_about_a_letter_is_no_wish_for_one(question: str) -> None:
    assert read_dialogue_act(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "and in UP?", "what about the agent?", "what if I cancel instead?", "yes, but what about parking?", "ok and the fee?",
        "thanks, but who pays the tax?", "no agreement was signed, can I cancel?", "explain section 18", "what is carpet area",
        "what does this mean for my refund", "explain the refund rule simply", "what else must the builder disclose?",
        "tell me more about the fee", "more than 10 % before the agreement?", "which section is about brokers?",
        "where is the RERA office?", "where is it?", "are you sure the builder must pay?", "is that correct for a plot too?",
        "how much is the fee?", "how many rupees is the complaint fee?", "how many flats need registration?", "how much can he take for a flat of 65 lakh?", "how much is the fee for a project of 500 sq m?",
        "what if the flat costs 40 lakh?", "for 2 years he did nothing, can I leave?", "how is interest calculated?",
        "builder 2 saal late hai, kitna byaj milega?", "और ब्याज कितना मिलेगा मुझे बिल्डर से?", "हाँ लेकिन ब्याज कौन देगा?",
        "आणखी किती दिवस लागतील?", "வேறு மாநிலத்தில் என்ன?", "ಬೇರೆ ರಾಜ್ಯದಲ್ಲಿ ಏನು?", "karnataka", "", "?!", "what else can I do?", "is this fine?", "the fine",
        "how much is the total price?", "is 40 lakh too much?", "simple majority of buyers", "is more time allowed?", "additional fee?",
    ],
)  # fmt: skip
def test_what_asks_something_of_the_law_is_no_act(question: str) -> None:
    assert read_dialogue_act(question) is None


def test_of_several_acts_the_weightier_counts_and_one_question_among_them_makes_a_question() -> None:
    assert read_dialogue_act("Thanks. And which section?") is DialogueAct.SOURCE
    assert read_dialogue_act("yes. explain simply, and write the letter") is DialogueAct.LETTER
    assert read_dialogue_act("Thanks. And who pays the tax?") is None


@pytest.mark.parametrize(
    "reply",
    [
        "ok " * 17 + "x", "can you please " * 6, "how much is " * 5 + "x", "1 " * 17 + "kitna", "aur " * 17 + "x", "ha" * 79,
        "?" * 150, "a " * 15 + "likh do x", "40 lakh " * 8 + "x", "word " * 5000,
    ],
)  # fmt: skip
def test_no_reply_takes_long_to_read(reply: str) -> None:
    read_dialogue_act("warm")
    started = time.process_time()
    read_dialogue_act(reply)
    assert time.process_time() - started < 0.1
