"""The door of the decision whether the law held answers a question: before its search, after it, and by its own words.

What decides are the ordered rules of `rules`; who asks them needs none of what they read.
"""

from __future__ import annotations

from typing import ClassVar

from civicsetu.corpus.law_index import LawIndex
from civicsetu.models.prepared import models_root
from civicsetu.models.profiles import chosen_profile
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.case import Case
from civicsetu.retrieval.answerability.classifier import Calibration, get_calibration
from civicsetu.retrieval.answerability.contradiction import find_contradiction
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.answerability.out_of_scope import damaged_vectors
from civicsetu.retrieval.answerability.rules import (
    AFTER_SEARCH,
    BEFORE_SEARCH,
    first_decision,
    is_surely_none_of_ours,
)
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds
from civicsetu.settings import AnswerabilitySettings, Settings

_NOT_SURELY_DECLINED = frozenset({Reason.OTHER_LAW, Reason.NO_QUESTION, Reason.WEAK})


class Answerability:
    """Answerability classifier: a question is answered, asked back, shown with options or declined, with a reason."""

    shipped_thresholds: ClassVar = ANSWERABILITY
    """The numbers and switches by which it decides that no operator sets, where nothing is measured."""

    def __init__(
        self,
        settings: AnswerabilitySettings,
        model: Calibration | None = None,
        thresholds: AnswerabilityThresholds = shipped_thresholds,
    ) -> None:
        """`model` are the weights of the classifier; those that ship where none are given."""
        self._settings = settings
        self._model = model
        self._thresholds = thresholds

    def decide_before_search(self, query: Query, index: LawIndex) -> Decision | None:
        """Return the decision that no search can change; None where the law is to be searched."""
        return first_decision(BEFORE_SEARCH, self._case(query, index))

    def decide(self, query: Query, plan: RetrievalPlan, found: Retrieved, index: LawIndex) -> Decision:
        """Return the decision on what was found; options come with the two provisions that contradict each other."""
        case = self._case(query, index, plan, found, weighs_contradiction=True)
        decision = first_decision(AFTER_SEARCH, case)
        assert decision is not None, "the last rule always speaks"
        return decision

    def is_doubtful(self, query: Query, decision: Decision | None, found: Retrieved, *, declined: bool) -> bool:
        """Return whether the story of a part of a post may have led the decision on it astray.

        It was `declined` after a search with its story, and no other law was known in it; or it was not, and what it
        asks without its story resembles other law, or no question of law.
        """
        if not self._thresholds.own_words:
            return False
        if declined:
            unsure = decision is not None and decision.reason in _NOT_SURELY_DECLINED and decision.other_law is None
            return unsure and bool(query.asked_last)
        scope = found.signals.scope_alone
        if query.references or scope is None:
            return False
        likes_other_law = scope[ScopeKind.OTHER_LAW] > scope[ScopeKind.IN_SCOPE] - self._thresholds.doubt
        return likes_other_law or scope[ScopeKind.NO_QUESTION] > scope[ScopeKind.IN_SCOPE]

    def decide_alone(
        self, query: Query, plan: RetrievalPlan, found: Retrieved, index: LawIndex, *, declined: bool
    ) -> Decision | None:
        """Return the decision by a part's own words where it overturns the one with its story; else None.

        `query` is the part without its story, and `found` what was found for it. A part that was `declined` is answered
        where its own words are; one that was not is refused where its own question is surely none of ours.
        """
        case = self._case(query, index, plan, found)
        if not declined:
            return is_surely_none_of_ours(case)
        decision = first_decision(AFTER_SEARCH, case)
        return decision if decision is not None and decision.action == "proceed" else None

    @staticmethod
    def list_damaged_vectors(settings: Settings) -> list[str]:
        """Return the names of its stored vectors that cannot be read; a missing file is not damaged."""
        return damaged_vectors(models_root(settings), chosen_profile(settings))

    def _case(
        self,
        query: Query,
        index: LawIndex,
        plan: RetrievalPlan | None = None,
        found: Retrieved | None = None,
        *,
        weighs_contradiction: bool = False,
    ) -> Case:
        weighs_contradiction = weighs_contradiction and self._thresholds.contradiction
        contradiction = (
            find_contradiction(found.evidence, index, self._thresholds) if found and weighs_contradiction else None
        )
        model = self._model or get_calibration()
        return Case(query, index, self._settings, model, plan, found, contradiction, self._thresholds)
