"""A state chosen on the page, as a person does it with the mouse or a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page


async def choose_state(page: Page, state: str) -> None:
    """Choose it in the list of states, which is open; fails where it cannot be chosen."""
    dialog = page.locator("#civicsetu-states")
    await dialog.get_by_role("searchbox").fill(state)
    await dialog.get_by_role("button", name=state, exact=True).click()
    await dialog.wait_for(state="hidden")
