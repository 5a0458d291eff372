"""A part of a post is served by one emitted part, or by the first four of what was not split."""

from __future__ import annotations

from dataclasses import replace

from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.posts import further_table, is_served, kinds_agree, match_parts, posts_table
from civicsetu.evaluation.runner import PartOutcome
from tests.evaluation.golden_rows import outcome, places, row
from tests.retrieval.lantern_act import ACT

POST = row(
    "post",
    f"{ACT} 3(1)",
    f"{ACT} 4",
    parts=[
        {"asks": "the hour", "kind": "answer", "gold": [f"{ACT} 3(1)"]},
        {"asks": "the dog", "kind": "abstain", "abstain": "off_subject"},
        {"asks": "the fine", "kind": "answer", "gold": [f"{ACT} 4"]},
    ],
)
HOUR, DOG, FINE = POST.parts


def share(cell: object) -> float:
    assert isinstance(cell, Estimate)
    return cell.value


def part(kind: str, *written: str) -> PartOutcome:
    return PartOutcome(kind, places(*written))


SPLIT = outcome(
    "3(1)",
    "4",
    parts=(part("answer", "3(1)", "1"), part("abstain", "5"), part("answer", "4")),
    kind="partial",
)
WHOLE = outcome("1", "2(a)", "5", "3(1)", "4")


def test_a_part_is_served_by_the_first_four_of_one_part() -> None:
    assert is_served(HOUR, SPLIT) and is_served(FINE, SPLIT)
    late = outcome("4", parts=(part("answer", "1", "2(a)", "5", "3(2)", "4"), part("answer", "1")))
    assert not is_served(FINE, late)


def test_what_was_not_split_serves_by_its_own_first_four() -> None:
    assert is_served(HOUR, WHOLE) and not is_served(FINE, WHOLE)


def test_parts_are_matched_by_what_they_found_and_then_in_their_order() -> None:
    swapped = outcome(
        "4", parts=(part("answer", "4"), part("answer", "3(1)"), part("abstain", "5")), kind="partial"
    )
    assert [one and one.places for _, one in match_parts(POST, swapped)] == [
        places("3(1)"),
        places("5"),
        places("4"),
    ]
    assert [agrees for _, agrees in kinds_agree(POST, swapped)] == [True, True, True]
    assert [agrees for _, agrees in kinds_agree(POST, WHOLE)] == [True, False, True]


def test_a_part_without_a_counterpart_is_not_agreed_on() -> None:
    short = outcome("3(1)", parts=(part("answer", "3(1)"), part("abstain", "5")))
    assert [agrees for _, agrees in kinds_agree(POST, short)] == [True, True, False]


def test_the_table_tells_shares_of_parts_and_of_whole_posts() -> None:
    table = posts_table([(POST, SPLIT), (row("single"), WHOLE)])
    told = {str(line[0]): line[1] for line in table.rows}
    assert told["all that a part needs among its first 4"] == 2
    assert told["all-gold@30, whole posts"] == told["split into as many parts as are asked"] == 1
    assert posts_table([(row("single"), WHOLE)]).rows == ()


def test_what_the_planner_added_is_told_before_and_after_in_pairs() -> None:
    looked = PartOutcome("answer", places("1", "4", "5"), given=2, added=1)
    alone = PartOutcome("answer", places("3(1)"), given=1)
    asked = replace(outcome("3(1)", parts=(alone, looked)), planner_ms=12.0)
    lines = {str(line[0]): line[1:] for line in further_table([(POST, asked)]).rows}
    n, before, after, lost, won, p = lines["all that a part needs among its evidence"]
    assert (n, lost, won, p) == (2, 0, 1, "1.000")
    assert (share(before), share(after)) == (0.5, 1.0)
    assert share(lines["as many by rank alone"][2]) == 0.5
    assert lines["milliseconds added: p50, p95"][:3] == (1, 12, 12)
    assert further_table([(POST, replace(asked, planner_ms=None))]).rows == ()
