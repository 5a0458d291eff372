"""What is to be checked is said once."""

from __future__ import annotations

from datetime import date

import pytest

from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.web.chat.parts.check_first import CheckFirst, show_check
from tests.answering.given import citation
from tests.retrieval.lantern_act import ACT

PRINTED = "The rate is as printed in July 1960; later changes were not checked."


@pytest.mark.parametrize(
    ("url", "address"),
    [("https://lantern.example/act", "https://lantern.example/act"), ("https://lantern.example", ""), ("", "")],
    ids=["its own", "a first page", "none"],
)
def test_a_law_has_an_address_only_where_it_is_published_there(url: str, address: str) -> None:
    known = get_registry().documents["rera_act_2016"]
    lantern = known.model_copy(update={"key": ACT, "url": "https://lantern.example/act", "url_exact": True, "official": ()})
    told = show_check([], [citation(url=url)], Registry({ACT: lantern}, get_registry().jurisdictions))
    assert told is not None and [one.address for one in told.laws] == [address]


def check(*notes: str, held: date = date(1960, 7, 11)) -> CheckFirst | None:
    return show_check(notes, [citation(text_as_of=held)], get_registry())


def test_a_rate_printed_in_the_month_its_law_is_held_of_is_said_by_that_date() -> None:
    told = check(PRINTED)
    assert told is not None and told.notes == () and told.unchecked, "that later changes were not checked is still said"
    later = check(PRINTED, held=date(1961, 2, 1))
    assert later is not None and later.notes == (PRINTED,) and not later.unchecked
    asked = check(PRINTED, "The fee is as printed in July 1960; later changes were not checked, so ask before you pay.")
    assert asked is not None and len(asked.notes) == 1 and not asked.unchecked
