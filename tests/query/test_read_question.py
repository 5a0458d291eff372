"""What is read from a question without a model."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import QueryType
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.query.jurisdiction_detection import states_named, without_states
from civicsetu.query.query_type import query_type
from civicsetu.query.read_question import (
    Query,
    ReadingContext,
    as_many,
    read_question,
)
from civicsetu.query.thresholds import ReadingThresholds
from civicsetu.retrieval.policy import plan_of
from civicsetu.retrieval.thresholds import RetrievalThresholds
from civicsetu.settings import RetrievalSettings
from tests.answering.given import answered, citation, understood
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    RULES,
    RULES_PLAIN,
    UTTAR_PRADESH,
    index_of,
    index_of_states,
    rules,
    spec,
)  # fmt: skip


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


@pytest.fixture(scope="module")
def with_rules() -> LawIndex:
    """The Act and Karnataka's rules under it."""
    return index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (rules(), EditionKind.PLAIN, RULES_PLAIN),
    )


@pytest.fixture(scope="module")
def with_states() -> LawIndex:
    """The Act, and the rules of Karnataka and of Uttar Pradesh under it."""
    return index_of_states()


def asked(found: Query) -> list[tuple[str, str]]:
    return [(document, str(reference.path)) for document, reference in found.references]


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("My flat in Pune", ("MAHARASHTRA",)),
        ("BENGALURU or Mysore?", ("KARNATAKA",)),
        ("in Noida, then in Gurgaon", ("UTTAR_PRADESH", "HARYANA")),
        ("in Gurgaon, then in Noida", ("HARYANA", "UTTAR_PRADESH")),
        ("Tamil Nadu rules", ("TAMIL_NADU",)),
        ("MahaRERA order", ("MAHARASHTRA",)),
        ("New Delhi", ("DELHI",)),
        ("anywhere in India", ()),
        ("the punether project", ()),
        ("insurat and goal", ()),
        ("What is the rate in UP?", ("UTTAR_PRADESH",)),
        ("UP's rules", ("UTTAR_PRADESH",)),
        ("the U.P. rules", ("UTTAR_PRADESH",)),
        ("the rules of U.P.", ("UTTAR_PRADESH",)),
        ("up rera complaint", ("UTTAR_PRADESH",)),
        ("Can I give up my flat? What are the costs up to May?", ()),
        ("Up to how much is the fine?", ()),
        ("a fine of UP TO five per cent", ()),
        ("the startUP and UPS", ()),
        ("My flat is in TN, his in MP", ("TAMIL_NADU", "MADHYA_PRADESH")),
        ("tn and mp", ()),
        ("CAN I GIVE UP MY FLAT?", ()),
        ("WHAT IS THE RATE IN UP?", ("UTTAR_PRADESH",)),
        ("WHAT IS THE RATE IN KARNATAKA?", ("KARNATAKA",)),
        ("", ()),
    ],
)
def test_states_are_named_by_themselves_and_by_their_cities(text: str, states: tuple[str, ...]) -> None:
    assert states_named(text, get_registry()) == states


def test_a_state_that_is_named_but_not_held_is_said_to_be_so(index: LawIndex, with_rules: LawIndex) -> None:
    found = understood("When must the lantern be closed in Bengaluru?", index)
    assert found.states_not_held == ("KARNATAKA",)
    assert found.jurisdictions == ("CENTRAL", "KARNATAKA")
    assert found.documents == (ACT,)
    held = understood("When must the lantern be closed in Bengaluru?", with_rules)
    assert held.states_not_held == () and held.documents == (ACT, RULES)


