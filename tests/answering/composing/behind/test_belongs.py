"""What belongs behind a lead is known by what readers put there, and by what both statements are to each other."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.behind import belongs as module
from civicsetu.answering.composing.behind.belongs import (
    FEATURES,
    BelongsModel,
    features_behind,
    get_belongs_model,
)
from civicsetu.answering.composing.compose_statements import Limits, Margins, compose_statements
from civicsetu.corpus.statements.asked_questions import AskedCounts
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mills import ACT, index_with, names, ranked

COUNTS = AskedCounts(
    {"mill.1-1.grind": 2}, {"mill.1-1.more": 3}, {("mill.1-1.grind", "mill.1-1.more"): 2}
)


async def test_the_features_tell_what_one_is_to_the_other() -> None:
    index = await index_with()
    lead, more, claim = ranked(index, mill_1_1_grind=2.0, mill_1_1_more=1.5, mill_1_2_claim=0.5)
    told = features_behind(lead, more, index, COUNTS)
    assert set(told) == set(FEATURES)
    assert (told["less_likely"], told["required"], told["behind_this"]) == (0.5, 1.0, pytest.approx(2 / 3.5))
    other = features_behind(lead, claim, index, COUNTS)
    assert (other["less_likely"], other["same_section"], other["behind_often"]) == (1.5, 1.0, 0.0)


async def test_what_belongs_is_said_and_what_is_only_near_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The penalty is nearer in score, and the claim is what belongs behind."""
    index = await index_with()
    order = ranked(index, mill_1_3_back=2.0, mill_3_1_penalty=1.9, mill_1_2_claim=0.5)
    model = BelongsModel(0.0, dict.fromkeys(FEATURES, 0.0) | {"penalty": -9.0})
    monkeypatch.setattr(module, "get_belongs_model", lambda: model)
    limits = Limits(3, -9.0, Margins(1.0, 1.0, 1.0), 0.8)
    by_score = compose_statements(order, index, AskedKind.OTHER, {ACT}, limits)
    belonging = compose_statements(
        order, index, AskedKind.OTHER, {ACT}, Limits(3, -9.0, limits.margins, 0.8, least_belongs=0.4)
    )
    assert names(by_score) == ["mill.1-3.back", "mill.3-1.penalty"]
    assert names(belonging) == ["mill.1-3.back", "mill.1-2.claim"]


def test_the_model_that_ships_knows_every_feature() -> None:
    model = get_belongs_model()
    likely = model.chance(dict.fromkeys(FEATURES, 0.0) | {"behind_this": 0.6, "behind_often": 2.0, "required": 1.0})
    assert likely > model.chance(dict.fromkeys(FEATURES, 0.0) | {"less_likely": 3.0})
