"""Rules of yes and no are read whole or not at all, and say nothing that their statement does not say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.statements.yes_no_rules import (
    get_yes_no_conditions,
    get_yes_no_rules,
    load_yes_no_conditions,
    load_yes_no_rules,
)
from civicsetu.errors import CorpusError
from civicsetu.law.yes_no_rules import AmountBound, FigureRelation, PolarKind, YesNoCase, YesNoCondition
from tests.corpus.statements.meadow import FACTS, FILLS, KEY, RULES, SHUT, edition_of

RULE = """law: meadow_act
words:
  gate: '\\bgates?\\b'
none: ['\\bfarms?\\b']
rules:
- id: gate-late
  statements: [meadow.1-1.shut]
  asks: [must]
  all: ['{gate}', '\\bshut\\b']
  none: ['\\bopen\\b']
  also: ['\\bwithout asking\\b']
  amount: {at_most: 30 days}
  says: "Yes, within 30 days."
"""
CONDITION = """conditions:
- statements: [meadow.1-1.shut]
  acts: [builder]
  says: "Not without 30 days."
"""
CASE = """cases:
- statements: [meadow.1-1.shut]
  facts: {possession: late}
  asks: [may]
  all: ['\\bshut\\b']
  unasked: ['\\bopen\\b']
  none: ['\\bfarm\\b']
  says: "No."
