"""What an answer says of a law that was changed: before the change, and where the words stayed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from civicsetu.answering.messages.amendment_warnings import warn_of_changes
from civicsetu.corpus.registry import Registry, get_registry
from tests.answering.given import citation
from tests.answering.provisions.test_views import CHANGES
from tests.retrieval.lantern_act import ACT, spec

REGISTRY = Registry({ACT: spec(changes=CHANGES)}, get_registry().jurisdictions)
ORDER, NOTICE = date(1955, 7, 1), date(1957, 1, 1)
DAY = timedelta(days=1)


def told(as_on: date | None, *paths: str, registry: Registry = REGISTRY) -> list[str]:
    warnings = warn_of_changes(as_on, [citation(path) for path in paths], registry)
    assert all(warning.kind == "amendment" for warning in warnings)
    return [warning.text for warning in warnings]


def test_on_a_day_before_a_change_the_answer_says_that_the_law_read_otherwise() -> None:
    [text] = told(ORDER - DAY, "3(1)(b)")
    assert text == (
        "Section 3(1) of the Lantern Act, 1950 on 30 June 1955 read otherwise, for it was changed later: "
        "Lanterns now close at nine; before, at ten. (Closing Hours Order, 1955, No. 7, from 01 July 1955.)"
    )


@pytest.mark.parametrize("as_on", [ORDER, ORDER + DAY, None])
def test_from_the_day_of_the_change_the_words_are_the_law(as_on: date | None) -> None:
    assert told(as_on, "3(1)(b)") == []


@pytest.mark.parametrize("as_on", [None, NOTICE, NOTICE + DAY])
def test_where_the_words_stayed_the_answer_tells_the_change_since_its_day(as_on: date | None) -> None:
    [text] = told(as_on, "1")
    assert text == (
        "Section 1 of the Lantern Act, 1950: The Act now holds in the harbour too. "
        "(Notification of the Town, from 01 January 1957.)"
    )


def test_before_its_day_a_change_that_left_the_words_is_not_told() -> None:
    assert told(NOTICE - DAY, "1") == []


def test_provisions_beside_the_changed_one_are_not_warned_of() -> None:
    assert told(date(1950, 1, 1), "3 explanation", "4", "2(a)", "33", "3(3)", "3(10)") == []


def test_a_section_cited_whole_is_warned_of_for_each_of_its_parts_once() -> None:
    texts = told(date(1950, 1, 1), "3", "3", "3(1)", "3(1)(a)", "3(2)")
    assert [text.split(" of the ")[0] for text in texts] == [
        "Section 3(1)", "Section 3(2)", "Section 3(1)(a)",
    ]  # fmt: skip


def test_a_law_the_registry_does_not_know_and_no_citations_are_no_cause() -> None:
    assert told(date(1950, 1, 1)) == []
    assert told(date(1950, 1, 1), "3(1)", registry=Registry({}, {})) == []
