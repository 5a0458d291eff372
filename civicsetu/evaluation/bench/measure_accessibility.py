"""`python -m civicsetu.evaluation.bench.measure_accessibility ADDRESS`: what axe-core finds gravely wrong on a running page.

First page, list of states, answer and sheet are looked at on a phone and on a desktop, in the light theme and in the dark;
of each view no node may break a rule that axe calls critical or serious.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import typer

from civicsetu.evaluation.bench.chromium import DESKTOP, PHONE, WHOLE_ANSWER, open_chromium, print_figures_of
from civicsetu.evaluation.bench.measure_answer import QUESTIONS
from civicsetu.evaluation.figures import ReportFigure
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

GRAVE = ("critical", "serious")
_THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_PATIENCE_MS = 60_000


def main(address: str) -> None:
    """Print how many nodes break a grave rule on each view of the page that serves at ADDRESS; exit code 1 where one does."""
    disable_library_telemetry()
    print_figures_of(measure, address)


async def measure(address: str) -> list[ReportFigure]:
    """Look at each view at both widths, in both themes."""
    async with open_chromium() as browser:
        return [
            figure
            for size in (PHONE, DESKTOP)
            for theme in _THEMES
            for figure in await _look(browser, address, size, theme)
        ]


async def _look(browser: Browser, address: str, size: tuple[int, int], theme: Literal["light", "dark"]) -> list[ReportFigure]:
    phone = size == PHONE
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, is_mobile=phone, has_touch=phone, color_scheme=theme
    )
    context.set_default_timeout(_PATIENCE_MS)
    page = await context.new_page()
    found: dict[str, list[str]] = {}
    await page.goto(address)
    await page.wait_for_selector("#civicsetu-jurisdiction:not([hidden])")
    found["first page"] = await find_grave(page)
    await page.click("#civicsetu-jurisdiction")
    await page.locator("#civicsetu-states").wait_for()
    found["states"] = await find_grave(page)
    await page.keyboard.press("Escape")
    await page.locator("#chat-input").fill(next(iter(QUESTIONS.values())))
    await page.press("#chat-input", "Enter")
    await page.locator(WHOLE_ANSWER).wait_for()
    found["answer"] = await find_grave(page)
    await page.locator(".cs-answer .cs-chip:visible").first.click()
    await page.locator("mark").first.wait_for()
    found["sheet"] = await find_grave(page)
    await context.close()
    return [to_figure(f"{view}, {size[0]} px, {theme}", faults) for view, faults in found.items()]


async def find_grave(page: Page) -> list[str]:
    """Return the nodes of a page that break a grave rule, each behind the rule."""
    from axe_playwright_python.async_playwright import Axe

    return list_grave((await Axe().run(page)).response)


def list_grave(response: Mapping[str, Any]) -> list[str]:
    """Return the nodes that break a grave rule by what axe-core answered, each behind the rule."""
    return [
        f"{rule['id']}: {node['html'][:160]}"
        for rule in response["violations"]
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]


def to_figure(view: str, faults: list[str]) -> ReportFigure:
    """Return the number of grave faults of a view, with the first of them; the aim is none."""
    return ReportFigure(f"axe, {view}", len(faults), "", 0, faults[0] if faults else "")


if __name__ == "__main__":
    typer.run(main)
