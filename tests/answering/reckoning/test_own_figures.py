"""The law's figure is applied to figures that are sure, and to no others."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.reckoning.own_figures import reckon_own_figures
from civicsetu.corpus.parameters.catalogue import get_parameters
from civicsetu.law.documents import CENTRAL
from civicsetu.law.parameters import ParameterEntry

TODAY = date(2026, 1, 15)


def entries(*names: str) -> dict[str, ParameterEntry]:
    fixed = get_parameters().by_id
    return {name: fixed[name].values[CENTRAL].entries[0] for name in names}


def reckon(parameter: str, text: str) -> str:
    told = reckon_own_figures("", entries(parameter), text, TODAY)
    return told.text if told else ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("He took 14 lakh for a 70 lakh flat.", "For you: 14 lakh rupees, 20 % of 70 lakh rupees, is more than may be taken without a registered agreement: at most 10 %, 7 lakh rupees."),
        ("He wants 15% of my flat, price 60 lakh.", "For you: 9 lakh rupees, 15 % of 60 lakh rupees, is more than may be taken without a registered agreement: at most 10 %, 6 lakh rupees."),
        ("Price 60 lakh, he wants 15%. Can he take more than 10%?", "For you: 9 lakh rupees, 15 % of 60 lakh rupees, is more than may be taken without a registered agreement: at most 10 %, 6 lakh rupees."),
        ("My flat costs 55 lakh.", "For you: 10 % of 55 lakh rupees is 5 lakh 50 thousand rupees."),
        ("He says 10% is forfeited, price 60 lakh.", "For you: 10 % of 60 lakh rupees is 6 lakh rupees."),
        ("He took 3 lakh for a 60 lakh flat.", "For you: 3 lakh rupees, 5 % of 60 lakh rupees, is within what may be taken without a registered agreement: at most 10 %, 6 lakh rupees."),
        ("He took 3 lakh for a 60 lakh flat and now demands 9 lakh.", "For you: 10 % of 60 lakh rupees is 6 lakh rupees."),
        ("He took 14 lakh.", ""),
        ("He demands 12% GST on the flat price of 60 lakh.", "For you: 10 % of 60 lakh rupees is 6 lakh rupees."),
        ("Flat price 60 lakh, builder wants 18% interest on delay.", "For you: 10 % of 60 lakh rupees is 6 lakh rupees."),
        ("Flat price is 60 lakh and I paid 9 lakh stamp duty", "For you: 10 % of 60 lakh rupees is 6 lakh rupees."),
        ("Sale deed is registered. Flat cost 60 lakh; he wants 9 lakh for parking.", ""),
        ("The bank wants 20% of the flat cost as my own contribution.", ""),
        ("Can the builder take 30% of the flat area as common loading?", ""),
        ("Broker wants 12% of the flat price", ""),
        ("Cost 76 lakh. I paid 9 lakh and he keeps 7 lakh of my 9 lakh", "For you: 9 lakh rupees, 11.8 % of 76 lakh rupees, is more than may be taken without a registered agreement: at most 10 %, 7 lakh 60 thousand rupees."),
        ("Flat of 70 lakh, agreement was signed in 2019, now he asks 14 lakh more.", ""),
        ("He registered the agreement. Price 70 lakh, he took 14 lakh.", ""),
        ("Agreement not registered, price 70 lakh, he took 14 lakh.", "For you: 14 lakh rupees, 20 % of 70 lakh rupees, is more than may be taken without a registered agreement: at most 10 %, 7 lakh rupees."),
        ("He asks 25% before signing any agreement", "For you: 25 % is more than the 10 % that may be taken without a registered agreement."),
        ("He asks 25% of the flat cost now, agreement later", "For you: 25 % is more than the 10 % that may be taken without a registered agreement."),
        ("wants 5% as booking amount", "For you: 5 % is within the 10 % that may be taken without a registered agreement."),
        ("wants 10% as booking amount", ""),
        ("he wants 18% interest on the booking amount", ""),
        ("he took 30 percent and will deduct 20 percent", ""),
        ("Can he take 20% of the price on signing the agreement?", ""),
        ("he asks the remaining 90% of the cost at possession", ""),
    ],
)  # fmt: skip
def test_a_share_of_the_price_is_reckoned(text: str, told: str) -> None:
    assert reckon("advance_ceiling", text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("21 of 40 have booked", "For you: 21 of 40 is a majority (21 are enough), so the time has begun."),
        ("20 out of 40 owners have booked", "For you: 20 of 40 is no majority yet, so that the time has not begun; that takes 21."),
        ("90 flats and 60 sold so far", "For you: 60 of 90 is a majority (46 are enough), so the time has begun."),
        ("21 of 40 lamps are lit", ""),
        ("12 of 60 members want a society; we all booked in 2019", ""),
        ("half have booked", ""),
        ("more than half of the flats are booked", "For you: more than half is a majority, so the time has begun."),
        ("60% of the flats are sold", "For you: 60 % is a majority, so the time has begun."),
        ("50 percent are booked", "For you: 50 % is no majority yet, so that the time has not begun."),
        ("60% is built, 30% is plastered", ""),
        ("60% of the flats are not booked", ""),
        ("more than half are not sold", ""),
        ("60 of 90 flats are not sold", ""),
        ("100 flats of which 60 are not booked", ""),
        ("Not more than half are booked", ""),
        ("51% of the parking is sold", ""),
        ("40% of the price is with him, flat booked in 2019", ""),
    ],
)
def test_a_majority_is_counted(text: str, told: str) -> None:
    assert reckon("association_formation_period", text) == told


@pytest.mark.parametrize(
    ("parameter", "text", "told"),
    [
        ("defect_liability_period", "received the chabi in march 2022", "For you: 5 years from March 2022 end in March 2027."),
        ("defect_liability_period", "possession on 29 February 2024", "For you: 5 years from 29 February 2024 end on 28 February 2029."),
        ("defect_liability_period", "possession 3 yrs ago and the wall leaks", "For you: 3 years after handover you are still within the 5 years."),
        ("defect_liability_period", "handed over 6 years back", "For you: 6 years after handover the 5 years are over; a defect reported before that still counts."),
        ("defect_liability_period", "possession taken; warranty was 1 year", ""),
        ("defect_liability_period", "possession is given, and it is 6 years since booking", ""),
        ("defect_liability_period", "agreement says possession by March 2022", ""),
        ("defect_liability_period", "booked in March 2015. Keys came late.", ""),
        ("defect_liability_period", "chabi mili in may 2018", "For you: 5 years from May 2018 ended in May 2023; a defect reported before that still counts."),
        ("possession_taking_period", "OC came on 31 December 2025", "For you: 2 months from 31 December 2025 end on 28 February 2026."),
        ("possession_taking_period", "OC came in January", ""),
        ("defect_liability_period", "possession was promised in March 2022", ""),
        ("conveyance_period", "OC received in november 2024", "For you: 3 months from November 2024 ended in February 2025."),
        ("defect_liability_period", "possession 5 years 2 months back, the wall leaks", "For you: 5 years 2 months after handover the 5 years are over; a defect reported before that still counts."),
        ("defect_liability_period", "The defect period is 5 years and 2 months after possession there is leakage", "For you: 2 months after handover you are still within the 5 years."),
        ("defect_liability_period", "Builder is liable for 5 years, 2 months after possession the wall cracked.", "For you: 2 months after handover you are still within the 5 years."),
        ("defect_liability_period", "We took possession 3 years and 8 months ago.", "For you: 3 years 8 months after handover you are still within the 5 years."),
        ("defect_liability_period", "keys in August 2022; handover to the association was done in 2024", "For you: 5 years from August 2022 end in August 2027."),
        ("defect_liability_period", "handover to our society was in 2024", ""),
        ("appeal_period_tribunal", "order of 14 October 2025, copy received on 2 December 2025", "For you: 60 days from 2 December 2025 end on 31 January 2026."),
        ("appeal_period_tribunal", "order of 14 October 2025 and copy received on 2 December 2025", ""),
        ("appeal_period_tribunal", "order dated 14 October 2025", ""),
        ("appeal_period_high_court", "the tribunal's order came on 5 October 2025", "For you: 60 days from 5 October 2025 ended on 4 December 2025."),
        ("appeal_period_high_court", "tribunal's decision was communicated to me on 7 October 2025", "For you: 60 days from 7 October 2025 ended on 6 December 2025."),
        ("appeal_period_high_court", "tribunal's order dated 5 October 2026", ""),
        ("appeal_period_tribunal", "i got the copy 50 days back and was in hospital", "For you: 50 days after the copy you are still within the 60 days."),
        ("appeal_period_tribunal", "copy received 75 days ago", "For you: 75 days after the copy the 60 days are over."),
        ("appeal_period_tribunal", "copy received 60 days ago", ""),
        ("appeal_period_tribunal", "the order bears a date 75 days ago, dated by the bench, but the copy was given to me on Monday", ""),
        ("appeal_period_tribunal", "bench passed it 90 days ago and I received its copy after that", ""),
        ("appeal_period_tribunal", "order dated 14 October 2025 but copy received only last week", ""),
        ("appeal_period_tribunal", "order dated 14 October 2025, copy received on 2 December 2025", "For you: 60 days from 2 December 2025 end on 31 January 2026."),
        ("appeal_period_high_court", "tribunal's order was made 70 days ago and reached me only yesterday", ""),
        ("appeal_period_tribunal", "can I appeal within 90 days after receiving the copy?", ""),
        ("appeal_period_tribunal", "got the refund 20 days back", ""),
        ("conveyance_period", "OC not received even 5 months back", ""),
        ("conveyance_period", "no OC even in november 2024", ""),
        ("conveyance_period", "completion of slab 5 months ago", ""),
        ("appeal_period_tribunal", "got my refund on 2 December 2025", ""),
        ("appeal_period_tribunal", "got order 75 days ago, but copy yet to come", ""),
        ("defect_liability_period", "possession was refused in March 2019", ""),
        ("defect_liability_period", "possession in March 2030", ""),
        ("defect_liability_period", "possession 5 years ago, crack last week", ""),
        ("defect_liability_period", "My neighbour got possession 6 years ago", ""),
        ("appeal_period_tribunal", "copy received 2 months ago", ""),
        ("conveyance_period", "OC came 5 months back", "For you: 5 months after the certificate the 3 months are over."),
        ("conveyance_period", "OC came 3 months back", ""),
        ("defect_liability_period", "leaks 3 and half years after handover", "For you: 3 years 6 months after handover you are still within the 5 years."),
        ("defect_liability_period", "possession 5.5 years back", "For you: 5 years 6 months after handover the 5 years are over; a defect reported before that still counts."),
    ],
)  # fmt: skip
def test_a_period_ends_on_a_day(parameter: str, text: str, told: str) -> None:
    assert reckon(parameter, text) == told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("70 of 210 owners signed the consent", "For you: two-thirds of 210 are 140; 70 are fewer."),
        ("he shows consents of 94 out of 140", "For you: two-thirds of 140 are 94; 94 reach that if no two of them are of one family."),
        ("70 of 210 owners have a car", ""),
        ("70 signed", ""),
        ("only 40 percent of the owners signed", "For you: 40 % is less than two-thirds."),
        ("70% of the buyers have consented", "For you: 70 % is two-thirds or more, if no two who agree are of one family."),
        ("40 percent signed, then 70 percent signed", ""),
        ("40 percent is built", ""),
        ("40 percent is built and owners signed", ""),
        ("60 percent have not signed", ""),
        ("150 of 210 refused to sign", ""),
        ("75% of the bank loan is approved", ""),
        ("70 of 210 agreed, then 90 of 210 agreed", ""),
    ],
)
def test_consents_are_counted_against_two_thirds(text: str, expected: str) -> None:
    entry = next(one for one in get_parameters().by_id["plan_change_consent"].values[CENTRAL].entries if one.share and one.share.fraction)
    reckoned = reckon_own_figures("", {"plan_change_consent": entry}, text, TODAY)
    assert (reckoned.text if reckoned else "") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("interest on 50 lakh for 2 years", "For you: each 1 % of the yearly rate on 50 lakh rupees comes to 1 lakh rupees in 2 years, without interest on interest."),
        ("interest on 50 lakh, 18 months late", "For you: each 1 % of the yearly rate on 50 lakh rupees comes to 75,000 rupees in 18 months, without interest on interest."),
        ("50 lakh for 2 years", ""),
        ("interest on 50 lakh, booked 2 years ago", ""),
        ("interest on 20 lakh and 10 lakh for 2 years", ""),
    ],
)
def test_interest_is_worked_out_for_each_per_cent(text: str, expected: str) -> None:
    entry = next(entry for held in get_parameters().by_id["interest_rate"].values.values() for entry in held.entries)
    of_state = reckon_own_figures("", {"interest_rate": entry}, text, TODAY)
    without_state = reckon_own_figures("", {}, text, TODAY, {"interest_rate"})
    assert [one.text if one else "" for one in (of_state, without_state)] == [expected, expected]
    assert reckon_own_figures("", {}, text, TODAY) is None, "the law said is of something else"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("480 sq m of land and 9 flats", "For you: on 480 square metres of land no registration is needed by the Act's words"),
        ("I booked in a project of 6 flats", "For you: with 6 apartments no registration is needed by the Act's words"),
        ("a project of 6 flats", "For you: with 6 apartments no registration is needed by the Act's words"),
        ("900 square metres of land and 20 flats", "For you: land of 900 square metres and 20 apartments are both above the limits"),
        ("20 flats", ""),
        ("I bought a plot of 150 square metres", ""),
        ("8 flats on each floor", ""),
        ("6 flats are unsold", ""),
        ("a project in town", ""),
    ],
)
def test_a_small_project_is_compared_with_both_limits(text: str, begins: str) -> None:
    exempts = "No lamp is needed if the land is up to 500 square metres or the apartments up to 8."
    told = reckon_own_figures(exempts, {}, text, TODAY)
    assert (told is not None and told.text.startswith(begins)) if begins else told is None
    assert reckon_own_figures("Land is land.", {}, text, TODAY) is None, "the law said is of something else"


@given(st.text(max_size=120))
def test_any_text_is_reckoned_or_left(text: str) -> None:
    told = reckon_own_figures("", entries("advance_ceiling", "association_formation_period", "defect_liability_period"), text, TODAY)
    assert told is None or told.text.startswith("For you: ")


def test_what_concludes_the_case_stands_before_the_law_and_a_day_behind_it() -> None:
    share = reckon_own_figures("", entries("advance_ceiling"), "He took 14 lakh for a 70 lakh flat.", TODAY)
    day = reckon_own_figures("", entries("defect_liability_period"), "received the chabi in march 2022", TODAY)
    price = reckon_own_figures("", entries("advance_ceiling"), "My flat costs 55 lakh.", TODAY)
    among = reckon_own_figures("", entries("advance_ceiling"), "My flat costs 55 lakh; rent is 20000 rupees.", TODAY)
    assert price is not None and price.concludes and among is not None and not among.concludes
    assert share is not None and share.concludes and day is not None and not day.concludes


def test_a_period_concludes_the_case_where_the_first_sentence_states_its_length() -> None:
    of_defects, asked = entries("defect_liability_period"), "Possession 6 years back, the wall cracked. Is he right to refuse?"
    stated = reckon_own_figures("The builder mends a defect reported within 5 years.", of_defects, asked, TODAY)
    beside = reckon_own_figures("The builder pays for a defect in title.", of_defects, asked, TODAY)
    assert stated is not None and stated.concludes and beside is not None and not beside.concludes
    assert stated.text == beside.text


def test_of_several_sums_taken_the_one_asked_of_counts() -> None:
    told = "Total cost 76 lakh. Paid 5 lakh token, then took 4 lakh more. Could they take 9 lakh without agreement?"
    whole = reckon_own_figures("", entries("advance_ceiling"), told, TODAY)
    asked = reckon_own_figures("", entries("advance_ceiling"), told, TODAY, asked="Could they take 9 lakh without agreement?")
    assert whole is not None and whole.text == "For you: 10 % of 76 lakh rupees is 7 lakh 60 thousand rupees."
    assert asked is not None and asked.text.startswith("For you: 9 lakh rupees, 11.8 % of 76 lakh rupees, is more than")
