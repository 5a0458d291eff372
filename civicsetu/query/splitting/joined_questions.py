"""Divide a sentence that joins several questions: "how long is he liable, can I stop him, and what fee do I pay?".

A short question is divided only where each half can be asked alone; else it is answered whole, all that it asks at
once. The writer of a long post lists what they want to know, comma after comma: there every clause that asks is a
question. The words are data (`joined_questions.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from civicsetu.query.asked_kind import AskedKind, asked_kind
from civicsetu.query.asking_sentences import (
    asks_by_words,
    bare,
    names_only_details,
    names_procedure,
    points_back,
    points_to_a_thing,
    substance,
    without_condition,
)
from civicsetu.query.named.places_named import Places
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns

_DETAILS = frozenset({AskedKind.HOW_MUCH, AskedKind.HOW_LONG, AskedKind.FORM})


def divide_questions(sentence: str, places: Places, *, is_long: bool) -> Iterator[str]:
    """Yield the questions of a sentence in its order; the sentence itself where it asks one.

    `is_long`: it stands in a long post.
    """
    if len(sentence) > READING.split_chars:
        yield sentence
        return
    for clause in _halves_that_stand(sentence, places, is_long=is_long):
        yield from _listed(clause, places) if is_long else (clause,)


def _listed(sentence: str, places: Places) -> Iterator[str]:
    """Yield the questions that a long post lists in one sentence."""
    joints = list(_patterns()["list_joint"].finditer(sentence))
    ends = [*(joint.start() for joint in joints[1:]), len(sentence)]
    at = 0
    for joint, end in zip(joints, ends, strict=False):
        before, after = sentence[at : joint.start()], sentence[joint.end() : end]
        if places.differ(before, after) or not _asks_before(before, behind_another=at > 0):
            continue
        joined = any(character.isalpha() for character in joint[0])
        if _asks_behind(after, before, joined=joined) and _is_own_matter(after):
            yield before.strip()
            at = joint.end()
    yield sentence[at:].strip()


def _asks_before(clause: str, *, behind_another: bool) -> bool:
    """Return whether a clause before a joint asks; an "if" does so `behind_another` question, else it is a condition."""
    said, words = bare(clause).strip(), _patterns()
    opens = words["opens"].match(said) or words["verb_first"].match(said) or words["asks_within"].search(said)
    if words["opens_again"].match(said) and not behind_another:
        return False
    if not (opens or behind_another or asks_by_words(clause) or _asks_last(clause)):
        return False
    asked = without_condition(clause)
    return not names_only_details(asked) and (substance(asked) > 0 or points_to_a_thing(asked))


def _asks_behind(clause: str, before: str, *, joined: bool) -> bool:
    """Return whether a clause behind a joint asks; `joined` by a word, for a comma may also begin "who has left"."""
    said, words = bare(clause).strip(), _patterns()
    if not joined and words["relative"].match(said):
        return False
    again = words["opens_again"]
    if again.match(said):
        behind_another = joined and again.match(bare(before).strip()) is not None
        return behind_another or words["wants_to_know_if"].search(before) is not None
    if words["opens"].match(said) or asks_by_words(clause) or _asks_last(clause) or words["verb_first"].match(said):
        return not _is_only_either(said)
    return False


def _asks_last(clause: str) -> bool:
    return _patterns()["asks_last"].search(clause) is not None


def _is_own_matter(clause: str) -> bool:
    """Return whether a clause asks of something, and not for a mere detail of what is asked before it."""
    return substance(clause) > 0 and not names_only_details(clause)


def _has_details(clause: str) -> bool:
    """Return whether a form or a fee may be a detail of it: it names a procedure, or asks for details itself."""
    return names_procedure(clause) or names_only_details(clause)


def _halves_that_stand(sentence: str, places: Places, *, is_long: bool) -> Iterator[str]:
    """Yield the questions that a sentence joins by "and", where each can be asked alone.

    In a long post also those of another kind: a short question is answered as a whole, both halves at once.
    """
    at = 0
    questioned = sentence.rstrip("\"'”’)").endswith("?")
    for joint in _patterns()["joint"].finditer(sentence):
        before, after = sentence[at : joint.start()], sentence[joint.end() :]
        if places.differ(before, after):
            continue
        each_stands = _stands(before) and (_stands(after) or (questioned and _inverted(after)))
        if each_stands or (is_long and _asks_otherwise(before, after)):
            yield before.strip()
            at = joint.end()
    yield sentence[at:].strip()


def _stands(clause: str) -> bool:
    """Return whether half a sentence asks by itself; one that refers to the other half must say more."""
    return asks_by_words(clause) and _says_enough(without_condition(clause)) and not _is_only_either(clause)


def _asks_otherwise(before: str, after: str) -> bool:
    """Return whether the second half asks for a thing of another kind: "can my son go, and what is the fee".

    A form and a fee, or a sum and its time, are details of one thing; so is "and on which form".
    """
    if not (asks_by_words(before) and asks_by_words(after) and substance(after)):
        return False
    if names_only_details(after) and (_has_details(before) or _patterns()["verb"].search(after) is None):
        return False
    first = without_condition(before)
    if not substance(first) or names_only_details(first) or _is_only_either(before):
        return False
    kinds = {asked_kind(before), asked_kind(after)}
    if len(kinds) < 2 or AskedKind.OTHER in kinds:
        return False
    says_more = substance(after) >= READING.clause_substance and not names_only_details(after)
    return not kinds <= _DETAILS or (says_more and not points_to_a_thing(after))


def _inverted(clause: str) -> bool:
    """Return whether it begins with a verb before its subject: "is interest payable", not "is selling flats"."""
    return _patterns()["verb_first"].match(clause) is not None and _says_enough(clause)


def _says_enough(clause: str) -> bool:
    """Return whether it says what it is about; a form or a fee alone is about the half before it."""
    return not names_only_details(clause) and substance(clause) >= READING.clause_substance * (
        2 if points_back(clause) else 1
    )


def _is_only_either(clause: str) -> bool:
    return bare(clause).lower().startswith(("or ", "either "))


def _patterns() -> Mapping[str, re.Pattern[str]]:
    return load_patterns("civicsetu.query.splitting", "joined_questions.yaml")
