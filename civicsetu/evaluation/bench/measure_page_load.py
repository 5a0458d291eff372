"""`python -m civicsetu.evaluation.bench.measure_page_load ADDRESS`: how soon the page can be read, typed in and asked on a slow phone.

Chromium opens a running page over 750 kbit/s with 300 ms of delay at 390 x 844, once with nothing kept and once
again, and counts the requests that go elsewhere than to the page until the question is answered. What the network
sends over the websocket is not slowed by Chromium.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import typer

from civicsetu.evaluation.bench.chromium import (
    PHONE,
    WHOLE_ANSWER,
    leaves_origin,
    open_chromium,
    print_figures_of,
)
from civicsetu.evaluation.figures import ReportFigure
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

_SPEED = {"offline": False, "latency": 300, "downloadThroughput": 750_000 / 8, "uploadThroughput": 750_000 / 8}
_QUESTION = "The flat is not handed over on the promised date. What can the buyer do?"
READABLE = "#civicsetu-early-box, #starters button"
"""What comes below the words that say what the page is for: its name alone helps nobody."""
_BOX = "#civicsetu-early-box, #chat-input"
_SENT = "[data-step-type='user_message']"
_PATIENCE_MS = 90_000
_AIMS = {"cold": (2.0, 4.0, 15.0), "warm": (2.0, 4.0, 4.0)}


def main(address: str) -> None:
    """Print the figures of the page that serves at ADDRESS; exit code 1 where one falls short."""
    disable_library_telemetry()
    print_figures_of(measure, address)


async def measure(address: str) -> list[ReportFigure]:
    """Open the page with nothing kept, and once more with what the first visit left."""
    async with open_chromium() as browser:
        context = await browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, is_mobile=True, has_touch=True
        )
        return [figure for visit in _AIMS for figure in await _visit(context, address, visit)]


async def _visit(context: BrowserContext, address: str, visit: str) -> list[ReportFigure]:
    page = await context.new_page()
    page.set_default_timeout(_PATIENCE_MS)
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", _SPEED)
    received = {"bytes": 0.0}
    session.on("Network.loadingFinished", lambda told: received.update(bytes=received["bytes"] + told["encodedDataLength"]))
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.on("websocket", lambda websocket: urls.append(websocket.url))
    seconds = await _seconds_until(page, address)
    note = f"{received['bytes'] / 1024:.0f} KiB"
    await page.locator(WHOLE_ANSWER).first.wait_for()
    await page.close()
    names = ("something to read", "box usable", "question sent")
    return [
        *(
            ReportFigure(f"{visit}: {name}", value, "s", aim, note)
            for name, value, aim in zip(names, seconds, _AIMS[visit], strict=True)
        ),
        count_foreign(visit, urls, address),
    ]


def count_foreign(visit: str, urls: list[str], address: str) -> ReportFigure:
    """Count the requests that leave the page's origin, and name the first."""
    foreign = [url for url in urls if leaves_origin(url, address)]
    note = f"{foreign[0]}, of {len(urls)}" if foreign else f"of {len(urls)}"
    return ReportFigure(f"{visit}: requests elsewhere", len(foreign), "", 0, note)


async def _seconds_until(page: Page, address: str) -> tuple[float, float, float]:
    """Seconds until there is something to read, the box takes a text, and the question typed in it is sent."""
    began = time.perf_counter()
    await page.goto(address, wait_until="commit")
    await page.locator(READABLE).first.wait_for()
    read = time.perf_counter() - began
    box = page.locator(_BOX).first
    await box.fill(_QUESTION)
    usable = time.perf_counter() - began
    await box.press("Enter")
    await page.locator(_SENT).first.wait_for()
    return read, usable, time.perf_counter() - began


if __name__ == "__main__":
    typer.run(main)
