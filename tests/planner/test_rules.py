"""Each rule names its steps from the question, the evidence and the law alone."""

from __future__ import annotations

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.planning import Tool
from civicsetu.planner.rules import RULES, has_evidence
from civicsetu.planner.steps import View
from civicsetu.settings.planner import PlannerRule
from tests.planner.given import evidence, lanterns, part
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return lanterns()


def targets(rule: PlannerRule, index: LawIndex, *given: Evidence, asked: str = "what does the watchman owe") -> list[str]:
    view = View(0, part(asked, index, *given), given, index)
    return [str(step.target) for step in RULES[rule](view)]


def test_a_part_whose_words_were_not_found_is_searched_without_its_story(index: LawIndex) -> None:
    asked = "may I hang a trumpet on my elephant"
    assert targets("asked_alone", index, evidence("4"), asked=asked) == [asked]
    assert targets("asked_alone", index, evidence("4"), asked="what penalty does the keeper pay") == []


def test_what_the_best_two_refer_to_is_opened_unless_it_is_there(index: LawIndex) -> None:
    assert targets("references", index, evidence("4")) == [f"{ACT} 3(1)"]
    assert targets("references", index, evidence("4"), evidence("3(1)")) == []
    assert targets("references", index, evidence("1"), evidence("2(a)"), evidence("4")) == []


def test_the_first_section_of_the_act_is_opened_at_its_beginning(index: LawIndex) -> None:
    assert targets("section_begins", index, evidence("16", KARNATAKA), evidence("3(2)")) == [f"{ACT} 3(1)"]
    assert targets("section_begins", index, evidence("3(1)"), evidence("3(2)")) == []


def test_the_rule_of_the_state_that_was_asked_is_fetched_and_of_no_other(index: LawIndex) -> None:
    assert targets("state_rules", index, evidence("3(2)")) == [f"{KARNATAKA} 3"]
    assert targets("state_rules", index, evidence("3(2)"), evidence("3", KARNATAKA)) == []
    assert UTTAR_PRADESH not in " ".join(targets("state_rules", index, evidence("4"), evidence("3(2)")))


def test_what_stands_beside_the_best_is_looked_at(index: LawIndex) -> None:
    view = View(0, part("how much", index, evidence("3(1)")), [evidence("3(1)")], index)
    assert [(step.tool, str(step.target)) for step in RULES["beside"](view)] == [(Tool.EXPAND, f"{ACT} 3(1)")]
    assert targets("beside", index, evidence("4")) == [], "a section of one unit has nothing beside it"


def test_a_word_that_the_law_defines_is_looked_up(index: LawIndex) -> None:
    assert targets("defined_words", index, evidence("4"), asked="who counts as a keeper") == [f"{ACT} 2(b)"]
    assert targets("defined_words", index, evidence("2(b)"), asked="who counts as a keeper") == []


def test_a_part_has_evidence_when_a_third_of_its_words_are_there(index: LawIndex) -> None:
    view = View(0, part("elephant trumpet penalty", index, evidence("4")), [evidence("4")], index)
    assert has_evidence(view)
    assert not has_evidence(View(0, view.sought, [evidence("1")], index))
