"""Rules worded as another state's: what counts as worded alike, who shares with whom, and the command."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.law_index import LawIndex
from civicsetu.evaluation.fitting.equivalent_provisions import (
    Worded,
    find_equivalents,
    is_same,
    jaccard_index,
    split_runs,
    write,
)
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.settings import Settings
from tests.command_line import CommandLine
from tests.retrieval.lantern_act import ACT, KARNATAKA, PLAIN, index_of, spec, state_rules
from tests.stores.own_servers import settings_in

GOA = "goa_lantern_rules_1953"

OF_KARNATAKA = """1. Form of the fee.
The keeper of a northern lantern shall give to every person who pays it a receipt for the fee in Form A.

2. Bells at the lantern.
A bell that rings at dusk shall hang beside the lantern from sunset until the keeper has closed it, and
whoever takes it down before that hour, or takes the rope of it away, shall pay twenty rupees to the keeper, who
shall enter the sum in his book and hand it to the town with the fees of the month in which it was paid.

3. Records of the keeper.
The keeper shall enter every late comer in a book with the hour and the fee that was taken.
"""
OF_GOA = """1. Form of the fee.
The keeper of a southern lantern shall give to every person who pays it a receipt for the fee in Form B.

2. Chimes.
A bell that rings at dusk shall hang beside the lantern from sunset until the keeper has closed it, and
whoever takes it down before that hour, or takes the rope of it away, shall pay twenty rupees to the keeper, who
shall enter the sum in his book and hand it to the town with the fees of the month in which it was paid.

3. Records of the keeper.
No dog is let in.

4. Rope.
The rope of the bell is paid by the town.
"""
LAWS = {KARNATAKA: (OF_KARNATAKA, "1-3"), GOA: (OF_GOA, "1-4")}


@lru_cache
def index_of_prints(*plain: str) -> LawIndex:
    """The Act, and two states' rules as they were printed, or restated in the same words where told."""
    return index_of((spec(), EditionKind.PLAIN, PLAIN), *(_held(key, plain) for key in LAWS))


def _held(key: str, plain: tuple[str, ...]) -> tuple[DocumentSpec, EditionKind, str]:
    body, expected = LAWS[key]
    of = state_rules(key).model_copy(update={"expected": expected})
    if key not in plain:
        return of, EditionKind.OFFICIAL, body
    return of, EditionKind.PLAIN, re.sub(r"^(\d\. .*)$", r"## \1\n", body, flags=re.MULTILINE)


def own(**paths: str) -> dict[str, frozenset[str]]:
    """The paths with keyphrases of their own, by document."""
    by_key = {"act": ACT, "karnataka": KARNATAKA, "goa": GOA}
    return {key: frozenset(paths.get(name, "").split()) for name, key in by_key.items()}


def test_a_rule_worded_as_another_states_shares_its_keyphrases() -> None:
    found = find_equivalents(index_of_prints(), own(karnataka="1 2 3"))
    assert found == {GOA: {"1": f"{KARNATAKA} 1", "2": f"{KARNATAKA} 2"}}, (
        "neither a heading alone nor a text of another matter"
    )


def test_a_rule_with_keyphrases_of_its_own_needs_none_and_gives_them() -> None:
    assert find_equivalents(index_of_prints(), own(karnataka="1 2 3", goa="1")) == {GOA: {"2": f"{KARNATAKA} 2"}}
    assert find_equivalents(index_of_prints(), own(goa="1")) == {KARNATAKA: {"1": f"{GOA} 1"}}


def test_where_no_rule_has_keyphrases_none_are_shared() -> None:
    assert find_equivalents(index_of_prints(), own(act="1 2 3(1)")) == {}, "the Act's are no rules"


def test_a_restatement_in_plain_words_is_not_compared() -> None:
    assert find_equivalents(index_of_prints(KARNATAKA), own(karnataka="1 2 3")) == {}
    assert find_equivalents(index_of_prints(GOA), own(karnataka="1 2 3")) == {}


def worded(text: str, heading: str = "") -> Worded:
    return Worded("some_rules", "1", split_runs(text), frozenset(heading.split()))


RULE = "the keeper of a lantern shall give a receipt for every fee that is paid at night"
NEARLY = "the keeper of a lantern shall give a note for every fee that is paid at dusk"


@pytest.mark.parametrize(
    ("text", "heading", "same"),
    [
        (RULE, "form of the fee", True),
        (RULE, "", True),
        (NEARLY, "form of the fee", True),
        (NEARLY, "form of the receipt", True),
        (NEARLY, "bells", False),
        (NEARLY, "", False),
        ("no dog is let in at night", "form of the fee", False),
        ("", "form of the fee", False),
    ],
)
def test_the_text_must_be_alike_and_the_heading_unless_it_is_word_for_word(
    text: str, heading: str, same: bool
) -> None:
    assert is_same(worded(text, heading), worded(RULE, "form of the fee")) is same


def test_texts_without_a_word_have_nothing_in_common() -> None:
    assert split_runs("शुल्क की पावती।") == split_runs(" . ") == frozenset()
    assert not is_same(worded("शुल्क"), worded("दंड"))


def test_runs_are_three_words_in_a_row_whatever_their_case_and_signs() -> None:
    assert split_runs("The Keeper, of\na lantern.") == {
        ("the", "keeper", "of"),
        ("keeper", "of", "a"),
        ("of", "a", "lantern"),
    }
    assert split_runs("Short title") == {("short", "title")} and split_runs("Bells.") == {("bells",)}


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_shares_lie_between_0_and_1_and_are_the_same_either_way(first: set[int], second: set[int]) -> None:
    found = jaccard_index(frozenset(first), frozenset(second))
    assert 0 <= found <= 1 and found == jaccard_index(frozenset(second), frozenset(first))
    assert (found == 1) is (first == second and bool(first))
    assert (found == 0) is (not first & second)


def test_what_is_written_is_what_is_read(tmp_path: Path) -> None:
    found = {GOA: {"1(1)": f"{KARNATAKA} 1", "2": f"{KARNATAKA} 2(a)"}}
    write(found, tmp_path / "same.yaml")
    text = (tmp_path / "same.yaml").read_text("utf-8")
    assert text.startswith("# ") and yaml.safe_load(text) == found


def test_where_only_restatements_are_held_nothing_is_written(running: Settings, tmp_path: Path) -> None:
    run = CommandLine(running, tmp_path)
    told = run.refused_here("eval", "equivalent-provisions", "--output", "same.yaml")
    assert "take official texts in first" in told and not (tmp_path / "same.yaml").exists()


def test_a_folder_that_is_not_there_is_told_before_anything_is_done(tmp_path: Path) -> None:
    run = CommandLine(settings_in(tmp_path / "none" / "data"), tmp_path)
    for command in ("equivalent-provisions", "whiten", "fit-scope"):
        assert "does not exist" in run.here("eval", command, "--output", "absent/x", code=2).stderr
    assert not (tmp_path / "none").exists()
