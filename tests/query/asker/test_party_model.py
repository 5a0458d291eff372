"""Who asks, read from the point of view of a question."""

from __future__ import annotations

import pytest

from civicsetu.query.asker.party_model import NOBODY, get_party_model, read_likely_party


@pytest.mark.parametrize(
    ("asked", "party"),
    [
        ("Two sales of mine in that tower had no number, what penalty can come on me as dealer, per day?", "agent"),
        ("Our project is delayed by the flood, can we get more time for our registration from the authority?", "promoter"),
        ("We paid the whole price and the builder does not give us the keys, what can we claim?", "allottee"),
        ("हमने पूरा पैसा दे दिया, बिल्डर चाबी नहीं दे रहा, क्या करें", "allottee"),
    ],
)
def test_the_point_of_view_tells_who_asks(asked: str, party: str) -> None:
    assert read_likely_party(asked) == party


@pytest.mark.parametrize("asked", ["What is a carpet area?", "Fee for the registration of an agent in Goa", ""])
def test_what_anybody_could_ask_is_nobodys(asked: str) -> None:
    assert read_likely_party(asked) is None


def test_the_model_knows_the_parties_of_the_law() -> None:
    assert set(get_party_model().classes) == {"allottee", "promoter", "agent", "landowner", "association", NOBODY}
