"""`civicsetu eval retrieval` as it is typed, on the starter texts with a small golden set of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation import fitting_commands
from civicsetu.evaluation.ablation import VARIANTS, WHOLE
from civicsetu.evaluation.baseline import Baseline, load_baseline
from civicsetu.settings import Settings
from tests.command_line import CommandLine
from tests.evaluation.judging.sheets import written
from tests.holding import ACT, KARNATAKA, LATE, rows_of
from tests.stores.own_servers import settings_in

ROWS = f"""
- {{id: s-1, question: "{LATE}", language: en, style: lay, type: fact, gold: ["{ACT} 18(1)"]}}
- {{id: s-2, question: "What does section 13 say?", language: en, style: formal, type: cross_reference,
   gold: ["{ACT} 13(1)", "{ACT} 13(2)"], contains: ["10 per cent", "11 per cent"]}}
- {{id: s-3, turns: ["What does section 13 say?"], question: "What is the penalty for that?", language: en,
   style: lay, type: penalty, standalone: "What is the penalty for breach of section 13?", gold: ["{ACT} 61"]}}
- {{id: s-4, question: "घर देर से मिला तो क्या पैसा वापस मिलेगा?", language: hi, style: lay, type: fact,
   gold: ["{ACT} 18(1)"]}}
- {{id: s-5, question: "what interest must my builder pay", jurisdiction: KARNATAKA, language: en, style: sms,
   type: fact, gold: ["{KARNATAKA} 16"]}}
- {{id: s-6, question: "How do I bake bread?", language: en, style: lay, type: fact, abstain: off_subject}}
- {{id: s-7, question: "fees in Gujarat", language: en, style: sms, type: fact,
   gold: ["gujarat_rera_general_rules_2017 3"]}}
