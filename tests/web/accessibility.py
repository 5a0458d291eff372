"""What axe-core finds on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.async_playwright import Axe

if TYPE_CHECKING:
    from playwright.async_api import Page

GRAVE = ("critical", "serious")


async def grave_faults(page: Page) -> list[str]:
    """Return the nodes that break a rule of axe gravely, each behind the rule."""
    found = await Axe().run(page)
    return [
        f"{rule['id']}: {node['html'][:160]}"
        for rule in found.response["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
