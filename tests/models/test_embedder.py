"""Embedding: the right prefix, unit length, the same vector every time, within a deadline."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from structlog.testing import capture_logs

from civicsetu.errors import ModelError, ModelTimeout, SettingsError, WeightsUnavailable
from civicsetu.models.embedder import Embedder, LocalEmbedder, open_embedder
from civicsetu.models.langchain_embeddings import LangChainEmbeddings
from civicsetu.models.packed import Floats
from civicsetu.models.profiles import get_profile
from civicsetu.settings import ModelSettings
from tests.models.fakes import FakeEncoder, settings_for

E5 = get_profile("e5-small-int8")
NOMIC = get_profile("nomic-embed-text-v1.5")

PASSAGES = [
    "If possession is late the buyer may leave the project and get all money back with interest.",
    "A real estate agent must be registered before helping anyone sell a flat.",
    "The promoter must keep seventy per cent of the money in a separate bank account.",
    "Structural defects found within five years must be repaired free of charge.",
]
QUESTIONS = [
    ("The builder is late with my flat. Can I take my money back?", 0),
    ("बिल्डर ने फ्लैट देने में देर कर दी, क्या मुझे पैसा वापस मिलेगा?", 0),
    ("Does a broker need a registration?", 1),
    ("क्या एजेंट को पंजीकरण कराना ज़रूरी है?", 1),
    ("Which bank account holds the buyers' money?", 2),
    ("Cracks appeared in the walls after three years, who repairs them?", 3),
    ("तीन साल बाद दीवारों में दरार आ गई, मरम्मत कौन करेगा?", 3),
]


def fake(encoder: FakeEncoder, profile: object = E5, **settings: object) -> LocalEmbedder:
    return LocalEmbedder(profile, ModelSettings(**settings), encoder)


async def test_a_question_gets_the_question_prefix_on_every_path() -> None:
    encoder = FakeEncoder()
    embedder = fake(encoder)
    chain = LangChainEmbeddings(embedder)
    await embedder.embed_query("a")
    await chain.aembed_query("b")
    await asyncio.to_thread(chain.embed_query, "c")
    await embedder.embed_questions(["d"])
    assert encoder.seen == ["query: a", "query: b", "query: c", "query: d"]


async def test_a_passage_gets_the_passage_prefix_on_every_path() -> None:
    encoder = FakeEncoder()
    embedder = fake(encoder)
    chain = LangChainEmbeddings(embedder)
    await embedder.embed_passages(["a"])
    await chain.aembed_documents(["b"])
    await asyncio.to_thread(chain.embed_documents, ["c"])
    assert encoder.seen == ["passage: a", "passage: b", "passage: c"]


async def test_the_768_profile_has_its_own_prefixes_and_size() -> None:
    encoder = FakeEncoder(768)
    embedder = fake(encoder, NOMIC)
    assert (await embedder.embed_query("a")).shape == (768,)
    assert (await embedder.embed_passages(["b", "c"])).shape == (2, 768)
    assert encoder.seen == ["search_query: a", "search_document: b", "search_document: c"]


async def test_langchain_gets_lists_of_floats() -> None:
    chain = LangChainEmbeddings(fake(FakeEncoder()))
    [vector] = await chain.aembed_documents(["a"])
    assert len(vector) == 384
    assert all(type(value) is float for value in vector)
    assert await asyncio.to_thread(chain.embed_documents, ["a"]) == [vector]


async def test_passages_go_in_batches_of_like_length_and_return_in_order() -> None:
    encoder = FakeEncoder(texts_per_call=2)
    texts = ["x" * length for length in (9, 1, 7, 3, 5)]
    steps: list[tuple[int, int]] = []
    vectors = await fake(encoder).embed_passages(texts, lambda done, total: steps.append((done, total)))
    assert [len(call) for call in encoder.calls] == [2, 2, 1]
    assert [len(text) for text in encoder.seen] == [10, 12, 14, 16, 18]
    assert [int(vector.argmax()) for vector in vectors] == [len("passage: " + text) for text in texts]
    assert steps == [(2, 5), (4, 5), (5, 5)]


async def test_questions_go_in_batches_as_passages_do() -> None:
    encoder = FakeEncoder(texts_per_call=2)
    steps: list[tuple[int, int]] = []
    embedder = fake(encoder)
    texts = ["x" * length for length in (9, 1, 7)]
    vectors = await embedder.embed_questions(texts, lambda done, total: steps.append((done, total)))
    assert [len(call) for call in encoder.calls] == [2, 1] and steps == [(2, 3), (3, 3)]
    assert [int(vector.argmax()) for vector in vectors] == [len("query: " + text) for text in texts]
    assert (await embedder.embed_questions([])).shape == (0, 384)


async def test_a_long_body_is_cut_before_its_prefix_and_the_log_says_so() -> None:
    encoder = FakeEncoder()
    with capture_logs() as logs:
        await fake(encoder, max_embed_chars=200).embed_passages(["secret " * 100, "short"])
    assert [len(text) for text in encoder.seen] == [len("passage: short"), len("passage: ") + 200]
    assert all(text.startswith("passage: ") for text in encoder.seen)
    assert logs == [
        {
            "event": "embedding_truncated",
            "log_level": "info",
            "unit": "characters",
            "length": 700,
            "limit": 200,
            "purpose": "document",
        }
    ], "once, with lengths, and without a word of the text"


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
async def test_a_vector_without_direction_is_an_error(value: float) -> None:
    with pytest.raises(ModelError, match="direction"):
        await fake(FakeEncoder(vector=np.full(384, value, np.float32))).embed_query("a")


async def test_a_vector_of_another_size_is_an_error() -> None:
    with pytest.raises(ModelError, match=r"\(1, 768\), not \(1, 384\)"):
        await fake(FakeEncoder(768)).embed_query("a")


async def test_a_model_that_hangs_is_a_timeout_and_the_loop_stays_free() -> None:
    release = threading.Event()

    class Hanging(FakeEncoder):
        def vectors(self, texts: Sequence[str]) -> Floats:
            release.wait(5)
            return super().vectors(texts)

    embedder = fake(Hanging(), embed_deadline_s=0.1)
    waiting = asyncio.create_task(embedder.embed_query("a"))
    turns = 0
    while not waiting.done():
        await asyncio.sleep(0.01)
        turns += 1
    release.set()
    with pytest.raises(ModelTimeout):
        await waiting
    assert turns > 3


def test_without_prepared_models_the_error_names_the_fix(tmp_path: Path) -> None:
    with pytest.raises(WeightsUnavailable) as missing:
        open_embedder(settings_for(tmp_path))
    assert "civicsetu up" in missing.value.user_message
    assert str(tmp_path) not in missing.value.user_message


def test_an_unknown_profile_is_a_setting_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        open_embedder(settings_for(tmp_path, embedder="none-such"))


# From here on the real model.


async def test_vectors_have_unit_length_and_the_column_s_size(embedder: Embedder) -> None:
    query = await embedder.embed_query("What is carpet area?")
    passages = await embedder.embed_passages(PASSAGES)
    assert query.dtype == passages.dtype == np.float32
    assert query.shape == (384,)
    assert np.allclose(np.linalg.norm(np.vstack([passages, query]), axis=1), 1, atol=1e-6)


async def test_a_text_has_the_same_vector_alone_and_in_company(embedder: Embedder) -> None:
    together = await embedder.embed_passages(PASSAGES)
    alone = np.vstack([await embedder.embed_passages([text]) for text in PASSAGES])
    backwards = (await embedder.embed_passages(PASSAGES[::-1]))[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


async def test_a_second_load_gives_the_same_vectors(embedder: Embedder, prepared_settings: object) -> None:
    again = open_embedder(prepared_settings)
    assert np.array_equal(await embedder.embed_query("late"), await again.embed_query("late"))


async def test_question_and_passage_are_embedded_differently(embedder: Embedder) -> None:
    [passage] = await embedder.embed_passages(["late possession"])
    assert not np.array_equal(await embedder.embed_query("late possession"), passage)


@pytest.mark.parametrize(("question", "nearest"), QUESTIONS, ids=[question[:20] for question, _ in QUESTIONS])
async def test_english_and_hindi_questions_find_their_passage(
    embedder: Embedder, question: str, nearest: int
) -> None:
    scores = await embedder.embed_passages(PASSAGES) @ await embedder.embed_query(question)
    assert int(scores.argmax()) == nearest


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "\x00",
        "\ud800 lone",
        "🏠" * 50,
        "مرحبا بالعالم",
        "' OR 1=1; --",
        "क" * 20000,
        "word " * 4000,
    ],
    ids=["empty", "space", "nul", "surrogate", "emoji", "rtl", "sql", "long hindi", "long english"],
)
async def test_odd_texts_are_embedded_like_any_other(embedder: Embedder, text: str) -> None:
    assert np.isclose(np.linalg.norm(await embedder.embed_query(text)), 1, atol=1e-6)
    assert np.allclose(np.linalg.norm(await embedder.embed_passages([text]), axis=1), 1, atol=1e-6)


async def test_no_passages_give_no_vectors(embedder: Embedder) -> None:
    assert (await embedder.embed_passages([])).shape == (0, 384)


async def test_a_question_among_many_has_the_vector_that_it_has_when_it_is_asked(embedder: Embedder) -> None:
    questions = [question for question, _ in QUESTIONS]
    together = await embedder.embed_questions(questions)
    assert np.array_equal(together, [await embedder.embed_query(question) for question in questions])


async def test_many_questions_at_once_do_not_mix(embedder: Embedder) -> None:
    questions = [question for question, _ in QUESTIONS] * 3
    together = await asyncio.gather(*map(embedder.embed_query, questions))
    for question, vector in zip(questions, together, strict=True):
        assert np.array_equal(vector, await embedder.embed_query(question))


def test_tokens_lie_in_the_text_in_order(embedder: Embedder) -> None:
    text = "18(1)(a):  the promoter\n shall pay ₹5,000 — “interest” कब्जा ﬁ\tend"
    spans = embedder.token_spans(text)
    assert embedder.count_tokens(text) == len(spans) > 10
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    covered = {at for start, end in spans for at in range(start, end)}
    assert {at for at, character in enumerate(text) if not character.isspace()} == covered
    assert not any(text[start:end] != text[start:end].strip() for start, end in spans)


def test_token_counts_leave_prefix_and_special_tokens_out(embedder: Embedder) -> None:
    assert embedder.count_tokens("") == 0
    assert embedder.count_tokens("promoter") + embedder.count_tokens("allottee") == embedder.count_tokens(
        "promoter allottee"
    )


def test_a_text_cut_at_a_token_has_that_many_tokens(embedder: Embedder) -> None:
    text = "The promoter shall pay interest for every month of delay. " * 40
    spans = embedder.token_spans(text)
    assert len(spans) > 450
    cut = text[: spans[449][1]]
    assert abs(embedder.count_tokens(cut) - 450) <= 2