"""


@pytest.fixture
def run(running: Settings, service: AnsweringService, tmp_path: Path) -> CommandLine:
    """On the folder that holds the starter texts, with golden rows where they are looked for."""
    folder = tmp_path / "eval" / "golden" / "tune"
    folder.mkdir(parents=True)
    (folder / "small.yaml").write_text(ROWS, "utf-8")
    return CommandLine(running, tmp_path)


async def test_a_run_tells_finds_stores_and_is_compared(run: CommandLine, service: AnsweringService) -> None:
    before = await rows_of(service, "select count(*) as n from turns")
    asked = ("eval", "retrieval", "--verbose", "--store", "base.json", "--output", "all.json")
    done = await asyncio.to_thread(run.here, *asked)  # a command runs a loop of its own
    told = done.stdout
    for title in (
        "Finding",
        "By type",
        "By language",
        "By style",
        "Follow-ups",
        "States",
        "Declining",
        "Time",
    ):
        assert any(line.startswith(title) for line in told.splitlines()), title
    assert "Left out, since a document of their gold is not held: 1" in told
    assert "s-2 (11 per cent)" in told and "s-2 (10 per cent)" not in told
    assert "6 questions of tune" in told and "asking …" in done.stderr
    rows = {row["id"]: row for row in json.loads((run.folder / "all.json").read_text("utf-8"))["rows"]}
    assert list(rows) == [f"s-{n}" for n in range(1, 7)]
    assert rows["s-1"]["rank"] == rows["s-2"]["rank"] == 1 and rows["s-2"]["all_gold"]
    assert (
        rows["s-3"]["by_itself"]["contexts"]
        and rows["s-3"]["contexts"] != rows["s-3"]["by_itself"]["contexts"]
    )
    assert f"{KARNATAKA} 16" in rows["s-5"]["contexts"], "the state chosen is handed over"
    assert rows["s-6"]["declined"] and not rows["s-1"]["declined"]
    assert len(rows["s-1"]["contexts"]) == 7 and len(rows["s-1"]["further"]) == 23
    stored = load_baseline(run.folder / "base.json")
    assert set(stored.rows) == set(rows) and stored.settings_hash == service.settings.settings_hash()
    assert LATE not in (run.folder / "base.json").read_text("utf-8")
    assert await rows_of(service, "select count(*) as n from turns") == before, "nothing asked is kept"
    less = ("eval", "retrieval", "--type", "fact", "--limit", "2", "--baseline", "base.json")
    again = (await asyncio.to_thread(run.here, *less)).stdout
    assert "2 questions of tune" in again and "Against the baseline" in again and "WORSE" not in again


@pytest.mark.long
def test_a_significant_loss_ends_with_1_and_names_the_questions(run: CommandLine) -> None:
    """Eight rows whose gold will not be found, and a stored run that says it was."""
    row = '- {{id: w-{}, question: "What does section 13 say?", language: en, style: lay, type: fact, gold: ["{} 90"]}}\n'
    (run.folder / "eval/golden/tune/small.yaml").write_text(
        "".join(row.format(n, ACT) for n in range(8)), "utf-8"
    )
    kept = {f"w-{n}": {"rank": 1, "all_gold": True, "declined": False} for n in range(8)}
    before = Baseline.model_validate({"settings_hash": "x", "corpus_version": "y", "rows": kept})
    (run.folder / "base.json").write_text(before.model_dump_json(), "utf-8")
    done = run.here("eval", "retrieval", "--baseline", "base.json", code=1)
    assert "WORSE" in done.stdout
    lost = ", ".join(f"w-{n}" for n in range(8))
    assert f"Worse in hit@5 (p 0.008), lost: {lost}" in done.stderr


@pytest.mark.long
def test_what_a_part_is_worth_is_one_table(run: CommandLine) -> None:
    of = ("--only", "no vector retriever", "--limit", "2", "--output", "worth.json")
    told = run.here("eval", "ablation", *of).stdout.splitlines()
    assert told[0] == "Ablation"
    assert [line.partition("  ")[0] for line in told[2:4]] == [WHOLE, "no vector retriever"]
    stored = json.loads((run.folder / "worth.json").read_text("utf-8"))
    assert list(stored["variants"]) == [WHOLE, "no vector retriever"] and stored["questions"] == 2


@pytest.mark.long
def test_an_ended_run_is_gone_on_from_without_asking_again(run: CommandLine) -> None:
    of = ("--only", "no vector retriever", "--limit", "2", "--output", "worth.json")
    run.here("eval", "ablation", *of)
    stored = json.loads((run.folder / "worth.json").read_text("utf-8"))
    stored["variants"]["no vector retriever"]["p50_ms"] = 4321.0
    (run.folder / "worth.json").write_text(json.dumps(stored), "utf-8")
    run.here("eval", "ablation", "--only", "no graph retriever", *of[:4], "--go-on-from", "worth.json", "--output", "more.json")
    more = json.loads((run.folder / "more.json").read_text("utf-8"))["variants"]
    assert list(more) == [WHOLE, "no vector retriever", "no graph retriever"]
    assert more["no vector retriever"]["p50_ms"] == 4321.0, "it was taken over as it stood"


def test_a_variant_that_there_is_not_is_refused_before_anything_starts(
    tmp_path: Path, run: CommandLine
) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    told = nowhere.refused_here("eval", "ablation", "--only", "no law")
    assert f"no variant 'no law'; of {len(VARIANTS)} these are most like it: no classifier," in told
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--half", "check"], "There are no golden rows in eval/golden/check"),
        (["--golden", "absent"], "absent/tune"),
        (["--type", "temporal"], "No golden row"),
        (["--baseline", "absent.json"], "absent.json cannot be read"),
    ],
)
def test_what_cannot_be_run_is_one_sentence_and_starts_nothing(
    tmp_path: Path, run: CommandLine, arguments: list[str], told: str
) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    assert told in nowhere.refused_here("eval", "retrieval", *arguments)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "arguments", [[], ["retrieval", "--half", "third"], ["ablation", "--every", "0"],
     ["ablation", "--half", "check"], ["fly"]], ids=" ".join
)  # fmt: skip
def test_a_command_typed_wrong_ends_with_2(tmp_path: Path, arguments: list[str]) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    nowhere.here("eval", *arguments, code=2)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("fit", "of"),
    [
        (fitting_commands.whiten, "civicsetu.evaluation.fitting.fit_wccn.fit_whitening"),
        (fitting_commands.fit_scope, "civicsetu.evaluation.fitting.fit_scope.fit_scope_model"),
    ],
)
def test_a_model_is_fitted_to_every_document_and_written_where_it_was_asked_for(
    fit: Callable[[Path], None],
    of: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tiny = SimpleNamespace(profile=SimpleNamespace(name="tiny"))

    async def fitted(embedder: Any, documents: Sequence[str], progress: Any) -> Any:
        assert embedder is tiny and list(documents) == list(get_registry().documents)
        progress("embedding", 1.0)
        return SimpleNamespace(write=lambda path: path.write_text("weights", "utf-8"))

    monkeypatch.setattr(of, fitted)
    monkeypatch.setattr("civicsetu.models.embedder.open_embedder", lambda settings: tiny)
    monkeypatch.setattr("civicsetu.telemetry.configure_logging", lambda settings: None)
    fit(tmp_path / "model.npz")
    assert (tmp_path / "model.npz").read_text("utf-8") == "weights"
    assert capsys.readouterr().out == f"tiny: {tmp_path / 'model.npz'}\n"


# answers and statements


@pytest.mark.parametrize("command", ["answers", "fit-statements", "whiten-statements"])
def test_each_command_tells_what_it_does_and_where_it_writes(tmp_path: Path, command: str) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    told = nowhere.here("eval", command, "--help").stdout
    assert "--output" in told and command in told
    assert command in nowhere.here("eval", "--help").stdout
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "arguments",
    [["answers", "--output", "absent/a.jsonl"], ["fit-statements", "--output", "absent/r.yaml"],
     ["whiten-statements", "--output", "absent/w.npz"], ["whiten-statements"], ["answers", "--limit", "0"],
     ["answers", "--half", "third"], ["fit-statements", "--half", "check"]], ids=" ".join,
)  # fmt: skip
def test_a_folder_that_there_is_not_or_a_wrong_option_ends_with_2(
    tmp_path: Path, arguments: list[str]
) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    done = nowhere.here("eval", *arguments, code=2)
    assert "Traceback" not in done.stderr
    if "absent" in arguments[-1]:
        assert "absent" in done.stderr and "does not exist" in done.stderr
    assert not (tmp_path / "none").exists() and not (tmp_path / "absent").exists()


@pytest.mark.parametrize("command", ["answers", "fit-statements"])
def test_without_golden_rows_nothing_is_started(tmp_path: Path, command: str) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    assert "absent/tune" in nowhere.refused_here("eval", command, "--golden", "absent")
    assert not (tmp_path / "none").exists()


def test_answers_are_measured_and_each_row_is_written(run: CommandLine) -> None:
    rows = f"""
