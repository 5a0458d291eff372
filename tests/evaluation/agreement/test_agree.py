"""Answers of judged sheets are judged by rules as they were shown, and laid beside their readers' verdicts."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from civicsetu.answering.validating.validate import validate_turn
from civicsetu.errors import InputError
from civicsetu.evaluation.agreement.agree import see_sheets
from civicsetu.evaluation.agreement.sheet_turns import build_turn
from civicsetu.evaluation.agreement.trust_report import build_agreement_tables, describe_trust
from civicsetu.evaluation.judging.sheet import (
    CitedLaw,
    SheetRow,
    ShownAnswer,
    ShownRow,
    ShownSentence,
    ShownTable,
)
from civicsetu.law.answers import AnswerPart, Support
from tests.evaluation.answers.given import stating
from tests.evaluation.golden_rows import REGISTRY
from tests.evaluation.judging.sheets import CLOSES, WORDS, sheet_row, verdict, written
from tests.retrieval.lantern_act import index_of_states

TODAY = date(2026, 1, 1)
LAW = index_of_states()


def answer(*sentences: ShownSentence, **changes: Any) -> ShownAnswer:
    return ShownAnswer.model_validate({"kind": "answer", "confidence": "high", "sentences": sentences} | changes)


def turn(row: SheetRow):  # type: ignore[no-untyped-def]
    return build_turn(row, LAW, REGISTRY, TODAY)


def test_a_row_is_judged_from_the_law_held_here() -> None:
    made = turn(sheet_row())
    assert made is not None and [one.text for one in made.answer.sentences] == [CLOSES, WORDS]
    assert made.answer.citations[0].quote in LAW.laws["lantern_act_1950"].editions[made.answer.citations[0].edition].body
    judged = {one.criterion: one for one in validate_turn(made)}
    assert judged["quote_found"].passed and judged["citation_exists"].passed
    assert "retrieval_relevance" not in judged, "a sheet tells nothing of the search"


def test_a_figure_that_the_law_cited_lacks_is_seen_in_a_sheet() -> None:
    wrong = sheet_row(answer=answer(ShownSentence(text="It costs Rs. 900.", law=(0,))))
    assert not {one.criterion: one for one in validate_turn(turn(wrong))}["hallucination_rate"].passed


def test_law_that_is_not_held_here_leaves_the_row_out() -> None:
    other = CitedLaw(place="Moon Act, section 1", document="moon_act", provision="1")
    assert turn(sheet_row(law=(other,))) is None


def test_tables_parts_and_messages_are_taken_over() -> None:
    cells = (ShownSentence(text="Rs. 20.", law=(0,)), ShownSentence(text="Nothing is held."))
    table = ShownTable(states=("A", "B"), rows=(ShownRow(matter="Fee", cells=cells),))
    of_table = turn(sheet_row(answer=answer(table=table)))
    assert of_table is not None and of_table.answer.table is not None
    assert [one.support for one in of_table.answer.sentences] == [Support.STATEMENT, Support.NONE]
    parts = (AnswerPart(heading="How much is it?", kind="answer", sentences=(0,)),)
    of_parts = turn(sheet_row(answer=answer(ShownSentence(text="Rs. 20.", law=(0,)), parts=parts)))
    assert of_parts is not None and of_parts.parts[0].kind == "how_much"
    declined = turn(sheet_row(answer=answer(kind="abstain", message="I do not know."), law=()))
    assert declined is not None and declined.answer.answer == "I do not know." and declined.parts == ()


def sheet(path: Path, good: int, bad: int) -> Path:
    """Good answers lead with the hour that their golden row wants, the others do not."""
    right = answer(ShownSentence(text=CLOSES, law=(0,)))
    wrong = answer(ShownSentence(text="A lantern hangs on a road.", law=(0,)))
    rows = [sheet_row(f"g-{at:03}", answer=right) for at in range(good)]
    rows += [sheet_row(f"g-{good + at:03}", answer=wrong, of=verdict(first="no", law="part")) for at in range(bad)]
    return written(path, *rows)


def test_what_goes_with_the_verdicts_is_called_a_sign_and_what_does_not_a_guard(tmp_path: Path) -> None:
    golden = {f"g-{at:03}": stating(f"g-{at:03}") for at in range(60)}
    found = see_sheets([sheet(tmp_path / "s.jsonl", 40, 20)], LAW, REGISTRY, golden, TODAY)
    assert len(found.seen) == 60 and found.left_out == {}
    trusted = dict(line.split(": ", 1) for line in describe_trust(found.seen))
    assert "a sign of “first answers”" in trusted["lead_states"] and "a sign of “law right”" in trusted["lead_states"]
    assert trusted["quote_found"] == "a guard against breakage only; it passes what people fail as well"
    told = "\n".join(line for table in build_agreement_tables(found.seen) for line in table.lines())
    [line] = [line for line in told.splitlines() if line.startswith("lead_states") and "first answers" in line]
    assert line.split()[4:9] == ["60", "40", "0", "0", "20"]


def test_a_row_of_that_name_which_asks_something_else_is_another(tmp_path: Path) -> None:
    other = stating("g-000").model_copy(update={"question": "What is the fee?"})
    found = see_sheets([sheet(tmp_path / "s.jsonl", 1, 1)], LAW, REGISTRY, {"g-000": other}, TODAY)
    assert all("lead_states" not in one.signs for one in found.seen)


def test_sheets_that_cannot_be_used_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        see_sheets([tmp_path / "none.jsonl"], LAW, REGISTRY, {}, TODAY)
    other = CitedLaw(place="Moon Act, section 1", document="moon_act", provision="1")
    path = written(tmp_path / "s.jsonl", sheet_row(law=(other,)))
    with pytest.raises(InputError, match="nothing can be compared"):
        see_sheets([path], LAW, REGISTRY, {}, TODAY)
