"""`python -m civicsetu.evaluation.bench.walk_page ADDRESS FOLDER`: walk a running page as a new user does, and keep a picture of each step.

Eight situations in Chromium, on a phone and on a desktop, each in a browser of its own; two of them in Hindi and Tamil.
The pictures are for somebody to look at: this says only how long each answer took, and what broke on the way.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from civicsetu.evaluation.bench.chromium import DESKTOP, PHONE, WHOLE_ANSWER, open_chromium
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

_SIZES = {"390": PHONE, "1280": DESKTOP}
_ANSWER = ".cs-answer"
_PATIENCE_MS = 60_000
_TALLEST = 6_000
_SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_HEIGHT = """() => [...document.querySelectorAll('*')].reduce((most, one) =>
    Math.max(most, one.scrollHeight - one.clientHeight > 40 && getComputedStyle(one).overflowY !== 'hidden' ? one.scrollHeight : 0), 0)"""


@dataclass
class Walker:
    """A new user's browser in one situation; each picture is numbered in the order it was taken."""

    page: Page
    folder: Path
    name: str
    size: tuple[int, int]
    faults: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    pictures: int = 0

    async def look(self, what: str, *, whole: bool = False) -> None:
        """Keep a picture of the window; `whole`: of all that can be scrolled to in it."""
        self.pictures += 1
        width, height = self.size
        if whole:
            tall = min(max(await self.page.evaluate(_HEIGHT) + 260, height), _TALLEST)
            await self.page.set_viewport_size({"width": width, "height": tall})
        await self.page.wait_for_timeout(600)  # what slides in stands still
        await self.page.screenshot(path=self.folder / f"{self.name}.{width}.{self.pictures:02d}.{what}.png")
        if await self.page.evaluate(_SIDEWAYS) > 0:
            self.faults.append(f"{what}: wider than the window")
        if whole:
            await self.page.set_viewport_size({"width": width, "height": height})

    async def ask(self, question: str) -> None:
        """Ask, wait for the whole answer, and look at what is first in sight and at all of it."""
        before = await self.page.locator(_ANSWER).count()
        began = time.perf_counter()
        await self.page.locator("#chat-input").fill(question)
        await self.page.press("#chat-input", "Enter")
        await self.page.locator(WHOLE_ANSWER).nth(before).wait_for()
        self.seconds.append(time.perf_counter() - began)
        await self.look("answer")
        await self.look("answer-whole", whole=True)

    async def press(self, selector: str, what: str) -> None:
        """Press the last of these that can be seen, and look at what that opens."""
        there = self.page.locator(f"{selector}:visible")
        if not await there.count():
            self.faults.append(f"{what}: there is no {selector}")
            return
        await there.last.click()
        await self.look(what)

    async def close(self) -> None:
        """Close what is open, as somebody does who presses Escape."""
        await self.page.keyboard.press("Escape")


