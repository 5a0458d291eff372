"""Whitening: texts of one provision come together, those of different ones come apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.models import whitening as whitening_module
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import EmbeddingProfile, get_profile
from civicsetu.models.whitening import Whitening, fitted, nothing, whitening_of
from civicsetu.settings import ModelSettings
from tests.budget import examples

DIMENSION, CLASSES, TEXTS = 16, 6, 8
OWN = slice(0, 8)
"""Directions that tell the provisions apart; the other eight tell how a thing is said."""


def unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def invented(seed: int = 1) -> tuple[Floats, Floats, list[str]]:
    """As many passages and questions: a common mean, a matter of the class, and a louder tone."""
    random = np.random.default_rng(seed)
    labels = [f"law {number}" for number in range(CLASSES) for _ in range(TEXTS)]
    matter = np.zeros((CLASSES, DIMENSION))
    matter[:, OWN] = random.normal(size=(CLASSES, 8))
    tone = np.zeros(DIMENSION)
    tone[8:] = 1.5

    def texts(common: float) -> Floats:
        said = random.normal(size=(len(labels), DIMENSION)) * (0.1 + tone)
        return unit(common + np.repeat(matter, TEXTS, axis=0) + said)

    return texts(2.0), texts(3.0), labels


def fit(passages: Floats, questions: Floats, labels: list[str]) -> Whitening:
    return fitted(passages, labels, questions, labels)


def within_and_between(first: Floats, second: Floats, labels: list[str]) -> tuple[float, float]:
    """The mean cosine of two texts of one class, and of two of different classes."""
    same = np.array(labels)[:, None] == np.array(labels)[None, :]
    cosines = first @ second.T
    apart_from_itself = same & ~np.eye(len(labels), dtype=bool)
    return float(cosines[apart_from_itself].mean()), float(cosines[~same].mean())


def test_texts_of_one_provision_come_nearer_to_each_other_and_farther_from_the_rest() -> None:
    passages, questions, labels = invented()
    model = fit(passages, questions, labels)
    for first, second, fresh in (
        (passages, questions, (model.passages(passages), model.questions(questions))),
        (questions, questions, (model.questions(questions), model.questions(questions))),
    ):
        own_before, other_before = within_and_between(first, second, labels)
        own, other = within_and_between(*fresh, labels)
        assert own - other > 2 * (own_before - other_before), "what tells them apart weighs more"
        assert other < 0.05 < 0.5 < other_before, "the direction that all share is gone"


def test_an_unseen_text_is_led_to_its_provision_more_often_than_before() -> None:
    passages, questions, labels = invented()
    kept = np.arange(len(labels)) % TEXTS != 0
    own = [label for label, is_kept in zip(labels, kept, strict=True) if is_kept]
    model = fit(passages[kept], questions[kept], own)

    def right(unseen: Floats, known: Floats) -> float:
        nearest = np.argmax(unseen @ known.T, axis=1)
        return float(np.mean([own[at] == label for at, label in zip(nearest, labels[::TEXTS], strict=True)]))

    before = right(questions[~kept], questions[kept])
    assert right(model.questions(questions[~kept]), model.questions(questions[kept])) >= before


def test_one_vector_and_many_come_out_alike_of_unit_length_in_single_precision() -> None:
    passages, questions, labels = invented()
    model = fit(passages, questions, labels)
    for made, one, given_ in (
        (model.passages(passages), model.passages(passages[3]), passages),
        (model.questions(questions), model.questions(questions[3]), questions),
    ):
        assert made.shape == given_.shape and one.shape == (DIMENSION,)
        assert made.dtype == one.dtype == np.float32
        assert np.allclose(np.linalg.norm(made, axis=1), 1, atol=1e-6)
        assert np.allclose(made[3], one, atol=1e-6)


def test_passages_and_questions_each_lose_their_own_mean() -> None:
    passages, questions, labels = invented()
    model = fit(passages, questions, labels)
    assert np.allclose(model.of_passages, passages.mean(0), atol=1e-6)
    assert np.allclose(model.of_questions, questions.mean(0), atol=1e-6)
    assert not np.allclose(model.passages(passages), model.questions(passages), atol=0.01)


def test_a_vector_that_is_the_mean_itself_has_no_direction_and_does_no_harm() -> None:
    model = fit(*invented())
    assert np.array_equal(model.passages(model.of_passages), np.zeros(DIMENSION, np.float32))


@settings(max_examples=examples(20))
@given(st.randoms(use_true_random=False))
def test_in_which_order_the_texts_come_does_not_matter(random: object) -> None:
    passages, questions, labels = invented()
    order = list(range(len(labels)))
    random.shuffle(order)  # type: ignore[attr-defined]
    one, other = (
        fit(passages, questions, labels),
        fit(passages[order], questions[order], [labels[at] for at in order]),
    )
    again = other.passages(passages) @ other.questions(questions).T
    assert np.allclose(one.passages(passages) @ one.questions(questions).T, again, atol=1e-4)
    assert np.allclose(one.matrix @ one.matrix.T, other.matrix @ other.matrix.T, atol=1e-4)


def test_provisions_of_too_few_texts_have_no_part_in_it() -> None:
    passages, questions, labels = invented()
    model = fit(passages, questions, labels)
    lonely = fitted(
        np.vstack([passages, passages.mean(0, keepdims=True)]), [*labels, "law of one text"], questions, labels
    )  # fmt: skip
    assert np.allclose(model.matrix @ model.matrix.T, lonely.matrix @ lonely.matrix.T, atol=1e-4)


@pytest.mark.parametrize("texts", [1, 3])
def test_where_every_provision_has_fewer_than_four_texts_nothing_can_be_fitted(texts: int) -> None:
    passages, questions, _ = invented()
    labels = [f"law {at // texts}" for at in range(len(passages))]
    others = [f"rule {at // texts}" for at in range(len(questions))]
    with pytest.raises(ValueError, match="no provision has 4 texts"):
        fitted(passages, labels, questions, others)


def test_phrases_and_expected_questions_of_a_provision_count_together() -> None:
    passages, questions, _ = invented()
    fitted(passages[:4], ["a", "a", "b", "c"], questions[:2], ["a", "a"])


# -- as a file -------------------------------------------------------------------------------------------


def profile(name: str) -> EmbeddingProfile:
    return EmbeddingProfile(name=name, backend="onnx", model_id="none", dimension=DIMENSION, max_tokens=512)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which whitenings are looked for."""
    (tmp_path / "whitening").mkdir()
    monkeypatch.setattr(whitening_module, "files", lambda package: tmp_path)
    whitening_of.cache_clear()
    yield tmp_path / "whitening"
    whitening_of.cache_clear()


