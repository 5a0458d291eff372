"""What is said of a decision not to answer, by its reason."""

from __future__ import annotations

from civicsetu.answering import abstention_messages as messages
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.answerability.missing_parts import missing_parts


def abstention_text(decision: Decision, query: Query, index: LawIndex, registry: Registry) -> str:
    """Return what is said in place of an answer, or before the one provision that goes with it."""
    match decision.reason:
        case Reason.NO_LAW_HELD:
            return messages.nothing_held()
        case Reason.GREETING:
            return messages.greeting(index, registry)
        case Reason.BEFORE_THE_LAW:
            return messages.before_the_law(index, registry, query)
        case Reason.NO_SUCH_PROVISION:
            return _not_there(query, index, registry)
        case Reason.RULES_NOT_HELD:
            return messages.rules_not_held(query, index, registry)
        case Reason.OTHER_LAW_NAMED:
            return messages.another_law_named(query, index, registry)
        case Reason.LEFT_TO_STATE_RULES:
            return messages.state_rule_score(query, index, registry)
        case Reason.OTHER_LAW:
            return messages.other_law(decision.other_law, index, registry)
        case Reason.NO_QUESTION:
            return messages.no_question(index, registry)
        case Reason.WRONGDOING:
            return messages.wrongdoing(cites=decision.cites)
        case Reason.PREDICTION:
            return messages.prediction(cites=decision.cites)
        case Reason.UNCLEAR:
            return messages.unclear(index, registry, query)
        case _:
            return messages.not_answered(query, index, registry)


def _not_there(query: Query, index: LawIndex, registry: Registry) -> str:
    if query.not_there:
        return messages.not_there(query.not_there, index, registry)
    asked = query.asked_last or query.standalone
    return messages.parts_not_there(missing_parts(asked, query.documents, index), index, registry)
