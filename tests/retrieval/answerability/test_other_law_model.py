"""Words tell that another law settles what is asked, and which, whatever story of a home stands around it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from civicsetu.law.other_laws import OtherLaw
from civicsetu.lexicon.word_classes import WordClasses
from civicsetu.lexicon.word_model import BUCKETS, WordModel
from civicsetu.retrieval.answerability.other_law_model import (
    UNNAMED,
    OtherLawModel,
    get_other_law_model,
    is_of_another_law,
    likely_other_law,
)


@pytest.mark.parametrize(
    ("asked", "law"),
    [
        ("Will they cut TDS when I sell this shop later?", OtherLaw.INCOME_TAX),
        ("how much stamp duty on the gift deed to my sister", OtherLaw.STAMP),
        ("Can the bank take a penalty if I close the loan early?", OtherLaw.BANKING),
        ("kya police FIR likhegi agar usne mujhe maara", OtherLaw.CRIMINAL),
        ("मेरी चाची का हिस्सा वसीयत के बिना किसे मिलेगा", OtherLaw.SUCCESSION),
    ],
)
def test_what_another_law_settles_is_known(asked: str, law: OtherLaw) -> None:
    assert is_of_another_law(asked)
    assert likely_other_law(asked) in (law, None), "no law is better than a wrong one"


@pytest.mark.parametrize(
    "asked",
    [
        "Does he have to return the GST with my money when the project is dropped?",
        "May I still complain to the authority though an FIR has been written?",
        "Can the bank's charge on the tower defeat my agreement?",
        "बिल्डर कब तक कब्ज़ा देगा और देरी का ब्याज कितना है",
        "is that allowed",
        "",
    ],
)
def test_what_the_law_held_settles_is_none_of_another(asked: str) -> None:
    assert not is_of_another_law(asked)


def test_every_law_of_the_closed_list_is_known_to_the_model() -> None:
    assert set(get_other_law_model().laws.classes) == {*(str(law) for law in OtherLaw), UNNAMED}


def test_what_is_stored_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = np.linspace(-1, 1, BUCKETS, dtype=np.float32)
    model = OtherLawModel(WordModel(weights, 0.5), WordClasses(("gst", UNNAMED), np.stack([weights, -weights]), np.ones(2, np.float32)))
    model.write(tmp_path / "kept.npz")
    with np.load(tmp_path / "kept.npz") as kept:
        assert list(kept["laws"]) == ["gst", UNNAMED] and kept["law_weights"].shape == (2, BUCKETS)
        assert WordModel.from_arrays(kept).score("a lamp") == pytest.approx(model.another.score("a lamp"), abs=1e-2)
