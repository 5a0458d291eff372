"""A state chosen on the page, as a person does it with the mouse or a finger."""

from __future__ import annotations

from playwright.async_api import Page, TimeoutError


async def choose_state(page: Page, state: str, search: str = "") -> None:
    """Choose it in the list of states, which is open, searched by its name or what is given; fails where it cannot be chosen."""
    dialog = page.locator("#civicsetu-states")
    await dialog.get_by_role("searchbox").fill(search or state)
    try:
        await dialog.get_by_role("button", name=state, exact=True).click()
    except TimeoutError as late:
        raise AssertionError(f"{state} is not offered: {await dialog.inner_text()}") from late
    await dialog.wait_for(state="hidden")
