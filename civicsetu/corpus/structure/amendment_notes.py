"""Find the provisions whose print says they were amended, and of which the registry records no change.

An amendment is read from the words in which publishers and amending instruments tell of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import ProvisionTree

_WORDS = "substituted|inserted|omitted|repealed|added"
_SIGNAL = re.compile(
    rf"\b(?P<noted>{_WORDS}|subs\.|ins\.|om\.|rep\.)\s+(?:by|vide|w\.?e\.?f)\b"
    rf"|\bshall\s+(?:be|stand)\s+(?:{_WORDS})\b",
    re.IGNORECASE,
)


def find_amendment_notes(text: str) -> Iterator[int]:
    """Yield every place of `text` that says words of it were changed; an order to change others is none."""
    return (match.start() for match in _SIGNAL.finditer(text) if match["noted"])


def unrecorded_amendments(tree: ProvisionTree, spec: DocumentSpec) -> tuple[str, ...]:
    """Return the numbers printed as amended for which the registry records no change.

    A note of the publisher stands below the provision it is about.
    """
    found: dict[str, None] = {}
    wholes = tree.wholes()
    for start in find_amendment_notes(tree.text):
        before = [node for node in wholes if node.start <= start and node.path is not None]
        number = before[-1].path.number if before and before[-1].path else ""
        if number and not spec.changes_of(number):
            found[number] = None
    return tuple(found)
