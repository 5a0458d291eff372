"""Which statement answers: what weighs, what is left out, and what ships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np
import pytest
import yaml

from civicsetu.answering.composing import ranking
from civicsetu.answering.composing.answer_with_statements import read_asker
from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.ranking import (
    FEATURES,
    Ranked,
    RankingWeights,
    add_just_asked,
    candidates,
    features,
    get_weights,
    rank,
)
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.asked_questions import AskedQuestion
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mills import ACT, NORTH, found, index_with, names, read

EVERY = tuple((ACT, path) for path in ("1(1)", "1(2)", "1(3)", "2", "3(1)", "3(2)", "4"))
NONE = RankingWeights(
    np.zeros(len(FEATURES), np.float32), np.zeros(len(FEATURES), np.float32), np.ones(len(FEATURES), np.float32), 1, 0
)  # fmt: skip


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def asker(
    kind: AskedKind = AskedKind.OTHER,
    party: Actor | None = None,
    named: frozenset[Actor] = frozenset(),
    facts: Mapping[str, str] | None = None,
    **more: object,
) -> Asker:
    return Asker(kind, party, named, facts or {}, **more)  # type: ignore[arg-type]


def ordered(
    index: StatementIndex,
    who: Asker,
    *places: tuple[str, str],
    question: str = "zzz",
    weights: RankingWeights | None = NONE,
) -> list[Ranked]:
    searched = found(question, *(places or EVERY))
    return rank(question, who, searched.vectors, candidates(searched.evidence, index), index, weights)


def column(
    index: StatementIndex, name: str, who: Asker, *places: tuple[str, str], question: str = "zzz"
) -> dict[str, float]:
    searched = found(question, *(places or EVERY))
    chosen = candidates(searched.evidence, index)
    rows = features(question, who, searched.vectors, chosen, index)
    assert rows.shape == (len(chosen), len(FEATURES))
    return {
        index.held[at].statement.id: float(row[FEATURES.index(name)])
        for (at, _, _), row in zip(chosen, rows, strict=True)
    }


async def test_a_statement_that_people_asked_for_in_such_words_is_known_to_be_near() -> None:
    asked = (AskedQuestion(text="zzz", lead=("mill.2.fee",)),)
    near = column(await index_with(compared=asked), "people", asker())
    assert near["mill.2.fee"] == pytest.approx(1.0) and np.isnan(near["mill.4.mill"])
    assert dict(zip(FEATURES, get_weights().weights, strict=True))["people"] > 0


def test_the_weights_that_ship_are_of_just_these_features() -> None:
    data = yaml.safe_load(files("civicsetu.answering.composing").joinpath("ranking.yaml").read_text("utf-8"))
    assert tuple(data["features"]) == FEATURES
    assert all(len(row) == 3 and row[2] > 0 for row in data["features"].values())
    held = get_weights()
    assert held.slope > 0 and held.weights.shape == (len(FEATURES),) and np.isfinite(held.weights).all()


def test_a_feature_that_was_not_fitted_weighs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "FEATURES", (*FEATURES, "new"))
    held = get_weights.__wrapped__()
    assert (held.weights[-1], held.means[-1], held.scales[-1]) == (0, 0, 1)


async def test_candidates_are_the_statements_of_what_was_found_each_once(index: StatementIndex) -> None:
    searched = found("x", (ACT, "1(2)"), (ACT, "1(1)"), (ACT, "1(2)"), (ACT, "9"))
    chosen = candidates(searched.evidence, index)
    assert [(index.held[at].statement.id, place) for at, _, place in chosen] == [
        ("mill.1-2.claim", 0), ("mill.1-1.grind", 1), ("mill.1-1.more", 1),
    ]  # fmt: skip
    assert candidates((), index) == []
    assert features("x", asker(), None, [], index).shape == (0, len(FEATURES))


async def test_without_vectors_words_still_tell(index: StatementIndex) -> None:
    chosen = candidates(found("x", *EVERY).evidence, index)
    rows = features("in which house is corn ground", asker(), None, chosen, index)
    assert not rows[:, [FEATURES.index("whitened"), FEATURES.index("centre")]].any()
    best = int(np.argmax(rows[:, FEATURES.index("words")]))
    assert index.held[chosen[best][0]].statement.id == "mill.4.mill"


@pytest.mark.parametrize(
    ("kind", "fit"),
    [
        (AskedKind.MEANING, {"mill.4.mill"}),
        (AskedKind.HOW_MUCH, {"mill.2.fee", "mill.3-1.penalty", "mill.3-2.prison"}),
        (AskedKind.CONSEQUENCE, {"mill.3-1.penalty", "mill.3-2.prison"}),
        (AskedKind.OTHER, set()),
    ],
)
async def test_the_kind_asked_fits_the_kind_stated(
    index: StatementIndex, kind: AskedKind, fit: set[str]
) -> None:
    told = column(index, "kind_fits", asker(kind))
    assert {name for name, value in told.items() if value} == fit


@pytest.mark.parametrize(
    ("kind", "fit"),
    [
        (AskedKind.HOW_MUCH, {"mill.1-2.claim", "mill.3-1.penalty"}),
        (AskedKind.HOW_LONG, {"mill.1-1.grind", "mill.1-1.more", "mill.1-2.claim", "mill.3-2.prison"}),
        (AskedKind.WHO, set[str]()),
    ],
)
async def test_a_figure_asked_for_counts_as_far_as_its_statement_is_near(
    index: StatementIndex, kind: AskedKind, fit: set[str]
) -> None:
    asked = "The builder must grind corn; a buyer may claim; a penalty of up to 100 rupees; prison for 3 years"
    near = column(index, "centre", asker(kind), question=asked)
    assert any(near[name] > 0 for name in fit) or not fit
    assert column(index, "figure_near", asker(kind), question=asked) == {
        name: pytest.approx(max(value, 0.0) if name in fit else 0.0) for name, value in near.items()
    }


async def test_what_somebody_else_owes_is_marked_where_others_are_named(index: StatementIndex) -> None:
    named = column(index, "other_bearer", asker(named=frozenset({Actor.AUTHORITY})))
    assert named["mill.1-1.grind"] == 1 and named["mill.1-1.more"] == 0 == named["mill.4.mill"]
    assert not any(column(index, "other_bearer", asker()).values())


async def test_the_asker_s_state_weighs_where_a_detail_is_asked(index: StatementIndex) -> None:
    of = ((NORTH, "1"), (ACT, "2"))
    detail = asker(states=frozenset({"NORTHLAND"}), detail=True)
    assert column(index, "own_state", detail, *of) == {"north.1.fee": 1, "north.1.when": 1, "mill.2.fee": 0}
    assert not any(column(index, "own_state", asker(states=frozenset({"NORTHLAND"})), *of).values())


async def test_a_sum_of_one_party_is_not_told_to_who_names_another(index: StatementIndex) -> None:
    detail = {"states": frozenset({"NORTHLAND"}), "detail": True}
    of_fee = index.get("mill.2.fee")
    assert of_fee is not None
    at = index.place["mill.2.fee"]
    of_builder = replace(of_fee.statement, bearer=Actor.PROMOTER, kind=StatementKind.AMOUNT)
    held = [*index.held[:at], replace(of_fee, statement=of_builder), *index.held[at + 1 :]]
    changed = replace(index, held=tuple(held))

    def score(who: Asker) -> float:
        return next(one.score for one in ordered(changed, who, (ACT, "2")) if one.held.statement.id == "mill.2.fee")

    of_brokers = score(asker(named=frozenset({Actor.AGENT}), **detail))
    assert of_brokers == pytest.approx(score(asker(**detail)) - ANSWERING.of_another_party)
    assert score(asker(named=frozenset({Actor.AGENT, Actor.PROMOTER}), **detail)) == score(asker(**detail))
    assert score(asker(named=frozenset({Actor.AGENT}))) == score(asker()), "no detail is asked"


async def test_what_one_party_owes_stands_back_where_another_s_duty_is_asked(index: StatementIndex) -> None:
    held = index.get("mill.1-1.grind")
    assert held is not None and held.statement.bearer is Actor.PROMOTER
    nobody = ranking._known_beforehand(held.statement, asker())
    assert ranking._known_beforehand(held.statement, asker(bound=Actor.PROMOTER)) == nobody
    assert ranking._known_beforehand(held.statement, asker(bound=Actor.AGENT)) == nobody - ANSWERING.of_others


async def test_what_names_other_parties_alone_stands_back_where_a_seller_asks_of_themselves(index: StatementIndex) -> None:
    held = index.get("mill.1-1.grind")
    assert held is not None

    def gained(says: str, **known: Any) -> float:
        statement = replace(held.statement, says=says, bearer=Actor.AUTHORITY, holder=None)
        return ranking._known_beforehand(statement, asker(party=Actor.AGENT, **known))

    of_builders, of_brokers = "The office may close the builder's mill.", "The office may close the broker's mill."
    assert gained(of_builders, of_self=True) == gained(of_builders) - ANSWERING.of_others
    assert gained(of_brokers, of_self=True) == gained(of_brokers)
    assert gained("The office may close a mill.", of_self=True) == gained("The office may close a mill.")
    of_project = "The office may end a project's registration."
    assert gained(of_project, of_self=True) == gained(of_project) - ANSWERING.of_others, "a project is the builder's"


async def test_what_follows_where_the_authority_does_nothing_is_not_what_follows_where_a_broker_does(index: StatementIndex) -> None:
    held = index.get("mill.1-1.grind")
    assert held is not None
    deemed = replace(held.statement, kind=StatementKind.CONSEQUENCE, bearer=Actor.AUTHORITY, holder=Actor.AGENT)
    assert ranking._follows_where_an_office_fails(deemed, asker(AskedKind.CONSEQUENCE, named=frozenset({Actor.AGENT})))
    assert ranking._follows_where_an_office_fails(deemed, asker(AskedKind.REMEDY))
    assert not ranking._follows_where_an_office_fails(deemed, asker(AskedKind.CONSEQUENCE, named=frozenset({Actor.AUTHORITY})))
    assert not ranking._follows_where_an_office_fails(deemed, asker(AskedKind.HOW_LONG)), "when am I registered?"
    of_the_party = replace(deemed, bearer=Actor.AGENT)
    assert not ranking._follows_where_an_office_fails(of_the_party, asker(AskedKind.CONSEQUENCE))


async def test_what_speaks_to_a_buyer_stands_back_where_somebody_else_asks(index: StatementIndex) -> None:
    held = index.get("mill.1-1.grind")
    assert held is not None
    to_buyers = replace(held.statement, holder=Actor.ALLOTTEE, says="The miller must give you your flour.")
    nobody = ranking._known_beforehand(to_buyers, asker())
    assert ranking._known_beforehand(to_buyers, asker(party=Actor.LANDOWNER)) == nobody - ANSWERING.of_others
    about = replace(to_buyers, says="The miller must give customers their flour.")
    assert ranking._known_beforehand(about, asker(party=Actor.LANDOWNER)) == nobody


async def test_that_a_change_of_mind_is_no_ground_is_told_to_who_has_changed_it(index: StatementIndex) -> None:
    held = index.get("mill.1-1.grind")
    assert held is not None
    of_choice = replace(held, statement=replace(held.statement, facets={"reason": frozenset({"own_choice"})}))
    fits = [ranking._fits_asker(of_choice, asker(facts=facts)) for facts in ({}, {"reason": "own_choice"}, {"reason": "builder_failed"})]
    assert fits == [False, True, False]


async def test_a_facet_that_contradicts_drops_out_and_one_that_fits_gains(index: StatementIndex) -> None:
    both = names(ordered(index, asker()))
    assert {"mill.1-2.claim", "mill.1-3.back"} <= set(both), "who says nothing is told both"
    leaving = ordered(index, asker(facts={"wants": "leave"}))
    assert "mill.1-2.claim" not in names(leaving)
    assert names(leaving)[0] == "mill.1-3.back" and leaving[0].score > leaving[1].score


async def test_who_seeks_redress_is_not_led_by_own_duties(index: StatementIndex) -> None:
    promoter = asker(AskedKind.REMEDY, Actor.PROMOTER)
    left = ordered(index, promoter)
    assert left and all(one.held.statement.bearer is not Actor.PROMOTER for one in left)
    asking = names(ordered(index, asker(AskedKind.HOW_LONG, Actor.PROMOTER)))
    assert "mill.1-1.grind" in asking, "who asks what they owe is told it"
    wants = asker(AskedKind.MAY, Actor.PROMOTER, facts={"wants": "leave"})
    assert "mill.1-1.grind" not in names(ordered(index, wants))


async def test_equals_stay_in_the_order_found_and_weights_move_them(index: StatementIndex) -> None:
    of = ((ACT, "3(2)"), (ACT, "2"), (ACT, "3(1)"))
    who = asker(asks_penalty=True)
    assert names(ordered(index, who, *of)) == ["mill.3-2.prison", "mill.2.fee", "mill.3-1.penalty"]
    heavy = np.zeros(len(FEATURES), np.float32)
    heavy[FEATURES.index("rank")] = -1
    turned = RankingWeights(heavy, NONE.means, NONE.scales, 2.0, 0.5)
    told = ordered(index, who, *of, weights=turned)
    assert names(told) == ["mill.3-1.penalty", "mill.2.fee", "mill.3-2.prison"]
    assert told[-1].score == pytest.approx(2.0 * -1 + 0.5)


async def test_a_penalty_leads_only_where_one_is_asked_for(index: StatementIndex) -> None:
    of = ((ACT, "3(1)"), (ACT, "2"))
    assert names(ordered(index, asker(), *of))[0] == "mill.2.fee"
    assert names(ordered(index, asker(asks_penalty=True), *of))[0] == "mill.3-1.penalty"


async def test_with_the_weights_that_ship_the_statement_asked_for_comes_first(index: StatementIndex) -> None:
    question = "What is the penalty if the builder does not grind the corn?"
    of = ((ACT, "2"), (ACT, "3(1)"), (ACT, "4"))
    told = ordered(index, asker(AskedKind.HOW_MUCH, asks_penalty=True), *of, question=question, weights=None)
    assert names(told)[0] == "mill.3-1.penalty"


async def test_what_concerns_brokers_stands_back_where_nobody_speaks_of_one(index: StatementIndex) -> None:
    held = index.get("mill.2.fee")
    assert held is not None
    of_broker = replace(held.statement, bearer=Actor.AGENT)
    speaking = asker(named=frozenset({Actor.AGENT}))
    assert ranking._known_beforehand(of_broker, asker()) < ranking._known_beforehand(of_broker, speaking)


async def test_who_asks_what_a_builder_owes_is_not_told_what_buyers_do(index: StatementIndex) -> None:
    held = index.get("mill.2.fee")
    assert held is not None
    of_buyer = replace(held, statement=replace(held.statement, bearer=Actor.ALLOTTEE))
    assert ranking._fits_asker(of_buyer, asker())
    assert not ranking._fits_asker(of_buyer, asker(asks_of_builder=True))


async def test_the_punishment_of_whom_it_is_asked_leads(index: StatementIndex) -> None:
    of_broker = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, bearer=Actor.AGENT))
            if one.statement.id == "mill.3-2.prison" else one
            for one in index.held
        ),
    )  # fmt: skip
    of = ((ACT, "3(1)"), (ACT, "3(2)"))
    named = frozenset({Actor.PROMOTER, Actor.AGENT})
    leads = {
        punished: names(ordered(of_broker, asker(asks_penalty=True, named=named, punished=punished), *of))[0]
        for punished in (Actor.PROMOTER, Actor.AGENT)
    }
    assert leads == {Actor.PROMOTER: "mill.3-1.penalty", Actor.AGENT: "mill.3-2.prison"}


async def test_who_asks_what_they_get_is_not_told_first_what_they_owe(index: StatementIndex) -> None:
    held = index.get("mill.3-1.penalty")
    assert held is not None
    of_buyer, of_builder = (replace(held.statement, bearer=one) for one in (Actor.ALLOTTEE, Actor.PROMOTER))
    claims = asker(claims=True)
    assert ranking._known_beforehand(of_buyer, claims) < ranking._known_beforehand(of_builder, claims)
    for other in (asker(), asker(claims=True, party=Actor.PROMOTER)):
        assert ranking._known_beforehand(of_buyer, other) == ranking._known_beforehand(of_builder, other)


@pytest.mark.parametrize(
    ("asked", "gets"),
    [
        ("What interest do I get from the promoter?", True),
        ("Builder owes me a refund, can he keep it?", True),
        ("mujhe byaj milega kya", True),
        ("What interest is due to me?", True),
        ("Do I need to pay interest?", False),
        ("Can I get the keys without paying the last instalment?", False),
        ("Should we pay before we get the keys?", False),
    ],
)
def test_what_the_asker_gets_is_known_by_its_words(asked: str, gets: bool) -> None:
    assert read_asker(read(asked)).claims is gets


def with_facets(index: StatementIndex, **facets: Mapping[str, frozenset[str]]) -> StatementIndex:
    """The index with other facets, by a statement's id with `_` for `.` and `-`."""
    held = tuple(
        replace(one, statement=replace(one.statement, facets=facets[name])) if name in facets else one
        for one in index.held
        for name in [one.statement.id.replace(".", "_").replace("-", "_")]
    )
    return replace(index, held=held)


