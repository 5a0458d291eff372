"""Look further for the parts of a post: plan steps, call the tools, and stop at evidence or at the end of the budget.

The search reads each part with its story, which draws it to what the story is loudest about; and it ranks each
provision by its own words, so that what a provision only points to stands far behind. Both are looked up afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.evidence import Evidence
from civicsetu.law.planning import Ending, PlannerTrace, Strategy, Tool
from civicsetu.models.writer.chat import TurnSpending
from civicsetu.planner.budget import Budget
from civicsetu.planner.metrics import measure_gathered
from civicsetu.planner.rules import RULES, has_evidence
from civicsetu.planner.steps import LOOKED_UP, Planned, PlanStep, SearchedPart, View
from civicsetu.planner.text_search import TextSearch
from civicsetu.planner.tools import Toolbox
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import PlannerSettings


class PlansSteps(Protocol):
    """Protocol of a planner other than the rules: a chat model."""

    async def plan(
        self, views: Sequence[View], toolbox: Toolbox, spending: TurnSpending
    ) -> Sequence[PlanStep] | None:
        """Return the steps to take, in order; None where the rules are to plan."""
        ...


@dataclass
class _Gathering:
    """What one part has so far: what the search found, and what steps added, searches and look-ups counted apart."""

    sought: SearchedPart
    most: int
    searched: tuple[Evidence, ...] = ()
    looked_up: tuple[Evidence, ...] = ()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return (*self.sought.found.evidence, *self.searched, *self.looked_up)

    @property
    def is_full(self) -> bool:
        """Whether look-ups may add no more."""
        return len(self.looked_up) >= self.most

    def add(self, tool: Tool, found: Sequence[Evidence]) -> int:
        """Add what is not there yet, as far as it may; returns how many."""
        there = {one.unit_id for one in self.evidence}
        before = self.searched if tool is Tool.SEARCH_WITHIN else self.looked_up
        new = tuple(self._behind(one) for one in found if one.unit_id not in there)[: self.most - len(before)]
        if tool is Tool.SEARCH_WITHIN:
            self.searched += new
        else:
            self.looked_up += new
        return len(new)

    def _behind(self, added: Evidence) -> Evidence:
        """Return a provision that was added, no more relevant than the least that the search found for the whole part."""
        least = min((one.relevance for one in self.sought.found.evidence), default=0.0)
        ways = tuple(way for way in added.found_by if way != LOOKED_UP)
        return added.model_copy(
            update={"relevance": min(added.relevance, least), "pinned": False, "found_by": (*ways, LOOKED_UP)}
        )

    def result(self) -> Retrieved:
        """The evidence found, with what was added behind it."""
        found, evidence = self.sought.found, self.evidence
        if len(evidence) == len(found.evidence):
            return found
        there = {one.unit_id for one in evidence}
        rest = tuple(one for one in found.further if one.unit_id not in there)
        return replace(found, evidence=evidence, further=rest)


@dataclass(frozen=True)
class Planner:
    """Planner of further searches; `model` plans where the settings say so, and the rules where it does not."""

    search: TextSearch
    settings: PlannerSettings
    model: PlansSteps | None = None
    clock: Callable[[], float] = time.perf_counter

    async def look_further(
        self, parts: Sequence[SearchedPart], index: LawIndex, spending: TurnSpending | None = None
    ) -> Planned:
        """Return each part with what further steps added, the trace of the steps, and the metrics.

        Steps are taken for the parts of a post alone: of a single question they found nothing that the search had
        not. What fails or is late costs its step, never the question.

        Raises:
            PostgresUnavailable: the law itself cannot be read.
        """
        budget = Budget(self.settings, self.clock)
        toolbox = Toolbox(self.search, index, budget)
        gathering = [_Gathering(sought, self.settings.added) for sought in parts]
        strategy = Strategy.OFF if self.settings.strategy == "off" else Strategy.RULES
        of_post = [at for at, sought in enumerate(parts) if sought.query.is_part]
        if strategy is not Strategy.OFF and of_post:
            strategy = await self._take_steps(gathering, of_post, toolbox, spending)
        trace = PlannerTrace(
            strategy=strategy, ended=_ending(strategy, budget, gathering, index), calls=tuple(toolbox.calls)
        )
        evidence = [one.evidence for one in gathering]
        metrics = measure_gathered([one.query.asking_now for one in parts], evidence, index, trace, budget)
        return Planned(tuple(one.result() for one in gathering), trace, metrics)

    async def _take_steps(
        self, gathering: Sequence[_Gathering], parts: Sequence[int], toolbox: Toolbox, spending: TurnSpending | None
    ) -> Strategy:
        """Take the steps that the model plans, else those of the rules; returns who planned."""
        if self.settings.strategy == "model" and self.model is not None and spending is not None:
            views = [_view(gathering, at, toolbox) for at in parts]
            steps = await self.model.plan(views, toolbox, spending)
            toolbox.budget.restart_time()
            if steps is not None:
                await _search(gathering, [one for one in steps if one.tool is Tool.SEARCH_WITHIN], toolbox)
                for step in steps:
                    if step.tool is not Tool.SEARCH_WITHIN:
                        _look_up(gathering[step.part], step, toolbox)
                return Strategy.MODEL
        await _search(gathering, [step for at in parts for step in self._searches(_view(gathering, at, toolbox))], toolbox)
        for at in parts:
            self._look_up_each(gathering, at, toolbox)
        return Strategy.RULES

    def _searches(self, view: View) -> Iterator[PlanStep]:
        """The searches that the rules plan for a part."""
        for name in self.settings.rules:
            yield from (step for step in RULES[name](view) if step.tool is Tool.SEARCH_WITHIN)

    def _look_up_each(self, gathering: Sequence[_Gathering], at: int, toolbox: Toolbox) -> None:
        """Take the look-ups that the rules plan for a part, one rule after the other, until they may add no more."""
        for name in self.settings.rules:
            for step in RULES[name](_view(gathering, at, toolbox)):
                if gathering[at].is_full or toolbox.budget.ended:
                    return
                if step.tool is not Tool.SEARCH_WITHIN:
                    _look_up(gathering[at], step, toolbox)


def _view(gathering: Sequence[_Gathering], at: int, toolbox: Toolbox) -> View:
    return View(at, gathering[at].sought, gathering[at].evidence, toolbox.index)


async def _search(gathering: Sequence[_Gathering], steps: Sequence[PlanStep], toolbox: Toolbox) -> None:
    before = len(toolbox.calls)
    found_by_step = await toolbox.search_within(steps, [one.sought for one in gathering])
    for number, (step, found) in enumerate(found_by_step, start=before):
        toolbox.note_new(gathering[step.part].add(step.tool, found), number)


def _look_up(gathering: _Gathering, step: PlanStep, toolbox: Toolbox) -> None:
    before = len(toolbox.calls)
    if step.tool is Tool.QUOTE_SPANS:
        toolbox.quote_spans(step, gathering.sought)
        return
    call = toolbox.open_section if step.tool is Tool.OPEN_SECTION else toolbox.expand
    new = gathering.add(step.tool, call(step, gathering.sought))
    if len(toolbox.calls) > before:
        toolbox.note_new(new)


def _ending(strategy: Strategy, budget: Budget, gathering: Sequence[_Gathering], index: LawIndex) -> Ending:
    if strategy is Strategy.OFF:
        return Ending.OFF
    if budget.ended is not None:
        return budget.ended
    every = all(has_evidence(View(at, one.sought, one.evidence, index)) for at, one in enumerate(gathering))
    return Ending.EVIDENCE if every else Ending.NOTHING_LEFT
