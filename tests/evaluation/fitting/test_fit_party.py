"""Who asks is fitted to one half of the questions and measured on the other."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from civicsetu.evaluation.fitting.fit_party import PartyQuestion, fit_party, read_party_questions
from civicsetu.query.asker.party_model import read_likely_party


def test_on_questions_of_another_hand_what_ships_tells_most_and_is_seldom_wrong() -> None:
    apart = [one for one in read_party_questions() if one.half == "apart"]
    told = [(one.party, party) for one in apart if (party := read_likely_party(one.text)) is not None]
    right = sum(party == read for party, read in told)
    assert right >= 95 and right >= 0.85 * len(told)


@pytest.mark.long
def test_fitted_anew_it_tells_four_times_as_many_as_the_phrases() -> None:
    found = fit_party(read_party_questions())
    assert found.of_a_party == 118
    assert found.right >= 0.7 * found.of_a_party and found.right >= 0.85 * found.told
    assert found.right >= 4 * found.right_by_phrases


def test_what_only_one_party_says_is_fitted() -> None:
    said = {"agent": "my commission for lantern", "promoter": "our lantern tower and lot", "": "what is a lantern of"}
    every = [
        PartyQuestion(half=half, text=f"{text} {number}", party=party)
        for half in ("fit", "apart")
        for party, text in said.items()
        for number in range(9)
    ]
    found = fit_party(every)
    assert (found.fitted, found.of_a_party, found.told, found.right) == (27, 18, 18, 18)


def test_a_party_the_law_does_not_know_is_refused() -> None:
    with pytest.raises(ValidationError):
        PartyQuestion.model_validate({"half": "fit", "text": "who keeps the lamp", "party": "tenant"})


def test_no_question_is_of_both_halves() -> None:
    halves = {half: {one.text for one in read_party_questions() if one.half == half} for half in ("fit", "apart")}
    assert len(halves["apart"]) == 143 and not halves["fit"] & halves["apart"]