Steps = Callable[[Walker], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Situation:
    """A visit to the page: the language of the browser, and the steps taken."""

    name: str
    steps: Steps
    locale: str = "en-IN"


async def _late_home(walker: Walker) -> None:
    await walker.ask("My builder in Pune promised my flat for June last year and it is still not ready. I paid 54 lakh. What can I get?")
    await walker.press(".cs-answer .cs-chip", "sheet")
    await walker.close()
    await walker.ask("What should I do now?")
    await walker.press(".negative-feedback-off", "wrong")


async def _late_home_in_hindi(walker: Walker) -> None:
    await walker.ask("लखनऊ में बिल्डर ने ३१ मार्च २०२२ तक फ़्लैट देने का वादा किया था, अब तक नहीं दिया। मैंने ६२ लाख दिए हैं। ब्याज मिलेगा क्या?")
    await walker.press(".cs-answer .cs-fact", "fact")
    await walker.close()
    await walker.press(".cs-answer .cs-chip", "sheet")
    await walker.close()
    await walker.ask("शिकायत की फ़ीस कितनी है?")


async def _advance_in_tamil(walker: Walker) -> None:
    await walker.ask("சென்னையில் பில்டர் ஒப்பந்தம் போடாமல் 30% முன்பணம் கேட்கிறார். இது சரியா?")
    await walker.press(".cs-answer .cs-chip", "sheet")
    await walker.close()
    await walker.press(".negative-feedback-off", "wrong")
    await walker.close()
    await walker.page.goto(f"{walker.page.url.split('/thread')[0].rstrip('/')}/law/map?document=rera_act_2016&path=13(1)")
    await walker.page.locator("#joined .kinds").wait_for(state="attached")
    await walker.page.locator("#text .wording:visible").wait_for()
    await walker.look("map", whole=True)


async def _broker(walker: Walker) -> None:
    await walker.ask("The agent who sold me a plot in Bengaluru is not registered anywhere. What happens to him, and where do I go?")
    await walker.ask("And how long will they take to decide?")


async def _compare(walker: Walker) -> None:
    await walker.ask("How much does it cost to file a complaint in Uttar Pradesh beside Karnataka?")
    await walker.press(".cs-compare .cs-chip", "sheet")


async def _long_story(walker: Walker) -> None:
    await walker.ask(
        "We booked a 2BHK in Mysuru in 2019 and have paid 38 lakh of 45 lakh. The builder has now changed the layout without asking "
        "any of us, the lift never works and there is water coming through the bathroom ceiling. He also wants 3 lakh more for parking. "
        "Can he change the plan like that? Who has to repair the leak? Can he charge for parking? And how do I complain?"
    )


async def _not_this_law(walker: Walker) -> None:
    await walker.ask("My landlord does not give my deposit back, what can I do?")
    await walker.ask("asdf qwer")
    await walker.press("#civicsetu-jurisdiction", "states")
    await walker.close()
    await walker.ask("Is a lawyer needed before the authority?")


async def _builder_asks(walker: Walker) -> None:
    await walker.ask("I am a small developer in Kanpur with 6 flats on 480 square metres. Do I have to register, and what does it cost?")
    await walker.press("#civicsetu-conversations-button, [aria-label='Conversations']", "conversations")
    await walker.close()
    await walker.page.goto(f"{walker.page.url.split('/thread')[0].rstrip('/')}/law/map")
    await walker.look("map")


SITUATIONS = (
    Situation("1-late-home", _late_home),
    Situation("2-late-home-hindi", _late_home_in_hindi, "hi-IN"),
    Situation("3-advance-tamil", _advance_in_tamil, "ta-IN"),
    Situation("4-broker", _broker),
    Situation("5-compare", _compare),
    Situation("6-long-story", _long_story),
    Situation("7-not-this-law", _not_this_law),
    Situation("8-builder-asks", _builder_asks),
)


def main(address: str, folder: Path, only: str = "") -> None:
    """Walk the page that serves at ADDRESS and put the pictures into FOLDER; exit code 1 where something broke.

    `only` walks the situations whose names begin with it.
    """
    disable_library_telemetry()
    folder.mkdir(parents=True, exist_ok=True)
    broken = asyncio.run(walk(address.rstrip("/"), folder, only))
    sys.exit(1 if broken else 0)


async def walk(address: str, folder: Path, only: str = "") -> int:
    """Walk each situation at each size; returns how many had a fault."""
    broken = 0
    async with open_chromium() as browser:
        for situation in SITUATIONS:
            for size in _SIZES if situation.name.startswith(only) else ():
                broken += bool(await _walk_one(browser, address, folder, situation, size))
    return broken


async def _walk_one(browser: Browser, address: str, folder: Path, situation: Situation, size: str) -> list[str]:
    from playwright.async_api import Error

    width, height = _SIZES[size]
    phone = width < 800
    context = await browser.new_context(
        viewport={"width": width, "height": height}, is_mobile=phone, has_touch=phone, locale=situation.locale
    )
    context.set_default_timeout(_PATIENCE_MS)
    walker = Walker(await context.new_page(), folder, situation.name, (width, height))
    walker.page.on("pageerror", lambda error: walker.faults.append(f"script: {error}"))
    try:
        await walker.page.goto(address)
        await walker.page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
        await walker.look("first")
        await situation.steps(walker)
    except Error as error:
        walker.faults.append(error.message.splitlines()[0])
        await walker.look("broken")
    await context.close()
    told = "; ".join(walker.faults) or "nothing broke"
    typer.echo(f"{situation.name} at {size} px: {walker.pictures} pictures, answers in {', '.join(f'{one:.1f}' for one in walker.seconds)} s, {told}")
    return walker.faults


if __name__ == "__main__":
    typer.run(main)
