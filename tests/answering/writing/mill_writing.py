"""What a writer is given of the Mill Act: parts as the composer leaves them, and the law they are answered from."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.writing.spans import WritersLaw
from civicsetu.answering.written import Span, SpanKind
from civicsetu.corpus.law_index import LawIndex
from tests.answering.composing.mill_values import values
from tests.answering.composing.mills import ACT, REGISTRY, found, index_with, law, read

GRIND = "By when must the builder grind my corn?"
PLACES = ((ACT, "1(1)"), (ACT, "1(2)"), (ACT, "2"), (ACT, "5(2)"))


async def mill_law(held: LawIndex | None = None, **south: str) -> WritersLaw:
    index = held or law()
    return WritersLaw(index, REGISTRY, await index_with(index), values(**south))


def part(
    question: str = GRIND,
    *places: tuple[str, str],
    state: str | None = None,
    chosen: Sequence[StatementHeld] = (),
    declined: str = "",
) -> PartTurn:
    query = read(question, state=state)
    return PartTurn(query, found=found(question, *(places or PLACES)), chosen=tuple(chosen), declined=declined)


def statement(index: StatementIndex | None, name: str) -> StatementHeld:
    held = index.get(name) if index else None
    assert held is not None
    return held


def count(text: str) -> int:
    """A token for each four characters, and one more."""
    return len(text) // 4 + 1


def texts(spans: Sequence[Span], *kinds: SpanKind) -> list[str]:
    return [span.text for span in spans if not kinds or span.kind in kinds]
