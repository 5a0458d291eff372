"""What a run judges of a row beside the validators: what is stored of it, and what its golden row asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from civicsetu.answering.part_turn import Trace
from civicsetu.answering.validating.turn import NO_LAW, judge, share
from civicsetu.answering.validating.validate import RULE_RAISED
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.evaluation.answers.measure import measure_answer
from civicsetu.evaluation.golden.golden_set import GoldenRow, GoldProvision
from civicsetu.evaluation.metrics import first_rank
from civicsetu.evaluation.runner import is_declined
from civicsetu.law.answers import Answer, Final
from civicsetu.law.judgments import Judgment
from civicsetu.law.paths import parse_path
from civicsetu.stores.turn_store import find_spans

FEW = 5
_LAST = 10
ANSWERED_IN_TIME = "answered_in_time"


def judge_missing() -> tuple[Judgment, ...]:
    """Return the judgment of a question that got no answer: it outran its deadline, or a part of the search failed."""
    return (judge(ANSWERED_IN_TIME, passed=False, score=0.0),)


def judge_row(
    golden: GoldenRow | None, finals: Sequence[Final], registry: Registry, index: LawIndex
) -> tuple[Judgment, ...]:
    """Return all that is judged of the last turn: what was judged as it was given, what is stored, what was wanted."""
    final = finals[-1]
    trace = final.trace if isinstance(final.trace, Trace) else None
    given = trace.judged if trace else ()
    judged = [judge(ANSWERED_IN_TIME, passed=True, score=1.0), *given, _of_judging(given), *_of_storage(final.answer)]
    if golden is not None:
        before = [one.answer for one in finals[:-1]]
        judged.extend(_of_golden(golden, final.answer, before, registry, index))
        judged.extend(_of_search(golden, final.answer, trace))
    return tuple(judged)


def _of_judging(given: Sequence[Judgment]) -> Judgment:
    """Whether every rule could be applied: one that raises has judged nothing, and would be missed by its own gate."""
    raised = [one.evidence.get("rule") for one in given if one.criterion == RULE_RAISED]
    return judge("judged_whole", passed=not raised, score=float(not raised), raised=raised)


def _of_storage(answer: Answer) -> Iterator[Judgment]:
    try:
        valid = Answer.model_validate_json(answer.model_dump_json()) == answer
    except ValidationError:
        valid = False
    yield judge("schema_valid", passed=valid, score=float(valid))
    law = [one for one in answer.sentences if one.support not in NO_LAW]
    citing = sum(bool(one.citations) for one in law)
    if law:
        yield _counted("citation_coverage", citing, len(law))
    spans = [
        answer.answer[start:end] == one.text
        for one, (start, end) in zip(answer.sentences, find_spans(answer), strict=True)
        for _ in one.citations
    ]
    if spans:
        yield _counted("citations_extracted", sum(spans), len(spans))


def _of_golden(
    golden: GoldenRow, answer: Answer, before: Sequence[Answer], registry: Registry, index: LawIndex
) -> Iterator[Judgment]:
    measured = measure_answer(golden, answer, registry, index, before)
    for name, stated in (("lead_states", measured.lead_states), ("all_stated", measured.all_stated)):
        if stated is not None:
            yield judge(name, passed=stated, score=float(stated))
    if measured.said:
        yield _counted("to_the_point", measured.said - measured.beside, measured.said)
    if measured.answered:
        faults = list(measured.faults.describe())
        yield judge("no_fault", passed=not faults, score=float(not faults), faults=faults)
    declined, should = is_declined(answer), golden.abstain is not None
    right = declined == should
    yield judge("declines_rightly", passed=right, score=float(right), declined=declined, should=should)


def _of_search(golden: GoldenRow, answer: Answer, trace: Trace | None) -> Iterator[Judgment]:
    """Where the gold provisions were found; nothing of a row that nothing answers."""
    if not golden.gold:
        return
    further = trace.found.further if trace and trace.found else ()
    named = [
        *((one.document, one.provision) for one in answer.contexts),
        *((one.document, one.provision) for one in further),
    ]
    found = [GoldProvision(document, parse_path(path)) for document, path in named]
    rank = first_rank(found[:_LAST], golden.gold)
    for name, most in (("hit_at_1", 1), ("hit_at_5", FEW)):
        hit = rank is not None and rank <= most
        yield judge(name, passed=hit, score=float(hit), rank=rank)
    yield judge("reciprocal_rank", passed=rank is not None, score=1 / rank if rank else 0.0, rank=rank)


def _counted(criterion: str, good: int, of: int) -> Judgment:
    return judge(criterion, passed=good == of, score=share(good, of), good=good, of=of)