def test_rules_of_a_state_are_searched_only_when_it_is_asked_for(with_rules: LawIndex) -> None:
    assert understood("When must the lantern be closed?", with_rules).documents == (ACT,)
    assert understood("When?", with_rules, jurisdiction="KARNATAKA").documents == (ACT, RULES)
    both = understood("In Pune?", with_rules, jurisdiction="KARNATAKA")
    assert both.jurisdictions == ("CENTRAL", "KARNATAKA", "MAHARASHTRA")
    assert both.states_not_held == ("MAHARASHTRA",)
    assert understood("When?", with_rules, jurisdiction="CENTRAL").jurisdictions == ("CENTRAL",)


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("What does section 3 say?", ["3"]),
        ("s. 3(1)(a)", ["3(1)(a)"]),
        ("3(1)(b)", ["3(1)(b)"]),
        ("sections 3 and 4", ["3", "4"]),
        ("clause (a) of sub-section (1) of section 3", ["3(1)(a)"]),
        ("the proviso to section 3(1)", ["3(1) proviso"]),
        ("section 5", ["5"]),
    ],
)
def test_provisions_asked_for_by_number_are_tied_to_the_law(
    index: LawIndex, question: str, paths: list[str]
) -> None:
    found = understood(question, index)
    assert asked(found) == [(ACT, path) for path in paths]
    assert found.not_there == () and found.rules_not_held == () and found.other_laws == ()


def test_a_section_is_never_a_rule_and_a_rule_never_a_section(with_rules: LawIndex) -> None:
    found = understood("section 3 and rule 16 in Karnataka", with_rules)
    assert asked(found) == [(ACT, "3"), (RULES, "16")]
    assert asked(understood("section 16 in Karnataka", with_rules)) == []
    assert [
        str(reference.path) for _, reference in understood("section 16 in Karnataka", with_rules).not_there
    ] == ["16"]
    assert asked(understood("rule 3 in Karnataka", with_rules)) == [(RULES, "3")]


def test_a_rule_of_a_state_that_is_not_asked_for_is_not_taken(with_rules: LawIndex) -> None:
    found = understood("What does rule 16 say?", with_rules)
    assert found.references == ()
    assert found.rules_not_held == ("rule 16",)


@pytest.mark.parametrize(
    "question", ["What does section 211 say?", "section 3(99)", "section 3(1)(z)", "s. 6"]
)
def test_what_the_law_does_not_have_is_not_there(index: LawIndex, question: str) -> None:
    found = understood(question, index)
    assert found.references == ()
    assert [document for document, _ in found.not_there] == [ACT]


def test_some_there_and_some_not(index: LawIndex) -> None:
    found = understood("Compare section 3 and section 77", index)
    assert asked(found) == [(ACT, "3")]
    assert [str(reference.path) for _, reference in found.not_there] == ["77"]


@pytest.mark.parametrize("question", ["rule 16 of Karnataka", "regulation 24", "What does rule 8 require?"])
def test_a_rule_asked_for_where_no_rules_are_held_is_told(index: LawIndex, question: str) -> None:
    found = understood(question, index)
    assert len(found.rules_not_held) == 1 and found.references == () and found.not_there == ()


@pytest.mark.parametrize(
    ("question", "law"),
    [
        ("section 420 of the IPC", "IPC"),
        ("section 9 of the Consumer Protection Act, 1986", "Consumer Protection Act, 1986"),
        ("section 3 of the Limitation Act", "Limitation Act"),
    ],
)
def test_a_section_of_another_law_is_not_taken_for_one_of_ours(
    index: LawIndex, question: str, law: str
) -> None:
    found = understood(question, index)
    assert found.other_laws == (law,)
    assert found.references == () and found.not_there == ()


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("What is a lantern?", "2(a)"),
        ("Who is a keeper?", "2(b)"),
        ("what is meant by estimated cost", "2(c)"),
        ("definition of keeper", "2(b)"),
        ("Define lantern.", "2(a)"),
    ],
)
def test_the_meaning_of_a_defined_term_leads_to_its_definition(
    index: LawIndex, question: str, path: str
) -> None:
    assert asked(understood(question, index)) == [(ACT, path)]


@pytest.mark.parametrize(
    "question", ["What is a penalty?", "What is the keeper to do at nine?", "Who is late?"]
)
def test_a_term_without_a_definition_is_searched_for(index: LawIndex, question: str) -> None:
    assert understood(question, index).references == ()


LAST = answered(
    "When is the lantern closed in Bengaluru?",
    citation("3(1)(a)", unit="3(1)"),
    citation("3(1)"),
    citation("4"),
    citation("2(a)"),
)


