"""Messages, days and digits are said in the language of the task; English sentences from below are found again."""

from __future__ import annotations

import asyncio
import re
from datetime import date
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from civicsetu import errors
from civicsetu.answering import dialogue_replies, service
from civicsetu.answering.composing import slab
from civicsetu.answering.composing.grievances import get_grievances
from civicsetu.answering.composing.values import coverage_text
from civicsetu.answering.drafting import written_turns
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.messages.matters import read_matters
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import DISCLAIMER, NOT_STORED, UNSURE
from civicsetu.law.parameters import Coverage, JurisdictionValues
from civicsetu.query.dialogue_acts import DialogueAct, read_dialogue_act
from civicsetu.retrieval.retrievers.question_index import UNAVAILABLE
from civicsetu.web import connections
from civicsetu.web.chat import records
from civicsetu.web.chat.parts import figures_told
from civicsetu.web.chat.parts.ask_next import read_questions
from civicsetu.web.chat.parts.fact_words import read_fact_words
from civicsetu.web.language.catalogue import LANGUAGES
from civicsetu.web.language.english_sentences import find_original
from civicsetu.web.language.matter_headings import read_headings, tell_heading
from civicsetu.web.language.speaking import (
    get_language,
    list_names,
    read_english_day,
    say,
    speaking,
    tell,
    tell_behind_law,
    write_day,
    write_digits,
)

DAY = date(2021, 3, 31)
DATA = Path(str(files("civicsetu.corpus.data")))
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The one in C reads ten times as fast, and is not built everywhere."""
OTHERS = LANGUAGES[1:]
NOT_FOR_READERS = {
    "SettingsError", "DatabaseDamaged", "DataFolderUnusable", "WeightsUnavailable", "CorpusError", "UnknownDocument", "SourceMissing",
    "EngineMissing", "NotThisLaw", "ScanUnreadable", "ReadingStopped", "FileGone", "FileRefused", "TooManyTokens", "TokenRefused",
    "ServerError", "CatalogueRefused",
}  # fmt: skip
"""Errors of the operator, of ingestion and of the API's tokens."""


def is_told(english: str, *also: str) -> bool:
    """Whether every language says it without an English word; names of the program and of laws stay."""
    kept = {"RERA", "CivicSetu", "civicsetu", "up", "section", "GST", "NCLT", "RTO", "conveyance", "deed", *also}
    for code in OTHERS:
        with speaking(code):
            if set(re.findall(r"[A-Za-z]{2,}", tell(english))) - kept:
                return False
    return True


def errors_of(root: type[errors.CivicSetuError]) -> list[type[errors.CivicSetuError]]:
    return [root, *(one for child in root.__subclasses__() for one in errors_of(child))]


def test_a_task_speaks_its_own_language_and_those_it_begins() -> None:
    async def asked(code: str) -> str:
        with speaking(code):
            return await asyncio.create_task(inner())

    async def inner() -> str:
        await asyncio.sleep(0)
        return say("states.all_of_india")

    async def both() -> list[str]:
        return list(await asyncio.gather(asked("hi"), asked("ta")))

    assert asyncio.run(both()) == ["पूरा भारत", "இந்தியா முழுவதும்"]
    assert get_language() == "en" and say("states.all_of_india") == "All of India"


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("en", "31 March 2021"), ("hi", "31 मार्च 2021"), ("mr", "३१ मार्च २०२१"), ("ta", "31 மார்ச் 2021"),
        ("kn", "31 ಮಾರ್ಚ್ 2021"),
    ],
)  # fmt: skip
def test_a_day_is_written_and_read_back(code: str, written: str) -> None:
    with speaking(code):
        assert write_day(DAY) == written
    assert read_english_day(written) == "31 March 2021"


def test_names_stand_in_a_row() -> None:
    assert (list_names([]), list_names(["Goa"]), list_names(["Goa", "Bihar", "Kerala"])) == ("", "Goa", "Goa, Bihar and Kerala")
    with speaking("mr"):
        assert list_names(["गोवा", "बिहार"]) == "गोवा आणि बिहार" and write_digits("12") == "१२"


