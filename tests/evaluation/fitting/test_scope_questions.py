"""Questions at the border are read with whether the law held answers them, and stand apart from what ships."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CorpusError
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf
from civicsetu.evaluation.fitting.scope_questions import (
    ScopeAnswer,
    _read,
    scope_questions,
    scope_questions_of,
)
from civicsetu.evaluation.golden.golden_set import load_golden
from civicsetu.evaluation.golden.row_kinds import Half
from civicsetu.retrieval.answerability.scope_texts import scope_texts

ROOT = Path(__file__).resolve().parents[3]


def test_both_halves_have_questions_of_every_kind() -> None:
    for half in LabelledHalf:
        counted = Counter(one.kind for one in scope_questions_of(half))
        assert all(counted[kind] > 30 for kind in ScopeAnswer)


def test_none_is_asked_twice_or_ships_as_out_of_scope() -> None:
    texts = [one.text.lower() for one in scope_questions()]
    assert len(texts) == len(set(texts)) and not {one.text.lower() for one in scope_texts()} & set(texts)


def test_no_golden_question_is_fitted_to_twice_or_shipped_as_a_text() -> None:
    golden = {row.question.lower() for row in load_golden(ROOT / "eval" / "golden", Half.ALL, get_registry())}
    assert len(golden) > 900
    asked = {one.text.lower() for one in (*scope_questions(), *scope_texts())}
    assert not golden & asked


def test_only_what_the_law_held_answers_is_answerable() -> None:
    line = '{"text": "Who trims the lantern?", "kind": "%s", "half": "fit"}'
    assert [_read(line % kind, 1).answerable for kind in ScopeAnswer] == [True, False, False]


@pytest.mark.parametrize("line", ['{"text": "t", "kind": "law", "half": "fit"}', '{"text": "t"}', "{"])
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(CorpusError, match="line 7"):
        _read(line, 7)
