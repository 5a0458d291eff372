"""How often Python looks for circles of dead objects.

A start builds some millions of objects that stay: words, statements, patterns. Python's collector runs after every
700 and goes through all of them again each time their number has grown by a quarter, which was a quarter of the
processor time of a start. Reference counts free nearly everything at once; only circles wait for the collector.
"""

from __future__ import annotations

import gc

_NEW_OBJECTS = 200_000
"""Containers made and not yet freed before the youngest are looked through; some 20 MB at most."""


def collect_seldom() -> None:
    """Let the collector of this process run seldom; for an entrance of the program, before it imports much."""
    gc.set_threshold(_NEW_OBJECTS, 10, 10)

