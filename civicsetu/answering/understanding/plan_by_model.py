"""Have a fast model plan the further steps of a post; what is late, cut, no JSON or not of the contract leaves the rules.

A model is shown the questions and one sentence of each provision found, never more; a step counts only where its
provision is held in the law that was searched for its part.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from civicsetu.answering.understanding.thresholds import UNDERSTANDING
from civicsetu.answering.writing.fences import fence
from civicsetu.answering.writing.prompt_files import get_prompt
from civicsetu.errors import WriterUnavailable
from civicsetu.law.paths import parse_path
from civicsetu.law.planning import Tool
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Tier, TurnSpending
from civicsetu.planner.steps import PlanStep, ProvisionAddress, View
from civicsetu.planner.tools import Toolbox
from civicsetu.privacy.mask import mask


class _Contract(BaseModel):
    """A piece of the reply; a key nobody asked for refuses it."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class _PlannedStep(_Contract):
    part: int = Field(ge=1)
    tool: Tool
    document: str = Field("", max_length=120)
    provision: str = Field("", max_length=60)
    text: str = Field("", max_length=300)
    why: str = Field("", max_length=200)


class _Plan(_Contract):
    """The reply, as `plan_steps.md` asks for it."""

    steps: tuple[_PlannedStep, ...] = Field(max_length=UNDERSTANDING.plan_steps)


@dataclass(frozen=True)
class ModelPlans:
    """Planner of steps that asks the fast model, which may take `wait_s` seconds."""

    models: ChatModels
    wait_s: float

    async def plan(
        self, views: Sequence[View], toolbox: Toolbox, spending: TurnSpending
    ) -> Sequence[PlanStep] | None:
        """Return the steps the model plans that can be taken, in its order; None where the rules are to plan.

        They can not where it names a part that there is not, or where none of what it planned is held.
        """
        try:
            async with asyncio.timeout(self.wait_s):
                reply = await self.models.complete(Tier.FAST, build_planning_prompt(views, toolbox), spending)
        except (WriterUnavailable, TimeoutError):
            return None
        plan = None if reply.is_cut else _parse(reply.text)
        if plan is None:
            return None
        of_part = {view.part: view for view in views}
        if any(step.part - 1 not in of_part for step in plan.steps):
            return None
        steps = [one for planned in plan.steps for one in _steps(planned, of_part[planned.part - 1])]
        return steps if steps or not plan.steps else None


def build_planning_prompt(views: Sequence[View], toolbox: Toolbox) -> ChatPrompt:
    """Return the prompt for the parts of a post; personal data is masked again, wherever the texts came from."""
    file = get_prompt("plan_steps")
    index = views[0].index
    laws = dict.fromkeys(key for view in views for key in view.documents if key in index.laws)
    told = "\n".join(f"{key}: {index.laws[key].short_title}" for key in laws)
    parts = "\n".join(line for view in views for line in _lines(view, toolbox))
    user = "\n\n".join([fence("laws", told), fence("parts", parts), "Write the JSON object now."])
    system = file.text.replace("{steps}", str(UNDERSTANDING.plan_steps))
    return ChatPrompt(file.name, system, user, UNDERSTANDING.plan_tokens, json=True)


def _lines(view: View, toolbox: Toolbox) -> Iterator[str]:
    """A part as it is shown: its question, and what was found for it, each with the sentence nearest to the question."""
    yield f"{view.part + 1}. {mask(view.sought.asked)[:UNDERSTANDING.plan_question_chars]}"
    for one in view.found[:UNDERSTANDING.plan_shown]:
        place = ProvisionAddress(one.document, parse_path(one.provision))
        step = PlanStep(view.part, Tool.QUOTE_SPANS, place, "shown to the model")
        said = " ".join(quote.text for quote in toolbox.quote_spans(step, view.sought, most=1))
        yield f"   {place}, {one.title}: {' '.join(said.split())}"


def _parse(text: str) -> _Plan | None:
    """The reply's one object, whatever stands around it; None where there is none of the contract."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return None
    try:
        return _Plan.model_validate(json.loads(text[start : end + 1]))
    except (ValidationError, ValueError, RecursionError):
        return None


def _steps(planned: _PlannedStep, view: View) -> Iterator[PlanStep]:
    """The step, where it can be taken."""
    why = planned.why or "planned by the model"
    if planned.tool is Tool.SEARCH_WITHIN:
        if any(sign.isalnum() for sign in planned.text):
            yield PlanStep(view.part, planned.tool, planned.text, why)
        return
    try:
        path = parse_path(planned.provision)
    except ValueError:
        return
    if planned.document in view.documents and view.index.holds(planned.document, path):
        yield PlanStep(view.part, planned.tool, ProvisionAddress(planned.document, path), why)
