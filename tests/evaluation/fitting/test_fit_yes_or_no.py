"""What says yes or no is fitted to people's questions, and measured on those that it is compared with none of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from civicsetu.corpus.statements.asked_questions import AskedQuestion, AskedWord
from civicsetu.errors import InputError
from civicsetu.evaluation.fitting import fit_yes_or_no as module
from civicsetu.evaluation.fitting.fit_yes_or_no import fit_yes_or_no
from civicsetu.evaluation.fitting.labelled_questions import LabelledHalf, LabelledQuestion
from civicsetu.models.packed import Floats
from tests.answering.composing.mills import index_with, vector

LEADS = ("mill.1-1.grind", "mill.1-2.claim", "mill.1-3.back", "mill.2.fee", "mill.4.mill")
WAYS = ((AskedWord.YES, "Must the builder {}?"), (AskedWord.NO, "Can the builder refuse to {}?"), (AskedWord.NEITHER, "How much to {}?"))


class Embedder:
    async def embed_questions(self, texts: Sequence[str]) -> Floats:
        return np.stack([vector(one) for one in texts])


def asked(of_each: int) -> list[AskedQuestion]:
    return [
        AskedQuestion(text=f"{way.format(f'thing{at} grind corn')} w{number}", lead=(lead,), word=word)
        for at, lead in enumerate(LEADS)
        for number in range(of_each)
        for word, way in WAYS
    ]


def labelled(of_each: int) -> tuple[LabelledQuestion, ...]:
    to_fit = [LabelledQuestion(id=one.text, text=one.text, half=LabelledHalf.FIT, lead=one.lead, word=one.word) for one in asked(of_each)]
    apart = [
        LabelledQuestion(id=f"{at}-{word}", text=way.format(f"thing{at} grind corn"), half=LabelledHalf.APART, lead=(lead,), word=word)
        for at, lead in enumerate(LEADS)
        for word, way in WAYS
    ]
    return (*apart, *to_fit)


async def test_the_word_of_questions_put_alike_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "labelled_questions", lambda: labelled(12))
    fitted = await fit_yes_or_no(await index_with(compared=asked(12)), Embedder())
    assert (fitted.apart, fitted.worded, fitted.wrong, fitted.needless) == (15, 10, 0, 0)
    assert fitted.right >= 6 and fitted.fitted == 12 * len(LEADS) * len(WAYS)


async def test_of_claims_it_is_learned_what_readers_called_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    says = ((AskedWord.NO, "The builder says he need not {}. Is he right?"), (AskedWord.YES, "The builder says he must {}. Is he right?"))

    def of_claims(half: LabelledHalf, number: int) -> list[LabelledQuestion]:
        return [
            LabelledQuestion(id=f"{half}-{at}-{word}-{number}", text=f"{way.format(f'thing{at} grind corn')} v{number}", half=half, lead=(lead,), word=word)
            for at, lead in enumerate(LEADS)
            for word, way in says
        ]

    to_fit = [one for number in range(20) for one in of_claims(LabelledHalf.FIT, number)]
    rows = (*labelled(12), *to_fit, *of_claims(LabelledHalf.APART, 99))
    monkeypatch.setattr(module, "labelled_questions", lambda: rows)
    fitted = await fit_yes_or_no(await index_with(compared=[*asked(12), *(AskedQuestion(text=one.text, lead=one.lead, word=one.word) for one in to_fit)]), Embedder())
    weights = fitted.claim_model.weights
    assert weights["said_no"] > 0 > weights["said_yes"]
    fitted.write(tmp_path / "by_people.npz")
    assert (tmp_path / "by_claim.yaml").read_text("utf-8") == fitted.claim_model.dump()


async def test_where_no_question_ships_there_is_nothing_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that cannot be compared with any of its statement has no features."""
    monkeypatch.setattr(module, "labelled_questions", lambda: labelled(12))
    with pytest.raises(InputError, match="too few"):
        await fit_yes_or_no(await index_with(compared=[]), Embedder())


async def test_too_few_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "labelled_questions", lambda: labelled(2))
    with pytest.raises(InputError, match="too few"):
        await fit_yes_or_no(await index_with(compared=asked(2)), Embedder())
