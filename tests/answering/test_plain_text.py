"""An answer on a terminal."""

from __future__ import annotations

from datetime import date

from civicsetu.answering.plain_text import as_plain_text
from civicsetu.law.answers import (
    DISCLAIMER,
    UNSURE,
    AnswerKind,
    AnswerPart,
    Confidence,
    Sentence,
    Step,
    Support,
    Warning,
)
from civicsetu.law.documents import EditionKind
from tests.answering.given import answered, citation


def test_sentences_stand_with_their_citations_and_sources_once() -> None:
    first, second = (
        citation("3(1)", quote="Close it."),
        citation("4", quote="Pay it.", edition=EditionKind.OFFICIAL),
    )
    again = citation("3(1)", quote="Close it well.", start=20)
    text = as_plain_text(answered("When?", first, second, again))
    lines = text.splitlines()
    assert lines[:3] == [
        "Close it. [Lantern Act s.3(1)]",
        "Pay it. [Lantern Act s.4]",
        "Close it well. [Lantern Act s.3(1)]",
    ]
    sources = [line for line in lines[3:] if line.startswith("[")]
    assert len(sources) == 2
    assert "our restatement in plain words" in sources[0] and "official text" in sources[1]
    assert "01 January 1960" in sources[0]


def test_dates_of_commencement_are_told_with_their_doubt() -> None:
    sure = citation("3(1)", effective_date=date(2017, 5, 1))
    unsure = citation("4", effective_date=date(2016, 5, 1), effective_note="two dates")
    text = as_plain_text(answered("When?", sure, unsure))
    assert "in force from 01 May 2017;" in text
    assert "in force from 01 May 2016 (date uncertain)" in text


def test_the_disclaimer_is_always_there_and_warnings_before_it() -> None:
    text = as_plain_text(answered(warnings=(Warning(kind="degraded", text="Slow today."),)))
    assert text.endswith(DISCLAIMER) and "Slow today." in text
    declined = answered(
        kind=AnswerKind.ABSTAIN, abstained=True, answer="I do not know.", sentences=(), citations=(),
        confidence=Confidence(score=0, level="none"),
    )  # fmt: skip
    assert as_plain_text(declined) == f"I do not know.\n\n{DISCLAIMER}"


def test_an_answer_that_may_not_answer_says_so() -> None:
    unsure = answered(confidence=Confidence(score=0.4, level="low"))
    assert UNSURE in as_plain_text(unsure) and UNSURE not in as_plain_text(answered())


def test_several_parts_stand_under_their_headings_and_one_has_none() -> None:
    law = answered("When, and my dog?", citation("3(1)", quote="Close it."))
    limit = Sentence(text="Not here.", support=Support.NONE)
    parts = (
        AnswerPart(heading="When?", kind=AnswerKind.ANSWER, sentences=(0,)),
        AnswerPart(heading="My dog?", kind=AnswerKind.ABSTAIN, sentences=(1,)),
    )
    told = {"kind": AnswerKind.PARTIAL, "sentences": (*law.sentences, limit), "parts": parts}
    assert as_plain_text(law.model_copy(update=told)).splitlines()[:5] == [
        "When?", "  Close it. [Lantern Act s.3(1)]", "", "My dog?", "  Not here.",
    ]  # fmt: skip
    assert as_plain_text(law.model_copy(update={"parts": parts[:1]})) == as_plain_text(law)


def test_steps_stand_numbered_behind_the_sentences_with_what_they_cite() -> None:
    told = answered("What now?", citation("3(1)", quote="Close it."), citation("4", quote="Pay it."))
    steps = (Step(text="Write to the keeper.", citations=(1,)), Step(text="Name your town."))
    lines = as_plain_text(told.model_copy(update={"steps": steps})).splitlines()
    at = lines.index("What you can do:")
    assert lines[at - 2 : at + 3] == [
        "Pay it. [Lantern Act s.4]", "", "What you can do:",
        "1. Write to the keeper. [Lantern Act s.4]", "2. Name your town.",
    ]  # fmt: skip
    assert "What you can do" not in as_plain_text(told)


def test_a_yes_or_no_stands_before_its_sentence() -> None:
    answer = answered("May I?", citation("3(1)", quote="Close it."))
    lead = answer.sentences[0].model_copy(update={"yes_or_no": "No."})
    assert as_plain_text(answer.model_copy(update={"sentences": (lead,)})).startswith("No. Close it. [Lantern")
