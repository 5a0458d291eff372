"""A context keeps to its budget, puts the best where they are read, and says what had no room."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.extracts import CUT, OMITTED
from civicsetu.corpus.law_index import LawIndex
from civicsetu.errors import InputError
from civicsetu.retrieval.context.context_formats import ContextFormat
from civicsetu.retrieval.context.families import pool_of
from civicsetu.retrieval.context.law_context import ContextOptions, LawContext, law_context, tokens_of
from civicsetu.retrieval.context.passages import arrange
from civicsetu.settings import ContextSettings
from tests.retrieval.lantern_act import found, index_of

UNITS = ["1", "2(a)", "2(b)", "2(c)", "3(1)", "3(2)", "3 explanation", "4", "5"]
INDEX = index_of()


@pytest.fixture
def index() -> LawIndex:
    return INDEX


def context(*paths: str, tokens: int = 4000, compress: int = 0, **options: bool) -> LawContext:
    wanted = ContextOptions(max_tokens=tokens, **options)
    pool = pool_of(found(*paths), INDEX, ContextSettings(), families=wanted.families)
    if compress:
        pool = pool.compress(compress, lambda text: float(len(text)))
    return law_context(pool, INDEX, wanted, ContextSettings())


def of_json(*paths: str, tokens: int = 4000, families: bool = False) -> list[str]:
    wanted = ContextOptions(ContextFormat.JSON, tokens, families=families)
    pool = pool_of(found(*paths), INDEX, ContextSettings(), families=families)
    told = json.loads(law_context(pool, INDEX, wanted, ContextSettings()).text)
    return [passage["provision"] for passage in told["passages"]]


def test_the_best_stand_at_both_ends_and_the_least_in_the_middle() -> None:
    assert arrange([0.9, 0.8, 0.7, 0.6, 0.5]) == [0.9, 0.7, 0.5, 0.6, 0.8]
    assert [arrange(list(range(1, n + 1))) for n in range(5)] == [[], [1], [1, 2], [1, 3, 2], [1, 3, 4, 2]]


@given(st.lists(st.integers(), unique=True, min_size=2))
def test_every_passage_is_in_the_arrangement_once(ranked: list[int]) -> None:
    told = arrange(ranked)
    assert sorted(told) == sorted(ranked) and (told[0], told[-1]) == (ranked[0], ranked[1])


def test_passages_are_arranged_and_keep_their_rank() -> None:
    told = context("3(2)", "4", "1", "2(a)", "5")
    assert [(one.provision, one.rank) for one in told.passages] == [
        ("3(2)", 1), ("1", 3), ("5", 5), ("2(a)", 4), ("4", 2)
    ]  # fmt: skip
    assert told.text.index("[1] Lantern") < told.text.index("[3]") < told.text.index("[2]")


def test_a_passage_tells_where_it_stands_and_of_which_edition_it_is() -> None:
    assert context("3(2)", tokens=200).text == (
        "[1] Lantern Act, 1950 > section 3 Closing of lanterns > 3(2)\n"
        "(our restatement in plain words, law as held on 01 January 1960; later changes not checked)\n"
        "(2) The keeper may ask Rs. 20 for each late entry. This fee goes to the town. It is paid in coins."
    )


def test_a_section_held_in_the_official_text_alone_is_shown_in_that() -> None:
    [passage] = context("5").passages
    assert (passage.edition.value, passage.text) == ("official", "The Lantern Ordinance is hereby repealed.")


def test_sources_are_told_when_asked_for() -> None:
    assert "example.org" not in context("4", "1").text
    told = context("4", "1", sources=True)
    assert told.text.count("Source: https://example.org/lanterns") == 2
    assert all(one.origin is not None for one in told.passages)


@pytest.mark.parametrize("form", list(ContextFormat))
@given(
    order=st.permutations(UNITS), many=st.integers(0, 9), tokens=st.integers(1, 900), families=st.booleans(),
    sources=st.booleans(), keep=st.integers(0, 2),
)  # fmt: skip
def test_the_budget_is_never_exceeded(
    form: ContextFormat, order: list[str], many: int, tokens: int, families: bool, sources: bool, keep: int
) -> None:
    wanted = ContextOptions(form, tokens, sources=sources, families=families)
    pool = pool_of(found(*order[:many]), INDEX, ContextSettings(), families=families)
    if keep:
        pool = pool.compress(keep, lambda text: float(len(text)))
    try:
        told = law_context(pool, INDEX, wanted, ContextSettings())
    except InputError:
        return
    assert len(told.text) <= 4 * tokens and told.tokens == tokens_of(told.text) <= tokens
    units = [unit for passage in told.passages for unit in passage.units]
    assert len(units) == len(set(units)) and set(order[: many - told.left_out]) <= set(units)
    assert 0 < told.ratio <= 1


def test_whole_passages_come_first_and_the_last_is_cut_after_a_sentence() -> None:
    whole = context("4", "3(2)", "1")
    assert (whole.left_out, whole.ratio, CUT in whole.text) == (0, 1.0, False)
    told = context("4", "3(2)", "1", tokens=125)
    assert [one.text for one in told.passages] == [
        "A keeper who does not close the lantern must pay a penalty of up to 100 rupees.",
        f"(2) The keeper may ask Rs. 20 for each late entry. {CUT}",
    ]
    assert told.left_out == 1 and told.text.endswith("[1 more provision found had no room.]")
    assert told.ratio < 1 and [one.cut for one in told.passages] == [False, True]


def test_what_cannot_be_cut_is_left_out_and_counted() -> None:
    told = context("4", "1", tokens=70)
    assert [one.provision for one in told.passages] == ["4"] and told.left_out == 1


def test_a_budget_too_small_names_what_it_takes() -> None:
    with pytest.raises(InputError) as refused:
        context("3(2)", "4", tokens=20)
    message = refused.value.user_message
    assert message.startswith("20 tokens have no room for one sentence of the law")
    needed = int(message.rstrip(".").split()[-1])
    told = context("3(2)", "4", tokens=needed)
    assert told.passages[0].text == f"(2) The keeper may ask Rs. 20 for each late entry. {CUT}"
    assert (told.tokens, told.left_out) == (needed, 1)
    with pytest.raises(InputError):
        context("3(2)", "4", tokens=needed - 1)


def test_nothing_found_is_an_empty_text() -> None:
    assert context().text == "" and context().passages == ()


def test_a_section_is_shown_once_in_the_laws_order() -> None:
    told = context("3(2)", "4", "3(1)", families=True)
    assert [(one.provision, one.units) for one in told.passages] == [
        ("3", ("3(1)", "3(2)", "3 explanation")),
        ("4", ("4",)),
    ]
    assert told.passages[0].headings == ("section 3 Closing of lanterns",)
    assert told.passages[0].text.startswith("(1) The keeper must") and OMITTED not in told.text
    assert told.passages[0].text.endswith("a day ends at midnight.")


def test_what_had_no_room_of_a_section_is_marked() -> None:
    """The explanation is short enough, sub-section (1) is not."""
    told = context("3(2)", tokens=85, families=True)
    assert told.passages[0].units == ("3(2)", "3 explanation") and told.left_out == 0
    assert told.passages[0].text.startswith("[…]\n\n(2) The keeper may ask")


def test_what_is_found_has_room_before_any_family() -> None:
    assert of_json("3(2)", "4", tokens=300, families=True) == ["3", "4"]
    assert "midnight" not in context("3(2)", "4", tokens=120, families=True).text


def test_compressing_is_told_as_a_share_of_the_words() -> None:
    told = context("3(1)", "3(2)", compress=1)
    assert told.ratio < 0.7 and OMITTED in told.text
    assert context("4", compress=1).ratio == 1.0


def test_the_settings_say_what_is_not_asked_for() -> None:
    said = ContextSettings(format="json", max_tokens=150)
    pool = pool_of(found("3(2)", "4", "1"), INDEX, said, families=False)
    told = law_context(pool, INDEX, ContextOptions(), said)
    assert json.loads(told.text)["left_out"] == told.left_out > 0 and told.tokens <= 150