@pytest.mark.parametrize(
    "question",
    [
        "And what if it is a feast day?",
        "What about the fee?",
        "why?",
        "Is that the law?",
        "how much is it",
        "aur kab?",
    ],
)
def test_a_follow_up_is_made_to_stand_alone(index: LawIndex, question: str) -> None:
    found = understood(question, index, last=LAST)
    assert found.standalone == f"{LAST.question} {question}"
    assert found.states_not_held == ("KARNATAKA",), "the place is carried on"


@pytest.mark.parametrize(
    "question",
    [
        "What does section 4 say about that?",
        "My neighbour's dog has bitten the keeper of the northern lantern last week, who pays for that?",
        "When must a keeper pay the penalty of a hundred rupees?",
        "Who holds keys?",
    ],
)
def test_what_stands_alone_is_left_alone(index: LawIndex, question: str) -> None:
    found = understood(question, index, last=LAST)
    assert found.standalone == question
    assert found.asked_last == "" and found.states_not_held == ()


def test_without_an_earlier_answer_nothing_is_carried(index: LawIndex) -> None:
    found = understood("And what about the fee?", index)
    assert found.standalone == "And what about the fee?" and found.asked_last == ""


def test_a_state_named_in_a_follow_up_takes_the_place_of_the_earlier_one(index: LawIndex) -> None:
    assert understood("And in Pune?", index, last=LAST).jurisdictions == ("CENTRAL", "MAHARASHTRA")


def test_the_day_asked_for_is_kept(index: LawIndex) -> None:
    assert understood("When?", index, as_on=date(2018, 1, 1)).as_on == date(2018, 1, 1)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the penalty for delay?", QueryType.PENALTY),
        ("Can I be jailed?", QueryType.PENALTY),
        ("Compare Karnataka and Goa", QueryType.CONFLICT),
        ("What is meant by carpet area?", QueryType.DEFINITION),
        ("How long is the builder liable?", QueryType.TEMPORAL),
        ("My builder cheated me", QueryType.FACT),
    ],
)
def test_the_kind_of_a_question(question: str, kind: QueryType) -> None:
    assert query_type(question, has_references=False) is kind


def test_a_bare_mention_of_a_provision_is_a_cross_reference() -> None:
    assert query_type("section 3", has_references=True) is QueryType.CROSS_REFERENCE
    assert (
        query_type("what is a lantern under section 2(a)", has_references=True) is QueryType.CROSS_REFERENCE
    )


# -- the names of states -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "sought"),
    [
        ("What is the rate of interest in Karnataka?", "What is the rate of interest?"),
        ("In Karnataka, when is the lantern closed?", "when is the lantern closed?"),
        ("Karnataka's fee for late entry", "fee for late entry"),
        ("What fee does the keeper in the Bengaluru ask?", "What fee does the keeper ask?"),
        ("BENGALURU: late fee of a keeper", "late fee of a keeper"),
        ("Rate of interest in UP", "Rate of interest"),
        ("Rate of interest under the U.P. law of lanterns", "Rate of interest law of lanterns"),
        ("Compare the late fee in Karnataka and UP.", "Compare the late fee and."),
        ("How do I give up my lantern in Noida?", "How do I give up my lantern?"),
    ],
)
def test_a_state_that_is_held_is_not_searched_for_by_name(
    with_states: LawIndex, question: str, sought: str
) -> None:
    found = understood(question, with_states)
    assert (
        found.sought == sought and plan_of(found, RetrievalSettings(), RetrievalThresholds()).query == sought
    )
    assert found.standalone == question, "the question itself stays as it was put"


@pytest.mark.parametrize(
    "question",
    [
        "What is the fee in Goa?",
        "When is the lantern of the punether closed?",
        "How do I give up my lantern?",
    ],
)
def test_the_name_of_a_state_that_is_not_held_is_searched_for(with_states: LawIndex, question: str) -> None:
    assert understood(question, with_states).sought == question


@pytest.mark.parametrize(
    "question",
    ["Karnataka", "Karnataka?", "UP", "In Karnataka", "Bengaluru, Karnataka", "Karnataka and Noida?", "Karnataka rules",
     "Karnataka vs UP", "and what about Karnataka?"],
)  # fmt: skip
def test_a_question_that_is_little_but_a_states_name_stays(with_states: LawIndex, question: str) -> None:
    assert understood(question, with_states).sought == question


