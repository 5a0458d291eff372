"""Other subjects: what the shipped phrases and expected questions are like, which comes nearest, and that they are embedded once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.law.other_laws import OtherLaw
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.models.question_vectors import QuestionVectors
from civicsetu.models.whitening import Whitening, leave_unchanged
from civicsetu.retrieval.answerability import out_of_scope
from civicsetu.retrieval.answerability.out_of_scope import (
    NO_TOPICS,
    OutOfScopeTopics,
    Rows,
    damaged_vectors,
    expected_questions,
    open_out_of_scope_topics,
    own_questions,
    phrases,
    read_vectors,
    write_vectors,
)
from civicsetu.retrieval.answerability.scope_texts import scope_texts
from civicsetu.retrieval.scope_kinds import NO_MATCH, ScopeKind

DOGS, SHIPS, BEES = ("dogs", "dog bites; dog barks"), ("ships", "ship sinks"), ("bees", "bee stings")
TOLD = (("dogs", "My dog bit the postman again."), ("bees", "Whose are the bees in my roof?"))


class Embedding:
    """A vector a text that tells its length and whether it is a question; remembers what it was asked."""

    def __init__(self, profile: str = "small") -> None:
        self.profile = EmbeddingProfile(
            name=profile, backend="onnx", model_id="none", dimension=2, max_tokens=512
        )
        self.passages: list[list[str]] = []
        self.questions: list[list[str]] = []

    async def embed_passages(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.passages.append(list(texts))
        return np.array([[len(text), 1] for text in texts], np.float32)

    async def embed_questions(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.questions.append(list(texts))
        return np.array([[len(text), -1] for text in texts], np.float32)


Known = Callable[..., None]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    """Lets the phrases and expected questions that ship be these."""

    def tell(
        phrases: Texts = (DOGS, SHIPS), expected_questions: Texts = TOLD, own_questions: Texts = ()
    ) -> None:
        monkeypatch.setattr(out_of_scope, "phrases", lambda: tuple(phrases))
        monkeypatch.setattr(out_of_scope, "own_questions", lambda: tuple(own_questions))
        monkeypatch.setattr(out_of_scope, "expected_questions", lambda: tuple(expected_questions))

    tell()
    return tell


Texts = Sequence[tuple[str, str]]


async def opened(folder: Path, embedding: Embedding) -> OutOfScopeTopics:
    return await open_out_of_scope_topics(folder, cast(Any, embedding))


def test_rows_are_of_other_law_and_no_question_three_phrases_of_a_language_to_a_row() -> None:
    texts = [text for text in scope_texts() if text.kind in (ScopeKind.OTHER_LAW, ScopeKind.NO_QUESTION)]
    spoken = Counter((text.topic, text.language) for text in texts if not text.is_question)
    wanted = Counter({topic: 0 for topic, _ in spoken})
    for (topic, _), count in spoken.items():
        wanted[topic] += -(-count // 3)
    assert Counter(topic for topic, _ in phrases()) == wanted
    assert [text.text for text in texts if not text.is_question] == [
        one for _, row in phrases() for one in row.split("; ")
    ], "in their order, each once"
    assert list(expected_questions()) == [(text.topic, text.text) for text in texts if text.is_question]


# -- which comes nearest ---------------------------------------------------------------------------------


def rows(*subjects: str) -> Rows:
    vectors = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0], [-0.6, 0.8]], np.float32)
    return Rows(subjects, vectors[: len(subjects)])


def question(asked: list[float], said: list[float]) -> QuestionVectors:
    return QuestionVectors(np.array(asked, np.float32), np.array(said, np.float32), leave_unchanged(2))


def test_the_nearest_rows_and_their_cosines() -> None:
    three = rows("dogs", "ships", "bees")
    found = three.nearest(np.array([0.8, 0.6], np.float32))
    assert found == [
        ("ships", pytest.approx(0.96)),
        ("dogs", pytest.approx(0.8)),
        ("bees", pytest.approx(0.6)),
    ]
    assert Rows((), np.zeros((0, 2), np.float32)).nearest(np.array([1.0, 0.0], np.float32)) == []


def test_phrases_are_compared_with_what_was_said_and_questions_with_what_was_asked() -> None:
    others = OutOfScopeTopics(rows("dogs", "ships"), rows("taxes", "tenants", "wills"))
    found = others.nearest(question(asked=[0.0, 1.0], said=[1.0, 0.0]))
    assert (found.phrases, found.expected_question) == (pytest.approx(1.0), pytest.approx(1.0))
    assert found.topic == "wills" and found.law is None


def test_the_topic_is_that_of_the_nearest_text_of_either_form() -> None:
    both = OutOfScopeTopics(rows("dogs"), rows("taxes")).nearest(question([0.6, 0.8], [1.0, 0.0]))
    assert (both.topic, both.phrases, both.expected_question) == (
        "dogs",
        pytest.approx(1.0),
        pytest.approx(0.6),
    )
    alone = OutOfScopeTopics(rows("dogs"), rows()).nearest(question([1.0, 0.0], [1.0, 0.0]))
    assert (alone.topic, alone.expected_question) == ("dogs", 0.0)


def test_what_people_ask_of_the_law_held_is_compared_with_what_was_asked() -> None:
    asked = question(asked=[0.6, 0.8], said=[1.0, 0.0])
    assert OutOfScopeTopics(rows("dogs"), rows("taxes")).nearest(asked).own_question == 0.0
    found = OutOfScopeTopics(rows("dogs"), rows("taxes"), rows("lamps", "oil")).nearest(asked)
    assert found.own_question == pytest.approx(1.0) and found.expected_question == pytest.approx(0.6)
    assert found.topic == "dogs", "it is of no other topic"


def test_own_questions_are_those_of_statements_and_of_the_border_each_once() -> None:
    texts = [text for _, text in own_questions()]
    assert len(set(texts)) == len(texts)
    at_border = {text.text for text in scope_texts() if text.kind is ScopeKind.IN_SCOPE}
    of_statements = {text for told in get_statement_questions().values() for text in told}
    assert set(texts) == at_border | of_statements
    out = {text.text for text in scope_texts() if text.kind is not ScopeKind.IN_SCOPE}
    assert out.isdisjoint(texts), "no text is of the law held and of another"


RENT, WILLS, ROADS = "rented sheds", "wills of sailors", "potholes"


@pytest.fixture
def laws(monkeypatch: pytest.MonkeyPatch) -> None:
    of = {RENT: OtherLaw.TENANCY, WILLS: OtherLaw.SUCCESSION}
    monkeypatch.setattr(out_of_scope, "_laws", lambda: of)


@pytest.mark.usefixtures("laws")
@pytest.mark.parametrize(
    ("phrases", "questions", "law"),
    [
        ((RENT, RENT, RENT), (), OtherLaw.TENANCY),
        ((RENT, RENT, RENT), (RENT, WILLS, ROADS), OtherLaw.TENANCY),
        ((RENT, RENT, RENT), (WILLS, WILLS, WILLS), None),
        ((RENT, RENT, WILLS), (ROADS, WILLS, RENT), None),
        ((ROADS, ROADS, ROADS), (), None),
        ((ROADS, RENT, RENT, RENT), (), None),
        ((), (), None),
    ],
)
def test_a_law_is_named_where_most_of_the_nearest_texts_are_of_it(
    phrases: tuple[str, ...], questions: tuple[str, ...], law: OtherLaw | None
) -> None:
    found = OutOfScopeTopics(rows(*phrases), rows(*questions)).nearest(question([1.0, 0.0], [1.0, 0.0]))
    assert found.law is law


def test_without_subjects_nothing_is_near() -> None:
    assert NO_TOPICS.nearest(question([1.0, 0.0], [1.0, 0.0])) == NO_MATCH


# -- embedded once ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("known")
async def test_vectors_are_made_once_and_read_again(tmp_path: Path) -> None:
    folder, embedding = tmp_path / "new" / "folder", Embedding()
    made = await opened(folder, embedding)
    assert embedding.passages == [["dog bites; dog barks", "ship sinks"]]
    assert embedding.questions == [[text for _, text in TOLD]], "as they are asked"
    assert made.phrases.topics == ("dogs", "ships") and made.expected_questions.topics == ("dogs", "bees")
    for one, sign in ((made.phrases, 1), (made.expected_questions, -1)):
        assert one.vectors.dtype == np.float32 and np.allclose(np.linalg.norm(one.vectors, axis=1), 1)
        assert (np.sign(one.vectors[:, 1]) == sign).all()
    kept = sorted(folder.iterdir())
    assert len(kept) == 2
    assert all(file.name.startswith("out-of-scope-topics-") and file.suffix == ".npy" for file in kept)
    again = await opened(folder, embedding)
    assert len(embedding.passages) == len(embedding.questions) == 1, "what is kept is not embedded again"
    assert np.array_equal(again.phrases.vectors, made.phrases.vectors)
    assert np.array_equal(again.expected_questions.vectors, made.expected_questions.vectors)


async def test_another_model_and_other_texts_are_embedded_anew(tmp_path: Path, known: Known) -> None:
    small, large = Embedding(), Embedding("large")
    await opened(tmp_path, small)
    await opened(tmp_path, large)
    assert len(large.passages) == len(large.questions) == 1
    known(phrases=(DOGS, SHIPS, BEES))
    found = await opened(tmp_path, small)
    assert (len(small.passages), len(small.questions)) == (2, 1), "expected questions stayed as they were"
    assert found.phrases.topics == ("dogs", "ships", "bees")
    known(expected_questions=TOLD[:1])
    await opened(tmp_path, small)
    assert (len(small.passages), len(small.questions)) == (2, 2)
    known(expected_questions=TOLD[:1], own_questions=(("lamps", "Who lights the lamp?"),))
    told = await opened(tmp_path, small)
    assert small.questions[2:] == [["Who lights the lamp?"]] and told.own_questions.topics == ("lamps",)


@pytest.mark.usefixtures("known")
async def test_they_are_kept_as_embedded_and_compared_whitened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another whitening asks nothing more of the model."""
    embedding = Embedding()
    plain = await opened(tmp_path, embedding)
    turned = Whitening(
        np.array([[0, 1], [1, 0]], np.float32), np.zeros(2, np.float32), np.array([0, -1], np.float32)
    )
    monkeypatch.setattr(out_of_scope, "load_whitening", lambda profile, dimension: turned)
    found = await opened(tmp_path, embedding)
    assert len(embedding.passages) == len(embedding.questions) == 1
    assert np.allclose(found.phrases.vectors, plain.phrases.vectors[:, ::-1])
    assert np.allclose(found.expected_questions.vectors, [[0, 1], [0, 1]], atol=1e-6), (
        "less the mean of questions"
    )


