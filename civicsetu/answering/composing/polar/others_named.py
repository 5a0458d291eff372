"""Tell whom a question names besides builder, buyer and authority: a bank, a brother, a lawyer.

A statement binds only whom it names. What it says of the builder is no yes for the builder's bank, however near the words
are. The words for actors of the law are those by which any question names them; those for others are data (`others_named.yaml`).
"""

from __future__ import annotations

from civicsetu.answering.composing.actors import actors_named
from civicsetu.law.statements import Actor
from civicsetu.yaml_data import load_patterns

_SPOKEN_OF_ANYWAY = frozenset({Actor.PROMOTER, Actor.ALLOTTEE, Actor.AUTHORITY})


def others_named(text: str) -> frozenset[str]:
    """Return the names of those actors and groups of which a text names somebody."""
    patterns = load_patterns("civicsetu.answering.composing.polar", "others_named.yaml")
    actors = (actor.value for actor in actors_named(text) - _SPOKEN_OF_ANYWAY)
    return frozenset((*actors, *(name for name, pattern in patterns.items() if pattern.search(text))))
