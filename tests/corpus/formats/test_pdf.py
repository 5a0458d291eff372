"""A PDF's text layer: so many pages as were asked for, and a scan says that it is one."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from civicsetu.corpus.formats.law_file import LawFile, load_file
from civicsetu.corpus.formats.pdf import read_pdf
from civicsetu.errors import NotThisLaw, SourceMissing
from tests.corpus.prints import RUNNING_HEAD, meadow_law, print_law

WHOLE = print_law(meadow_law(), bottom=250)


def _file(content: bytes) -> LawFile:
    return LawFile("law.pdf", content)


def _text(page: pymupdf.Page) -> str:
    return "".join(page.get_text().split())


def test_every_page_is_read(tmp_path: Path) -> None:
    pages = read_pdf(_file(WHOLE.pdf))
    assert pages.total_pages == WHOLE.total == 6
    assert [page.number for page in pages.pages] == [1, 2, 3, 4, 5, 6]
    assert not any(page.is_scan for page in pages.pages)
    printed = pymupdf.open(stream=WHOLE.pdf)
    for page in pages.pages:
        read = "".join("".join(line.text.split()) for line in page.lines)
        assert sorted(read) == sorted(_text(printed[page.number - 1]))


@pytest.mark.parametrize(("most", "total"), [(3, 3), (1, 1), (6, 6), (99, 6), (None, 6), (0, 0)])
def test_no_more_pages_are_read_than_asked_for(most: int | None, total: int, tmp_path: Path) -> None:
    path = _file(WHOLE.pdf)
    pages = read_pdf(path, max_pages=most)
    assert pages.total_pages == len(pages.pages) == total
    assert pages.pages == read_pdf(path).pages[:total]


def test_nothing_comes_from_the_page_after_the_last_asked_for(tmp_path: Path) -> None:
    document = pymupdf.open()
    for word in ("meadow", "brook", "hedge", "barn", "mill"):
        document.new_page().insert_text((100, 100), f"{word} only")
    pages = read_pdf(_file(document.tobytes()), max_pages=3)
    assert [line.text for page in pages.pages for line in page.lines] == [
        "meadow only",
        "brook only",
        "hedge only",
    ]
    assert pages.total_pages == 3


def test_a_damaged_page_after_the_last_asked_for_does_no_harm(tmp_path: Path) -> None:
    document = pymupdf.open(stream=WHOLE.pdf)
    document.update_stream(document[4].get_contents()[0], b"BT /F9 garbage ( [ ET >> Tj")
    path = _file(document.tobytes())
    assert read_pdf(path, max_pages=3).total_pages == 3
    with pytest.raises(NotThisLaw, match=r"law\.pdf is damaged on page 5"):
        read_pdf(path)


def test_lines_stand_from_top_to_bottom_and_know_their_bold_beginning(tmp_path: Path) -> None:
    second = read_pdf(_file(WHOLE.pdf)).pages[1]
    heights = [round(line.y0 / 3) for line in second.lines]
    assert heights == sorted(heights)
    assert [line.text.strip() for line in second.lines[:2]] == ["2", RUNNING_HEAD]
    bold = [line for line in second.lines if line.lead]
    assert [line.lead.strip() for line in bold] == ["1.", "2."]
    assert bold[0].text == "1. (1) This Act may be called the Meadow Act, 1950."
    assert {round(line.size) for line in second.lines} == {8, 10}


def test_pieces_of_a_line_are_one_line_and_two_columns_are_two(tmp_path: Path) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((100, 100), "mow")
    page.insert_text((100 + pymupdf.get_text_length("mow") + 3, 100), "and rake", fontname="tibo")
    page.insert_text((400, 100), "Heading.")
    (read,) = read_pdf(_file(document.tobytes())).pages
    assert [line.text for line in read.lines] == ["mow and rake", "Heading."]


@pytest.mark.parametrize(
    ("across", "down", "boxed", "looked_for"),
    [(0, 0, False, False), (9, 0, False, False), (4, 2, False, False), (3, 3, False, False),
     (4, 3, False, True), (2, 1, True, True), (1, 1, True, False), (2, 0, True, False)],
)  # fmt: skip
def test_no_table_is_looked_for_where_no_lines_are_drawn_for_one(
    across: int, down: int, boxed: bool, looked_for: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To look for one takes ten times as long as reading the page; words set apart are none."""
    document = pymupdf.open()
    page = document.new_page()
    for row, words in enumerate((("Cart", "Coins"), ("of hay", "two"), ("of straw", "three"))):
        for column, word in enumerate(words):
            page.insert_text((100 + 200 * column, 100 + 40 * row), word)
    for line in range(across):
        page.draw_line((90, 80 + 40 * line), (490, 80 + 40 * line))
    for line in range(down):
        page.draw_line((90 + 200 * line, 80), (90 + 200 * line, 200))
    if boxed:
        page.draw_rect((40, 40, 550, 240))
    looked = []
    find = pymupdf.Page.find_tables
    monkeypatch.setattr(
        pymupdf.Page, "find_tables", lambda page, **how: looked.append(page) or find(page, **how)
    )
    (read,) = read_pdf(_file(document.tobytes()), tables=(1,)).pages
    assert bool(looked) is looked_for
    assert looked_for or read.tables == ()
    assert len(read.pieces) == 6


def _scan(pages: int) -> bytes:
    document = pymupdf.open()
    pixels = pymupdf.open(stream=WHOLE.pdf)[0].get_pixmap(dpi=40)
    for _ in range(pages):
        page = document.new_page()
        page.insert_image(page.rect, pixmap=pixels)
    return bytes(document.tobytes())


def test_a_scan_is_told(tmp_path: Path) -> None:
    pages = read_pdf(_file(_scan(3)))
    assert len(pages.pages) == 3
    assert all(page.is_scan and page.lines == () for page in pages.pages)


def test_an_empty_page_is_no_scan(tmp_path: Path) -> None:
    document = pymupdf.open()
    document.new_page()
    (page,) = read_pdf(_file(document.tobytes())).pages
    assert page.lines == () and not page.is_scan


def test_a_picture_beside_text_makes_no_scan(tmp_path: Path) -> None:
    document = pymupdf.open(stream=_scan(1))
    document[0].insert_text((100, 100), "mow")
    (page,) = read_pdf(_file(document.tobytes())).pages
    assert [line.text for line in page.lines] == ["mow"] and not page.is_scan


@pytest.mark.parametrize("made", ["nothing", "a folder"])
def test_a_file_that_is_not_there(made: str, tmp_path: Path) -> None:
    path = tmp_path / "law.pdf"
    if made == "a folder":
        path.mkdir()
    with pytest.raises(SourceMissing, match=r"law\.pdf cannot be read"):
        load_file(path, "Meadow Act")
