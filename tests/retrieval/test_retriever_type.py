"""The type of a search, by what found something."""

from __future__ import annotations

import pytest

from civicsetu.retrieval.retriever_type import name_retriever_type
from civicsetu.retrieval.retrievers.table import RETRIEVERS


@pytest.mark.parametrize(
    ("found_by", "kind"),
    [
        (["vector"], "semantic"), (["keyphrases", "expected_questions", "graph"], "semantic"), (["fulltext"], "keyword"),
        (["exact", "graph"], "keyword"), (["vector", "exact"], "hybrid"), (["graph"], None), ([], None),
    ],
)  # fmt: skip
def test_it_is_named_by_meaning_words_or_both(found_by: list[str], kind: str | None) -> None:
    assert name_retriever_type(found_by) == kind


def test_every_retriever_but_the_graph_counts() -> None:
    assert [one.name for one in RETRIEVERS if name_retriever_type([one.name]) is None] == ["graph"]
