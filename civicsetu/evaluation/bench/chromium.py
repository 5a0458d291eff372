"""Chromium for what is measured of a running page, and how such a measurement is printed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import typer

from civicsetu.evaluation.figures import ReportFigure

if TYPE_CHECKING:
    from playwright.async_api import Browser

_CHROMIUM = "/usr/bin/chromium"
_FLAGS = ["--no-sandbox", "--disable-gpu"]
_SAME_ORIGIN = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
_HOW = "It has to be served meanwhile: `make run`, or `PORT=9000 make run` and `PORT=9000 make page`."
PHONE = (390, 844)
DESKTOP = (1280, 800)
WHOLE_ANSWER = ".cs-answer[data-phase='whole']"


@asynccontextmanager
async def open_chromium() -> AsyncIterator[Browser]:
    """Start a Chromium and close it at the end."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=_CHROMIUM, args=_FLAGS)
        yield browser
        await browser.close()


def leaves_origin(url: str, address: str) -> bool:
    """Return whether a request for `url` leaves the origin of the page at `address`; data of the page itself do not."""
    asked, page = urlsplit(url), urlsplit(address)
    if asked.scheme in ("data", "blob", "about"):
        return False
    return (_SAME_ORIGIN.get(asked.scheme), asked.netloc) != (page.scheme, page.netloc)


def print_figures_of(measure: Callable[[str], Awaitable[list[ReportFigure]]], address: str) -> NoReturn:
    """Print what `measure` finds of the page at `address`; exit code 1 where an aim is missed or no page answers."""
    from playwright.async_api import Error

    try:
        figures = asyncio.run(_measure(measure, address.rstrip("/")))
    except Error as error:
        typer.echo(f"The page at {address} could not be measured: {error.message.splitlines()[0]}. {_HOW}", err=True)
        sys.exit(1)
    for figure in figures:
        typer.echo(figure.line())
    sys.exit(0 if all(figure.met for figure in figures) else 1)


async def _measure(measure: Callable[[str], Awaitable[list[ReportFigure]]], address: str) -> list[ReportFigure]:
    return await measure(address)
