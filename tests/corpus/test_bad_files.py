"""Files that are not what they should be: each refused in one sentence that names it, in little memory and time."""

from __future__ import annotations

import hashlib
import io
import os
import random
import re
import time
import tracemalloc
import zipfile
import zlib
from base64 import a85encode
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from civicsetu.corpus.formats import decompression_limits
from civicsetu.corpus.formats.decompression_limits import measure_expanded
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.pdf import read_pdf
from civicsetu.corpus.layouts.consolidated import read_consolidated
from civicsetu.corpus.read import read_official
from civicsetu.corpus.sources.provenance import Provenance, write_record
from civicsetu.errors import CivicSetuError, CorpusError, EngineMissing, NotThisLaw, ScanUnreadable
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import SourceKind
from tests.corpus.laws import meadow
from tests.corpus.prints import meadow_law, print_law
from tests.corpus.scans import printed_page, scan

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
    return _objects(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>")


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


MIRROR = "https://copies.example/meadow.pdf"
OFFICIAL = "https://gazette.example/scan.pdf"
SOURCES = ({"url": OFFICIAL}, {"url": MIRROR, "kind": "mirror"})


def _fetched_from(folder: Path, url: str, content: bytes) -> None:
    """The record that a file of the folder was fetched from there."""
    record = Provenance(
        url=url, kind=SourceKind.OFFICIAL, fetched_at=datetime(2026, 1, 1, tzinfo=UTC), size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )  # fmt: skip
    write_record(folder / "law.pdf", record)


def test_a_scan_that_cannot_be_read_names_another_copy_and_is_logged(tmp_path: Path) -> None:
    pictures = scan([pymupdf.open(stream=WHOLE)])
    (tmp_path / "law.pdf").write_bytes(pictures)
    _fetched_from(tmp_path, OFFICIAL, pictures)
    with capture_logs() as logs, pytest.raises(ScanUnreadable) as refused:
        read_official(_spec("law.pdf", layout=LAYOUT, sources=SOURCES), tmp_path)
    assert refused.value.user_message == (
        "law.pdf: page 1 has no text layer; it is a picture of a page. "
        f"Another copy of this text is at {MIRROR}"
    )
    [told] = [line for line in logs if line["event"] == "scan_unreadable"]
    assert (told["log_level"], told["elsewhere"]) == ("warning", MIRROR)


def test_without_the_program_a_scan_names_another_copy_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "law.pdf").write_bytes(scan([printed_page()]))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing) as refused:
        read_official(_spec("law.pdf", rules=RULES, url="https://act.example/"), tmp_path)
    assert "tesseract-ocr" in refused.value.user_message
    assert refused.value.user_message.endswith("Another copy of this text is at https://act.example/")


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


@lru_cache(maxsize=1)
def _huge() -> bytes:
    """What becomes 300 MB; to make it takes longer than to refuse it."""
    return zlib.compress(b" " * 300_000_000, 9)


def test_a_stream_that_becomes_huge_is_refused_before_it_does(tmp_path: Path) -> None:
    bomb = _stuffed(_huge())
    assert len(bomb) < 400_000
    said: list[str] = []
    assert _peak(lambda: said.append(_refused(tmp_path, "law.pdf", bomb, layout=LAYOUT))) < 20
    assert said == ["law.pdf expands to far more than a law holds; it is not read."]


def test_a_stream_deflated_twice_is_refused_too(tmp_path: Path) -> None:
    twice = zlib.compress(_huge(), 9)
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
    monkeypatch.setattr(decompression_limits, "MOST_FILE", 1_000)
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
    assert measure_expanded(zlib.compress(b"x" * size), 10_000_000) == size
    assert measure_expanded(b"no deflated data", 10_000_000) == 0
    assert measure_expanded(zlib.compress(zlib.compress(b"x" * size)), 10_000_000) >= size
    if size > 2_000_000:
        assert 2_000_000 < measure_expanded(zlib.compress(b"x" * size), 2_000_000) <= 3_000_000


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


def _seconds_to_read(file: LawFile, count: int) -> float:
    """Processor time of one reading; the least of several is the reader's own, without the worker's other work."""
    started = time.process_time()
    pages = read_pdf(file)
    seconds = time.process_time() - started
    assert pages.total_pages == count and all(len(page.lines) == 40 for page in pages.pages)
    return seconds


@pytest.mark.long
def test_five_hundred_pages_are_read_and_take_as_long_as_five_hundred(tmp_path: Path) -> None:
    seconds: dict[int, float] = {}
    for count in (125, 500):
        file = LawFile(f"{count}.pdf", _long(count))
        seconds[count] = min(_seconds_to_read(file, count) for _ in range(3))
    assert seconds[500] < 8 * seconds[125]


# -- files that draw without end -----------------------------------------------------------------------


def _objects(*held: bytes) -> bytes:
    """A PDF of these objects, the first its catalogue."""
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, one in enumerate(held, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, one))
    table = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(held) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(held) + 1, table))
    return out.getvalue()


