"""`civicsetu eval run`, `compare`, `gates` and `list` as they are typed, on the starter texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.settings import Settings
from tests.command_line import CommandLine
from tests.holding import ACT, LATE, rows_of

EVAL = Path(__file__).resolve().parents[3] / "eval"
ROWS = f"""
- {{id: s-1, question: "{LATE}", language: en, style: lay, type: fact, gold: ["{ACT} 18(1)"], asks: may,
   must_state: [{{terms: ["refund*|return*|back"], lead: true}}]}}
- {{id: s-2, question: "What does section 13 say?", language: en, style: formal, type: cross_reference,
   gold: ["{ACT} 13(1)"]}}
- {{id: s-3, question: "How do I bake bread?", language: en, style: lay, type: fact, abstain: off_subject}}
"""
GATES = '- {criterion: quote_found, threshold: 1, operator: "==", required: true}\n'
OUT_OF_REACH = '- {criterion: latency_mean_ms, threshold: 0, operator: "<", required: true}\n'


@pytest.fixture
def run(running: Settings, service: AnsweringService, tmp_path: Path) -> CommandLine:
    """On the folder that holds the starter texts, with golden rows and gates where they are looked for."""
    for folder in ("golden/tune", "gates"):
        (tmp_path / "eval" / folder).mkdir(parents=True)
    (tmp_path / "eval" / "golden" / "tune" / "small.yaml").write_text(ROWS, "utf-8")
    (tmp_path / "eval" / "gates" / "answers.yaml").write_text(GATES, "utf-8")
    return CommandLine(running, tmp_path)


@pytest.mark.long
async def test_a_run_is_judged_gated_kept_compared_and_listed(run: CommandLine, service: AnsweringService) -> None:
    before = await rows_of(service, "select count(*) as n from turns")
    done = run("eval", "run", "--store", "base.json", "--verbose")
    told = done.stdout
    assert "quote_found == 1" in told and "passed: 3 rows" in told and "answer hash" in told
    for criterion in ("must_cite_if_claims", "grounded_claim_rate", "hit_at_5", "declines_rightly", "latency_p95_ms"):
        assert any(line.startswith(criterion) for line in told.splitlines()), criterion
    assert LATE not in told, "a run tells no words of its questions"
    kept = await rows_of(service, "select * from evaluation_rows order by position")
    assert [row["row_id"] for row in kept] == ["s-1", "s-2", "s-3"]
    assert all(row["judgments"] and row["answer"] for row in kept)
    assert await rows_of(service, "select count(*) as n from turns") == before, "nothing asked is kept as a conversation"
    stored = json.loads((run.folder / "base.json").read_text())
    assert set(stored["rows"]) == {"s-1", "s-2", "s-3"} and LATE not in (run.folder / "base.json").read_text()

    again = run("eval", "run", "--baseline", "base.json")
    assert "Then and now" in again.stdout and "WORSE" not in again.stdout
    listed = run("eval", "list").stdout
    assert listed.count("3/3") == 2 and "passed" in listed
    compared = run("eval", "compare", "base.json")
    assert "quote_found" in compared.stdout

    (run.folder / "hard.yaml").write_text(GATES + OUT_OF_REACH)
    failed = run("eval", "gates", "latest", "--gates", "hard.yaml", code=1)
    assert "FAILS" in failed.stdout and "FAILED" in failed.stdout


def test_a_baseline_that_was_better_ends_with_code_1(run: CommandLine) -> None:
    run.here("eval", "run", "--limit", "1", "--store", "base.json")
    stored = json.loads((run.folder / "base.json").read_text())
    stored["rows"] = {f"s-{at}": stored["rows"]["s-1"] for at in range(12)}
    (run.folder / "better.json").write_text(json.dumps(stored))
    fallen = json.loads(json.dumps(stored))
    for row in fallen["rows"].values():
        row["judged"]["quote_found"] = {"passed": False, "score": 0.0}
    (run.folder / "worse.json").write_text(json.dumps(fallen))
    worse = run.here("eval", "compare", "better.json", "worse.json", code=1)
    assert "Worse in quote_found" in worse.stderr and "WORSE" in worse.stdout
    assert "not the same" not in worse.stderr
    (run.folder / "other.json").write_text(json.dumps(stored | {"set_digest": "another"}))
    assert "sets of questions are not the same" in run.here("eval", "compare", "worse.json", "other.json").stderr


def test_what_cannot_be_run_is_one_sentence_and_nothing_is_written(run: CommandLine) -> None:
    for arguments, told in (
        (("eval", "run", "--set", "summer"), "There is no set summer"),
        (("eval", "run", "--gates", "none.yaml"), "none.yaml cannot be read"),
        (("eval", "run", "--store", "no/such/base.json"), "does not exist"),
        (("eval", "compare", "deadbeef", "deadbeef"), "There is no run deadbeef"),
        (("eval", "compare", "old.json", "latest"), "form 99"),
    ):
        (run.folder / "old.json").write_text('{"schema_version": 99}')
        assert told in run.refused_here(*arguments), arguments


def test_the_gates_and_every_criterion_are_told(run: CommandLine) -> None:
    told = run.here("eval", "gates").stdout
    assert "quote_found == 1" in told and "hallucination_rate" in told and "abstain_recall" in told


@pytest.mark.slow
def test_the_twelve_cases_are_answered_within_their_gates(running: Settings, service: AnsweringService, tmp_path: Path) -> None:
    run = CommandLine(running, tmp_path)
    done = run.here("eval", "run", "--set", "e2e", "--folder", str(EVAL))
    assert "passed: 12 rows" in done.stdout
