"""A statement claims nothing that its passage does not; each kind of difference is told, and rewording is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from civicsetu.claims.pair import FactKind
from civicsetu.claims.statements.check import check_statement, count_facts
from civicsetu.claims.statements.pair import StatementFinding, StatementLaw
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import Actor, DocumentPath, Statement, StatementKind, StatementPassage
from tests.corpus.laws import divided

KEY = "meadow_act"
PAYS = (
    "If the promoter (builder) fails to shut the gate within 30 days, the promoter must pay the allottee (buyer) "
    "interest of up to 9 per cent a year for every month of delay."
)
NEVER = (
    "A promoter (builder) must not accept more than 10 per cent of the cost from a person without first signing "
    "an agreement for the meadow."
)
EITHER = "The Authority may lower the fee. The promoter must pay the fee in advance."
TENANT = "A person who rents the meadow is not an allottee (buyer)."


def findings(
    says: str,
    law: str = PAYS,
    kind: StatementKind = StatementKind.DUTY,
    bearer: Actor | None = Actor.PROMOTER,
    holder: Actor | None = Actor.ALLOTTEE,
    required: Sequence[str] = (),
) -> tuple[StatementFinding, ...]:
    body = f"## 1. Gates.\n\n(1) {law}\n\n(2) The real estate agent (broker) and the Authority must help.\n"
    tree = divided(body, profile=STARTER)
    read = StatementLaw(tree, "section")
    start = body.index(law)
    place = DocumentPath(KEY, parse_path("1(1)"))
    passage = StatementPassage(place, start, start + len(law), law)

    def made(said: str) -> Statement:
        return Statement("m.1", KEY, said, kind, (passage,), bearer, holder)

    return check_statement(made(says), [made(one) for one in required], lambda _: read)


def kinds(*args: object, **named: object) -> set[FactKind]:
    return {finding.kind for finding in findings(*args, **named)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("says", "law"),
    [
        (
            "If the builder does not shut the gate within 30 days, it must pay you interest for each month of delay.",
            PAYS,
        ),
        (
            "For each month the gate is late after 30 days, the interest is up to 9 % a year.",
            PAYS.replace("within", "after"),
        ),
        ("The builder must not take more than 10 % of the cost before signing an agreement.", NEVER),
        ("The RERA authority may lower the fee.", EITHER),
        ("The builder must pay the fee in advance.", EITHER),
    ],
)
def test_other_words_for_the_same_are_no_difference(says: str, law: str) -> None:
    assert {finding.kind for finding in findings(says, law, holder=None, bearer=None)} <= {FactKind.NEGATION}


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("If the builder fails to shut the gate within 60 days, it must pay you interest.", FactKind.NUMBER),
        ("If the builder fails to shut the gate after 30 days, it must pay you interest.", FactKind.NUMBER),
        (
            "If the builder fails to shut the gate within 30 days, it must pay 9 % interest a year.",
            FactKind.NUMBER,
        ),
        (
            "If the builder fails to shut the gate within 30 days, it must pay at least 9 % a year.",
            FactKind.NUMBER,
        ),
        ("If the builder fails to shut the gate within 30 days, it may pay you interest.", FactKind.DUTY),
        (
            "If the builder fails to shut the gate within 30 days, it must not pay you interest.",
            FactKind.NEGATION,
        ),
        (
            "If the builder fails to shut the gate within 30 days, the broker must pay interest.",
            FactKind.PARTY,
        ),
        ("If you fail to shut the gate within 30 days, you must pay the builder interest.", FactKind.PARTY),
        ("The builder must pay you interest.", FactKind.CONDITION),
    ],
)
def test_each_kind_of_difference_is_told(says: str, kind: FactKind) -> None:
    assert kind in kinds(says)


def test_what_the_law_denies_is_not_affirmed() -> None:
    denied = findings("Someone who rents the meadow counts as a buyer.", TENANT, StatementKind.DEFINITION)
    assert FactKind.NEGATION in {finding.kind for finding in denied}
    assert not findings("Someone who rents the meadow is not a buyer.", TENANT, StatementKind.DEFINITION)


def test_a_condition_may_stand_in_what_is_required() -> None:
    alone = findings("The builder must pay you interest.")
    held = findings(
        "The builder must pay you interest.",
        required=["The gate must be shut within 30 days; that is when it fails."],
    )
    assert len([one for one in held if one.kind is FactKind.CONDITION]) < len(
        [one for one in alone if one.kind is FactKind.CONDITION]
    )


def test_may_not_is_ambiguous() -> None:
    assert any(
        one.fact == "may not"
        for one in findings("The builder may not take more than 10 % of the cost.", NEVER)
    )


def test_who_owes_is_who_the_entry_names() -> None:
    wrong = findings("The builder must pay interest for delay.", bearer=Actor.AGENT, holder=None)
    assert "promoter must" in {one.fact for one in wrong}


def test_a_period_names_its_figure() -> None:
    told = findings("If the gate is late the builder must pay you interest.", kind=StatementKind.PERIOD)
    assert any(one.fact.startswith("period without") for one in told)


def test_facts_are_counted() -> None:
    tree = divided(f"## 1. Gates.\n\n(1) {PAYS}\n", profile=STARTER)
    passage = StatementPassage(DocumentPath(KEY, parse_path("1(1)")), 0, 1, PAYS)
    one = Statement(
        "m.1", KEY, "The builder must pay the buyer within 30 days.", StatementKind.DUTY, (passage,)
    )
    assert count_facts(one, lambda _: StatementLaw(tree, "section")) == 5


def test_a_rule_is_not_shown_without_its_exception() -> None:
    tree = divided(f"## 1. Gates.\n\n(1) {PAYS}\n", profile=STARTER)
    law = StatementLaw(tree, "section")
    passage = StatementPassage(DocumentPath(KEY, parse_path("1(1)")), 0, 1, PAYS)
    says = "If the builder fails to shut the gate within 30 days, it must pay you interest."
    rule = Statement("m.1", KEY, says, StatementKind.DUTY, (passage,), Actor.PROMOTER, Actor.ALLOTTEE)
    other = Statement(
        "m.2", KEY, "No interest is due if a storm breaks the gate.", StatementKind.EXCEPTION, (passage,)
    )
    assert "without m.2" in {one.fact for one in check_statement(rule, (), lambda _: law, (other,))}
    assert "without m.2" not in {one.fact for one in check_statement(rule, (other,), lambda _: law, (other,))}


def test_nobody_is_joined_with_themselves_or_named_for_another() -> None:
    assert kinds("If the gate is late after 30 days, the builder must pay the builder interest.") == {
        FactKind.NUMBER,
        FactKind.PARTY,
    }
    assert any(
        one.fact == "promoter + promoter" for one in findings("Builders and builders must pay interest.")
    )