async def test_what_holds_for_another_project_is_left_out(index: StatementIndex) -> None:
    apart = with_facets(
        index,
        mill_4_mill={"project": frozenset({"unregistered"})},
        mill_2_fee={"project": frozenset({"registered"})},
    )
    told = ordered(apart, asker(facts={"project": "unregistered"}))
    assert "mill.4.mill" in names(told) and "mill.2.fee" not in names(told)
    assert "mill.2.fee" in names(ordered(apart, asker()))


async def test_who_seeks_a_way_out_is_told_first_what_wants_nothing_more_of_them(index: StatementIndex) -> None:
    apart = with_facets(
        index,
        mill_4_mill={"possession": frozenset({"late"})},
        mill_2_fee={"possession": frozenset({"late"}), "wants": frozenset({"leave"})},
    )

    def gained(who: Asker) -> tuple[float, float]:
        scores = {one.held.statement.id: one.score for one in ordered(apart, who)}
        return scores["mill.4.mill"], scores["mill.2.fee"]

    late = {"possession": "late"}
    wholly = ANSWERING.holds_wholly
    assert gained(asker(AskedKind.REMEDY, facts=late)) == pytest.approx((wholly, 0))
    assert gained(asker(AskedKind.REMEDY, facts={**late, "wants": "leave"})) == pytest.approx((wholly, wholly))
    assert gained(asker(AskedKind.HOW_MUCH, facts=late)) == pytest.approx((0, 0)), "the question says what it asks"


