"""The words of a text tell a wish to break the law from a grievance over the same wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from civicsetu.evaluation.fitting.fit_word_models import fit
from civicsetu.retrieval.answerability.word_models import get_field_model, get_stance_model

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


def test_the_same_matter_is_told_apart_by_its_words() -> None:
    found = fit([*WISHED, *TOLD, *TOLD, *TOLD], ["wish"] * 12 + ["told"] * 36, "wish", {"wish": 1.0, "told": 1.0})
    assert found.known == 1.0 and found.mistaken == 0.0
    assert found.model.score("how do I hide a lamp") > 0 > found.model.score("my lamp was hidden, where do I complain")


def test_the_words_of_other_fields_are_told_from_those_of_the_law_held_in_words_not_shipped() -> None:
    model = get_field_model()
    ours = ["Has the promoter to form an association of allottees?", "builder ne possession late diya, byaj milega?", "रेरा में शिकायत का शुल्क"]
    others = ["How do I renew my passport at the embassy?", "fridge ki warranty me dukandar paisa nahi de raha", "शादी के बाद तलाक का मुकदमा"]
    assert min(map(model.score, ours)) > 0 > max(map(model.score, others))
