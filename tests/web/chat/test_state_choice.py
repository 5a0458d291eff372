"""States to choose from, and the one a browser remembers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.web.chat.state_choice import is_known, list_states, read_remembered


def test_states_whose_rules_are_held_come_first_each_group_by_name() -> None:
    told = list_states({"KARNATAKA", "GOA", "CENTRAL"})
    assert [one["name"] for one in told[:3]] == ["Goa", "Karnataka", "Andaman and Nicobar Islands"]
    names = [str(one["name"]) for one in told[2:]]
    assert names == sorted(names) and not any(one["code"] == "CENTRAL" for one in told)


@pytest.mark.parametrize(
    ("cookies", "state"),
    [("a=1; civicsetu_state=GOA", "GOA"), ("civicsetu_state=ATLANTIS", None), ("civicsetu_state=", None), (None, None)],
)
def test_a_state_is_remembered_where_it_is_one_we_know(cookies: str | None, state: str | None) -> None:
    assert read_remembered(cookies) == state


@given(st.text(max_size=80))
def test_any_header_of_cookies_is_read(cookies: str) -> None:
    assert read_remembered(cookies) is None or is_known(str(read_remembered(cookies)))
