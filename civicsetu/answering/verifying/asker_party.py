"""Who "you" is: the party the asker says they are, where that is plain."""

from __future__ import annotations

from functools import lru_cache

from civicsetu.query.read_case_facts import read_case_facts

_PARTIES = {
    "promoter": "promoter",
    "agent": "real estate agent",
    "association": "association of allottees",
    "allottee": "allottee",
}


@lru_cache(maxsize=256)
def find_asker_party(asked: str) -> str:
    """Return the party as `claims/parties.yaml` names it; empty where the words do not tell."""
    return next((_PARTIES.get(fact.value, "") for fact in read_case_facts(asked) if fact.id == "party"), "")
