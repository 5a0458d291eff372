"""The models of the settings as LiteLLM is told of them: provider, key, address, window and price."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType

from civicsetu.errors import SettingsError
from civicsetu.models.litellm_library import provider_error
from civicsetu.settings import WriterSettings

WINDOW_UNKNOWN = 8192
_OLLAMA = ("ollama", "ollama_chat")
_NO_KEY = "none"


@dataclass(frozen=True, slots=True)
class Deployment:
    """One model; `price_in` and `price_out` are US dollars a token, 0 where unknown."""

    model: str
    provider: str
    window: int
    price_in: float
    price_out: float
    params: dict[str, object] = field(repr=False)

    def to_entry(self) -> dict[str, object]:
        """Return it as an entry of the Router's list of models."""
        return {"model_name": self.model, "litellm_params": {"model": self.model, **self.params}}


def build_deployment(litellm: ModuleType, model: str, settings: WriterSettings) -> Deployment:
    """Return the model with all that its provider needs.

    What LiteLLM knows of it is read from the list it ships, since its own look-up asks an Ollama server
    at its usual address. For the same reason a model it does not know is entered there without a price.

    Raises:
        SettingsError: LiteLLM knows no such provider, or the provider needs a key and none is set.
    """
    provider = _provider_of(litellm, model)
    _require_key(litellm, model, provider, settings)
    known = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2]) or {}
    window = settings.windows.get(model) or int(known.get("max_input_tokens") or WINDOW_UNKNOWN)
    price_in, price_out = (float(known.get(f"{way}_cost_per_token") or 0) for way in ("input", "output"))
    if not known:
        litellm.model_cost[model] = {
            "litellm_provider": provider,
            "mode": "chat",
            "max_input_tokens": window,
            "input_cost_per_token": 0.0,
            "output_cost_per_token": 0.0,
        }
    params = _params(model, provider, window, settings)
    return Deployment(model, provider, window, price_in, price_out, params)


def _provider_of(litellm: ModuleType, model: str) -> str:
    try:
        _, provider, _, _ = litellm.get_llm_provider(model)
    except provider_error():
        message = (
            f"There is no provider of chat models called {model.partition('/')[0]}; correct {model} in "
            "CIVICSETU_WRITER__WRITING or CIVICSETU_WRITER__FAST."
        )
        raise SettingsError(user_message=message) from None
    return str(provider)


def _require_key(litellm: ModuleType, model: str, provider: str, settings: WriterSettings) -> None:
    """A provider's own variable of the environment, as LiteLLM reads it, is as good as the setting."""
    if provider in settings.keys or provider in settings.addresses or model in settings.addresses:
        return
    missing = litellm.validate_environment(model)["missing_keys"]
    if any(name.endswith("_API_KEY") for name in missing):
        raise SettingsError(
            user_message=f"There is no key for {model}; set CIVICSETU_WRITER__KEYS__{provider.upper()}."
        )


def _params(model: str, provider: str, window: int, settings: WriterSettings) -> dict[str, object]:
    """What goes with every call; a server of one's own never gets a key that the environment holds for another."""
    params: dict[str, object] = {"max_retries": 0}
    key = settings.keys.get(provider)
    address = settings.addresses.get(model) or settings.addresses.get(provider)
    if address:
        params["api_base"] = address
    if key or address:
        params["api_key"] = key.get_secret_value() if key else _NO_KEY
    if provider in _OLLAMA:
        params["num_ctx"] = window  # else Ollama cuts every prompt to its own default, silently
    return params
