"""Read the asker's purpose from the wording of a question.

The vector of a question shows its subject. "How is a forged consent punished?" and "how do I forge a
consent?" have the same subject; only their wording differs. The patterns are data (`intents.yaml`), used
together with the scope model, never alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from civicsetu.retrieval.thresholds import ANSWERABILITY
from civicsetu.yaml_data import load_shipped


@dataclass(frozen=True, slots=True)
class Intents:
    """Intents that the wording shows.

    `asks`: anything is asked at all; `complains`: a grievance of the matter is told; `commands`: a task
    for an assistant; `code`: program text;
    `wrongdoing`: the asker's own wish to break the law, unless it shows in `redress` what another did;
    `prediction`: a guess is asked for; `consequence`: what the law lets follow, which is none.
    """

    asks: bool = False
    complains: bool = False
    commands: bool = False
    code: bool = False
    wrongdoing: bool = False
    redress: bool = False
    prediction: bool = False
    consequence: bool = False


def read_intents(text: str) -> Intents:
    """Return which intents the wording of a question shows."""
    start = text[: ANSWERABILITY.intent_chars]
    shown = {name: any(one.search(start) for one in found) for name, found in _patterns().items()}
    return Intents(**{**shown, "wrongdoing": shown["wrongdoing"] and not shown["redress"]})


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    data = load_shipped("civicsetu.retrieval.answerability", "intents.yaml")
    return {
        name: tuple(re.compile(one, re.IGNORECASE) for one in patterns) for name, patterns in data.items()
    }
