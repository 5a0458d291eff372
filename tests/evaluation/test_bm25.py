"""BM25 against its formula, and what it reads of the law."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.evaluation.bm25 import WordRanking
from civicsetu.lexicon.tokens import split_all_words
from tests.evaluation.golden_rows import places
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    UTTAR_PRADESH,
    index_of_states,
)

EVERY = (ACT, KARNATAKA, UTTAR_PRADESH)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of_states()


@pytest.fixture(scope="module")
def ranking(index: LawIndex) -> WordRanking:
    return WordRanking(index)


def test_each_whole_provision_held_is_ranked_once(ranking: WordRanking) -> None:
    of_act = places("1", "2", "3", "4", "5")
    of_states = places(f"{KARNATAKA} 3", f"{KARNATAKA} 16", f"{UTTAR_PRADESH} 3")
    assert sorted(ranking.places) == sorted(of_act + of_states)


def texts() -> dict[str, str]:
    """Title and text of every provision of both editions, cut out by hand."""
    plain = {part[: part.index(".")]: part.strip() for part in PLAIN.split("## ") if part.strip()}
    official = {part[0]: part.strip() for part in OFFICIAL.split("\n\n") if part[0].isdigit()}
    rest = OFFICIAL.partition("2. Definitions.")[2].partition("3. Closing")
    official["2"] = "2. Definitions." + rest[0]
    official["3"] = "3. Closing" + rest[2].partition("4. Penalty.")[0]
    return {number: f"{plain.get(number, '')} {official[number]}" for number in official}


def test_scores_are_those_of_the_formula(index: LawIndex) -> None:
    """k1 1.5, b 0.75; the order of the Act's sections for each query, by the formula written out."""
    ranking = WordRanking(index)
    held = {str(place): text for place, text in _held(index)}
    lengths = {name: len(split_all_words(text)) for name, text in held.items()}
    average = sum(lengths.values()) / len(lengths)
    for query in (
        "who pays a penalty for a late lantern",
        "key of the keeper",
        "short title",
        "fee 2 per cent",
    ):
        scores: Counter[str] = Counter()
        for word in split_all_words(query):
            having = [name for name, text in held.items() if word in split_all_words(text)]
            rarity = math.log(1 + (len(held) - len(having) + 0.5) / (len(having) + 0.5))
            for name in having:
                times = split_all_words(held[name]).count(word)
                norm = 1.5 * (1 - 0.75 + 0.75 * lengths[name] / average)
                scores[name] += rarity * times * 2.5 / (times + norm)
        wanted = [name for name, _ in sorted(scores.items(), key=lambda item: -item[1])]
        found = [str(place) for place in ranking.first(query, EVERY, 100)]
        assert set(found) == set(wanted), query
        assert [round(scores[name], 9) for name in found] == [round(scores[name], 9) for name in wanted]


def _held(index: LawIndex) -> list[tuple[object, str]]:
    from civicsetu.evaluation.bm25 import _provisions

    return list(_provisions(index))


def test_a_provision_is_read_in_both_editions_with_its_title(index: LawIndex) -> None:
    held = {str(place): set(split_all_words(text)) for place, text in _held(index)}
    for number, text in texts().items():
        assert held[f"{ACT} {number}"] >= set(split_all_words(text)) - {number}, number


def test_only_the_documents_told_are_ranked_and_only_what_shares_a_word(ranking: WordRanking) -> None:
    assert ranking.first("interest on a late fee", (UTTAR_PRADESH,), 5) == list(places(f"{UTTAR_PRADESH} 3"))
    assert ranking.first("interest on a late fee", EVERY, 1) == list(places(f"{KARNATAKA} 16"))
    assert ranking.first("ब्याज zebra", EVERY, 5) == ranking.first("", EVERY, 5) == []