def test_a_sentence_of_a_lower_floor_keeps_its_values() -> None:
    english = "This is fixed by the rules of Goa and Kerala, which I do not hold; please look at the website of each state's Real Estate Regulatory Authority."
    with speaking("hi"):
        told = tell(f"{english} I hold the Meadow Act, 2016.")
    assert "गोवा और केरल" in told and told.endswith("मेरे पास यह है: Meadow Act, 2016।")
    with speaking("mr"):
        assert "३ फेब्रुवारी २०१७" in tell("What the law says about this was not in force yet on 3 February 2017.")
        assert "मे २०१७" in tell("The rate is as printed in May 2017; later changes were not checked.")
        assert tell("As enacted in 2016") == "२०१६ मध्ये मंजूर झाला तसा"


def test_what_is_not_known_stays_as_it_is() -> None:
    with speaking("ta"):
        assert tell("Sheep may graze. The law I hold does not answer this.").startswith("Sheep may graze. என்னிடம்")
        assert tell("") == "" and tell("a\nb") == "a\nb"


def test_errors_that_a_reader_meets_are_told_in_every_language() -> None:
    texts = {one.__name__: one.default_user_message for one in errors_of(errors.CivicSetuError)}
    assert [name for name, text in texts.items() if name not in NOT_FOR_READERS and not is_told(text)] == []


def test_a_correction_that_cannot_be_used_is_told_in_every_language() -> None:
    assert [one for one in (*figures_told._REFUSED.values(), figures_told._CHANGED) if not is_told(one)] == []


def test_refusals_and_replies_are_told_in_every_language() -> None:
    said = [
        abstention_messages.no_question(), abstention_messages.nothing_held(), abstention_messages.what_to_try(),
        abstention_messages.wrongdoing(cites=True), abstention_messages.prediction(cites=True),
        abstention_messages.not_answered_in_a_post(), abstention_messages.not_fully_searched(), abstention_messages.SEARCH_IS_OFF,
        abstention_messages.beyond_the_limit(5), *map(abstention_messages.other_law, abstention_messages._OTHER_LAWS),
        DISCLAIMER, NOT_STORED, UNSURE, UNAVAILABLE, service._ANSWERING_IS_OFF, coverage_text._NOT_CHECKED,
        "Your question is in the queue: number 3.",
        written_turns.NOT_FOUND, written_turns.NOT_FOUND_THIS, written_turns.NOT_ANSWERED, written_turns.NOT_ANSWERED_THIS,
        written_turns.ASK_BACK, written_turns.DECLINED, records.INTERRUPTED, connections._FULL, connections._TOO_SLOW,
        dialogue_replies.NOTHING_MORE, dialogue_replies._WELCOME, dialogue_replies._NOTHING_BEFORE, dialogue_replies._ASK_ON,
        dialogue_replies._NO_OTHER_LANGUAGE, dialogue_replies._SURE, dialogue_replies._UNSURE, dialogue_replies._BESIDES,
        dialogue_replies._TAKE_THIS, dialogue_replies._RATE_OF_STATE, dialogue_replies._RATE_NOT_FOUND, dialogue_replies._NO_FIGURE,
        *(dialogue_replies._NO_DRAFTS.format(text=text) for text in dialogue_replies._DRAFT_TEXTS.values()),
        *(
            text.format(form=form)
            for text in dialogue_replies._WHERE_IT_GOES.values()
            for form in (dialogue_replies._FORM_HELD, dialogue_replies._FORM_ABOVE, dialogue_replies._NAME_STATE)
        ),
    ]  # fmt: skip
    assert [text for text in said if not is_told(text)] == []


def test_advice_among_the_steps_is_told_in_every_language() -> None:
    advice = [step.says for one in get_grievances().grievances for step in one.steps if step.says]
    assert advice
    for code in LANGUAGES[1:]:
        with speaking(code):
            assert not [one for one in advice if tell(one) == one], code


