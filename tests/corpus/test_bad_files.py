"""Files that are not what they should be: each refused in one sentence that names it, in little memory and time."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from civicsetu.corpus import expansion
from civicsetu.corpus.expansion import expanded
from civicsetu.corpus.pdf import read_pdf
from civicsetu.corpus.read import read_official
from civicsetu.errors import CivicSetuError, EngineMissing, NotThisLaw
from civicsetu.law.documents import DocumentSpec

from .laws import meadow
from .prints import meadow_law, print_law
from .scans import printed_page, scan

WHOLE = print_law(meadow_law(), bottom=250).pdf
LAYOUT = {"head_above": 60, "body_left": 124, "body_right": 490, "margin_size": 8.5}
RULES = {"begins": "The Meadow", "body_left": 170, "body_right": 540, "recognise": True}


def _spec(filename: str, **more: object) -> DocumentSpec:
    version = {"name": "print", "label": "As printed", "filename": filename} | more
    return meadow("1-5", official=(version,))


def _refused(tmp_path: Path, filename: str, content: bytes, **more: object) -> str:
    """The message a person reads: one plain sentence that names the file."""
    (tmp_path / filename).write_bytes(content)
    with pytest.raises(NotThisLaw) as refused:
        read_official(_spec(filename, **more), tmp_path)
    return _sentence(refused.value, filename)


def _sentence(error: CivicSetuError, filename: str) -> str:
    message = error.user_message
    assert message.startswith(filename) and message.endswith(".") and "\n" not in message
    assert len(message) < 200 and "Error" not in message and "/" not in message
    return message


def _locked() -> bytes:
    document = pymupdf.open(stream=WHOLE)
    return bytes(document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="hay", owner_pw="straw"))


def _no_page() -> bytes:
    """A PDF whose list of pages is empty; the library cannot write one."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"]
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, held in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, held))
    table = out.tell()
    out.write(b"xref\n0 3\n0000000000 65535 f \n")
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer << /Size 3 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % table)
    return out.getvalue()


def _corrupt() -> bytes:
    document = pymupdf.open(stream=WHOLE)
    document.update_stream(document[2].get_contents()[0], b"BT /F9 garbage ( [ ET >> Tj")
    return bytes(document.tobytes())


PAGE = b"<!DOCTYPE html>\n<html><body>404: the meadow is gone</body></html>"


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda: b"", "is empty"),
        (lambda: b"%PDF-1.7\n" + b"\x00" * 900, "is damaged"),
        (_corrupt, "is damaged on page 3 and cannot be read whole"),
        (_locked, "is locked with a password"),
        (_no_page, "has no page"),
        (lambda: PAGE, "is a web page and not a PDF file"),
        (lambda: b"\n  <html><head>" + PAGE, "is a web page and not a PDF file"),
        (lambda: b"PK\x03\x04 a Word file", "is not a PDF file"),
        (lambda: WHOLE[: len(WHOLE) // 2], "is damaged or cut off"),
        (lambda: WHOLE[:-40], "is damaged or cut off"),
    ],
)
def test_a_pdf_that_is_none_or_not_whole(tmp_path: Path, made: Callable[[], bytes], reason: str) -> None:
    assert reason in _refused(tmp_path, "law.pdf", made(), layout=LAYOUT)


def test_pages_that_are_pictures_of_a_print_with_letters_are_refused(tmp_path: Path) -> None:
    pictures = scan([pymupdf.open(stream=WHOLE)])
    assert "page 1 has no text layer" in _refused(tmp_path, "law.pdf", pictures, layout=LAYOUT)


def test_pages_that_are_pictures_without_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "law.pdf").write_bytes(scan([printed_page()]))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing) as refused:
        read_official(_spec("law.pdf", rules=RULES), tmp_path)
    assert "install the system package tesseract-ocr" in _sentence(refused.value, "law.pdf")


# -- files that expand ---------------------------------------------------------------------------------


def _peak(call: Callable[[], object]) -> float:
    """Megabytes Python held at most while it ran."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


def _stuffed(data: bytes, filters: str = "/FlateDecode") -> bytes:
    """A PDF of one page whose print is that deflated data."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((100, 100), "mow")
    xref = page.get_contents()[0]
    document.update_stream(xref, b"placeholder", compress=False)
    document.xref_set_key(xref, "Filter", filters)
    written = document.tobytes(no_new_id=True)
    return bytes(written.replace(b"placeholder", data).replace(b"/Length 11", b"/Length %d" % len(data)))


def test_a_stream_that_becomes_huge_is_refused_before_it_does(tmp_path: Path) -> None:
    bomb = _stuffed(zlib.compress(b" " * 300_000_000, 9))
    assert len(bomb) < 400_000
    said: list[str] = []
    assert _peak(lambda: said.append(_refused(tmp_path, "law.pdf", bomb, layout=LAYOUT))) < 20
    assert said == ["law.pdf expands to far more than a law holds; it is not read."]


