"""The states of the tokens of many texts, as the embedding model gives them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.packed import Floats

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class TokenStates:
    """The states of the tokens of texts, one below another: those of the text i are rows `starts[i]` to `starts[i + 1]`."""

    starts: NDArray[np.intp]
    states: NDArray[np.float16]

    @classmethod
    def join(cls, texts: Sequence[NDArray[np.floating]]) -> TokenStates:
        """Join the states, (tokens, dimension), of each text."""
        starts = np.concatenate([[0], np.cumsum([len(one) for one in texts])])
        return cls(starts.astype(np.intp), np.concatenate(texts).astype(np.float16))

    @property
    def lengths(self) -> NDArray[np.intp]:
        return np.diff(self.starts)

    def states_of(self, row: int) -> Floats:
        """Return (tokens, dimension) of one text."""
        return self.states[self.starts[row] : self.starts[row + 1]].astype(np.float32)

    def pad(self, rows: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return (n, longest, dimension) of these texts, and (n, longest) of which of them are tokens."""
        import torch

        longest = int(self.lengths[list(rows)].max())
        states = np.zeros((len(rows), longest, self.states.shape[1]), np.float32)
        held = np.zeros((len(rows), longest), bool)
        for at, row in enumerate(rows):
            own = self.states_of(row)
            states[at, : len(own)], held[at, : len(own)] = own, True
        return torch.from_numpy(states), torch.from_numpy(held)