def test_names_are_taken_out_of_the_states_told_only() -> None:
    text = "late fee in Karnataka, Goa and Noida"
    assert without_states(text, [], get_registry()) == text
    assert without_states(text, ["KARNATAKA"], get_registry()) == "late fee, Goa and Noida"


def test_after_one_state_another_is_asked_for_alone(with_states: LawIndex) -> None:
    """What the earlier answer stood on in the other state does not answer for this one."""
    last = answered(
        "What is the late fee in Karnataka?",
        citation("16", document=KARNATAKA),
        citation("3(2)"),
        citation("4"),
    )
    found = understood("And in UP?", with_states, last=last)
    assert found.documents == (ACT, UTTAR_PRADESH)
    assert found.sought == "What is the late fee? And?"
    stays = understood("And what about coins?", with_states, last=last)
    assert stays.documents == (ACT, KARNATAKA)


# -- laws named -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "rule 16 of the Karnataka Rules",
        "What does rule 16 of the Karnataka Lantern Rules, 1951 say?",
        "Karnataka Lantern Rules, rule 16",
        "rule 16 in Karnataka",
        "rule 16 of Bengaluru",
        "Karnataka rule 16",
    ],
)
def test_a_rule_of_a_states_rules_by_name_is_found(with_states: LawIndex, question: str) -> None:
    found = understood(question, with_states)
    assert asked(found) == [(KARNATAKA, "16")]
    assert found.other_laws == () and found.rules_not_held == () and found.not_there == ()


@pytest.mark.parametrize(
    "question",
    ["rule 16 of the UP rules", "rule 16 of the U.P. Rules", "rule 16 of the Uttar Pradesh Lantern Rules, 1952", "rule 16 UP",
     "what does rule 16 say in Noida?"],
)  # fmt: skip
def test_a_rule_that_a_states_rules_are_held_without_is_not_there(
    with_states: LawIndex, question: str
) -> None:
    found = understood(question, with_states)
    assert [(key, str(reference.path)) for key, reference in found.not_there] == [(UTTAR_PRADESH, "16")]
    assert found.references == () and found.other_laws == () and found.rules_not_held == ()


def test_rules_of_a_state_that_is_not_held_are_another_law(with_states: LawIndex) -> None:
    found = understood("rule 5 of the Bihar Rules", with_states)
    assert found.other_laws == ("Bihar Rules",) and found.states_not_held == ("BIHAR",)
    assert found.references == found.not_there == ()


def test_rules_named_are_meant_whatever_state_is_chosen(with_states: LawIndex) -> None:
    found = understood("rule 16 of the Karnataka Rules", with_states, jurisdiction="UTTAR_PRADESH")
    assert asked(found) == [(KARNATAKA, "16")] and found.not_there == ()


def test_two_states_compared_are_both_searched(with_states: LawIndex) -> None:
    found = understood("Compare the late fee in Karnataka and UP", with_states)
    assert found.query_type is QueryType.CONFLICT
    assert found.documents == (ACT, KARNATAKA, UTTAR_PRADESH)
    assert found.jurisdictions == ("CENTRAL", "KARNATAKA", "UTTAR_PRADESH")
    both = understood("rule 3 in Karnataka and in UP", with_states)
    assert asked(both) == [(KARNATAKA, "3"), (UTTAR_PRADESH, "3")]


def test_a_rule_that_one_of_two_states_has_is_found_and_the_other_told(with_states: LawIndex) -> None:
    found = understood("Compare rule 16 of the Karnataka Rules and rule 16 of the UP Rules", with_states)
    assert asked(found) == [(KARNATAKA, "16")]
    assert [key for key, _ in found.not_there] == [UTTAR_PRADESH]


FORM = "3. Fee.\nThe keeper gives Form A.\n\n16. Interest.\nTwo per cent.\n\nFORM A\n\nRECEIPT\n\nName of the keeper:\n"


