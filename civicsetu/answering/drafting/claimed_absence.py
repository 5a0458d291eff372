"""Hold back what says that something is not there, until a search of its own for that point has found nothing.

Where the coverage of the law, or a cited span, bears a claim of absence out, it stands at once and nothing here touches
it. Else its point goes back to the search. That the law is silent is then said by nobody: what a search found nothing on
is called not found, and what it may have found is only not answered.
"""

from __future__ import annotations

from civicsetu.answering.drafting.decide_sentences import Checks
from civicsetu.answering.drafts import Drafts, JudgedSentence
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.written import SentenceMark
from civicsetu.retrieval.answerability.decision import Reason

_FOUND_NOTHING = (
    Reason.WEAK, Reason.UNCLEAR, Reason.NOTHING_FOUND, Reason.NO_SUCH_PROVISION, Reason.RULES_NOT_HELD, Reason.NO_LAW_HELD,
    Reason.LEFT_TO_STATE_RULES, Reason.OTHER_LAW, Reason.OTHER_LAW_NAMED,
)  # fmt: skip


def hold_back(drafts: Drafts, one: JudgedSentence, checks: Checks) -> tuple[Drafts, bool]:
    """Return the drafts with the point of a claim of absence open, and whether the sentence is not said for now.

    A first sentence that says a point was not found waits for the search, and is said where that found nothing; any
    other such sentence is left to the last line of the part, which names the point.
    """
    at = one.written.part - 1
    claimed, draft = checks.find_claimed(one.written), drafts.get_part(at)
    if claimed is None or draft is None:
        return drafts, False
    leads = claimed.not_found and one.stands and one.written.mark is SentenceMark.LEAD
    if leads and draft.was_sought_in_vain(claimed.point):
        return drafts, False
    drafts = drafts.open_point(at, claimed.point, is_held=checks.is_held(claimed.point, one.written.part))
    return drafts.wait(at, one) if leads else drafts, claimed.not_found and one.stands


def may_answer(turn: PartTurn) -> bool:
    """Return whether what a point found may answer it; a search that was not judged, or asks for no law, proves nothing."""
    return turn.decision is None or turn.decision.reason not in _FOUND_NOTHING
