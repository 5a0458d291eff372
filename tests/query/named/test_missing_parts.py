"""Forms, schedules, chapters and other parts that no law searched has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.query.named import missing_parts as module
from civicsetu.query.named.missing_parts import MissingPart, chapters_of
from tests.answering.given import understood
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    RULES_PLAIN,
    UTTAR_PRADESH,
    index_of,
    index_of_states,
    spec,
    state_rules,
)


def missing_parts(question: str, documents: tuple[str, ...], index: LawIndex) -> list[MissingPart]:
    """What is missing where no law of another name is held."""
    return module.missing_parts(question, documents, index, lambda law: None)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    """The Lantern Act with two chapters."""
    found = index_of()
    law = found.laws[ACT]
    editions = {
        kind: replace(edition, chapters={"1": "CHAPTER I PRELIMINARY", "3": "CHAPTER II LANTERNS"})
        for kind, edition in law.editions.items()
    }
    found.laws[ACT] = replace(law, editions=editions)
    return found


def test_chapters_are_read_from_the_headings(index: LawIndex) -> None:
    assert chapters_of(index.laws[ACT]) == {1, 2}


@pytest.mark.parametrize(
    "question", ["What is in chapter II?", "chapter 1 please", "CHAPTER-ii", "the last chapter"]
)
def test_a_chapter_that_there_is_is_not_missing(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is in Chapter XIV?", "Chapter XIV"),
        ("chapter 9 of the act", "Chapter 9"),
        ("अध्याय 12", "Chapter 12"),
    ],
)
def test_a_chapter_that_there_is_not_is_missing(index: LawIndex, question: str, name: str) -> None:
    assert missing_parts(question, (ACT,), index) == [MissingPart(name, (ACT,))]


def test_a_form_that_no_law_has_is_missing(index: LawIndex) -> None:
    assert missing_parts("Send me Form Q.", (ACT,), index) == [MissingPart("Form Q", (ACT,))]


@pytest.mark.parametrize(
    "question", ["We want to form a club", "which form is it", "the form I signed", "wich form n how many"]
)
def test_words_after_a_form_are_no_label(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


def test_a_law_without_chapters_lacks_none() -> None:
    assert missing_parts("chapter IX", (KARNATAKA,), index_of_states()) == []


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(missing_parts(text, (), index_of()), list)


def test_a_form_of_which_a_rule_speaks_is_not_missing_though_its_print_is_not_held() -> None:
    rules = "## 3. Receipt.\n\nThe keeper gives a receipt in Form ‘K’ and keeps a copy of Form L.\n"
    index = index_of((state_rules(KARNATAKA), EditionKind.PLAIN, rules))
    for named in ("Form K", "FORM L"):
        assert missing_parts(f"who gives {named}?", (KARNATAKA,), index) == []
    assert [one.name for one in missing_parts("who gives Form LX?", (KARNATAKA,), index)] == ["Form LX"]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is article 12 of RERA?", ["Article 12"]),
        ("Does paragraph 9 of the Act speak of lamps?", ["Paragraph 9"]),
        ("I read para 7 of the Act. Is it about refunds?", ["Paragraph 7"]),
        ("Summarise Part IV of the Real Estate Act, 2016", ["Part IV"]),
        ("RERA Part IV kya hai", ["Part IV"]),
        ("part ii of the act", ["Part II"]),
        ("articles 40, 41 and part V of the Act", ["Article 40", "Article 41", "Part V"]),
        ("In the Act, article 12A says what?", ["Article 12A"]),
        ("Is there a Table 2 under RERA?", ["Table 2"]),
        ("Schedule III of the Act and schedule 3", ["Schedule 3", "Schedule III"]),
    ],
)
def test_a_part_of_any_kind_that_the_law_named_does_not_have_is_missing(
    index: LawIndex, question: str, names: list[str]
) -> None:
    missing = missing_parts(question, (ACT,), index)
    assert [one.name for one in missing] == names and {one.documents for one in missing} == {(ACT,)}


@pytest.mark.parametrize(
    "question",
    [
        "Which part of the money is kept under RERA?",
        "I paid part 1 of the price, does the Act help?",
        "Under RERA, part 2 is unpaid",
        "an article 5 in the newspaper said the Act is useless",
        "table of payments under the Act, and the schedule of payments",
        "Table 3 in the brochure, does RERA bind the builder?",
        "According to paragraph 9 of my agreement, RERA does not apply",
        "my agreement's paragraph 9 under RERA, is it valid?",
        "paragraph 9 of section 3 of RERA",
        "article 226 of the Constitution against an order under RERA",
        "Part IV of the Companies Act",
        "paragraph 4 of the RERA order",
        "Part A of the RERA application form",
        "Part B of my form",
        "Part B of annexure 3 of the agreement under the Act",
        "paragraph 9 of the rules of my society",
        "what part I play in RERA",
        "part 12",
    ],
)
def test_what_may_be_of_something_else_is_no_part_of_the_law(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


@pytest.mark.parametrize(
    "question",
    ["Does section 3 cover Schedule C of my agreement?", "section 3 and Annexure B of the sale deed", "my letter's Form Q",
     "Form Q of the Companies Act", "Chapter IX of the Companies Act", "the Companies Act, Chapter IX"],
)  # fmt: skip
def test_a_form_or_chapter_of_a_paper_or_another_law_is_not_missing(index: LawIndex, question: str) -> None:
    assert missing_parts(question, (ACT,), index) == []


def test_a_part_that_a_law_searched_prints_is_not_missing() -> None:
    divided = OFFICIAL.replace("3. Closing", "PART II\n\n3. Closing")
    index = index_of((spec(), EditionKind.OFFICIAL, divided))
    assert missing_parts("Part 2 of the Act", (ACT,), index) == []
    assert [one.name for one in missing_parts("Part 3 of the Act", (ACT,), index)] == ["Part 3"]


def test_only_a_text_that_shows_how_a_law_is_divided_makes_it_sure(index: LawIndex) -> None:
    plain = index_of((spec(), EditionKind.PLAIN, PLAIN))
    for held, sure in ((plain, [False, True]), (index, [True, True])):
        missing = missing_parts("Part IV of the Act and article 12 of the Act", (ACT,), held)
        assert [one.sure for one in missing] == sure


def test_a_part_of_rules_is_looked_for_in_those_named() -> None:
    index = index_of_states()
    of_up = understood("Table 3 of the UP Lantern Rules, 1952", index).parts_not_there
    assert [(one.name, one.documents) for one in of_up] == [("Table 3", (UTTAR_PRADESH,))]
    in_mysore = understood("table 3 of the rules in Mysore", index).parts_not_there
    assert [(one.name, one.documents) for one in in_mysore] == [("Table 3", (KARNATAKA,))]
    assert understood("Table 3 of the Bihar Lantern Rules", index).parts_not_there == ()
    unsaid = understood("table 3 of the rules", index)
    assert unsaid.parts_not_there == () and unsaid.rules_not_held == ("Table 3 of the rules",)


def test_a_part_that_the_rules_searched_print_is_not_said_to_be_missing_in_the_act() -> None:
    printed = f"{RULES_PLAIN}\nThe rates are in Table 3.\n"
    index = index_of((spec(), EditionKind.PLAIN, PLAIN), (state_rules(KARNATAKA), EditionKind.PLAIN, printed))
    assert understood("Table 3 of RERA in Mysore", index).parts_not_there == ()
    assert [one.name for one in understood("Table 4 of RERA in Mysore", index).parts_not_there] == ["Table 4"]
