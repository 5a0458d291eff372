"""Search more widely for a writer than for the statement answer: sentence by sentence, and point by point.

The provision that decides a long post is often not near the post as a whole, but near one sentence of its story.
A writer passes over what is beside the point, so that what is found too much costs tokens and no clarity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.part_turn import PartTurn
from civicsetu.corpus.law_index import LawIndex
from civicsetu.planner.text_search import TextSearch
from civicsetu.query.asking import Asking
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Decision


@dataclass(frozen=True)
class WideSearch:
    """Searcher of texts by themselves for the evidence they add; it also judges the results of a point."""

    search: TextSearch
    answerability: Answerability

    async def search_sentences(self, text: str, whole: Query, index: LawIndex) -> list[PartTurn]:
        """Return what each sentence of a story finds; nothing for a question of one or two sentences."""
        sentences = [one for one in Asking(text).sentences if len(one.split()) >= DRAFTING.searched_words]
        if len(sentences) < DRAFTING.story_sentences:
            return []
        return await self._search(sentences[:DRAFTING.searched_sentences], whole, index)

    async def search_points(self, points: Sequence[str], whole: Query, index: LawIndex) -> list[PartTurn]:
        """Return what each point finds that a writer had nothing on, in all the law held and as wide as an answer's
        evidence, with the decision on whether that answers it."""
        everywhere = replace(whole, documents=tuple(index.laws))
        wanted = [_ask(one) for one in list(points)[:DRAFTING.searched_points]]
        turns = await self._search(wanted, everywhere, index, self.search.settings.max_context * len(wanted))
        return [replace(turn, decision=self._judge(turn, index)) for turn in turns]

    def _judge(self, turn: PartTurn, index: LawIndex) -> Decision | None:
        if turn.found is None:
            return None
        plan = self.search.retriever.plan(turn.query)
        return self.answerability.decide(turn.query, plan, turn.found, index)

    async def _search(
        self, texts: Sequence[str], whole: Query, index: LawIndex, width: int | None = None
    ) -> list[PartTurn]:
        queries = [self.search.read(one, whole, index) for one in texts]
        found = await self.search.search(queries, width)
        return [PartTurn(query, found=one) for query, one in zip(queries, found, strict=True)]


_INDIRECT = re.compile(r"(?P<what>what|who|which|when|where|how \w+)\s+(?P<whom>.+?)\s+(?P<verb>is|are|was|were|means?)[.?]?", re.IGNORECASE)


def _ask(point: str) -> str:
    """The point as it would be asked: "what is a mill" for "what a mill is", by which a definition is found."""
    match = _INDIRECT.fullmatch(point.strip())
    if match is None:
        return point
    verb = "is" if match["verb"].lower().startswith("mean") else match["verb"]
    return f"{match['what']} {verb} {match['whom']}"
