"""The table of validators, and what they make of a turn.

To add one, write a function of a `JudgedTurn` and put it into the table; to make a run depend on it, put its
criterion into a gate file. None does input or output, and none may take 100 ms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from civicsetu.answering.validating.citing_rules import (
    citation_exists,
    freshness_ok,
    must_cite_if_claims,
    policy_scope_allowed,
    quote_found,
)
from civicsetu.answering.validating.formats import format_ok
from civicsetu.answering.validating.grounding import judge_grounds
from civicsetu.answering.validating.lead import lead_answers_kind
from civicsetu.answering.validating.relevance import retrieval_relevance
from civicsetu.answering.validating.turn import JudgedTurn, judge
from civicsetu.law.judgments import Judgment
from civicsetu.telemetry import get_logger

Validator = Callable[[JudgedTurn], Judgment | None]

VALIDATORS: tuple[Validator, ...] = (
    must_cite_if_claims,
    citation_exists,
    quote_found,
    policy_scope_allowed,
    freshness_ok,
    retrieval_relevance,
    format_ok,
    lead_answers_kind,
)
"""One criterion each, of its function's name; None where it does not concern the turn."""
GROUNDS = (
    "grounded_claim_rate", "grounded_statements", "grounded_written", "hallucination_rate", "not_in_doubt",
)  # fmt: skip
"""The criteria of what each claim rests on, which is found once for all of them."""
CRITERIA = (*(one.__name__ for one in VALIDATORS), *GROUNDS)
RULE_RAISED = "rule_raised"
"""The criterion of a rule that raised: it is never passed, and its evidence names the rule and the error."""


def validate_turn(turn: JudgedTurn) -> list[Judgment]:
    """Return a judgment for each criterion that concerns the turn, in the order of the table; never raises."""
    judged = [one for rule in VALIDATORS for one in judge_by(rule.__name__, partial(_judge, rule, turn))]
    return [*judged, *judge_by(judge_grounds.__name__, partial(judge_grounds, turn))]


def _judge(rule: Validator, turn: JudgedTurn) -> tuple[Judgment, ...]:
    judgment = rule(turn)
    return () if judgment is None else (judgment,)


def judge_by(rule: str, judging: Callable[[], Iterable[Judgment]]) -> list[Judgment]:
    """Return what a rule judges, or the failed judgment `rule_raised` where it raises or cannot be written as JSON.

    Its answer has been told by then, and must be recorded whatever is wrong with a rule: the fault goes to the
    log whole, into the judgments by name, and fails any run that is gated.
    """
    try:
        judged = list(judging())
        for one in judged:
            one.model_dump_json()
    except Exception as error:  # noqa: BLE001 - the outermost edge of a rule: logged whole, and judged as failed
        get_logger(__name__).error("rule_raised", rule=rule, exc_info=error)
        return [judge(RULE_RAISED, passed=False, score=0.0, rule=rule, error=type(error).__name__)]
    return judged
