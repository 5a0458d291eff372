"""A wrong fact misleads, a missing one does not: what is read of the asker, and what is not."""

from __future__ import annotations

import time
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.law.statements import Actor
from civicsetu.query.read_case_facts import read_case_facts
from civicsetu.yaml_data import load_words


def facts(text: str) -> dict[str, str]:
    found = read_case_facts(text)
    assert len({fact.id for fact in found}) == len(found), "at most one of each"
    return {fact.id: fact.value for fact in found}


def test_ids_and_values_are_those_of_the_closed_list() -> None:
    data = load_words(files("civicsetu.query").joinpath("case_fact_words.yaml").read_text("utf-8"))
    known = get_case_facts()
    assert known.find_unknown(data) == ""
    assert tuple(data["stage"]) == known.facts["stage"].values, "in the order in which they come to pass"
    assert set(data["party"]) <= set(Actor), "the ranking takes a party for an actor"


def test_a_phrase_is_no_party_where_the_whole_text_is_surely_anothers() -> None:
    told = "We paid the builder for our flat and he does not give us the keys; rent and loan go on and we want our money back."
    assert facts(f"{told} He says we builders are all late.").get("party") != "promoter"
    assert facts("flat 2017 me milna tha, ab 2024 me builder ka letter aaya").get("party") != "promoter"
    assert facts("I am a builder.").get("party") == "promoter"


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("I am a builder in Pune.", "promoter"),
        ("We are small builders.", "promoter"),
        ("As a promoter, when do I register?", "promoter"),
        ("main ek builder hoon", "promoter"),
        ("मैं एक बिल्डर हूँ", "promoter"),
        ("நான் ஒரு பில்டர்.", "promoter"),
        ("What must I do as a broker?", "agent"),
        ("I'm a registered real estate agent", "agent"),
        ("i only deal in resale flats in salem", "agent"),
        ("do i still need a broker licence for old houses", "agent"),
        ("I am a home buyer", "allottee"),
        ("We bought two plots last year", "allottee"),
        ("मेरा बिल्डर फोन नहीं उठाता", "allottee"),
        ("I am the secretary of our housing society", "association"),
        ("I gave my land to a developer", "landowner"),
        ("My grandfather and his cousin gave 3 acres to a builder for row houses", "landowner"),
        ("I gave my 2 acre land near the lake for joint development", "landowner"),
        ("Maine apni zameen builder ko joint development me di hai", "landowner"),
        ("मैंने ज़मीन बिल्डर को साझेदारी में दी थी", "landowner"),
        ("My RERA number is still pending, may I advertise?", "promoter"),
        ("I am making 6 flats on my own plot", "promoter"),
    ],
)
def test_who_asks_is_read_from_how_they_call_themselves(text: str, party: str) -> None:
    assert facts(text).get("party") == party


@pytest.mark.parametrize(
    "text",
    [
        "I am not a builder.",
        "I am not a broker",
        "I am not yet an allottee",
        "As the builder has delayed the project, what can be done?",
        "As per the builder it will be late.",
        "As a result the builder left.",
        "I am asking the builder for the papers.",
        "I am a victim of builder delay.",
        "I'm the builder's cousin.",
        "Is a landowner treated as a promoter?",
        "He acted as my agent.",
        "the main builder left",
        "is project mein builder ne delay kiya",
        "kya hum builder ke khilaf complain kar sakte hain",
        "हम बिल्डर के खिलाफ शिकायत कर सकते हैं",
        "நான் பில்டர் மீது புகார் செய்யலாமா?",
        "ನಾನು ಬಿಲ್ಡರ್ ವಿರುದ್ಧ ದೂರು ನೀಡಬಹುದೇ?",
        "What is a promoter?",
        "",
    ],
)
def test_who_only_speaks_of_somebody_is_not_taken_for_them(text: str) -> None:
    assert "party" not in facts(text)


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("We want our money back", "leave"),
        ("I want to cancel the booking", "leave"),
        ("paisa wapas chahiye", "leave"),
        ("How much is cut for cancelling my booking?", "leave"),
        ("Cancel my flat, what then?", "leave"),
        ("Can he cancel my flat if I pay late?", None),
        ("The builder threatens to cancel our allotment", None),
        ("We got a notice that they cancel the agreement", None),
        ("மேல் பணத்தை திரும்ப வேண்டும்", "leave"),
        ("I want to keep the flat", "stay"),
        ("I do not want to leave the project", "stay"),
        ("I don't want my money back", "stay"),
        ("I don’t want my money back, I want my flat", None),
        ("I dont want my money back", "stay"),
        ("I want to know if there is any law on this", None),
        ("I want a refund, or I want my flat", None),
    ],
)
def test_what_they_want_is_read_and_two_wishes_cancel_each_other(text: str, wants: str | None) -> None:
    found = facts(text).get("wants")
    assert found == wants if wants else found != "leave"


