"""Which addresses name a place in the law, and which are refused."""

from __future__ import annotations

import pytest

from civicsetu.errors import InputError
from civicsetu.web.law_map.links import MapPlace, read_place


@pytest.mark.parametrize(
    ("parameters", "place"),
    [
        ([], MapPlace()),
        ([("document", "homes_act_2020")], MapPlace("homes_act_2020")),
        ([("document", "homes_act_2020"), ("path", " 3(1)(a) ")], MapPlace("homes_act_2020", "3(1)(a)")),
        ([("path", "Form A"), ("document", "homes_rules_2021")], MapPlace("homes_rules_2021", "Form A")),
        ([("document", "homes_act_2020"), ("utm_source", "x"), ("fbclid", "1"), ("gclid", "")], MapPlace("homes_act_2020")),
    ],
)
def test_a_place_is_read(parameters: list[tuple[str, str]], place: MapPlace) -> None:
    assert read_place(parameters) == place


@pytest.mark.parametrize(
    "parameters",
    [
        [("path", "3")],
        [("document", "")],
        [("document", "homes_act_2020"), ("path", " ")],
        [("document", "homes_act_2020"), ("document", "homes_act_2020")],
        [("document", "Homes Act")],
        [("document", "a" * 81)],
        [("document", "homes_act_2020"), ("provision", "3")],
        [("documnet", "homes_act_2020")],
    ],
)
def test_what_names_no_place_is_refused(parameters: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError) as refused:
        read_place(parameters)
    assert refused.value.user_message.count(".") == 1
