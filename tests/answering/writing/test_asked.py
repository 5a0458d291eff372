"""What is told of a question: its parts as they were read, and the turns before, never itself."""

from __future__ import annotations

from civicsetu.answering.writing.asked import describe_asked
from civicsetu.law.answers import SAID_ABOVE, Answer, QueryType, Sentence
from tests.answering.composing.mills import REGISTRY
from tests.answering.given import answered
from tests.answering.writing.mill_writing import GRIND, part

NAMES = {code: one.name for code, one in REGISTRY.jurisdictions.items()}


def turn(question: str, *said: str) -> Answer:
    sentences = tuple(Sentence(text=one, citations=(0,)) for one in said)
    return answered(question).model_copy(update={"sentences": sentences})


def test_parts_states_and_facts_are_told() -> None:
    story = "I am a buyer and I booked a flat. By when must the builder grind my corn?"
    asked = describe_asked(story, [part(story, state="NORTHLAND"), part(declined="That is another law's.")], [], NAMES, "Tamil")
    assert [one.answered for one in asked.parts] == [True, False]
    assert asked.parts[1].question == GRIND and asked.parts[1].query_type is QueryType.TEMPORAL
    assert asked.states == ("Northland",) and asked.language == "Tamil"
    assert dict(asked.facts)["stage"] == "booked"


def test_turns_before_are_told_by_their_question_and_how_their_answer_begins() -> None:
    before = [turn(f"Question {at}?", f"{SAID_ABOVE}First {at}.", f"Second {at}.", f"Third {at}.") for at in range(5)]
    earlier = describe_asked(GRIND, [part()], before, NAMES).earlier
    assert [one.question for one in earlier] == ["Question 2?", "Question 3?", "Question 4?"]
    assert earlier[-1].answer == "First 4. Second 4."


def test_the_question_asked_now_is_never_among_the_turns_before() -> None:
    before = [turn("And the fee?", "It is 500 rupees."), turn(f"  {GRIND.upper()}", "Within 30 days.")]
    asked = describe_asked(GRIND, [part()], before, NAMES)
    assert [one.question for one in asked.earlier] == ["And the fee?"]


def test_a_long_question_before_is_shortened() -> None:
    [earlier] = describe_asked(GRIND, [part()], [turn("Why so? " * 200, "So.")], NAMES).earlier
    assert len(earlier.question) <= 402 and earlier.question.endswith(" …")
