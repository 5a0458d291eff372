"""What a provision asked for by its number says: the leading statement of each of its parts.

Who asks "what does section 18 say?" wants the whole of it in short, not the part that is nearest to the words
"what" and "say". A question that names a provision and asks something of it is answered like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.references import find_references
from civicsetu.query.asking_sentences import substance
from civicsetu.query.read_question import Query

MOST = 6
_SAYS_LITTLE = 2
_OF_ITS_LAW = re.compile(
    r",?\s*(?:(?:of|in|under)\s+)?(?:the\s+)?(?:(?!(?:how|what|when|who|which|where|why|if|must|may|can|should|shall|does|do|did|will)\b)"
    r"[\w()&.'-]+,?\s+){0,5}?(?:act|rules|regulations)\b(?:,?\s*(?:of\s+)?\d{4})?",
    re.IGNORECASE,
)
"""The name of a law behind a provision: "of the Mill Act, 1950"."""


def outline_of(query: Query, index: StatementIndex) -> list[StatementHeld]:
    """Return the statements that outline the provisions named, each in the order of the law; empty else.

    Each with what it may not be shown without; one for which there is no room left ends it.
    """
    if not query.references or not _only_names(query.asked_last or query.standalone):
        return []
    outlines = [_of_provision(document, reference.path, index) for document, reference in query.references]
    if not all(outlines):
        return []
    most = max(1, MOST // len(outlines))
    said = {one.statement.id: one for outline in outlines for one in _with_required(outline, index, most)}
    return list(said.values())


def _of_provision(document: str, path: ProvisionPath, index: StatementIndex) -> list[StatementHeld]:
    """The first statement of each unit of a provision; of a single unit all of them."""
    own = [one for one in index.catalogue.carried_by(document, path) if one.law == document]
    inside = [one for one in own if all(path.contains(place.path) for place in one.provisions)]
    around = [one for one in own if all(place.path.contains(path) for place in one.provisions)]
    held = [found for one in inside or around if (found := index.get(one.id)) is not None]
    parts: dict[str, StatementHeld] = {}
    for one in sorted(held, key=lambda one: one.unit.order):
        parts.setdefault(one.unit.unit_id, one)
    return list(parts.values()) if len(parts) > 1 else held


def _with_required(
    outline: Sequence[StatementHeld], index: StatementIndex, most: int
) -> Iterator[StatementHeld]:
    """The statements with what each requires, as long as there is room for both."""
    said: set[str] = set()
    for one in outline:
        required = index.catalogue.required_with(one.statement)
        group = [one, *(found for other in required if (found := index.get(other.id)) is not None)]
        new = [other for other in group if other.statement.id not in said]
        if len(said) + len(new) > most:
            return
        said.update(other.statement.id for other in new)
        yield from new


def _only_names(question: str) -> bool:
    """Whether it says hardly more than which provision it means."""
    rest, at = "", 0
    references = find_references(question, bare=True)
    for reference in references:
        rest += question[at : reference.start]
        of_its_law = _OF_ITS_LAW.match(question, reference.end)
        at = of_its_law.end() if of_its_law else reference.end
    rest += question[at:]
    for law in {reference.law for reference in references if reference.law}:
        rest = rest.replace(law, " ")
    return substance(rest) <= _SAYS_LITTLE
