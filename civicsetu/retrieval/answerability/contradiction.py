"""Find two of the best provisions that contradict each other in a sentence.

Neither may then be given as the answer: both are shown. Only provisions of one jurisdiction are
compared, since the rules of two states mostly differ. One law words different cases alike, penalties
above all: within it nearly every word must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from civicsetu.claims.contradiction import contradict
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.law.sentences import SentenceSpan, split_sentences
from civicsetu.retrieval.answerability.decision import Contradiction
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds


def find_contradiction(
    evidence: Sequence[Evidence], index: LawIndex, thresholds: AnswerabilityThresholds = ANSWERABILITY
) -> Contradiction | None:
    """Return the best provision with the first of the next two that contradicts it; None where neither does.

    Where only those next two contradict each other, the best one still answers.
    """
    for best, other in product(evidence[:1], evidence[1 : thresholds.contradiction_provisions]):
        comparable = best.jurisdiction == other.jurisdiction and _section(best) != _section(other)
        if comparable and (sentences := tuple(_contradicting_sentences(best, other, index, thresholds))):
            return Contradiction((best, other), sentences)
    return None


def _contradicting_sentences(
    one: Evidence, other: Evidence, index: LawIndex, thresholds: AnswerabilityThresholds
) -> Iterator[tuple[SentenceSpan, SentenceSpan]]:
    """Yield each pair of sentences that say the same with different figures."""
    in_one_law = one.document == other.document
    least = thresholds.contradiction_alike_in_one_law if in_one_law else thresholds.contradiction_alike
    for first, second in product(_sentences(one, index), _sentences(other, index)):
        if contradict(first.text, second.text, least):
            yield first, second


def _section(item: Evidence) -> tuple[str, str]:
    return item.document, parse_path(item.provision).number


def _sentences(item: Evidence, index: LawIndex) -> list[SentenceSpan]:
    edition, place = index.editions_of(index.units[item.unit_id])[0]
    return split_sentences(edition.body, place.start, place.end)
