"""Which column a vector is kept in: vectors of two widths never share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pgvector.utils import Vector

from civicsetu.errors import StoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_COLUMN_OF_WIDTH = {384: "embedding", 768: "embedding_768"}


class _WrittenVector(Vector):  # type: ignore[misc]
    """Vector written with nine digits a number, all that a float of four bytes has, in a quarter of the time."""

    def to_text(self) -> str:
        numbers: list[float] = self.to_list()
        return "[" + ",".join(["%.9g"] * len(numbers)) % tuple(numbers) + "]"


def vector_values(vector: NDArray[np.float32] | None) -> dict[str, object]:
    """Return the value of every vector column for one row; all empty without a vector.

    Raises:
        StoreError: no column is that wide.
    """
    values: dict[str, object] = dict.fromkeys(_COLUMN_OF_WIDTH.values())
    if vector is not None:
        if len(vector) not in _COLUMN_OF_WIDTH:
            raise StoreError(f"no column for vectors of {len(vector)} numbers")
        values[_COLUMN_OF_WIDTH[len(vector)]] = _WrittenVector(vector)
    return values
