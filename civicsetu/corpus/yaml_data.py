"""YAML read strictly: a key given twice is an error, and every error is one short reason."""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import ValidationError


class _StrictLoader(yaml.SafeLoader):
    """SafeLoader that refuses a mapping with a doubled key, which YAML would let win silently."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"{key} stands twice")
        return super().construct_mapping(node, deep)


def load(text: str) -> Any:
    """Parse; raises yaml.YAMLError or ValueError."""
    return yaml.load(text, _StrictLoader)


def reason(error: Exception) -> str:
    """What is wrong, in one line, naming the field where there is one."""
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return f"{where}: {first['msg']}" if where else str(first["msg"])
    return (str(error).splitlines() or [type(error).__name__])[0]