- {{id: s-1, question: "What does section 13 say?", language: en, style: formal, type: cross_reference,
   asks: how_much, gold: ["{ACT} 13"], must_state: [{{terms: ["10 %"], lead: true}}]}}
- {{id: s-2, question: "What does section 13 say?", language: en, style: formal, type: cross_reference,
   asks: how_much, gold: ["{ACT} 13"], must_state: [{{terms: ["no such words"], lead: true}}]}}
"""
    (run.folder / "eval/golden/tune/small.yaml").write_text(rows, "utf-8")
    done = run.here("eval", "answers", "--verbose", "--output", "answers.jsonl")
    assert "2 answers of tune" in done.stdout and "s-2: " in done.stdout and "s-1: " not in done.stdout
    lines = [json.loads(line) for line in (run.folder / "answers.jsonl").read_text("utf-8").splitlines()]
    assert [(line["id"], line["lead"]) for line in lines] == [("s-1", True), ("s-2", False)]


@pytest.mark.long
def test_too_few_questions_are_one_sentence_and_write_nothing(run: CommandLine) -> None:
    rows = f"""
- {{id: s-1, question: "What does section 13 say?", language: en, style: formal, type: cross_reference,
   asks: how_much, gold: ["{ACT} 13"], must_state: [{{terms: ["10 %"], lead: true}}]}}
