"""The command line as a person types it: exit codes, one plain sentence on stderr.

What asks, opens, takes in, looks, sets up and stops is each started as a process of its own once, and so is
each way to end; what else they say is read without one (`CommandLine.here`).
"""

from __future__ import annotations

import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog

from civicsetu import cli
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import ServerError
from civicsetu.settings import Settings
from civicsetu.stores.processes import wait_until
from civicsetu.web.running import note_serving
from tests.command_line import CommandLine, the_sentence
from tests.holding import ACT, KARNATAKA, LATE
from tests.stores.own_servers import own_folder, settings_in
from tests.web.conftest import free_port

SECRET = "s3cr3t-w0rd"
KEYS_OF_ASK = {
    "id", "turn", "question", "kind", "abstained", "answer", "sentences", "citations", "contexts", "query_type",
    "jurisdictions", "scope", "as_on", "facts", "confidence", "warnings", "plan", "settings_hash", "answer_hash", "written_by", "first_token_ms", "latency_ms",
    "disclaimer", "parts", "steps", "table", "agentic_metrics", "planner_trace",
}  # fmt: skip


@pytest.fixture
def run(running: Settings, service: AnsweringService, tmp_path: Path) -> CommandLine:
    """On the folder that holds the starter texts, its graph answering."""
    return CommandLine(running, tmp_path)


@pytest.fixture
def run_empty(tmp_path: Path) -> CommandLine:
    """On a data folder that does not exist yet."""
    return CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)


@pytest.mark.alone
def test_help_comes_within_a_second(run_empty: CommandLine) -> None:
    run_empty("--help")
    times = []
    for _ in range(3):
        started = time.perf_counter()
        told = run_empty("--help").stdout
        times.append(time.perf_counter() - started)
    assert statistics.median(times) <= 1.0, times
    for command in ("up", "stop", "ingest", "ask", "search", "open", "eval", "doctor"):
        assert command in told


def test_help_loads_nothing_that_logs_or_masks(run_empty: CommandLine) -> None:
    asked = "import sys, civicsetu.cli; print([one for one in ('structlog', 'civicsetu.privacy.mask', 'numpy') if one in sys.modules])"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["up", "stop", "ingest", "ask", "search", "open", "eval", "doctor"])
def test_every_command_has_help_that_starts_nothing(run_empty: CommandLine, command: str) -> None:
    assert "Usage" in run_empty.here(command, "--help").stdout
    assert not (run_empty.folder / "none").exists()


def test_ask_tells_sentences_sources_and_the_disclaimer(run: CommandLine) -> None:
    told = run("ask", LATE).stdout
    assert "[RERA Act s.18(1)" in told and "restatement in plain words" in told and "not legal advice" in told


def test_ask_as_json_is_the_contract_and_nothing_else(run: CommandLine) -> None:
    told = json.loads(
        run.here("ask", LATE, "--json", "--jurisdiction", "goa", "--as-on", "2020-02-29").stdout
    )
    assert set(told) == KEYS_OF_ASK
    assert (told["kind"], told["as_on"], told["jurisdictions"]) == (
        "answer",
        "2020-02-29",
        ["CENTRAL", "GOA"],
    )
    assert [warning["kind"] for warning in told["warnings"]] == ["not_held"]


@pytest.mark.long
def test_a_question_in_another_script_passes_through_the_shell(run: CommandLine) -> None:
    told = json.loads(run("ask", "धारा 18 क्या कहती है?", "--json").stdout)
    assert told["question"] == "धारा 18 क्या कहती है?"
    assert told["citations"][0]["provision"].startswith("18(1)")


def test_an_abstention_is_an_answer_and_not_a_failure(run: CommandLine) -> None:
    assert "only help with questions about real-estate law" in run.here("ask", "Who won the cricket world cup?").stdout


