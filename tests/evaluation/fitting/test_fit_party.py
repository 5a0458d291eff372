"""Who asks is fitted to one half of the questions and measured on the other."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from civicsetu.evaluation.fitting.fit_party import PartyQuestion, fit_party, read_party_questions


def test_on_questions_of_another_hand_it_tells_four_times_as_many_as_the_phrases() -> None:
    found = fit_party(read_party_questions())
    assert found.of_a_party == 125
    assert found.right >= 0.7 * found.of_a_party and found.right >= 0.85 * found.told
    assert found.right >= 4 * found.right_by_phrases


def test_a_party_the_law_does_not_know_is_refused() -> None:
    with pytest.raises(ValidationError):
        PartyQuestion.model_validate({"half": "fit", "text": "who keeps the lamp", "party": "tenant"})


def test_no_question_is_of_both_halves() -> None:
    halves = {half: {one.text for one in read_party_questions() if one.half == half} for half in ("fit", "apart")}
    assert len(halves["apart"]) == 150 and not halves["fit"] & halves["apart"]
