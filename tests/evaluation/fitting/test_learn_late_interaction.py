"""The comparison of tokens is learned: a question finds its own text, and what is neither right nor wrong is left alone.

All of it is long: to learn takes a minute and loads torch, and only who fits a model anew learns.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from civicsetu.evaluation.fitting import learn_late_interaction as learning
from civicsetu.evaluation.fitting.learn_late_interaction import (
    Lessons,
    TaughtQuestion,
    learn_late_interaction,
)
from civicsetu.evaluation.fitting.token_states import TokenStates
from civicsetu.models.late_interaction import LateInteraction
from civicsetu.models.packed import Floats

pytestmark = pytest.mark.long

TEXTS, EACH, DIMENSION = 10, 12, 16
SAYS = [f"Rule {at} of the mill." for at in range(TEXTS)]


@cache
def lessons() -> Lessons:
    """Texts of two tokens of their own and some that are chance; a question holds one of its text's, turned about."""
    drawn = np.random.default_rng(3)
    marks = drawn.normal(size=(TEXTS, 2, DIMENSION))
    turn = np.linalg.qr(drawn.normal(size=(DIMENSION, DIMENSION)))[0]

    def said(tokens: Floats) -> Floats:
        chance = drawn.normal(size=(int(drawn.integers(1, 4)), DIMENSION))
        return np.asarray(np.concatenate([tokens, chance]) + 0.1, np.float32)

    texts = TokenStates.join([said(marks[at]) for at in range(TEXTS)])
    own = [at for at in range(TEXTS) for _ in range(EACH)]
    questions = TokenStates.join([said(marks[at][[int(drawn.integers(2))]] @ turn) for at in own])
    taught = [TaughtQuestion(row, (at,), ((at + 1) % TEXTS,)) for row, at in enumerate(own)]
    half = len(taught) // 2
    return Lessons(texts, questions, taught[::2], taught[1::2][:half])


@pytest.fixture(scope="module")
def learned() -> LateInteraction:
    told: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "_STEPS", 600)
        late = learn_late_interaction(lessons(), SAYS, lambda _, share: told.append(share))
    assert told[-1] == 1 and told == sorted(told)
    return late


def first(late: LateInteraction, asked: TaughtQuestion) -> int:
    return int(late.log_likelihoods(lessons().questions.states_of(asked.row)).argmax())


def test_a_question_finds_its_own_text(learned: LateInteraction) -> None:
    asked = [*lessons().shipped, *lessons().labelled]
    right = sum(first(learned, one) in (*one.right, *one.left_out) for one in asked)
    assert right / len(asked) > 0.9


def test_the_same_lessons_teach_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "_STEPS", 3)
    one, other = (learn_late_interaction(lessons(), SAYS, lambda *_: None) for _ in range(2))
    assert np.array_equal(one.tokens, other.tokens) and np.array_equal(one.wholes, other.wholes)


def test_what_is_packed_compares_as_the_module_did() -> None:
    import torch

    from civicsetu.evaluation.fitting.comparison_model import build_comparison

    held = lessons()
    module = build_comparison(held.texts, held.questions).eval()
    states, tokens = held.questions.pad([0, 5, 17])
    with torch.inference_mode():
        chances = torch.log_softmax(module(states, tokens), 1).numpy()
        late = module.pack(SAYS)
    for at, row in enumerate((0, 5, 17)):
        assert late.log_likelihoods(held.questions.states_of(row)) == pytest.approx(chances[at], abs=1e-4)
