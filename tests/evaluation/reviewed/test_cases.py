"""Reviewed cases: written as golden rows, asked and exported as such."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import DataFolderUnusable, InputError
from civicsetu.evaluation.golden.golden_set import load_golden
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.evaluation.retrieval_eval import Selection
from civicsetu.evaluation.reviewed.cases import (
    CaseDraft,
    case_id,
    load_cases,
    load_reviewed,
    remove_case,
    reviewed_folder,
    save_case,
    to_row,
)
from civicsetu.evaluation.reviewed.export import export_cases
from civicsetu.settings import load_settings

DRAFT = CaseDraft(question="May the builder keep the deposit?", gold=("rera_act_2016 18(1)",), must_state=("refund*; interest",))


def test_a_case_is_saved_asked_and_removed(tmp_path: Path) -> None:
    registry, folder = get_registry(), reviewed_folder(tmp_path)
    with pytest.raises(InputError, match="no reviewed cases"):
        load_reviewed(folder, registry)
    name = case_id(uuid4())
    path = save_case(folder, to_row(DRAFT, name, registry))
    assert path.stat().st_mode & 0o077 == 0
    selection = Selection(folder, reviewed=True)
    assert selection.name == "reviewed" and [row.id for row in selection.load_rows(registry)] == [name]
    assert load_reviewed(folder, registry)[0].must_state[0].lead
    assert remove_case(folder, name) and not remove_case(folder, name) and not remove_case(folder, "../x")
    assert load_cases(folder, registry) == []


def test_an_exported_file_is_a_golden_set(tmp_path: Path) -> None:
    registry, settings = get_registry(), load_settings(data_dir=tmp_path)
    for number in range(2):
        save_case(reviewed_folder(tmp_path), to_row(DRAFT, case_id(UUID(int=number)), registry))
    (tmp_path / "set" / "tune").mkdir(parents=True)
    assert export_cases(settings, tmp_path / "set" / "tune" / "cases.yaml", registry) == 2
    assert len(load_golden(tmp_path / "set", Half.TUNE, registry)) == 2
    with pytest.raises(InputError, match="cannot be written"):
        export_cases(settings, tmp_path / "nowhere" / "cases.yaml", registry)


def test_a_case_changed_by_hand_is_named(tmp_path: Path) -> None:
    folder = reviewed_folder(tmp_path)
    path = save_case(folder, to_row(DRAFT, "reviewed-1", get_registry()))
    path.write_text(path.read_text("utf-8").replace("question:", "question: "), "utf-8")
    assert load_reviewed(folder, get_registry())
    path.write_text("- id: reviewed-1\n", "utf-8")
    with pytest.raises(InputError, match=r"reviewed-1\.yaml"):
        load_reviewed(folder, get_registry())


def test_a_case_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    reviewed_folder(tmp_path).write_text("a file stands where the folder belongs")
    with pytest.raises(DataFolderUnusable):
        save_case(reviewed_folder(tmp_path), to_row(DRAFT, "reviewed-1", get_registry()))


@settings(max_examples=80, deadline=None)
@given(
    question=st.text(max_size=40),
    gold=st.lists(st.sampled_from(["rera_act_2016 18(1)", "rera_act_2016", "x 1", "", "rera_act_2016 (("]), max_size=2),
    facts=st.lists(st.text(max_size=12), max_size=2),
)
def test_any_draft_is_a_row_or_one_sentence(question: str, gold: list[str], facts: list[str]) -> None:
    try:
        row = to_row(CaseDraft(question=question, gold=tuple(gold), must_state=tuple(facts)), "reviewed-1", get_registry())
    except InputError as refused:
        assert refused.user_message.endswith(".") and "\n" not in refused.user_message
    else:
        assert row.question == question and len(row.gold) == len(gold)


def test_the_commands_take_the_reviewed_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from civicsetu.evaluation import command, retrieval_eval
    from civicsetu.evaluation.answers import answers_eval

    seen: list[Selection] = []

    async def stopped(_: Any, selection: Selection, *__: Any) -> None:
        seen.append(selection)
        raise InputError("seen")

    for module, name in ((retrieval_eval, "evaluate"), (answers_eval, "evaluate_answers")):
        monkeypatch.setattr(module, name, stopped)
    for name in ("get_logged_settings", "get_quiet_settings"):
        monkeypatch.setattr(command, name, lambda: load_settings(data_dir=tmp_path))
    for name in ("retrieval", "answers"):
        CliRunner().invoke(command.app, [name, "--set", "reviewed"])
        CliRunner().invoke(command.app, [name])
    assert [(one.reviewed, one.folder) for one in seen] == [(True, tmp_path / "reviewed"), (False, command.GOLDEN)] * 2


async def test_feedback_is_exported_as_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from civicsetu.evaluation.reviewed import export
    from civicsetu.law.feedback import FeedbackReason
    from civicsetu.stores.feedback_store import FeedbackOnTurn, GivenFeedback

    given_ = GivenFeedback(uuid4(), uuid4(), False, "too old", (FeedbackReason.OUT_OF_DATE,), 0, {"kind": "answer"}, "abc")
    answer = SimpleNamespace(id="t", question="q", answer="a", answer_hash="abc", settings_hash="s")

    async def opened(_: Any) -> Any:
        async def close() -> None: ...

        return SimpleNamespace(close=close)

    async def found(_: Any) -> Any:
        return [FeedbackOnTurn(given_, answer, "q alone")]  # type: ignore[arg-type]

    monkeypatch.setattr(export.Database, "open", opened)
    monkeypatch.setattr(export, "read_all_feedback", found)
    assert await export.export_given(load_settings(data_dir=tmp_path), tmp_path / "out.jsonl") == 1
    [line] = [json.loads(one) for one in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert line["reasons"] == ["out_of_date"] and line["answer_hash"] == "abc" and line["evidence"] == {"kind": "answer"}