def test_ask_batch_writes_a_row_for_each_and_turns_share_their_conversation(run: CommandLine) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "a", "turn": 1, "conversation": "c", "question": "What does section 13 say?"},
        {"id": "b", "turn": 2, "conversation": "c", "question": "What is the penalty for that?"},
        {"id": "d", "question": "What does section 211 say?"},
    ]
    (run.folder / "in.jsonl").write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    done = run.here("ask", "--batch", "in.jsonl", "--out", "out.jsonl")
    assert done.stdout == "" and "3 answers" in done.stderr
    answers = [json.loads(line) for line in (run.folder / "out.jsonl").read_text("utf-8").splitlines()]
    assert [(row["id"], row["turn"], row["kind"]) for row in answers] == [
        ("a", 1, "answer"), ("b", 2, "answer"), ("d", 1, "abstain")
    ]  # fmt: skip
    assert all(set(row) == KEYS_OF_ASK for row in answers)
    assert "61" in [context["provision"] for context in answers[1]["contexts"]], "what a breach of 13 costs"


def test_search_prints_the_evidence_in_rank_order(run: CommandLine) -> None:
    lines = run.here("search", "What does section 13 say?").stdout.splitlines()
    assert lines[0].strip().startswith(f"1. {ACT} 13(1)") and "exact" in lines[0]
    found = json.loads(run.here("search", "section 13", "--json").stdout)
    assert [context["provision"] for context in found][:2] == ["13(1)", "13(2)"]
    assert {"document", "provision", "score", "found_by", "pinned"} <= set(found[0])


@pytest.mark.long
def test_search_prints_places_in_the_tree_only_when_asked(run: CommandLine) -> None:
    found = json.loads(run.here("search", "section 13", "--json", "--structure").stdout)
    assert [context["provision"] for context in found][:2] == ["13(1)", "13(2)"]
    [place] = found[0]["structure"]
    assert {"edition", "edition_id", "path", "section_path", "level", "start", "end", "page"} == set(place)
    assert found[0]["parent"]["path"] == "13" and found[1]["parent"] is None
    assert not {"structure", "parent"} & set(json.loads(run.here("search", "section 13", "--json").stdout)[0])


@pytest.mark.long
def test_search_prints_the_law_itself_in_a_format_and_within_a_budget(run: CommandLine) -> None:
    told = run.here("search", "What does section 13 say?", "--format", "plain", "--max-tokens", "600").stdout
    assert told.startswith("[1] Real Estate (Regulation and Development) Act, 2016 > ")
    assert "section 13" in told.splitlines()[0] and "10 per cent" in told and len(told) <= 4 * 600 + 1
    assert "indiacode" not in told
    done = run.here("search", "section 13", "--format", "json", "--sources", "--families", "--compress")
    best = json.loads(done.stdout)["passages"][0]
    assert (best["provision"], best["units"]) == ("13", ["13(1)", "13(2)"]) and "indiacode" in best[
        "sources"
    ][0]
    assert "% of the text of these provisions is shown." in done.stderr


def test_a_context_without_room_or_without_a_format_is_refused(run: CommandLine) -> None:
    sentence = run.refused_here("search", "section 13", "--format", "xml", "--max-tokens", "20")
    assert sentence.startswith("20 tokens have no room for one sentence of the law")
    for given, told in (
        (["--sources"], "--format"),
        (["--format", "xml", "--json"], "--json"),
        (["--format", "html"], "markdown"),
    ):
        assert told in run.here("search", "section 13", *given, code=2).stderr


