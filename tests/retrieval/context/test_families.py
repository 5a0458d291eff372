"""The rest of a section comes along with what was found of it, once, within bounds, without vectors."""

from __future__ import annotations

import itertools
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.extracts import Extract
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.context.families import pool_of
from civicsetu.settings import ContextSettings
from tests.retrieval.lantern_act import ACT, OFFICIAL, PLAIN, found, index_of, spec, unit_id

ALL = ["1", "2(a)", "2(b)", "2(c)", "3(1)", "3(2)", "3 explanation", "4", "5"]

INDEX = index_of()


@pytest.fixture
def index() -> LawIndex:
    return INDEX


def paths(extracts: tuple[Extract, ...]) -> list[str]:
    return [extract.unit.path for extract in extracts]


def pooled(index: LawIndex, *found_paths: str, families: bool = True, **bounds: int) -> tuple[list[str], ...]:
    pool = pool_of(found(*found_paths), index, ContextSettings(**bounds), families=families)
    return paths(pool.found), paths(pool.family)


def test_without_families_the_pool_is_the_evidence(index: LawIndex) -> None:
    assert pooled(index, "3(2)", "4", families=False) == (["3(2)", "4"], [])


def test_a_sub_section_brings_its_section(index: LawIndex) -> None:
    assert pooled(index, "3(2)") == (["3(2)"], ["3(1)", "3 explanation"])


def test_the_nearest_of_each_section_come_first_in_turns(index: LawIndex) -> None:
    assert pooled(index, "2(c)", "3(1)") == (["2(c)", "3(1)"], ["2(b)", "3(2)", "2(a)", "3 explanation"])


def test_a_section_found_twice_comes_once(index: LawIndex) -> None:
    assert pooled(index, "3(2)", "3(1)") == (["3(2)", "3(1)"], ["3 explanation"])


def test_only_the_best_bring_their_sections(index: LawIndex) -> None:
    assert pooled(index, "4", "1", "5", "3(1)") == (["4", "1", "5", "3(1)"], [])
    assert pooled(index, "4", "3(1)", families_of=1) == (["4", "3(1)"], [])


def test_what_is_found_of_a_section_further_down_belongs_to_it(index: LawIndex) -> None:
    pool = pool_of(found("3(2)", "4", "1", "3(1)"), index, ContextSettings(), families=True)
    assert [extract.in_section for extract in pool.found] == [True, True, True, True]
    assert paths(pool.family) == ["3 explanation"]


@given(st.permutations(ALL), st.integers(1, 9), st.integers(1, 12))
def test_the_pool_keeps_to_its_cap_and_holds_nothing_twice(order: list[str], many: int, cap: int) -> None:
    given_found = order[:many]
    got, family = pooled(INDEX, *given_found, family_cap=cap)
    assert got == given_found
    assert len(got) + len(family) <= max(cap, many)
    assert len({*got, *family}) == len(got) + len(family)


def test_the_units_of_a_section_together_are_all_its_words(index: LawIndex) -> None:
    for path in ("2(b)", "3(2)"):
        pool = pool_of(found(path), index, ContextSettings(), families=True)
        parts = sorted([*pool.found, *pool.family], key=lambda one: one.start)
        section = parts[0].edition.places[path[0]]
        assert (parts[0].start, parts[-1].end) == (section.body, section.end)
        assert all(one.end == other.start for one, other in itertools.pairwise(parts))


def test_a_family_is_of_the_edition_its_section_is_read_in() -> None:
    """The restatement leaves the second sub-section out: that one is read in the official text."""
    without = PLAIN.replace(PLAIN[PLAIN.index("(2) The keeper") : PLAIN.index("Explanation:")], "")
    index = index_of((spec(), EditionKind.PLAIN, without), (spec(), EditionKind.OFFICIAL, OFFICIAL))
    of_plain = pool_of(found("3(1)"), index, ContextSettings(), families=True)
    assert {one.edition.kind for one in (*of_plain.found, *of_plain.family)} == {EditionKind.PLAIN}
    assert paths(of_plain.family) == ["3 explanation"]
    of_official = pool_of(found("3(2)"), index, ContextSettings(), families=True)
    assert {one.edition.kind for one in (*of_official.found, *of_official.family)} == {EditionKind.OFFICIAL}
    assert paths(of_official.family) == ["3(1)", "3 explanation"]
    both = pool_of(found("3(1)", "3(2)"), index, ContextSettings(), families=True)
    assert [one.edition.kind for one in both.found] == [EditionKind.PLAIN, EditionKind.OFFICIAL]
    assert paths(both.family) == ["3 explanation"], "a unit in two editions is one unit"


def test_a_family_comes_without_vectors(index: LawIndex) -> None:
    """Its text is read from the index: nothing of an embedding is loaded or carried."""
    [first, *_] = pool_of(found("3(2)"), index, ContextSettings(), families=True).family
    assert not any("embed" in name or "vector" in name for name in _names(asdict(first)))


def test_what_is_no_longer_held_is_passed_over(index: LawIndex) -> None:
    gone = Evidence(
        unit_id=unit_id("77"), document=ACT, provision="77", title="", jurisdiction="CENTRAL", score=0.5,
        found_by=("vector",),
    )  # fmt: skip
    pool = pool_of([gone, *found("4")], index, ContextSettings(), families=True)
    assert [(one.unit.path, one.rank) for one in pool.found] == [("4", 1)]


def _names(told: object) -> set[str]:
    if not isinstance(told, dict):
        return set()
    return set(map(str, told)).union(*(_names(value) for value in told.values()))
