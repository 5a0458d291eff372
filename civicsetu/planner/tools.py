"""The tools of a plan over the law held: search_within, open_section, expand, quote_spans.

Each call is counted against the budget before it is made, and what it returns before it is kept; each is told in the
trace. What a tool returns is evidence, as a search returns it, so that all that follows treats it alike.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.planning import ToolCall
from civicsetu.law.sentences import split_sentences
from civicsetu.lexicon.remembered_words import stems_of
from civicsetu.planner.budget import Budget, count_tokens
from civicsetu.planner.gathered_text import text_of
from civicsetu.planner.steps import LOOKED_UP, PlanStep, ProvisionAddress, SearchedPart
from civicsetu.planner.text_search import TextSearch
from civicsetu.planner.thresholds import PLANNING


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a provision: `text` is `edition_text[start:end]`."""

    document: str
    provision: str
    edition_id: str
    start: int
    end: int
    text: str


@dataclass
class Toolbox:
    """The tools of one question, with its budget and its trace."""

    search: TextSearch
    index: LawIndex
    budget: Budget
    calls: list[ToolCall] = field(default_factory=list)

    async def search_within(
        self, steps: Sequence[PlanStep], parts: Sequence[SearchedPart]
    ) -> list[tuple[PlanStep, list[Evidence]]]:
        """Search the law of each part for the text of its step, all side by side; broken off when the time is spent.

        A text that is the part's own question is searched as it was read, or not again where it was before; any
        other is read first.
        """
        taken = [step for step in steps if self.budget.take_call()]
        started = time.perf_counter()
        known = {step: _searched_before(step, parts[step.part]) for step in taken}
        wanted = [step for step in taken if known[step] is None]
        if wanted:
            texts = [(str(step.target), parts[step.part].query) for step in wanted]
            try:
                async with asyncio.timeout(self.budget.seconds_left):
                    known.update(zip(wanted, await self.search.search_each(texts, self.index), strict=True))
            except TimeoutError:
                self.budget.time_out()
        ms = (time.perf_counter() - started) * 1000 / max(len(wanted), 1)
        return [
            (step, self._told(step, known[step] or (), ms if step in wanted else 0.0)) for step in taken
        ]

    def open_section(self, step: PlanStep, sought: SearchedPart) -> list[Evidence]:
        """Return the first units of the provision that the step names, where the law searched for the part holds it."""
        assert isinstance(step.target, ProvisionAddress)
        if not self.budget.take_call():
            return []
        started = time.perf_counter()
        place = step.target
        held = place.document in sought.query.documents
        units = self.index.units_at(place.document, place.path)[:PLANNING.opened_units] if held else []
        return self._opened(step, units, sought, started)

    def expand(self, step: PlanStep, sought: SearchedPart) -> list[Evidence]:
        """Return the units beside the one that the step names: what follows it in its section, and what stands before."""
        assert isinstance(step.target, ProvisionAddress)
        if not self.budget.take_call():
            return []
        started = time.perf_counter()
        return self._opened(step, units_beside(step.target, self.index), sought, started)

    def quote_spans(self, step: PlanStep, sought: SearchedPart, most: int = 2) -> list[Quote]:
        """Return the sentences of the unit named that share most words with what is asked, in the law's order."""
        assert isinstance(step.target, ProvisionAddress)
        if not self.budget.take_call():
            return []
        started = time.perf_counter()
        quotes = [
            quote
            for unit in self.index.units_at(step.target.document, step.target.path)[:1]
            for quote in self._nearest(unit, sought.asked, most)
        ]
        kept = [quote for quote in quotes if self.budget.take_tokens(quote.text)]
        self._tell(step, len(kept), sum(count_tokens(one.text) for one in kept), started)
        return kept

    def _nearest(self, unit: Unit, asked: str, most: int) -> list[Quote]:
        edition, place = self.index.editions_of(unit)[0]
        words = stems_of(asked)
        spans = split_sentences(edition.body, place.start, place.end)
        best = sorted(range(len(spans)), key=lambda at: (-len(stems_of(spans[at].text) & words), at))[:most]
        return [
            Quote(unit.document, unit.path, edition.edition_id, spans[at].start, spans[at].end,
                  edition.body[spans[at].start : spans[at].end])
            for at in sorted(best)
        ]  # fmt: skip

    def _opened(self, step: PlanStep, units: Sequence[Unit], sought: SearchedPart, started: float) -> list[Evidence]:
        evidence = [as_evidence(unit, sought, self.index) for unit in units]
        return self._told(step, evidence, (time.perf_counter() - started) * 1000)

    def _told(self, step: PlanStep, evidence: Sequence[Evidence], ms: float) -> list[Evidence]:
        """What of the evidence has room in the budget, told in the trace."""
        kept: list[Evidence] = []
        before = self.budget.tokens
        for one in evidence:
            if not self.budget.take_tokens(text_of(one, self.index)):
                break
            kept.append(one)
        self._note(step, len(kept), self.budget.tokens - before, ms)
        return kept

    def _tell(self, step: PlanStep, found: int, tokens: int, started: float) -> None:
        self._note(step, found, tokens, (time.perf_counter() - started) * 1000)

    def _note(self, step: PlanStep, found: int, tokens: int, ms: float) -> None:
        target = " ".join(str(step.target).split())[: PLANNING.target_chars]
        self.calls.append(
            ToolCall(
                part=step.part + 1, tool=step.tool, target=target, why=step.why, found=found, tokens=tokens, ms=round(ms, 1)
            )
        )

    def note_new(self, new: int, at: int = -1) -> None:
        """Record how many provisions of a call, the last by default, were added to what its part is answered from."""
        self.calls[at] = self.calls[at].model_copy(update={"new": new})


def _searched_before(step: PlanStep, sought: SearchedPart) -> tuple[Evidence, ...] | None:
    """What the part's own question found without its story, where it was searched for that already."""
    return sought.alone.evidence if sought.alone is not None and step.target == sought.query.asked_last else None


def units_beside(place: ProvisionAddress, index: LawIndex) -> list[Unit]:
    """Return the unit after a unit of a section, then the one before it; none for a form, or a section of one unit."""
    if place.path.is_annex:
        return []
    units = index.units_at(place.document, ProvisionPath(place.path.number))
    at = next((at for at, unit in enumerate(units) if parse_path(unit.path).contains(place.path)), None)
    return [] if at is None else [*units[at + 1 : at + 2], *units[max(at - 1, 0) : at]]


def as_evidence(unit: Unit, sought: SearchedPart, index: LawIndex) -> Evidence:
    """Return a unit that was opened as evidence: as the search ranked it, else behind all that it found."""
    ranked = {one.unit_id: one for one in (*sought.found.evidence, *sought.found.further)}
    if unit.unit_id in ranked:
        return ranked[unit.unit_id]
    return Evidence(
        unit_id=unit.unit_id,
        document=unit.document,
        provision=unit.path,
        title=unit.title,
        jurisdiction=index.laws[unit.document].jurisdiction,
        score=0.0,
        relevance=min((one.relevance for one in sought.found.evidence), default=0.0),
        found_by=(LOOKED_UP,),
    )
