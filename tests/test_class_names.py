"""A class name means one thing in the whole package.

A reader who meets `Step` or `Evidence` must not have to look up which of several is meant, and a search for the name
must find one class. A name with a leading underscore is read in its own module alone and may be used again elsewhere.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import civicsetu

PACKAGE = Path(civicsetu.__file__).parent


def test_no_public_class_name_is_defined_in_two_modules() -> None:
    modules: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(str(path.relative_to(PACKAGE)))
    shared = [f"{name}: {', '.join(paths)}" for name, paths in sorted(modules.items()) if len(paths) > 1]
    assert len(modules) > 500
    assert not shared, "class names defined more than once, rename all but one:\n" + "\n".join(shared)