def _stream(content: bytes, told: bytes = b"") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (told, len(content), content)


CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R >>"
ONE_PAGE = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] "
PAGE_OF_FORM = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
    b"/Resources << /XObject << /F 5 0 R >> >> >>"
)


def _nested(levels: int, times: int) -> bytes:
    """Forms that draw forms: `times` to the power of `levels` drawings in a few kilobytes."""
    draws = b"/F Do " * times
    forms = [
        _stream(draws, FORM + b"/Resources << /XObject << /F %d 0 R >> >>" % (number + 1))
        for number in range(5, 5 + levels - 1)
    ]
    return _objects(
        CATALOGUE, ONE_PAGE, PAGE_OF_FORM, _stream(draws), *forms, _stream(b"0 0 m 9 9 l S ", FORM)
    )


def _form_on_every_page(size: int, pages: int) -> bytes:
    kids = b" ".join(b"%d 0 R" % (6 + number) for number in range(pages))
    page = PAGE_OF_FORM.replace(b"/Contents 4", b"/Contents 3").replace(b"/F 5", b"/F 4")
    return _objects(
        CATALOGUE,
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
        _stream(b"/F Do "),
        _stream(b"0 0 m 9 9 l S\n" * (size // 14), FORM),
        b"null",
        *[page] * pages,
    )


def _drawn(lines: int) -> bytes:
    document = pymupdf.open(stream=WHOLE)
    xref = document[0].get_contents()[0]
    ruled = b"".join(
        b"%d %d m %d %d l S\n" % (i % 600, i % 800, i * 7 % 600, i * 13 % 800) for i in range(lines)
    )
    document.update_stream(xref, document.xref_stream(xref) + b"\n" + ruled)
    return bytes(document.tobytes(deflate=True))


TABLES = {"rules": {"begins": "THE MEADOW", "pages": "1-6"}}


@pytest.mark.parametrize(
    ("made", "more"),
    [
        (lambda: _nested(11, 10), {"layout": LAYOUT}),
        (lambda: _nested(11, 10), {"rules": RULES}),
        (lambda: _nested(2, 10).replace(b"/F 6 0 R", b"/F 5 0 R"), {"layout": LAYOUT}),
        pytest.param(lambda: _form_on_every_page(5_000_000, 200), {"layout": LAYOUT}, marks=pytest.mark.long),
        pytest.param(lambda: _drawn(300_000), TABLES, marks=pytest.mark.long),
    ],
)
def test_pages_that_draw_without_end_are_refused_before_they_do(
    made: Callable[[], bytes], more: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("civicsetu.corpus.formats.ocr.find_engine", lambda file: "tesseract-9.9")
    content = made()
    started = time.process_time()
    assert "expands to far more" in _refused(tmp_path, "law.pdf", content, **more)
    assert time.process_time() - started < 20


def _as_hex(data: bytes) -> bytes:
    return data.hex().encode() + b">"


def _as_ascii85(data: bytes) -> bytes:
    return a85encode(data) + b"~>"


def test_a_form_that_is_drawn_a_few_times_is_read(tmp_path: Path) -> None:
    (page,) = read_pdf(LawFile("law.pdf", _nested(3, 4))).pages
    assert page.lines == ()
    document = pymupdf.open()
    document.new_page().show_pdf_page(pymupdf.Rect(0, 0, 595, 842), pymupdf.open(stream=WHOLE), 1)
    (page,) = read_pdf(LawFile("law.pdf", document.tobytes())).pages
    assert [line.text for line in page.lines][:1] == ["2"]


@pytest.mark.parametrize(
    ("packed", "again"),
    [
        (_as_hex, True),
        pytest.param(_as_ascii85, False, marks=pytest.mark.long),
        pytest.param(_as_hex, False, marks=pytest.mark.long),
        pytest.param(_as_ascii85, True, marks=pytest.mark.long),
    ],
)
def test_a_stream_written_as_letters_that_becomes_huge_is_refused(
    packed: Callable[[bytes], bytes], again: bool, tmp_path: Path
) -> None:
    data = packed(_huge())
    assert measure_expanded(data, 100_000_000) > 100_000_000
    if again:
        data = zlib.compress(data)
    assert _peak(lambda: measure_expanded(data, 100_000_000)) < 30
    bomb = _stuffed(data, "[/ASCIIHexDecode /FlateDecode]")
    assert "expands to far more" in _refused(tmp_path, "law.pdf", bomb, layout=LAYOUT)


@given(st.binary(max_size=3_000), st.lists(st.sampled_from(["deflate", "hex", "ascii85"]), max_size=3))
def test_what_is_packed_is_counted_whatever_it_is_packed_in(data: bytes, steps: list[str]) -> None:
    packed = zlib.compress(data)
    for step in steps:
        packed = {
            "deflate": zlib.compress,
            "hex": lambda one: one.hex().encode(),
            "ascii85": _as_ascii85,
        }[step](packed)
    assert measure_expanded(packed, 1_000_000) >= len(data)


@pytest.mark.parametrize(
    ("filename", "text"),
    [
        ("law.txt", "\n" * 15_000_000),
        ("law.txt", "(a) the keeper mows the meadow;\n" * 300_000),
        ("law.md", "mow " * 2_000_000),
    ],
)
@pytest.mark.parametrize("style", ["consolidated", "rules"])
def test_a_text_far_longer_than_a_law_is_refused_at_once(
    filename: str, text: str, style: str, tmp_path: Path
) -> None:
    content = f"THE MEADOW ACT, 1950\n\n1. Keeping.\n{text}\n".encode()
    started = time.process_time()
    assert "expands to far more" in _refused(tmp_path, filename, content, style=style)
    assert time.process_time() - started < 15


@pytest.mark.long
def test_brackets_that_never_close_take_no_longer_than_others() -> None:
    seconds = []
    for count in (50_000, 400_000):
        started = time.process_time()
        read = read_consolidated("^1[mow " * count)
        seconds.append(time.process_time() - started)
        assert read.body == "mow " * count and len(read.removals) == count
    assert seconds[1] < 40 * max(seconds[0], 0.02)


@pytest.mark.parametrize(
    ("line", "style"),
    [
        ("and the keeper mows -\n", "rules"),
        ('"and he rakes\n', "consolidated"),
        pytest.param("and the keeper mows -\n", "consolidated", marks=pytest.mark.long),
        pytest.param('"and he rakes\n', "rules", marks=pytest.mark.long),
    ],
)
def test_one_paragraph_of_very_many_lines_takes_as_long_as_its_lines(
    line: str, style: str, tmp_path: Path
) -> None:
    """Its lines were once put together anew for each of them."""
    (tmp_path / "law.txt").write_text(f"THE MEADOW ACT, 1950\n\n1. Keeping.\nMow\n{line * 40_000}")
    started = time.process_time()
    body = read_official(_spec("law.txt", style=style), tmp_path).body
    assert time.process_time() - started < 20 and len(body) > 39_000 * len(line)


# -- files whose page tree lies ------------------------------------------------------------------------

A_PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>"


@pytest.mark.parametrize(
    "objects",
    [
        (CATALOGUE, b"<< /Type /Pages /Kids [3 0 R] /Count 7 >>", A_PAGE),
        (CATALOGUE, b"<< /Type /Pages /Kids [3 0 R] /Count -7 >>", A_PAGE),
        (
            CATALOGUE,
            b"<< /Type /Pages /Kids [3 0 R] /Count 2 >>",
            b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 2 >>",
        ),
    ],
)
def test_a_page_tree_that_lies_is_told_as_damage(objects: tuple[bytes, ...], tmp_path: Path) -> None:
    assert "is damaged" in _refused(tmp_path, "law.pdf", _objects(*objects), layout=LAYOUT)


def test_a_folder_whose_name_is_not_utf8_is_read(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/law\xff"))
    folder.mkdir()
    (folder / "law.pdf").write_bytes(WHOLE)
    read = read_official(_spec("law.pdf", layout=LAYOUT), folder)
    assert "Meadow Act, 1950" in read.body


# -- files damaged by chance ---------------------------------------------------------------------------


def _flip(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 10, 200))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _without_a_piece(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + content[at + chance.choice((1, 50, len(content))) :]


def _places_changed(content: bytes, chance: random.Random) -> bytes:
    return re.sub(rb"\d{10} (?=\d{5} n)", lambda _: b"%010d " % chance.randrange(len(content)), content)


def _numbers_changed(content: bytes, chance: random.Random) -> bytes:
    """Lengths and counts that lie, of objects packed in streams too."""
    document = pymupdf.open(stream=content)
    packed = document.tobytes(use_objstms=1, garbage=1)
    others = (0, 1, -1, 2**31, 10**12)

    def number(told: re.Match[bytes]) -> bytes:
        return b"/%s %d" % (told[1], chance.choice(others)) if chance.random() < 0.2 else told[0]

    return re.sub(rb"/(Length|N|First|Count|Size|W|Kids) ?\[?(\d+)", number, packed)


def _references_changed(content: bytes, chance: random.Random) -> bytes:
    return re.sub(
        rb"\d+ 0 R",
        lambda told: b"%d 0 R" % chance.randrange(40) if chance.random() < 0.1 else told[0],
        content,
    )


@pytest.mark.parametrize(
    "damage", [_flip, _without_a_piece, _places_changed, _numbers_changed, _references_changed]
)
def test_a_pdf_damaged_by_chance_is_a_text_or_one_sentence(
    damage: Callable[[bytes, random.Random], bytes], tmp_path: Path
) -> None:
    chance = random.Random(12)
    spec, told = _spec("law.pdf", layout=LAYOUT), 0
    for _ in range(40):
        (tmp_path / "law.pdf").write_bytes(damage(WHOLE, chance))
        try:
            assert read_official(spec, tmp_path).body
        except CorpusError as error:
            told += bool(_sentence(error, "law.pdf"))
    assert told > 10
