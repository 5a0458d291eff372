"""A provision asked for by its number is told in the order of the law, part by part."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing import outline
from civicsetu.answering.composing.outline import outline_of
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from tests.answering.composing.mills import ACT, ACT_STATEMENTS, index_with, names, read


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does section 1 of the Mill Act say?", ["mill.1-1.grind", "mill.1-1.more", "mill.1-2.claim", "mill.1-3.back"]),
        ("section 1(1)", ["mill.1-1.grind", "mill.1-1.more"]),
        ("What does section 3 of the Mill Act, 1950 say?", ["mill.3-1.penalty", "mill.3-2.prison"]),
        ("section 3", ["mill.3-1.penalty", "mill.3-2.prison"]),
        ("explain section 4", ["mill.4.mill"]),
        ("section 5", ["act.31-1.which-office", "act.31-2.form-fee", "act.43-5.appeal", "act.40-1.land-revenue"]),
    ],
)  # fmt: skip
async def test_its_parts_are_told_in_order_each_with_what_it_requires(
    index: StatementIndex, question: str, told: list[str]
) -> None:
    assert names(outline_of(read(question), index)) == told and len(told) <= ANSWERING.outline_statements


@pytest.mark.parametrize(
    "question",
    [
        "Under section 1, what interest may a buyer claim for a late month?",
        "Under section 3 of the Mill Act, when does a builder go to prison over corn?",
        "section 1 of the corn law: how many days until a builder must act?",
        "When must the corn be ground?",
        "section 99",
    ],
)
async def test_a_question_that_asks_something_of_it_is_not_outlined(
    index: StatementIndex, question: str
) -> None:
    assert outline_of(read(question), index) == []


async def test_a_proviso_is_told_beside_what_it_limits_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outline, "ANSWERING", ANSWERING.model_copy(update={"outline_statements": 6}))
    alone = ACT_STATEMENTS.replace("  requires: [mill.1-1.more]\n", "")
    index = await index_with(texts={f"{ACT}.yaml": alone})
    whole = ["mill.1-1.grind", "mill.1-1.more", "mill.1-2.claim", "mill.1-3.back"]
    assert names(outline_of(read("section 1"), index)) == whole
    both = names(outline_of(read("section 1 and section 3"), index))
    assert both == [*(one for one in whole if one != "mill.1-1.more"), "mill.3-1.penalty", "mill.3-2.prison"]


async def test_what_another_provision_carries_too_is_told_of_its_own() -> None:
    shared = ACT_STATEMENTS.replace('provisions: ["1(3)"]', 'provisions: ["1(3)", "3(1)"]').replace(
        'passages: ["An allottee (farmer) who … sum back"]',
        'passages: ["An allottee (farmer) who … sum back", "A promoter who does … 100 rupees"]',
    )
    index = await index_with(texts={f"{ACT}.yaml": shared})
    assert "mill.1-3.back" in names(outline_of(read("section 1"), index))
    assert "mill.1-3.back" not in names(outline_of(read("section 3"), index))


async def test_nothing_is_split_from_what_it_requires_at_the_end(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outline, "ANSWERING", ANSWERING.model_copy(update={"outline_statements": 1}))
    assert outline_of(read("section 1"), index) == []
    assert names(outline_of(read("section 3"), index)) == ["mill.3-1.penalty"]