async def test_the_way_out_of_a_known_wrong_is_a_candidate_though_its_provision_was_not_found(
    index: StatementIndex,
) -> None:
    apart = with_facets(index, mill_4_mill={"possession": frozenset({"late"})})
    evidence = found("zzz", (ACT, "2")).evidence
    late = asker(AskedKind.REMEDY, facts={"possession": "late"})
    of_rate = asker(AskedKind.HOW_MUCH, facts={"possession": "late"})

    def named(who: Asker) -> list[str]:
        return [index.held[at].statement.id for at, _, _ in add_just_asked(candidates(evidence, apart), who, apart)]

    assert "mill.4.mill" in named(late)
    assert "mill.4.mill" not in named(of_rate) + named(asker(AskedKind.REMEDY))


async def test_who_tells_a_wrong_or_asks_what_to_do_is_not_told_what_a_word_means(index: StatementIndex) -> None:
    kinds = {one.held.statement.kind for one in ordered(index, asker(AskedKind.MAY))}
    assert StatementKind.DEFINITION in kinds
    liable = asker(AskedKind.MAY, liability=True, bound=Actor.AGENT)
    for who in (asker(AskedKind.MAY, tells_wrong=True), asker(AskedKind.REMEDY), liable):
        assert {one.held.statement.kind for one in ordered(index, who)} == kinds - {StatementKind.DEFINITION}