def test_what_is_written_is_read_back_and_does_the_same(shipped: Path) -> None:
    passages, questions, labels = invented()
    model = fit(passages, questions, labels)
    model.write(shipped / "invented.npz")
    read = whitening_of("invented", DIMENSION)
    assert read.matrix.dtype == read.of_passages.dtype == np.float32
    assert np.allclose(read.passages(passages), model.passages(passages), atol=5e-3)
    assert np.allclose(read.questions(questions), model.questions(questions), atol=5e-3)
    read.write(shipped / "again.npz")
    assert whitening_of("again", DIMENSION).digest == read.digest, "nothing more is lost"


def test_a_profile_without_a_file_is_compared_as_it_is(shipped: Path) -> None:
    passages, questions, _ = invented()
    plain = whitening_of("other", DIMENSION)
    assert np.allclose(plain.passages(passages), passages, atol=1e-6)
    assert np.allclose(plain.questions(questions), questions, atol=1e-6)
    assert plain.digest == nothing(DIMENSION).digest


def test_digests_tell_whitenings_apart() -> None:
    one, other = fit(*invented()), fit(*invented(2))
    assert one.digest == fit(*invented()).digest
    assert len({one.digest, other.digest, nothing(DIMENSION).digest}) == 3


def test_the_default_profile_ships_with_one_of_its_own_width() -> None:
    default = get_profile(ModelSettings().embedder)
    shipped = whitening_of(default.name, default.dimension)
    assert shipped.matrix.shape == (default.dimension, default.dimension)
    assert shipped.of_passages.shape == shipped.of_questions.shape == (default.dimension,)
    assert np.isfinite(shipped.matrix).all()
    assert shipped.digest != nothing(default.dimension).digest
