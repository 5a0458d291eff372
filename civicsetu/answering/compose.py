"""The extractive composer: whole sentences from the best provisions, ordered, cited each.

Sentences are compared with the question by meaning and by words, weighed by the rank of
their provision. Each is lifted unchanged; one that leans on the sentence before it
brings that one along, one that only opens a list brings the list, and a rule brings the
provisos that limit it: a rule without its exception misleads.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import IndexedEdition, IndexedProvision, LawIndex, Unit
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.references import Reference
from civicsetu.law.sentences import SentenceSpan, split_sentences
from civicsetu.lexicon.synonyms import get_synonyms
from civicsetu.lexicon.tokens import split_words
from civicsetu.settings import AnsweringSettings

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lifted:
    """One sentence chosen, with the exact place it was lifted from."""

    unit: Unit
    edition: IndexedEdition
    place: IndexedProvision
    span: SentenceSpan


@dataclass(slots=True)
class _Scored:
    rank: int
    unit: Unit
    edition: IndexedEdition
    place: IndexedProvision
    spans: list[SentenceSpan]
    scores: list[float]
    rerank: float


class EmbedsPassages(Protocol):
    """An embedder of passages."""

    async def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector a text, in order."""
        ...


class SentenceVectors:
    """Vectors of sentences, kept while they are used: the law does not change between questions."""

    def __init__(self, embedder: EmbedsPassages, size: int) -> None:
        self._embedder = embedder
        self._size = size
        self._kept: OrderedDict[str, Vector] = OrderedDict()

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector per text, in order: (n, dimension). Those not kept are embedded in one batch.

        Another question may push out what is kept here while this one embeds: it is held before that.
        """
        found = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            vectors = await self._embedder.embed_passages(missing)
            found.update(zip(missing, vectors, strict=True))
        for text, vector in found.items():
            self._kept[text] = vector
            self._kept.move_to_end(text)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
        return np.stack([found[text] for text in texts])


async def compose(
    question: str,
    vector: Vector | None,
    evidence: Sequence[Evidence],
    references: Sequence[tuple[str, Reference]],
    index: LawIndex,
    vectors: SentenceVectors,
    settings: AnsweringSettings,
) -> list[Lifted]:
    """Choose the sentences of an answer, in reading order; empty when none can be lifted."""
    candidates = _candidates(_to_the_point(evidence, index)[: settings.max_units], index)
    await _score(question, vector, candidates, vectors)
    if _begins_with_what_is_named(evidence, references):
        return _asked_for(candidates, references, settings.max_sentences)
    return _best(candidates, settings.max_sentences, index)


def _begins_with_what_is_named(
    evidence: Sequence[Evidence], references: Sequence[tuple[str, Reference]]
) -> bool:
    """Return whether the evidence begins with a provision of a law named, not with a rule that carries it out."""
    named = {document for document, _ in references}
    return bool(evidence) and evidence[0].pinned and evidence[0].document in named


def _to_the_point(evidence: Sequence[Evidence], index: LawIndex) -> list[Evidence]:
    """Leave out what is only near the subject: the reader's time is short.

    The best provision of each state stays, since a question about two states asks about both. Of the
    others those stay whose relevance is near the best.
    """
    if not evidence or evidence[0].pinned:
        return list(evidence)
    of_states = _first_of_states([item.document for item in evidence], index)
    kept = [evidence[at] for at in of_states] if len(of_states) > 1 else [evidence[0]]
    return [
        *kept,
        *(item for item in evidence if item not in kept and item.relevance >= ANSWERING.near_first),
    ]


def _first_of_states(documents: Sequence[str], index: LawIndex) -> list[int]:
    """Return the position of the first document of each state, in their order."""
    first: dict[str, int] = {}
    for at, document in enumerate(documents):
        first.setdefault(index.laws[document].jurisdiction, at)
    return [at for state, at in first.items() if state != CENTRAL]


def _candidates(evidence: Sequence[Evidence], index: LawIndex) -> list[_Scored]:
    scored = []
    for rank, item in enumerate(evidence):
        unit = index.units[item.unit_id]
        edition, place = index.editions_of(unit)[0]
        spans = split_sentences(edition.body, place.start, place.end)
        scored.append(_Scored(rank, unit, edition, place, spans, [], item.rerank_score or 0.0))
    return scored


async def _score(
    question: str, vector: Vector | None, candidates: list[_Scored], vectors: SentenceVectors
) -> None:
    texts = [span.text for candidate in candidates for span in candidate.spans]
    near = iter(await closeness(question, vector, texts, vectors))
    for candidate in candidates:
        for span in candidate.spans:
            score = next(near) + ANSWERING.rank_weight / (candidate.rank + 1)
            score += ANSWERING.rerank_weight * candidate.rerank
            candidate.scores.append(score - (ANSWERING.case_penalty if span.names_case else 0.0))


async def closeness(
    question: str, vector: Vector | None, texts: Sequence[str], vectors: SentenceVectors
) -> list[float]:
    """Score how near each sentence is to the question, by meaning and by shared words; 0 or more.

    Without the question's `vector` by words alone.
    """
    if not texts:
        return []
    meaning = np.zeros(len(texts), np.float32)
    if vector is not None:
        meaning = (await vectors.embed(texts)) @ vector
    asked = set(get_synonyms().expand(split_words(question)))
    scores = []
    for text, cosine in zip(texts, meaning, strict=True):
        words = set(split_words(text))
        shared = len(words & asked) / (max(len(asked), 1) ** 0.5 * max(len(words), 1) ** 0.5)
        scores.append(
            max(0.0, (float(cosine) - ANSWERING.cosine_floor) / ANSWERING.cosine_range)
            + ANSWERING.words_weight * shared
        )
    return scores


def _asked_for(
    candidates: list[_Scored], references: Sequence[tuple[str, Reference]], limit: int
) -> list[Lifted]:
    """Lift the provisions named, in the order they were named, from their beginning."""
    chosen: list[Lifted] = []
    for document, reference in references:
        for candidate in sorted(candidates, key=lambda scored: scored.unit.order):
            if candidate.unit.document != document:
                continue
            unit_path = parse_path(candidate.unit.path)
            if not (reference.path.contains(unit_path) or unit_path.contains(reference.path)):
                continue
            place = candidate.edition.places.get(str(reference.path), candidate.place)
            if not unit_path.contains(reference.path):
                place = candidate.place
            for span in candidate.spans:
                if place.start <= span.start and span.end <= place.end:
                    lifted = Lifted(candidate.unit, candidate.edition, candidate.place, span)
                    if all(other.span != span or other.unit != candidate.unit for other in chosen):
                        chosen.append(lifted)
    return chosen[: max(limit, 2 * limit if len(references) == 1 else limit)]


def _best(candidates: list[_Scored], limit: int, index: LawIndex) -> list[Lifted]:
    """Lift the best sentences of each provision; provisions in the order in which they were found.

    Of several states each comes before anything else, with as many sentences.
    """
    top = max((score for candidate in candidates for score in candidate.scores), default=0.0)
    ordered = [candidate for candidate in candidates if candidate.scores]
    of_states = _first_of_states([candidate.unit.document for candidate in ordered], index)
    turns = [ordered[at] for at in of_states] if len(of_states) > 1 else []
    chosen: list[Lifted] = []
    from_best = max(
        ANSWERING.from_other_units,
        min(ANSWERING.from_best_unit, limit - ANSWERING.from_other_units * (len(ordered) - 1)),
    )
    if turns:
        ordered = [*turns, *(candidate for candidate in ordered if candidate not in turns)]
        from_best = max(1, min(ANSWERING.from_other_units, limit // len(turns)))
    for place, candidate in enumerate(ordered):
        room = min(ANSWERING.from_other_units if place else from_best, limit - len(chosen))
        best = max(candidate.scores) if candidate in turns else top
        picked = _picked(candidate, best * ANSWERING.near_best, max(room, 0))
        provisos = _provisos(
            candidate, picked, ANSWERING.provisos_of_others if place else ANSWERING.provisos_of_best
        )
        for number in sorted({*picked, *provisos}):
            span = candidate.spans[number]
            said = (other for other in chosen if other.unit.document == candidate.unit.document)
            if not any(_same(span.text, other.span.text) for other in said):
                chosen.append(Lifted(candidate.unit, candidate.edition, candidate.place, span))
    return chosen


def _picked(candidate: _Scored, least: float, room: int) -> list[int]:
    """Return the indexes of the sentences to lift from one provision, in the order of its text."""
    chosen: set[int] = set()
    if not room:
        return []
    for number in sorted(range(len(candidate.spans)), key=lambda index: -candidate.scores[index]):
        if candidate.scores[number] < least:
            break
        group = _with_company(candidate.spans, number)
        if len(chosen | set(group)) > room:
            if chosen:
                continue
            group = group[:room]
            if candidate.spans[group[-1]].opens_list or candidate.spans[group[0]].leans:
                continue
        chosen.update(group)
        if len(chosen) >= room:
            break
    return sorted(chosen)


def _provisos(candidate: _Scored, picked: Sequence[int], most: int) -> list[int]:
    """Return the sentences of at most `most` provisos that limit what was picked, the best scored first."""
    unit = candidate.place
    places = [
        (place, parse_path(path))
        for path, place in candidate.edition.places.items()
        if picked and unit.start <= place.start and place.end <= unit.end
    ]
    limited = {_innermost(places, candidate.spans[number]) for number in picked}
    found: list[list[int]] = []
    for place, parsed in places:
        if not parsed.labels or not parsed.labels[-1].startswith("proviso") or parsed.parent is None:
            continue
        if not any(parsed.parent.contains(holder) and not parsed.contains(holder) for holder in limited):
            continue
        inside = [
            number
            for number, span in enumerate(candidate.spans)
            if place.start <= span.start and span.end <= place.end
        ]
        if inside and not set(inside) & set(picked):
            found.append(inside)
    found.sort(key=lambda inside: -max(candidate.scores[number] for number in inside))
    return [number for inside in found[:most] for number in inside]


def _innermost(places: Sequence[tuple[IndexedProvision, ProvisionPath]], span: SentenceSpan) -> ProvisionPath:
    """Return the path of the innermost provision of a unit that contains the sentence."""
    holding = [(place, path) for place, path in places if place.start <= span.start and span.end <= place.end]
    return min(holding, key=lambda held: held[0].end - held[0].start)[1]


def _with_company(spans: list[SentenceSpan], number: int) -> list[int]:
    """Return a sentence with those it cannot be understood without."""
    group = [number]
    first = number
    while spans[first].leans and first > 0 and spans[first - 1].paragraph == spans[first].paragraph:
        first -= 1
        group.insert(0, first)
    if spans[number].opens_list:
        group.extend(range(number + 1, min(number + 4, len(spans))))
    return group


def _same(first: str, second: str) -> bool:
    one, two = set(split_words(first)), set(split_words(second))
    return len(one & two) / max(len(one | two), 1) > ANSWERING.same_words
