"""The tables of a run over the Lantern Act, every figure worked out by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from civicsetu.evaluation.breakdowns import Measured, build_tables
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.metrics import Estimate, hit_at
from civicsetu.evaluation.retrieval_eval import find_states, measure
from civicsetu.evaluation.run_report import Facts, Report, list_missed, list_notes
from civicsetu.evaluation.tables import Cell, Table, format_cell, print_tables
from tests.evaluation.golden_rows import REGISTRY, measured, outcome, places, row
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of_states

RUN = [
    measured(row("first"), "3(1)", "4", by_words=["4", "3"]),
    measured(row("third", language="hi", also=[f"{ACT} 4"]), "1", "4", "3(1)(a)", "2(a)", by_words=["1"]),
    measured(
        row("lost", f"{KARNATAKA} 16", type="penalty", language="hi-Latn"),
        f"{UTTAR_PRADESH} 3", "1", kind="abstain", states=["KARNATAKA"], latency_ms=300.0,
    ),
    measured(
        row("both", f"{KARNATAKA} 3", f"{UTTAR_PRADESH} 3", type="conflict", style="formal"),
        f"{KARNATAKA} 3(1)", "4", states=["KARNATAKA", "UTTAR_PRADESH"], latency_ms=200.0,
    ),
    measured(row("talk", turns=["What is a lantern?"], standalone="When?"), "1", alone=outcome("3(1)")),
    measured(row("deep"), "1", "4", "2(a)", "2(b)", "2(c)", "3(2)", "5", "3(1)", given=7),
    measured(row("bread", abstain="off_subject"), "4", kind="abstain"),
    measured(row("renting", abstain="off_subject"), "4"),
    measured(row("ninth", abstain="no_such_provision"), kind="abstain"),
]  # fmt: skip


def table(title: str) -> Table:
    [found] = [one for one in build_tables(RUN, REGISTRY) if one.title.startswith(title)]
    return found


def line(title: str, name: str) -> dict[str, Cell]:
    found = table(title)
    [cells] = [cells for cells in found.rows if str(cells[0]).strip() == name]
    return dict(zip(found.columns, cells, strict=True))


def value(cell: Cell) -> float:
    assert isinstance(cell, Estimate)
    return round(cell.value, 6)


def test_all_answerable_rows_together() -> None:
    """Ranks: 1, 3, none, 1, none, 8."""
    told = line("Finding", "all")
    assert told["n"] == 6
    assert {name: value(told[name]) for name in ("hit@1", "hit@5", "hit@10", "all-gold@7")} == {
        "hit@1": round(2 / 6, 6), "hit@5": 0.5, "hit@10": round(4 / 6, 6), "all-gold@7": round(2 / 6, 6),
    }  # fmt: skip
    assert value(told["MRR"]) == round((1 + 1 / 3 + 1 + 1 / 8) / 6, 6)
    assert value(told["precision"]) == round((1 / 2 + 2 / 4 + 0 + 1 / 2 + 0 + 0) / 6, 6)
    assert value(told["BM25@1"]) == 0 and value(told["BM25@5"]) == round(1 / 6, 6)


@pytest.mark.parametrize(
    ("title", "name", "n", "hit_at_5"),
    [
        ("Finding", "comparisons", 1, 1.0), ("Finding", "follow-ups", 1, 0.0),
        ("By type", "fact", 4, 0.5), ("By type", "penalty", 1, 0.0), ("By type", "conflict", 1, 1.0),
        ("By language", "en", 4, 0.5), ("By language", "hi", 1, 1.0), ("By language", "hi-Latn", 1, 0.0),
        ("By style", "lay", 5, 0.4), ("By style", "formal", 1, 1.0),
    ],
)  # fmt: skip
def test_groups(title: str, name: str, n: int, hit_at_5: float) -> None:
    told = line(title, name)
    assert (told["n"], value(told["hit@5"])) == (n, hit_at_5)


def test_rows_are_told_by_the_set_their_ids_name() -> None:
    named = [replace(one, asked=replace(one.asked, row=_named(one.row, at))) for at, one in enumerate(RUN)]
    tables = {one.title: one for one in build_tables(named, REGISTRY)}
    first, second = tables["By set of rows"].rows
    assert (first[0], first[1], second[0], second[1]) == ("even", 5, "odd", 4)
    declined = [one.outcome.declined for one in RUN]
    assert value(first[5]) == sum(declined[::2]) / 5 and value(second[5]) == sum(declined[1::2]) / 4
    found = [hit_at(one.outcome.places, one.row.gold, 5) for one in RUN[::2] if one.row.gold]
    assert value(first[3]) == round(sum(found) / len(found), 6)


def _named(row: GoldenRow, at: int) -> GoldenRow:
    return row.model_copy(update={"id": f"{('even', 'odd')[at % 2]}-{at:03}"})


def test_a_follow_up_is_compared_with_the_same_by_itself() -> None:
    assert value(line("Follow-ups", "in conversation")["hit@5"]) == 0
    assert value(line("Follow-ups", "by itself")["hit@5"]) == 1
    assert value(line("Follow-ups", "difference")["hit@5"]) == -1
    assert format_cell(line("Follow-ups", "difference")["MRR"]) == "-100 (-100..-100)"


def test_declining_is_right_or_wrong_both_ways() -> None:
    """Declined: lost (wrongly), bread, ninth. To be declined: bread, renting, ninth."""
    precision = line("Declining", "precision: rightly, of those declined")
    assert (precision["n"], value(precision["share"])) == (3, round(2 / 3, 6))
    assert value(line("Declining", "recall: declined, of those that must be")["share"]) == round(2 / 3, 6)
    assert value(line("Declining", "off_subject")["share"]) == 0.5
    assert value(line("Declining", "no_such_provision")["share"]) == 1.0
    wrongly = line("Declining", "declined, of those the law answers")
    assert (wrongly["n"], value(wrongly["share"])) == (6, round(1 / 6, 6))


def test_wrong_states_are_counted_where_a_question_is_about_one() -> None:
    [told] = table("States").rows
    assert told[1] == 2 and value(told[2]) == (1 / 2 + 0) / 2


def test_times_are_of_all_answers() -> None:
    assert table("Time of an answer").rows == (("milliseconds", 9, 100, 300),)


def test_what_was_not_asked_has_no_table() -> None:
    titles = [one.title for one in build_tables([RUN[-1]], REGISTRY)]
    assert titles == ["Declining", "Time of an answer"]


@pytest.mark.parametrize(
    ("changes", "states"),
    [
        ({}, set()),
        ({"jurisdiction": "KARNATAKA"}, {"KARNATAKA"}),
        ({"jurisdiction": "CENTRAL"}, set()),
        ({"question": "And in UP?"}, {"UTTAR_PRADESH"}),
        ({"gold": (f"{KARNATAKA} 16", f"{ACT} 4")}, {"KARNATAKA"}),
        ({"turns": ["And in UP?"]}, set()),
        ({"also": [f"{KARNATAKA} 16"]}, set()),
        ({"question": "Mysore", "jurisdiction": "UTTAR_PRADESH"}, {"KARNATAKA", "UTTAR_PRADESH"}),
    ],
)
def test_the_states_a_question_is_about(changes: dict[str, object], states: set[str]) -> None:
    assert find_states(row(**changes), REGISTRY) == states  # type: ignore[arg-type]


def test_bm25_reads_the_same_words_in_the_laws_of_the_same_states() -> None:
    asked = [
        measured(row("1", question="interest on a late fee")).asked,
        measured(row("2", question="interest on a late fee in Mysore")).asked,
        measured(row("3", question="and the fee?", turns=["What is the penalty in UP?"])).asked,
    ]
    found = measure(asked, index_of_states(), REGISTRY)
    of = [{place.document for place in one.by_words} for one in found]
    assert of == [{ACT}, {ACT, KARNATAKA}, {ACT, UTTAR_PRADESH}]
    assert found[1].by_words[0] == places(f"{KARNATAKA} 16")[0]
    assert found[2].by_words[0] == places("4")[0]


def test_what_is_missed_is_told_with_what_was_found() -> None:
    told = list(list_missed(RUN))
    assert [one.partition("\n")[0] for one in told] == [
        "lost: not among the first 5, not all gold, declined",
        "both: not all gold",
        "talk: not among the first 5, not all gold",
        "deep: not among the first 5, not all gold",
        "renting: answered",
    ]
    assert told[2].splitlines()[1:] == [
        "  asked: What is a lantern? / Until when is my lantern open?",
        f"  gold:  {ACT} 3(1)",
        f"  found: {ACT} 1",
    ]
    assert "to be declined (off_subject)" in told[4]


def test_notes_say_what_the_figures_do_not_show() -> None:
    late = measured(row("late"), kind="failed", degraded=True)
    lame = measured(row("lame"), "3(1)", degraded=True)
    notes = list_notes(
        [*RUN, late, lame],
        [row("far", f"{KARNATAKA} 3", f"{ACT} 4")],
        [f"x ({ACT} 9)"],
        ["y (Rs. 9)"],
    )
    assert [note.partition(":")[2].strip(" .") for note in notes[:4]] == [
        f"1 (gold in {KARNATAKA}, {ACT})", f"x ({ACT} 9)", "y (Rs. 9)", "late",
    ]  # fmt: skip
    assert notes[4:] == ["1 answers were given while a part of the search was unavailable."]
    assert list_notes(RUN, [], [], []) == []


def report(run: list[Measured] = RUN) -> Report:
    return Report(Facts("tune", len(run), 1, "abc", "def"), build_tables(run, REGISTRY), ["A note."], run)


def test_json_has_everything_with_a_row_each() -> None:
    told = json.loads(json.dumps(report().as_json()))
    assert (told["half"], told["settings_hash"], told["corpus_version"]) == ("tune", "abc", "def")
    [first] = [one for one in told["tables"][0]["rows"] if one["name"] == "all"]
    assert first["hit@5"]["value"] == 0.5 and set(first["hit@5"]) == {"value", "low", "high", "n"}
    rows = {one["id"]: one for one in told["rows"]}
    assert list(rows) == [one.row.id for one in RUN]
    assert rows["third"]["rank"] == 3 and rows["third"]["contexts"][2] == f"{ACT} 3(1)(a)"
    assert rows["third"]["bm25"] == [f"{ACT} 1"] and rows["third"]["also"] == [f"{ACT} 4"]
    assert rows["deep"]["further"] == [f"{ACT} 3(1)"] and rows["deep"]["rank"] == 8
    assert rows["talk"]["by_itself"]["rank"] == 1
    assert rows["bread"]["abstain"] == "off_subject" and rows["bread"]["all_gold"] is None


def test_elsewhere_than_on_a_terminal_tables_are_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_tables([Table("A title", ("", "n", "share"), (("one [x]", 7, Estimate(0.5, 0.25, 0.75, 8)),))])
    assert capsys.readouterr().out.splitlines() == [
        "A title", "         n        share", "one [x]  7  50 (25..75)", "",
    ]  # fmt: skip
    assert format_cell(Estimate(0.0, 0.0, 1.0, 0)) == "-"
