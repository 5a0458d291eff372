"""Whether steps are wanted is fitted to some questions and measured on those of other hands."""

from __future__ import annotations

from civicsetu.evaluation.fitting.fit_steps import StepsQuestion, fit_steps, read_steps_questions
from civicsetu.query.asked_kind import AskedKind, asked_kind
from civicsetu.query.asker.steps_model import wants_steps


def test_on_questions_of_another_hand_what_ships_knows_four_times_what_the_phrases_do() -> None:
    apart = [one for one in read_steps_questions() if one.half == "apart"]
    told = [one for one in apart if wants_steps(one.text)]
    right = sum(one.steps for one in told)
    by_phrases = sum(one.steps for one in apart if asked_kind(one.text) is AskedKind.REMEDY)
    assert right >= 0.8 * len(told)
    assert right >= 4 * by_phrases > 0


def test_what_only_one_side_says_is_fitted() -> None:
    said = {True: "how do I get my lantern back", False: "how bright is a lantern by law"}
    every = [
        StepsQuestion(half=half, text=f"{text} {number}", steps=steps)
        for half in ("fit", "apart")
        for steps, text in said.items()
        for number in range(9)
    ]
    found = fit_steps(every)
    assert (found.fitted, found.wanting, found.told, found.right) == (18, 9, 9, 9)


def test_no_question_is_of_both_halves() -> None:
    halves = {half: {one.text for one in read_steps_questions() if one.half == half} for half in ("fit", "apart")}
    assert halves["fit"] and halves["apart"] and not halves["fit"] & halves["apart"]
