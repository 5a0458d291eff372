"""Sets of questions: named, from a file, told apart by what is asked and wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError
from civicsetu.evaluation.reviewed.cases import CaseDraft, reviewed_folder, save_case, to_row
from civicsetu.evaluation.runs.question_sets import QuestionSet, load_question_set
from civicsetu.evaluation.runs.row_judgments import judge_missing

EVAL = Path(__file__).resolve().parents[3] / "eval"


def load(wanted: str, folder: Path = EVAL, **told: int) -> QuestionSet:
    return load_question_set(wanted, folder, folder, get_registry(), **told)


def test_the_twelve_cases_say_what_a_good_answer_states() -> None:
    cases = load("e2e")
    assert len(cases.questions) == 12 and len({one.question for one in cases.questions}) == 12
    assert all(one.golden is not None and one.golden.must_state for one in cases.questions)


def test_a_file_of_questions_is_a_set_and_another_question_is_another_set(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"id": "a", "question": "Is it so?"}\n{"id": "b", "question": "When?"}\n')
    first = load(str(path))
    assert first.name == "mine.jsonl" and [one.id for one in first.questions] == ["a", "b"]
    assert load(str(path)).digest == first.digest
    assert load(str(path), limit=1).digest != first.digest and load(str(path), limit=1).name == "mine.jsonl, the first 1"
    path.write_text('{"id": "a", "question": "Is it so?"}\n{"id": "b", "question": "Where?"}\n')
    assert load(str(path)).digest != first.digest


def test_the_reviewed_cases_are_a_set(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no reviewed cases yet"):
        load("reviewed", tmp_path)
    registry = get_registry()
    draft = CaseDraft(question="May the builder keep the deposit?", gold=("rera_act_2016 18(1)",), must_state=("refund*",))
    save_case(reviewed_folder(tmp_path), to_row(draft, "reviewed-a", registry))
    [case] = load("reviewed", tmp_path).questions
    assert case.id == "reviewed-a" and case.golden is not None and case.golden.must_state


def test_a_set_that_is_not_there_or_empty_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no set summer"):
        load("summer")
    (tmp_path / "e2e").mkdir()
    (tmp_path / "e2e" / "cases.yaml").write_text("[]")
    with pytest.raises(InputError, match="holds no question"):
        load("e2e", tmp_path)
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(InputError, match="holds no questions"):
        load(str(tmp_path / "empty.jsonl"))


def test_a_question_without_an_answer_is_judged_so() -> None:
    [missing] = judge_missing()
    assert missing.criterion == "answered_in_time" and not missing.passed
