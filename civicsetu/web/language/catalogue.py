"""Message catalogues: one file a language, each as complete as the English one.

A catalogue that lacks a message or a placeholder is refused when it is read, so that no page is half translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.errors import CatalogueRefused
from civicsetu.yaml_data import describe_error, load_words

ENGLISH = "en"
LANGUAGES = (ENGLISH, "hi", "mr", "ta", "kn")
"""The languages that ship, in the order of the switch."""
Language = Literal["en", "hi", "mr", "ta", "kn"]
"""One of them, as an address names it."""
PAGE_GROUPS = frozenset(
    {"head", "names", "states", "facts", "box", "welcome", "elsewhere", "conversations", "answer", "sheet", "feedback"}
)
"""Groups of messages that the page's scripts and components say; the others are said on the server."""
MAP_GROUP = "map"
"""The group of the law's map, which is a page of its own."""
PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_OF_CHAINLIT = re.compile(r"\{\{([^}]*)\}\}")
FOLDER = Path(str(files("civicsetu.web.language").joinpath("catalogues")))


class Catalogue(BaseModel):
    """All messages of one language.

    `tag` is the language with its country, as a browser names it; `short` stands on the switch. `months` and
    `digits` write days and numbers. `messages` are texts by group and key, with placeholders as `{count}`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str = Field(pattern=r"^[a-z]{2}$")
    tag: str = Field(pattern=r"^[a-z]{2}-IN$")
    name: str = Field(min_length=1)
    short: str = Field(min_length=1, max_length=4)
    months: tuple[str, ...] = Field(min_length=12, max_length=12)
    digits: str = Field(min_length=10, max_length=10)
    messages: dict[str, dict[str, str]]

    def flatten(self) -> dict[str, str]:
        """Return the messages by `group.key`."""
        return {f"{group}.{key}": text for group, of_group in self.messages.items() for key, text in of_group.items()}

    def of_page(self) -> dict[str, str]:
        """Return the messages that the page's own scripts say."""
        return {key: text for key, text in self.flatten().items() if key.partition(".")[0] in PAGE_GROUPS}


@lru_cache(maxsize=1)
def get_catalogues() -> Mapping[str, Catalogue]:
    """Return the catalogues that ship, by language.

    Raises:
        CatalogueRefused: one cannot be read, or is not as complete as the English one.
    """
    return read_catalogues(FOLDER)


def read_catalogues(folder: Path) -> dict[str, Catalogue]:
    """Read the catalogue of each language from a folder; raises CatalogueRefused as `get_catalogues`."""
    found = {code: _read(folder / f"{code}.yaml", code) for code in LANGUAGES}
    for code, catalogue in found.items():
        check_messages(found[ENGLISH].flatten(), catalogue.flatten(), f"{code}.yaml", PLACEHOLDER)
    return found


def list_told(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the messages that the server says, by key: what the page's scripts and the map say is not among them."""
    of_scripts = {*PAGE_GROUPS, MAP_GROUP}
    return ((key, text) for key, text in catalogue.flatten().items() if key.partition(".")[0] not in of_scripts)


def check_messages(wanted: Mapping[str, str], found: Mapping[str, str], file: str, placeholder: re.Pattern[str]) -> None:
    """Check the messages of a file against the English ones.

    Raises:
        CatalogueRefused: the first key that is missing, unknown or empty, or whose placeholders differ.
    """
    for key, english in wanted.items():
        text = found.get(key)
        if text is None:
            raise CatalogueRefused(user_message=f"The language file {file} lacks the message {key}.")
        if english.strip() and not text.strip():
            raise CatalogueRefused(user_message=f"In the language file {file} the message {key} is empty.")
        lacking = set(placeholder.findall(english)) ^ set(placeholder.findall(text))
        if lacking:
            names = ", ".join(sorted(lacking))
            message = f"In the language file {file} the placeholders of {key} differ from the English ones: {names}."
            raise CatalogueRefused(user_message=message)
    unknown = next((key for key in found if key not in wanted), None)
    if unknown is not None:
        raise CatalogueRefused(user_message=f"The language file {file} has the message {unknown}, which is not in the English one.")


def check_chainlit(folder: Path) -> None:
    """Check Chainlit's own translations in a folder against its English one; raises CatalogueRefused."""
    wanted = _read_texts(folder / f"{name_for_chainlit(ENGLISH)}.json")
    for code in LANGUAGES:
        file = folder / f"{name_for_chainlit(code)}.json"
        check_messages(wanted, _read_texts(file), file.name, _OF_CHAINLIT)


def name_for_chainlit(code: str) -> str:
    """Return the name under which Chainlit looks for its texts in a language: `hi-IN`, but `en-US`."""
    return "en-US" if code == ENGLISH else get_catalogues()[code].tag


def _read(file: Path, code: str) -> Catalogue:
    try:
        read = Catalogue.model_validate(load_words(file.read_text("utf-8")))
    except (OSError, ValueError, yaml.YAMLError) as error:  # pydantic's error is a ValueError
        message = f"The language file {file.name} cannot be read: {describe_error(error)}."
        raise CatalogueRefused(user_message=message) from error
    if read.language != code:
        raise CatalogueRefused(user_message=f"The language file {file.name} is of the language {read.language}.")
    return read


def _read_texts(file: Path) -> dict[str, str]:
    """The texts of a JSON file by their way from the outside in: `chat.input.placeholder`."""
    try:
        return _flatten(json.loads(file.read_text("utf-8")))
    except (OSError, ValueError) as error:
        message = f"The language file {file.name} cannot be read: {describe_error(error)}."
        raise CatalogueRefused(user_message=message) from error


def _flatten(read: object, at: str = "") -> dict[str, str]:
    if not isinstance(read, dict):
        return {at: str(read)}
    within = (_flatten(value, f"{at}.{name}" if at else name) for name, value in read.items())
    return {key: text for one in within for key, text in one.items()}
