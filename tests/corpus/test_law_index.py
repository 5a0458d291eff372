"""The index of the law held: by path, by unit, by term, by place in the text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.corpus.law_index import IndexedEdition, LawIndex
from civicsetu.errors import StoreError
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path, provision_id
from tests.retrieval.lantern_act import ACT, AS_ENACTED, ENACTED, OFFICIAL, PLAIN, index_of, spec, unit_id


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def edition(index: LawIndex, kind: EditionKind) -> IndexedEdition:
    return index.laws[ACT].editions[kind]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3", ["3(1)", "3(2)", "3 explanation"]),
        ("2", ["2(a)", "2(b)", "2(c)"]),
        ("1", ["1"]),
        ("3(1)", ["3(1)"]),
        ("3(1)(b)", ["3(1)"]),
        ("3(1) proviso", ["3(1)"]),
        ("2(b)", ["2(b)"]),
        ("3(9)", []),
        ("3(1)(c)", []),
        ("77", []),
        ("5", ["5"]),
    ],
)
def test_a_path_leads_to_its_units_in_the_order_of_the_law(
    index: LawIndex, asked: str, found: list[str]
) -> None:
    assert [unit.path for unit in index.units_at(ACT, parse_path(asked))] == found


@pytest.mark.parametrize(
    ("asked", "beside"),
    [
        ("3(1)", ("2(c)", "3(2)")),
        ("3(1)(b)", ("2(c)", "3(2)")),
        ("3", ("2(c)", "4")),
        ("1", ("", "2(a)")),
        ("77", ("", "")),
    ],
)
def test_the_provisions_before_and_after_stand_next_to_it_in_the_law(
    index: LawIndex, asked: str, beside: tuple[str, str]
) -> None:
    assert index.neighbours_of(ACT, parse_path(asked)) == beside


def test_every_unit_is_reached_from_the_first_by_going_on(index: LawIndex) -> None:
    reached, at = 1, "1"
    while after := index.neighbours_of(ACT, parse_path(at))[1]:
        assert index.neighbours_of(ACT, parse_path(after))[0] == at
        reached, at = reached + 1, after
    assert reached == len(index.units)


def test_no_path_leads_into_a_law_that_is_not_held(index: LawIndex) -> None:
    assert index.units_at("another_act", parse_path("3")) == []
    assert not index.holds("another_act", parse_path("3"))


def test_what_either_edition_has_is_held_and_nothing_else(index: LawIndex) -> None:
    assert index.holds(ACT, parse_path("3(1)(a)"))
    assert index.holds(ACT, parse_path("5"))
    assert not index.holds(ACT, parse_path("3(1)(c)"))
    assert not index.holds(ACT, parse_path("6"))


def test_both_editions_of_a_unit_are_one_unit_plain_words_first(index: LawIndex) -> None:
    unit = index.units[unit_id("3(1)")]
    assert [held.kind for held, _ in index.editions_of(unit)] == [EditionKind.PLAIN, EditionKind.OFFICIAL]
    only_official = index.units[unit_id("5")]
    assert [held.kind for held, _ in index.editions_of(only_official)] == [EditionKind.OFFICIAL]
    assert len({unit.path for unit in index.units.values()}) == len(index.units)


def test_every_provision_knows_the_unit_it_lies_in(index: LawIndex) -> None:
    for path, unit in (("3(1)(b)", "3(1)"), ("3(1) proviso", "3(1)"), ("2(a)", "2(a)"), ("4", "4")):
        found = index.unit_of(str(provision_id(ACT, path)))
        assert found is not None and found.path == unit
    assert index.unit_of(str(provision_id(ACT, "77"))) is None


@pytest.mark.parametrize(
    ("words", "kind", "path"),
    [
        ("The keeper must close", EditionKind.PLAIN, "3(1)"),
        ("hangs in a field", EditionKind.PLAIN, "3(1)(a)"),
        ("Another case", EditionKind.PLAIN, "3(1)(b)"),
        ("feast day", EditionKind.PLAIN, "3(1) proviso"),
        ("day of feast", EditionKind.OFFICIAL, "3(1) proviso"),
        ("hangs on a road", EditionKind.OFFICIAL, "3(1)(b)"),
    ],
)
def test_words_lie_in_the_innermost_provision_around_them(
    index: LawIndex, words: str, kind: EditionKind, path: str
) -> None:
    held = edition(index, kind)
    start = held.body.index(words)
    unit = index.units[unit_id("3(1)")]
    assert index.find_innermost(unit, held, start, start + len(words)).path == path


def test_words_across_clauses_lie_in_the_unit(index: LawIndex) -> None:
    held = edition(index, EditionKind.PLAIN)
    start, end = held.body.index("One case"), held.body.index("hangs on a road")
    assert index.find_innermost(index.units[unit_id("3(1)")], held, start, end).path == "3(1)"


@pytest.mark.parametrize("kind", list(EditionKind))
def test_every_character_of_a_unit_is_found_in_a_chunk_of_that_unit(
    index: LawIndex, kind: EditionKind
) -> None:
    held = edition(index, kind)
    by_id = {chunk: (start, end) for start, end, chunk in held.chunks}
    for start, end, chunk in held.chunks:
        assert {held.chunk_at(offset) for offset in (start, (start + end) // 2, end - 1)} == {chunk}
    first, last = by_id[held.chunk_at(held.body.index("Explanation"))]
    assert "midnight" in held.body[first:last]


def test_a_place_between_chunks_belongs_to_the_one_before(index: LawIndex) -> None:
    held = edition(index, EditionKind.PLAIN)
    (_, end, first), *_ = held.chunks
    assert held.chunk_at(end) == first
    assert held.chunk_at(0) == first


@pytest.mark.parametrize(
    ("term", "path"),
    [("lantern", "2(a)"), ("A lantern", "2(a)"), ("KEEPER", "2(b)"), ("the estimated cost", "2(c)")],
)
def test_a_defined_term_leads_to_its_definition(index: LawIndex, term: str, path: str) -> None:
    assert [unit.path for unit in index.find_definitions(term)] == [path]


@pytest.mark.parametrize("term", ["", "?", "the", "key", "a penalty"])
def test_a_term_that_the_law_does_not_define_leads_nowhere(index: LawIndex, term: str) -> None:
    assert index.find_definitions(term) == []


def test_sections_are_ordered_by_number_not_by_letters() -> None:
    body = "".join(
        f"## {number}. Heading {number}.\n\nText of section {number}.\n\n" for number in range(1, 12)
    )
    index = index_of((spec(expected="1-11"), EditionKind.PLAIN, body))
    ordered = sorted(index.units.values(), key=lambda unit: unit.order)
    assert [unit.path for unit in ordered] == [str(number) for number in range(1, 12)]


def test_texts_are_held_as_they_are(index: LawIndex) -> None:
    assert edition(index, EditionKind.PLAIN).body == PLAIN
    assert edition(index, EditionKind.OFFICIAL).body == OFFICIAL
    assert index.laws[ACT].numbers() == {"1", "2", "3", "4", "5"}


def test_a_version_that_was_the_law_is_held_beside_and_leads_nowhere(index: LawIndex) -> None:
    kinds = EditionKind.PLAIN, EditionKind.OFFICIAL
    texts = ((spec(), kinds[0], PLAIN), (spec(), kinds[1], OFFICIAL))
    for order in (
        ((spec(), kinds[1], AS_ENACTED, ENACTED), *texts),
        (*texts, (spec(), kinds[1], AS_ENACTED, ENACTED)),
    ):
        both = index_of(*order)
        [earlier] = both.laws[ACT].earlier
        assert (earlier.body, earlier.label, earlier.chunks) == (AS_ENACTED, ENACTED.label, ())
        assert (earlier.law_from, earlier.law_until) == (ENACTED.law_from, ENACTED.law_until)
        assert both.laws[ACT].editions == index.laws[ACT].editions
        assert both.units == index.units
        assert not both.holds(ACT, parse_path("5(1)")) and both.units_at(ACT, parse_path("5(1)")) == []
        assert both.unit_of(str(provision_id(ACT, "5(1)"))) is None
        for unit in both.units.values():
            assert all(held.law_until is None for held, _ in both.editions_of(unit))


def test_a_law_held_only_as_it_was_is_not_held() -> None:
    index = index_of((spec(), EditionKind.OFFICIAL, AS_ENACTED, ENACTED))
    assert index.laws == {} and index.units == {}


def test_an_edition_that_lost_its_chunks_is_told_with_the_fix(index: LawIndex) -> None:
    without = replace(edition(index, EditionKind.PLAIN), chunks=())
    with pytest.raises(StoreError) as told:
        without.chunk_at(0)
    assert "run `civicsetu up` to restore it" in told.value.user_message
