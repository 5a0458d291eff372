"""Which environment variables are settings; a name like ours that is none is refused."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import get_origin

from pydantic import BaseModel

from civicsetu.errors import SettingsError
from civicsetu.settings.fields import Settings
from civicsetu.settings.renamed import NEW_NAMES, PREFIX

NOT_SETTINGS = (
    "CIVICSETU_CORPUS_DIR",
    "CIVICSETU_REQUIRE_ALL",
    "CIVICSETU_RENEW_SCHEMAS",
    "CIVICSETU_TEST_NEO4J_HOME",
)
"""Variables that steer the checks of a checkout (Makefile, .ci/run, tests) and that the program never reads."""


def refuse_unknown(names: Iterable[str]) -> None:
    """Raise SettingsError for a name that begins as ours do and is none: most likely a misspelt one."""
    known = known_names()
    for given in sorted(names):
        name = given.upper()
        if (
            name.startswith(PREFIX)
            and not _is_known(name, known | NEW_NAMES.keys())
            and name not in NOT_SETTINGS
        ):
            near = difflib.get_close_matches(name, sorted(known), 1)
            hint = f"did you mean {near[0]}?" if near else "see .env.example for those there are."
            raise SettingsError(user_message=f"There is no setting {given[:80]}; {hint}")


def _is_known(name: str, known: set[str]) -> bool:
    """Whether it is a setting, or one entry of a setting that takes entries by name."""
    return name in known or any(name.startswith(f"{one}__") and name != f"{one}__" for one in _by_name())


def _by_name() -> Iterator[str]:
    """The settings that take entries by name: `CIVICSETU_RETRIEVAL__WEIGHTS__GRAPH=0.1`."""
    for name, field in Settings.model_fields.items():
        group = field.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            for part, inner in group.model_fields.items():
                if get_origin(inner.annotation) is dict:
                    yield f"{PREFIX}{name}__{part}".upper()


def known_names() -> set[str]:
    """Return every variable that is a setting: a group by itself (as JSON), and each of its parts."""
    names = set()
    for name, field in Settings.model_fields.items():
        names.add(f"{PREFIX}{name.upper()}")
        group = field.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            names |= {f"{PREFIX}{name}__{part}".upper() for part in group.model_fields}
    return names
