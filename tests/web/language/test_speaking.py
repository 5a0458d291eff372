"""Messages, days and digits are said in the language of the task; English sentences from below are found again."""

from __future__ import annotations

import asyncio
import re
from datetime import date

import pytest

from civicsetu import errors
from civicsetu.answering import dialogue_replies, service
from civicsetu.answering.composing import coverage_text
from civicsetu.answering.messages import abstention_messages
from civicsetu.corpus.case_facts import get_case_facts
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import DISCLAIMER, NOT_STORED, UNSURE
from civicsetu.retrieval.retrievers.table import EVERYDAY_WORDS
from civicsetu.web.chat.parts import figures_told
from civicsetu.web.chat.parts.ask_next import read_questions
from civicsetu.web.chat.parts.fact_words import read_fact_words
from civicsetu.web.language.catalogue import LANGUAGES
from civicsetu.web.language.english_sentences import find_original
from civicsetu.web.language.speaking import (
    get_language,
    list_names,
    read_english_day,
    say,
    speaking,
    tell,
    write_day,
    write_digits,
)

DAY = date(2021, 3, 31)
OTHERS = LANGUAGES[1:]
NOT_FOR_READERS = {
    "SettingsError", "DatabaseDamaged", "DataFolderUnusable", "WeightsUnavailable", "CorpusError", "UnknownDocument", "SourceMissing",
    "EngineMissing", "NotThisLaw", "ScanUnreadable", "ReadingStopped", "FileGone", "FileRefused", "TooManyTokens", "TokenRefused",
    "ServerError", "CatalogueRefused",
}  # fmt: skip
"""Errors of the operator, of ingestion and of the API's tokens."""


def is_told(english: str) -> bool:
    """Whether every language says it without an English word; names of the program and of laws stay."""
    kept = {"RERA", "CivicSetu", "civicsetu", "up", "section", "GST", "conveyance", "deed"}
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

    assert asyncio.run(both()) == ["पूरा भारत", "முழு இந்தியா"]
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
    assert "गोवा और केरल" in told and told.endswith("मेरे पास यह है: the Meadow Act, 2016।")
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
        DISCLAIMER, NOT_STORED, UNSURE, EVERYDAY_WORDS, service._ANSWERING_IS_OFF, coverage_text._NOT_CHECKED,
        "Your question is in the queue: number 3.",
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