def test_open_prints_a_provision_with_its_heading_and_place(run: CommandLine) -> None:
    place, heading, *words = run("open", ACT, "18(1)", "--version", "plain").stdout.splitlines()
    assert place.startswith(f"{ACT} 18(1) (plain, characters ")
    assert heading.startswith("Return of amount") and "possession" in " ".join(words)
    [opened] = json.loads(run.here("open", ACT, "18(1)", "--version", "plain", "--json").stdout)
    assert opened["text"].strip() == "\n".join(words) and opened["page"] is None
    [again] = json.loads(
        run.here("open", ACT, "--offset", str(opened["end"] - 1), "--version", "plain", "--json").stdout
    )
    assert again["provision"].startswith("18(1)") and opened["start"] <= again["start"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lantern_act_1950", "1"], "lantern_act_1950"),
        ([ACT, "18(1)"], "The official text of Real Estate"),
        ([ACT, "18(1)", "--version", "as_enacted"], "The as_enacted text"),
        ([ACT, "18(1)", "--version", "first"], "The first text"),
        ([ACT, "18(99)", "--version", "plain"], "Nothing stands there"),
        ([ACT, "--page", "1", "--version", "plain"], "Nothing stands there"),
        ([ACT, "--offset", "99999999999", "--version", "plain"], "Nothing stands there"),
        ([ACT, "eighteen", "--version", "plain"], "18(1)(a)"),
        ([ACT], "exactly one"),
        ([ACT, "18(1)", "--page", "2"], "exactly one"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_opened_is_one_sentence(run: CommandLine, arguments: list[str], told: str) -> None:
    assert told in run.refused_here("open", *arguments)


def test_doctor_tells_what_runs_and_ends_with_0_when_all_is_well(run: CommandLine) -> None:
    told = run.here("doctor").stdout
    for part in ("postgres", "graph", "models", ACT, "running"):
        assert part in told
    findings = {finding["part"]: finding for finding in json.loads(run.here("doctor", "--json").stdout)}
    assert all(finding["fix"] == "" for finding in findings.values())
    assert findings["postgres"]["state"] == findings["graph"]["state"] == "running"


@pytest.mark.long
def test_doctor_counts_every_kind_of_edge_and_says_when_the_graph_is_behind(run: CommandLine) -> None:
    run.here("ingest")
    findings = {finding["part"]: finding for finding in json.loads(run.here("doctor", "--json").stdout)}
    told = findings["graph edges"]
    assert told["state"] == "ok", told
    counts = {name: int(count) for name, count in (part.split() for part in told["what"].split(", "))}
    unasked = get_registry().select_keys()
    assert counts["documents"] == len(unasked) and counts["made_under"] == len(unasked) - 1
    for kind in ("has_section", "references", "derived_from", "amended_by", "conflicts_with"):
        assert counts[kind] > 0, kind


def test_doctor_names_the_fix_and_ends_with_1_when_something_is_wrong(run_empty: CommandLine) -> None:
    findings = json.loads(run_empty("doctor", "--json", code=1).stdout)
    assert "civicsetu up" in " ".join(finding["fix"] for finding in findings)
    assert not (run_empty.folder / "none").exists(), "it looks and changes nothing"


def test_setting_up_again_finds_everything_done(run: CommandLine) -> None:
    started = time.monotonic()
    run("up", "--no-serve")
    assert time.monotonic() - started < 20


def test_ingesting_again_says_that_nothing_changed(run: CommandLine) -> None:
    assert "nothing changed" in run.here("ingest", ACT).stdout


def test_an_official_file_that_cannot_be_had_ends_with_1_and_sets_nothing_up(run_empty: CommandLine) -> None:
    """The address known of it has a PDF, and this version is read from a text: nothing is asked for."""
    done = run_empty("ingest", "--fetch", KARNATAKA, code=1)
    assert "refused" in done.stdout and "naredco.in has it as PDF" in done.stdout
    assert done.stderr.splitlines()[-1] == f"Not available: {KARNATAKA}."
    made = {path.name for path in (run_empty.folder / "none" / "data").iterdir()}
    assert made == {"official"}, "no store is started for nothing"


def test_fetching_and_giving_a_folder_exclude_each_other(run_empty: CommandLine) -> None:
    done = run_empty.here("ingest", "--fetch", "--from", ".", ACT, code=2)
    assert "--fetch" in done.stderr and not (run_empty.folder / "none").exists()


def test_stop_stops_what_runs_and_says_when_nothing_did(run_empty: CommandLine) -> None:
    assert run_empty.here("stop").stdout.strip() == "Nothing was running."
    from civicsetu.stores.servers import postgres_url

    with own_folder() as folder:
        settings = settings_in(folder / "data")
        postgres_url(settings, "psycopg")
        stopping = CommandLine(settings, run_empty.folder)
        assert stopping("stop").stdout.strip() == "Stopped: postgres."
        assert stopping.here("stop").stdout.strip() == "Nothing was running."


def test_stop_tells_of_a_page_that_goes_on(run_empty: CommandLine) -> None:
    settings = settings_in(run_empty.folder / "data", port=8123)
    with note_serving(settings):
        told = the_sentence(CommandLine(settings, run_empty.folder).here("stop"))
    assert told.startswith("The page on http://127.0.0.1:8123 still runs and starts them again")
    assert f"`kill {os.getpid()}`" in told


@pytest.mark.parametrize("log_format", ["json", "console", ""])
def test_an_error_of_ours_is_logged_without_local_values(
    run_empty: CommandLine, monkeypatch: pytest.MonkeyPatch, log_format: str
) -> None:
    """Also where settings could not even be read, and logging stands at its own defaults."""

    def fails() -> Settings:
        password = SECRET
        raise RuntimeError(f"unforeseen ({len(password)})")

    if log_format:
        monkeypatch.setattr("civicsetu.stores.servers.stop_all", lambda _: fails())
    else:
        monkeypatch.setattr(cli, "get_settings", fails)
    logs = structlog.get_config()
    structlog.reset_defaults()
    try:
        done = run_empty.here("stop", code=1, CIVICSETU_LOG_FORMAT=log_format or "json")
    finally:
        structlog.configure(**logs)
    assert "unforeseen" in done.stderr and SECRET not in done.stderr + done.stdout
    assert done.stderr.count("locals") == 0 and "Something went wrong on our side" in done.stderr


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@127.0.0.1:9/law",
        f"postgresql://ann:{SECRET}@nowhere.invalid/law",
        f"mysql://ann:{SECRET}@127.0.0.1/law",
        f"ann:{SECRET}",
    ],
)
def test_a_wrong_database_address_is_one_sentence_without_secrets(run: CommandLine, url: str) -> None:
    done = run.here("ask", LATE, code=1, CIVICSETU_POSTGRES_URL=url)
    sentence = the_sentence(done)
    assert "database" in sentence or "CIVICSETU_POSTGRES_URL" in sentence
    assert SECRET not in done.stderr + done.stdout


