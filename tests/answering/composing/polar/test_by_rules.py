"""A yes or no where a statement decides it, and silence wherever a rule fits only half."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.answering.composing.polar.by_rules import decide_yes_or_no
from civicsetu.corpus.statements.yes_no_rules import get_yes_no_rules
from civicsetu.law.yes_no_rules import YesNoRule
from civicsetu.query.yes_or_no import read_polar_question
from tests.answering.composing.mill_rules import RULES


def said(question: str, rules: tuple[YesNoRule, ...] = RULES) -> str:
    read = read_polar_question(question)
    decided = decide_yes_or_no(read, rules) if read is not None else None
    return decided.says if decided is not None else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Must the builder grind the corn after 20 days?", "Yes."),
        ("Must the builder grind the corn after two weeks?", "Yes."),
        ("Must the builder grind the corn after 30 days?", "Yes."),
        ("Must the builder grind the corn after 2 months?", ""),
        ("Must the builder grind the corn after more than 30 days?", ""),
        ("Must the builder grind the corn after 20 days or 40 days?", ""),
        ("Must the builder grind the corn?", ""),
        ("Can the builder grind the corn after 20 days?", ""),
        ("Must the builder not grind the corn after 20 days?", ""),
        ("Must the builder grind the corn or the rice after 20 days?", ""),
        ("Can the builder leave corn unground?", "Only up to 3 years."),
        ("Can the builder leave corn unground without telling me?", "Only up to 3 years."),
        ("Can the builder leave corn unground without a mill?", ""),
        ("Is it illegal to leave corn unground?", ""),
        ("Can the builder keep the whole sum?", "No."),
        ("Is it illegal for the builder to keep the whole sum?", "Yes."),
        ("Can the builder of a boat keep the whole sum?", ""),
        ("We bought a boat. Can the builder keep the whole sum?", ""),
    ],
)
def test_a_rule_fits_whole_or_not_at_all(question: str, answer: str) -> None:
    assert said(question) == answer


def test_rules_that_disagree_decide_nothing() -> None:
    other = YesNoRule("other", ("mill.2.fee",), RULES[2].asks, RULES[2].words, (), "Yes.")
    assert said("Can the builder keep the whole sum?", (*RULES, other)) == ""


def test_rules_that_agree_give_all_their_statements() -> None:
    other = YesNoRule("other", ("mill.2.fee",), RULES[2].asks, RULES[2].words, (), "No.")
    read = read_polar_question("Can the builder keep the whole sum?")
    assert read is not None
    decided = decide_yes_or_no(read, (*RULES, other))
    assert decided is not None and decided.statements == ("mill.1-3.back", "mill.2.fee")


@given(st.integers(1, 200), st.sampled_from(["day", "week", "month", "year"]))
def test_a_figure_lies_within_the_bound_or_not(number: int, unit: str) -> None:
    days = number * {"day": 1, "week": 7, "month": 30, "year": 365}[unit]
    told = said(f"Must the builder grind the corn after {number} {unit}s?")
    assert told == ("Yes." if days <= 30 else "")


@given(st.sampled_from(["not", "never", "without a reason", "no longer"]), st.integers(0, 7))
def test_a_denial_that_no_rule_knows_silences_it(denial: str, place: int) -> None:
    words = "Can the builder keep the whole sum".split()
    words.insert(min(place + 1, len(words)), denial)
    assert said(f"{' '.join(words)}?") == ""


SHIPPED = [
    ("May a RERA case be filed against my old landlord over the rent?", "No."),
    ("The landlord keeps our deposit. Can we take RERA action against him?", "No."),
    ("Can I complain to RERA against my advocate?", "No."),
    ("My house owner holds back the rent deposit over a stain. Can I file it with RERA?", "No."),
    ("Kya makan malik ke khilaf RERA me complaint kar sakte hai?", "No."),
    ("The tenant does not leave our flat. Can we file a case in RERA against the tenant?", "No."),
    ("Can the builder ask 35 percent before the agreement is registered?", "No."),
    ("Is it fine if the promoter takes 6% before the agreement?", "Yes, up to 10 %."),
    ("Can the developer take more than 10% before a registered agreement?", "No."),
    ("Is it against the law for the builder to demand 40% before an agreement?", "Yes."),
    ("Does an 85 flat project on 6000 sq metres need RERA registration?", "Yes, planning-area projects need it."),
    ("Must a scheme of 11 flats on 430 sq m of land be registered under RERA?", "No."),
    ("Must a scheme of 11 flats on 530 sq m of land be registered under RERA?", "Yes, planning-area projects need it."),
    ("Does a project of 5 apartments need RERA registration?", "No."),
    ("Can the builder take 15 of 60 lakh before the agreement?", "No."),
    ("Can the promoter take Rs 4,00,000 of Rs 50,00,000 before the agreement?", "Yes, up to 10 %."),
    ("Can the builder take 10% as booking money before the agreement?", "Yes, up to 10 %."),
    ("Can the promoter advertise the scheme before registration?", "No, unless the project needs no registration."),
    ("Is a property dealer required to register with RERA?", "Yes."),
    ("Can a broker sell flats in a project which is not registered?", "Not in a planning area."),
    ("Do I need to hire an advocate for my RERA complaint?", "No."),
    ("Can the builder shrink my flat's kitchen without my permission?", "Not without your consent."),
    ("Can the builder cancel my booking without giving reasons?", "Only as the agreement allows."),
    ("Seepage came 3 years after possession. Can the builder charge money to repair it?", "No."),
    ("Is the verandah counted in carpet area?", "No."),
    ("Can I go to a civil court against my builder instead of RERA?", "Not where the RERA authority has power to decide."),
    ("Can I appeal to the tribunal after the 60 days are over?", "Only if the delay had sufficient cause."),
    ("Does the buyer also have to deposit money before an appeal?", "No."),
    ("Can I get a refund if the builder fails to give possession?", "Yes, if it fails to hand over as agreed."),
    ("Can RERA fine the builder?", "Yes, on builders, buyers and brokers who break their duties."),
    ("Must the builder get insurance for the project?", "Only insurances that the government concerned may notify."),
    ("Does the builder need my consent to change the layout of my flat?", "Yes."),
    ("Must the builder get our consent to add floors?", "Yes."),
    ("Are inner walls part of the carpet area?", "Yes."),
    ("Does a project on 4300 sq ft of land need RERA registration?", "No."),
    ("Does a scheme of 12 flats on 2 acres of land need RERA registration?", "Yes, planning-area projects need it."),
    ("Can the developer sell plots before registration?", "No, unless the project needs no registration."),
    ("Can the promoter collect 20% as token money?", "Not before a written, registered agreement for sale."),
    ("Can the developer change the approved plan without the buyers' consent?", "Not without prior consent."),
    ("Can the promoter sell open parking slots?", "No."),
    ("Can the promoter divert our money to another project?", "Not the 70 % in the separate account."),
    ("Must I take possession without an occupancy certificate?", "No."),
    ("Does RERA apply to showrooms?", "Yes, if self-contained."),
    ("Is a landowner also a promoter?", "Yes, a landowner who sells flats or plots that somebody else builds or develops."),
    ("Is a community hall a common area?", "Yes, community facilities provided in the project are."),
    ("Is it mandatory to register every project under RERA?", "No."),
    (
        "Can a promoter go to prison for not registering his project?",
        "Only if the builder keeps violating the registration duty, or disobeys an order about it.",
    ),
    (
        "Can I claim compensation besides the refund if possession is delayed?",
        "Yes, if you leave because the builder failed to hand over.",
    ),
    ("Am I entitled to know the stage-wise completion schedule?", "Yes."),
    ("Can I ask for the documents after handover?", "Yes."),
    ("Must ongoing projects be registered?", "Yes, if it was without completion certificate when the RERA Act began."),
    ("Is the builder liable for defects after the conveyance deed?", "Yes, if reported within 5 years of handover."),
    ("Can the builder cancel my flat because I missed one instalment?", "Only as the agreement allows."),
    ("Kya agreement ke baad builder mera flat girvi rakh sakta hai?", "No."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), SHIPPED)
def test_the_rules_that_ship_say_what_the_law_says(question: str, answer: str) -> None:
    assert said(question, get_yes_no_rules()) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Can the builder take 25% after the agreement is registered?",
        "Can a tenant file a RERA complaint?",
        "Can my neighbour complain to RERA against the builder?",
        "Can I file a RERA complaint against my neighbour?",
        "Can I file a RERA appeal against the order without a lawyer?",
        "Can RERA go on with the case against me by my landlord?",
        "Can RERA reject my complaint against the landlord?",
        "The landlord sold me a flat that he builds. Can I file a RERA case against him for the deposit?",
        "My lawyer says the seller cheats. Can I file a RERA complaint against him?",
        "My landlord wants a higher rent while my builder is late. Can I complain to RERA?",
        "My tenant pays no rent. Can the developer complain to RERA?",
        "Landlord gave his land for our JDA. Can I file a RERA complaint against the landlord?",
        "Can I file a RERA complaint against the landlord and the builder?",
        "My landlord made the tower and signed for the second floor. Can I file a RERA complaint against my landlord?",
        "Kya makan malik ke khilaf RERA jaa sakte hai, flat usi ne becha hai?",
        "Can we take RERA action against the house owner who pays no upkeep to our society?",
        "My advocate has a power of attorney for the plots. Can I complain to RERA against my advocate?",
        "Can I argue my RERA case against an advocate?",
        "Can I file a case against my tenant in the rent court?",
        "Can my landlord keep the rent deposit under RERA?",
        "Can the builder keep 10% of the booking amount if I cancel before the agreement?",
        "Can the builder take 10 lakh before the agreement?",
        "Can the builder take 5% more before the agreement after I already paid 10%?",
        "Can I sell my own flat without RERA registration?",
        "Can the builder sell finished flats without RERA registration?",
        "Can I change my flat's layout without asking the builder?",
        "Can the government change the project layout without the buyers' consent?",
        "Can the builder mortgage my flat before the agreement?",
        "Can I mortgage my flat after signing the agreement?",
        "Can the builder charge for repairs 8 years after possession?",
        "Does the builder have to repair what my tenant broke two years after possession?",
        "Must the builder repair the leak in 10 days, two years after possession?",
        "Do I have to pay interest if the builder is late?",
        "Is the balcony left out of the carpet area?",
        "Can the consumer court hear my case?",
        "Can a civil court execute a RERA order?",
        "Is the project registered automatically if RERA does not reply in 15 days?",
        "Do I have to take possession without an occupancy certificate within 2 months?",
        "Can the builder be jailed for disobeying the RERA authority?",
        "Does an agent who only lets flats on rent need registration?",
        "Should a broker register separately in each state?",
        "Can the builder use the remaining 30% for marketing?",
        "A new fire law changes my flat, must the builder ask me?",
        "Can I get the refund if I changed my mind and the builder is late with possession?",
        "As per our registered agreement, can the builder demand 95% before possession?",
        "Can the builder take 40% until the plinth is done under a registered agreement?",
        "Can the seller of a resale flat ask 20% advance before the agreement?",
        "Can the builder collect 20% tax before the agreement?",
        "Can the builder charge 2% per month before the agreement?",
        "Is notarised agreement necessary before paying 20%?",
        "Can buyers sell their booked units in the project without RERA registration?",
        "Can the owner sell his house without RERA registration in a layout?",
        "Can the builder take 2 of 5 flats before the agreement?",
        "Can the builder take 15 lakh of 60 flats before the agreement?",
        "Must a scheme of 11 plots on 430 sq m of land be registered under RERA?",
        "Does a project on 5380 sq ft of land need RERA registration?",
        "Can the builder sell my flat before registration?",
        "Can a builder sell flats before registration of the deed?",
        "Can the builder keep 20% of the booking amount?",
        "Can the builder take 20% as booking amount after signing the agreement?",
        "Can I change the plan without the builder's consent?",
        "Can the builder sell covered parking?",
        "Can the builder charge for open parking maintenance?",
        "Can a builder use his own money for another project?",
        "Can I take possession without OC?",
        "Can I insist on taking possession without OC?",
        "Must I ask for the documents after possession?",
        "Must any project be registered with RERA?",
        "Must the builder take back possession without OC?",
        "Is RERA applicable to rented shops?",
        "Is the landowner liable for the builder's interest?",
        "Is my gym a common area?",
        "Is it compulsory to register every sale agreement of the project?",
        "Can the builder be jailed for not giving possession?",
        "Can I claim compensation and interest if I stay and possession is late?",
        "Can I get documents before possession?",
        "Is the builder liable for defects 6 years after the sale deed?",
        "Does a project with 5 apartments on each floor need RERA registration?",
        "Does my 150 sq m plot need RERA registration?",
        "Must each phase of under 500 square metres be registered separately?",
        "Must a hotel of 100 units on 5000 sq m register with RERA?",
        "Is my complaint application deemed approved if no reply in 30 days?",
        "Can the builder refuse registration of my flat without hearing me?",
        "Must the broker register me with RERA?",
        "Is an agreement without a possession date valid?",
        "Can the builder cut my power before handover?",
        "Can he mortgage the flat by agreement with me?",
        "Do I lose my flat if I mortgaged it after the agreement?",
        "Must I return the wrong brochure?",
        "Do I need permission to modify my flat?",
        "Can he change the plan of his flat?",
        "Can the builder pay for the repair in 2 years after possession?",
        "Can the builder get out if he fails to complete?",
        "Must RERA have a lawyer for a hearing?",
        "Can I fight my own case?",
        "Can I complain against the travel agent?",
        "Can I appeal to the tribunal for builder delay?",
        "Can I appeal to the tribunal from the High Court?",
        "Can I prosecute the builder?",
        "Must I put 70% in the builder's account?",
        "Is the buyer of a rented flat an allottee?",
        "Is my property dealer the builder's agent?",
        "Can the lender seize the house after signing for a loan?",
        "Must I show the approved plan?",
        "Can a broker revoke my registration for fraud?",
        "Must the builder repair leaks after 5 years of possession?",
        "Can the builder charge for leak repair after 5 years of possession?",
        "Must the builder get consent of four buyers to add floors?",
        "Must the builder give the completion certificate to RERA?",
        "Is it an offence for the builder to mortgage my flat after the agreement?",
        "Can I file a case against RERA myself?",
        "Is it wrong for the builder to take 50% before the agreement?",
        "Does the builder go against RERA by taking 50% before the agreement?",
        "Is the builder in violation if he takes 50% before the agreement?",
        "Is a resale allottee entitled to the flat?",
        "Should the builder add floors with our consent?",
        "Is the builder bound to change the plan of my flat if I agree?",
        "Does the builder have to transfer the project if buyers consent?",
        "Should the builder take 50% before the agreement?",
        "Does the builder need to take 50% before the agreement?",
        "Can the builder pay me to repair 3 years after possession?",
    ],
)
def test_a_question_near_to_a_rule_is_left_alone(question: str) -> None:
    assert said(question, get_yes_no_rules()) == ""


PLAIN = tuple(replace(one, plain=frozenset("must can the builder after".split())) for one in RULES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Must the builder grind the corn after 20 days?", "Yes."),
        ("Must the builder grind the corn after 20 days if it rained?", ""),
        ("Must the builder grind the roasted corn after 20 days?", ""),
        ("Can the builder leave corn unground without telling me?", ""),
        ("Can the builder keep the sum?", "No."),
        ("Can the builder keep the sum of 20?", ""),
    ],
)
def test_a_word_that_the_rule_does_not_know_silences_it(question: str, answer: str) -> None:
    assert said(question, PLAIN) == answer


def test_nothing_belongs_behind_what_a_rule_says_alone() -> None:
    alone = tuple(replace(one, alone=True) for one in RULES)
    read = read_polar_question("Can the builder keep the whole sum?")
    assert read is not None
    told, whole = decide_yes_or_no(read, alone), decide_yes_or_no(read, RULES)
    assert told is not None and told.alone and whole is not None and not whole.alone
    both = decide_yes_or_no(read, (*RULES, *alone))
    assert both is not None and not both.alone


def test_what_is_said_is_short() -> None:
    for rule in get_yes_no_rules():
        assert len(re.findall(r"\S+", rule.says)) <= 16, rule.id
