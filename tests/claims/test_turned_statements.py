"""A not that is added, lost or turned, and a party in another's place, are told of a plain statement."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.claims.pair import FactKind
from civicsetu.claims.statements.check import check_statement
from civicsetu.claims.statements.pair import StatementLaw, read_pair
from civicsetu.claims.statements.turned_denials import compare_denied_denials, compare_turned_phrases
from civicsetu.claims.statements.who_fails import compare_beside, compare_counted
from civicsetu.corpus.structure.headings import STARTER
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import Actor, DocumentPath, Statement, StatementKind, StatementPassage
from tests.corpus.laws import divided

GATE = "If the promoter (builder) fails to shut the gate or cannot mend it, the allottee (buyer) is entitled to interest."
CHARGE = "If a charge is created after the agreement, it does not affect the right of any allottee (buyer)."
CALM = "In calm weather, and without neglect by the promoter, the Authority may extend the term."
LATE = "The promoter remains liable, even after the meadow is transferred, to pay the dues."
VACANT = "No order of the Authority is invalid merely because a seat is vacant."
BANNED = "A promoter (builder) must not sell a meadow unless the promoter has shut its gate."
SHUT = "The promoter (builder) must shut the gate for the allottees (buyers)."
BREACH = "A promoter (builder) who contravenes any provision of this Act is liable to a penalty."
KEY = "meadow_act"


def facts(
    says: str,
    law: str | Sequence[str],
    kind: StatementKind = StatementKind.DUTY,
    bearer: Actor | None = Actor.PROMOTER,
    holder: Actor | None = None,
    act: StatementLaw | None = None,
) -> set[tuple[FactKind, str]]:
    """Kind and fact of each finding of parties or denials, each passage a sub-section of one section."""
    laws = [law] if isinstance(law, str) else list(law)
    body = "## 1. Gates.\n\n" + "\n\n".join(f"({at}) {one}" for at, one in enumerate(laws, 1)) + "\n"
    read = StatementLaw(divided(body, profile=STARTER), "section", act)
    passages = tuple(
        StatementPassage(
            DocumentPath(KEY, parse_path(f"1({at})")), body.index(one), body.index(one) + len(one), one
        )
        for at, one in enumerate(laws, 1)
    )
    found = check_statement(Statement("m.1", KEY, says, kind, passages, bearer, holder), [], lambda _: read)
    told = (FactKind.PARTY, FactKind.NEGATION)
    return {(one.kind, one.fact) for one in found if one.kind in told}


def kinds(*args: object, **named: object) -> set[FactKind]:
    return {kind for kind, _ in facts(*args, **named)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("right", "wrong", "law"),
    [
        (
            "If the builder fails to shut the gate or cannot mend it, you may claim interest.",
            "If the builder fails to shut the gate or can mend it, you may claim interest.",
            GATE,
        ),
        (
            "A charge created after the agreement does not affect your right.",
            "A charge created after the agreement does affect your right.",
            CHARGE,
        ),
        (
            "If the builder is not in neglect, the RERA authority may extend the term in calm weather.",
            "If the builder is in neglect, the RERA authority may extend the term in calm weather.",
            CALM,
        ),
        (
            "Even after the meadow is transferred, the builder must pay the dues.",
            "Even after the meadow is not transferred, the builder must pay the dues.",
            LATE,
        ),
        (
            "A vacant seat alone does not make the RERA authority's order invalid.",
            "A vacant seat alone does make the RERA authority's order invalid.",
            VACANT,
        ),
        (
            "The builder must not sell a meadow before the gate is shut.",
            "The builder must not sell a meadow before the gate is not shut.",
            BANNED,
        ),
        (
            "The builder can sell a meadow only after the gate is shut.",
            "The builder can not sell a meadow only after the gate is shut.",
            BANNED,
        ),
    ],
)
def test_a_not_added_or_lost_is_told(right: str, wrong: str, law: str) -> None:
    def nots(says: str) -> set[str]:
        return {fact for kind, fact in facts(says, law) if kind is FactKind.NEGATION}

    assert nots(wrong) - nots(right)


def test_a_bound_is_not_turned_by_a_not() -> None:
    law = "The fee is 5 rupees if the meadow is not more than 100 square metres, or 9 rupees if it is more."
    assert not facts("The fee is 5 rupees if the meadow is at most 100 square metres.", law)
    assert kinds("The fee is 5 rupees if the meadow is not at most 100 square metres.", law) == {
        FactKind.NEGATION
    }


@pytest.mark.parametrize(
    "says",
    [
        "A builder who does not shut the gate faces a penalty.",
        "A builder who breaks the duty to shut the gate faces a penalty.",
        "A builder disobeying the duty to shut the gate faces a penalty.",
    ],
)
def test_a_penalty_is_for_a_breach(says: str) -> None:
    told = facts(says, [BREACH, SHUT], StatementKind.PENALTY)
    assert (FactKind.NEGATION, "penalty without breach") not in told


def test_a_penalty_for_keeping_the_law_is_told() -> None:
    told = facts("A builder who shuts the gate faces a penalty.", [BREACH, SHUT], StatementKind.PENALTY)
    assert (FactKind.NEGATION, "penalty without breach") in told


def test_who_fails_is_who_fails_in_the_law() -> None:
    told = facts("If you fail to shut the gate, you may claim interest.", GATE, holder=Actor.ALLOTTEE)
    assert (FactKind.PARTY, "allottee fails") in told
    right = facts(
        "If the builder fails to shut the gate, you may claim interest.", GATE, holder=Actor.ALLOTTEE
    )
    assert (FactKind.PARTY, "promoter fails") not in right


def test_who_is_left_out_is_left_out_by_the_law() -> None:
    law = "Two-thirds of the allottees (buyers), other than the promoter, must agree."
    assert not facts("Two-thirds of the buyers, without the builder, must agree.", law, bearer=None)
    assert (FactKind.PARTY, "allottee is left out") in facts(
        "Two-thirds, without the buyer, must agree.", law, bearer=None
    )


def test_who_counts_as_a_party_is_that_party() -> None:
    law = "A promoter is any person who sells a meadow to the allottees (buyers)."
    told = facts("Who sells a meadow to buyers counts as a buyer.", law, StatementKind.DEFINITION, None)
    assert (FactKind.PARTY, "counts as allottee") in told
    assert not facts("Who sells a meadow to buyers counts as a builder.", law, StatementKind.DEFINITION, None)


def test_a_name_said_twice_in_a_sentence_takes_no_other_place() -> None:
    law = (
        "A promoter (builder) who contravenes this section is liable to a penalty. "
        "The promoter must let the allottees (buyers) meet."
    )
    told = facts("A builder who does not let builders meet faces a penalty.", law, StatementKind.PENALTY)
    assert (FactKind.PARTY, "promoter 2 times") in told


def test_each_place_where_a_party_is_joined_with_itself_counts() -> None:
    law = "The agreement must state the interest that the promoter must pay the allottee, and the allottee the promoter."
    once = facts("The agreement states interest, builder to buyer and buyer to builder.", law)
    twice = facts("The agreement states interest, buyer to buyer and buyer to builder.", law)
    assert twice - once


def test_a_buyers_right_is_not_told_of_their_association() -> None:
    law = "The promoter must hand the meadow to the allottees (buyers), and the gate to the allottees' association."
    told = facts("The builder must hand the meadow to the association of buyers.", law, holder=Actor.ALLOTTEE)
    assert (FactKind.PARTY, "association instead") in told
    assert not facts("The builder must hand the meadow to you.", law, holder=Actor.ALLOTTEE)


def test_a_passage_that_names_neither_party_excuses_no_exchange() -> None:
    court = "The Authority must hear claims for compensation."
    duty = "The promoter must repair the gate of the meadow for the allottees (buyers)."
    wrong = facts(
        "The RERA authority hears claims when the buyer must repair the gate.", [court, duty], bearer=None
    )
    right = facts(
        "The RERA authority hears claims when the builder must repair the gate.", [court, duty], bearer=None
    )
    assert (FactKind.PARTY, "allottee for promoter") in wrong and not right


def test_a_rule_is_held_to_the_section_that_it_names() -> None:
    body = "## 1. Appeals.\n\n(1) Who is aggrieved by an order that the Authority made for any meadow "
    body += "may appeal to the Appellate Tribunal.\n"
    act = StatementLaw(divided(body, profile=STARTER), "section")
    law = "Each appeal filed under section 1(1) of the Act must be accompanied by a fee."
    right = facts("An appeal to the appellate tribunal is filed with a fee.", law, bearer=None, act=act)
    wrong = facts("An appeal to the RERA authority is filed with a fee.", law, bearer=None, act=act)
    assert not right and wrong == {(FactKind.PARTY, "Authority for Appellate Tribunal")}


def test_a_person_of_the_law_is_no_buyer_in_the_builders_place() -> None:
    law = "A promoter (builder) must not accept money from a person without signing an agreement with that person."
    told = facts("Before taking money the buyer must sign an agreement.", law, holder=Actor.ALLOTTEE)
    assert (FactKind.PARTY, "allottee") in told


_WORDS = (
    "the if not no only before until after at most 5 invalid barred unless without fails cannot does breaks "
    "builder buyer you counts as is , . that hand over"
).split()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=14))
def test_any_row_of_words_is_read_and_agrees_with_itself(words: list[str]) -> None:
    says = " ".join(["Pay", *words])
    read = StatementLaw(divided(f"## 1. Gates.\n\n(1) {GATE}\n", profile=STARTER), "section")
    for law in (says, GATE):
        passage = StatementPassage(DocumentPath(KEY, parse_path("1(1)")), 0, len(law), law)
        one = Statement("m.1", KEY, says, StatementKind.DEFINITION, (passage,))
        pair = read_pair(one, [], lambda _: read)
        compared = (compare_turned_phrases, compare_denied_denials, compare_beside, compare_counted)
        found = [list(compare(pair)) for compare in compared]
        assert law == GATE or not any(found[:3])
        check_statement(one, [], lambda _: read)