"""
    (run.folder / "eval/golden/tune/small.yaml").write_text(rows, "utf-8")
    told = run.refused_here("eval", "fit-statements", "--output", "ranking.yaml")
    assert told.startswith("There are too few questions") and not (run.folder / "ranking.yaml").exists()


# sheets for judging


@pytest.mark.long
def test_answers_are_written_for_a_reader_and_their_verdicts_read_back(run: CommandLine) -> None:
    (run.folder / "q.jsonl").write_text(
        '{"id": "a", "question": "What does section 13 say?"}\n{"id": "b", "question": "How do I bake bread?"}\n'
    )
    asked = ("eval", "answers", "--export-for-judging", "sheet.jsonl", "--questions", "q.jsonl")
    done = run.here(*asked)
    assert "2 answers to be judged" in done.stdout and "asking …" in done.stderr
    sheet = run.folder / "sheet.jsonl"
    head, *rows = [json.loads(line) for line in sheet.read_text("utf-8").splitlines()]
    assert head["rubric"].startswith("# How to judge") and [row["id"] for row in rows] == ["a", "b"]
    assert rows[0]["law"][0]["plain"] and rows[0]["answer"]["sentences"]
    assert "there already" in run.refused_here(*asked), "verdicts are not overwritten"
    told = run.refused_here("eval", "answers", "--judged", "sheet.jsonl")
    assert told == "Line 2 of sheet.jsonl (a): law is not filled in; it is right or part or wrong."
    good = {"law": "right", "first": "yes", "beside": 0, "plain": 4, "todo": "not asked", "confidence": "fair",
            "harm": "none", "why": ""}  # fmt: skip
    judged = [json.dumps(line) for line in (head, rows[0] | {"verdict": good}, rows[1] | {"verdict": good})]
    sheet.write_text("\n".join(judged), "utf-8")
    told = run.here("eval", "answers", "--judged", "sheet.jsonl").stdout
    assert told.startswith("0 of 2 answers do harm.") and "100 (34..100)" in told


@pytest.mark.long
def test_golden_rows_are_written_for_a_reader_as_they_are_selected(run: CommandLine) -> None:
    done = run.here("eval", "answers", "--export-for-judging", "sheet.jsonl", "--every", "2", "--limit", "1")
    assert "1 answers to be judged" in done.stdout
    assert "gold" not in (run.folder / "sheet.jsonl").read_text("utf-8").splitlines()[1]


def test_official_words_are_filled_in_beside_a_sheet_and_never_into_one(tmp_path: Path) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    written(tmp_path / "sheet.jsonl")
    of = ("eval", "sheet", "sheet.jsonl", "--with-official", str(tmp_path), "--output")
    assert "there already" in nowhere.refused_here(*of, "sheet.jsonl")
    done = nowhere.here(*of, "reading.jsonl")
    assert "1 answers, with official words" in done.stdout and "not filled in" in done.stderr
    nowhere.here("eval", "sheet", "reading.jsonl", "--output", "back.jsonl")
    assert (tmp_path / "back.jsonl").read_bytes() == (tmp_path / "sheet.jsonl").read_bytes()
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "arguments",
    [["--judged", "s.jsonl", "--output", "a.jsonl"], ["--questions", "q.jsonl"],
     ["--export-for-judging", "absent/s.jsonl"], ["--judged", "s.jsonl", "--export-for-judging", "t.jsonl"]],
    ids=" ".join,
)  # fmt: skip
def test_options_that_do_not_go_together_end_with_2(tmp_path: Path, arguments: list[str]) -> None:
    nowhere = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    assert "Traceback" not in nowhere.here("eval", "answers", *arguments, code=2).stderr
    assert not (tmp_path / "none").exists()
