"""The extractive composer: which sentences are lifted, and in what order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from civicsetu.answering.compose import Lifted, SentenceVectors, compose
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.settings import AnsweringSettings
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    UTTAR_PRADESH,
    index_of,
    index_of_states,
    spec,
    unit_id,
)

Vectors = NDArray[np.float32]
FEAST = "No lantern is closed on a feast day."
ALONG = np.array([1.0, 0.0], np.float32)


class Embedder:
    """Every text lies as near to the question as the phrase in it tells; 0.7 where none does."""

    def __init__(self, near: dict[str, float]) -> None:
        self._near = near
        self.calls: list[list[str]] = []

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        cosines = [
            max((value for phrase, value in self._near.items() if phrase in text), default=0.7)
            for text in texts
        ]
        return np.array([[cosine, (1 - cosine**2) ** 0.5] for cosine in cosines], np.float32)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def evidence(*paths: str, pinned: int = 0, relevance: Sequence[float] = ()) -> list[Evidence]:
    """All as near as the first, unless told."""
    return [
        Evidence(
            unit_id=unit_id(path), document=ACT, provision=path, title="", jurisdiction="CENTRAL", score=0.9,
            relevance=relevance[rank] if relevance else 1.0, found_by=("vector",), pinned=rank < pinned,
        )
        for rank, path in enumerate(paths)
    ]  # fmt: skip


async def lifted(
    index: LawIndex,
    found: list[Evidence],
    near: dict[str, float],
    *,
    asked: Sequence[str] = (),
    question: str = "zzz",
    vector: Vectors | None = ALONG,
    **limits: int,
) -> list[Lifted]:
    references = [(ACT, Reference(parse_path(path), "section", 0, 1)) for path in asked]
    vectors = SentenceVectors(Embedder(near), 100)
    return await compose(question, vector, found, references, index, vectors, AnsweringSettings(**limits))  # type: ignore[arg-type]


def texts(chosen: Sequence[Lifted]) -> list[str]:
    return [item.span.text for item in chosen]


async def test_the_nearest_sentences_are_lifted_from_the_text_as_they_stand(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(2)", "4", "1"), {"Rs. 20": 0.9, "penalty": 0.88})
    assert texts(chosen) == [
        "The keeper may ask Rs. 20 for each late entry.",
        "A keeper who does not close the lantern must pay a penalty of up to 100 rupees.",
    ]
    for item in chosen:
        assert item.edition.body[item.span.start : item.span.end] == item.span.text
        assert item.place.start <= item.span.start and item.span.end <= item.place.end


async def test_sentences_of_a_provision_keep_the_order_of_its_text(index: LawIndex) -> None:
    near = {"feast day": 0.93, "hangs on a road": 0.92, "hangs in a field": 0.91}
    chosen = await lifted(index, evidence("3(1)"), near)
    starts = [item.span.start for item in chosen]
    assert starts == sorted(starts) and len(starts) >= 3


async def test_provisions_stand_in_the_order_in_which_they_were_found(index: LawIndex) -> None:
    """What all searches together put first is not overtaken by a sentence that sounds alike."""
    chosen = await lifted(index, evidence("3(2)", "4"), {"penalty": 0.95, "Rs. 20": 0.9})
    assert list(dict.fromkeys(item.unit.path for item in chosen)) == ["3(2)", "4"]


async def test_what_the_searches_put_far_below_the_first_is_left_out(index: LawIndex) -> None:
    near = {"penalty": 0.95, "Rs. 20": 0.9}
    chosen = await lifted(index, evidence("3(2)", "4", relevance=[1.0, 0.5]), near)
    assert {item.unit.path for item in chosen} == {"3(2)"}


async def test_the_same_sentence_is_not_told_twice() -> None:
    body = "## 1. One.\n\nThe keeper must close the lantern at nine.\n\n## 2. Two.\n\nThe keeper must close the lantern at nine.\n\n"
    index = index_of((spec(expected="1-2", definitions=()), EditionKind.PLAIN, body))
    chosen = await lifted(index, evidence("1", "2"), {"keeper": 0.9})
    assert texts(chosen) == ["The keeper must close the lantern at nine."]


async def test_a_sentence_that_leans_brings_the_one_it_leans_on(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(2)"), {"It is paid in coins": 0.95})
    assert texts(chosen) == [
        "The keeper may ask Rs. 20 for each late entry.",
        "This fee goes to the town.",
        "It is paid in coins.",
    ]


async def test_an_opener_of_a_list_brings_its_list(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(1)"), {"by 9 p.m.": 0.95})
    assert texts(chosen)[0].endswith(":")
    assert "One case is that the lantern hangs in a field." in texts(chosen)


@pytest.mark.parametrize("limit", [1, 2, 3, 6])
async def test_no_answer_ends_with_words_that_only_open_a_list(index: LawIndex, limit: int) -> None:
    near = {"penalty": 0.95, "by 9 p.m.": 0.93}
    chosen = await lifted(index, evidence("4", "3(1)"), near, max_sentences=limit)
    assert chosen and not chosen[-1].span.opens_list


@pytest.mark.parametrize("limit", [1, 2])
async def test_no_sentence_that_leans_stands_without_its_predecessor(index: LawIndex, limit: int) -> None:
    chosen = await lifted(index, evidence("3(2)"), {"It is paid in coins": 0.95}, max_sentences=limit)
    assert chosen and not chosen[0].span.leans


async def test_far_sentences_of_other_provisions_are_left_out(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("4", "1", "2(a)"), {"penalty": 0.97})
    assert {item.unit.path for item in chosen} == {"4"}


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 6])
async def test_no_more_sentences_than_allowed(index: LawIndex, limit: int) -> None:
    near = dict.fromkeys(["lantern", "keeper", "fee", "price"], 0.92)
    everything = evidence("3(1)", "3(2)", "4", "2(a)", "2(b)", "2(c)")
    chosen = await lifted(index, everything, near, max_sentences=limit, max_units=10)
    rules = [item for item in chosen if item.span.text != FEAST]
    assert chosen and len(rules) <= limit


@pytest.mark.parametrize("rule", ["close the lantern by 9 p.m.", "hangs in a field", "hangs on a road"])
async def test_a_rule_brings_the_proviso_that_limits_it(index: LawIndex, rule: str) -> None:
    chosen = await lifted(index, evidence("3(1)"), {rule: 0.97}, max_sentences=4)
    texts = [item.span.text for item in chosen]
    assert FEAST in texts and any(rule in text for text in texts)


async def test_a_proviso_of_another_provision_stays_where_it_is(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(2)"), {"Rs. 20": 0.97})
    assert FEAST not in [item.span.text for item in chosen]


async def test_no_more_provisions_than_allowed(index: LawIndex) -> None:
    near = dict.fromkeys(["lantern", "keeper", "fee", "price"], 0.92)
    everything = evidence("4", "3(2)", "2(a)", "2(b)")
    chosen = await lifted(index, everything, near, max_units=2)
    assert {item.unit.path for item in chosen} <= {"4", "3(2)"}


async def test_without_a_vector_words_decide(index: LawIndex) -> None:
    chosen = await lifted(
        index, evidence("4", "3(2)"), {}, vector=None, question="What must be paid for late entry?"
    )
    assert "The keeper may ask Rs. 20 for each late entry." in texts(chosen)


async def test_no_evidence_no_sentences(index: LawIndex) -> None:
    assert await lifted(index, [], {}) == []


async def test_plain_words_are_lifted_where_held_and_official_ones_where_not(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("5", "4"), {"repealed": 0.95, "penalty": 0.94})
    assert {item.unit.path: item.edition.kind for item in chosen} == {
        "5": EditionKind.OFFICIAL,
        "4": EditionKind.PLAIN,
    }


async def test_a_section_asked_for_is_told_from_its_beginning(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(1)", "3(2)", "4", pinned=2), {"penalty": 0.99}, asked=["3"])
    assert texts(chosen)[0].startswith("The keeper must close the lantern")
    assert {item.unit.path for item in chosen} == {"3(1)", "3(2)"}
    assert len(texts(chosen)) == len(set(texts(chosen)))


async def test_the_rule_that_comes_before_the_section_named_is_told_first() -> None:
    """Who asks for the state's detail of a section is shown the rule that carries it out, not the section alone."""
    index = index_of_states()
    rule = evidence("3", pinned=1)[0].model_copy(
        update={"unit_id": unit_id("3", KARNATAKA), "document": KARNATAKA, "jurisdiction": "KARNATAKA"}
    )
    near = {"receipt": 0.97, "Rs. 20": 0.95}
    chosen = await lifted(index, [rule, *evidence("3(2)", pinned=1)], near, asked=["3(2)"])
    assert texts(chosen)[0] == "The keeper of a northern lantern must give a receipt for the fee."
    swapped = await lifted(index, [*evidence("3(2)", pinned=1), rule], near, asked=["3(2)"])
    assert {item.unit.document for item in swapped} == {ACT}, "the section named is told alone"


