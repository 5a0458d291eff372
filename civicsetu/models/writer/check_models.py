"""Whether each chat model of the settings answers, found out with one short call, and what is wrong where not."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.errors import CivicSetuError
from civicsetu.models.writer.failures import Failure
from civicsetu.models.writer.litellm_chain import LiteLLMModels
from civicsetu.settings import WriterSettings

_CHOOSE = "choose another model"
_WRONG: dict[Failure, tuple[str, str]] = {
    Failure.KEY_REFUSED: ("its provider refuses the key, or none is set", "set CIVICSETU_WRITER__KEYS__{provider}"),
    Failure.NO_SUCH_MODEL: ("its provider has no model of that name", "correct the name in CIVICSETU_WRITER__{tier}"),
    Failure.QUOTA: ("the quota of its key is spent", "top it up at the provider, or set another key"),
    Failure.BUSY: ("its provider takes no more calls: too many, or the quota is spent", "look at the quota, or try later"),
    Failure.BROKEN: ("its server reports an error", "try later, or look at the log of that server"),
    Failure.UNREACHABLE: (
        "nothing answers at its address",
        "start its server, or correct CIVICSETU_WRITER__ADDRESSES__{provider}",
    ),
    Failure.TOO_SLOW: (
        "it says nothing within {silence_s:g} s",
        "choose a faster model, or raise CIVICSETU_WRITER__FIRST_TOKEN_S",
    ),
    Failure.UNREADABLE: ("what it sends cannot be read as a reply", "correct its provider or address"),
    Failure.EMPTY: ("its reply is empty", _CHOOSE),
    Failure.TOO_LONG: ("it does not stop where it is told to", _CHOOSE),
    Failure.REFUSED: ("it refuses a plain question", _CHOOSE),
    Failure.CUT: ("its window is too small", "set its true size in CIVICSETU_WRITER__WINDOWS"),
}


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """Result of checking one model: `wrong` and `fix` are empty where it answered."""

    model: str
    wrong: str = ""
    fix: str = ""


async def check_models(settings: WriterSettings) -> list[ModelCheck]:
    """Ask each model of the chains once, in their order; nothing is asked where none is set."""
    checks = []
    for model in dict.fromkeys([*settings.writing, *settings.fast]):
        tier = "WRITING" if model in settings.writing else "FAST"
        try:
            failure = await _ask(settings, model)
        except CivicSetuError as error:
            checks.append(ModelCheck(model, error.user_message, f"correct CIVICSETU_WRITER__{tier}"))
            continue
        wrong, fix = _WRONG[failure] if failure else ("", "")
        provider = model.partition("/")[0].upper()
        known = {"provider": provider, "tier": tier, "silence_s": settings.first_token_s}
        checks.append(ModelCheck(model, wrong.format(**known), fix.format(**known)))
    return checks


async def _ask(settings: WriterSettings, model: str) -> Failure | None:
    models = LiteLLMModels(settings.model_copy(update={"writing": [model], "fast": []}))
    try:
        return await models.try_first()
    finally:
        await models.close()
