"""A whitening is fitted to every phrase and expected question that documents have of their own, and to nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from civicsetu.corpus.question_index.indexed_texts import IndexedTexts, parse_indexed_texts
from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting import fit_wccn
from civicsetu.evaluation.fitting.fit_wccn import fit_statement_whitening, fit_whitening
from civicsetu.evaluation.fitting.learn_metric import learn_metric
from civicsetu.models.whitening import Whitening, fit_from_texts
from tests.corpus.statements.meadow import FACTS, FILLS, KEY, RULES, SHUT, edition_of
from tests.holding import quiet

LANTERNS = parse_indexed_texts(
    "lantern_act",
    "{'1': {en: [name of the law, what it is called], hi: [कानून का नाम]}, '2': {en: [open lantern, late lantern]}}",
    "{'1': [What is it called then?, Tell me its whole name.], '2': [My lantern stood open all night long.]}",
)
LAMPS = parse_indexed_texts("lamp_rules", "{'1': {en: [lamp oil]}}", "{'1': [Who pays for the oil of it?]}")
NONE = parse_indexed_texts("empty_rules", "")


class Embedding:
    """Vectors of eight numbers made from the text, questions the other way round."""

    def __init__(self) -> None:
        self.passages: list[str] = []
        self.questions: list[str] = []

    async def embed_passages(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.passages += texts
        if on_progress is not None:
            on_progress(len(texts), len(texts))
        return _vectors(texts)

    async def embed_questions(self, texts: Sequence[str], on_progress: Any = None) -> Any:
        self.questions += texts
        on_progress(1, len(texts))
        return -_vectors(texts)


def _vectors(texts: Sequence[str]) -> Any:
    return np.stack([np.random.default_rng(len(text)).normal(size=8) for text in texts]).astype(np.float32)


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What ships is these, and asking for what is shared with other rules is a fault."""
    known: dict[str, IndexedTexts] = {one.document: one for one in (LANTERNS, LAMPS, NONE)}
    monkeypatch.setattr(fit_wccn, "own_indexed_texts", known.__getitem__)
    yield


async def fit(embedder: Embedding, *documents: str, progress: Any = quiet) -> Whitening:
    return await fit_whitening(cast(Any, embedder), documents, progress)


async def test_each_text_is_embedded_as_it_is_compared_and_labelled_with_its_provision() -> None:
    embedder = Embedding()
    found = await fit(embedder, "lantern_act", "lamp_rules", "empty_rules")
    assert embedder.passages == [
        "name of the law", "what it is called", "कानून का नाम", "open lantern", "late lantern", "lamp oil",
    ]  # fmt: skip
    assert embedder.questions == [
        "What is it called then?",
        "Tell me its whole name.",
        "My lantern stood open all night long.",
        "Who pays for the oil of it?",
    ]
    one, two, lamps = "lantern_act 1", "lantern_act 2", "lamp_rules 1"
    same = fit_from_texts(
        _vectors(embedder.passages), [one, one, one, two, two, lamps],
        -_vectors(embedder.questions), [one, one, two, lamps],
    )  # fmt: skip
    assert found.digest == same.digest


async def test_progress_runs_from_phrases_to_expected_questions() -> None:
    told: list[tuple[str, float]] = []
    await fit(Embedding(), "lantern_act", progress=lambda step, share: told.append((step, share)))
    assert told == [
        ("embedding phrases", pytest.approx(0.6)), ("embedding expected questions", pytest.approx(0.6 + 0.4 / 3)),
    ]  # fmt: skip


@pytest.mark.parametrize("documents", [(), ("empty_rules",)])
async def test_without_keyphrases_there_is_nothing_to_fit(documents: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as refused:
        await fit(Embedding(), *documents)
    assert refused.value.user_message == "There are no keyphrases to fit a whitening to."


# statements

QUESTIONS = {
    "meadow.1-1.shut": (
        "When is it shut?",
        "By which day must he shut?",
        "How long may the gate stand open?",
    ),
    "meadow.2.fee": ("What is to be paid for it?",),
    "rules.1.fee": ("How many rupees is it?", "What does the gate cost me?", "Is it five hundred?"),
}


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> None:
    held = load_statements({f"{KEY}.yaml": SHUT, f"{RULES}.yaml": FILLS}, edition_of, FACTS)
    monkeypatch.setattr(fit_wccn, "get_statements", lambda: held)
    monkeypatch.setattr(fit_wccn, "get_statement_questions", lambda: QUESTIONS)


@pytest.mark.long
async def test_statements_and_their_questions_are_labelled_with_the_statement(statements: None) -> None:
    embedder = Embedding()
    found = await fit_statement_whitening(cast(Any, embedder), [KEY], quiet)
    assert len(embedder.passages) == 4 and embedder.passages[3].startswith("The builder must pay a fee")
    assert embedder.questions == [*QUESTIONS["meadow.1-1.shut"], *QUESTIONS["meadow.2.fee"]], (
        "of this law alone"
    )
    said, asked = _vectors(embedder.passages), -_vectors(embedder.questions)
    start = fit_from_texts(
        said, ["meadow.1-1.shut", "more", "claim", "meadow.2.fee"],
        asked, ["meadow.1-1.shut"] * 3 + ["meadow.2.fee"], 0.3,
    )  # fmt: skip
    same = learn_metric(start, said, asked, [0, 0, 0, 3], quiet)
    assert found.digest == same.digest
    other = await fit_statement_whitening(cast(Any, Embedding()), [KEY, RULES], quiet)
    assert other.digest != found.digest


async def test_what_is_written_is_the_whitening_in_half_precision(statements: None, tmp_path: Path) -> None:
    found = await fit_statement_whitening(cast(Any, Embedding()), [KEY, RULES], quiet)
    found.write(tmp_path / "tiny.statements.npz")
    with np.load(tmp_path / "tiny.statements.npz", allow_pickle=False) as kept:
        assert kept["matrix"].astype(np.float32) == pytest.approx(found.matrix, rel=2e-3, abs=2e-3)
        assert kept["of_questions"].shape == (8,)


@pytest.mark.parametrize("documents", [(), ("lamp_rules",)])
async def test_without_statements_there_is_nothing_to_fit(
    statements: None, documents: tuple[str, ...]
) -> None:
    embedder = Embedding()
    with pytest.raises(InputError) as refused:
        await fit_statement_whitening(cast(Any, embedder), documents, quiet)
    assert refused.value.user_message == "There are no statements with questions to fit a whitening to."
    assert embedder.passages == []