async def test_who_gave_an_order_only_tells_what_does_not_hold(index: StatementIndex) -> None:
    apart = with_facets(
        index,
        mill_4_mill={"order_by": frozenset({"authority"})},
        mill_2_fee={"order_by": frozenset({"tribunal"})},
    )
    told = ordered(apart, asker(facts={"order_by": "authority"}))
    scores = {one.held.statement.id: one.score for one in told}
    assert scores["mill.4.mill"] == 0 and "mill.2.fee" not in scores


async def test_where_complaints_go_leads_where_that_is_asked(index: StatementIndex) -> None:
    goes = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, says="Complaints go to the RERA authority."))
            if one.statement.id == "act.31-1.which-office" else one
            for one in index.held
        ),
    )  # fmt: skip
    places = ((ACT, "1(1)"), (ACT, "5(1)"))
    assert names(ordered(goes, asker(asks_whom=True), *places))[0] == "act.31-1.which-office"
    assert names(ordered(goes, asker(), *places))[0] != "act.31-1.which-office"


async def test_what_belongs_to_the_officer_alone_is_less_likely_where_nobody_speaks_of_compensation(
    index: StatementIndex,
) -> None:
    officer = replace(
        index,
        held=tuple(
            replace(one, statement=replace(one.statement, says="The adjudicating officer wants Form Z."))
            if one.statement.id == "mill.4.mill" else one
            for one in index.held
        ),
    )  # fmt: skip
    spoken = {one.held.statement.id: one.score for one in ordered(officer, asker(of_compensation=True))}
    unspoken = {one.held.statement.id: one.score for one in ordered(officer, asker(of_compensation=False))}
    assert spoken["mill.4.mill"] == 0 > unspoken["mill.4.mill"]


