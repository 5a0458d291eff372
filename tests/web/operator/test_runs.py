"""Stored runs on the operator's page."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID, uuid4

from civicsetu.law.judgments import Judgment
from civicsetu.stores.run_store import Run, RunRow, RunStore
from tests.web.operator.conftest import Desk


def row(name: str, *, cited: bool, state: str = "GOA") -> RunRow:
    judged = Judgment(criterion="must_cite_if_claims", judge="rules", passed=cited, score=float(cited))
    return RunRow(name, int(name[1:]), "penalty", (state,), None, (judged,), 120.0)


async def stored(desk: Desk, rows: list[RunRow], digest: str = "d") -> UUID:
    run = Run(uuid4(), "tune", digest, len(rows), {"answer_hash": "abc", "model": ""}, datetime.now(UTC))
    store = RunStore(desk.service.database)
    await store.begin(run)
    for one in rows:
        await store.add_row(run.run_id, one)
    passed = all(one.judgments[0].passed for one in rows)
    gate = {"criterion": "must_cite_if_claims", "operator": "==", "threshold": 1.0, "required": True,
            "value": 0.5, "n": len(rows), "passed": passed}  # fmt: skip
    await store.finish(run.run_id, [gate])
    return run.run_id


async def test_two_runs_stand_side_by_side_with_gates_and_failures(desk: Desk) -> None:
    good = await stored(desk, [row("q1", cited=True), row("q2", cited=True, state="KERALA")])
    bad = await stored(desk, [row("q1", cited=True), row("q2", cited=False, state="KERALA")])
    await desk.sign_in()
    listed = (await desk.http.get("/operator/runs")).text
    assert str(good)[:8] in listed and str(bad)[:8] in listed and "1 failed" in listed
    one = (await desk.http.get(f"/operator/runs/{bad}")).text
    assert "1 required gate failed." in one and "q2: must_cite_if_claims" in one
    assert "What fails, by state" in one and "Kerala" in one and "What fails, by type" in one and "penalty" in one
    both = (await desk.http.get(f"/operator/runs?then={good}&now={bad}")).text
    assert "Two runs side by side" in both and "What changed" in both
    assert "Every required gate is reached." in both and "1 required gate failed." in both


async def test_runs_that_cannot_be_shown_are_one_sentence(desk: Desk) -> None:
    run = await stored(desk, [row("q1", cited=True)])
    other = await stored(desk, [row("q9", cited=True)])
    await desk.sign_in()
    apart = await desk.http.get(f"/operator/runs?then={run}&now={other}")
    assert apart.status_code == 400 and "no question in common" in apart.text
    missing = await desk.http.get(f"/operator/runs/{uuid4()}")
    assert missing.status_code == 404 and "There is no run" in missing.text