def test_two_different_values_give_none() -> None:
    assert facts("I want a refund. My wife says I want my flat.").get("wants") is None
    assert facts("I am a builder. I am a broker.").get("party") is None


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("I booked a flat in May", "booked"),
        ("I booked a flat and signed the agreement", "agreement_signed"),
        ("I signed the agreement. He offered possession, then I took possession.", "possession_taken"),
        ("I took possession in May; I had booked in 2012.", "possession_taken"),
        ("We are planning to buy", "looking"),
        ("I have not taken possession", None),
        ("We haven't got possession", None),
        ("I never signed the agreement", None),
    ],
)
def test_of_stages_the_latest_counts_and_none_that_is_denied(text: str, stage: str | None) -> None:
    assert facts(text).get("stage") == stage


@pytest.mark.parametrize(
    "text",
    [
        'The letter says "I am a builder and want my money back" only.',
        "He wrote “we took possession” to us both.",
    ],
)
def test_what_others_are_quoted_with_is_not_the_asker_s(text: str) -> None:
    assert facts(text) == {}


@given(
    st.lists(
        st.sampled_from(["I am a builder", "my flat", "not", '"', "want a refund", "booked", "\n", "है"]),
        max_size=12,
    )
)
def test_each_fact_keeps_the_words_it_was_read_from(words: list[str]) -> None:
    text = " ".join(words)
    for fact in read_case_facts(text):
        assert 0 <= fact.start < fact.end <= len(text)
        said = text[fact.start : fact.end]
        assert fact.value in {one.value for one in read_case_facts(said)} or fact.id == "wants"


def test_what_stands_behind_twelve_thousand_characters_is_not_read() -> None:
    assert facts("a " * 6_000 + "I am a builder") == {}


@pytest.mark.parametrize(
    "words",
    ["want all my ", "all my ", "i am a ", "my ", "i want the ", "not ", '"a', "agreement was ", "signed a registered ",
     "i want to ", "maine ", "a", " ", "मैंने ", "i "],
)  # fmt: skip
@pytest.mark.parametrize(
    "opening", ["", "signed ", *(pytest.param(one, marks=pytest.mark.long) for one in ("want ", "I am "))]
)
def test_no_text_takes_long(opening: str, words: str) -> None:
    started = time.process_time()
    read_case_facts((opening + words * 12_000)[:12_000])
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I lost my job and want to cancel my flat", "own_choice"),
        ("We changed our mind, what about the advance?", "own_choice"),
        ("I want my money back because possession was due in March", "builder_failed"),
        ("Ab tak kaam adhoora hai, paisa wapas chahiye", "builder_failed"),
        ("उशिराबद्दल काही मिळतं का?", "builder_failed"),
        ("He is two years late and I lost my job too", None),
        ("I want to cancel my booking", None),
    ],
)
def test_why_somebody_leaves_is_known_only_where_one_reason_is_told(text: str, reason: str | None) -> None:
    facts = {fact.id: fact.value for fact in read_case_facts(text)}
    assert facts.get("reason") == reason


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The authority directed the builder to hand over the keys", "in_favour"),
        ("K-RERA ordered the keys to be given in June", "in_favour"),
        ("GujRERA passed a refund order", "in_favour"),
        ("We won our case in May and he still does not pay", "in_favour"),
        ("I have an award and the company has not obeyed the order", "in_favour"),
        ("रेरा का आदेश मेरे पक्ष में है, बिल्डर कुछ नहीं करता", "in_favour"),
        ("The recovery certificate was sent to the collector in May", "in_favour"),
        ("RC jari ho gaya, tehsil me pada hai", "in_favour"),
        ("The recovery certificate is lying with the collector since March", "in_favour"),
        ("I have a RERA order in my hand and he pays nothing", "in_favour"),
        ("My complaint was rejected in July", "against"),
        ("RERA Karnataka fined me for a late update", "against"),
        ("माझी तक्रार फेटाळली", "against"),
        ("May RERA order a refund?", None),
        ("My complaint was not rejected", None),
        ("The authority has not ordered anything yet", None),
    ],
)
def test_whether_there_is_an_order_and_for_whom(text: str, order: str | None) -> None:
    assert facts(text).get("order") == order


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("Construction has been stalled for a year", True),
        ("The tower is two years behind", True),
        ("Builder ne ghar abhi tak nahi diya", True),
        ("फ्लैट में देरी हो रही है", True),
        ("ಮನೆ ಇನ್ನೂ ಕೊಟ್ಟಿಲ್ಲ", True),
        ("The lift is broken", False),
    ],
)
def test_whether_the_home_is_late(text: str, late: bool) -> None:
    assert (facts(text).get("possession") == "late") is late


