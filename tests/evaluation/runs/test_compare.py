"""Two runs are compared on what they share, and chance is told from loss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from civicsetu.errors import InputError
from civicsetu.evaluation.runs.compare import (
    build_change_table,
    compare_runs,
    describe_losses,
    holm,
    sign_flip,
)
from civicsetu.evaluation.runs.run_files import StoredRun, read_run, to_stored, write_run
from civicsetu.stores.run_store import SCHEMA_VERSION
from tests.evaluation.runs.given import a_row, a_run, judgment


def stored(passed: list[bool], *, latency: float = 100.0, relevance: float = 0.5) -> StoredRun:
    rows = [
        a_row(f"r{at:02}", judgment("quote_found", one), judgment("retrieval_relevance", True, relevance), latency=latency)
        for at, one in enumerate(passed)
    ]
    return to_stored(a_run(), rows)


def change(name: str, then: StoredRun, now: StoredRun):  # type: ignore[no-untyped-def]
    return next(one for one in compare_runs(then, now) if one.criterion == name)


def test_many_losses_are_worse_and_named_and_few_are_chance() -> None:
    good, bad = stored([True] * 20), stored([False] * 12 + [True] * 8)
    worse = change("quote_found", good, bad)
    assert worse.is_worse and len(worse.lost) == 12 and (worse.then, worse.now) == (1.0, 0.4)
    assert any("quote_found" in line and "r00" in line for line in describe_losses(compare_runs(good, bad)))
    assert not change("quote_found", bad, good).is_worse, "a gain is no loss"
    assert not change("quote_found", good, stored([False] * 2 + [True] * 18)).is_worse


def test_scores_and_times_are_compared_by_pairs() -> None:
    before, after = stored([True] * 20, relevance=0.6), stored([True] * 20, relevance=0.4, latency=900.0)
    assert change("retrieval_relevance", before, after).is_worse
    slower = change("latency_mean_ms", before, after)
    assert slower.is_slower and not slower.is_worse and (slower.then, slower.now) == (100, 900)
    assert not change("latency_mean_ms", after, before).is_slower, "less is better"
    told = "\n".join(build_change_table(compare_runs(before, after)).lines())
    assert "WORSE" in told and "slower" in told, "\n".join(build_change_table(compare_runs(before, after)).lines())


def test_the_same_run_differs_in_nothing() -> None:
    run = stored([True, False, True])
    assert all(one.p == 1 and not one.is_worse for one in compare_runs(run, run))


def test_only_rows_of_both_count_and_none_is_an_error() -> None:
    long, short = stored([True] * 5), stored([False] * 2)
    assert change("quote_found", long, short).n == 2
    other = long.model_copy(update={"rows": {"x": long.rows["r00"]}})
    with pytest.raises(InputError, match="no question in common"):
        compare_runs(long, other)


def test_a_sign_flip_of_pairs_and_holms_correction() -> None:
    assert sign_flip([1, 2, 3], [1, 2, 3]) == 1
    assert sign_flip([0.0] * 20, [1.0] * 20) < 0.001
    assert sign_flip([0.0, 1.0], [1.0, 0.0]) > 0.9
    assert holm([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06]
    assert holm([]) == [] and holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_run_goes_to_a_file_and_back_without_a_question(tmp_path: Path) -> None:
    run = stored([True, False])
    write_run(tmp_path / "run.json", run)
    assert read_run(tmp_path / "run.json") == run
    text = (tmp_path / "run.json").read_text()
    assert "lantern" not in text and len(text.splitlines()) == 4
    odd = run.model_copy(update={"rows": {'a "row" \\': next(iter(run.rows.values()))}})
    write_run(tmp_path / "odd.json", odd)
    assert read_run(tmp_path / "odd.json") == odd
    with pytest.raises(InputError, match="cannot be written"):
        write_run(tmp_path / "no" / "run.json", run)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("not json", "cannot be read"),
        ("{}", "is not a stored run"),
        ("[1]", "is not a stored run"),
        (f'{{"schema_version": {SCHEMA_VERSION + 1}, "rows": 3}}', f"form {SCHEMA_VERSION + 1}"),
    ],
)
def test_a_file_that_is_none_or_of_another_form_is_one_sentence(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert told in caught.value.user_message and "\n" not in caught.value.user_message


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["schema_version", "rows", "judged", "x"]), inner, max_size=4)))
def test_any_json_is_a_run_or_one_sentence(told: object, tmp_path: Path) -> None:
    path = tmp_path / "any.json"
    path.write_text(json.dumps(told))
    try:
        read_run(path)
    except InputError as error:
        assert "\n" not in error.user_message
