"""The prompts that ship, each a Markdown file whose head line says its name and version."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from civicsetu.errors import CorpusError

_HEAD = re.compile(r"# (?P<name>[a-z_]+), version (?P<version>\d+)\n+")
_SECTION = re.compile(r"^## (?P<name>\S+)\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PromptFile:
    """A prompt without its head line; `name` has the version behind it ("write_answer/1")."""

    name: str
    text: str


@lru_cache(maxsize=8)
def get_prompt(name: str) -> PromptFile:
    """Return the prompt of that name.

    Raises:
        CorpusError: its head line is not "# name, version N".
    """
    return parse_prompt(name, files("civicsetu.answering.prompts").joinpath(f"{name}.md").read_text("utf-8"))


def parse_prompt(name: str, text: str) -> PromptFile:
    """Read a prompt; raises as `get_prompt`."""
    head = _HEAD.match(text)
    if head is None or head["name"] != name:
        message = f"{name}.md must begin with the line '# {name}, version 1'."
        raise CorpusError(f"no head line in {name}.md", user_message=message)
    return PromptFile(f"{name}/{head['version']}", text[head.end() :].strip())


@lru_cache(maxsize=1)
def get_tones() -> Mapping[str, str]:
    """Return how an answer to each type of question sounds, by the type's name."""
    _, *parts = _SECTION.split(get_prompt("tones").text)
    return dict(zip(parts[::2], (one.strip() for one in parts[1::2]), strict=True))
