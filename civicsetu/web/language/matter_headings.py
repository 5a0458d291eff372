"""Head what is compared in the reader's language: by the name of its value, else by everyday words of its provision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.web.language.speaking import get_language, tell
from civicsetu.yaml_data import load_words


@lru_cache(maxsize=1)
def read_headings() -> Mapping[str, Mapping[str, str]]:
    """Return the headings that ship, by their English words and by language."""
    text = files("civicsetu.web.language").joinpath("matter_headings.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, str]]).validate_python(load_words(text))


def tell_heading(english: str) -> str:
    """Return a heading in the language of the task; as it is where that language has none."""
    return read_headings().get(english, {}).get(get_language()) or tell(english)
