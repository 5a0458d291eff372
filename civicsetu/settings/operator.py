"""Settings of whoever runs this: their page and their routes are closed unless a token is set."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr

from civicsetu.settings.group import SettingsGroup
from civicsetu.settings.writer import ModelChain

_TOKEN = re.compile(r"[!-~]{20,400}")


def _is_token(token: SecretStr) -> SecretStr:
    if token.get_secret_value() and not _TOKEN.fullmatch(token.get_secret_value()):
        raise ValueError("the token needs 20 to 400 characters, none of them a space")
    return token


class OperatorSettings(SettingsGroup):
    """The page under /operator, where answers are judged and feedback is read."""

    token: Annotated[SecretStr, AfterValidator(_is_token)] = Field(
        SecretStr(""), description="Who has it may judge answers under /operator and have laws ingested over the API; empty: nobody may."
    )
    judge: ModelChain = Field(
        default_factory=list,
        description="Models that may be asked to judge an answer a model wrote, with the writer's keys; empty: none.",
    )
    hours: float = Field(12.0, ge=0.1, le=168, description="Hours until the token is asked for again.")