def test_own_cancellation_is_read_in_mixed_hindi() -> None:
    found = facts("Maine khud apna flat cancel kiya, meri job chali gayi")
    assert (found.get("party"), found.get("reason")) == ("allottee", "own_choice")


@pytest.mark.parametrize(
    ("text", "project"),
    [
        ("The agent sells plots of an unregistered layout", "unregistered"),
        ("I learned that the project isn't registered at all", "unregistered"),
        ("The tower has no RERA number", "unregistered"),
        ("I looked, the layout is not on the RERA website", "unregistered"),
        ("We cannot find the tower on the RERA portal", "unregistered"),
        ("project RERA site pe hai hi nahi", "unregistered"),
        ("The project details are not on the RERA website", None),
        ("The broker is not on the RERA website", None),
        ("वह प्रोजेक्ट रेरा में पंजीकृत नहीं है", "unregistered"),
        ("He sells in a registered project", "registered"),
        ("My broker is not registered", None),
        ("He is an unregistered broker and sells flats", None),
        ("The agent for the plot has no RERA number", None),
        ("How do I register a project?", None),
    ],
)
def test_whether_the_project_is_registered_is_read_of_the_project_and_not_of_its_broker(
    text: str, project: str | None
) -> None:
    assert facts(text).get("project") == project


@pytest.mark.parametrize(
    "text",
    [
        "The builder charges me 30 % on a late instalment",
        "builder demands penal interest on delayed payment",
        "What may he charge me for delay in paying?",
        "I was late in paying by two months, how much interest can the promoter take?",
        "Promoter levies 3% a month on overdue instalments",
        "late payment pe builder 30% byaj maang raha hai",
        "बिल्डर देर से भुगतान पर ब्याज मांग रहा है",
    ],
)
def test_interest_that_is_charged_is_no_failure_of_the_builder(text: str) -> None:
    found = facts(text)
    assert found.get("interest") == "charged" and "reason" not in found


def test_interest_that_a_builder_owes_is_not_charged() -> None:
    assert "interest" not in facts("My builder is late. Must he pay interest, and how much interest do I get?")
    assert "interest" not in facts("The builder asks for 20% before the agreement; he wants 30% on booking")


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("He ignores the RERA order", "authority"),
        ("an order of the appellate tribunal", "tribunal"),
        ("builder ne rera ka order nahi mana", "authority"),
        ("Is there an order?", None),
    ],
)
def test_who_gave_an_order_is_read(text: str, by: str | None) -> None:
    assert facts(text).get("order_by") == by


@pytest.mark.parametrize(
    "text", ["and if he doesn't pay it after the order?", "He refuses to mend the roof despite that order"]
)
def test_what_is_not_done_after_an_order_tells_of_one_in_favour(text: str) -> None:
    assert facts(text).get("order") == "in_favour"


