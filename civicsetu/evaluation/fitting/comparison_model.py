"""What is learned of late interaction, as a torch module: both sides' projections, and what each token counts.

It is in a module of its own because torch is loaded only where something is fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from civicsetu.evaluation.fitting.token_states import TokenStates
from civicsetu.models.late_interaction import LateInteraction, Side, digest_of
from civicsetu.models.packed import Floats

if TYPE_CHECKING:
    from collections.abc import Iterator

    import torch

_PROJECTED = 128
_DROPOUT = 0.2
_SHARPNESS = 3.0
_FEW = 1e-6
_LEFT_OUT = -1e4
_USUAL = 20_000
"""Of how many tokens the mean and the scale are taken."""


class ComparisonModule(Protocol):
    """The module, as it is taught and packed."""

    def __call__(self, states: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
        """Return (n, texts), how well each text answers, of questions (n, longest, dimension) whose tokens are `held`."""
        ...

    def parameters(self) -> Iterator[torch.nn.Parameter]: ...

    def eval(self) -> ComparisonModule: ...

    def pack(self, says: Sequence[str]) -> LateInteraction:
        """Return what was learned, the texts held under their words."""
        ...


def build_comparison(texts: TokenStates, questions: TokenStates) -> ComparisonModule:
    """Return a module that compares any question with these texts; both sides begin alike."""
    import torch
    from torch.nn import functional

    usual = questions.states[:_USUAL].astype(np.float32)
    dimension, linear = usual.shape[1], torch.nn.Linear

    class Module(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.question_tokens, self.question_whole = (
                linear(dimension, _PROJECTED),
                linear(dimension, _PROJECTED),
            )
            self.text_tokens, self.text_whole = linear(dimension, _PROJECTED), linear(dimension, _PROJECTED)
            self.question_counts, self.text_counts = linear(dimension, 1), linear(dimension, 1)
            self.text_tokens.load_state_dict(self.question_tokens.state_dict())
            self.text_whole.load_state_dict(self.question_whole.state_dict())
            torch.nn.init.zeros_(self.question_counts.weight)
            torch.nn.init.zeros_(self.text_counts.weight)
            self.sharpness = torch.nn.Parameter(torch.full((2,), _SHARPNESS))
            self.dropout = torch.nn.Dropout(_DROPOUT)
            self.mean, self.scale = torch.from_numpy(usual.mean(0)), torch.from_numpy(usual.std(0) + _FEW)
            self.texts = (torch.from_numpy(texts.states.astype(np.float32)) - self.mean) / self.scale
            self.lengths = torch.from_numpy(texts.lengths)
            self.owners = torch.repeat_interleave(torch.arange(len(texts.lengths)), self.lengths)

        def forward(self, states: torch.Tensor, held: torch.Tensor) -> torch.Tensor:
            of_texts, wholes = self.project_texts()
            ready = self.dropout((states - self.mean) / self.scale)
            shares = torch.softmax(self.question_counts(ready).squeeze(-1).masked_fill(~held, _LEFT_OUT), 1)
            tokens = functional.normalize(self.question_tokens(ready), dim=-1)
            near = of_texts @ tokens.flatten(0, 1).T
            best = torch.segment_reduce(near, "max", lengths=self.lengths, axis=0).view(-1, *held.shape)
            middle = (shares.unsqueeze(-1) * ready).sum(1)
            whole = functional.normalize(self.question_whole(middle), dim=-1)
            of_tokens, of_whole = self.sharpness.exp()
            sums: torch.Tensor = of_tokens * (best * shares).sum(2).T + of_whole * (whole @ wholes.T)
            return sums

        def project_texts(self) -> tuple[torch.Tensor, torch.Tensor]:
            """Return (tokens of all texts, projected), and (texts, projected) of them as wholes; all of unit length."""
            ready = self.dropout(self.texts)
            counts = self.text_counts(ready)
            raised = (counts - counts.max()).exp()
            none = torch.zeros(len(self.lengths), 1)
            middle = none.expand(-1, dimension).index_add(0, self.owners, raised * ready)
            middle = middle / none.index_add(0, self.owners, raised)
            tokens = functional.normalize(self.text_tokens(ready), dim=-1)
            return tokens, functional.normalize(self.text_whole(middle), dim=-1)

        def pack(self, says: Sequence[str]) -> LateInteraction:
            tokens, wholes = self.project_texts()
            question, text = (
                Side(self.mean.numpy(), self.scale.numpy(), _matrix(tokens), _matrix(whole), _matrix(counts)[:, 0])
                for tokens, whole, counts in (
                    (self.question_tokens, self.question_whole, self.question_counts),
                    (self.text_tokens, self.text_whole, self.text_counts),
                )
            )
            rows = {digest_of(text): at for at, text in enumerate(says)}
            return LateInteraction(
                question,
                text,
                self.sharpness.detach().exp().numpy(),
                rows,
                texts.starts[:-1],
                tokens.numpy(),
                wholes.numpy(),
            )

    return Module()


def _matrix(layer: torch.nn.Linear) -> Floats:
    """(dimension + 1, projected): the weights, and the bias in the last row."""
    return np.asarray(np.vstack([layer.weight.detach().numpy().T, layer.bias.detach().numpy()]), np.float32)
