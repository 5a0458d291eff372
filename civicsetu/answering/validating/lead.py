"""Validator of the lead: the first sentence of each part gives the kind of thing that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from civicsetu.answering.validating.turn import NO_LAW, JudgedTurn, TurnPart, judge, share, shorten
from civicsetu.claims.figures import Figure, find_figures
from civicsetu.law.answers import Sentence
from civicsetu.law.judgments import Judgment
from civicsetu.query.asking import AskedKind
from civicsetu.yaml_data import load_patterns

_BY_FIGURE: Mapping[AskedKind, Callable[[Figure], bool]] = {
    AskedKind.HOW_MUCH: lambda figure: not figure.is_period,
    AskedKind.HOW_LONG: lambda figure: figure.is_period or "date" in figure.measure or "month" in figure.measure,
}
"""The kinds that a figure answers, and which figure."""


def lead_answers_kind(turn: JudgedTurn) -> Judgment | None:
    """Judge the share of parts whose first sentence of law has what was asked: a sum, time, party, yes or no.

    It sees the kind of the answer and not whether it is the right one. A part that is declined, or asks for a kind
    that no words tell, is not judged.
    """
    judged = [(part, lead) for part in turn.parts if (lead := _lead(part, turn)) and _is_known(part.kind)]
    if not judged:
        return None
    missed = [
        {"kind": part.kind.value, "lead": shorten(lead.shown)}
        for part, lead in judged
        if not gives_kind(part.kind, lead, turn)
    ]
    score = share(len(judged) - len(missed), len(judged))
    return judge("lead_answers_kind", passed=not missed, score=score, of=len(judged), missed=missed)


def _lead(part: TurnPart, turn: JudgedTurn) -> Sentence | None:
    said = (turn.answer.sentences[at] for at in part.sentences)
    return next((one for one in said if one.support not in NO_LAW), None)


def _is_known(kind: AskedKind) -> bool:
    return kind is AskedKind.COMPARE or kind.value in _patterns()


def gives_kind(kind: AskedKind, lead: Sentence, turn: JudgedTurn) -> bool:
    """Return whether a sentence has what a question of that kind asks for; of a comparison, whether two laws are cited."""
    if kind is AskedKind.COMPARE:
        return turn.answer.table is not None or len({one.jurisdiction for one in turn.answer.citations}) > 1
    if kind is AskedKind.MAY and lead.yes_or_no:
        return True
    wanted = _BY_FIGURE.get(kind)
    if wanted is not None and any(wanted(one) for one in find_figures(lead.text)):
        return True
    return _patterns()[kind.value].search(lead.shown) is not None


def _patterns() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.answering.validating", "lead_kinds.yaml")