@pytest.mark.parametrize(
    "text",
    [
        "My builder has not given possession for two years, what can I do?",
        "He never handed over the keys.",
        "We have been waiting three years for possession",
        "The builder missed the possession date.",
        "builder ne possession date do baar badha di",
        "They keep postponing the handover.",
        "बिल्डर दो साल से कब्ज़ा नहीं दे रहा",
        "பில்டர் வீட்டை ஒப்படைக்கவில்லை",
        "ಬಿಲ್ಡರ್ ಫ್ಲ್ಯಾಟ್ ಸ್ವಾಧೀನ ನೀಡುತ್ತಿಲ್ಲ",
    ],
)
def test_a_home_not_handed_over_is_late(text: str) -> None:
    assert facts(text).get("possession") == "late"


@pytest.mark.parametrize(
    "text",
    ["We got the keys last year.", "The ceiling leaks.", "मेरे फ्लैट की छत टपक रही है", "The lift has a structural defect"],
)
def test_whoever_tells_of_defects_lives_in_it(text: str) -> None:
    assert facts(text).get("possession") == "given"


def test_a_home_late_and_leaking_is_neither() -> None:
    assert "possession" not in facts("Possession is two years late and now the walls have cracks.")


@pytest.mark.parametrize(
    "text",
    [
        "My builder's title is defective.",
        "The promoter has a defective title.",
        "There is a defect in the title of the land.",
        "The land title has a defect and we have not signed.",
    ],
)
def test_a_defect_of_title_tells_of_no_home_handed_over(text: str) -> None:
    assert "possession" not in facts(text)


@pytest.mark.parametrize(
    "text",
    ["Should I keep the flat or take the refund?", "Can he refund, or keep my flat?", "The builder can keep my flat, he says."],
)
def test_who_asks_whether_to_keep_it_has_not_decided(text: str) -> None:
    assert facts(text).get("wants") != "stay"


def test_who_keeps_the_flat_wants_to_stay() -> None:
    assert facts("Can I keep the flat and still be paid for the delay?").get("wants") == "stay"


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        ("Our dealer turned out to be unregistered.", "broker", "unregistered"),
        ("The man is a broker who has never had a licence, an agent without registration", "broker", "unregistered"),
        ("dalal ka registration nahi hai", "broker", "unregistered"),
        ("हमारे एजेंट का पंजीकरण नहीं है", "broker", "unregistered"),
        ("एजंटची नोंदणी नाही", "broker", "unregistered"),
        ("தரகர் பதிவு செய்யவில்லை", "broker", "unregistered"),
        ("ಏಜೆಂಟ್ ನೋಂದಣಿ ಮಾಡಿಲ್ಲ", "broker", "unregistered"),
        ("the broker did not register the sale deed", "broker", None),
        ("the broker sold me a flat in a project that is not registered", "broker", None),
        ("Is my broker registered?", "broker", None),
        ("the developer never registers his schemes", "project", "unregistered"),
        ("promoter did not take RERA registration", "project", "unregistered"),
        ("they sell flats without registration", "project", "unregistered"),
        ("विकासकाने प्रकल्पाची नोंदणी केलेली नाही", "project", "unregistered"),
        ("கட்டுநர் திட்டத்தை பதிவு செய்யவில்லை", "project", "unregistered"),
        ("ಬಿಲ್ಡರ್ ಯೋಜನೆ ನೋಂದಣಿ ಮಾಡಿಲ್ಲ", "project", "unregistered"),
        ("the builder does not register the sale deed", "project", None),
        ("the builder has not registered the society", "project", None),
        ("We moved in without an occupancy certificate", "oc", "none"),
        ("OC abhi tak nahi mila", "oc", "none"),
        ("बिल्डर ने ओसी नहीं लिया", "oc", "none"),
        ("ಬಿಲ್ಡರ್ OC ಪಡೆದಿಲ್ಲ", "oc", "none"),
        ("The OC was issued in May", "oc", "full"),
        ("He has not given the no objection certificate", "oc", None),
        ("The promoter refuses to execute the conveyance deed", "deed", "not_given"),
        ("बिल्डर रजिस्ट्री नहीं कर रहा", "deed", "not_given"),
        ("I did not sign the sale deed", "deed", None),
        ("He has not given the conveyance to the society", "deed", None),
        ("We cancelled our allotment last week", "who_cancels", "buyer"),
        ("maine booking cancel kar di", "who_cancels", "buyer"),
        ("I wrote them a mail in four days to cancel", "who_cancels", "buyer"),
        ("We asked the builder to cancel the extra charge", "who_cancels", None),
        ("We asked for cancellation of the parking charge", "who_cancels", None),
        ("The builder is pushing us to take possession before the lift works", "possession", None),
        ("We shifted after possession in May", "possession", "given"),
        ("The developer cancelled our allotment", "who_cancels", "promoter"),
        ("बिल्डर ने मेरी बुकिंग रद्द कर दी", "who_cancels", "promoter"),
        ("If the builder cancels, can I cancel too?", "who_cancels", None),
        ("I cancelled it on my own", "reason", "own_choice"),
        ("I changed my mind, not because of any delay", "reason", "own_choice"),
        ("I changed my mind, not because of a late flat", "possession", None),
        ("ghar late hai, main rehna chahta hu, paisa wapas nahi chahiye", "wants", "stay"),
        ("paisa wapas chahiye", "wants", "leave"),
        ("In May the authority told the builder to return all of it", "order", "in_favour"),
        ("The authority never told the builder to pay", "order", None),
        ("I won a refund order", "order", "in_favour"),
        ("mujhe flat chahiye, paisa wapas nahi. byaj milega kya?", "wants", None),
        ("paisa wapas nahi de raha", "wants", "leave"),
        ("I want to back out, the project is not late", "possession", None),
        ("the flat is not ready, it is late", "possession", "late"),
        ("Is it too late to appeal?", "reason", None),
        ("बिल्डर लेट है", "possession", "late"),
        ("The unit was cancelled and they keep my money", "who_cancels", "promoter"),
        ("He says the RERA number is in process", "project", "unregistered"),
        ("pre-launch booking", "project", "unregistered"),
        ("The broker says his RERA number is in process", "project", None),
        ("I and my cousin are small builders in the hills", "party", "promoter"),
        ("My dad is a property dealer", "party", "agent"),
        ("I own 1.5 acres and gave it to a developer", "party", "landowner"),
        ("RERA passed a refund order of 9 lakhs on my small firm", "order", "against"),
        ("RERA passed a refund order of 9 lakhs and he pays nothing", "order", "in_favour"),
    ],
)
def test_what_a_case_turns_on_is_read_of_whom_it_is_told(text: str, fact: str, value: str | None) -> None:
    assert facts(text).get(fact) == value


