"""Fit the scope model to the texts that ship: no golden question is looked at.

In scope are the keyphrases and expected questions of the law held, the questions that its statements
answer, and the texts that stand on its side of the border; out of scope are the other kinds of `scope_texts`. Keyphrases are no questions, so
some of them, and some phrases of other law alike, are put into a question's frame: else the model
would learn that a whole sentence in Tamil is out of scope.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from civicsetu.corpus.question_index.indexed_texts import IndexedTexts, own_indexed_texts
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.models.embedder import Embedder
from civicsetu.models.packed import Floats
from civicsetu.models.whitening import load_whitening
from civicsetu.progress import Progress
from civicsetu.retrieval.answerability.scope_model import ScopeModel
from civicsetu.retrieval.answerability.scope_texts import ENGLISH, ScopeText, scope_texts
from civicsetu.retrieval.scope_kinds import KINDS, ScopeKind

_SCALE = 3.0
_STRENGTH = 0.03
_ROUNDS = 400
_EACH_FRAMED = {ScopeKind.IN_SCOPE: 2, ScopeKind.OTHER_LAW: 1}
"""Of a kind's phrases every so-many-th is framed: those of the law held are three times as many."""
_SHARE_OF_KIND = {ScopeKind.WRONGDOING: 1.0, ScopeKind.PREDICTION: 1.0}
_SHARE_OF_OTHERS = 3.0
_SHARE_OF_ENGLISH = 3.0
_SHARE_OF_BORDER = 0.3
"""Of a language's weight in scope, what goes to the texts at the border: they are few beside those of the law."""
_FRAMES: dict[str, tuple[str, ...]] = {
    "en": (
        "{}, what can I do?",
        "what about {}?",
        "what is the rule on {}",
        "I want to know about {}",
        "please help, {}",
    ),
    "hi": (
        "{} क्या करूं",
        "{} के बारे में नियम क्या है",
        "{}, क्या यह सही है",
        "मुझे {} के बारे में जानना है",
        "{} तो क्या होगा",
    ),
    "hi-Latn": (
        "{} kya kare",
        "{} ke baare me rule kya hai",
        "{}, kya ye sahi hai",
        "mujhe {} ke baare me jaanna hai",
        "{} to kya hoga",
    ),
    "mr": (
        "{} काय करावे",
        "{} याबद्दल नियम काय आहे",
        "{}, हे योग्य आहे का",
        "मला {} याबद्दल माहिती हवी",
        "{} तर काय होईल",
    ),
    "ta": (
        "{} என்ன செய்வது",
        "{} பற்றி விதி என்ன",
        "{}, இது சரியா",
        "{} பற்றி தெரிந்து கொள்ள வேண்டும்",
        "{} என்றால் என்ன ஆகும்",
    ),
    "kn": (
        "{} ಏನು ಮಾಡಬೇಕು",
        "{} ಬಗ್ಗೆ ನಿಯಮ ಏನು",
        "{}, ಇದು ಸರಿಯೇ",
        "{} ಬಗ್ಗೆ ತಿಳಿಯಬೇಕು",
        "{} ಆದರೆ ಏನಾಗುತ್ತದೆ",
    ),
}


_DEVANAGARI, _TAMIL, _KANNADA = (re.compile(one) for one in ("[\u0900-\u097f]", "[\u0b80-\u0bff]", "[\u0c80-\u0cff]"))


async def fit_scope_model(embedder: Embedder, documents: Sequence[str], progress: Progress) -> ScopeModel:
    """Embed every text of both sides and fit the model to them.

    Raises:
        CorpusError, ModelError: a file is malformed, or the model failed.
    """
    texts = training_texts([own_indexed_texts(key) for key in documents])
    vectors = await embedder.embed_questions(
        [text.text for text in texts], lambda done, total: progress("embedding texts", done / total)
    )
    profile = embedder.profile
    return fit(load_whitening(profile.name, profile.dimension).whiten_questions(vectors), texts)


