"""Tell whom a question names besides builder, buyer and authority: a bank, a brother, a lawyer.

A statement binds only whom it names. What it says of the builder is no yes for the builder's bank, however near the words
are. The words are data (`others_named.yaml`).
"""

from __future__ import annotations

from civicsetu.yaml_data import load_patterns


def others_named(text: str) -> frozenset[str]:
    """Return the names of those groups of which a text names somebody."""
    patterns = load_patterns("civicsetu.answering.composing.polar", "others_named.yaml")
    return frozenset(name for name, pattern in patterns.items() if pattern.search(text))