@pytest.mark.parametrize(
    ("text", "broker"),
    [
        ("The agent who sold me the plot has no RERA number", "unregistered"),
        ("The agent who sold me a plot in the hills is not registered anywhere", "unregistered"),
        ("The dealer who showed us the house isn't registered", "unregistered"),
        ("the broker who sold me the flat was registered", None),
        ("agent who sold me a flat in a project that is not registered", None),
        ("agent ne paise liye par uska koi RERA number nahi hai", "unregistered"),
        ("The agent sells in a project that has no RERA number", None),
    ],
)
def test_a_broker_without_a_number_is_not_registered(text: str, broker: str | None) -> None:
    assert facts(text).get("broker") == broker


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The authority gave us a refund order in March and he is not paying", "in_favour"),
        ("refund order of 2023, builder still unpaid", "in_favour"),
        ("The tribunal passed an order against me", "against"),
        ("Can the authority give a refund?", None),
    ],
)
def test_an_order_in_hand_is_read(text: str, order: str | None) -> None:
    assert facts(text).get("order") == order


@pytest.mark.parametrize("text", ["possession lene ke baad bhi byaaj milega", "कब्जा लेने के बाद ब्याज मिलेगा?", "ताबा घेतल्यानंतर व्याज मिळेल का?"])
def test_who_asks_of_the_time_after_the_handover_stays(text: str) -> None:
    assert facts(text) == {"wants": "stay", "possession": "given", "stage": "possession_taken"}


def test_a_broker_without_registration_is_no_failure_of_a_builder() -> None:
    assert facts("The broker who showed us the shed is not registered. Can I complain?") == {"broker": "unregistered"}
    told = facts("The broker is not registered, and the builder is late with the shed.")
    assert (told.get("broker"), told.get("reason")) == ("unregistered", "builder_failed")