async def test_after_an_order_what_carries_it_out_is_likelier_in_every_state(index: StatementIndex) -> None:
    after = with_facets(index, act_40_1_land_revenue={"order": frozenset({"in_favour"})})
    places = ((ACT, "1(1)"), (ACT, "5(4)"))
    told = {"order": "in_favour"}
    for states in (frozenset(), frozenset({"NORTHLAND"})):
        assert names(ordered(after, asker(facts=told, states=states), *places))[0] == "act.40-1.land-revenue"
    for_punishment = ordered(after, asker(facts=told, asks_penalty=True), *places)
    assert {one.score for one in for_punishment} == {0.0}


async def test_what_is_just_asked_is_a_candidate_though_its_provision_was_not_found(index: StatementIndex) -> None:
    apart = with_facets(index, mill_4_mill={"interest": frozenset({"charged"})})
    chosen = candidates(found("zzz", (ACT, "1(1)")).evidence, apart)
    asked = add_just_asked(chosen, asker(facts={"interest": "charged"}), apart)
    [(at, evidence, behind)] = asked[len(chosen) :]
    assert apart.held[at].statement.id == "mill.4.mill" and behind == 1 and not evidence.pinned
    assert add_just_asked(chosen, asker(), apart) == chosen
    assert add_just_asked([], asker(facts={"interest": "charged"}), apart) == []


async def test_of_an_unregistered_project_each_is_told_what_holds_for_whom_it_is_told_of(index: StatementIndex) -> None:
    held = index.get("mill.4.mill")
    assert held is not None
    unregistered = {"project": frozenset({"unregistered"})}
    of_builder, of_broker = (
        replace(held.statement, bearer=bearer, facets=unregistered) for bearer in (Actor.PROMOTER, Actor.AGENT)
    )

    def gained(who: Asker) -> tuple[bool, bool]:
        builder, broker = (ranking._known_beforehand(one, who) for one in (of_builder, of_broker))
        return builder == ANSWERING.holds_wholly, broker == ANSWERING.holds_wholly

    told = {"project": "unregistered"}
    assert gained(asker(facts=told)) == (True, False)
    assert gained(asker(facts=told, mentioned=frozenset({Actor.AGENT}))) == (False, True)
    assert gained(asker(facts=told, mentioned=frozenset({Actor.AGENT, Actor.PROMOTER}))) == (True, False)
    assert gained(asker(facts=told | {"broker": "unregistered"})) == (True, True)