"""
STATEMENTS = load_statements({f"{KEY}.yaml": SHUT, f"{RULES}.yaml": FILLS}, edition_of, FACTS)


def test_a_rule_is_read_with_all_it_says() -> None:
    (rule,) = load_yes_no_rules({"meadow_act.yaml": RULE}, STATEMENTS)
    assert (rule.id, rule.statements, rule.says) == ("gate-late", ("meadow.1-1.shut",), "Yes, within 30 days.")
    assert rule.asks == {PolarKind.MUST} and rule.amount == AmountBound(FigureRelation.AT_MOST, Fraction(30), "day")
    assert rule.words[0].search("two GATES") and not rule.words[0].search("gated")
    assert [one.search("open farm") is not None for one in rule.other_words] == [True, True], "and the file's"
    assert rule.also[0].search("without asking")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("meadow.1-1.shut]", "meadow.9.lost]", "line 7, statements: meadow_act has no statement meadow.9.lost"),
        ("meadow.1-1.shut]", "rules.1.fee]", "line 7, statements: meadow_act has no statement rules.1.fee"),
        ('"Yes, within 30 days."', '"Yes, within 40 days."', "meadow.1-1.shut does not say 40"),
        ('"Yes, within 30 days."', '"Perhaps."', "says begins with one of"),
        ('"Yes, within 30 days."', '"Yes"', "yes are no values here"),
        ("  gate: ", "  fence: ", "line 3, words.fence: no rule has these words"),
        ("'{gate}'", "'{gate}', '{fence}'", "there are no words named fence"),
        ("shut\\b'", "(shut\\b'", "is no pattern"),
        ("30 days}", "a few days}", "is not one figure"),
        ("[must]", "[ought]", "'ought' is none of"),
        ("  all: ['{gate}', '\\bshut\\b']\n", "  all: ['{gate}']\n", "all"),
        ("  none:", "  never:", "there is no such key"),
    ],
)
def test_a_faulty_rule_is_refused_by_file_and_line(old: str, new: str, fault: str) -> None:
    assert old in RULE
    with pytest.raises(CorpusError) as told:
        load_yes_no_rules({"meadow_act.yaml": RULE.replace(old, new, 1)}, STATEMENTS)
    assert "yes_or_no/meadow_act.yaml, line " in str(told.value) and fault in str(told.value)


def test_who_acts_is_one_more_pattern_and_the_plain_words_are_the_file_s() -> None:
    text = RULE.replace("rules:", "plain: must the\nacts: '^must the {who}\\b'\nrules:").replace(
        "  all: [", "  who: '{gate}|fence'\n  all: ["
    )
    (rule,) = load_yes_no_rules({"meadow_act.yaml": text}, STATEMENTS)
    assert rule.plain == {"must", "the"}
    acts = rule.words[-1]
    assert acts.search("must the gates be shut") and acts.search("must the fence be shut")
    assert not acts.search("must i see that the gate is shut")


def test_an_id_stands_once() -> None:
    twice = RULE + RULE[RULE.index("- id:") :]
    with pytest.raises(CorpusError, match="gate-late stands twice"):
        load_yes_no_rules({"meadow_act.yaml": twice}, STATEMENTS)


def test_the_rules_that_ship_can_be_read() -> None:
    assert len(get_yes_no_rules()) > 100
    assert load_yes_no_rules({}, STATEMENTS) == ()


def test_a_condition_is_read_for_the_statement_that_sets_it() -> None:
    read = load_yes_no_conditions({"meadow_act.yaml": RULE + CONDITION}, STATEMENTS)
    assert read == {"meadow.1-1.shut": YesNoCondition(frozenset({"builder"}), "Not without 30 days.")}
    assert load_yes_no_conditions({"meadow_act.yaml": RULE}, STATEMENTS) == {}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("[meadow.1-1.shut]\n  acts", "[meadow.9.lost]\n  acts", "meadow_act has no statement meadow.9.lost"),
        ("[meadow.1-1.shut]\n  acts", "[meadow.1-1.shut, meadow.1-1.shut]\n  acts", "meadow.1-1.shut has two conditions"),
        ("Not without 30 days.", "Not without 40 days.", "meadow.1-1.shut does not say 40"),
        ("Not without 30 days.", "No.", "a yes or no depends on the words of a question"),
        ("Not without 30 days.", "Perhaps, in 30 days.", "says begins with one of"),
        ("[builder]", "[miller]", "'miller' is none of"),
        ("[builder]", "[]", "acts"),
        ("acts:", "none: ['(key']\n  acts:", "is no pattern"),
    ],
)
def test_a_faulty_condition_is_refused_by_file_and_line(old: str, new: str, fault: str) -> None:
    text = RULE + CONDITION
    assert old in text
    with pytest.raises(CorpusError) as told:
        load_yes_no_conditions({"meadow_act.yaml": text.replace(old, new)}, STATEMENTS)
    assert "yes_or_no/meadow_act.yaml, line" in str(told.value) and fault in str(told.value)


def test_a_case_is_read_for_the_statement_that_settles_it() -> None:
    (case,) = load_yes_no_conditions({"meadow_act.yaml": RULE + CASE}, STATEMENTS).values()
    assert isinstance(case, YesNoCase) and (case.facts, case.asks, case.says) == ({"possession": "late"}, {PolarKind.MAY}, "No.")
    assert case.words[0].search("is it SHUT") and case.unasked_words[0].search("open") and case.other_words[0].search("farm")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{possession: late}", "{possession: soon}", "'soon' is no value of possession"),
        ("{possession: late}", "{weather: wet}", "'weather' is no facet"),
        ("{possession: late}", "{}", "facts"),
        ('says: "No."\n', 'says: "Perhaps."\n', "says"),
        ("asks: [may]", "asks: []", "asks"),
    ],
)
def test_a_faulty_case_is_refused_by_file_and_line(old: str, new: str, fault: str) -> None:
    assert old in CASE
    with pytest.raises(CorpusError) as told:
        load_yes_no_conditions({"meadow_act.yaml": RULE + CASE.replace(old, new)}, STATEMENTS)
    assert "yes_or_no/meadow_act.yaml, line" in str(told.value) and fault in str(told.value)


def test_a_statement_settles_one_thing() -> None:
    with pytest.raises(CorpusError, match=r"meadow.1-1.shut has two conditions"):
        load_yes_no_conditions({"meadow_act.yaml": RULE + CONDITION + CASE}, STATEMENTS)


def test_the_conditions_that_ship_open_no_statement_with_a_bare_word() -> None:
    shipped = get_yes_no_conditions().values()
    conditions = [one for one in shipped if isinstance(one, YesNoCondition)]
    assert len(conditions) >= 10 and all(one.acts for one in conditions)
