"""The text of `.env.example`, written from the settings themselves."""

from __future__ import annotations

import json

from pydantic import BaseModel, SecretStr

from civicsetu.settings.fields import Settings


def env_example() -> str:
    """Return every setting with its description and default, as `.env.example` shows them."""
    lines = [
        "# Every setting, with its default. Copy what you change into .env; an unknown CIVICSETU_ name is an error."
    ]
    for name, field in Settings.model_fields.items():
        group = field.default_factory() if field.default_factory is not None else None  # type: ignore[call-arg]
        if isinstance(group, BaseModel):
            lines += ["", f"# {(type(group).__doc__ or '').splitlines()[0]}"]
            for inner, setting in type(group).model_fields.items():
                lines += _setting_lines(f"{name}__{inner}", setting.description or "", getattr(group, inner))
        else:
            lines += _setting_lines(name, field.description or "", field.default)
    return "\n".join(lines) + "\n"


def _setting_lines(name: str, description: str, default: object) -> list[str]:
    value = default.get_secret_value() if isinstance(default, SecretStr) else default
    return [
        f"# {description}",
        f"# CIVICSETU_{name.upper()}={json.dumps(value) if isinstance(value, list | dict) else value}",
    ]
