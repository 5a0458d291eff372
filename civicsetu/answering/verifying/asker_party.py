"""Who "you" is: the party the asker says they are, where that is plain."""

from __future__ import annotations

from civicsetu.query.asking import Asking

_PARTIES = {
    "promoter": "promoter",
    "agent": "real estate agent",
    "association": "association of allottees",
    "allottee": "allottee",
}


def find_asker_party(asked: Asking) -> str:
    """Return the party as `claims/parties.yaml` names it; empty where the words do not tell."""
    return _PARTIES.get(asked.find_fact("party") or "", "")
