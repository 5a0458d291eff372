"""What of a part stands as it does in the law in force, and what must have been searched before a part is declined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from civicsetu.answering.citing import cite, is_in_force, is_supported, text_of
from civicsetu.answering.composing.said_before import named_as_said
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.messages.name_states import name_states
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.show_parts import give_yes_or_no, renumber_citations
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import SearchIncomplete
from civicsetu.law.answers import AnswerKind, Citation, Sentence, Support
from civicsetu.retrieval.answerability.decision import Reason


def verify_part(turn: PartTurn, index: LawIndex, registry: Registry) -> PartTurn:
    """Return the part with the sentences that stand as they do in the law in force, and its kind."""
    if turn.declined:
        return turn
    sentences, citations = cite(turn.chosen, index, registry)
    kept = [sentence for sentence in sentences if is_supported(sentence, citations, index)]
    query = turn.query
    in_force = [sentence for sentence in kept if is_in_force(sentence, citations, query.as_on)]
    if not in_force:
        declined = turn.preface or (
            abstention_messages.not_yet_in_force(query, citations)
            if kept
            else abstention_messages.not_answered(query, registry)
        )
        decision = turn.decision
        if decision and not (kept or turn.preface):
            decision = replace(decision, reason=Reason.WEAK)
        return replace(turn, decision=decision, kind=AnswerKind.ABSTAIN, declined=declined)
    if turn.preface:
        kept = in_force = in_force[:1]
    later = _cited([sentence for sentence in kept if sentence not in in_force], citations)
    shown, cited = renumber_citations(in_force, citations)
    if turn.recalls:
        before = text_of(turn.chosen[0])
        shown = [named_as_said(one) if one.text == before else one for one in shown]
    if turn.compared:
        shown = list(name_states(shown, cited, turn.compared, registry))
    partial = query.lacks_what_it_names
    stated = AnswerKind.OPTIONS if turn.contradiction else AnswerKind.ANSWER
    if turn.preface:
        shown = [Sentence(text=turn.preface, support=Support.NONE, silence=turn.silence), *shown]
        partial, stated = False, AnswerKind.ABSTAIN
    if len(in_force) == len(sentences):
        shown = give_yes_or_no(turn, shown)
        shown.extend(Sentence(text=limit, support=Support.NONE) for limit in turn.limits)
    if turn.opening:
        shown = [Sentence(text=turn.opening, support=Support.NONE), *shown]
        stated = turn.kind or stated
    return replace(
        turn,
        kind=AnswerKind.PARTIAL if partial else stated,
        sentences=tuple(shown),
        citations=tuple(cited),
        later=tuple(later),
    )


def required_whole(turns: Sequence[PartTurn]) -> list[PartTurn]:
    """Return the parts, each one declined after an incomplete search turned into a request to ask again.

    Beside parts that are answered, the text of such a part asks to put it again.

    Raises:
        SearchIncomplete: nothing is answered, and not everything was searched.
    """
    missed = [
        text
        for turn in turns
        if turn.declined and turn.found and not turn.found.may_decline
        for text in turn.found.degraded
    ]
    if missed and all(turn.declined for turn in turns):
        raise SearchIncomplete("; ".join(dict.fromkeys(missed)))
    return [
        replace(turn, kind=AnswerKind.CLARIFY, declined=abstention_messages.not_fully_searched())
        if turn.declined and turn.found and not turn.found.may_decline
        else turn
        for turn in turns
    ]


def _cited(sentences: list[Sentence], citations: list[Citation]) -> list[Citation]:
    return [citations[index] for sentence in sentences for index in sentence.citations]
