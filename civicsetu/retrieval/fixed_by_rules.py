"""Whether the Act leaves what is asked to the rules of each state.

Who names a state whose rules are not held may still be answered from the Act, unless what is asked
is a thing that rules fix: a fee, a form, a number of days. The rules of other states tell: where
they come nearer to the question than the Act does, its own state's rules would too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from civicsetu.retrieval.retrieved import Vector
from civicsetu.stores.database import Database


async def nearest(
    vector: Vector, documents: Sequence[str], store: Any, headword_store: Any, database: Database
) -> tuple[float, float]:
    """The best cosines of those documents' chunks and of their headwords; 0 where there are none."""
    numbers = [float(value) for value in vector]
    within = {"document": {"$in": list(documents)}}
    async with database.guard():
        chunks = await store.asimilarity_search_with_score_by_vector(
            numbers, k=1, filter={**within, "status": "ACTIVE"}
        )
        headwords = await headword_store.asimilarity_search_with_score_by_vector(numbers, k=1, filter=within)
    return _best(chunks), _best(headwords)


def _best(found: Sequence[tuple[Any, float | None]]) -> float:
    return next((1.0 - float(distance) for _, distance in found if distance is not None), 0.0)
