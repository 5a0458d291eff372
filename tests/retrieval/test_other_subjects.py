"""Other subjects: what the shipped phrases are like, which comes nearest, and that they are embedded once."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
import yaml

from civicsetu.retrieval import other_subjects
from civicsetu.retrieval.other_subjects import NOWHERE, OtherSubjects, open_other_subjects, rows

LANGUAGES = {"en", "hi", "hi-Latn", "mr", "ta", "kn"}
TWO = (("dogs", "dog bites; dog barks"), ("ships", "ship sinks"))
CHANGED = (*TWO, ("bees", "bee stings"))


class Embedding:
    """A vector a text, the length of it in front; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def embed(self, texts: list[str]) -> list[list[float]]:
        self.asked.append(texts)
        return [[float(len(text)), 1.0] for text in texts]


@pytest.fixture
def two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_subjects, "rows", lambda: TWO)


def shipped() -> dict[str, dict[str, list[str]]]:
    text = files("civicsetu.retrieval").joinpath("other_subjects.yaml").read_text("utf-8")
    data: dict[str, dict[str, list[str]]] = yaml.safe_load(text)
    return data


def test_every_subject_is_spoken_of_in_six_languages() -> None:
    assert shipped()
    for subject, by_language in shipped().items():
        assert set(by_language) == LANGUAGES, subject
        assert all(by_language.values()), subject


def test_a_phrase_is_short_without_figures_and_asks_nothing() -> None:
    every = [phrase for told in shipped().values() for phrases in told.values() for phrase in phrases]
    assert not [phrase for phrase in every if not 1 <= len(phrase.split()) <= 6]
    assert not [phrase for phrase in every if any(sign.isnumeric() for sign in phrase)]
    assert not [phrase for phrase in every if "?" in phrase]


def test_rows_hold_every_phrase_under_its_subject_three_to_a_row_and_one_language() -> None:
    told = [
        (subject, phrases[at : at + 3])
        for subject, by_language in shipped().items()
        for phrases in by_language.values()
        for at in range(0, len(phrases), 3)
    ]
    assert [(subject, text.split("; ")) for subject, text in rows()] == told


def test_the_nearest_subject_and_its_cosine() -> None:
    vectors = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]], np.float32)
    others = OtherSubjects(("dogs", "ships", "bees"), vectors)
    found = others.nearest(np.array([0.8, 0.6], np.float32))
    assert found.subject == "ships" and found.cosine == pytest.approx(0.96)
    against = others.nearest(np.array([0.0, -1.0], np.float32))
    assert against.subject == "dogs" and against.cosine == pytest.approx(0.0)


def test_without_subjects_nothing_is_near() -> None:
    none = OtherSubjects((), np.zeros((0, 2), np.float32))
    assert none.nearest(np.array([1.0, 0.0], np.float32)) is NOWHERE


@pytest.mark.usefixtures("two_rows")
async def test_vectors_are_made_once_and_read_again(tmp_path: Path) -> None:
    folder, embedding = tmp_path / "new" / "folder", Embedding()
    made = await open_other_subjects(folder, "small", embedding.embed)
    assert embedding.asked == [["dog bites; dog barks", "ship sinks"]]
    assert made.subjects == ("dogs", "ships") and made.vectors.tolist() == [[20.0, 1.0], [10.0, 1.0]]
    assert made.vectors.dtype == np.float32
    [kept] = folder.iterdir()
    assert kept.name.startswith("other-subjects-") and kept.suffix == ".npy"
    again = await open_other_subjects(folder, "small", embedding.embed)
    assert len(embedding.asked) == 1, "what is kept is not embedded again"
    assert again.subjects == made.subjects and np.array_equal(again.vectors, made.vectors)


@pytest.mark.usefixtures("two_rows")
async def test_another_model_and_other_phrases_are_embedded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedding = Embedding()
    await open_other_subjects(tmp_path, "small", embedding.embed)
    await open_other_subjects(tmp_path, "large", embedding.embed)
    assert len(embedding.asked) == 2
    monkeypatch.setattr(other_subjects, "rows", lambda: CHANGED)
    found = await open_other_subjects(tmp_path, "small", embedding.embed)
    assert len(embedding.asked) == 3 and found.subjects == ("dogs", "ships", "bees")
    assert len(list(tmp_path.iterdir())) == 3
