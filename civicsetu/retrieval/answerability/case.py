"""The case that the rules decide: one question with what was found for it, and what is read of both."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from civicsetu.corpus.law_index import LawIndex
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asking import Asking
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.classifier import Calibration, features
from civicsetu.retrieval.answerability.decision import Contradiction
from civicsetu.retrieval.answerability.intents import Intents, read_intents
from civicsetu.retrieval.answerability.word_models import get_stance_model
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.scope_kinds import ScopeKind
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds
from civicsetu.settings import AnswerabilitySettings

_OF_THE_HOME = "possession"
"""The case fact that tells whether a home is late, or was handed over and has defects."""


@dataclass(frozen=True)
class Case:
    """One question with what was found for it; before the search `plan` and `found` are None."""

    query: Query
    index: LawIndex
    settings: AnswerabilitySettings
    model: Calibration
    plan: RetrievalPlan | None = None
    found: Retrieved | None = None
    contradiction: Contradiction | None = None
    thresholds: AnswerabilityThresholds = ANSWERABILITY

    @property
    def asked(self) -> str:
        """The words asked last: of a follow-up, without what it goes on from."""
        return self.query.just_asked

    @cached_property
    def intents(self) -> Intents:
        return read_intents(self.asked) if self.thresholds.intent_patterns else Intents()

    @cached_property
    def features(self) -> dict[str, float]:
        assert self.plan is not None and self.found is not None, "the classifier reads what was found"
        return features(self.plan, self.found, self.intents, self.thresholds)

    @cached_property
    def chance(self) -> float:
        """The classifier's chance that the law found answers; without it, whether that law is nearer than other topics."""
        if not self.thresholds.classifier:
            return float(sum(self.result.signals.margins) >= 0)
        return self.model.chance(self.features)

    @cached_property
    def tells_of_home(self) -> bool:
        """Whether a home is told of that is late, or was handed over and has defects."""
        return is_told_of_home(self.query.asking_whole)

    @property
    def denies_wish(self) -> bool:
        """Whether the words are surely not those of a wish to break the law: also "what happens if I do so?" is not.

        Nor is what somebody asks in a post who tells how they were wronged, nor, in most words, whether something is
        allowed: who asks that is told what the law says.
        """
        if self.query.story and not self.intents.wrongdoing and self.query.telling_story.tells_wrong:
            return True
        asking = self.query.asking
        asks_what_follows = asking.asks_consequence and not self.intents.wrongdoing
        least = self.thresholds.wish_of_whether if asking.polar is not None else self.thresholds.surely_no_wish
        return asks_what_follows or self._stance <= least

    @cached_property
    def _stance(self) -> float:
        """The stance model's log odds of a wish to break the law; without it the words are as likely of one as not."""
        return get_stance_model().score(self.asked) if self.thresholds.stance_model else 0.0

    @property
    def is_wish(self) -> bool:
        """Whether the words, the vector and what the wording shows tell a wish to break the law."""
        words, shown = self._stance, self.intents.wrongdoing
        if shown and words > self.thresholds.no_wish:
            return True
        score = min(self.score(ScopeKind.WRONGDOING), self.thresholds.surest)
        of_vector = score - math.log(-math.expm1(score))
        total = words + self.thresholds.wish_by_vector * of_vector + self.thresholds.wish_by_wording * shown
        return total >= self.thresholds.wish

    @property
    def is_answered(self) -> bool:
        """Whether the classifier's chance is high enough; less is where the scope model knows the question as ours."""
        if self.chance >= self.settings.min_confidence:
            return True
        is_ours = self.score(ScopeKind.IN_SCOPE) >= self.thresholds.ours
        return is_ours and self.chance >= self.thresholds.chance_where_ours

    @property
    def result(self) -> Retrieved:
        assert self.found is not None, "the rules after the search are read after it"
        return self.found

    def score(self, kind: ScopeKind) -> float:
        """Return the log chance that the question is of a kind."""
        return self.result.signals.scope[kind]

    @property
    def named(self) -> bool:
        """Whether a provision asked for by number is the first of the evidence."""
        plan, evidence = self.plan, self.result.evidence
        return bool(plan and plan.references and evidence and evidence[0].pinned)

    @property
    def means_another_laws_number(self) -> bool:
        """Whether a number that the law held has, too, is asked for of another: "section 54" of an income tax.

        A question of few words is no more than the number, and a number is asked for of the law held.
        """
        named = self.plan.references if self.plan else ()
        if not self.by_meaning or any(reference.law for _, reference in named):
            return False
        if len(split_words(self.query.standalone)) < self.thresholds.enough_words:
            return False
        likelier = self.score(ScopeKind.OTHER_LAW) - self.score(ScopeKind.IN_SCOPE)
        far = max(self.result.signals.margins) < 0 and likelier > self.thresholds.of_another
        return far and self.chance < self.thresholds.chance_of_another

    @property
    def is_near_to_our_law(self) -> bool:
        """Whether the question is near to the law held, answered or not."""
        out = max(self.score(ScopeKind.OTHER_LAW), self.score(ScopeKind.NO_QUESTION))
        return sum(self.result.signals.margins) > 0 or self.score(ScopeKind.IN_SCOPE) > out

    @property
    def by_meaning(self) -> bool:
        """Whether the searches by meaning and over the question index found anything."""
        return self.result.vector is not None and self.result.signals.looked_up


def is_told_of_home(told: Asking) -> bool:
    """Return whether a home is told of that is late, or was handed over and has defects."""
    return told.find_fact(_OF_THE_HOME) is not None
