"""Reranking: the order it finds, the script it can read, and that it never downloads."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from civicsetu.errors import ModelTimeout, WeightsUnavailable
from civicsetu.lexicon.english import is_english
from civicsetu.models.prepared import RERANKER_PART, part_folder
from civicsetu.models.reranker import FlashRankReranker, Reranker, is_latin, open_ranker, open_reranker
from civicsetu.settings import ModelSettings, Settings
from tests.models.fakes import CROSS_ENCODER, settings_for

QUESTION = "How much interest does the builder pay for late possession?"
PASSAGES = [
    "Mangoes ripen in the month of May in western India.",
    "A builder who hands over possession late pays the buyer interest for every month of delay.",
    "The Authority has a chairperson and two members.",
]


@pytest.fixture(scope="module")
def reranker(reranked: Settings) -> Reranker:
    opened = open_reranker(reranked)
    assert opened is not None
    return opened


async def test_scores_are_in_the_order_of_the_passages(reranker: Reranker) -> None:
    scores = await reranker.score(QUESTION, PASSAGES)
    assert scores.index(max(scores)) == 1
    assert all(type(score) is float and 0 <= score <= 1 for score in scores)
    backwards = await reranker.score(QUESTION, PASSAGES[::-1])
    assert backwards[::-1] == scores


async def test_the_same_question_scores_the_same_again(reranker: Reranker) -> None:
    assert await reranker.score(QUESTION, PASSAGES) == await reranker.score(QUESTION, PASSAGES)


def test_the_list_of_english_that_ships_has_the_words_it_knows(reranker: Reranker, reranked: Settings) -> None:
    """Who goes without a reranker has their spelling corrected alike; words of two letters are never looked up."""
    vocabulary = part_folder(reranked, RERANKER_PART).joinpath("vocab.txt").read_text("utf-8").splitlines()
    words = [word for word in vocabulary if word.isascii() and word.isalpha() and word.islower() and len(word) > 2]
    assert len(words) > 20_000 and all(is_english(word) and reranker.knows(word) for word in words)
    for word in (*words, "bilder", "agrement", "punishmnt", "ghar"):
        for form in (word[:-1], f"{word}s", f"{word[1]}{word[0]}{word[2:]}"):
            assert len(form) < 3 or is_english(form) == reranker.knows(form)


async def test_no_passages_have_no_scores(reranker: Reranker) -> None:
    assert await reranker.score(QUESTION, []) == []


async def test_odd_input_is_scored_like_any_other(reranker: Reranker) -> None:
    scores = await reranker.score("\x00 \ud800 " + "why " * 2000, ["", "\ud800", "🏠", "word " * 5000])
    assert len(scores) == 4


async def test_one_long_passage_does_not_change_its_neighbours(reranker: Reranker) -> None:
    alone = await reranker.score(QUESTION, PASSAGES)
    beside = await reranker.score(QUESTION, [*PASSAGES, "registration of agents " * 100])
    assert beside[:3] == alone


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("What is carpet area?", True),
        ("mera builder paisa wapas nahi de raha", True),
        ("18(1)(a)", True),
        ("", True),
        ("naïve café ₹5,000", True),
        ("What does 'क' mean in clause (a) of the form?", True),
        ("कब्जा कब मिलेगा?", False),
        ("RERA में रिफंड कैसे मिलेगा?", False),
        ("ನನ್ನ ಮನೆ ಯಾವಾಗ?", False),
        ("எப்போது வீடு கிடைக்கும்?", False),
        ("متى أستلم الشقة؟", False),
    ],
)
def test_latin_script_is_told_from_others(reranker: Reranker, text: str, latin: bool) -> None:
    assert is_latin(text) is latin
    assert reranker.suits(text) is latin


async def test_a_hanging_ranker_is_a_timeout() -> None:
    release = threading.Event()

    class Hanging:
        def rerank(self, request: Any) -> list[dict[str, Any]]:
            release.wait(5)
            return []

    with pytest.raises(ModelTimeout, match="reranking"):
        await FlashRankReranker(Hanging(), ModelSettings(rerank_deadline_s=0.1)).score("a", ["b"])
    release.set()


def test_none_is_no_reranker(tmp_path: Path) -> None:
    assert open_reranker(settings_for(tmp_path)) is None, "as it ships"


def test_a_missing_folder_is_an_error_and_no_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import requests

    monkeypatch.setattr(requests, "get", lambda *given, **named: pytest.fail("a download was begun"))
    with pytest.raises(WeightsUnavailable):
        open_reranker(settings_for(tmp_path, reranker=CROSS_ENCODER))
    assert not (tmp_path / "models" / RERANKER_PART).exists()
    (tmp_path / "partial").mkdir()
    with pytest.raises(WeightsUnavailable):
        open_ranker(tmp_path / "partial", 1)


async def test_langchain_s_wrapper_takes_the_ranker(reranker: Reranker) -> None:
    from langchain_community.document_compressors import FlashrankRerank
    from langchain_core.documents import Document

    wrapper = FlashrankRerank(client=reranker.ranker, top_n=2)
    ordered = wrapper.compress_documents([Document(text) for text in PASSAGES], QUESTION)
    assert ordered[0].page_content == PASSAGES[1]
    assert len(ordered) == 2
