"""Stored runs on the operator's page: gates, failures by type and state, and two runs side by side."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from civicsetu.evaluation.runs.compare import build_change_table, compare_runs
from civicsetu.evaluation.runs.run_files import to_stored
from civicsetu.evaluation.runs.summary import RunSummary, build_list, summarise_run
from civicsetu.evaluation.tables import Table, format_cell
from civicsetu.stores.run_store import Run, RunStore
from civicsetu.web.operator.access import PATH
from civicsetu.web.operator.guarded_route import OperatorRoute, get_door, session_of
from civicsetu.web.operator.pages import show
from civicsetu.web.state import get_page

router = APIRouter(prefix=f"{PATH}/runs", route_class=OperatorRoute, include_in_schema=False)
ADDRESSES: tuple[tuple[str, str], ...] = (("GET", rf"{PATH}/runs(?:/[0-9A-Za-z-]{{1,64}})?"),)
"""What is open once a token is set."""
_MOST_RUNS = 50
_MOST_ROWS = 300


@dataclass(frozen=True, slots=True)
class RunView:
    """A run as it is shown: what was asked and with what, its gates, its tables, and the rows that fail."""

    run: Run
    tables: list[Table]
    failures: list[str]

    @property
    def failed_gates(self) -> int:
        """Return how many required gates the run does not reach."""
        return sum(bool(gate.get("required")) and not gate.get("passed") for gate in self.run.gates)


@router.get("")
async def show_runs(request: Request) -> Response:
    """List the stored runs; with `then` and `now`, show those two side by side."""
    then, now = request.query_params.get("then", ""), request.query_params.get("now", "")
    if then and now:
        return await _show_both(request, then, now)
    runs = await _store().list_runs(_MOST_RUNS)
    values = {"runs": list(zip(runs, build_list(runs).rows, strict=True))}
    return show("runs.html", get_door(request), session_of(request), values)


@router.get("/{name}")
async def show_run(request: Request, name: str) -> Response:
    summary = await _read(name)
    values = {"views": [await asyncio.to_thread(_view, summary)], "changes": None, "tell": format_cell}
    return show("run.html", get_door(request), session_of(request), values)


async def _show_both(request: Request, then: str, now: str) -> Response:
    """Two runs and what changed between them; raises InputError where they have no question in common."""
    before, after = await _read(then), await _read(now)
    values = {
        "views": [await asyncio.to_thread(_view, one) for one in (before, after)],
        "changes": await asyncio.to_thread(_compare, before, after),
        "tell": format_cell,
    }
    return show("run.html", get_door(request), session_of(request), values)


def _compare(before: RunSummary, after: RunSummary) -> Table:
    return build_change_table(
        compare_runs(to_stored(before.run, before.rows), to_stored(after.run, after.rows))
    )


def _view(summary: RunSummary) -> RunView:
    return RunView(summary.run, summary.tables, list(summary.describe_failures())[:_MOST_ROWS])


async def _read(name: str) -> RunSummary:
    store = _store()
    run = await store.find_run(name)
    rows = await store.read_rows(run.run_id)
    return await asyncio.to_thread(summarise_run, run, rows)


def _store() -> RunStore:
    return RunStore(get_page().get_service().database)
