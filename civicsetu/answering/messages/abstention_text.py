"""What is said of a decision not to answer, by its reason."""

from __future__ import annotations

from collections.abc import Collection

from civicsetu.answering.messages import abstention_messages as messages
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Decision, Reason

_NOT_OURS = frozenset(
    {
        Reason.OTHER_LAW_NAMED,
        Reason.OTHER_LAW,
        Reason.RULES_NOT_HELD,
        Reason.WEAK,
        Reason.NOTHING_FOUND,
    }
)
"""After these it helps to read which law is held."""
_UNSURE = frozenset({Reason.WEAK, Reason.NOTHING_FOUND})


def abstention_text(decision: Decision, query: Query, index: LawIndex, registry: Registry) -> str:
    """Return the sentence said in place of an answer, or before the one provision that goes with it."""
    match decision.reason:
        case Reason.NO_LAW_HELD:
            return messages.nothing_held()
        case Reason.GREETING:
            return messages.greeting(index, registry)
        case Reason.BEFORE_THE_LAW:
            return messages.before_the_law(query, index)
        case Reason.NO_SUCH_PROVISION:
            return _not_there(query, index, registry)
        case Reason.RULES_NOT_HELD:
            return messages.rules_not_held(query, index, registry)
        case Reason.OTHER_LAW_NAMED:
            return messages.another_law_named(query)
        case Reason.LEFT_TO_STATE_RULES:
            return messages.left_to_state_rules(query, registry)
        case Reason.OTHER_LAW if decision.other_law is not None:
            return messages.other_law(decision.other_law)
        case Reason.OTHER_LAW if decision.by_words:
            return messages.not_of_this_law()
        case Reason.NO_QUESTION:
            return messages.no_question()
        case Reason.WRONGDOING:
            return messages.wrongdoing(cites=decision.cites)
        case Reason.PREDICTION:
            return messages.prediction(cites=decision.cites)
        case Reason.UNCLEAR:
            return messages.unclear(query, registry)
        case _:
            return messages.not_answered(query, registry)


def closing_text(decisions: Collection[Decision], index: LawIndex, registry: Registry) -> str:
    """Return what follows where nothing of a question is answered: which law is held, and what to try.

    Beside an answer neither is said: a part of a post that is declined needs no list of laws.
    """
    told = []
    if any(decision.reason in _NOT_OURS for decision in decisions):
        told.append(messages.what_is_held(index, registry))
    if all(_is_unsure(decision) for decision in decisions) and decisions:
        told.append(messages.what_to_try())
    return " ".join(told)


def _is_unsure(decision: Decision) -> bool:
    return decision.reason in _UNSURE or (decision.reason is Reason.OTHER_LAW and decision.other_law is None)


def _not_there(query: Query, index: LawIndex, registry: Registry) -> str:
    if query.not_there:
        return messages.not_there(query.not_there, index, registry)
    return messages.parts_not_there(query.parts_not_there, index, registry)
