"""Who asks, read from the point of view of a question."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from civicsetu.lexicon.word_model import BUCKETS, WordModel
from civicsetu.query.asker.party_model import NOBODY, PartyModel, get_party_model, read_likely_party


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


def test_chances_sum_to_one_and_the_model_knows_the_parties_of_the_law() -> None:
    model = get_party_model()
    assert set(model.parties) == {"allottee", "promoter", "agent", "landowner", "association", NOBODY}
    assert model.chances("my builder is late").sum() == pytest.approx(1.0)


def test_one_that_is_not_likely_enough_is_not_told() -> None:
    even = PartyModel(("agent", "promoter", "allottee"), tuple(WordModel(np.zeros(BUCKETS, np.float32), 0.0) for _ in range(3)))
    assert even.party_of("who keeps the lamp") is None


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    words = tuple(WordModel(np.full(BUCKETS, number / 10, np.float32), number) for number in range(2))
    PartyModel(("agent", NOBODY), words).write(tmp_path / "party.npz")
    with np.load(tmp_path / "party.npz") as kept:
        assert list(kept["parties"]) == ["agent", ""]
        assert kept["weights"].shape == (2, BUCKETS) and list(kept["biases"]) == [0.0, 1.0]
