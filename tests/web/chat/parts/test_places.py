"""Official sites in an answer: only those that ship are addresses, under their whole name."""

from __future__ import annotations

import pytest

from civicsetu.web.chat.parts.places import NamedSite, find_places, read_places

KNOWN = {"mill.example": "https://mill.example", "rera.mill.example": "https://rera.mill.example"}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Look at mill.example.", ["mill.example"]),
        ("Look at the authority's website (rera.mill.example) before you pay.", ["rera.mill.example"]),
        ("यहाँ देखें: mill.example।", ["mill.example"]),
        ("mill.example.attack.example, a@mill.example, https://mill.example/pay, notmill.example", []),
        ("Look at another.example.", []),
    ],
)
def test_a_site_is_found_under_its_whole_name_only(text: str, named: list[str]) -> None:
    assert find_places([text, text], KNOWN) == tuple(NamedSite(one, KNOWN[one]) for one in named)


def test_every_site_that_ships_is_named_by_its_host() -> None:
    assert read_places() and all(url.startswith(f"https://{name}") for name, url in read_places().items())
