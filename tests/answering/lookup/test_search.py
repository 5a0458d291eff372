"""What is told of the provisions a search found."""

from __future__ import annotations

from datetime import date
from typing import Any

from civicsetu.answering.lookup.search import SearchQuery, describe_found
from civicsetu.law.answers import Context
from tests.answering.lookup.lanterns import lantern_index
from tests.answering.lookup.test_documents import REGISTRY
from tests.retrieval.lantern_act import ACT

FOUND = [
    Context(document=ACT, provision="3(1)", title="Closing of lanterns.", score=0.4, found_by=("vector",)),
    Context(document=ACT, provision="4", title="Penalty.", score=0.9, found_by=("vector", "fulltext")),
    Context(document="gone_act", provision="1", score=0.8, found_by=("vector",)),
]


def told(**wanted: Any) -> Any:
    return describe_found(SearchQuery("lanterns", **wanted), FOUND, lantern_index(), REGISTRY)


def test_a_query_has_the_defaults_that_are_promised() -> None:
    query = SearchQuery("lanterns")
    assert (query.top_k, query.min_score) == (10, 0.0)
    assert (query.include_content, query.include_document) == (True, True)
    assert query.documents == ()


def test_the_order_of_the_search_stays_and_what_is_no_longer_held_is_left_out() -> None:
    found = told()
    assert [one.provision for one in found.results] == ["3(1)", "4"]
    assert found.results[0].content is not None and found.results[0].content.text.startswith("(1) The keeper")
    assert found.results[0].document_details is not None
    assert found.results[0].document_details.title == "Lantern Act, 1950"


def test_without_content_and_document_it_is_what_the_command_prints() -> None:
    found = told(include_content=False, include_document=False)
    assert [one.model_dump(exclude={"content", "document_details"}) for one in found.results] == [
        one.model_dump() for one in FOUND[:2]
    ]
    assert all(one.content is None and one.document_details is None for one in found.results)


def test_what_scores_less_or_was_not_in_force_is_left_out_and_counted() -> None:
    assert (told(min_score=0.5).below_min_score, len(told(min_score=0.5).results)) == (1, 1)
    before = told(as_on=date(1940, 1, 1))
    assert (before.results, before.not_in_force) == ((), 2)
    assert len(told(top_k=1).results) == 1


def test_content_is_that_of_the_day() -> None:
    first = told(as_on=date(1952, 1, 1)).results[0]
    assert first.content is not None and "ten post meridiem" in first.content.text
