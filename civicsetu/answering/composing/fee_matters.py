"""Tell of what a fee or form is: who asks for the fee of a complaint is not told that of registering a project."""

from __future__ import annotations

import re
from collections.abc import Mapping

from civicsetu.law.statements import Statement, StatementKind
from civicsetu.yaml_data import load_patterns

_FEE = re.compile(r"\bfees?\b|\bcosts? \d|\bForms? [A-Z]\b")
_PROJECT = re.compile(r"\bprojects?\b|प्रोजेक्ट|परियोजन|प्रकल्प|திட்ட|ಯೋಜನೆ", re.IGNORECASE)
_DETAILS = frozenset({StatementKind.AMOUNT, StatementKind.FORM, StatementKind.LIMIT})


def find_fee_matters(question: str) -> frozenset[str]:
    """Return what the fees or forms can be of that a question names; none where it names nothing of the kind.

    The registration that a broker asks of is the broker's, unless a project is named.
    """
    found = frozenset(name for name, pattern in _matters().items() if pattern.search(question))
    of_broker = "broker" in found and _PROJECT.search(question) is None
    return found - {"project"} if of_broker else found


def is_fee_of_another(statement: Statement, asked: frozenset[str]) -> bool:
    """Return whether it states a fee or form of none of the matters asked, where some are."""
    if not asked or statement.kind not in _DETAILS or _FEE.search(statement.says) is None:
        return False
    matter = next((name for name, pattern in _matters().items() if pattern.search(statement.says)), "")
    return bool(matter) and matter not in asked


def _matters() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.answering.composing", "fee_matters.yaml")
