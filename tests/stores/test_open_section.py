"""A section opened anywhere: its place is a range of the text, found by an index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from civicsetu.law.provisions import NodeKind
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_rows import EditionRows
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import SectionView
from tests.stores.sample import ACT, Part, rows

from ..budget import examples

_WORDS = st.text(alphabet="homes and money—“”\n", min_size=1, max_size=30)


@st.composite
def laws(draw: st.DrawFn) -> EditionRows:
    """A law of some sections, each with sub-sections and clauses or without, on some pages."""
    parts: list[Part] = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        if draw(st.booleans()):
            parts.append(Part("", f"CHAPTER {number}\n", NodeKind.CHAPTER))
        below = [
            Part(f"{number}({sub})", f"({sub}) {draw(_WORDS)}", NodeKind.SUBSECTION, True, "", [
                Part(f"{number}({sub})({label})", f"({label}) {draw(_WORDS)}", NodeKind.CLAUSE)
                for label in "abc"[: draw(st.integers(0, 3))]
            ])
            for sub in range(1, draw(st.integers(0, 3)) + 1)
        ]  # fmt: skip
        parts.append(Part(str(number), draw(_WORDS), NodeKind.SECTION, not below, "Homes", below))
    length = len(rows(parts).body)
    starts = draw(st.sets(st.integers(1, length - 1), max_size=4))
    return rows(parts, page_starts=(0, *sorted(starts)), searched=False)


_EACH = settings(
    max_examples=examples(25, at_first=8),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)  # fmt: skip


def _is_a_range(opened: SectionView, written: EditionRows) -> None:
    assert 0 <= opened.section.start < opened.section.end <= len(written.body)
    assert opened.text == written.body[opened.section.start : opened.section.end]
    assert opened.nodes[0] == opened.section
    by_id = {node.node_id: node for node in opened.nodes}
    at = opened.section.start
    for node in opened.nodes:
        assert at <= node.start < node.end <= opened.section.end, (
            "in the order of the text, inside the section"
        )
        at = node.start
        if node is not opened.nodes[0]:
            assert node.parent_id is not None
            parent = by_id[node.parent_id]
            assert parent.start <= node.start and node.end <= parent.end and node.level == parent.level + 1


@_EACH
@given(written=laws(), data=st.data())
async def test_whatever_is_opened_is_a_range_of_the_text(
    law: LawStore, written: EditionRows, data: st.DataObject
) -> None:
    await law.replace_edition(written, force=True)
    sections = [node for node in written.nodes if node.kind is NodeKind.SECTION]
    offset = data.draw(st.integers(-3, len(written.body) + 3))
    around = [node for node in sections if node.start <= offset < node.end]
    opened = await law.open_section(ACT.key, offset=offset)
    assert (opened is None) == (not around)
    if opened is not None:
        assert opened.section.path == str(around[0].path)
        _is_a_range(opened, written)

    for at, node in enumerate(sections):
        opened = await law.open_section(ACT.key, path=str(node.path))
        assert opened is not None
        _is_a_range(opened, written)
        assert (opened.section.start, opened.section.end) == (node.start, node.end)
        assert opened.previous == (str(sections[at - 1].path) if at else None)
        assert opened.following == (str(sections[at + 1].path) if at + 1 < len(sections) else None)

    page = data.draw(st.integers(0, len(written.page_starts) + 1))
    opened = await law.open_section(ACT.key, page=page)
    beginning = [node for node in sections if node.page == page]
    before = [node for node in sections if node.page is not None and node.page < page]
    expected = (beginning or before[-1:] or [None])[0]
    assert (opened.section.start if opened else None) == (expected.start if expected else None)


@_EACH
@given(written=laws())
async def test_offsets_never_go_back_and_pages_are_those_of_the_offsets(
    law: LawStore, written: EditionRows
) -> None:
    await law.replace_edition(written, force=True)
    nodes = await law.read_nodes(written.edition_id)
    assert [node.order for node in nodes] == list(range(len(nodes)))
    assert [node.start for node in nodes] == sorted(node.start for node in nodes)
    for node in nodes:
        assert 0 <= node.start <= node.body <= node.end <= len(written.body)
        assert node.page == sum(start <= node.start for start in written.page_starts)


@pytest.mark.parametrize(
    ("place", "index", "condition"),
    [
        ({"path": "150(2)"}, "structure_path", "path = "),
        ({"offset": 9_000}, "structure_place", "start_char <= "),
        ({"page": 30}, "structure_page", "page = "),
        ({"page": 99}, "structure_page", "page < "),
    ],
    ids=["path", "offset", "page", "page before"],
)
async def test_a_look_up_in_a_long_law_is_led_by_an_index(
    law: LawStore, database: Database, place: dict[str, Any], index: str, condition: str
) -> None:
    written = a_long_law()
    await law.replace_edition(written)
    async with database.transaction() as connection:
        await connection.execute(text("analyze structure"))
    asked: list[tuple[str, Any]] = []

    def note(*told: Any) -> None:
        if "kind = " in told[2] and "FROM structure" in told[2]:
            asked.append((told[2], told[3]))

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    try:
        opened = await law.open_section(ACT.key, **place)
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", note)
    assert opened is not None
    _is_a_range(opened, written)
    [statement] = [one for one in asked if condition in one[0]][:1]
    async with database.connect() as connection:
        explained = await connection.exec_driver_sql(f"explain {statement[0]}", statement[1])
        plan = "\n".join(row[0] for row in explained)
    assert "Seq Scan" not in plan and index in plan, plan
    assert condition in plan[plan.index("Index Cond") :].split("\n")[0], plan


def a_long_law() -> EditionRows:
    """Three hundred sections of four parts, fifty characters or so each, on fifty pages."""
    parts = [
        Part(str(number), "Of homes.\n", NodeKind.SECTION, False, f"Home {number}", [
            Part(f"{number}({sub})", f"({sub}) Home {number} has a door.\n", NodeKind.SUBSECTION, True)
            for sub in range(1, 5)
        ])
        for number in range(1, 301)
    ]  # fmt: skip
    length = len(rows(parts, searched=False).body)
    return rows(parts, searched=False, page_starts=tuple(range(0, length, length // 50)))
