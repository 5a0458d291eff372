"""The chance that a statement belongs behind the one that leads, in an answer to one question.

Most statements near to the lead are beside the point: of what stood behind a right lead by score alone, one in five
belonged there by a reader's word. What readers put behind which statement tells it better, together with how near both
are and what one is to the other. The weights are fitted by `civicsetu eval fit-belongs` and ship as data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.statements.asked_questions import AskedCounts, get_asked_counts
from civicsetu.law.statements import StatementKind
from civicsetu.yaml_data import load_shipped

FEATURES = (
    "less_likely", "same_provision", "same_section", "behind_often", "behind_this", "alike", "asked_alike", "required",
    "fills", "footnote", "length", "definition", "penalty", "figure", "same_bearer",
)  # fmt: skip
_FIGURES = frozenset({StatementKind.AMOUNT, StatementKind.FORM, StatementKind.PERIOD})


@dataclass(frozen=True)
class BelongsModel:
    """A logistic model over `FEATURES`."""

    intercept: float
    weights: Mapping[str, float]

    def chance(self, features: Mapping[str, float]) -> float:
        """Return the chance that the statement belongs behind the lead."""
        total = self.intercept + sum(self.weights[name] * features[name] for name in FEATURES)
        return 1 / (1 + math.exp(-total))


def features_behind(lead: Ranked, one: Ranked, index: StatementIndex, counts: AskedCounts | None = None) -> dict[str, float]:
    """Return the features by which to decide whether one statement belongs behind another."""
    counts = get_asked_counts() if counts is None else counts
    first, second = lead.held.statement, one.held.statement
    at, other = index.place[first.id], index.place[second.id]
    same = not lead.held.unit_ids.isdisjoint(one.held.unit_ids)
    together, leads = counts.together.get((first.id, second.id), 0), counts.leads.get(first.id, 0)
    return {
        "less_likely": lead.score - one.score,
        "same_provision": float(same),
        "same_section": float(not same and not lead.held.sections.isdisjoint(one.held.sections)),
        "behind_often": float(np.log1p(counts.behind.get(second.id, 0))),
        "behind_this": together / (leads + ANSWERING.leads_smoothed),
        "alike": float(index.near[at] @ index.near[other]),
        "asked_alike": float(index.centres[at] @ index.centres[other]),
        "required": float(second.id in first.requires),
        "fills": float(first.id in second.fills),
        "footnote": float(first.id in second.qualifies or second.id in first.qualifies),
        "length": len(second.says.split()) / 20,
        "definition": float(second.kind is StatementKind.DEFINITION),
        "penalty": float(second.kind is StatementKind.PENALTY),
        "figure": float(second.kind in _FIGURES),
        "same_bearer": float(first.bearer is second.bearer),
    }


def chance_behind(lead: Ranked, one: Ranked, index: StatementIndex) -> float:
    """Return the chance that a statement belongs behind the lead."""
    return get_belongs_model().chance(features_behind(lead, one, index))


@lru_cache(maxsize=1)
def get_belongs_model() -> BelongsModel:
    """Return the model that ships."""
    data = load_shipped("civicsetu.answering.composing.behind", "belongs.yaml")
    return BelongsModel(float(data["intercept"]), {name: float(data["weights"][name]) for name in FEATURES})
