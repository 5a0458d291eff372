"""What a conversation showed before: not said again, or, where nothing new answers, named as said in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.law.answers import SAID_ABOVE, Answer, Sentence


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
    """Whether a sentence says that it was said above."""
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


def _even(text: str) -> str:
    return " ".join(text.casefold().split())
