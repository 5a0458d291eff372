"""Read the texts of a folder of data that ships with the package."""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files


def read_texts(folder: str, leave_out: Collection[str] = ()) -> dict[str, str]:
    """Return the YAML files of `corpus/data/<folder>` by name, in the order of their names."""
    place = files("civicsetu.corpus.data").joinpath(folder)
    if not place.is_dir():
        return {}
    found = {one.name: one for one in place.iterdir() if one.name.endswith(".yaml")}
    return {name: found[name].read_text("utf-8") for name in sorted(found) if name not in leave_out}
