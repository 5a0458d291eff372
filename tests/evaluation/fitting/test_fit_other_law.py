"""Which law settles what is asked is fitted to one half of the asks and measured on the other."""

from __future__ import annotations

import numpy as np
import pytest
from pydantic import ValidationError

from civicsetu.evaluation.fitting.fit_other_law import AskByLaw, fit_other_law, measure, read_asks_by_law
from civicsetu.law.other_laws import OtherLaw
from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.lexicon.word_model import BUCKETS, WordModel, places_of
from civicsetu.retrieval.answerability.other_law_model import OtherLawModel, get_other_law_model


def test_on_posts_of_another_hand_what_ships_knows_most_and_hardly_takes_ours() -> None:
    apart = [one for one in read_asks_by_law() if one.half == "apart"]
    found = measure(get_other_law_model(), apart, 0)
    assert found.of_others >= 80 and found.known >= 0.6 * found.of_others
    assert found.ours >= 100 and found.taken <= 0.02 * found.ours


@pytest.mark.long
def test_fitted_anew_it_knows_as_much() -> None:
    found = fit_other_law(read_asks_by_law())
    assert found.known >= 0.6 * found.of_others and found.taken <= 0.02 * found.ours


def test_what_is_known_named_and_taken_is_counted() -> None:
    weights = np.zeros(BUCKETS, np.float32)
    weights[places_of("lantern tax")] = 9.0
    laws = WordClasses(("gst", "stamp"), np.stack([weights, -weights]), np.zeros(2, np.float32))
    asks = [
        AskByLaw(half="apart", text="the lantern tax", law=OtherLaw.GST),
        AskByLaw(half="apart", text="a lantern tax", law=OtherLaw.STAMP),
        AskByLaw(half="apart", text="who digs?", law=OtherLaw.STAMP),
        AskByLaw(half="apart", text="our lantern tax", law="ours"),
        AskByLaw(half="apart", text="who keeps it", law="ours"),
    ]
    found = measure(OtherLawModel(WordModel(weights, 0.0), laws), asks, 7)
    assert (found.fitted, found.of_others, found.known, found.named, found.ours, found.taken) == (7, 3, 2, 1, 2, 1)


def test_a_law_that_is_not_on_the_list_is_refused() -> None:
    with pytest.raises(ValidationError):
        AskByLaw.model_validate({"half": "fit", "text": "who keeps the lamp", "law": "lamps"})


def test_no_ask_is_of_both_halves_and_every_law_is_asked_of() -> None:
    halves = {half: {one.text for one in read_asks_by_law() if one.half == half} for half in ("fit", "apart")}
    assert len(halves["apart"]) > 190 and not halves["fit"] & halves["apart"]
    assert {str(one.law) for one in read_asks_by_law() if one.half == "fit"} == {"ours", "other", *map(str, OtherLaw)}
