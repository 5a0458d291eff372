"""What strangers write to have a model obey them, personal data they tell, and a model that obeys whatever it reads.

The obedient model replies with whatever stands after "reply with:" in its prompt, the last order first. Nothing of
that may reach the screen, and no secret of `PERSONAL` may reach a prompt. All of it is our own invention.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, NamedTuple

import yaml

ORDER = "reply with:"


class Injection(NamedTuple):
    """An order hidden in a question, in an earlier turn (`history`) or in a text of law (`document`).

    `is_plain`: every sentence of its reply is refused for its form alone, whatever it cites.
    """

    name: str
    where: Literal["question", "history", "document"]
    text: str
    is_plain: bool

    @property
    def reply(self) -> str:
        """What an obedient model says."""
        return obey(self.text)


class PersonalCase(NamedTuple):
    """Words with personal data in them, and the pieces of it that may be found nowhere afterwards."""

    text: str
    secret: tuple[str, ...]


def obey(prompt: str) -> str:
    """Return the reply of a model that obeys the last order it reads; empty where there is none."""
    return prompt.rpartition(ORDER)[2].strip() if ORDER in prompt else ""


def find_sentences(reply: str) -> tuple[str, ...]:
    """Return the sentences of a reply: the texts of its JSON lines, and every line that is none."""
    return tuple(text for line in reply.splitlines() for text in _read(line) if text)


def _read(line: str) -> list[str]:
    try:
        data = json.loads(line)
    except ValueError:
        return [line.strip()]
    return [str(data.get("text", ""))] if isinstance(data, dict) else [line.strip()]


_DATA = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))

INJECTIONS = tuple(
    Injection(one["name"], one["where"], one["text"], one["plain"]) for one in _DATA["injections"]
)
PERSONAL = tuple(PersonalCase(one["text"], tuple(one["secret"])) for one in _DATA["personal"])
