"""Read the environment and `.env` into `Settings`; what is wrong there is one sentence."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from dotenv import dotenv_values
from pydantic import ValidationError
from pydantic_settings import SettingsError as UnreadableSetting

from civicsetu.errors import SettingsError
from civicsetu.settings.fields import ENCODING, Settings
from civicsetu.settings.names import refuse_unknown
from civicsetu.settings.renamed import PREFIX, find_old_names, group_values


def load_settings(**overrides: object) -> Settings:
    """Read the environment and `.env` once more; `overrides` win, also over what is set under old names.

    Raises:
        SettingsError: a value is malformed, out of bounds, or its name is unknown.
    """
    source = overrides.get("_env_file", Settings.model_config.get("env_file"))
    given = {**_values_in(source), **os.environ}
    refuse_unknown({*given, *(f"{PREFIX}{name}" for name in overrides if not name.startswith("_"))})
    try:
        return Settings(**{**group_values(given), **overrides})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = "CIVICSETU_" + "__".join(str(part) for part in first["loc"]).upper().removeprefix("CIVICSETU_")
        raise SettingsError(user_message=f"The setting {name} is not usable: {first['msg']}.") from error
    except UnreadableSetting as error:
        message = f"The setting {_unreadable_name(str(error))} is not usable: it is not written as JSON."
        raise SettingsError(user_message=message) from error


def old_settings_in_use() -> list[str]:
    """Return the old names that the environment or `.env` sets; raises SettingsError as `load_settings`."""
    return find_old_names({*os.environ, *_values_in(Settings.model_config.get("env_file"))})


def _values_in(file: object) -> dict[str, str | None]:
    """What an env file sets.

    Raises:
        SettingsError: it cannot be read as text.
    """
    if not isinstance(file, str | Path) or not Path(file).is_file():
        return {}
    try:
        return dotenv_values(file, encoding=ENCODING)
    except UnicodeDecodeError:
        why = "is not UTF-8 text; save it as UTF-8"
    except OSError:
        why = "cannot be read; check its owner and mode"
    raise SettingsError(user_message=f"The file {Path(file).name} {why}.")


def _unreadable_name(error: str) -> str:
    """The variable whose value could not be parsed; the source names only its group."""
    field = re.search(r'field "(\w+)"', error)
    group = f"CIVICSETU_{field.group(1).upper()}" if field else "CIVICSETU_"
    return next((name for name in sorted(os.environ) if name.startswith(group)), group)


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """Return the settings of this process, read on first use."""
    return load_settings()