def test_a_stream_deflated_twice_is_refused_too(tmp_path: Path) -> None:
    twice = zlib.compress(zlib.compress(b" " * 600_000_000, 9), 9)
    bomb = _stuffed(twice, "[/FlateDecode /FlateDecode]")
    assert len(bomb) < 20_000
    assert "expands to far more" in _refused(tmp_path, "law.pdf", bomb, layout=LAYOUT)


def test_a_page_with_far_more_print_than_a_page_holds_is_refused(tmp_path: Path) -> None:
    document = pymupdf.open(stream=WHOLE)
    words = b"BT /helv 8 Tf 10 10 Td " + b"(mow) Tj " * 2_000_000 + b"ET"
    document.update_stream(document[1].get_contents()[0], words)
    assert "expands to far more" in _refused(tmp_path, "law.pdf", document.tobytes(), layout=LAYOUT)


def test_many_streams_that_are_too_much_together_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expansion, "MOST_FILE", 1_000)
    assert "expands to far more" in _refused(tmp_path, "law.pdf", WHOLE, layout=LAYOUT)


def test_a_word_file_that_becomes_huge_is_refused_before_it_does(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("word/document.xml", b"<a>" + b" " * 200_000_000)
    assert len(out.getvalue()) < 400_000
    said: list[str] = []
    assert _peak(lambda: said.append(_refused(tmp_path, "law.docx", out.getvalue()))) < 160
    assert said == ["law.docx expands to far more than a law holds; it is not read."]


@pytest.mark.parametrize("size", [0, 1, 999_999, 1_000_000, 3_500_000])
def test_what_deflated_data_becomes_is_counted(size: int) -> None:
    assert expanded(zlib.compress(b"x" * size), 10_000_000) == size
    assert expanded(b"no deflated data", 10_000_000) == 0
    assert expanded(zlib.compress(zlib.compress(b"x" * size)), 10_000_000) >= size
    if size > 2_000_000:
        assert 2_000_000 < expanded(zlib.compress(b"x" * size), 2_000_000) <= 3_000_000


# -- text files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filename", "content"),
    [
        ("law.txt", "THE MEADOW ACT, 1950 § 1".encode("latin-1")),
        ("law.txt", "THE MEADOW ACT, 1950".encode("utf-16")),
        ("law.txt", PAGE),
        ("law.txt", b"%PDF-1.4\nonly letters"),
        ("law.md", "THE MEADOW ACT, 1950 § 1".encode("cp1252")),
        ("law.html", "<html><p>THE MEADOW ACT, 1950 §</p></html>".encode("latin-1")),
        ("law.html", b'<html><meta charset="no-such-letters"><p>THE MEADOW ACT, 1950</p></html>'),
    ],
)
def test_a_text_whose_letters_cannot_be_told(tmp_path: Path, filename: str, content: bytes) -> None:
    assert "is not a text file" in _refused(tmp_path, filename, content)


def _word(document: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", document)
    return out.getvalue()


LAUGHS = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no zip", "is not a Word file, or is damaged or locked"),
        (_word(b"<a/>")[:-30], "is not a Word file, or is damaged or locked"),
        (b"PK\x05\x06" + b"\x00" * 18, "is not a Word file, or is damaged or locked"),
        (_word(b"<a><b></a>"), "is a damaged Word file"),
        (_word(b"<a/>"), "holds no text"),
        (_word(LAUGHS), "declares a document type"),
        (_word(LAUGHS.decode().encode("utf-16")), "is not UTF-8"),
    ],
)
def test_a_word_file_that_is_none(tmp_path: Path, content: bytes, reason: str) -> None:
    assert reason in _refused(tmp_path, "law.docx", content)


# -- long files ----------------------------------------------------------------------------------------


def _long(pages: int) -> bytes:
    document = pymupdf.open()
    for number in range(pages):
        lines = [f"Page {number + 1}, line {line}: the keeper mows on dry days." for line in range(40)]
        document.new_page().insert_text((80, 80), lines)
    return bytes(document.tobytes(deflate=True))


def test_five_hundred_pages_are_read_and_take_as_long_as_five_hundred(tmp_path: Path) -> None:
    seconds: dict[int, float] = {}
    for count in (125, 500):
        path = tmp_path / f"{count}.pdf"
        path.write_bytes(_long(count))
        started = time.process_time()
        pages = read_pdf(path)
        seconds[count] = time.process_time() - started
        assert pages.total_pages == count and all(len(page.lines) == 40 for page in pages.pages)
    assert seconds[500] < 8 * seconds[125]
