"""The words of a text tell a wish to break the law from a grievance over the same wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.evaluation.fitting.fit_word_models import fit
from civicsetu.retrieval.answerability.word_models import (
    BUCKETS,
    WordModel,
    get_field_model,
    get_stance_model,
    places_of,
)

STANCES = yaml.safe_load((Path(__file__).parent / "data" / "stances.yaml").read_text("utf-8"))
WISHED = [f"how do I hide lantern {number} from the keeper" for number in range(12)]
TOLD = [f"the keeper hid lantern {number} from me, where do I complain" for number in range(12)]


def test_the_sets_hold_enough_of_both_and_share_nothing() -> None:
    assert len(STANCES["wishes"]) >= 60 and len(STANCES["reports"]) >= 60
    assert not set(STANCES["wishes"]) & set(STANCES["reports"])


def test_the_model_that_ships_scores_hardly_a_report_as_a_wish() -> None:
    """By words alone; beside the vector of the text more wishes are known, and fewer reports are taken for one."""
    model = get_stance_model()
    wishes = np.array([model.score(text) for text in STANCES["wishes"]])
    reports = np.array([model.score(text) for text in STANCES["reports"]])
    assert (wishes > 0.5).mean() >= 0.6
    assert (reports > 0.5).mean() <= 0.03


def test_the_endings_of_a_word_share_what_is_known_of_it() -> None:
    """Tamil, Kannada and Marathi join to a word what English says before it."""
    assert len(set(places_of("lantern")) & set(places_of("lanterns"))) >= 4
    assert not set(places_of("oil")) & set(places_of("wick"))


def test_the_same_matter_is_told_apart_by_its_words() -> None:
    found = fit([*WISHED, *TOLD, *TOLD, *TOLD], ["wish"] * 12 + ["told"] * 36, "wish", {"wish": 1.0, "told": 1.0})
    assert found.known == 1.0 and found.mistaken == 0.0
    assert found.model.score("how do I hide a lamp") > 0 > found.model.score("my lamp was hidden, where do I complain")


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    model = WordModel(np.linspace(-1, 1, BUCKETS, dtype=np.float32), 0.25)
    model.write(tmp_path / "stance.npz")
    with np.load(tmp_path / "stance.npz") as kept:
        again = WordModel(kept["weights"].astype(np.float32), float(kept["bias"]))
    assert again.score("what is a lantern") == pytest.approx(model.score("what is a lantern"), abs=1e-2)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_a_finite_score_and_places_in_the_table(text: str) -> None:
    assert all(0 <= place < BUCKETS for place in places_of(text))
    assert np.isfinite(get_stance_model().score(text))


def test_case_and_what_follows_a_long_beginning_do_not_count() -> None:
    assert places_of("How Do I") == places_of("how do i")
    assert places_of("a " * 1000 + "fake") == places_of("a " * 1000 + "genuine")


def test_the_words_of_other_fields_are_told_from_those_of_the_law_held_in_words_not_shipped() -> None:
    model = get_field_model()
    ours = ["Has the promoter to form an association of allottees?", "builder ne possession late diya, byaj milega?", "रेरा में शिकायत का शुल्क"]
    others = ["How do I renew my passport at the embassy?", "fridge ki warranty me dukandar paisa nahi de raha", "शादी के बाद तलाक का मुकदमा"]
    assert min(map(model.score, ours)) > 0 > max(map(model.score, others))