async def test_a_section_named_that_is_not_pinned_is_not_told_from_its_beginning(index: LawIndex) -> None:
    road = {"hangs on a road": 0.97}
    chosen = await lifted(index, evidence("3(1)"), road, asked=["3"], max_sentences=1)
    assert texts(chosen)[0] == "Another case is that the lantern hangs on a road."
    pinned = await lifted(index, evidence("3(1)", pinned=1), road, asked=["3"], max_sentences=1)
    assert texts(pinned)[0].startswith("The keeper must close the lantern")


async def test_of_a_clause_asked_for_only_the_clause_is_told(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("3(1)", "4", pinned=1), {}, asked=["3(1)(a)"])
    assert texts(chosen) == ["One case is that the lantern hangs in a field.", "This field must be sown."]


async def test_provisions_are_told_in_the_order_they_were_asked_for(index: LawIndex) -> None:
    chosen = await lifted(index, evidence("4", "1", pinned=2), {}, asked=["4", "1"])
    assert [item.unit.path for item in chosen] == ["4", "1"]


async def test_official_sentences_are_shown_on_one_line(index: LawIndex) -> None:
    only = index_of((spec(), EditionKind.OFFICIAL, OFFICIAL))
    chosen = await lifted(only, evidence("2(a)", pinned=1), {}, asked=["2(a)"])
    assert texts(chosen) == ['"lantern" means a light in a box capable of being shut;']