def test_a_form_is_asked_for_by_its_name() -> None:
    """Of the documents searched, whichever hold it; one that none holds is searched for in words."""
    goa = spec("goa_rules", jurisdiction="GOA", doc_type="RULES", expected="3, 16", definitions=())
    held = index_of((spec(), EditionKind.PLAIN, PLAIN), (goa, EditionKind.OFFICIAL, FORM))
    of_goa = understood("What does form A ask for in Goa?", held)
    assert [(key, str(reference.path)) for key, reference in of_goa.references] == [("goa_rules", "Form A")]
    assert [unit.path for unit in held.units_at("goa_rules", parse_path("Form A"))] == ["Form A"]
    assert understood("What does form B ask for in Goa?", held).references == ()
    assert understood("What does form A ask for?", held).references == (), "whose form, nobody said"


# -- several things asked -------------------------------------------------------------------------------


def test_a_post_is_read_into_parts_each_with_its_state_and_its_day(index: LawIndex) -> None:
    post = (
        "My lantern in Karnataka was broken on 3 May 2019. Who mends the lantern for me? "
        "What does section 3 say? What is the late fee in Uttar Pradesh?"
    )
    whole = understood(post, index)
    first, section, fee = whole.each
    assert [one.heading for one in whole.each] == [
        "Who mends the lantern for me?", "What does section 3 say?", "What is the late fee in Uttar Pradesh?",
    ]  # fmt: skip
    assert first.jurisdictions == section.jurisdictions == ("CENTRAL", "KARNATAKA")
    assert fee.jurisdictions == ("CENTRAL", "UTTAR_PRADESH")
    assert [str(reference.path) for _, reference in section.references] == ["3"]
    assert first.references == fee.references == ()
    assert "was broken" in first.standalone and first.just_asked == "Who mends the lantern for me?"
    assert first.just_asked == first.asked_last and section.just_asked == section.asked_last
    assert {one.as_on for one in whole.each} == {whole.as_on}
    assert fee.case == "My lantern in Karnataka was broken on 3 May 2019. What is the late fee in Uttar Pradesh?"
    assert whole.case == whole.standalone, "of a question its own words tell the case"


def test_a_question_is_read_without_borrowed_dots_and_a_wish_for_a_sum_as_a_question(index: LawIndex) -> None:
    dotted = understood("फ़्लैट कब मिलेगा?", index)
    assert dotted.standalone == "फ्लैट कब मिलेगा?" and dotted.heading == "फ़्लैट कब मिलेगा?", "the heading is the asker's"
    assert understood("calculate interest on 4 lakh for 2 years", index).standalone == "how much interest on 4 lakh for 2 years"


def test_who_tells_and_asks_nothing_asks_what_to_do(index: LawIndex) -> None:
    told = understood("The builder is late by three years. Lost all hope, paid all of it.", index)
    assert told.only_tells and told.standalone.endswith("paid all of it. What can I do?")
    assert told.heading.startswith("The builder is late")
    for asked in (
        "The builder is late by three years, lost all hope. Who pays?",
        "late builder fine",
        "Late. Why?",
    ):
        assert not understood(asked, index).only_tells


def test_where_the_asker_lives_is_not_the_state_of_a_post(index: LawIndex) -> None:
    post = "I live in Goa, the lantern is in Karnataka. Who mends the lantern for me? May I sell the lock?"
    assert [one.jurisdictions for one in understood(post, index).each] == [("CENTRAL", "KARNATAKA")] * 2


def test_a_question_that_asks_one_thing_is_its_only_part(index: LawIndex) -> None:
    found = understood("My lantern broke. What can I do?", index)
    assert found.parts == () and found.each == (found,) and found.heading.startswith("My lantern broke")


def test_spelling_comes_before_all_else_and_headings_keep_what_was_written(index: LawIndex) -> None:
    correct = {"correct": lambda text: text.replace("sectoin", "section")}
    found = read_question("wat does sectoin 3 say", ReadingContext(index, get_registry(), **correct))
    assert [str(reference.path) for _, reference in found.references] == ["3"]
    assert "section" in found.standalone and found.heading == "Wat does sectoin 3 say"


def test_a_state_that_the_question_about_all_names_is_that_of_each_wrong(with_states: LawIndex) -> None:
    story = "Our mill wheel is broken since the first flood. The miller also took extra grain from every farmer."
    read = read_question(f"{story} What can we do in Karnataka?", ReadingContext(with_states, get_registry()))
    assert [(one.tells_wrong, one.jurisdictions[1:]) for one in read.parts] == [(True, ("KARNATAKA",))] * 2


