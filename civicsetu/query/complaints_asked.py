"""Read what a question says of complaining: which office it asks for, and whether of compensation or a consumer forum.

"Who complains?" and "whom do I complain to?" share their words and are answered by different law; and a complaint for
compensation goes to an officer of its own. The words are data (`complaints_asked.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_words


def asks_whom_to_complain_to(question: str) -> bool:
    """Return whether it asks to which office a complaint goes; an appeal goes to another."""
    asked, patterns = question[-READING.complaint_chars :], _patterns()
    return patterns["whom"].search(asked) is not None and patterns["appeal"].search(asked) is None


def speaks_of_compensation(text: str) -> bool:
    """Return whether it speaks of compensation, or of the officer who decides it."""
    return _patterns()["compensation"].search(text[-READING.complaint_chars :]) is not None


def asks_of_consumer_forum_anew(text: str) -> bool:
    """Return whether it speaks of a consumer forum, but neither of a case already there nor of an association."""
    read, patterns = text[-READING.complaint_chars :], _patterns()
    others = (patterns["case_there"], patterns["consumer_body"])
    return patterns["consumer_forum"].search(read) is not None and all(one.search(read) is None for one in others)


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, re.Pattern[str]]:
    text = files("civicsetu.query").joinpath("complaints_asked.yaml").read_text("utf-8")
    data = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
    return {
        name: re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)
        for name, patterns in data.items()
    }
