"""The tables hold what Chainlit writes, under its own names."""

from __future__ import annotations

from dataclasses import fields

from civicsetu.stores.schema import elements, feedbacks, metadata, steps


def test_chainlits_tables_have_every_column_it_writes() -> None:
    from chainlit.element import ElementDict
    from chainlit.step import StepDict
    from chainlit.types import Feedback

    assert set(StepDict.__annotations__) - {"feedback"} <= set(steps.c.keys())
    assert set(ElementDict.__annotations__) <= set(elements.c.keys())
    assert {field.name for field in fields(Feedback)} <= set(feedbacks.c.keys())


def test_every_foreign_key_that_deletes_is_indexed() -> None:
    """Else erasing a thread or an edition reads a whole table for every row it takes along."""
    small = {"editions", "provisions"}
    for table in metadata.sorted_tables:
        if table.name in small:
            continue
        led = {next(iter(index.columns)).name for index in table.indexes}
        led |= {column.name for column in table.primary_key}
        for column in table.columns:
            if column.foreign_keys and column.name != "doc_id":
                assert column.name in led, f"{table.name}.{column.name}"
