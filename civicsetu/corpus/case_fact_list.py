"""Read the closed list of case facts that ships with the package."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from civicsetu.law.case_facts import CaseFacts
from civicsetu.yaml_data import parse_model


@lru_cache(maxsize=1)
def get_case_facts() -> CaseFacts:
    """Return the case facts, read on first use.

    Raises:
        CorpusError: the file is malformed; file, line and field are named.
    """
    file = "case_facts.yaml"
    return parse_model(CaseFacts, files("civicsetu.corpus.data").joinpath(file).read_text("utf-8"), file)
