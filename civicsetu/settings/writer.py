"""Settings of the chat models: which may be asked, with which keys, for how long and at what cost."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, SecretStr

from civicsetu.settings.group import SettingsGroup

_NAME = re.compile(r"[\w.-]+/[\w.:/@+-]+")
_ADDRESS = re.compile(r"https?://[^\s/?#]+[^\s?#]*")
_KEY = re.compile(r"[!-~]{1,4096}")


def _is_model_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError("a model is named with its provider, as in openai/gpt-4.1 or ollama_chat/llama3.1")
    return name


def _is_chain(models: list[str]) -> list[str]:
    if len(set(models)) < len(models):
        raise ValueError("a model stands in it twice")
    return models


def _is_address(address: str) -> str:
    if not _ADDRESS.fullmatch(address):
        raise ValueError("an address begins with http:// or https:// and has no question mark")
    return address.rstrip("/")


def _is_key(key: SecretStr) -> SecretStr:
    if not _KEY.fullmatch(key.get_secret_value()):
        raise ValueError("a key is empty, or holds a space, a line break or a character no key has")
    return key


ModelChain = Annotated[
    list[Annotated[str, AfterValidator(_is_model_name)]], AfterValidator(_is_chain), Field(max_length=8)
]
"""Chat models in the order in which they are asked."""
_Address = Annotated[str, AfterValidator(_is_address), Field(max_length=500)]
_Key = Annotated[SecretStr, AfterValidator(_is_key)]


class WriterSettings(SettingsGroup):
    """Chat models that write answers out; without any, answers are made of statements alone."""

    writing: ModelChain = Field(
        default_factory=list,
        description="Models that write, the first that answers is used; provider/model as LiteLLM names them. Empty: none.",
    )
    fast: ModelChain = Field(
        default_factory=list,
        description="Models that read the question and check sentences, in order; empty: those that write.",
    )
    keys: dict[str, _Key] = Field(
        default_factory=dict, description="Key of each provider by its name: CIVICSETU_WRITER__KEYS__OPENAI=…"
    )
    addresses: dict[str, _Address] = Field(
        default_factory=dict,
        description="Address of a server of your own, by provider or model: CIVICSETU_WRITER__ADDRESSES__OLLAMA_CHAT=…",
    )
    windows: dict[str, Annotated[int, Field(ge=512, le=10_000_000)]] = Field(
        default_factory=dict,
        description="Tokens of a model's window, by model, where LiteLLM does not know it; else 8192 is taken.",
    )
    understand: bool = Field(
        True, description="Let the fast model read posts and follow-ups: what is asked, and what each part means alone."
    )
    first_token_s: float = Field(
        8.0, gt=0, le=120, description="Seconds a model may be silent before its first token, and between two."
    )
    answer_s: float = Field(
        20.0, gt=0, le=600, description="Deadline of a whole reply, all models and attempts of the chain together."
    )
    opinion_s: float = Field(
        2.0, gt=0, le=60, description="Deadline of an opinion on written sentences; without one they are dropped."
    )
    retries: int = Field(
        1, ge=0, le=5, description="Further attempts at one model that is busy or fails, before the next is asked."
    )
    reply_tokens: int = Field(1500, ge=64, le=32_000, description="Tokens one written reply may have.")
    context_tokens: int = Field(
        8000, ge=200, le=200_000, description="Tokens of law a writer is given; never more than its window."
    )
    turn_tokens: int = Field(
        80_000, ge=0, le=10_000_000, description="Tokens all models may take for one question; 0: any number."
    )
    day_tokens: int = Field(
        5_000_000, ge=0, le=10_000_000_000, description="Tokens this process may take in a day (UTC); 0: any number."
    )
    day_cost: float = Field(
        5.0, ge=0, le=100_000, description="US dollars it may spend in a day, where the price is known; 0: any sum."
    )
    cool_down_s: float = Field(
        60.0, ge=0, le=3600, description="Seconds a model that keeps failing is left alone; 0: it is always asked."
    )
    failures: int = Field(
        3, ge=1, le=100, description="Failures in a row after which a model is left alone for that time."
    )
    require_hard_citations: bool = Field(
        True, description="Show a sentence of law only with a key and a quote found in the text it cites."
    )
    strict_extractive: bool = Field(
        False, description="Show no written sentence, only statements and sentences of the law."
    )
    enable_claims: bool = Field(
        True, description="Let the fast model give its opinion on each sentence the rules let through or doubt."
    )
    low_confidence_behavior: Literal["continue", "ask", "decline"] = Field(
        "continue",
        description="Where the written answer falls: continue with the statements, ask back, or decline.",
    )
    coverage_least: float = Field(
        0.5, ge=0, le=1, description="Share of the statements found that an answer must say, else they are added."
    )
