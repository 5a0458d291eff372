"""`python -m civicsetu.evaluation.bench.measure_answer ADDRESS`: what somebody with a phone sees of an answer before scrolling.

Buyers of three states ask a running page about late possession, each in a browser of their own. On a phone of 390 x 844
the short answer, the first step and the rate are to stand above the box, the whole answer in two screens, and what
is not answer (scope, dates, sources, advice) is at most a quarter of the words. A desktop has no aims.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from civicsetu.evaluation.bench.chromium import DESKTOP, PHONE, WHOLE_ANSWER, open_chromium, print_figures_of
from civicsetu.evaluation.figures import ReportFigure
from civicsetu.library_telemetry import disable_library_telemetry

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

QUESTIONS = {
    "Maharashtra": "Our flat in Nagpur was due in March last year and is still not handed over. What interest must the builder pay me?",
    "Uttar Pradesh": "Possession of my apartment in Ghaziabad is eighteen months late. What interest do I get from the promoter?",
    "Karnataka": "The promoter in Mangaluru has not given me the flat on the agreed date. What interest can I claim for the delay?",
}
_SCREENS = 2.0
_BESIDE_PERCENT = 25.0
_PATIENCE_MS = 60_000
_STILL_FRAMES = 30

# Chainlit scrolls the question to the top once its answer is there.
_STANDS_STILL = f"""() => {{
  const {{ top, height }} = document.querySelector('.cs-answer').getBoundingClientRect();
  const last = window.civicsetuMeasured;
  const same = last && last.top === top && last.height === height;
  window.civicsetuMeasured = {{ top, height, frames: same ? last.frames + 1 : 0 }};
  return window.civicsetuMeasured.frames >= {_STILL_FRAMES};
}}"""
# What is missing, or stands above the window, ends nowhere in sight. A rate that public pages give stands before the rest, and is answer.
_LAYOUT = """() => {
  const answer = document.querySelector('.cs-answer');
  const all = (parts) => [...answer.querySelectorAll(parts)];
  const words = (one) => (one.checkVisibility() ? one.innerText : '').split(/\\s+/).filter(Boolean).length;
  const sum = (parts) => all(parts).reduce((before, one) => before + words(one), 0);
  const head = document.getElementById('header').getBoundingClientRect().bottom;
  const fold = document.getElementById('message-composer').getBoundingClientRect().top;
  const end = (one) => (one && one.getBoundingClientRect().top >= head - 1 ? one.getBoundingClientRect().bottom : Infinity);
  const rate = [...all('.cs-amount .cs-card'), ...all('.cs-before, .cs-short, .cs-law .cs-card')].find((one) => /\\d\\s?%/.test(one.innerText));
  const told = all('.cs-before').filter((one) => /\\d\\s?%/.test(one.innerText)).reduce((before, one) => before + words(one), 0);
  return {
    short_end: end(all('.cs-short')[0]), step_end: end(all('.cs-steps li')[0]), rate_end: end(rate),
    fold, room: fold - head, height: answer.getBoundingClientRect().height,
    answer_words: sum('.cs-short, .cs-amount .cs-card, .cs-steps li, .cs-law .cs-card, .cs-compare') + told,
    words_beside: sum('.cs-scope > span, .cs-check, .cs-sources-fold > summary, .cs-fine, .cs-before') - told,
  };
}"""


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of an answer: where its parts end in the window, in pixels, and the number of words beside it.

    `fold` is the top of the box, under which nothing is seen; `room` what is free between it and the head.
    """

    short_end: float
    step_end: float
    rate_end: float
    fold: float
    room: float
    height: float
    answer_words: int
    words_beside: int

    def to_figures(self, name: str, *, aims: bool) -> list[ReportFigure]:
        """Return a figure of each part, with the aims of a phone or without."""
        words = self.answer_words + self.words_beside
        percent = 100 * self.words_beside / words if words else 100.0
        screens = round(self.height) / self.room
        beside = f"{self.words_beside} of {words}"

        def aim(value: float) -> float | None:
            return value if aims else None

        return [
            ReportFigure(f"{name}: short answer ends at", self.short_end, "px", aim(round(self.fold))),
            ReportFigure(f"{name}: first step ends at", self.step_end, "px", aim(round(self.fold))),
            ReportFigure(f"{name}: rate ends at", self.rate_end, "px", aim(round(self.fold))),
            ReportFigure(f"{name}: whole answer", screens, "screens", aim(_SCREENS), f"{self.height:.0f} px"),
            ReportFigure(f"{name}: words beside", percent, "%", aim(_BESIDE_PERCENT), beside),
        ]


def main(address: str) -> None:
    """Print what is in sight of answers of the page that serves at ADDRESS; exit code 1 where an aim is missed."""
    disable_library_telemetry()
    print_figures_of(measure, address)


async def measure(address: str) -> list[ReportFigure]:
    """Ask each question on a phone and on a desktop."""
    async with open_chromium() as browser:
        return [
            figure
            for size in (PHONE, DESKTOP)
            for state, question in QUESTIONS.items()
            for figure in await _ask(browser, address, f"{state}, {size[0]} px", question, size)
        ]


async def _ask(browser: Browser, address: str, name: str, question: str, size: tuple[int, int]) -> list[ReportFigure]:
    phone = size == PHONE
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, is_mobile=phone, has_touch=phone)
    context.set_default_timeout(_PATIENCE_MS)
    page = await context.new_page()
    await page.goto(address)
    await page.locator("#chat-input").fill(question)
    await page.press("#chat-input", "Enter")
    await page.wait_for_url("**/thread/*")  # the page is drawn anew once the conversation has its address
    await page.locator(WHOLE_ANSWER).wait_for()
    layout = await read_layout(page)
    await context.close()
    return layout.to_figures(name, aims=phone)


async def read_layout(page: Page) -> Layout:
    """Read the layout of the first answer of a page, as soon as it no longer moves."""
    await page.wait_for_function(_STANDS_STILL)
    return Layout(**await page.evaluate(_LAYOUT))


if __name__ == "__main__":
    typer.run(main)
