"""The conversation retriever: the provisions the last answer cited, and the rest of their sections.

A follow-up asks for the next step, the period or the penalty of what was just answered, and that is
often in the same section's next sub-section.
"""

from __future__ import annotations

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.paths import parse_path
from civicsetu.retrieval.plan import UnitHit
from civicsetu.retrieval.retrievers.base import UnitRetriever
from civicsetu.retrieval.retrievers.spec import Asked


class ConversationRetriever(UnitRetriever):
    """The units carried from the last answer, then the other units of their sections, in the order of the law."""

    name: str = "conversation"
    index: LawIndex

    async def search(self, query: str) -> list[UnitHit]:
        carried = [self.index.units[unit] for unit in self.plan.carried_units if unit in self.index.units]
        mine = [unit for unit in carried if unit.document in self.plan.documents]
        family = [
            other
            for unit in mine
            for other in self.index.units_at(unit.document, parse_path(parse_path(unit.path).number))
        ]
        return [UnitHit(unit, [], []) for unit in dict.fromkeys(one.unit_id for one in (*mine, *family))]


def build(asked: Asked) -> ConversationRetriever:
    return ConversationRetriever(**asked.common, index=asked.index)
