"""Kinds of question, other laws and the nearest topic: what a question can be about, seen from the law held."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class ScopeKind(StrEnum):
    """The kind of a text, seen from the law held."""

    IN_SCOPE = "in_scope"
    OTHER_LAW = "other_law"
    NO_QUESTION = "no_question"
    WRONGDOING = "wrongdoing"
    PREDICTION = "prediction"


class OtherLaw(StrEnum):
    """The laws that are named where a question belongs to one of them; the value is an id, not a name."""

    CONTRACT = "contract"
    REGISTRATION = "registration"
    STAMP = "stamp"
    INSOLVENCY = "insolvency"
    CONSUMER = "consumer"
    TENANCY = "tenancy"
    SUCCESSION = "succession"
    APARTMENT_OWNERSHIP = "apartment_ownership"
    PLANNING = "planning"
    INCOME_TAX = "income_tax"
    GST = "gst"
    CRIMINAL = "criminal"
    BANKING = "banking"
    SOCIETY = "society"
    PROPERTY_TAX = "property_tax"
    LAND_ACQUISITION = "land_acquisition"
    LAND_RECORDS = "land_records"
    FAMILY = "family"
    EMPLOYMENT = "employment"
    CHEQUES = "cheques"
    FOREIGN_EXCHANGE = "foreign_exchange"
    INSURANCE = "insurance"
    PENSION = "pension"
    BUILDING_WORKERS = "building_workers"
    DEFAMATION = "defamation"
    LAND_USE = "land_use"
    BRIBERY = "bribery"
    STREET_VENDING = "street_vending"
    NEIGHBOURS = "neighbours"
    VEHICLES = "vehicles"
    ELECTRICITY = "electricity"


KINDS = tuple(ScopeKind)
Scores = Mapping[ScopeKind, float]
"""The natural logarithm of the chance of each kind."""
UNKNOWN_SCOPE: Scores = {kind: -math.log(len(KINDS)) for kind in KINDS}


@dataclass(frozen=True, slots=True)
class OutOfScopeMatch:
    """The topic nearest to a question, and the cosines of its nearest phrases and question.

    `law` is the other law that the topic and most of the nearest texts belong to; None where they are of
    several, or of one that the closed list does not name. `own_question` is the cosine of the nearest of what
    people ask of the law held.
    """

    topic: str = ""
    phrases: float = 0.0
    expected_question: float = 0.0
    law: OtherLaw | None = None
    own_question: float = 0.0


NO_MATCH = OutOfScopeMatch()