async def test_sentence_vectors_are_made_once_and_forgotten_when_there_are_too_many() -> None:
    embedder = Embedder({"a": 1.0})
    vectors = SentenceVectors(embedder, 3)
    first = await vectors.embed(["a", "b", "a"])
    assert first.shape == (3, 2) and np.array_equal(first[0], first[2])
    assert embedder.calls == [["a", "b"]]
    await vectors.embed(["b", "c"])
    assert embedder.calls[1:] == [["c"]]
    await vectors.embed(["d"])
    await vectors.embed(["a"])
    assert embedder.calls[2:] == [["d"], ["a"]], "the one unused longest was let go"


async def test_more_sentences_than_are_kept_are_answered_all_the_same() -> None:
    vectors = SentenceVectors(Embedder({}), 2)
    assert (await vectors.embed([f"s{number}" for number in range(5)])).shape == (5, 2)


async def test_of_two_states_each_has_its_turn_though_they_say_the_same() -> None:
    """State rules are near-copies of each other: what is alike in two laws is said of both."""
    index = index_of_states()
    found = [
        *evidence("3(1)", "4"),
        *(
            Evidence(
                unit_id=unit_id("3", key), document=key, provision="3", title="", jurisdiction=state,
                score=0.6, found_by=("vector",),
            )
            for key, state in ((KARNATAKA, "KARNATAKA"), (UTTAR_PRADESH, "UTTAR_PRADESH"))
        ),
    ]  # fmt: skip
    chosen = await lifted(index, found, {"penalty": 0.95, "receipt": 0.76})
    assert [item.unit.document for item in chosen][:2] == [KARNATAKA, UTTAR_PRADESH]
    assert chosen[0].span.text == chosen[1].span.text


async def test_of_one_state_the_nearest_comes_first_as_ever() -> None:
    index = index_of_states()
    [rule] = [
        Evidence(
            unit_id=unit_id("3", KARNATAKA), document=KARNATAKA, provision="3", title="", jurisdiction="KARNATAKA",
            score=0.6, found_by=("vector",),
        )
    ]  # fmt: skip
    chosen = await lifted(index, [*evidence("4"), rule], {"penalty": 0.95, "receipt": 0.76})
    assert {item.unit.document for item in chosen} == {ACT}


async def test_sentences_pushed_out_while_others_are_embedded_are_not_lost() -> None:
    """Trap: what two questions ask for at once is more than is kept."""
    embedder = Embedder({})
    vectors = SentenceVectors(embedder, 2)
    await vectors.embed(["a", "b"])
    plain, meanwhile = embedder.embed_passages, ["c", "d"]

    async def slowly(texts: Sequence[str]) -> Vectors:
        if meanwhile:
            asked = list(meanwhile)
            meanwhile.clear()
            await vectors.embed(asked)
        return await plain(texts)

    embedder.embed_passages = slowly  # type: ignore[method-assign]
    assert (await vectors.embed(["a", "e"])).shape == (2, 2)