# -- damaged files ---------------------------------------------------------------------------------------


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def garble(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 3)


def zipped(path: Path) -> None:
    """numpy takes it for another kind of file."""
    path.write_bytes(b"PK\x03\x04" + bytes(200))


def reshaped(path: Path) -> None:
    write_vectors(path, np.zeros((1, 2), np.float32))


def one_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-40] ^= 1
    path.write_bytes(bytes(content))


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("damage", [cut, empty, garble, zipped, reshaped, one_bit])
async def test_a_damaged_file_is_told_once_and_made_anew(
    tmp_path: Path, damage: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    embedding = Embedding()
    made = await opened(tmp_path, embedding)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        damage(path)
    assert sorted(damaged_vectors(tmp_path, embedding.profile)) == sorted(before)
    again = await opened(tmp_path, embedding)
    assert capsys.readouterr().out.count("stored_vectors_damaged") == len(before)
    assert np.array_equal(again.phrases.vectors, made.phrases.vectors)
    assert np.array_equal(again.expected_questions.vectors, made.expected_questions.vectors)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert damaged_vectors(tmp_path, embedding.profile) == []


@pytest.mark.usefixtures("known")
async def test_what_cannot_be_stored_is_used_all_the_same(tmp_path: Path) -> None:
    embedding = Embedding()
    made = await opened(tmp_path, embedding)
    for path in list(tmp_path.iterdir()):
        path.unlink()
        path.mkdir()
    assert len(damaged_vectors(tmp_path, embedding.profile)) == 2
    again = await opened(tmp_path, embedding)
    assert np.array_equal(again.phrases.vectors, made.phrases.vectors)


@given(st.data())
def test_no_other_bytes_than_those_stored_are_read(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("stored") / "vectors.npy"
    write_vectors(path, np.arange(6, dtype=np.float32).reshape(3, 2))
    stored = path.read_bytes()
    at = data.draw(st.integers(0, len(stored) - 1))
    path.write_bytes(
        stored[:at] + data.draw(st.binary(max_size=4)) + stored[at + data.draw(st.integers(1, 4)) :]
    )
    if path.read_bytes() == stored:
        return
    assert read_vectors(path, (3, 2)) is None
