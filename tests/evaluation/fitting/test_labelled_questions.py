"""Labelled questions name what there is, and those measured on are apart from what ships as asked."""

from __future__ import annotations

import pytest

from civicsetu.corpus.statements.asked_questions import get_asked_questions, get_compared_questions
from civicsetu.errors import CorpusError
from civicsetu.evaluation.fitting.labelled_questions import (
    LabelledHalf,
    _read,
    by_half,
    labelled_questions,
    unlearned_questions,
)


def test_both_halves_have_leads_and_silences() -> None:
    for half in LabelledHalf:
        held = by_half(half)
        assert sum(bool(one.lead) for one in held) > 300 and sum(bool(one.silence) for one in held) > 50


def test_none_is_asked_twice_or_shipped_as_asked() -> None:
    texts = [one.text for one in labelled_questions()]
    assert len(texts) == len(set(texts)) and not {one.text for one in get_asked_questions()} & set(texts)


def test_what_is_compared_is_learned_and_nothing_is_measured_on_it() -> None:
    """So that how near a question is to itself is never taken for how near a new one comes."""
    compared = {one.text for one in get_compared_questions()}
    of_them = [one for one in labelled_questions() if one.text in compared]
    assert len(of_them) == len(compared) and all(one.half is LabelledHalf.FIT and one.is_learned for one in of_them)


def test_what_weighs_late_interaction_is_fitted_and_measured_on_what_it_has_not_learned() -> None:
    unlearned = unlearned_questions()
    assert {one.half for one in unlearned} == set(LabelledHalf) and not any(one.is_learned for one in unlearned)
    assert len(unlearned) + sum(one.is_learned for one in labelled_questions()) == len(labelled_questions())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"id": "a", "text": "t", "half": "fit", "lead": ["x.1.y"]}', "no statement or silence x.1.y"),
        ('{"id": "a", "text": "t", "half": "none"}', "line 7"),
        ('{"id": "a", "text": "t", "half": "fit", "silence": "none.x"}', "no statement or silence none.x"),
        ("{", "line 7"),
    ],
)
def test_a_wrong_line_is_named(line: str, fault: str) -> None:
    with pytest.raises(CorpusError, match=fault):
        _read(line, 7, {"k.1.z", "none.k"})
