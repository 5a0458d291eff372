"""The tables of a run over answers count what they say they count."""

from __future__ import annotations

from civicsetu.evaluation.answers.answer_tables import build_answer_tables
from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.tables import Table
from tests.evaluation.answers.given import CLOSES, FEE, IN_BOTH, answering, declining, measured, stating
from tests.evaluation.golden_rows import row


def tables() -> dict[str, Table]:
    good = measured(stating("a-1"), answering((CLOSES, "3(1)"), first_token_ms=200.0))
    bad = measured(stating("a-2", asks="who", language="hi"), answering((FEE, "4"), first_token_ms=400.0))
    none = measured(stating("b-1"), declining())
    both = measured(stating("b-2", **IN_BOTH), answering((f"Karnataka: {CLOSES}", "3(1)")))
    unsaid = measured(row("c-1"), answering((CLOSES, "3(1)")))
    return {table.title: table for table in build_answer_tables([good, bad, none, both, unsaid])}


def value(cell: object) -> float:
    assert isinstance(cell, Estimate)
    return round(cell.value, 3)


def test_every_row_that_says_what_must_be_stated_is_counted_once() -> None:
    [whole] = tables()["Answers, per cent (95 % interval)"].rows
    name, n, lead, every, beside, words, each, pointers, fallback = whole
    assert (name, n) == ("all", 4)
    assert (value(lead), value(every)) == (0.5, 0.5)
    assert value(beside) == round(2 / 3, 3), "of sentences of law, not of rows"
    assert words == 9 and each == "9.3", "of those answered"
    assert value(pointers) == 0 == value(fallback)


def test_rows_are_grouped_by_what_is_asked_language_and_set() -> None:
    found = tables()
    assert [(line[0], line[1]) for line in found["By what is asked"].rows] == [
        ("compare", 1),
        ("how_long", 2),
        ("who", 1),
    ]
    assert [(line[0], line[1]) for line in found["By language"].rows] == [("en", 3), ("hi", 1)]
    assert [(line[0], line[1]) for line in found["By set of rows"].rows] == [("a", 2), ("b", 2)]


def test_how_many_who_ask_yes_or_no_get_one() -> None:
    answer = answering((CLOSES, "3(1)"))
    lead = answer.sentences[0].model_copy(update={"yes_or_no": "No."})
    said = measured(stating("a-1", yes_or_no="no"), answer.model_copy(update={"sentences": (lead,)}))
    found = {table.title: table for table in build_answer_tables([said, measured(stating("a-2", yes_or_no="yes"), answer)])}
    [line] = found["Yes or no"].rows
    assert (line[0], line[1], value(line[2])) == ("said where the law decides it", 2, 0.5)
    assert "Yes or no" not in tables()


def test_comparisons_times_and_confidence_have_their_own() -> None:
    found = tables()
    facts, named = found["Comparisons of states"].rows
    assert (facts[0], facts[1], value(facts[2])) == ("all facts stated", 1, 1.0)
    assert (named[0], value(named[2])) == ("states named", 0.5)
    assert found["First sentence"].rows[0][:3] == ("milliseconds", 2, 200)
    assert any("calibration" in str(line[0]) for table in found.values() for line in table.rows)


def test_each_fault_is_counted_of_the_answers_it_could_happen_to() -> None:
    asked = stating("a-1", turns=["Who?"], must_state=[{"terms": ["9 p.m", "no"], "lead": True}])
    again = (f"As I said above: {CLOSES}", "3(1)")
    bad = answering(("Yes, such a keeper may ask 70 rupees.", "3(2)"), (CLOSES, "3(1)"), again)
    before = answering((CLOSES, "3(1)"))
    good = answering(("No, it closes by 9 p.m.", "3(1)"))
    rows = [measured(asked, bad, before), measured(asked, good, before), measured(stating("b-1"), before)]
    [faults] = [table for table in build_answer_tables(rows) if table.title == "Faults"]
    assert [row[:3] for row in faults.rows] == [
        ("repeats in follow-ups", 2, 1),
        ("follow-ups that name what was said above", 2, 1),
        ("wrong yes or no", 2, 1),
        ("pointers", 3, 1),
        ("numbers the cited text lacks", 3, 1),
    ]
    assert all(value(row[3]) > 0 for row in faults.rows)


def test_of_nothing_there_are_no_tables() -> None:
    assert build_answer_tables([]) == []
    assert build_answer_tables([measured(row(), answering((CLOSES, "3(1)")))]) == []


def test_what_nobody_compared_has_no_table() -> None:
    titles = {table.title for table in build_answer_tables([measured(stating(), declining())])}
    assert "Comparisons of states" not in titles and "First sentence" not in titles
