"""Where a figure decides what is asked, the answer begins with the word; put any other way, with none."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.answering.composing.polar.by_claim import NOT_RIGHT
from civicsetu.answering.reckoning.own_figures import reckon_own_figures
from civicsetu.answering.reckoning.word_reckoned import say_of_outcome
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.law.documents import CENTRAL
from civicsetu.query.asking import Asking
from tests.answering.reckoning.test_own_figures import entries

TODAY = date(2026, 1, 15)
EXEMPT = "No registration is needed if the land is up to 500 square metres or the apartments up to 8, all phases together."


def word(parameter: str, text: str, lead: str = "") -> str:
    told = reckon_own_figures(lead, entries(parameter) if parameter else {}, text, TODAY)
    return say_of_outcome(told.outcome, text, Asking(text).frame) if told else ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Builder wants 25% before registering the agreement, is it allowed?", "No."),
        ("Builder wants 25% before registering the agreement, is it illegal?", "Yes."),
        ("He asks 15 lakh before the agreement, price 60 lakh. Must I pay?", "No."),
        ("Builder wants 25% before registering the agreement, can I refuse?", ""),
        ("Builder took 25% before registering the agreement, can I get it back?", ""),
        ("Builder took 25% before registering the agreement, how much is his fine?", ""),
        ("Builder took 25% before registering the agreement, will he be punished?", ""),
        ("He wants 25% before registering the agreement. Does the 10% rule apply?", ""),
        ("Can a builder take 8% as booking amount?", ""),
        ("बिल्डर गलत तरीके से एग्रीमेंट से पहले 25 प्रतिशत मांग रहा है, क्या यह कानूनी है?", "No."),
        ("Builder refuses a receipt and wants 25% before the agreement, allowed?", "No."),
        ("Can the builder take 25% before agreement and refuse a receipt?", ""),
        ("Builder asks 25% of the flat cost as per the payment plan. Must I pay?", ""),
        ("Flat price is 60 lakh, he asks 15 lakh under the agreement. Should I pay?", ""),
        ("I registered my agreement when I booked. Flat price 60 lakh, he asks 15 lakh. Should I pay?", ""),
        ("60 लाख का फ्लैट, करार हो चुका है, टोकन 15 लाख मांगा, क्या यह सही है?", ""),
        ("ಇಲ್ಲಿ ಒಪ್ಪಂದ ನೋಂದಣಿ ಆಗಿದೆ, ಮುಂಗಡ 25% ಕೇಳುತ್ತಿದ್ದಾರೆ, ಇದು ಸರಿಯೇ?", ""),
        ("Builder took 9% as booking amount, project not registered with RERA. Is that against the law?", ""),
        ("He took 6% as booking amount and wants 6% more as booking amount. Can he?", ""),
        ("Flat of 78 lakh, I gave 1 lakh token, now he wants 25% in ten days. Legal?", ""),
        ("करार नोंदवायच्या आधी ३५ टक्के मागतो, हे बरोबर आहे का?", "No."),
        ("करार झाला आहे, आता ५० टक्के मागतोय, बरोबर आहे का?", ""),
        ("एग्रीमेंट से पहले 30 प्रतिशत मांग रहा है, क्या यह गैरकानूनी है?", "Yes."),
        ("ஒப்பந்தம் பதிவு செய்யும் முன் 25 சதவீதம் கேட்கிறார், இது சரியா?", "No."),
        ("ಕರಾರು ನೋಂದಣಿಗೆ ಮುಂಚೆ 20% ಕೇಳುತ್ತಿದ್ದಾರೆ, ಇದು ಸರಿಯೇ?", "No."),
        ("ಕಟ್ಟಡ ಮುಗಿಯೋ ಮುಂಚೆ 90% ಹಣ ಕೇಳ್ತಿದ್ದಾರೆ, ಕರಾರು ಆಗಿದೆ, ಸರಿನಾ?", ""),
        ("बिल्डर ने 18 प्रतिशत ब्याज मांगा है, क्या यह सही है?", ""),
        ("बुकिंग कैंसिल की तो 20 प्रतिशत काट लिया, एग्रीमेंट से पहले, सही है क्या?", ""),
    ],
)
def test_an_advance(text: str, said: str) -> None:
    assert word("advance_ceiling", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Cracks came 3 years after possession, must the builder repair?", "Yes."),
        ("Cracks came 3 years after possession, must the builder repair free of cost?", "Yes."),
        ("Cracks came 3 years after possession. Am I bound to pay for the repair?", ""),
        ("Cracks came 3 years after possession. I had changed the tiles myself, must he repair?", ""),
        ("Cracks came 3 years after possession, builder says warranty was one year. Is he right?", NOT_RIGHT),
        ("Cracks came 3 years after possession, is it too late?", "No."),
        ("Cracks came 7 years after possession, must the builder repair?", ""),
        ("Possession 3 years ago, am I responsible for the repair?", ""),
        ("Possession 3 years ago. Must I fix the leak?", ""),
        ("Possession 3 years ago, is the society responsible for repair?", ""),
        ("Possession 3 years ago. Can the builder claim that it is my fault?", ""),
        ("Possession 3 years ago, builder says warranty runs five years. Is he right?", ""),
        ("Cracks came 4 years after possession, that was 6 years ago. Is it too late?", ""),
        ("3 साल बाद कब्जा मिला, क्या बिल्डर ठीक करेगा?", ""),
        ("कब्जे का वादा 3 साल पहले था, क्या बिल्डर ठीक करेगा?", ""),
        ("कब्जे को पांच साल और छह महीने हुए, क्या बिल्डर ठीक करेगा?", ""),
        ("कब्जे के 4 साल बाद दीवार में दरार आई, क्या बिल्डर को ठीक करना पड़ेगा?", "Yes."),
        ("कब्जा 2021 में मिला, क्या बिल्डर को ठीक करना पड़ेगा?", ""),
        ("कब्जा 2023 में मिला, क्या बिल्डर को ठीक करना पड़ेगा?", "Yes."),
    ],
)
def test_defects(text: str, said: str) -> None:
    """Of a year alone nobody knows on which day of it the five years end."""
    assert word("defect_liability_period", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I got the copy of the order 20 days ago, can I still appeal?", "Yes."),
        ("I got the copy of the order 20 days ago, am I too late?", "No."),
        ("I got the copy of the order 90 days ago, can I still appeal?", ""),
        ("I got the copy of the order 2 months and 10 days ago, can I still appeal?", ""),
        ("I got the copy of the order 20 days ago. Is it too late after 70 days?", ""),
        ("I got the copy of the order 20 days ago, can I appeal to the Supreme Court?", ""),
        ("आदेश की कॉपी 20 दिन पहले बिल्डर को मिली, क्या मैं अपील कर सकता हूं?", ""),
        ("ಆದೇಶದ ಪ್ರತಿ ಸಿಕ್ಕಿಲ್ಲ 20 ದಿನ ಆಯ್ತು, ಮೇಲ್ಮನವಿ ಸಲ್ಲಿಸಬಹುದೇ?", ""),
        ("आदेश की कॉपी मिले 20 दिन हुए हैं, क्या मैं अपील कर सकता हूं?", "Yes."),
    ],
)
def test_an_appeal(text: str, said: str) -> None:
    assert word("appeal_period_tribunal", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("My land is 350 square metres with 6 flats, should I register?", "No."),
        ("640 sq m of land, 12 flats, do I need RERA registration?", ""),
        ("350 square metres and 6 flats, is it exempt from RERA?", "Yes."),
        ("350 square metres and 6 flats, builder says no RERA needed. Is he right?", ""),
        ("350 square metres and 12 flats, should I register?", ""),
        ("900 square metres and 12 flats. Is it illegal to sell without registration?", ""),
        ("मैं एक फ्लैट ले रहा हूं, क्या बिल्डर को रेरा रजिस्ट्रेशन कराना जरूरी है?", ""),
        ("900 square metres and 12 flats all complete with OC before 2017. Must it be registered?", ""),
        ("350 square metres and 6 flats. Should I register a complaint with RERA?", ""),
        ("350 square metres and 6 flats, must I put a RERA number in ads?", ""),
        ("640 sq m of land, 12 flats, what is the fee for registration?", ""),
    ],
)
def test_registration(text: str, said: str) -> None:
    assert word("", text, EXEMPT) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("40 of 70 buyers signed, can he change the plan?", "No."),
        ("50% of the owners have agreed. Is that enough?", "No."),
        ("60 of 70 buyers signed, can he change the plan?", ""),
        ("20 of 70 buyers agreed. Can he be fined?", ""),
        ("20 of 70 buyers agreed. Can the builder make minor changes?", ""),
        ("20 of 70 buyers agreed. Is this against RERA?", ""),
    ],
)
def test_consent(text: str, said: str) -> None:
    entry = next(one for one in get_parameters().by_id["plan_change_consent"].values[CENTRAL].entries if one.share and one.share.fraction)
    told = reckon_own_figures("", {"plan_change_consent": entry}, text, TODAY)
    assert told is not None
    assert say_of_outcome(told.outcome, text, Asking(text).frame) == said
