"""Build the evidence of a ranked unit: who found it, its scores, and whether it is pinned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.ranking.fusion import SCORE_KEY
from civicsetu.retrieval.retrievers.base import UnitRetriever


def evidence_of(
    index: LawIndex,
    unit_id: str,
    ranked: Mapping[str, Any],
    retrievers: Sequence[UnitRetriever],
    best_sum: float,
) -> Evidence:
    """Return the evidence of one unit; `ranked` is the metadata of its document after fusion, empty for one not ranked.

    `best_sum` is the fused score of the best unit, of which relevance is a share.
    """
    unit = index.units[unit_id]
    hits = [
        (retriever.name, hit)
        for retriever in retrievers
        for hit in retriever.result.hits
        if hit.unit_id == unit_id
    ]
    cosine = max((hit.scores[0] for name, hit in hits if hit.scores and name == "vector"), default=0.0)
    return Evidence(
        unit_id=unit_id,
        document=unit.document,
        provision=unit.path,
        title=unit.title,
        jurisdiction=index.laws[unit.document].jurisdiction,
        score=round(float(cosine), 4),
        relevance=round(ranked.get(SCORE_KEY, 0.0) / best_sum, 4) if best_sum else 0.0,
        rerank_score=ranked.get("rerank_score"),
        found_by=tuple(dict.fromkeys(way for name, hit in hits for way in hit.found_by or (name,))),
        pinned=bool(ranked.get("pinned")),
        chunk_ids=tuple(dict.fromkeys(chunk for _, hit in hits for chunk in hit.chunk_ids)),
    )
