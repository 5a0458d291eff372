"""What the reading of questions knows of states: which of them a text names, and the text without their names."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Places:
    """Functions that find the states of a text and remove their names."""

    named: Callable[[str], Collection[str]]
    left_out: Callable[[str], str]

    def differ(self, one: str, other: str) -> bool:
        """Return whether both texts name states, and not the same."""
        first, second = set(self.named(one)), set(self.named(other))
        return bool(first and second) and first != second

    def names_beside(self, one: str, other: str) -> bool:
        """Return whether the other text names a state only where it is read behind one that names another: "Goa? up?"."""
        first = set(self.named(one))
        return bool(first) and not self.named(other) and bool(set(self.named(f"{one} {other}")) - first)


NO_PLACES = Places(lambda text: (), str)
