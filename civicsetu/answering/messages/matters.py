"""Name what a provision is about in few everyday words, as somebody is asked "do you mean ...?"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.law.paths import parse_path
from civicsetu.yaml_data import load_words


def name_matter(document: str, path: str) -> str:
    """Return what the section of a provision is about; empty where it has no such words."""
    of_document = read_matters().get(document)
    return of_document.get(parse_path(path).number, "") if of_document else ""


@lru_cache(maxsize=1)
def read_matters() -> Mapping[str, Mapping[str, str]]:
    """Return the everyday words that ship, by document and section."""
    text = files("civicsetu.answering.messages").joinpath("matters.yaml").read_text("utf-8")
    return TypeAdapter(dict[str, dict[str, str]]).validate_python(load_words(text))
