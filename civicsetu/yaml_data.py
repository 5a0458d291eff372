"""YAML read strictly: a key given twice is an error, and every error is one short reason."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import yaml
from pydantic import ValidationError
from yaml.constructor import BaseConstructor

from civicsetu.errors import CorpusError

if TYPE_CHECKING:
    from yaml import BaseLoader as _Words
else:  # the one in C reads ten times as fast, and is not built everywhere
    _Words = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _Once(BaseConstructor):
    """Refuses a mapping with a doubled key, which YAML would let win silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, object]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"{key} stands twice")
        return super().construct_mapping(node, deep)


class _StrictLoader(_Once, yaml.SafeLoader):
    """SafeLoader, every key once."""


class _WordLoader(_Once, _Words):
    """Every scalar is the text that stands there: no number, no date, no truth value."""


def load(text: str) -> object:
    """Parse; raises yaml.YAMLError or ValueError."""
    return yaml.load(text, _StrictLoader)


def load_words(text: str) -> object:
    """Parse a file of words, in which `no` is a word and `3` a label; raises as `load`."""
    return yaml.load(text, _WordLoader)


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
