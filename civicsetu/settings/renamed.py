"""Old names of settings, accepted for one version, so that an `.env` made before goes on working.

Where a setting has a new name its old value is used, unless the new name is set as well; where a
setting is gone its old name is read past. `civicsetu doctor` names those still in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Group = dict[str, "str | Group"]
"""Values by name, and groups of values."""
PREFIX = "CIVICSETU_"
_RETRIEVAL = f"{PREFIX}RETRIEVAL__"
_RETRIEVERS = {
    "EXACT": "EXACT",
    "FULLTEXT": "FULLTEXT",
    "VECTOR": "VECTOR",
    "HEADWORDS": "KEYPHRASES",
    "SITUATIONS": "EXPECTED_QUESTIONS",
    "GRAPH": "GRAPH",
}
"""Old name of a retriever to the one it has now."""
_WITHOUT_DEPTH = ("EXACT",)
_GONE = (
    "RRF_K", "SITUATIONS_WEIGHT_OTHER_SCRIPT", "HEADWORDS_IN_FULLTEXT", "EDITIONS", "GLOSSARY", "SPELLING",
    "RELATIVE_SCORES", "SYMBOLS_FULLTEXT_SHARE", "GRAPH_WEIGHT_PENALTY", "RERANK_POOL_LONG", "LONG_WORDS",
    "RERANK_WEIGHT", "SELECTIVE_RERANK", "MIN_SCORE_SHARE", "SCORE_GAP", "RERANK_WORDS", "ACT_FIRST_MARGIN",
    "CONVERSATION_WEIGHT", "WEIGHTS__CONVERSATION",
)  # fmt: skip
"""Settings of retrieval that nobody had a reason to set: numbers of `retrieval/thresholds.py`, or nothing any more."""
NEW_NAMES: Mapping[str, str] = {
    **{f"{_RETRIEVAL}{old}_WEIGHT": f"{_RETRIEVAL}WEIGHTS__{new}" for old, new in _RETRIEVERS.items()},
    **{
        f"{_RETRIEVAL}{old}_DEPTH": f"{_RETRIEVAL}DEPTHS__{new}"
        for old, new in _RETRIEVERS.items()
        if old not in _WITHOUT_DEPTH
    },
    **dict.fromkeys((f"{_RETRIEVAL}{old}" for old in _GONE), ""),
    "CIVICSETU_RETRIEVAL__LEG_DEADLINE_S": "CIVICSETU_RETRIEVAL__RETRIEVER_DEADLINE_S",
    "CIVICSETU_GATE__MIN_CONFIDENCE": "",
    "CIVICSETU_GATE__ELSEWHERE_MARGIN": "",
    "CIVICSETU_GATE__FIXED_BY_RULES": "CIVICSETU_ANSWERABILITY__STATE_RULE_SCORE",
    "CIVICSETU_GATE__MIN_KNOWN": "CIVICSETU_ANSWERABILITY__MIN_KNOWN",
    "CIVICSETU_GATE__CLARIFY_WORDS": "CIVICSETU_ANSWERABILITY__CLARIFY_WORDS",
}
"""Old name to the new one; an empty one: the setting is gone and its value has no effect."""

REFITTED: Mapping[str, str] = {
    "CIVICSETU_GATE__MIN_CONFIDENCE": "CIVICSETU_ANSWERABILITY__MIN_CONFIDENCE",
}
"""A limit of a model that was fitted anew, to the limit of the new one: a value chosen for the one would mislead the other."""


def find_old_names(names: Iterable[str]) -> list[str]:
    """Return those of the names that are old ones, sorted, in capitals."""
    return sorted({name.upper() for name in names} & NEW_NAMES.keys())


def group_values(values: Mapping[str, str | None]) -> dict[str, Group]:
    """Return values given under old names, nested as the parts of the new name; a new name that is set wins."""
    given = {name.upper(): value for name, value in values.items() if value is not None}
    groups: dict[str, Group] = {}
    for old in find_old_names(given):
        new = NEW_NAMES[old]
        if new and new not in given:
            group, *between, last = new.removeprefix(PREFIX).lower().split("__")
            holding = groups.setdefault(group, {})
            for part in between:
                inner = holding.get(part)
                if not isinstance(inner, dict):
                    inner = holding[part] = {}
                holding = inner
            holding[last] = given[old]
    return groups


def drop_old_names(values: Mapping[str, object], within: str = PREFIX) -> dict[str, object]:
    """Return values by group without those under old names, which would be refused as unknown."""
    return {
        name: drop_old_names(value, f"{within}{name}__") if isinstance(value, Mapping) else value
        for name, value in values.items()
        if f"{within}{name}".upper() not in NEW_NAMES
    }


def describe_rename(old: str) -> str:
    """Return 'CIVICSETU_A is now CIVICSETU_B', or that it has no effect any more, and why."""
    if NEW_NAMES[old]:
        return f"{old} is now {NEW_NAMES[old]}"
    gone = f"{old} has no effect any more"
    if old not in REFITTED:
        return gone
    return f"{gone}, because its values do not fit the new model ({REFITTED[old]} sets the limit of that one)"
