"""Under which keys retrieval keeps what it found.

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
    """Everything that decides what a plan finds: each of its fields, the law held, the settings.

    Of a reference counts which provision it is, not where in the question it stands.
    """
    told = {field.name: getattr(plan, field.name) for field in fields(plan)}
    told["query"] = normalised(plan.query)
    told["references"] = tuple(
        (document, replace(reference, start=0, end=0)) for document, reference in plan.references
    )
    return corpus_version, settings_hash, tuple(told.items())


def vector_key(profile: EmbeddingProfile, settings: ModelSettings, text: str) -> str:
    """64 hex digits naming a text and the model that embeds it; the text cannot be read from it.

    Workers of different settings may share one store, so the whole profile is in it.
    """
    told = [profile.model_dump(mode="json"), settings.embed_api_base, settings.max_embed_chars, text]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def normalised(query: str) -> str:
    """The query in lower case, its words one space apart, without the punctuation of sentences."""
    lowered = "".join(part if _LABEL.fullmatch(part) else part.lower() for part in _BY_LABEL.split(query))
    return " ".join(_folded(unicodedata.normalize("NFC", lowered).split()))


def _folded(pieces: list[str]) -> Iterator[str]:
    """Pieces between spaces; those at a number as they are, the others as the words in them."""
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
    """What stands between punctuation; a label in brackets counts as a word, brackets and all."""
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
