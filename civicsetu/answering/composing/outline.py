"""What a provision asked for by its number says: the leading statement of each of its parts.

Who asks "what does section 18 say?" wants the whole of it in short, not the part that is nearest to the words
"what" and "say". A question that names a provision and asks something of it is answered like any other.
"""

from __future__ import annotations

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.law.references import find_references
from civicsetu.query.asking_sentences import substance
from civicsetu.query.read_question import Query

MOST = 6
_SAYS_LITTLE = 2


def outline_of(query: Query, index: StatementIndex) -> list[StatementHeld]:
    """Return the statements that outline the one provision named, in the order of the law; empty else.

    Each with what it may not be shown without; one for which there is no room left ends it.
    """
    if len(query.references) != 1 or not _only_names(query.asked_last or query.standalone):
        return []
    [(document, reference)] = query.references
    held = [
        found
        for one in index.catalogue.carried_by(document, reference.path)
        if one.law == document and (found := index.get(one.id)) is not None
    ]
    parts: dict[str, StatementHeld] = {}
    for one in sorted(held, key=lambda one: one.unit.order):
        parts.setdefault(one.passages[0].unit.unit_id, one)
    said: list[StatementHeld] = []
    for one in parts.values() if len(parts) > 1 else held:
        required = index.catalogue.required_with(one.statement)
        group = [one, *(found for other in required if (found := index.get(other.id)) is not None)]
        new = [other for other in group if not any(other is known for known in said)]
        if len(said) + len(new) > MOST:
            break
        said.extend(new)
    return said


def _only_names(question: str) -> bool:
    """Whether it says hardly more than which provision it means."""
    rest, at = "", 0
    references = find_references(question, bare=True)
    for reference in references:
        rest += question[at : reference.start]
        at = reference.end
    rest += question[at:]
    for law in {reference.law for reference in references if reference.law}:
        rest = rest.replace(law, " ")
    return substance(rest) <= _SAYS_LITTLE
