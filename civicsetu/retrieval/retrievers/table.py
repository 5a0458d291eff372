"""The table of retrievers, one row each."""

from __future__ import annotations

from civicsetu.retrieval.plan import Votes
from civicsetu.retrieval.retrievers import exact, fulltext, graph, question_index, vector
from civicsetu.retrieval.retrievers.spec import RetrieverSpec

RETRIEVERS: tuple[RetrieverSpec, ...] = (
    RetrieverSpec("exact", exact.build, weight=1.5, votes=Votes(pins=True)),
    RetrieverSpec(
        "fulltext",
        fulltext.build,
        weight=1.0,
        depth=60,
        votes=Votes(agrees=True, seeds=True),
        degraded="Search by words is unavailable right now.",
    ),
    RetrieverSpec(
        "vector",
        vector.build,
        weight=1.0,
        depth=100,
        votes=Votes(cosine=True, agrees=True, seeds=True),
        degraded="Search by meaning is unavailable right now.",
    ),
    RetrieverSpec(
        "keyphrases",
        question_index.build,
        weight=1.0,
        depth=100,
        votes=Votes(cosine=True),
        degraded=question_index.UNAVAILABLE,
    ),
    RetrieverSpec(
        "expected_questions",
        question_index.build_expected_questions,
        weight=2.0,
        depth=100,
        votes=Votes(cosine=True, agrees=True),
        degraded=question_index.UNAVAILABLE,
    ),
    RetrieverSpec(
        "graph",
        graph.build,
        weight=0.05,
        depth=20,
        votes=Votes(beside=True),
        degraded="Cross-references between provisions are unavailable right now.",
    ),
)
"""In the order in which an answer reports them. A retriever may start from the results of the rows above: a row that seeds
the graph (`Votes.seeds`) stands above `graph`, else the graph does not see what it finds."""