def test_each_way_of_reading_a_post_has_a_switch_of_its_own(index: LawIndex) -> None:
    post = (
        "Our mill wheel is broken since the first flood, and the miller took extra grain from every farmer in the valley. "
        "He has the key of the granary since then and does not open it for anybody who asks him in the morning or at night. "
        "Who mends the wheel of the mill? By which day must the granary be opened?"
    )

    def read(**switches: bool) -> Query:
        return read_question(post, ReadingContext(index, get_registry(), switches=ReadingThresholds(**switches)))

    parts = read().parts
    assert [one.tells_wrong for one in parts] == [False, False, True, True]
    assert read(split_posts=False).parts == () and read(split_posts=False).standalone == read().standalone
    assert read(wrongs_as_parts=False).parts == parts[:2]
    without_story = read(story_of_part=False).parts
    assert "flood" in parts[0].standalone and "flood" not in without_story[0].standalone
    assert [one.story for one in without_story] == [one.story for one in parts]


def test_what_a_builder_writes_of_themselves_is_no_wrong_to_look_up(index: LawIndex) -> None:
    post = (
        "We are a small builder firm and put up one mill of 14 rooms, and our buyers gave us token money for them. The mill wheel is broken since the "
        "first flood. We have not yet applied for our registration because the papers of our land were pending with our lawyer. "
        "Who mends the wheel of the mill? By which day must we open the granary for our buyers?"
    )
    parts = read_question(post, ReadingContext(index, get_registry())).parts
    assert [one.tells_wrong for one in parts] == [False, False]


def test_the_wrongs_of_a_post_take_no_place_from_its_questions(index: LawIndex) -> None:
    asked = understood("Who lights the lantern?", index)
    wrongs = [replace(asked, tells_wrong=True, heading=str(number)) for number in range(3)]
    queries = [*wrongs, asked, asked]
    assert as_many(queries, 8) == queries
    assert as_many(queries, 4) == [*wrongs[:2], asked, asked]
    assert as_many(queries, 1) == [asked, asked], "of what is asked too much is told"


def test_a_short_name_that_two_states_share_is_of_the_state_of_the_story(with_rules: LawIndex) -> None:
    """Karnataka's authority and Kerala's are both "K-RERA": no rule of Karnataka is read for a home in Kochi."""
    text = (
        "We bought a villa at Kochi in 2019 and the builder has stopped all work since the flood of that year. He does not "
        "answer any letter. 1) What does K-RERA charge for a complaint? 2) Which form does K-RERA want for the interest?"
    )
    context = ReadingContext(with_rules, get_registry())
    found = read_question(text, context)
    assert [part.jurisdictions for part in found.parts] == [("CENTRAL", "KERALA")] * 2
    assert found.jurisdictions == ("CENTRAL", "KERALA")
    chosen = replace(context, jurisdiction="KERALA")
    assert read_question("What does K-RERA charge for a complaint?", chosen).jurisdictions == ("CENTRAL", "KERALA")
    assert read_question("What does K-RERA charge for a complaint?", context).jurisdictions == ("CENTRAL", "KARNATAKA")


def test_the_one_state_that_is_named_at_the_end_is_asked_of_all_along(index: LawIndex) -> None:
    found = understood("Which form does a lighter apply in, and how much is the lantern fee in Karnataka?", index)
    assert [part.jurisdictions for part in found.parts] == [("CENTRAL", "KARNATAKA")] * 2


def test_a_question_that_begins_with_and_leans_on_the_one_before_where_no_story_is_told(index: LawIndex) -> None:
    leaning = understood("Who mends a broken lantern in the street? And by when must the lamps be lit?", index)
    assert "broken lantern" in leaning.each[-1].standalone
    own = understood("Who mends a broken lantern in the street? By when must the lamps be lit?", index)
    assert len(own.each) == 2 and "broken" not in own.each[-1].standalone
    named = understood("Who mends a broken lantern in the street? And what does section 3 say?", index)
    assert "broken" not in named.each[-1].standalone, "a provision that is named needs no more"