def test_names_of_values_and_matters_are_told_in_every_language_alone_and_in_a_row() -> None:
    labels = [yaml.safe_load(file.read_text("utf-8"))["label"] for file in sorted((DATA / "parameters").glob("*.yaml"))]
    inside = [f"the {label[0].lower()}{label[1:]}" for label in labels]
    pairs = [f"{one}, {other[0].lower()}{other[1:]}" for one, other in pairwise(labels)]
    matters = [name for names in read_matters().values() for name in names.values()]
    mean = [f"I am not sure which of these you mean: {one}; {other}; or {last}. Ask again and say which. This comes nearest:" for one, other, last in zip(matters, matters[1:], matters[2:], strict=False)]
    assert [one for one in (*labels, *inside, *pairs, *matters, *mean) if not is_told(one, "force", "majeure")] == []


@pytest.mark.parametrize("label", ["Fee of a complaint", "How long a broker's registration is valid"])
def test_why_a_value_is_not_told_is_told_in_every_language(label: str) -> None:
    both: list[Any] = [SimpleNamespace(parameter=one, label=one) for one in (label, "Rate of interest between builder and buyer")]
    silent: list[Any] = [SimpleNamespace(none_then=False, holding=None, coverage=one) for one in Coverage]
    misprinted = SimpleNamespace(none_then=False, holding=JurisdictionValues.model_construct(misprinted=True), coverage=Coverage.NOT_HELD)
    reasons = [*silent, misprinted, SimpleNamespace(none_then=True, holding=None, coverage=Coverage.FIXED)]
    told = [coverage_text.describe_lacking([(parameter, one) for parameter in both[:many]], "Goa", DAY) for one in reasons for many in (1, 2)]
    assert [one for one in told if not is_told(one)] == []


def test_the_form_and_fee_of_one_thing_are_told_as_two_names() -> None:
    with speaking("hi"):
        assert tell("Goa's rules on the fee and form of a complaint are not held here.") == "गोवा के ये नियम यहाँ नहीं हैं: शिकायत की फ़ीस और शिकायत का फ़ॉर्म।"
        assert tell("Look at the authority's website before you pay.") == "पैसे देने से पहले प्राधिकरण की वेबसाइट देखें।"


def test_what_public_pages_say_keeps_its_value_and_no_sentence_takes_the_next_along() -> None:
    english = "Public pages say that in Goa, the fee of a complaint is 1,000 rupees (May 2026); the form of a complaint is Form A (May 2026). The rule itself is not held here: check first. Goa's rule that sets the fee to register a project is not held here."
    with speaking("mr"):
        told = tell(english)
    assert told.startswith("सार्वजनिक पानांवर गोवा साठी असे आहे: तक्रारीची फी: 1,000 rupees (मे २०२६); तक्रारीचा फॉर्म: Form A (मे २०२६). ")
    assert told.endswith("गोवा चा हा नियम इथे नाही: प्रकल्प नोंदणीची फी.")


@pytest.mark.parametrize(
    ("code", "fee", "form"),
    [("hi", "1,250 रुपये", "फ़ॉर्म Q"), ("mr", "१,२५० रुपये", "फॉर्म Q"), ("ta", "1,250 ரூபாய்", "படிவம் Q"), ("kn", "1,250 ರೂಪಾಯಿ", "ಫಾರ್ಮ್ Q")],
)
def test_what_public_pages_say_of_the_authority_has_no_english_left(code: str, fee: str, form: str) -> None:
    english = "Public pages say that in Goa, the fee of a complaint is 1,250 rupees before the RERA authority (May 2026); the form of a complaint is Form Q before the RERA authority (May 2026)."
    with speaking(code):
        told = tell(english)
    assert fee in told and form in told and re.findall("[A-Za-z]{2,}", told) == ["RERA", "RERA"], told


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("(As printed in May 2017, not confirmed since.)", "(मई 2017 की छपी प्रति के अनुसार; बाद में पक्का नहीं किया गया।)"),
        ("The fee is as printed in May 2017; later changes were not checked, so ask before you pay.", "मई 2017"),
        ("It is not known as of which day the fee was printed.", ""),
        ("What the fee was on 3 May 2016 is not held here; this one is known from 1 May 2017 on.", "3 मई 2016 को फ़ीस कितनी थी"),
    ],
)
def test_behind_law_its_print_is_told_in_the_readers_language(note: str, told: str) -> None:
    law = "A complaint in Goa costs 1,000 rupees."
    with speaking("hi"):
        said = tell_behind_law(f"{law} {note}")
        assert said.startswith(f"{law} ") and told in said and not re.search("[A-Za-z]", said.removeprefix(law))
        assert tell_behind_law(law) == law
    assert tell_behind_law(f"{law} {note}") == f"{law} {note}"


