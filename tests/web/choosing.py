"""A state chosen in the settings of the page, as a person does it with the mouse or a finger."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page

_TRIES = 4
_PATIENCE_MS = 4_000.0


async def choose_state(page: Page, state: str) -> None:
    """Choose it in the settings, which are open, and confirm; fails where the state cannot be chosen.

    The list takes a click's release for the end of the click that opened it where it saw no movement
    in between, as on a busy machine. It then stays open and hides all else from who asks by role,
    the button "Confirm" too, so that a person clicks once more.
    """
    from playwright.async_api import TimeoutError as NotInTime

    chooser = page.locator("#chat-settings [role='combobox']")
    choices = page.locator("[role='listbox']")
    for _ in range(_TRIES):
        if not await choices.count():
            await chooser.click()
        with suppress(NotInTime):
            await page.get_by_role("option", name=state).click(timeout=_PATIENCE_MS)
            await choices.wait_for(state="detached", timeout=_PATIENCE_MS)
            break
    await chooser.filter(has_text=state).wait_for()
    await page.get_by_role("button", name="Confirm").click()
