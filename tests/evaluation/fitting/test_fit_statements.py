"""The ranking of statements is fitted on what rows say must be stated, and written as it is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from civicsetu.answering.composing import ranking
from civicsetu.answering.composing.ranking import FEATURES, RankingWeights, get_weights
from civicsetu.answering.part_turn import PartTurn, Trace
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting import fit_statements as module
from civicsetu.evaluation.fitting.fit_statements import (
    RankingSample,
    StatementFit,
    collect_labelled_samples,
    collect_statement_samples,
    fit_statements,
)
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion
from civicsetu.law.answers import Final
from civicsetu.yaml_data import load
from tests.answering.composing.mills import ACT, found, index_with, read
from tests.evaluation.golden_rows import row
from tests.holding import quiet

WIDE = len(FEATURES)
TELLS, NOISE = 0, 1


def sample(
    dice: np.random.Generator, candidates: int = 6, right: int | None = None, noise: float = 0.2
) -> RankingSample:
    """What is right lies higher in the first feature; the others tell nothing."""
    rows = dice.normal(0, 1, (candidates, WIDE)).astype(np.float32)
    at = int(dice.integers(candidates)) if right is None else right
    rows[:, TELLS] = dice.normal(0, noise, candidates)
    rows[at, TELLS] += 1
    is_right = np.arange(candidates) == at
    return RankingSample(rows, is_right, is_right.astype(np.float64))


def hopeless(dice: np.random.Generator) -> RankingSample:
    rows = dice.normal(0, 1, (4, WIDE)).astype(np.float32)
    rows[:, TELLS] = -1
    return RankingSample(rows, np.zeros(4, np.bool_), np.zeros(4))


@pytest.fixture(scope="module")
def fitted() -> StatementFit:
    dice = np.random.default_rng(1)
    return fit_statements([*(sample(dice) for _ in range(60)), *(hopeless(dice) for _ in range(20))])


def test_chances_are_of_questions_that_the_weights_had_not_seen() -> None:
    """With many features and few questions weights find what they saw: of others the first is right by luck alone."""
    dice = np.random.default_rng(5)
    samples = [sample(dice, candidates=4, noise=50.0) for _ in range(12)]
    weights = fit_statements(samples).weights
    firsts = [float(weights.score(one.rows).max()) for one in samples]
    assert sum(bool(one.right[int(np.argmax(weights.score(one.rows)))]) for one in samples) >= 9
    assert np.mean(1 / (1 + np.exp(-np.asarray(firsts)))) < 0.6


@pytest.mark.long
def test_what_is_right_comes_first(fitted: StatementFit) -> None:
    assert (fitted.samples, fitted.answerable) == (80, 60)
    assert fitted.first > 0.9 and fitted.among_three >= fitted.first
    weights = np.abs(fitted.weights.weights)
    assert fitted.weights.weights[TELLS] > 0 and int(weights.argmax()) == TELLS
    dice = np.random.default_rng(2)
    new = [sample(dice) for _ in range(40)]
    assert np.mean([one.right[int(np.argmax(fitted.weights.score(one.rows)))] for one in new]) > 0.9


@pytest.mark.long
def test_the_line_makes_sums_the_odds_that_the_first_is_right(fitted: StatementFit) -> None:
    dice = np.random.default_rng(3)

    def chance(of: list[RankingSample]) -> float:
        best = [float(fitted.weights.score(one.rows).max()) for one in of]
        return float(np.mean([1 / (1 + np.exp(-one)) for one in best]))

    assert fitted.weights.slope > 0
    assert (
        chance([sample(dice) for _ in range(30)]) > 0.75 > 0.4 > chance([hopeless(dice) for _ in range(30)])
    )


@pytest.mark.long
def test_the_same_samples_give_the_same_weights() -> None:
    dice, again = np.random.default_rng(4), np.random.default_rng(4)
    first = fit_statements([sample(dice) for _ in range(12)])
    second = fit_statements([sample(again) for _ in range(12)])
    assert (first.weights.weights == second.weights.weights).all() and first.first == second.first


@pytest.mark.long
def test_what_tells_nothing_is_judged_on_rows_it_has_not_seen() -> None:
    dice = np.random.default_rng(5)
    found_first = fit_statements([sample(dice, noise=50.0) for _ in range(40)]).first
    assert found_first < 0.5, "one of six by chance"


@pytest.mark.long
def test_a_feature_that_is_always_the_same_weighs_nothing_and_breaks_nothing() -> None:
    dice = np.random.default_rng(6)
    samples = [sample(dice) for _ in range(20)]
    for one in samples:
        one.rows[:, NOISE] = 3
    held = fit_statements(samples).weights
    assert held.scales[NOISE] == 1 and held.weights[NOISE] == 0 and np.isfinite(held.weights).all()


@pytest.mark.parametrize("answered", [0, 1, 4])
def test_too_few_questions_cannot_be_fitted(answered: int) -> None:
    dice = np.random.default_rng(7)
    samples = [*(sample(dice) for _ in range(answered)), hopeless(dice)]
    with pytest.raises(InputError) as refused:
        fit_statements(samples)
    assert refused.value.user_message.startswith("There are too few questions")


@pytest.mark.long
def test_what_is_written_is_what_the_ranking_reads(
    fitted: StatementFit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted.write(tmp_path / "ranking.yaml")
    monkeypatch.setattr(ranking, "load_shipped", lambda package, file: load((tmp_path / file).read_text()))
    held = get_weights.__wrapped__()
    for name in ("weights", "means", "scales"):
        assert getattr(held, name) == pytest.approx(getattr(fitted.weights, name), abs=6e-5)
    assert (held.slope, held.intercept) == pytest.approx(
        (fitted.weights.slope, fitted.weights.intercept), abs=6e-5
    )
    rows = sample(np.random.default_rng(8)).rows
    assert np.argsort(held.score(rows)).tolist() == np.argsort(fitted.weights.score(rows)).tolist()


def test_weights_of_other_features_are_not_written(tmp_path: Path) -> None:
    short = RankingWeights(np.zeros(2, np.float32), np.zeros(2, np.float32), np.ones(2, np.float32), 1.0, 0.0)
    with pytest.raises(ValueError):
        StatementFit(short, 1, 1, 1.0, 1.0, 0, 0.0).write(tmp_path / "ranking.yaml")
    assert not (tmp_path / "ranking.yaml").exists()


# samples

QUESTION = "Within how many days must the builder grind the corn?"
STATED: dict[str, Any] = {
    "asks": "how_long",
    "must_state": [{"terms": ["30 days"], "lead": True}, {"terms": ["15 days"]}],
}


async def collected(
    monkeypatch: pytest.MonkeyPatch, *rows: Any, parts: int = 1
) -> tuple[list[RankingSample], list[str]]:
    index = await index_with()
    turn = PartTurn(read(QUESTION), found=found(QUESTION, (ACT, "1(1)"), (ACT, "4")))
    asked: list[str] = []

    async def ask(service: object, turns: list[str], jurisdiction: str | None) -> Final | None:
        asked.append(turns[-1])
        if "late" in turns[-1]:
            return None
        trace = Trace((turn,) * parts, turn.found)
        if "nothing" in turns[-1]:
            trace = Trace((replace(turn, found=None),), None)
        return cast(Final, Final.model_construct(trace=trace))

    async def statement_index() -> Any:
        return index

    monkeypatch.setattr(module, "ask_final", ask)
    service: Any = SimpleNamespace(statement_index=statement_index)
    return await collect_statement_samples(service, rows, quiet), asked


async def test_a_sample_tells_which_statements_state_what_the_lead_must(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [one], _ = await collected(monkeypatch, row(question=QUESTION, **STATED))
    assert one.rows.shape == (12, WIDE), "the statements of what was found, then those nearest to the question"
    assert one.right.tolist()[:3] == [True, False, False]
    assert one.worth.tolist()[:3] == [1.0, 0.0, 0.0], (
        "what else is to be stated is worth something only beside the lead"
    )


async def test_half_of_the_lead_is_worth_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    two = {"must_state": [{"terms": ["30 days"], "lead": True}, {"terms": ["miller"], "lead": True}]}
    [one], _ = await collected(monkeypatch, row(question=QUESTION, **(STATED | two)))
    assert not one.right.any() and one.worth.tolist()[:3] == [0.25, 0.0, 0.0]
    also = {"must_state": [{"terms": ["30 days"], "lead": True}, {"terms": ["builder"]}]}
    [one], _ = await collected(monkeypatch, row(question=QUESTION, **(STATED | also)))
    assert one.worth.tolist()[:3] == pytest.approx([1.15, 0.0, 0.0])


async def test_comparisons_rows_that_state_nothing_and_failed_ones_give_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [
        row("a-1", question=QUESTION), row("a-2", question="Compare it.", **(STATED | {"asks": "compare"})),
        row("a-3", question="It is late.", **STATED), row("a-4", question="It is nothing.", **STATED),
    ]  # fmt: skip
    samples, asked = await collected(monkeypatch, *rows)
    assert samples == [] and asked == ["It is late.", "It is nothing."]
    samples, _ = await collected(monkeypatch, row(question=QUESTION, **STATED), parts=2)
    assert samples == [], "of several parts nobody knows which must state it"


async def test_a_labelled_question_is_right_where_a_reader_would_lead_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What belongs behind the lead is worth a little; what no candidate answers, or has no lead, is left out."""
    half = LabelledHalf.FIT
    asked = [
        LabelledQuestion(id="a", text=QUESTION, half=half, lead=("mill.1-2.claim",), also=("mill.1-1.more",)),
        LabelledQuestion(id="b", text=QUESTION, half=half, lead=("act.9.elsewhere",)),
        LabelledQuestion(id="c", text=QUESTION, half=half, silence="none.cat"),
    ]
    index = await index_with()

    async def final(service: Any, turns: Any, jurisdiction: Any) -> Final:
        turn = PartTurn(read(QUESTION), found=found(QUESTION, (ACT, "1(1)"), (ACT, "1(2)")))
        return Final.model_construct(trace=Trace((turn,), turn.found))

    async def statement_index() -> Any:
        return index

    monkeypatch.setattr(module, "ask_final", final)
    service = cast(Any, SimpleNamespace(statement_index=statement_index))
    [one] = await collect_labelled_samples(service, asked, quiet)
    assert one.right.sum() == 1 and sorted(one.worth.tolist())[-2:] == pytest.approx([0.15, 1.0])
