"""YAML read strictly: a key given twice is an error, and every error is one short reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, TypeAdapter, ValidationError
from yaml.constructor import BaseConstructor, ConstructorError

from civicsetu.errors import CorpusError

if TYPE_CHECKING:
    from yaml import BaseLoader as _Words
    from yaml import SafeLoader as _Values
else:  # those in C read ten times as fast, and are not built everywhere
    _Words = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    _Values = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_MOST_BRACKETS_AT_ONCE = 200


class _Once(BaseConstructor):
    """Refuses a mapping with a doubled key, which YAML would let win silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        seen: set[Hashable] = set()
        for name, _ in node.value:
            key = self.construct_object(name, deep=deep)
            if not isinstance(key, Hashable):
                break  # refused below, in the parser's own words
            if key in seen:
                raise ConstructorError(problem=f"{key} stands twice", problem_mark=name.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


class _StrictLoader(_Once, yaml.SafeLoader):
    """SafeLoader, every key once; unlike the one in C it names the line in which a fault begins."""


class _ShippedLoader(_Once, _Values):
    """The same in a seventh of the time; files of the package are whole and many."""


class _WordLoader(_Once, _Words):
    """Every scalar is the text that stands there: no number, no date, no truth value."""


def _depth(text: str) -> int:
    """How many brackets are open at once, at most."""
    depth = deepest = 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    return deepest


def load(text: str) -> object:
    """Parse YAML; raises yaml.YAMLError or ValueError."""
    if text.count("[") + text.count("{") > _MOST_BRACKETS_AT_ONCE and _depth(text) > _MOST_BRACKETS_AT_ONCE:
        return yaml.load(text, _StrictLoader)  # the fast parser dies of a text nested deep enough
    try:
        return yaml.load(text, _ShippedLoader)
    except (yaml.YAMLError, ValueError):  # read once more, slowly, by the one that names the line
        return yaml.load(text, _StrictLoader)


def load_words(text: str) -> object:
    """Parse a file of words, in which `no` is a word and `3` a label; raises as `load`."""
    return yaml.load(text, _WordLoader)


def load_shipped(package: str, file: str) -> Any:
    """Parse a file that ships with a package; raises as `load`."""
    return yaml.load(files(package).joinpath(file).read_text("utf-8"), _ShippedLoader)


@cache
def load_patterns(package: str, file: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of a file that ships with a package, by name, read once; case counts for none.

    The file gives a list for each name, and its pattern finds what any of the list finds.
    """
    text = files(package).joinpath(file).read_text("utf-8")
    return {
        name: re.compile("|".join(f"(?:{one})" for one in patterns), re.IGNORECASE)
        for name, patterns in TypeAdapter(dict[str, list[str]]).validate_python(load_words(text)).items()
    }


@cache
def load_whole_words(package: str, file: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of a file as `load_patterns` does; each finds its words only where they stand whole."""
    text = files(package).joinpath(file).read_text("utf-8")
    return {
        name: re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
        for name, words in TypeAdapter(dict[str, list[str]]).validate_python(load_words(text)).items()
    }


@contextmanager
def report_errors(what: str) -> Iterator[None]:
    """Turn what is wrong in a file of the package that is read inside into one sentence that begins with `what`.

    Raises:
        CorpusError: it is no YAML, or not of the form that is expected.
    """
    try:
        yield
    except (ValueError, TypeError, yaml.YAMLError) as error:
        raise CorpusError(user_message=f"{what}: {describe_error(error)}.") from error


def describe_error(error: Exception) -> str:
    """Return what is wrong, in one line, naming the field where there is one."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    if isinstance(error, yaml.MarkedYAMLError) and error.problem and error.problem_mark:
        return f"line {error.problem_mark.line + 1}: {error.problem}"
    return (str(error).splitlines() or [type(error).__name__])[0]


Place = Sequence[str | int]
"""The way to a field of a file: keys and indexes from the outside in."""

AnyModel = TypeVar("AnyModel", bound=BaseModel)
_BARE = frozenset(("yes", "no", "on", "off"))
_SAID = {
    "extra_forbidden": "there is no such key",
    "missing": "this key is missing",
    "dict_type": "a mapping is expected",
    "model_type": "a mapping is expected",
    "list_type": "a list is expected",
    "tuple_type": "a list is expected",
    "string_type": "a text is expected",
}
"""What pydantic's own errors mean in a file."""


class FieldError(ValueError):
    """Fault at one field of a file that reads well otherwise."""

    def __init__(self, message: str, *place: str | int) -> None:
        super().__init__(message)
        self.place = place


def parse_model(model: type[AnyModel], text: str, file: str, bare: Collection[str] = ()) -> AnyModel:
    """Read a file of words into a model; yes, no, on, off and what `bare` adds are refused wherever they stand.

    Raises:
        CorpusError: one sentence that names the file, the line and the field.
    """
    try:
        data = load_words(text)
        refused = _BARE.union(bare)
        for place in _find_words(data, refused, ()):
            raise FieldError(f"{', '.join(sorted(refused))} are no values here", *place)
        return model.model_validate(data)
    except (ValueError, yaml.YAMLError) as error:  # pydantic's error is a ValueError
        raise make_file_error(error, text, file) from error


def make_file_error(error: Exception, text: str, file: str) -> CorpusError:
    """Return an error of one sentence that names the file, the line and the field."""
    place: Place = ()
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        place = [part for part in first["loc"] if part != "[key]"]
        reason = _SAID.get(first["type"], first["msg"].removeprefix("Value error, "))
        if first["type"] in ("enum", "literal_error"):
            reason = f"{first['input']!r} is none of {first['ctx']['expected'].replace(chr(39), '')}"
    elif isinstance(error, FieldError):
        place, reason = error.place, str(error)
    else:
        message = f"{file} cannot be read: {describe_error(error)}."
        return CorpusError(user_message=message)
    field = _field(place)
    message = f"{file}, line {find_line(text, place)}{f', {field}' if field else ''}: {reason.rstrip('.')}."
    return CorpusError(user_message=message)


def find_line(text: str, place: Place) -> int:
    """Return the line, from 1, on which a field stands, or what it would stand in."""
    node = yaml.compose(text, _Words)
    line = 1
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == part), None)
            if found is None:
                break
            line, node = found[0].start_mark.line + 1, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = node.start_mark.line + 1
        else:
            break
    return line


def _field(place: Place) -> str:
    """The names from the last list on: `facets.wants`."""
    names: list[str] = []
    for part in reversed(place):
        if isinstance(part, int) and names:
            break
        if isinstance(part, str):
            names.insert(0, part)
    return ".".join(names)


def _find_words(
    data: object, refused: frozenset[str], place: tuple[str | int, ...]
) -> Iterator[tuple[str | int, ...]]:
    if isinstance(data, str):
        if data.casefold() in refused:
            yield place
    elif isinstance(data, dict):
        for key, value in data.items():
            if str(key).casefold() in refused:
                yield (*place, key)
            yield from _find_words(value, refused, (*place, key))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _find_words(value, refused, (*place, at))
