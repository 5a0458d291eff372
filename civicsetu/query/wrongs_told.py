"""Whether a text tells of a wrong done to whoever writes it, and does not only ask of the law.

Whoever writes "he has not given the deed" wants to know what to do about it, though they ask only by when it was
due, or nothing at all. The words are data (`wrongs_told.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from civicsetu.query.asking_sentences import asks_by_words, bare, substance
from civicsetu.query.chatter import is_chatter
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns

_JOINED = re.compile(r"^[\s,;?.!–—-]*(?:(?:and|also|or|aur|और|तथा|आणि|மற்றும்|ಮತ್ತು)\b|(?<=\s)(?:और|तथा|आणि|மற்றும்|ಮತ್ತು))?[\s,]*", re.IGNORECASE)
_WHERE = re.compile(r"^\s*(?:in|of|under|at|as per|according to)\s+(?:[^\W\d_]++[\s.?!]*){1,6}$", re.IGNORECASE)
"""Where all of it is asked: "in such a place", "under the law of a state"."""
_HOW_MUCH = re.compile(r"how (?:much|many|long)\b", re.IGNORECASE)
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


def find_wrongs(text: str) -> tuple[str, ...]:
    """Return the sentences that tell a wrong, in their order, each with enough words to say which.

    The text as a whole has to be about whoever writes it, as for `tells_of_wrong`; a sentence need not name them.
    """
    words, said = _words(), text[: READING.wrongs_chars]
    if not (words["own"].search(said) or words["actor"].search(said)):
        return ()
    return tuple(
        sentence
        for sentence in split_sentences(said)
        if substance(sentence) >= READING.told_substance
        and not is_chatter(sentence)
        and any(_tells(clause, words) for clause in _CLAUSE_END.split(sentence) if clause)
    )


def asks_for_help(text: str) -> bool:
    """Return whether help is asked for with all that is told: "kindly guide", "need advice"."""
    return _words()["plea"].search(text) is not None


def ask_of_all(question: str) -> str | None:
    """Return what a question asks besides what to do about everything told; None where it does not ask that.

    Of "What can we do?" nothing is left, of "What can we do and who pays for it?" the second half. What goes on in
    the same breath ("What can I do to be paid?") is left whole, since its end alone asks nothing.
    """
    said = bare(question).strip()
    found = _words()["of_all"].match(said)
    if found is None:
        return None
    behind = said[found.end() :]
    joined = _JOINED.match(behind)
    rest = behind[joined.end() :] if joined else behind
    if _WHERE.match(behind) or not (substance(rest) or _HOW_MUCH.match(rest)):
        return ""
    return rest if joined and joined[0].strip() else said


def _tells(clause: str, words: Mapping[str, re.Pattern[str]]) -> bool:
    of_wrong = words["wrong"].search(clause) is not None and words["supposed"].search(clause) is None
    return of_wrong and not _asks(clause, words)


def _asks(clause: str, words: Mapping[str, re.Pattern[str]]) -> bool:
    return words["asking"].search(clause) is not None or clause.rstrip().endswith("?") or asks_by_words(clause)


def _words() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.query", "wrongs_told.yaml")
