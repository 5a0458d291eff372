"""An answer in a sheet: as it was shown, its law once and whole, official wording by offsets only."""

from __future__ import annotations

import json

import pytest

from civicsetu.evaluation.judging.export import build_row
from civicsetu.evaluation.judging.questions import JudgingQuestion
from civicsetu.evaluation.judging.shown import show_answer, show_earlier
from civicsetu.evaluation.judging.verdicts import empty_verdict
from civicsetu.law.answers import (
    UNSURE,
    AnswerTable,
    Confidence,
    Sentence,
    Step,
    Support,
    TableCell,
    TableRow,
    Warning,
)
from civicsetu.law.documents import EditionKind
from tests.answering.given import answered, citation
from tests.evaluation.answers.given import CLOSES, FEE, answering, declining
from tests.evaluation.judging.sheets import WORDS, span
from tests.retrieval.lantern_act import ACT, KARNATAKA, OFFICIAL, UTTAR_PRADESH, index_of_states


def lifted() -> tuple[object, ...]:
    """A sentence of the official text, and its citation."""
    start = OFFICIAL.index(WORDS)
    cited = citation("3(2)", quote=WORDS, start=start, edition=EditionKind.OFFICIAL)
    return cited, Sentence(text=WORDS, citations=(0,), support=Support.VERBATIM)


def test_a_provision_stands_once_with_our_words_and_the_offsets_of_the_law_s() -> None:
    cited = (citation("3(1)(a)", unit="3(1)", quote="a"), citation("3(2)"), citation("3(1)", quote="b"))
    both = Sentence(text=CLOSES, citations=(0, 2), support=Support.STATEMENT)
    other = Sentence(text=FEE, citations=(1,), support=Support.STATEMENT)
    shown, law = show_answer(answered("When?", *cited, sentences=[both, other]), index_of_states())
    assert [(one.text, one.law) for one in shown.sentences] == [(CLOSES, (0,)), (FEE, (1,))]
    assert [one.provision for one in law] == ["3(1)", "3(2)"]
    assert law[1].plain.startswith("(2) The keeper may ask Rs. 20") and "Closing of lanterns" in law[1].place
    where = law[1].official
    assert where is not None and OFFICIAL[where.start : where.end].strip().startswith(WORDS)
    assert where.words == ""


def test_official_wording_is_an_offset() -> None:
    cited, sentence = lifted()
    answer = answered("How much?", cited, sentences=[sentence])  # type: ignore[arg-type]
    shown, _ = show_answer(answer, index_of_states())
    assert shown.sentences[0].text == "" and shown.sentences[0].official == span()
    [before] = show_earlier([answer])
    assert before.answer == "(the law's own words: [Lantern Act s.3(2)])"


def test_steps_notes_and_an_unsure_answer_s_warning_are_shown() -> None:
    answer = answering(
        (CLOSES, "3(1)"), confidence=Confidence(score=0.2, level="low"),
        steps=(Step(text="Ask the keeper.", citations=(0,)),), warnings=(Warning(kind="not_held", text="No rules."),),
    )  # fmt: skip
    shown, _ = show_answer(answer, index_of_states())
    assert shown.notes == (UNSURE, "No rules.") and shown.confidence == "low"
    assert [(one.text, one.law) for one in shown.steps] == [("Ask the keeper.", (0,))]


def test_what_is_shown_in_the_asker_s_language_stands_before_its_english() -> None:
    said = Sentence(text=CLOSES, citations=(0,), support=Support.STATEMENT, translation="दीया आठ बजे बुझता है।", yes_or_no="No.")
    step = Step(text="Ask the keeper.", translation="रखवाले से पूछिए।")
    shown, _ = show_answer(answered("कब?", citation("3(1)"), sentences=[said], steps=(step,)), index_of_states())
    assert [one.text for one in shown.sentences] == [f"दीया आठ बजे बुझता है। (No. {CLOSES})"]
    assert [one.text for one in shown.steps] == ["रखवाले से पूछिए। (Ask the keeper.)"]


def test_an_abstention_is_its_message() -> None:
    shown, law = show_answer(declining(), index_of_states())
    assert shown.message == "I do not know." and not shown.sentences and law == ()


def test_a_table_stands_in_place_of_its_sentences() -> None:
    cited = citation("16", document=KARNATAKA), citation("3", document=UTTAR_PRADESH)
    cells = (TableCell(text="2 %", citations=(0,)), TableCell(text="3 %", citations=(1,)))
    table = AnswerTable(states=("Karnataka", "Uttar Pradesh"), rows=(TableRow(matter="Rate", cells=cells),))
    shown, law = show_answer(answered("Both?", *cited, table=table), index_of_states())
    assert shown.sentences == () and shown.table is not None
    assert [(one.text, one.law) for one in shown.table.rows[0].cells] == [("2 %", (0,)), ("3 %", (1,))]
    assert [one.document for one in law] == [KARNATAKA, UTTAR_PRADESH]


@pytest.mark.parametrize(
    "word", ["gold", "support", "score", "plan", "contexts", "found_by", "settings_hash", "0.9"]
)
def test_a_line_tells_nothing_of_how_the_answer_was_made(word: str) -> None:
    question = JudgingQuestion(id="a", question="And the fee?", turns=("Until when?",))
    answers = [answering((CLOSES, "3(1)")), answering((FEE, "3(2)"))]
    made = build_row(question, answers, index_of_states())
    assert word not in made.model_dump_json()
    assert [(one.question, one.answer) for one in made.earlier] == [
        ("Until when is my lantern open?", CLOSES)
    ]
    assert made.question == "And the fee?" and made.verdict == empty_verdict()
    assert json.loads(made.model_dump_json())["law"][0]["document"] == ACT
