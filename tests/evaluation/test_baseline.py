"""A stored run: ids and results, no words of a question; later runs are compared pair by pair."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.errors import InputError
from civicsetu.evaluation.baseline import (
    Baseline,
    Kept,
    MetricChange,
    build_table,
    compare_runs,
    list_losses,
    load_baseline,
    store,
    summarise_results,
)
from civicsetu.evaluation.breakdowns import Measured
from tests.evaluation.golden_rows import measured, row
from tests.retrieval.lantern_act import ACT


def run_of(found: int, lost: int = 0) -> list[Measured]:
    """So many questions whose gold came first, then so many whose gold did not come."""
    return [measured(row(f"q-{n:02}"), "3(1)" if n < found else "4") for n in range(found + lost)]


def baseline_of(run: list[Measured]) -> Baseline:
    return Baseline(settings_hash="abc", corpus_version="def", rows=summarise_results(run))


def test_what_is_kept_of_each_question() -> None:
    run = [
        measured(row("one"), "4", "3(1)"), measured(row("two", f"{ACT} 3(1)", f"{ACT} 4"), "3(1)"),
        measured(row("none"), "1", kind="abstain"), measured(row("off", abstain="off_subject"), "3(1)"),
    ]  # fmt: skip
    assert summarise_results(run) == {
        "one": Kept(rank=2, all_gold=True, declined=False),
        "two": Kept(rank=1, all_gold=False, declined=False),
        "none": Kept(rank=None, all_gold=False, declined=True),
        "off": Kept(rank=None, all_gold=None, declined=False),
    }


def test_a_baseline_is_read_as_it_was_stored_a_line_a_question_by_id(tmp_path: Path) -> None:
    run = list(reversed([*run_of(3, 2), measured(row("off", abstain="other_law"), kind="abstain")]))
    store(tmp_path / "b.json", baseline_of(run))
    assert load_baseline(tmp_path / "b.json") == baseline_of(run)
    text = (tmp_path / "b.json").read_text("utf-8")
    lines = text.splitlines()
    assert len(lines) == len(run) + 2
    assert [line.partition(":")[0] for line in lines[1:-1]] == sorted(f'"{one.row.id}"' for one in run)
    assert "lantern" not in text, "no words of a question"


def test_a_file_that_is_no_baseline_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text('{"settings_hash": "x", "corpus_version": "y"}')
    with pytest.raises(InputError, match=r"^b\.json is not a stored baseline: rows: Field required\.$"):
        load_baseline(tmp_path / "b.json")
    with pytest.raises(InputError, match="cannot be read as text"):
        load_baseline(tmp_path / "absent.json")
    with pytest.raises(InputError, match="cannot be written"):
        store(tmp_path / "absent" / "b.json", baseline_of(run_of(1)))


def test_six_lost_and_none_won_is_worse_and_five_are_not() -> None:
    before = baseline_of(run_of(20))
    for lost, is_worse in ((6, True), (5, False)):
        hit, all_gold, declining = compare_runs(before, run_of(20 - lost, lost))
        assert (hit.measure, hit.n, len(hit.lost), hit.won) == ("hit@5", 20, lost, ())
        assert hit.is_worse is all_gold.is_worse is is_worse and not declining.is_worse
    told = list(list_losses(compare_runs(before, run_of(14, 6))))
    assert told[0] == "Worse in hit@5 (p 0.031), lost: q-14, q-15, q-16, q-17, q-18, q-19"
    assert [cells[-1] for cells in build_table(compare_runs(before, run_of(14, 6))).rows] == ["WORSE", "WORSE", "ok"]


def test_what_is_won_is_never_a_loss() -> None:
    before = baseline_of(run_of(10, 10))
    found = compare_runs(before, run_of(20))
    assert len(found[0].won) == 10 and found[0].p < 0.05
    assert not any(one.is_worse for one in found) and list(list_losses(found)) == []


def test_declining_is_compared_by_whether_it_is_right() -> None:
    must = [row(f"a-{n}", abstain="off_subject") for n in range(7)]
    before = [*run_of(7), *(measured(one, kind="abstain") for one in must)]
    now = [
        *(measured(one.row, "3(1)", kind="abstain") for one in run_of(7)),
        *(measured(one, kind="abstain") for one in must[:6]),
        measured(must[6], "4"),
    ]
    hit, all_gold, declining = compare_runs(baseline_of(before), now)
    assert (hit.n, all_gold.n, declining.n) == (7, 7, 14)
    assert len(declining.lost) == 8 and declining.is_worse and not hit.is_worse


def test_only_questions_of_both_runs_are_compared_and_only_where_they_ask_the_same() -> None:
    before = baseline_of([*run_of(3), measured(row("gone"), "3(1)"), measured(row("turned"), "3(1)")])
    now = [*run_of(3), measured(row("new"), "4"), measured(row("turned", abstain="not_held"), kind="abstain")]
    hit, _, declining = compare_runs(before, now)
    assert (hit.n, hit.lost, declining.n, declining.won) == (3, (), 4, ("turned",))
    with pytest.raises(InputError, match="none of the questions"):
        compare_runs(before, [measured(row("other"))])


def test_ranks_six_and_later_are_no_hits_at_five() -> None:
    found = ["1", "4", "2(a)", "2(b)", "2(c)", "3(1)"]
    before = baseline_of([measured(row("q"), *found[1:])])
    [hit, *_] = compare_runs(before, [measured(row("q"), *found)])
    assert hit == MetricChange("hit@5", 1, ("q",), ())
