"""Scans made for a test: invented rules printed, turned, pushed aside and photographed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pymupdf
import pytest

from tests.conftest import require_all

LEFT, RIGHT = 170.0, 540.0
FULL = "and so the council said it again and again in that same year of grace."
HEADINGS = {"1": "Name and beginning", "2": "Meadow keeper", "3": "Mowing"}
TEXT = {
    "1": ("1-(1) These rules may be called the Meadow Rules, 1950.", "(2) They begin on the first of May."),
    "2": ("2-(1) A keeper shall be named for every meadow", "by the council, within thirty days."),
    "3": ("3- The keeper shall mow on dry days only; and", "shall rake what was mown before dusk."),
}
_SIZE = (RIGHT - 195) / pymupdf.get_text_length(FULL, "tiro", 1)


def tesseract() -> None:
    """Skip, or fail where nothing may be skipped, on a machine without the program."""
    if shutil.which("tesseract"):
        return
    reason = "Tesseract is not installed (Debian: tesseract-ocr)"
    if require_all():
        pytest.fail(f"{reason} (CIVICSETU_REQUIRE_ALL=1 forbids skipping)")
    pytest.skip(reason)


def printed_page(numbers: tuple[str, ...] = tuple(TEXT)) -> pymupdf.Document:
    """A page of rules, headings in its left margin, lines set to one width."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((180, 80), "The Meadow Rules, 1950", fontsize=12, fontname="tibo")
    height = 120.0
    for number in numbers:
        page.insert_text((60, height), HEADINGS[number], fontsize=10, fontname="tibo")
        for line in (*TEXT[number], FULL):
            page.insert_text((195, height), line, fontsize=_SIZE, fontname="tiro")
            height += 18
    return document


def scan(pages: list[pymupdf.Document], *, turned: float = 0.0, aside: float = 0.0, dpi: int = 200) -> bytes:
    """Pictures of the pages, each turned by so many degrees and pushed aside by so many points."""
    document = pymupdf.open()
    for printed in pages:
        matrix = pymupdf.Matrix(dpi / 72, dpi / 72).prerotate(turned)
        picture = printed[0].get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY)
        width, height = picture.width * 72 / dpi, picture.height * 72 / dpi
        page = document.new_page(width=width, height=height)
        page.insert_image(pymupdf.Rect(aside, 0, width + aside, height), pixmap=picture)
    return bytes(document.tobytes(deflate=True))


def scanned(folder: Path, content: bytes) -> Path:
    path = folder / "scan.pdf"
    path.write_bytes(content)
    return path
