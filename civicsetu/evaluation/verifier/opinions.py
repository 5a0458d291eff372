"""Ask a second opinion on what the rules let through, as a turn does: the lead of an answer alone, then the rest together.

The sentences of one asker are laid out as answers that hold at most one version of each, so that a reader cannot
tell the false one by the true one beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from civicsetu.answering.drafting.opinion import Opinion, SentenceOpinion
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.written import SentenceMark
from civicsetu.evaluation.verifier.measure import Checked
from civicsetu.evaluation.verifier.row_spans import make_written, resolve_spans
from civicsetu.evaluation.verifier.rows import SentenceRow

_LIFTED = 0.5
"""The least score of a sentence that an opinion supports."""

Answer = Sequence[Checked[SentenceRow]]


async def add_opinions(checked: Answer, opinion: Opinion) -> list[Checked[SentenceRow]]:
    """Return the rows with the verdict a turn would come to: none is asked on a sentence the rules refuse, and
    without an opinion a sentence falls."""
    found: dict[str, Checked[SentenceRow]] = {one.row.id: one for one in checked}
    for answer in lay_out_answers([one for one in checked if not one.verdict.is_refused]):
        for asked in (answer[:1], answer[1:]):
            found.update((one.row.id, one) for one in await _ask(asked, opinion))
    return [found[one.row.id] for one in checked]


def lay_out_answers(checked: Answer) -> Iterator[list[Checked[SentenceRow]]]:
    """Yield answers to one asker from the same spans, each with at most one version of a sentence, a lead first."""
    groups: dict[object, dict[str, list[Checked[SentenceRow]]]] = defaultdict(lambda: defaultdict(list))
    for one in checked:
        groups[one.row.asked, one.row.spans, one.row.cites][one.row.of or one.row.id].append(one)
    for versions in groups.values():
        for at in range(max(map(len, versions.values()))):
            answer = [same[at] for same in versions.values() if at < len(same)]
            yield sorted(answer, key=lambda one: one.row.mark is not SentenceMark.LEAD)


async def _ask(answer: Answer, opinion: Opinion) -> list[Checked[SentenceRow]]:
    if not answer:
        return []
    items = []
    for one in answer:
        written, spans = make_written(one.row), resolve_spans(one.row)
        items.append((written, tuple(spans[key] for key in written.keys)))
    said = await opinion.judge(items, answer[0].row.asked)
    return [
        replace(one, verdict=_with_opinion(one.verdict, given))
        for one, given in zip(answer, said, strict=True)
    ]


def _with_opinion(verdict: Verdict, said: SentenceOpinion | None) -> Verdict:
    """What an opinion makes of a verdict: it lifts doubts that are not certain, and its no is enough."""
    if said is not None and said.supports:
        return Verdict(score=max(verdict.score, _LIFTED))
    reason = "no opinion came" if said is None else "the cited text does not say this"
    return Verdict((*verdict.doubts, Doubt(Check.OPINION, reason)), 0.0)
