"""Old names of settings, accepted for one version, so that an `.env` made before goes on working.

Where a setting has a new name its old value is used, unless the new name is set as well; where a
setting is gone its old name is read past. `civicsetu doctor` names those still in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_PREFIX = "CIVICSETU_"
NEW_NAMES: Mapping[str, str] = {
    "CIVICSETU_RETRIEVAL__HEADWORDS_WEIGHT": "CIVICSETU_RETRIEVAL__KEYPHRASE_WEIGHT",
    "CIVICSETU_RETRIEVAL__HEADWORDS_DEPTH": "CIVICSETU_RETRIEVAL__KEYPHRASE_DEPTH",
    "CIVICSETU_RETRIEVAL__SITUATIONS_WEIGHT": "CIVICSETU_RETRIEVAL__EXPECTED_QUESTION_WEIGHT",
    "CIVICSETU_RETRIEVAL__SITUATIONS_WEIGHT_OTHER_SCRIPT": "CIVICSETU_RETRIEVAL__EXPECTED_QUESTION_WEIGHT_OTHER_SCRIPT",
    "CIVICSETU_RETRIEVAL__SITUATIONS_DEPTH": "CIVICSETU_RETRIEVAL__EXPECTED_QUESTION_DEPTH",
    "CIVICSETU_RETRIEVAL__HEADWORDS_IN_FULLTEXT": "CIVICSETU_RETRIEVAL__QUESTION_INDEX_IN_FULLTEXT",
    "CIVICSETU_RETRIEVAL__GLOSSARY": "CIVICSETU_RETRIEVAL__SYNONYMS",
    "CIVICSETU_RETRIEVAL__RELATIVE_SCORES": "CIVICSETU_RETRIEVAL__RELATIVE_SCORE_FUSION",
    "CIVICSETU_RETRIEVAL__LEG_DEADLINE_S": "CIVICSETU_RETRIEVAL__RETRIEVER_DEADLINE_S",
    "CIVICSETU_GATE__MIN_CONFIDENCE": "CIVICSETU_ANSWERABILITY__MIN_CONFIDENCE",
    "CIVICSETU_GATE__ELSEWHERE_MARGIN": "CIVICSETU_ANSWERABILITY__OUT_OF_SCOPE_MARGIN",
    "CIVICSETU_GATE__FIXED_BY_RULES": "CIVICSETU_ANSWERABILITY__STATE_RULE_SCORE",
    "CIVICSETU_GATE__MIN_KNOWN": "CIVICSETU_ANSWERABILITY__MIN_KNOWN",
    "CIVICSETU_GATE__CLARIFY_WORDS": "CIVICSETU_ANSWERABILITY__CLARIFY_WORDS",
}
"""Old name to the new one; an empty one: the setting is gone and its value has no effect."""


def old_names_in(names: Iterable[str]) -> list[str]:
    """Those of the names that are old ones, sorted, in capitals."""
    return sorted({name.upper() for name in names} & NEW_NAMES.keys())


def values_by_group(values: Mapping[str, str | None]) -> dict[str, dict[str, str]]:
    """Values given under old names, by group and part of the new name; a new name that is set wins."""
    given = {name.upper(): value for name, value in values.items() if value is not None}
    groups: dict[str, dict[str, str]] = {}
    for old in old_names_in(given):
        new = NEW_NAMES[old]
        if new and new not in given:
            group, part = new.removeprefix(_PREFIX).lower().split("__")
            groups.setdefault(group, {})[part] = given[old]
    return groups


def how_renamed(old: str) -> str:
    """'CIVICSETU_A is now CIVICSETU_B', or that it has no effect any more."""
    return f"{old} is now {NEW_NAMES[old]}" if NEW_NAMES[old] else f"{old} has no effect any more"
