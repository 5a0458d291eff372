"""Read pages that are pictures: Tesseract's words with their places and how sure it is of each.

Tesseract is a system package and runs as a program of its own: PyMuPDF's way to it tells neither
how sure it is nor lets the page be taken as one block, which keeps a label on the line it
labels. What was recognised is kept under the data folder by the file's checksum, so that no
picture is read twice and a run that was cut short goes on where it stopped.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from civicsetu.corpus.formats.decompression_limits import MOST_PAGE, make_too_large_error
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.ocr_page import Word, build_page, measure_skew
from civicsetu.corpus.formats.page_size import measure_drawn
from civicsetu.corpus.formats.pdf import PdfPages, make_refusal, open_pdf, report_damage
from civicsetu.errors import EngineMissing, ScanUnreadable
from civicsetu.law.prints import RulesLayout
from civicsetu.stores.files import write_atomically
from civicsetu.stores.processes import foreign_environment

if TYPE_CHECKING:
    import pymupdf

DPI = 300
_POINTS = 72
_SIDE_BY_SIDE = 2
_DEADLINE_S = 120.0
_MOST_PIXELS = 60_000_000
_POOR = 50.0
_BLOCK = "6"
_WORD_LEVEL = "5"
_INSTALL = "install the system package tesseract-ocr (on Debian: apt-get install tesseract-ocr)"

ShareDone = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Recogniser:
    """Page recogniser that keeps its results in the folder `kept`; `progress` receives the share done."""

    kept: Path
    progress: ShareDone = lambda share: None

    def read(self, file: LawFile, layout: RulesLayout) -> PdfPages:
        """Return the pages the layout names.

        Raises:
            EngineMissing: Tesseract is not installed.
            ScanUnreadable: a page was not recognised well enough.
            NotThisLaw: no such page, or a page that takes too long.
            DataFolderUnusable: what was recognised cannot be kept.
        """
        engine = find_engine(file)
        with open_pdf(file) as document:
            last = layout.page_numbers[-1] if layout.pages else len(document)
            if last > len(document):
                raise make_refusal(file, f"has {len(document)} pages; page {last} was expected")
            wanted = list(range(layout.page_numbers[0], last + 1))
            folder = self.kept / f"{file.sha256}-{DPI}-{engine}"
            words = list(_all_words(document, file, wanted, folder, self.progress))
        pages = [
            build_page(number, found, layout.body_left, layout.body_right)
            for number, found in zip(wanted, words, strict=True)
        ]
        for page in pages:
            if page.confidence is None or page.confidence < _POOR:
                message = (
                    f"{file.name} could not be recognised well enough on page {page.number} "
                    f"({page.confidence or 0:.0f} of 100)."
                )
                raise ScanUnreadable(user_message=message)
        return PdfPages(tuple(pages))


def find_engine(file: LawFile) -> str:
    """Name and version of the program, as `tesseract-5.3.0`.

    Raises:
        EngineMissing: it is not installed; the message says how `file` can be read.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise EngineMissing(user_message=f"{file.name} is a scan; to read it, {_INSTALL}.")
    told = subprocess.run(
        [program, "--version"],
        env=foreign_environment(),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    version = re.search(r"tesseract v?([\w.-]+)", told.stdout + told.stderr)
    if version is None:
        message = f"{file.name} is a scan, and the Tesseract at hand does not work; {_INSTALL}."
        raise EngineMissing(user_message=message)
    return f"tesseract-{version.group(1)}"


def _all_words(
    document: pymupdf.Document, file: LawFile, numbers: list[int], folder: Path, progress: ShareDone
) -> Iterator[list[Word]]:
    """The words of each page in order; at most two pages are recognised, and two more wait, at a time."""
    waiting: list[tuple[int, list[Word] | Future[list[Word]]]] = []
    done = 0
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        for number in [*numbers, *[0] * (2 * _SIDE_BY_SIDE)]:
            if number:
                kept = _load(folder / f"{number:04}.json")
                waiting.append((number, kept if kept is not None else _begun(document, file, number, pool)))
            if waiting and (len(waiting) >= 2 * _SIDE_BY_SIDE or not number):
                first, found = waiting.pop(0)
                if isinstance(found, Future):
                    found = found.result()
                    _keep(folder / f"{first:04}.json", found)
                done += 1
                progress(done / len(numbers))
                yield found


def _begun(
    document: pymupdf.Document, file: LawFile, number: int, pool: ThreadPoolExecutor
) -> Future[list[Word]]:
    """The picture of a page, straightened, handed to the program."""
    import pymupdf

    scale = DPI / _POINTS
    with report_damage(file, f"is damaged on page {number} and cannot be read whole"):
        page = document[number - 1]
        if measure_drawn(document, page) > MOST_PAGE:
            raise make_too_large_error(file.name)
        sizes = [image[2] * image[3] for image in page.get_images()]
        if max([page.rect.width * page.rect.height * scale**2, *sizes]) > _MOST_PIXELS:
            raise make_refusal(file, f"has a page too large to be read as a picture: page {number}")
        matrix = pymupdf.Matrix(scale, scale).prerotate(-measure_skew(page))
        picture = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY)
        content = picture.tobytes("png")
    return pool.submit(_recognised, content, picture.x, picture.y, file, number)


def _recognised(picture: bytes, left: int, top: int, file: LawFile, number: int) -> list[Word]:
    """The words of a picture whose corner stands at `left`, `top`, in pixels."""
    command = ["tesseract", "stdin", "stdout", "-l", "eng", "--psm", _BLOCK, "--dpi", str(DPI), "tsv"]
    try:
        done = subprocess.run(
            command,
            input=picture,
            capture_output=True,
            timeout=_DEADLINE_S,
            env=foreign_environment(OMP_THREAD_LIMIT="1"),
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise make_refusal(file, f"takes too long to recognise on page {number}") from error
    except subprocess.CalledProcessError as error:
        told = error.stderr.decode("utf-8", "replace")[-300:]
        message = f"{file.name}: Tesseract could not read page {number}; {_INSTALL} with English."
        raise EngineMissing(f"{message} {told}", user_message=message) from error
    return list(_words(done.stdout.decode("utf-8"), left, top))


def _words(table: str, left: int, top: int) -> Iterator[Word]:
    """Rows of Tesseract's table that are words, their places in points."""
    lines: dict[tuple[str, ...], int] = {}
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] != _WORD_LEVEL or not text:
            continue
        line = lines.setdefault((row["block_num"], row["par_num"], row["line_num"]), len(lines))
        x, y = left + int(row["left"]), top + int(row["top"])
        place = (x, y, x + int(row["width"]), y + int(row["height"]))
        x0, y0, x1, y1 = (round(one * _POINTS / DPI, 1) for one in place)
        yield Word(line, text, x0, y0, x1, y1, round(float(row["conf"]), 1))


def _load(path: Path) -> list[Word] | None:
    """What was kept of a page; None where nothing usable is."""
    try:
        return [Word(*row) for row in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return None


def _keep(path: Path, words: list[Word]) -> None:
    write_atomically(path, json.dumps([astuple(word) for word in words], ensure_ascii=False))
