"""Whether a text tells of a wrong done to whoever writes it, and does not only ask of the law.

Whoever writes "he has not given the deed" wants to know what to do about it, though they ask only by when it was
due, or nothing at all. The words are data (`wrongs_told.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from civicsetu.query.asking_sentences import asks_by_words
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns

_CLAUSE_END = re.compile(r"(?<=[.!?।\n])|[,;:–—]\s|\s-\s|\s(?=(?:but|yet|although|though|and now|so|lekin|par|लेकिन|पण)\s)")


def tells_of_wrong(text: str) -> bool:
    """Return whether it tells, in words that ask nothing, of a wrong done to whoever writes it.

    Who tells of themselves and asks nothing at all complains, in whatever words.
    """
    words, said = _words(), text[: READING.wrongs_chars]
    if not (words["own"].search(said) or words["actor"].search(said)):
        return False
    clauses = [clause for clause in _CLAUSE_END.split(said) if clause]
    if len(said.split()) >= READING.wrongs_words and not any(_asks(clause, words) for clause in clauses):
        return True
    return any(_tells(clause, words) for clause in clauses)


def _tells(clause: str, words: Mapping[str, re.Pattern[str]]) -> bool:
    of_wrong = words["wrong"].search(clause) is not None and words["supposed"].search(clause) is None
    return of_wrong and not _asks(clause, words)


def _asks(clause: str, words: Mapping[str, re.Pattern[str]]) -> bool:
    return words["asking"].search(clause) is not None or clause.rstrip().endswith("?") or asks_by_words(clause)


def _words() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.query", "wrongs_told.yaml")
