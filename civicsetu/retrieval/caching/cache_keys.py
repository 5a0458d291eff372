"""Keys of the result cache and of the vector cache.

Two questions share a result when they differ in case, spaces and the punctuation of sentences
only. Punctuation at a number and labels in brackets are kept as they were typed: "18(1)",
"181", "18 1" and "18 (1)" are four keys, "(D)" is not "(d)", because a miss costs half a second
and a wrong hit shows somebody another section. A question's vector is shared between equal texts only: case
and punctuation change it.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Hashable, Iterator
from dataclasses import fields, replace

from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.settings import ModelSettings

_ENDS = "?!.,;:…।॥\"'”’»"
_BEGINS = "\"'“‘«"
_LABEL = re.compile(r"\([^\W_]{1,5}\)")
_BY_LABEL = re.compile(f"({_LABEL.pattern})")


def result_key(plan: RetrievalPlan, corpus_version: str, settings_hash: str) -> Hashable:
    """Return the key of a plan's result: each of its fields, the law held, the settings.

    Of a reference the provision counts, not its position in the question.
    """
    values = {field.name: getattr(plan, field.name) for field in fields(plan)}
    values["query"] = normalise_query(plan.query)
    values["references"] = tuple(
        (document, replace(reference, start=0, end=0)) for document, reference in plan.references
    )
    return corpus_version, settings_hash, tuple(values.items())


def vector_key(profile: EmbeddingProfile, settings: ModelSettings, text: str) -> str:
    """Return 64 hex digits for a text and the model that embeds it; the text cannot be read from them.

    Workers of different settings may share one store, so the whole profile is hashed.
    """
    values = [profile.model_dump(mode="json"), settings.embed_api_base, settings.max_embed_chars, text]
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def normalise_query(query: str) -> str:
    """Return the query in lower case, with single spaces and without the punctuation of sentences."""
    lowered = "".join(part if _LABEL.fullmatch(part) else part.lower() for part in _BY_LABEL.split(query))
    return " ".join(_folded(unicodedata.normalize("NFC", lowered).split()))


def _folded(pieces: list[str]) -> Iterator[str]:
    """Yield the pieces between spaces; those with a number as they are, the others as their words."""
    numbered = [_has_number(piece) for piece in pieces]
    for at, piece in enumerate(pieces):
        if numbered[at]:
            yield piece.rstrip(_ENDS).lstrip(_BEGINS)
        elif _is_punctuation(piece):
            beside = numbered[max(at - 1, 0) : at + 2]
            if any(beside) and piece.strip(_ENDS + _BEGINS):
                yield piece
        else:
            yield from _words(piece)


def _words(piece: str) -> Iterator[str]:
    """Yield the words between punctuation; a label in brackets is one word, with its brackets."""
    for part in _BY_LABEL.split(piece):
        if _LABEL.fullmatch(part):
            yield part
        else:
            yield from "".join(" " if _is_mark(character) else character for character in part).split()


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("P")


def _is_punctuation(piece: str) -> bool:
    return all(_is_mark(character) for character in piece)


def _has_number(piece: str) -> bool:
    return any(character.isnumeric() for character in piece)
