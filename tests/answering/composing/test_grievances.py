"""A grievance is known by the provisions its statements rest on, or by facts, and names its steps in a table."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.grievances import Complainant, Grievances, get_grievances
from civicsetu.corpus.case_fact_list import get_case_facts
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.errors import CorpusError
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.yaml_data import parse_model
from tests.answering.composing.mills import ACT, catalogue

TABLE = f"""law: {ACT}
forms: {{act.31-2.form-fee: a complaint}}
grievances:
- id: ordered
  when: {{order: [in_favour]}}
  steps: [act.40-1.land-revenue]
- id: not_ground
  led_by: ['1(1)']
  or_when: {{possession: [late]}}
  steps: [act.31-1.which-office]
- id: by_broker
  names: [agent]
  led_by: ['2']
  steps: [act.31-1.which-office]
otherwise: [act.31-1.which-office]
"""
BUYER = Complainant(Actor.ALLOTTEE, {})


def table(text: str = TABLE) -> Grievances:
    return parse_model(Grievances, text, "a test")


def found(who: Complainant, *ids: str) -> str:
    laws = catalogue()
    one = table().find_by_statements([laws.by_id[name] for name in ids], laws, who)
    return one.id if one else ""


def test_the_table_that_ships_names_statements_provisions_and_facts_that_there_are() -> None:
    ships, statements, facts = get_grievances(), get_statements(), get_case_facts()
    steps = [*ships.otherwise, *(step for one in ships.grievances for step in one.steps)]
    named = {name for one in steps if not one.says for name in (one.step or one.filled, *one.unless_said)} | set(ships.forms)
    assert not named - set(statements.by_id)
    places = [place.path for one in statements for place in one.provisions if place.document == ships.law]
    for one in ships.grievances:
        assert not one.led_by or any(one.rests_on(place) for place in places), one.id
    for conditions in (*steps, *ships.grievances):
        assert facts.find_unknown(conditions.when) == facts.find_unknown(conditions.unless) == ""
    assert all(facts.find_unknown(one.or_when) == "" for one in ships.grievances)
    assert all(one.filled in ships.forms for one in steps if one.before)


def test_no_appeal_stands_where_nobody_has_an_order() -> None:
    for one in get_grievances().grievances:
        appeals = any("act.43" in step.step or "act.44" in step.filled for step in one.steps)
        assert not appeals or "order" in one.when, one.id


def _steps_that_ship(grievance: str, **facts: str) -> list[str]:
    one = next(one for one in get_grievances().grievances if one.id == grievance)
    return [step.step or step.before for step in one.steps if step.hold(facts)]


def test_a_complaint_comes_before_what_only_its_inquiry_or_a_revocation_brings() -> None:
    changed, stopped = _steps_that_ship("plan_changed"), _steps_that_ship("project_stopped")
    assert changed.index("authority") < changed.index("act.36.stop")
    assert stopped.index("authority") < stopped.index("act.8.first-refusal")


def test_no_step_presumes_an_agreement_or_its_lack_against_what_is_told() -> None:
    assert "act.18-3.agreement" not in _steps_that_ship("agreement_not_kept", stage="booked")
    assert "act.18-3.other-duties" in _steps_that_ship("agreement_not_kept", stage="booked")


def test_what_is_forbidden_or_punished_is_no_step() -> None:
    """A step is what somebody can do, or is owed: a ban tells them what somebody else should have left."""
    kinds = {one.id: one.kind for one in get_statements()}
    steps = {step.step for one in get_grievances().grievances for step in one.steps if step.step}
    told = {name: kinds[name] for name in steps if kinds[name] in (StatementKind.PROHIBITION, StatementKind.PENALTY)}
    assert told == {}


def test_the_builder_s_general_duties_are_no_complaint_of_defects() -> None:
    until = get_statements().by_id["act.11-4-a.until"]
    one = get_grievances().find_by_statements([until], get_statements(), BUYER)
    assert one is None


def test_the_first_statement_that_tells_a_grievance_decides() -> None:
    assert found(BUYER, "mill.4.mill", "mill.1-1.more") == "not_ground"
    assert found(BUYER, "mill.4.mill") == ""


def test_a_state_s_statement_tells_what_it_fills() -> None:
    broker = Complainant(Actor.ALLOTTEE, {}, frozenset({Actor.AGENT}))
    assert found(broker, "north.1.fee") == "by_broker"
    assert found(BUYER, "north.1.fee") == "", "nobody speaks of a broker"


def test_who_is_no_buyer_has_no_buyer_s_grievance() -> None:
    assert found(Complainant(Actor.PROMOTER, {}), "mill.1-1.grind") == ""
    assert found(Complainant(None, {}), "mill.1-1.grind") == "not_ground"


def test_facts_tell_a_grievance_before_or_after_the_statements() -> None:
    def of(facts: dict[str, str]) -> tuple[str, str]:
        who = Complainant(Actor.ALLOTTEE, facts)
        first, last = table().find_by_facts(who), table().find_otherwise(who)
        return first.id if first else "", last.id if last else ""

    assert of({"order": "in_favour"}) == ("ordered", "")
    assert of({"possession": "late"}) == ("", "not_ground")
    assert of({}) == ("", "")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (TABLE.replace("led_by: ['1(1)']", "led_by: ['1(((']"), "line 8, led_by"),
        (TABLE.replace("  names: [agent]\n  led_by: ['2']\n", ""), "by no provision and by no fact"),
        (TABLE.replace("names: [agent]", "speaks: [agent]"), "there is no such key"),
        (TABLE.replace("steps: [act.40-1.land-revenue]", "steps: []"), "line 6, steps"),
        (TABLE.replace("otherwise: [act", "otherwise: [{before: court}, act"), "names one statement"),
        (TABLE.replace("otherwise: [act", "otherwise: [{says: Write., before: court}, act"), "only what a state fills"),
    ],
)
def test_a_wrong_table_is_refused_with_its_field(wrong: str, said: str) -> None:
    with pytest.raises(CorpusError) as refused:
        table(wrong)
    assert said in str(refused.value.user_message)


@pytest.mark.parametrize(
    ("fact", "value", "grievance"),
    [
        ("broker", "unregistered", "broker_not_registered"),
        ("project", "unregistered", "project_not_registered"),
        ("oc", "none", "certificate_missing"),
        ("deed", "not_given", "deed_not_given"),
    ],
)
def test_a_wrong_known_of_the_asker_has_steps_though_no_statement_tells_it(fact: str, value: str, grievance: str) -> None:
    one = get_grievances().find_otherwise(Complainant(Actor.ALLOTTEE, {fact: value}))
    assert one is not None and one.id == grievance
