"""The evidence gate, case by case."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference
from civicsetu.retrieval.gate import judge
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.subject import Subject
from civicsetu.settings import GateSettings

from .gates import ACT

SETTINGS = GateSettings(
    min_rerank=0.3, min_cosine_own=0.82, min_cosine_near=0.84, min_cosine=0.86, min_known_own=0.4,
    min_known_near=0.6, min_known=0.9, min_cosine_script=0.8,
)  # fmt: skip
ENGLISH, HINDI, MIXED = "When is the gate closed?", "फाटक कब बंद होता है?", "gate कब close hota है"


@dataclass
class Case:
    """What was asked and found; by default enough of everything."""

    proceeds: bool
    query: str = ENGLISH
    own: bool = True
    near: bool = False
    others: tuple[str, ...] = ()
    cosine: float = 0.9
    known: float = 1.0
    rerank: float | None = 0.0
    by_meaning: bool = True
    evidence: bool = True
    pinned: bool = False
    asked: tuple[str, ...] = field(default=())

    def retrieved(self) -> Retrieved:
        one = Evidence(
            unit_id="1", document=ACT, provision="3(1)", title="", jurisdiction="CENTRAL", score=self.cosine,
            found_by=("vector",), pinned=self.pinned,
        )  # fmt: skip
        return Retrieved(
            [one] if self.evidence else [], [], np.ones(2, np.float32) if self.by_meaning else None,
            self.cosine if self.by_meaning else 0.0, self.known, self.rerank, 1, 1.0, 1.0, [],
        )  # fmt: skip

    def plan(self) -> RetrievalPlan:
        references = tuple((ACT, Reference(parse_path(path), "section", 0, 1)) for path in self.asked)
        return RetrievalPlan(self.query, references=references)


CASES = {
    "nothing found": Case(False, evidence=False, rerank=1.0),
    "asked for by number and held": Case(True, asked=("3(1)",), pinned=True, cosine=0.1, known=0, own=False),
    "asked for by number, not among the evidence": Case(False, asked=("3(1)",), cosine=0.1),
    "the reranker is sure": Case(True, rerank=0.3, cosine=0.1, known=0.0, own=False),
    "the reranker is sure of another subject": Case(False, rerank=0.99, own=False, others=("taxes",)),
    "the reranker is nearly sure": Case(False, rerank=0.29, cosine=0.81),
    "another subject": Case(False, own=False, others=("taxes",), cosine=0.99),
    "another subject and our own": Case(True, others=("taxes",)),
    "own word, near enough": Case(True, cosine=0.82, known=0.4),
    "own word, too far": Case(False, cosine=0.8199),
    "own word, too many unknown words": Case(False, known=0.39),
    "word often said of it, near enough": Case(True, own=False, near=True, cosine=0.84, known=0.6),
    "word often said of it, too far": Case(False, own=False, near=True, cosine=0.8399),
    "word often said of it, too many unknown words": Case(False, own=False, near=True, known=0.59),
    "word often said of it, in another subject": Case(False, own=False, near=True, others=("taxes",)),
    "no own word, near enough": Case(True, own=False, cosine=0.86, known=0.9),
    "no own word, too far": Case(False, own=False, cosine=0.8599),
    "no own word, too many unknown words": Case(False, own=False, known=0.89),
    "no reranker ran": Case(True, rerank=None),
    "no vector, own word, all words known": Case(True, by_meaning=False, known=0.9),
    "no vector, own word, some words unknown": Case(False, by_meaning=False, known=0.89),
    "no vector, no own word": Case(False, by_meaning=False, own=False),
    "other script, own word": Case(True, query=HINDI, cosine=0.8, known=0.0, rerank=None),
    "other script, own word, too far": Case(False, query=HINDI, cosine=0.799, rerank=None),
    "other script, word often said of it": Case(
        True, query=HINDI, own=False, near=True, cosine=0.8, known=0.0, rerank=None
    ),
    "other script, no own word": Case(False, query=HINDI, own=False, cosine=0.8599, rerank=None),
    "other script, no own word, near enough": Case(
        True, query=HINDI, own=False, cosine=0.86, known=0.0, rerank=None
    ),
    "mostly Latin letters are judged as English": Case(False, query=MIXED, cosine=0.81, rerank=None),
    "no letters at all": Case(True, query="2 + 2 = ४", cosine=0.9, known=1.0),
}


@pytest.mark.parametrize("name", CASES)
def test_the_gate_decides(name: str) -> None:
    case = CASES[name]
    verdict = judge(case.plan(), case.retrieved(), Subject(case.own, case.near, case.others), SETTINGS)
    assert verdict.action == ("proceed" if case.proceeds else "abstain")
    assert 0 < verdict.confidence <= 1 if case.proceeds else verdict.confidence == 0


def confidence(*found: tuple[float, tuple[str, ...]], rerank: float | None = None) -> float:
    """How sure the gate is of evidence with these cosines and finders, in rank order."""
    retrieved = Case(True, rerank=rerank).retrieved()
    items = [
        retrieved.evidence[0].model_copy(update={"score": score, "found_by": legs}) for score, legs in found
    ]
    retrieved = replace(retrieved, evidence=items, top_vector_score=max(score for score, _ in found))
    return judge(RetrievalPlan(ENGLISH), retrieved, Subject(True, False, ()), SETTINGS).confidence


BOTH, MEANING = ("fulltext", "vector"), ("vector",)


def test_confidence_rises_when_words_and_meaning_agree_and_one_stands_out() -> None:
    lost = confidence((0.86, MEANING), (0.859, MEANING), (0.858, MEANING))
    agreed = confidence((0.86, BOTH), (0.859, MEANING), (0.858, MEANING))
    clear = confidence((0.9, MEANING), (0.86, MEANING), (0.85, MEANING))
    best = confidence((0.9, BOTH), (0.86, MEANING), (0.85, MEANING))
    assert lost < min(agreed, clear) and max(agreed, clear) < best
    assert lost < 0.55 <= min(agreed, clear), "below 0.55 the reader is told that it may not answer"
    assert best < 0.75, "without the reranker nothing is highly sure"
    assert confidence((0.86, MEANING), (0.9, MEANING), (0.85, MEANING)) == lost, (
        "the first must be the nearest"
    )


def test_confidence_rises_with_the_rerankers_score() -> None:
    found = ((0.9, BOTH), (0.86, MEANING), (0.85, MEANING))
    assert confidence(*found, rerank=0.3) < confidence(*found, rerank=0.9) <= 0.95
