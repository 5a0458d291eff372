"""The answer where two provisions contradict each other: the sentence of each, side by side.

Which of them holds is not ours to say. Each comes with the sentence it leans on, and with nothing else, so
that the difference is what is read.
"""

from __future__ import annotations

from civicsetu.answering.compose import Lifted
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.sentences import SentenceSpan, split_sentences
from civicsetu.retrieval.answerability.decision import Contradiction


def lift_both_sides(contradiction: Contradiction, index: LawIndex) -> list[Lifted]:
    """Return the sentences in which two provisions contradict each other, the first provision's before the second's."""
    one, other = contradiction.provisions
    firsts = dict.fromkeys(first for first, _ in contradiction.sentences)
    seconds = dict.fromkeys(second for _, second in contradiction.sentences)
    return [*_lift(one, list(firsts), index), *_lift(other, list(seconds), index)]


def _lift(item: Evidence, sentences: list[SentenceSpan], index: LawIndex) -> list[Lifted]:
    unit = index.units[item.unit_id]
    edition, place = index.editions_of(unit)[0]
    lifted: dict[SentenceSpan, None] = {}
    before: SentenceSpan | None = None
    for span in split_sentences(edition.body, place.start, place.end):
        if span in sentences:
            if span.leans and before is not None:
                lifted[before] = None
            lifted[span] = None
        before = span
    return [Lifted(unit, edition, place, span) for span in lifted]
