"""`Any` switches the type checker off; it stays where a library or a file gives no better, and is counted."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import civicsetu

PACKAGE = Path(civicsetu.__file__).parent
MOST = 40


def test_any_stands_in_few_places() -> None:
    """A new one takes the place of an old one: a Protocol, a TypedDict or `object` nearly always says more."""
    uses = Counter(
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any")
    )
    assert 0 < uses.total() <= MOST, uses.most_common(10)