def test_a_database_without_our_tables_names_the_fix(run_empty: CommandLine) -> None:
    with own_folder() as folder:
        settings = settings_in(folder / "data")
        empty = CommandLine(settings, run_empty.folder)
        try:
            assert "civicsetu up" in empty.refused_here("ask", LATE)
        finally:
            empty.here("stop")


def test_an_unknown_document_is_named_with_those_there_are(run: CommandLine) -> None:
    sentence = run.refused("ingest", "rera_act_1950")
    assert "rera_act_1950" in sentence and ACT in sentence


def test_a_missing_folder_and_a_missing_file_are_named(run: CommandLine) -> None:
    assert "no folder" in run.refused_here("ingest", "--from", "absent", ACT)
    (run.folder / "present").mkdir()
    assert f"{ACT}/text.txt" in run.refused_here("ingest", "--from", "present", ACT)


def test_a_file_that_is_not_the_law_is_refused(run: CommandLine) -> None:
    (run.folder / "text.txt").write_text("THE LANTERN ACT\n\n1. Short title.\nThis is another law.\n", "utf-8")
    assert "title" in run.refused_here("ingest", "--from", ".", ACT)


@pytest.mark.parametrize(
    ("content", "told"),
    [('{"id": "1", "question": "x"}\n{"id": "2"}', "ine 2"), ("not json", "ine 1"), ("", "no questions")],
)
def test_a_bad_batch_file_is_told_with_its_line(run: CommandLine, content: str, told: str) -> None:
    (run.folder / "in.jsonl").write_text(content, "utf-8")
    assert told in run.refused_here("ask", "--batch", "in.jsonl", "--out", "out.jsonl")
    assert not (run.folder / "out.jsonl").exists()


def test_a_batch_file_that_is_not_there_is_named(run: CommandLine) -> None:
    assert "absent.jsonl" in run.refused_here("ask", "--batch", "absent.jsonl", "--out", "out.jsonl")


def test_a_place_for_answers_that_is_not_there_is_named(run: CommandLine) -> None:
    (run.folder / "in.jsonl").write_text('{"id": "1", "question": "s. 66"}', "utf-8")
    assert "out.jsonl" in run.refused_here("ask", "--batch", "in.jsonl", "--out", "absent/out.jsonl")


