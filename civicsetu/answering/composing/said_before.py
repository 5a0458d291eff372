"""What a conversation showed before: not said again, or, where nothing new answers, named as said in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from civicsetu.answering.composing.answer_halves import gives
from civicsetu.answering.composing.compose_statements import Limits, says_the_same
from civicsetu.answering.composing.ranking import KINDS_THAT_ANSWER, Ranked, names_time
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import SAID_ABOVE, Answer, Sentence
from civicsetu.law.statements import Statement
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.query.asking import AskedKind, Asking
from civicsetu.yaml_data import load_patterns


def texts_shown(earlier: Sequence[Answer]) -> frozenset[str]:
    """Return the sentences, steps and cells that these turns showed."""
    return frozenset(
        text
        for turn in earlier
        for text in (
            *(one.text for one in turn.sentences),
            *(one.text for one in turn.steps),
            *(cell.text for row in (turn.table.rows if turn.table else ()) for cell in row.cells),
        )
    )


def texts_before(question: str, earlier: Sequence[Answer]) -> frozenset[str]:
    """Return what was shown before a question; nothing where it was asked before in the same words.

    Who asks again word for word wants the answer again.
    """
    asked = _even(question)
    return frozenset() if any(_even(turn.question) == asked for turn in earlier) else texts_shown(earlier)


def statements_shown(texts: Collection[str], index: StatementIndex) -> list[StatementHeld]:
    """Return the statements that were said in just these words, or named as said before."""
    return [one for one in index.held if one.statement.says in texts or recall(one.statement.says) in texts]


def recall(says: str) -> str:
    """Return the sentence that points back at what was said before."""
    return f"{SAID_ABOVE}{says}"


def is_recalled(text: str) -> bool:
    """Return whether a sentence says that it was said above."""
    return text.startswith(SAID_ABOVE)


def named_as_said(sentence: Sentence) -> Sentence:
    """Return a sentence as one that was said before."""
    return sentence.model_copy(update={"text": recall(sentence.text)})


def rank_follow_up(whole: Sequence[Ranked], alone: Sequence[Ranked]) -> list[Ranked]:
    """Return a follow-up's ranking by the mean of two: of the question with what it goes on from, and of itself.

    The words of the conversation draw a follow-up to what answered them; what it asks itself tells which of that it
    means, or that it means something else. The first keeps the score it has in the `whole`.
    """
    by_itself = {one.held.statement.id: one.score for one in alone}
    mean = [Ranked(one.held, (one.score + by_itself.get(one.held.statement.id, one.score)) / 2) for one in whole]
    mean.sort(key=lambda one: -one.score)
    if not mean:
        return []
    of_first = next(one.score for one in whole if one.held is mean[0].held)
    return [Ranked(one.held, one.score + of_first - mean[0].score) for one in mean]


def just_asks_for(asked: Asking, statement: Statement) -> bool:
    """Return whether a follow-up asks for a detail without saying of what ("How much is it?") that the statement gives.

    What it is about only the conversation tells: read by itself it would be answered by any law with such a detail.
    """
    if not asked.text or not asked.says_little:
        return False
    if asked.kind is AskedKind.HOW_LONG:
        return names_time(statement.says)
    return asked.kind is not AskedKind.OTHER and gives(statement, asked.kind)


def refusal_first(ranked: Sequence[Ranked], asked: str, before: Sequence[StatementHeld]) -> list[Ranked]:
    """Return the ranking with the consequence of failing in the duty first, where a follow-up asks for that.

    The duty itself, which leads, was the answer before. Where the follow-up does not say what is not done, a penalty or
    consequence that was said `before` is of it, too.
    """
    patterns = load_patterns("civicsetu.answering.composing", "follow_ups_asked.yaml")
    not_done = patterns["if_not_done"].search(asked)
    if not ranked or not_done is None:
        return list(ranked)
    lead, deed = ranked[0], stems_of(" ".join(Asking(asked[not_done.end() :]).words))
    opening = patterns["says_if_not_done"]
    for one in ranked:
        condition = opening.match(one.held.statement.says)
        near = one.score >= lead.score - ANSWERING.next_to_said
        of_lead = one.held.sections & lead.held.sections and condition is not None and deed <= stems_of(condition[0])
        was_said = not deed and one.held in before and one.held.statement.kind in KINDS_THAT_ANSWER[AskedKind.CONSEQUENCE]
        if near and (of_lead or was_said):
            return [Ranked(one.held, lead.score), *(other for other in ranked if other is not one)]
    return list(ranked)


def find_shown(held: StatementHeld, before: Sequence[StatementHeld], asked: Asking, limits: Limits) -> StatementHeld:
    """Return the statement shown before that this one hardly differs from; itself where it says more of what is asked.

    Only what was really shown can be pointed back to.
    """
    if held in before:
        return held
    shown = next((one for one in before if says_the_same(held, one, limits.same_words)), None)
    if shown is None:
        return held
    gives_more = gives(held.statement, asked.kind) and not gives(shown.statement, asked.kind)
    new_words = stems_of(held.statement.says) - stems_of(shown.statement.says)
    return held if gives_more or new_words & stems_of(asked.text) else shown


def _even(text: str) -> str:
    return " ".join(text.casefold().split())
