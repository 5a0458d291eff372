"""The judge and the embedder that RAGAS is given: any chat model we can ask, and the model we search with."""

from __future__ import annotations

import asyncio
import re
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from civicsetu.errors import InputError
from civicsetu.library_telemetry import disable_library_telemetry
from civicsetu.models.embedder import Embedder
from civicsetu.models.writer.chat import ChatModels, ChatPrompt, Tier, TurnSpending
from civicsetu.settings import Settings
from civicsetu.yaml_data import describe_error

if TYPE_CHECKING:
    from ragas.embeddings.base import BaseRagasEmbedding
    from ragas.llms.base import InstructorBaseRagasLLM

AskedFor = TypeVar("AskedFor", bound=BaseModel)
"""What a metric of RAGAS asks the judge for."""

_NAME = "ragas_judge/1"
_LONGEST = 3000
_FENCE = re.compile(r"^\s*```(?:json)?\s*(?P<inside>.*?)\s*```\s*$", re.DOTALL)


def open_ragas_judge(settings: Settings, model: str | None = None) -> ChatModels:
    """Return the chat model of that name as a judge, or the models that write where none is named.

    Raises:
        InputError: neither is there, or the name is none of a model.
        SettingsError: its provider does not exist.
    """
    from civicsetu.models.writer.litellm_chain import open_chat_models

    if model is not None:
        try:
            told = settings.writer.model_dump() | {"writing": [model], "fast": []}
            settings = settings.model_copy(update={"writer": type(settings.writer).model_validate(told)})
        except ValidationError as error:
            raise InputError(user_message=f"The judge {model!r} cannot be used: {describe_error(error)}.") from error
    models = open_chat_models(settings)
    if models is None:
        raise InputError(
            user_message="There is no judge: name one with --judge, set CIVICSETU_WRITER__WRITING, or record one with --write-prompts."
        )
    return models


def make_judge(models: ChatModels) -> InstructorBaseRagasLLM:
    """Return chat models as the judge of RAGAS's metrics.

    Its `agenerate` raises WriterUnavailable where no model replied, and ValueError where the reply is not the
    object asked for: prose is no verdict.

    Raises:
        InputError: RAGAS is not installed.
    """
    disable_library_telemetry()
    try:
        from ragas.llms.base import InstructorBaseRagasLLM
    except ImportError as error:
        message = "RAGAS is not installed; install civicsetu with its extra `eval`."
        raise InputError(user_message=message) from error

    class Judge(InstructorBaseRagasLLM):
        """RAGAS judge over our chat models, at temperature 0."""

        def generate(self, prompt: str, response_model: type[AskedFor]) -> AskedFor:
            return asyncio.run(self.agenerate(prompt, response_model))

        async def agenerate(self, prompt: str, response_model: type[AskedFor]) -> AskedFor:
            reply = await models.complete(Tier.WRITING, to_prompt(prompt), TurnSpending())
            return response_model.model_validate_json(bare_json(reply.text))

    return Judge()


def make_embeddings(embedder: Embedder) -> BaseRagasEmbedding:
    """Return our embedder as RAGAS asks for one; every text it is given is a question."""
    disable_library_telemetry()
    from ragas.embeddings.base import BaseRagasEmbedding

    class Embeddings(BaseRagasEmbedding):
        """RAGAS embeddings by the embedder of the search."""

        def embed_text(self, text: str, **_: object) -> list[float]:
            return asyncio.run(self.aembed_text(text))

        async def aembed_text(self, text: str, **_: object) -> list[float]:
            [vector] = await embedder.embed_questions([text])
            return [float(one) for one in vector]

    return Embeddings()


def to_prompt(prompt: str) -> ChatPrompt:
    """Return a prompt of RAGAS as our chat models are asked it, under a digest of its own."""
    system = files("civicsetu.evaluation.ragas_scores").joinpath("judge_system.md").read_text("utf-8").strip()
    return ChatPrompt(_NAME, system, prompt, _LONGEST, json=True)


def bare_json(text: str) -> str:
    """Return a reply without the fence that models put around JSON."""
    fenced = _FENCE.match(text)
    return fenced["inside"] if fenced else text
