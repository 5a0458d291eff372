"""The API's promise: its OpenAPI as it is stored, and what must not change of it.

    python -m civicsetu.web.api.promise docs/openapi.json

writes it anew; what was promised and is there no more is named, and nothing is written.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from civicsetu.library_telemetry import disable_library_telemetry

Schema = Mapping[str, Any]
Find = Callable[[str, Schema, Schema], Iterator[str]]
"""What is broken at one value: its place, its schema before and now."""

_BOUNDS_OF_WHAT_IS_SENT = {"maximum": 1, "maxLength": 1, "maxItems": 1, "minimum": -1, "minLength": -1, "minItems": -1}
"""Bounds of a request that may be widened only: up (1) or down (-1)."""
_DEEPEST = 8


def find_broken_promises(promised: Schema, now: Schema) -> list[str]:
    """Return what was promised and is so no more, in words; empty where things were added only."""
    return list(dict.fromkeys(_Comparison(promised, now).find_broken()))


def write_text(described: Schema) -> str:
    """Return the text of the file."""
    return json.dumps(described, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def describe_api() -> dict[str, object]:
    """Return the OpenAPI as the server gives it; no server is needed, and Chainlit's files go to a passing folder."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("CHAINLIT_APP_ROOT", folder)
        from civicsetu.settings import load_settings
        from civicsetu.web.api.application import build_api, describe

        return describe(build_api(load_settings(_env_file=None)))


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What was promised beside what there is now."""

    promised: Schema
    now: Schema

    def find_broken(self) -> Iterator[str]:
        for path, operations in self.promised["paths"].items():
            for method, operation in operations.items():
                there = self.now["paths"].get(path, {}).get(method)
                place = f"{method.upper()} {path}"
                if there is None:
                    yield f"{place} is gone"
                else:
                    yield from self._parameters(place, operation, there)
                    yield from self._body(place, operation, there)
                    yield from self._responses(place, operation["responses"], there["responses"])

    def _parameters(self, place: str, was: Schema, now: Schema) -> Iterator[str]:
        before = {(one["in"], one["name"]): one for one in was.get("parameters", ())}
        after = {(one["in"], one["name"]): one for one in now.get("parameters", ())}
        for key, one in before.items():
            if key not in after:
                yield f"{place}: the parameter {key[1]} is gone"
            else:
                yield from self._walk(f"{place} {key[1]}", _schema_of(one), _schema_of(after[key]), self._refused)
        for key, one in after.items():
            if one.get("required") and not before.get(key, {}).get("required"):
                yield f"{place}: the parameter {key[1]} is required now"

    def _body(self, place: str, was: Schema, now: Schema) -> Iterator[str]:
        if "requestBody" in now and "requestBody" not in was:
            yield f"{place}: a body is required now"
        for kind, one in was.get("requestBody", {}).get("content", {}).items():
            there = now.get("requestBody", {}).get("content", {}).get(kind)
            if there is None:
                yield f"{place}: no body is taken as {kind}"
            else:
                yield from self._walk(place, _schema_of(one), _schema_of(there), self._refused)

    def _responses(self, place: str, was: Schema, now: Schema) -> Iterator[str]:
        for status, response in was.items():
            if status not in now:
                yield f"{place}: nothing is said of {status}"
                continue
            for kind, one in response.get("content", {}).items():
                there = now[status].get("content", {}).get(kind)
                if there is None:
                    yield f"{place}: {status} is no longer {kind}"
                else:
                    yield from self._walk(f"{place} {status}", _schema_of(one), _schema_of(there), self._unexpected)

    def _walk(self, place: str, was: Schema, now: Schema, find: Find, depth: int = 0) -> Iterator[str]:
        """What `find` finds at one value and at all that is in it; no field of it may be gone."""
        was, now = _resolve(was, self.promised), _resolve(now, self.now)
        if depth > _DEEPEST:
            return
        yield from find(place, was, now)
        for name, one in was.get("properties", {}).items():
            if name not in now.get("properties", {}):
                yield f"{place}: the field {name} is gone"
            else:
                yield from self._walk(f"{place} {name}", one, now["properties"][name], find, depth + 1)
        if "items" in was and "items" in now:
            yield from self._walk(f"{place} []", was["items"], now["items"], find, depth + 1)
        if "contentSchema" in was:
            yield from self._walk(place, was["contentSchema"], now.get("contentSchema", {}), find, depth + 1)
        for before in was.get("anyOf", ()):
            for after in self._alike(before, now):
                yield from self._walk(place, before, after, find, depth + 1)

    def _refused(self, place: str, was: Schema, now: Schema) -> Iterator[str]:
        """What may be sent no longer."""
        if lost := _types(was, self.promised) - _types(now, self.now):
            yield f"{place}: {', '.join(sorted(lost))} is taken no more"
        if "enum" in now and (lost := set(was.get("enum", ())) - set(now["enum"])):
            yield f"{place}: {', '.join(map(str, sorted(lost)))} is taken no more"
        if ("enum" in now and "enum" not in was) or (now.get("pattern") and now.get("pattern") != was.get("pattern")):
            yield f"{place}: fewer values are taken"
        for bound, way in _BOUNDS_OF_WHAT_IS_SENT.items():
            if bound in now and (bound not in was or (now[bound] - was[bound]) * way < 0):
                yield f"{place}: {bound} is narrower"
        for name in set(now.get("required", ())) - set(was.get("required", ())):
            yield f"{place}: the field {name} is required now"

    def _unexpected(self, place: str, was: Schema, now: Schema) -> Iterator[str]:
        """What may be read that a client did not have to reckon with."""
        if more := _types(now, self.now) - _types(was, self.promised):
            yield f"{place}: may be {', '.join(sorted(more))} now"
        for name in set(was.get("required", ())) - set(now.get("required", ())):
            yield f"{place}: the field {name} may be left out now"

    def _alike(self, before: Schema, now: Schema) -> list[Schema]:
        """Of several that may stand there those that are compared with one before: of its name, else of its type."""
        among: list[Schema] = now.get("anyOf", [now])
        named = [after for after in among if "$ref" in before and after.get("$ref") == before["$ref"]]
        return named or [after for after in among if _types(before, self.promised) & _types(after, self.now)]


def _schema_of(content: Schema) -> Schema:
    """The schema of a parameter or a body; of a stream that of one event."""
    found: Schema = content.get("schema") or content.get("itemSchema") or {}
    return found


def _resolve(schema: Schema, whole: Schema) -> Schema:
    while "$ref" in schema:
        schema = whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _types(schema: Schema, whole: Schema) -> set[str]:
    """The types a value may have; of one that says nothing, none is known."""
    schema = _resolve(schema, whole)
    if "anyOf" in schema:
        return {kind for one in schema["anyOf"] for kind in _types(one, whole)}
    told = schema.get("type", [])
    return {told} if isinstance(told, str) else set(told)


def main() -> int:
    disable_library_telemetry()
    [path] = map(Path, sys.argv[1:])
    now = describe_api()
    broken = find_broken_promises(json.loads(path.read_text("utf-8")), now) if path.exists() else []
    sys.stderr.writelines(f"{one}\n" for one in broken)
    if not broken:
        path.write_text(write_text(now), "utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
