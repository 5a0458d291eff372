"""What a provision asked for by its number says: the leading statement of each of its parts.

Who asks "what does section 18 say?" wants the whole of it in short, not the part that is nearest to the words
"what" and "say". A question that names a provision and asks something of it is answered like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.paths import ProvisionPath
from civicsetu.query.asking import Asking
from civicsetu.query.read_question import Query

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
    if not query.references or not _only_names(query):
        return []
    most = max(1, ANSWERING.outline_statements // len(query.references))
    outlines = [
        _of_provision(document, reference.path, index, most) for document, reference in query.references
    ]
    if not all(outlines):
        return []
    said = {one.statement.id: one for outline in outlines for one in _with_required(outline, index, most)}
    return list(said.values())


def _of_provision(
    document: str, path: ProvisionPath, index: StatementIndex, most: int
) -> list[StatementHeld]:
    """The first statement of each unit of a provision, and of its provisos if all fit; of a single unit all of them."""
    own = [one for one in index.catalogue.carried_by(document, path) if one.law == document]
    inside = [one for one in own if path.contains(one.provisions[0].path)]
    around = [one for one in own if all(place.path.contains(path) for place in one.provisions)]
    held = [found for one in inside or around if (found := index.get(one.id)) is not None]
    held.sort(key=lambda one: one.unit.order)
    parts = _first_of_each(held, lambda one: one.unit.unit_id)
    if len(parts) == 1:
        return held
    wide = _first_of_each(held, lambda one: f"{one.unit.unit_id} {_proviso(one)}")
    fits = {one.statement.id for one in wide} <= {
        one.statement.id for one in _with_required(wide, index, most)
    }
    return wide if fits else parts


def _first_of_each(held: Sequence[StatementHeld], key: Callable[[StatementHeld], str]) -> list[StatementHeld]:
    first: dict[str, StatementHeld] = {}
    for one in held:
        first.setdefault(key(one), one)
    return list(first.values())


def _proviso(held: StatementHeld) -> str:
    """The proviso that carries a statement; empty where none does."""
    labels = held.statement.provisions[0].path.labels
    return next((label for label in labels if label.startswith("proviso")), "")


def _with_required(
    outline: Sequence[StatementHeld], index: StatementIndex, most: int
) -> Iterator[StatementHeld]:
    """The statements with what each requires, as long as there is room for both."""
    said: set[str] = set()
    for one in outline:
        new = [other for other in index.with_required(one) if other.statement.id not in said]
        if len(said) + len(new) > most:
            return
        said.update(other.statement.id for other in new)
        yield from new


def _only_names(query: Query) -> bool:
    """Whether it says hardly more than which provision it means, by number or by heading."""
    question = query.asked_now
    rest, at = "", 0
    references = query.asking_now.references or [reference for _, reference in query.references[:1]]
    for reference in references:
        rest += question[at : reference.start]
        of_its_law = _OF_ITS_LAW.match(question, reference.end)
        at = of_its_law.end() if of_its_law else reference.end
    rest += question[at:]
    for law in {reference.law for reference in references if reference.law}:
        rest = rest.replace(law, " ")
    return Asking(rest).substance <= ANSWERING.outline_substance
