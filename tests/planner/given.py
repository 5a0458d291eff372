"""Parts of a post on the Lantern Act and two states' rules, what was found for them, and a search that is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import parse_path
from civicsetu.planner.planner import Planner
from civicsetu.planner.steps import SearchedPart
from civicsetu.query.read_question import Query, ReadingContext, read_question
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.retrieval.signals import Signals
from civicsetu.settings import PlannerSettings
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    RULES_PLAIN,
    UTTAR_PRADESH,
    index_of,
    spec,
    state_rules,
    unit_id,
)


def lanterns() -> LawIndex:
    """Rule 3 of each state carries out section 3(2), Karnataka's rule 16 section 4; section 4 names 3(1)."""
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN),
        (state_rules(UTTAR_PRADESH), EditionKind.PLAIN, RULES_PLAIN.partition("## 16.")[0]),
    )
    for state in (KARNATAKA, UTTAR_PRADESH):
        index.edges.add_derivation(Joined(state, parse_path("3")), Joined(ACT, parse_path("3(2)")))
    index.edges.add_derivation(Joined(KARNATAKA, parse_path("16")), Joined(ACT, parse_path("4")))
    index.edges.add_reference(Joined(ACT, parse_path("4")), Joined(ACT, parse_path("3(1)")))
    return index


def evidence(path: str, document: str = ACT, relevance: float = 0.5) -> Evidence:
    return Evidence(
        unit_id=unit_id(path, document), document=document, provision=path, title="",
        jurisdiction="CENTRAL" if document == ACT else state_rules(document).jurisdiction, score=0.8,
        relevance=relevance, found_by=("vector",),
    )  # fmt: skip


def found(*given: Evidence, further: Sequence[Evidence] = ()) -> Retrieved:
    return Retrieved(tuple(given), (), None, Signals(), 0, 1.0, 0.0, (), tuple(further))


def query(asked: str, index: LawIndex, *documents: str, story: str = "The keeper slept.", is_part: bool = True) -> Query:
    """A part of a post, asked of those documents; a question of its own where it is told that it is no part."""
    from dataclasses import replace

    read = read_question(asked, ReadingContext(index, get_registry()))
    return replace(
        read, documents=documents or (ACT, KARNATAKA), is_part=is_part, references=(),
        standalone=f"{story} {asked}", asked_last=asked if is_part else "",
    )  # fmt: skip


def part(asked: str, index: LawIndex, *given: Evidence, **told: Any) -> SearchedPart:
    return SearchedPart(query(asked, index, **told), found(*given))


class ToldSearch:
    """Finds what it is told, late where told; keeps the texts."""

    def __init__(self, *given: Evidence, waits_s: float = 0.0) -> None:
        self._given, self._waits_s = given, waits_s
        self.texts: list[str] = []

    async def search_each(self, texts: Sequence[tuple[str, Query]], index: LawIndex) -> list[tuple[Evidence, ...]]:
        self.texts += [text for text, _ in texts]
        await asyncio.sleep(self._waits_s)
        return [self._given for _ in texts]


ALL_RULES = ["asked_alone", "references", "section_begins", "state_rules", "beside", "defined_words"]


def planner(*given: Evidence, search: Any = None, **settings: Any) -> Planner:
    """With all rules unless told."""
    told = PlannerSettings(**{"rules": ALL_RULES, **settings})
    return Planner(search or ToldSearch(*given), told)
