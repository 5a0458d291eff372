"""Learn how the tokens of a question are compared with those of a text (late interaction, as in ColBERT).

The states of tokens stay as the embedding model gives them. Learned are two projections of each side, what the tokens of
either count, and how sharply both comparisons tell; the right text is to come first of all that ship (a softmax). In turn
with the questions that ship, real people's labelled ones are drawn, which are few and told in other words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from civicsetu.evaluation.fitting.comparison_model import build_comparison
from civicsetu.evaluation.fitting.token_states import TokenStates
from civicsetu.models.late_interaction import LateInteraction
from civicsetu.progress import Progress

if TYPE_CHECKING:
    import torch

_STEPS = 1_500
_BATCH = 32
_LABELLED_SHARE = 0.45
_NEAR_IN_LENGTH = 400
_RATE = 2e-3
_DECAY = 0.05
_WARM_UP = 20
_LEAST_OF_RATE = 0.02
_LEFT_OUT = -1e4
_SEED = 20_261_126


@dataclass(frozen=True)
class TaughtQuestion:
    """A question by its row, the rows of texts any of which is right, and of those that are neither right nor wrong."""

    row: int
    right: tuple[int, ...]
    left_out: tuple[int, ...]


@dataclass(frozen=True)
class Lessons:
    """Training data: texts, questions, and which of these are of the kinds drawn in turn."""

    texts: TokenStates
    questions: TokenStates
    shipped: Sequence[TaughtQuestion]
    labelled: Sequence[TaughtQuestion]


def learn_late_interaction(lessons: Lessons, says: Sequence[str], progress: Progress) -> LateInteraction:
    """Return what was learned, with the texts, whose words are `says`, projected by it; the same lessons give the same."""
    import torch

    torch.manual_seed(_SEED)
    drawn = np.random.default_rng(_SEED)
    model = build_comparison(lessons.texts, lessons.questions)
    optimiser = torch.optim.AdamW(model.parameters(), lr=_RATE, weight_decay=_DECAY)
    by_length = sorted(lessons.shipped, key=lambda one: int(lessons.questions.lengths[one.row]))
    for step in range(_STEPS):
        for group in optimiser.param_groups:
            group["lr"] = _RATE * min(1.0, (step + 1) / _WARM_UP) * max(_LEAST_OF_RATE, 1 - step / _STEPS)
        batch = _draw(by_length, lessons.labelled, drawn)
        states, held = lessons.questions.pad([one.row for one in batch])
        chances = torch.log_softmax(_left_out(model(states, held), batch), 1)
        of_right = [torch.logsumexp(chances[at, list(one.right)], 0) for at, one in enumerate(batch)]
        optimiser.zero_grad()
        torch.autograd.backward(-torch.stack(of_right).mean())
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        progress("learning", (step + 1) / _STEPS)
    with torch.inference_mode():
        return model.eval().pack(says)


def _draw(
    by_length: Sequence[TaughtQuestion], labelled: Sequence[TaughtQuestion], drawn: np.random.Generator
) -> list[TaughtQuestion]:
    """A batch of one kind; of those that ship, of like length, so that little is padded."""
    if labelled and drawn.random() < _LABELLED_SHARE:
        among = labelled
    else:
        first = int(drawn.integers(max(len(by_length) - _NEAR_IN_LENGTH, 0) + 1))
        among = by_length[first : first + _NEAR_IN_LENGTH]
    return [among[at] for at in drawn.choice(len(among), min(_BATCH, len(among)), replace=False)]


def _left_out(sums: torch.Tensor, batch: Sequence[TaughtQuestion]) -> torch.Tensor:
    """(n, texts), without the texts that are neither right nor wrong for a question."""
    import torch

    change = torch.zeros_like(sums)
    for at, one in enumerate(batch):
        change[at, list(one.left_out)] = _LEFT_OUT
    return sums + change
