"""What was taken to be true of the asker, in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.web.language.speaking import tell
from civicsetu.yaml_data import load_words


@lru_cache(maxsize=1)
def read_fact_words() -> Mapping[str, Mapping[str, str]]:
    """Return the words of each value, by fact."""
    text = files("civicsetu.web.chat.parts").joinpath("fact_words.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, str]]).validate_python(load_words(text))


def describe_fact(name: str, value: str) -> str:
    """Return the words of a fact; empty where it has none, and so no chip."""
    return tell(read_fact_words().get(name, {}).get(value, ""))
