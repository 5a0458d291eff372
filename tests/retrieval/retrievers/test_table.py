"""One table names the retrievers: a further one is a row and a module, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from civicsetu.errors import SettingsError, StoreError
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import leave_unchanged
from civicsetu.retrieval.answerability.out_of_scope import NO_TOPICS
from civicsetu.retrieval.plan import RetrievalPlan, UnitHit, Votes
from civicsetu.retrieval.retriever import Retriever
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.spec import RetrieverInputs, RetrieverSpec
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.settings import Settings
from tests.retrieval.lantern_act import ACT, index_of, unit_id
from tests.retrieval.scripted import Embedder, searches_of_nothing

ONES = np.ones(4, np.float32)
FAR = unit_id("2(b)")


class Invented(UnitRetriever):
    """Finds one unit that nothing else does."""

    fails: bool = False
    depth: int = 0

    async def search(self, query: str) -> list[UnitHit]:
        if self.fails:
            raise StoreError("away")
        return [UnitHit(FAR, [], [0.8])]


def invented(**told: Any) -> RetrieverSpec:
    fails = told.pop("fails", False)

    def build(asked: RetrieverInputs) -> Invented:
        return Invented(**asked.common, fails=fails, depth=asked.depth)

    return RetrieverSpec("invented", build, **{"weight": 3.0, "degraded": "Nothing is invented now."} | told)


def unit_retriever(*more: RetrieverSpec, **told: Any) -> Retriever:
    """The real one, of the rows that ask no store and those given."""
    rows = [spec for spec in RETRIEVERS if spec.name == "exact"]
    searches = searches_of_nothing((*rows, *more), **told)
    law: Any = None
    opened = Retriever(Settings(_env_file=None), law, Embedder(), None, searches, NO_TOPICS)  # type: ignore[call-arg]
    opened._current._index = index_of()
    opened._current._law = type("Law", (), {"corpus_version": lambda self: _said(index_of().version)})()  # type: ignore[assignment]
    return opened


async def _said(version: str) -> str:
    return version


PLAN = RetrievalPlan("when is the lantern closed", documents=(ACT,))


async def test_a_row_more_is_searched_fused_and_reported() -> None:
    found = await unit_retriever(invented()).retrieve(PLAN)
    assert [(item.unit_id, item.found_by) for item in found.evidence] == [(FAR, ("invented",))]
    assert {report.name: report.found for report in found.retrievers}["invented"] == 1
    assert found.signals.best == {}, "its scores are no cosines"
    assert (await unit_retriever().retrieve(PLAN)).evidence == ()


async def test_what_gives_cosines_is_a_signal_by_its_name() -> None:
    found = await unit_retriever(invented(votes=Votes(cosine=True))).retrieve(PLAN)
    assert found.signals.best == {"invented": 0.8} and found.signals.top("invented") == 0.8


@pytest.mark.parametrize("quiet", [{"weight": 0.0}, {"votes": Votes(ranks=False, cosine=True)}])
async def test_what_only_informs_ranks_nothing(quiet: dict[str, Any]) -> None:
    found = await unit_retriever(invented(**quiet)).retrieve(PLAN)
    assert (
        found.evidence == () and {report.name: report.found for report in found.retrievers}["invented"] == 1
    )


async def test_what_fails_says_what_its_row_says() -> None:
    found = await unit_retriever(invented(fails=True)).retrieve(PLAN)
    assert found.degraded == ("Nothing is invented now.",) and not found.may_decline
    beside = await unit_retriever(invented(fails=True, votes=Votes(beside=True))).retrieve(PLAN)
    assert beside.degraded and beside.may_decline, "a question is declined without it"


def test_weight_and_depth_are_set_by_name_and_boosted_by_the_plan() -> None:
    searches = searches_of_nothing((invented(depth=40),), weights={"invented": 0.5}, depths={"invented": 10})
    asked = RetrievalPlan("q", documents=(ACT,), boosts=(("invented", 4.0), ("other", 9.0)))
    [one] = searches.retrievers(asked, QuestionVectors(ONES, ONES, leave_unchanged(4)), index_of())
    assert isinstance(one, Invented) and (one.weight, one.depth) == (2.0, 10)


def test_a_weight_of_no_retriever_is_refused() -> None:
    with pytest.raises(SettingsError) as raised:
        searches_of_nothing(weights={"vectr": 1.0})
    assert "vectr" in raised.value.user_message and "vector" in raised.value.user_message


def test_names_are_told_apart_and_every_row_that_can_fail_says_so() -> None:
    names = [spec.name for spec in RETRIEVERS]
    assert len(set(names)) == len(names)
    assert all(spec.degraded for spec in RETRIEVERS if spec.name != "exact"), "that one is in memory"
