"""Find the several things that one question asks in a breath: "who forms it, and by when?".

They are too near to be searched apart, and stay one question with one answer; but each of them is to be
answered. What a post asks in questions that can be put apart is split elsewhere (`parts.py`). The words are
data (`halves.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.query.asked_kind import asks_consequence
from civicsetu.query.asking_sentences import asks, asks_by_words, bare, points_to_a_thing, substance
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words


def split_halves(question: str) -> tuple[str, ...]:
    """Return the things asked in one question, in its order, at most three; empty where it asks a single thing.

    The first says what they are all about, or points to what is told before it: one that asks only when or how much
    comes after it.
    """
    text = question[-READING.halves_chars :]
    if of_details := _details(text):
        return of_details
    found: list[str] = []
    for clause in _clauses(text):
        asked = _asks_somewhere(clause) or (not found and _names_detail(clause))
        if asked and (found or _says_of_what(clause, text)):
            found.append(clause)
    return tuple(found[: READING.halves]) if len(found) > 1 else ()


def _says_of_what(clause: str, text: str) -> bool:
    """Whether a clause says what is asked about, or points to a sentence that tells it: "By when must he do it?"."""
    if substance(clause) or asks_consequence(clause):
        return True
    return points_to_a_thing(clause) and any(substance(one) for one in split_sentences(text) if not asks(one))


def _details(text: str) -> tuple[str, ...]:
    """Two details of one thing named together, each with what they are of: "form of an appeal", "fee of an appeal"."""
    found = _patterns()["details"].match(" ".join(text.split()).rstrip(" ?.!"))
    if found is None or found["first"].lower() == found["second"].lower():
        return ()
    return tuple(f"what is the {found[name]} {found['rest']}" for name in ("first", "second"))


def _clauses(text: str) -> Iterator[str]:
    """Yield the clauses of the sentences that ask, divided only where what follows asks, too."""
    sentences = list(split_sentences(text))
    for sentence in [one for one in sentences if asks(one)] or sentences:
        at = 0
        for joint in _patterns()["joint"].finditer(sentence):
            before, after = sentence[at : joint.start()], sentence[joint.end() :]
            if _asks_itself(after) and (_asks_somewhere(before) or _names_detail(before)):
                yield bare(before).strip()
                at = joint.end()
        yield bare(sentence[at:]).strip()


def _names_detail(clause: str) -> bool:
    """Whether it is nothing but the name of a detail, which is asked for where another question follows: "late fee"."""
    return _patterns()["detail_alone"].match(clause.strip()) is not None


def _asks_itself(clause: str) -> bool:
    return asks_by_words(clause) or _patterns()["word_alone"].match(clause) is not None


def _asks_somewhere(clause: str) -> bool:
    """Whether it asks, if only behind what it tells first: "refund order passed, within how many days"."""
    patterns = _patterns()
    return patterns["within"].search(clause) is not None or any(
        map(_asks_itself, patterns["joint"].split(clause))
    )


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, re.Pattern[str]]:
    text = files("civicsetu.query.splitting").joinpath("halves.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return {name: re.compile("|".join(words), re.IGNORECASE) for name, words in data.items()}
