"""A stranger finds a module by its room: none holds more than 24, and each says in a line what it is for."""

from __future__ import annotations

import ast
from pathlib import Path

import civicsetu

PACKAGE = Path(civicsetu.__file__).parent
MOST = 24


def test_no_room_holds_more_modules_than_can_be_looked_over() -> None:
    rooms = {path.parent for path in PACKAGE.rglob("*.py")}
    held = {str(room.relative_to(PACKAGE)): sum(one.name != "__init__.py" for one in room.glob("*.py")) for room in rooms}
    assert len(held) > 50 and {room: count for room, count in held.items() if count > MOST} == {}


def test_every_room_says_what_it_is_for() -> None:
    doors = [path for path in PACKAGE.rglob("__init__.py") if any(one.name != "__init__.py" for one in path.parent.glob("*.py"))]
    silent = [str(door.relative_to(PACKAGE)) for door in doors if not ast.get_docstring(ast.parse(door.read_text("utf-8")))]
    assert doors and silent == []
