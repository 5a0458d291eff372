"""Questions to begin with, in the language of the page."""

from __future__ import annotations

from civicsetu.web.language.speaking import get_catalogue


def list_starters() -> list[tuple[str, str]]:
    """Return pairs of a label and the question it asks."""
    messages = get_catalogue().messages
    return [(label, messages["asks"][key]) for key, label in messages["starters"].items()]
