"""A model as judge of a whole answer: groundedness, helpfulness, and what is invented. Off unless models are set.

It is shown our plain words of what the answer cites, never an official text, since what it is given leaves this
machine. Its verdict stands beside the persons' and is no gate: how far it may be trusted is for the agreement to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib.resources import files
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from civicsetu.answering.validating.validator_data import get_thresholds
from civicsetu.answering.writing.fences import fence
from civicsetu.answering.writing.prompt_files import PromptFile, parse_prompt
from civicsetu.errors import NotFound, WriterUnavailable
from civicsetu.evaluation.judging.human_review import Severity
from civicsetu.law.answers import Answer
from civicsetu.law.documents import EditionKind
from civicsetu.law.judgments import Judgment
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Tier, TurnSpending
from civicsetu.settings import Settings

GROUNDEDNESS = "model_groundedness"
HELPFULNESS = "model_helpfulness"
NON_FABRICATION = "model_non_fabrication"
HELPFUL_FROM = 4
_PROMPT = "judge_answer"
_TOKENS = 400
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_UNREADABLE = "The model judge did not reply in the form it was asked for; nothing was saved."
_NOT_HELD = "(not held in plain words)"


class ProvisionText(Protocol):
    """Protocol of a provision whose text the judge reads."""

    @property
    def text(self) -> str: ...


ReadProvision = Callable[[str, str, str], Awaitable[ProvisionText]]
"""Document, unit and edition in; its text out. Raises NotFound."""


class JudgeReply(BaseModel):
    """Reply of the judge, in the words of its prompt."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    groundedness: float = Field(ge=0, le=1)
    helpfulness: int = Field(ge=1, le=5)
    fabrication: Severity = Field(strict=False)
    why: str = Field("", max_length=1000)


def open_judge(settings: Settings) -> ChatModels | None:
    """Return the models that judge; None, and nothing imported, where none is set.

    Raises:
        SettingsError: a model's provider does not exist.
        WeightsUnavailable: LiteLLM is not installed.
    """
    if not settings.operator.judge:
        return None
    from civicsetu.models.writer.litellm_chain import LiteLLMModels

    return LiteLLMModels(settings.writer.model_copy(update={"writing": list(settings.operator.judge), "fast": []}))


@asynccontextmanager
async def closing_models(models: ChatModels) -> AsyncIterator[ChatModels]:
    """Close the models when what is inside is done."""
    try:
        yield models
    finally:
        await models.close()


async def judge_answer(models: ChatModels, answer: Answer, read: ReadProvision) -> list[Judgment]:
    """Ask the judge about one answer; returns its three judgments.

    Raises:
        WriterUnavailable: no model replied, or not in the form asked for.
        BudgetSpent: what models may take in a day is spent.
    """
    texts = [await _plain_text(read, document, unit) for document, unit in _cited_units(answer)]
    reply = await models.complete(Tier.WRITING, write_prompt(answer, texts), TurnSpending())
    return to_judgments(read_reply(reply.text), f"{reply.model} {_prompt().name}")


def write_prompt(answer: Answer, texts: Sequence[str]) -> ChatPrompt:
    """Return the prompt about an answer; `texts` are its cited units in order, each once."""
    units = _cited_units(answer)
    numbers = [units.index((one.document, one.section_id)) + 1 for one in answer.citations]
    sentences = [
        f"{one.shown} {sorted({numbers[index] for index in one.citations})}" for one in answer.sentences
    ]
    sentences.extend(f"{one.text} {sorted({numbers[index] for index in one.citations})}" for one in answer.steps)
    file = _prompt()
    blocks = [
        fence("question", answer.question),
        fence("texts", "\n\n".join(f"{at}. {text}" for at, text in enumerate(texts, start=1))),
        fence("answer", "\n".join(sentences) or answer.answer),
    ]
    return ChatPrompt(file.name, file.text, "\n\n".join(blocks), _TOKENS, json=True)


def read_reply(text: str) -> JudgeReply:
    """Read what the judge replied.

    Raises:
        WriterUnavailable: it is prose, or a field is missing or out of bounds; nothing of the reply is repeated.
    """
    found = _OBJECT.search(text)
    try:
        return JudgeReply.model_validate_json(found[0] if found else "")
    except (ValidationError, RecursionError, json.JSONDecodeError):
        raise WriterUnavailable("judge's reply unreadable", user_message=_UNREADABLE) from None


def to_judgments(reply: JudgeReply, judge: str) -> list[Judgment]:
    """Return a reply as judgments, each score from 0 to 1: helpfulness 1 to 5 evenly, invention none 1, minor 0.5, major 0."""
    evidence = {"why": reply.why, "helpfulness": reply.helpfulness, "fabrication": reply.fabrication.value}
    scores = {
        GROUNDEDNESS: (reply.groundedness, reply.groundedness >= get_thresholds().grounded),
        HELPFULNESS: ((reply.helpfulness - 1) / 4, reply.helpfulness >= HELPFUL_FROM),
        NON_FABRICATION: (reply.fabrication.score, reply.fabrication is Severity.NONE),
    }
    return [
        Judgment(criterion=name, judge=judge, passed=passed, score=score, evidence=evidence)
        for name, (score, passed) in scores.items()
    ]


def _cited_units(answer: Answer) -> list[tuple[str, str]]:
    return list(dict.fromkeys((one.document, one.section_id) for one in answer.citations))


async def _plain_text(read: ReadProvision, document: str, unit: str) -> str:
    try:
        return (await read(document, unit, EditionKind.PLAIN.value)).text
    except NotFound:
        return f"{document} {unit} {_NOT_HELD}"


@lru_cache(maxsize=1)
def _prompt() -> PromptFile:
    text = files("civicsetu.evaluation.judging").joinpath(f"{_PROMPT}.md").read_text("utf-8")
    return parse_prompt(_PROMPT, text)
