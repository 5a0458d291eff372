"""The vectors that ship are those of the texts that ship, as they are now."""

from __future__ import annotations

import numpy as np
import pytest

from civicsetu.evaluation.fitting.shipped_texts import embed_shipped, shipped_texts
from civicsetu.models.embedder import Embedder, open_embedder
from civicsetu.models.profiles import InputType
from civicsetu.models.shipped_vectors import ShippedVectors, file_of, key_of, read_shipped
from civicsetu.settings import Settings
from tests.holding import quiet

SAMPLES = 24
_SAME_MODEL = 0.98
"""Another processor may round the model's integers otherwise; another text or model is far below."""


@pytest.fixture(scope="module")
def embedder(prepared_settings: Settings) -> Embedder:
    return open_embedder(prepared_settings)


@pytest.fixture(scope="module")
def shipped(embedder: Embedder) -> ShippedVectors:
    found = read_shipped(file_of(embedder.profile), embedder.profile)
    assert found is not None, "they are not of the weights in use: run `make vectors`"
    return found


@pytest.fixture(scope="module")
def texts(embedder: Embedder) -> list[tuple[InputType, str]]:
    """All that ship; to cut the law into what is embedded takes seconds."""
    return list(dict.fromkeys(shipped_texts(embedder.count_tokens)))


def test_every_text_that_ships_has_its_vector_and_nothing_else_has(
    texts: list[tuple[InputType, str]], shipped: ShippedVectors
) -> None:
    wanted = {key_of(purpose, text) for purpose, text in texts}
    held = set(shipped.rows)
    assert not wanted - held, f"{len(wanted - held)} texts were changed since: run `make vectors`"
    assert not held - wanted, f"{len(held - wanted)} vectors are of texts that are gone: run `make vectors`"


async def test_they_are_what_this_model_makes_of_the_texts(
    embedder: Embedder, texts: list[tuple[InputType, str]], shipped: ShippedVectors
) -> None:
    for purpose, text in texts[:: len(texts) // SAMPLES]:
        embed = embedder.embed_questions if purpose is InputType.QUERY else embedder.embed_passages
        [kept] = shipped.vectors_at([shipped.rows[key_of(purpose, text)]])
        assert float(kept @ (await embed([text]))[0]) >= _SAME_MODEL, f"run `make vectors`: {text[:60]}"


def test_no_text_that_ships_is_cut_before_it_is_embedded(
    texts: list[tuple[InputType, str]], prepared_settings: Settings
) -> None:
    longest = max(len(text) for _, text in texts)
    assert 500 < longest <= prepared_settings.models.max_embed_chars


async def test_each_text_is_embedded_once_for_its_purpose(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from civicsetu.evaluation.fitting import shipped_texts as writing

    told = [
        (InputType.DOCUMENT, "a lantern"),
        (InputType.QUERY, "a lantern"),
        (InputType.DOCUMENT, "a lantern"),
    ]
    monkeypatch.setattr(writing, "shipped_texts", lambda count_tokens: iter(told))
    vectors = await embed_shipped(embedder, None, quiet)
    assert set(vectors) == {key_of(purpose, text) for purpose, text in told} and len(vectors) == 2
    assert np.array_equal(vectors[key_of(*told[1])], await embedder.embed_query("a lantern"))


async def test_a_vector_that_is_known_is_kept_and_one_whose_text_is_gone_is_not(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from civicsetu.evaluation.fitting import shipped_texts as writing

    held = np.eye(2, embedder.profile.dimension, dtype=np.float16)
    known = ShippedVectors({key_of(InputType.QUERY, "gone"): 0, key_of(InputType.QUERY, "a lantern"): 1}, held)
    told = [(InputType.QUERY, "a lantern"), (InputType.DOCUMENT, "a lantern")]
    monkeypatch.setattr(writing, "shipped_texts", lambda count_tokens: iter(told))
    vectors = await embed_shipped(embedder, known, quiet)
    assert set(vectors) == {key_of(*one) for one in told}
    assert np.array_equal(vectors[key_of(*told[0])], held[1])
    assert not np.array_equal(vectors[key_of(*told[1])], held[1])