def test_how_a_sum_for_land_comes_about_is_told_in_every_language() -> None:
    scales: list[Any] = [SimpleNamespace(cap_total=cap) for cap in (None, 1)]
    assert [one for one in scales if not is_told(slab._reckoning([one]))] == []


def test_laws_keep_their_titles_and_provisions_their_numbers() -> None:
    with speaking("ta"):
        assert tell("There is no section 99 in the Meadow Act, 2016; it has sections 1 to 12 and 14.").startswith("Meadow Act, 2016 இல் பிரிவு 99")
        assert "பிரிவுகள் 1–12 மற்றும் 14" in tell("There is no section 99 in the Meadow Act, 2016; it has sections 1 to 12 and 14.")
        assert tell("I hold the Meadow Act, 2016 and the Goat Rules, 2017.").endswith("Meadow Act, 2016 மற்றும் Goat Rules, 2017.")


def test_every_note_on_a_print_that_ships_is_told_in_every_language() -> None:
    notes = [one.note for spec in get_registry().documents.values() for one in spec.official]
    notes += [yaml.safe_load(file.read_text("utf-8").split("---")[1])["note"] for file in (DATA / "starter").glob("*.md")]
    labels = [one.label for spec in get_registry().documents.values() for one in spec.official]
    kept = ("India", "Code", "No", "Eight", "Vividh", "vi")
    assert [one for one in (*notes, *labels) if not is_told(" ".join(one.split()), *kept)] == []


def test_what_is_offered_as_a_word_to_type_is_understood() -> None:
    for code in LANGUAGES:
        with speaking(code):
            word = re.search("“(.+)”", tell(dialogue_replies._MORE_OF_IT))
        assert word and read_dialogue_act(word[1]) is DialogueAct.MORE, code


def test_a_heading_of_a_matter_is_among_the_words_its_provision_is_looked_up_under() -> None:
    files_of_it = (DATA / "keyphrases").glob("*.yaml")
    units = [unit for file in files_of_it for unit in yaml.load(file.read_text("utf-8"), _LOADER).values()]
    for english, own in read_headings().items():
        of_it = [unit for unit in units if any(f"{one[:1].upper()}{one[1:]}" == english for one in unit["en"])]
        assert any(all(words in unit.get(code, ()) for code, words in own.items()) for unit in of_it), english
    with speaking("hi"):
        assert tell_heading("Appeal fee") == "अपील की फीस" and tell_heading("Fee of a complaint") == "शिकायत की फ़ीस"
        assert tell_heading("Sheep may graze") == "Sheep may graze"


def test_states_facts_and_offered_questions_are_told_in_every_language() -> None:
    states = [one.name for one in get_registry().jurisdictions.values()]
    facts = [words for values in read_fact_words().values() for words in values.values()]
    asks = [known.label for known in get_case_facts().facts.values()]
    offered = [one for numbers in read_questions().values() for questions in numbers.values() for one in questions]
    assert [text for text in (*states, *facts, *asks, *offered) if not is_told(text)] == []


def test_a_question_that_was_offered_is_asked_as_its_english_original() -> None:
    english = "Can the builder cancel my booking?"
    for code in OTHERS:
        with speaking(code):
            assert find_original(f" {tell(english)} ") == english
    assert find_original("and now?") == "and now?"
