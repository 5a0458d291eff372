"""Learn how vectors of statements and of their questions are compared (metric learning).

A whitening makes texts of one statement alike; it does not know which statements are mistaken for one
another. From it a linear map is learned under which each question is nearest to the middle of its own
statement, the question itself left out of that middle (softmax over all statements). Question and statement
go through the same map, so that the map is folded into the whitening and costs nothing when a question comes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from civicsetu.models.packed import Floats
from civicsetu.models.whitening import Whitening
from civicsetu.progress import Progress

_ROUNDS = 10
_BATCH = 512
_RATE = 3e-4
_SHARPNESS = 12.0
_SEED = 20_261_122


def learn_metric(
    start: Whitening, statements: Floats, questions: Floats, answered_by: Sequence[int], progress: Progress
) -> Whitening:
    """Return a whitening as `start`, with the learned map in its matrix.

    Vectors are (n, dimension) as embedded; `answered_by` gives for each question the row of its statement.
    The same texts give the same map, up to the order in which a machine adds.
    """
    learned = _learn(
        start.whiten_passages(statements),
        start.whiten_questions(questions),
        np.asarray(answered_by, np.int64),
        progress,
    )
    return Whitening(
        np.asarray(start.matrix @ learned, np.float32), start.of_passages, start.of_questions
    )


def _learn(statements: Floats, questions: Floats, own: NDArray[np.int64], progress: Progress) -> Floats:
    import torch
    from torch.nn import functional

    drawn = np.random.default_rng(_SEED)
    held, asked, answered = torch.tensor(statements), torch.tensor(questions), torch.tensor(own)
    same = torch.eye(statements.shape[1])
    change = torch.zeros_like(same, requires_grad=True)
    sharpness = torch.tensor(float(np.log(_SHARPNESS)), requires_grad=True)
    optimiser = torch.optim.Adam([change, sharpness], lr=_RATE)
    for done in range(1, _ROUNDS + 1):
        for drawn_rows in np.array_split(drawn.permutation(len(asked)), -(-len(asked) // _BATCH)):
            batch = torch.tensor(drawn_rows)
            mapped = functional.normalize(asked @ (same + change), dim=1)
            sums = functional.normalize(held @ (same + change), dim=1).index_add(0, answered, mapped)
            near = mapped[batch] @ functional.normalize(sums, dim=1).T
            without = functional.normalize(sums[answered[batch]] - mapped[batch], dim=1)
            to_own = (mapped[batch] * without).sum(1, keepdim=True)
            near = near.scatter(1, answered[batch][:, None], to_own)
            loss = functional.cross_entropy(near * sharpness.exp(), answered[batch])
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            optimiser.step()
        progress("learning", done / _ROUNDS)
    learned: Floats = (same + change).detach().numpy()
    return learned