@pytest.mark.parametrize(
    "question",
    ["", pytest.param("???", marks=pytest.mark.long), pytest.param("a" * 20_000, marks=pytest.mark.long)],
    ids=["empty", "no words", "too long"],
)
def test_a_question_that_cannot_be_read_is_one_sentence(run: CommandLine, question: str) -> None:
    assert run.refused_here("ask", question).startswith("Please ")


def test_an_unknown_state_is_named(run: CommandLine) -> None:
    assert "ATLANTIS" in run.refused_here("ask", LATE, "--jurisdiction", "ATLANTIS")


def test_a_setting_out_of_bounds_is_named(run_empty: CommandLine) -> None:
    sentence = run_empty.refused_here("ask", LATE, CIVICSETU_RETRIEVAL__MAX_CONTEXT="0")
    assert "CIVICSETU_RETRIEVAL__MAX_CONTEXT" in sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask"],
        ["ask", "question", "--batch", "in.jsonl", "--out", "out.jsonl"],
        ["ask", "--batch", "in.jsonl"],
        ["ask", "question", "--as-on", "yesterday"],
        ["ask", "question", "--colour", "red"],
        ["search"],
        ["search", "question", "--structure"],
        ["open"],
        ["open", "rera_act_2016", "--page", "0"],
        ["open", "rera_act_2016", "--page", "two"],
        ["open", "rera_act_2016", "--offset", "-1"],
        ["fly"],
    ],
    ids=" ".join,
)
def test_a_command_typed_wrong_ends_with_2(run_empty: CommandLine, arguments: list[str]) -> None:
    done = run_empty.here(*arguments, code=2)
    assert "Traceback" not in done.stderr
    assert not (run_empty.folder / "none").exists()


def test_a_process_of_a_command_typed_wrong_ends_with_2(run_empty: CommandLine) -> None:
    done = run_empty("ask", code=2)
    assert "Traceback" not in done.stderr and done.stdout == ""
    assert not (run_empty.folder / "none").exists()


def test_a_used_port_is_told_before_anything_is_started(run_empty: CommandLine) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for name in ("CIVICSETU_PORT", "PORT"):
            assert port in run_empty.refused("up", **{name: port})
    assert not (run_empty.folder / "none").exists()


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    on_file = CommandLine(settings_in(tmp_path / "file"), tmp_path)
    assert "data folder" in on_file.refused_here("ask", LATE)


@pytest.mark.long
def test_no_question_is_logged(run: CommandLine) -> None:
    done = run("ask", "My builder Zebulon Quux is late with possession", CIVICSETU_LOG_LEVEL="DEBUG")
    assert "Zebulon" not in done.stderr


def test_up_tells_its_address_only_once_the_page_serves(
    run_empty: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    from civicsetu.web import server

    def serves(*_: Any, announce: Callable[[], None], **__: Any) -> None:
        announce()

    def fails(*_: Any, **__: Any) -> None:
        raise ServerError("no", user_message="It cannot be started.")

    monkeypatch.setattr(cli, "_set_up_apart", lambda: None)
    monkeypatch.setattr(server, "serve", serves)
    assert "CivicSetu is on http://127.0.0.1:" in run_empty.here("up", CIVICSETU_PORT=str(free_port())).stderr
    monkeypatch.setattr(server, "serve", fails)
    assert run_empty.refused_here("up", CIVICSETU_PORT=str(free_port())) == "It cannot be started."


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_set_up_of_up_ends_with_it_however_that_ends(how: signal.Signals) -> None:
    sleeps = "import os, time; print(os.getpid(), flush=True); time.sleep(120)"
    program = f"import sys; from civicsetu import cli; sys.exit(cli._run_while_we_live([sys.executable, '-c', {sleeps!r}], {{}}))"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(how)
        assert parent.wait(20) == (128 + how if how is signal.SIGTERM else -how)
    assert wait_until(lambda: not Path(f"/proc/{child}").exists(), 20)


@pytest.mark.parametrize("code", [0, 3])
def test_the_exit_code_of_the_set_up_is_that_of_up(code: int) -> None:
    assert cli._run_while_we_live([sys.executable, "-c", f"raise SystemExit({code})"], {}) == code