def training_texts(law: Sequence[IndexedTexts]) -> list[ScopeText]:
    """Return the texts of the law held, those of what is out of scope, and framed ones of both."""
    texts = [*(text for indexed in law for text in _of_law(indexed)), *_of_statements(), *scope_texts()]
    return [*texts, *frame_phrases(texts)]


def frame_phrases(texts: Sequence[ScopeText]) -> Iterator[ScopeText]:
    """Yield phrases as questions, the frames of a language in turn."""
    counted: Counter[tuple[ScopeKind, str]] = Counter()
    for text in texts:
        if text.is_question or text.kind not in _EACH_FRAMED:
            continue
        at = counted[text.kind, text.language]
        counted[text.kind, text.language] += 1
        turn, left_out = divmod(at, _EACH_FRAMED[text.kind])
        if not left_out:
            frames = _FRAMES[text.language]
            asked = frames[turn % len(frames)].format(text.text)
            yield ScopeText(asked, text.kind, text.topic, text.language, True, text.law)


def fit(vectors: Floats, texts: Sequence[ScopeText]) -> ScopeModel:
    """Fit the model, kinds and languages weighed alike however many texts they have.

    Wishes to break the law and guesses are rare among what people ask, and count less.
    """
    from sklearn.linear_model import LogisticRegression

    weights = weights_of(texts)
    labels = [KINDS.index(text.kind) for text in texts]
    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS)
    model.fit(vectors * _SCALE, labels, sample_weight=weights * len(texts) / weights.sum())
    return ScopeModel(
        np.asarray(model.coef_.T * _SCALE, np.float32), np.asarray(model.intercept_, np.float32)
    )


def weights_of(texts: Sequence[ScopeText]) -> NDArray[np.float64]:
    """Return the weight of each text: its share of those of its kind and language, at the border or not."""
    at_border = [text.kind is ScopeKind.IN_SCOPE and text.topic in _border_topics() for text in texts]
    groups = [(text.kind, text.language, near) for text, near in zip(texts, at_border, strict=True)]
    counted = Counter(groups)
    return np.array([_share(group, counted) / counted[group] for group in groups])


_Group = tuple[ScopeKind, str, bool]


def _share(group: _Group, counted: Mapping[_Group, int]) -> float:
    kind, language, near = group
    of_language = _SHARE_OF_ENGLISH if language == ENGLISH else 1.0
    share = of_language * _SHARE_OF_KIND.get(kind, _SHARE_OF_OTHERS)
    if not counted.get((kind, language, not near)):
        return share
    return share * (_SHARE_OF_BORDER if near else 1 - _SHARE_OF_BORDER)


@lru_cache(maxsize=1)
def _border_topics() -> frozenset[str]:
    return frozenset(text.topic for text in scope_texts() if text.kind is ScopeKind.IN_SCOPE)


def _of_law(indexed: IndexedTexts) -> Iterator[ScopeText]:
    for unit, by_language in indexed.units.items():
        for language, phrases in by_language.items():
            for phrase in phrases:
                yield ScopeText(phrase, ScopeKind.IN_SCOPE, unit, str(language), is_question=False)
    for unit, questions in indexed.expected_questions.items():
        for question in questions:
            yield ScopeText(question, ScopeKind.IN_SCOPE, unit, ENGLISH, is_question=True)


def _of_statements() -> Iterator[ScopeText]:
    """The questions that statements answer; theirs is the wording of people, so that it is not taken for small talk."""
    for statement, questions in get_statement_questions().items():
        for question in questions:
            yield ScopeText(question, ScopeKind.IN_SCOPE, statement, _language(question), is_question=True)


def _language(question: str) -> str:
    """The language by its script: that of Latin letters counts as English, Marathi as Hindi."""
    scripts = ((_DEVANAGARI, "hi"), (_TAMIL, "ta"), (_KANNADA, "kn"))
    return next((name for script, name in scripts if script.search(question)), ENGLISH)
