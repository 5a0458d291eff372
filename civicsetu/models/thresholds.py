"""The numbers by which the models read a text; `answer_hash` names them."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class ModelThresholds(BaseModel):
    """What a model is given of a text, and how its output is tempered; an operator chooses the models themselves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rerank_tokens: int = Field(
        256, description="Tokens of question and passage that the cross-encoder reads: a heading, 120 words and a long question fit."
    )
    least_latin: float = Field(0.8, description="Share of a question's letters that must be Latin for the cross-encoder to read it.")
    unlikely: float = Field(
        0.01, description="Likelihood added to that of each text by late interaction, so that what is unlikely counts alike."
    )


MODELS = ModelThresholds()
