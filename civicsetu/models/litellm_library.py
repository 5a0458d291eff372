"""LiteLLM, loaded so that it stays silent, and its failures in our words.

A failure carries type and status and never the provider's text, which may quote what was
sent; nor may LiteLLM log it, so its loggers are switched off, and those below it, which log
each request whole where everything is logged, tell warnings alone.
"""

from __future__ import annotations

import logging
import os
from types import ModuleType

from civicsetu.errors import CivicSetuError, ModelError, ModelTimeout, SettingsError, WeightsUnavailable
from civicsetu.library_telemetry import disable_library_telemetry

_QUOTE_PROVIDERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")
_QUOTE_PROMPTS_IN_DEBUG = ("openai", "httpx", "httpcore")


def load_litellm() -> ModuleType:
    """Return LiteLLM, kept from fetching price lists and tokenizers, from logging, and from reading `.env`.

    Left to itself it loads the nearest `.env` into the environment, from where every key in it
    is handed on to the programs started later.

    Raises:
        WeightsUnavailable: the package is not installed.
    """
    disable_library_telemetry()
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    try:
        import litellm
    except ImportError as error:
        message = "A model at a provider needs the package litellm; run `pip install litellm`."
        raise WeightsUnavailable(str(error), user_message=message) from error
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.disable_hf_tokenizer_download = True
    litellm.turn_off_message_logging = True
    for name in _QUOTE_PROVIDERS:
        logging.getLogger(name).disabled = True
    for name in _QUOTE_PROMPTS_IN_DEBUG:
        logging.getLogger(name).setLevel(logging.WARNING)
    return litellm


async def close_sessions() -> None:
    """Close the HTTP sessions that LiteLLM keeps open for its providers, and forget them.

    They are shared by all that use LiteLLM in a process: whoever asks later gets new ones.
    """
    disable_library_telemetry()
    import litellm
    from litellm.llms.custom_httpx.async_client_cleanup import close_litellm_async_clients

    await close_litellm_async_clients()  # type: ignore[no-untyped-call]
    litellm.in_memory_llm_clients_cache.flush_cache()  # type: ignore[no-untyped-call]


def provider_error() -> type[Exception]:
    """Return the root of every failure LiteLLM raises; its own classes derive from OpenAI's."""
    import openai

    return openai.OpenAIError


def untranslated_error() -> type[Exception]:
    """Return the root of the failures of single providers that LiteLLM lets through as they are, as it does for a
    refused stream of Gemini's; each has a `status_code` and `headers`."""
    disable_library_telemetry()
    from litellm.llms.base_llm.chat.transformation import BaseLLMException

    return BaseLLMException


def describe_failure(error: Exception) -> str:
    """Return type and status of a failure, all of it that may be logged."""
    return f"{type(error).__name__}, status {getattr(error, 'status_code', None)}"


def translate_failure(error: Exception, model: str, key_setting: str) -> CivicSetuError:
    """Return our error for LiteLLM's, decided by its type; `key_setting` is where the key of that model is set."""
    import openai

    told = f"{model}: {describe_failure(error)}"
    if isinstance(error, openai.APITimeoutError):
        return ModelTimeout(told)
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        return SettingsError(told, user_message=f"The provider of {model} refused the key; set {key_setting}.")
    return ModelError(told)
