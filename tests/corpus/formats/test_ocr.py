"""Pages that are pictures: read back with their places, how surely, once; and told plainly where they cannot be."""

from __future__ import annotations

import difflib
import json
import subprocess
from pathlib import Path

import pymupdf
import pytest

from civicsetu.corpus.formats import ocr
from civicsetu.corpus.formats.law_file import LawFile, load_file
from civicsetu.corpus.formats.ocr import Recogniser, find_engine
from civicsetu.corpus.formats.ocr_page import Word, build_page, measure_skew
from civicsetu.corpus.formats.pdf import PdfPage, PdfPages
from civicsetu.errors import DataFolderUnusable, EngineMissing, NotThisLaw
from civicsetu.law.prints import RulesLayout
from tests.corpus.scans import FULL, HEADINGS, LEFT, RIGHT, TEXT, printed_page, scan, scanned, tesseract

LAYOUT = RulesLayout(begins="The Meadow", body_left=LEFT, body_right=RIGHT, recognise=True)


def _read(path: Path, kept: Path, pages: str = "") -> PdfPages:
    return Recogniser(kept).read(load_file(path, "Meadow Act"), LAYOUT.model_copy(update={"pages": pages}))


def _body(page: PdfPage) -> str:
    return " ".join(line.text for line in page.lines if line.x1 > LEFT and line.x0 < RIGHT)


def _margin(page: PdfPage) -> list[str]:
    return [line.text for line in page.lines if line.x1 <= LEFT]


def _likeness(read: str, printed: str) -> float:
    """Share of the printed letters that were read, in their order."""
    return difflib.SequenceMatcher(None, "".join(read.split()), "".join(printed.split()), False).ratio()


# -- what is read --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("angle", "aside"), [(0.0, 0.0), (1.7, 0.0), (-2.2, -12.0), (0.4, 15.0)])
def test_a_scan_is_read_back_with_its_margin_apart(tmp_path: Path, angle: float, aside: float) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page()], turned=angle, aside=aside))
    (page,) = _read(path, tmp_path / "kept").pages
    printed = " ".join(("The Meadow Rules, 1950", *(" ".join((*lines, FULL)) for lines in TEXT.values())))
    assert _likeness(_body(page), printed) > 0.98
    assert [note.rstrip(".") for note in _margin(page)] == list(HEADINGS.values())
    assert page.confidence is not None and 85 <= page.confidence <= 100


def test_lines_stand_where_they_are_printed_and_beside_their_headings(tmp_path: Path) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page()], turned=1.3, aside=9))
    (page,) = _read(path, tmp_path / "kept").pages
    notes = [line for line in page.lines if line.x1 <= LEFT]
    rules = [line for line in page.lines if line.text[:2] in ("1-", "2-", "3-")]
    assert len(notes) == len(rules) == 3
    for note, rule in zip(notes, rules, strict=True):
        assert abs(note.y0 - rule.y0) < 6 and note.x1 < LEFT < rule.x0 < 205
    full = [line for line in page.lines if line.text.startswith("and so")]
    assert len(full) == 3 and all(abs(line.x1 - RIGHT) < 3 for line in full)
    assert [line.y0 for line in page.lines] == sorted(line.y0 for line in page.lines)


def test_only_the_pages_asked_for_are_read(tmp_path: Path) -> None:
    tesseract()
    pages = [printed_page(("1",)), printed_page(("2",)), printed_page(("3",))]
    read = _read(scanned(tmp_path, scan(pages)), tmp_path / "kept", "2-3")
    assert [page.number for page in read.pages] == [2, 3]
    assert "keeper shall be named" in _body(read.pages[0]) and "mow on dry days" in _body(read.pages[1])


# -- specks and columns, without the program -----------------------------------------------------------


def _words(*said: tuple[str, float, float], sure: float = 95.0, line: int = 0) -> list[Word]:
    return [Word(line, text, x0, 100.0 + 20 * line, x1, 110.0 + 20 * line, sure) for text, x0, x1 in said]


def test_words_of_the_margin_are_told_from_those_beside_them_and_a_title_across_is_not_cut() -> None:
    beside = _words(("Mowing", 60, 110), ("3-", 195, 205), ("The", 215, 235), ("keeper", 238, 540))
    across = _words(("OF", 150, 160), ("THE", 163, 190), ("KEEPERS", 193, 540), line=1)
    page = build_page(4, beside + across, LEFT, RIGHT)
    assert [(line.text, line.y0) for line in page.lines] == [
        ("Mowing", 100.0), ("3- The keeper", 100.0), ("OF THE KEEPERS", 120.0),
    ]  # fmt: skip
    assert page.number == 4 and page.confidence == 95.0


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ((("|", 180, 182, 90), ("mow", 195, 215, 95)), "mow"),
        ((("mow", 195, 215, 95), (".", 400, 402, 20)), "mow"),
        ((("mow", 195, 215, 95), ("oo", 400, 410, 12)), "mow"),
        ((("mow", 195, 215, 95), ("it", 218, 224, 12)), "mow it"),
        ((("(iii)", 195, 205, 30), ("mow", 225, 245, 95)), "(iii) mow"),
        ((("7", 195, 205, 30), ("mow", 225, 245, 95)), "7 mow"),
        ((("as", 195, 205, 90), ("follows", 208, 230, 95), (":", 234, 236, 92)), "as follows :"),
        ((("-", 195, 198, 90), ("Hay", 205, 230, 95)), "- Hay"),
        ((("-", 195, 198, 90), ("hay", 205, 230, 95)), "hay"),
        ((("hay", 195, 215, 95), ("&", 218, 224, 91), ("straw", 227, 250, 95)), "hay & straw"),
    ],
)
def test_specks_are_set_apart_and_print_is_kept(
    said: tuple[tuple[str, float, float, float], ...], kept: str
) -> None:
    words = [Word(0, text, x0, 100, x1, 110, sure) for text, x0, x1, sure in said]
    full = _words(("A", 195, 200), ("full", 203, 225), ("line", 228, 540), line=1)
    page = build_page(1, words + full, LEFT, RIGHT)
    assert page.lines[0].text == kept
    assert sorted(f"{kept} A full line".split() + [line.text for line in page.specks]) == sorted(
        [word.text for word in words + full]
    )


def test_a_word_that_is_unsure_in_a_line_set_wide_is_no_speck() -> None:
    wide = [
        (word, 195.0 + 40 * at, 224.0 + 40 * at)
        for at, word in enumerate("the hay of all the keepers".split())
    ]
    words = [*_words(*wide), Word(0, "for", 447, 100, 460, 110, 30.0)]
    assert build_page(1, words, LEFT, RIGHT).lines[0].text == "the hay of all the keepers for"


@pytest.mark.parametrize("angle", [-2.5, -0.8, 0.0, 1.1, 2.9])
def test_how_far_a_page_is_turned(angle: float) -> None:
    document = pymupdf.open(stream=scan([printed_page()], turned=angle, dpi=120))
    assert abs(measure_skew(document[0]) - angle) <= 0.2


def test_a_blank_page_is_not_turned() -> None:
    document = pymupdf.open()
    assert measure_skew(document.new_page()) == 0.0


# -- kept ----------------------------------------------------------------------------------------------


def test_a_second_run_reads_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page(("1",)), printed_page(("2",))]))
    first = _read(path, tmp_path / "kept")
    monkeypatch.setattr(ocr, "_begun", lambda *given: pytest.fail("a page was recognised again"))
    assert _read(path, tmp_path / "kept") == first


def test_a_run_cut_short_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page((number,)) for number in TEXT]))
    whole = _read(path, tmp_path / "kept")
    kept = sorted((tmp_path / "kept").rglob("*.json"))
    assert [one.name for one in kept] == ["0001.json", "0002.json", "0003.json"]
    kept[1].write_text("[[0, 'half", "utf-8")
    again: list[int] = []
    begun = ocr._begun
    monkeypatch.setattr(ocr, "_begun", lambda *given: (again.append(given[2]), begun(*given))[1])
    assert _read(path, tmp_path / "kept") == whole and again == [2]


@pytest.mark.long
def test_another_file_or_another_version_of_the_program_is_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page(("1",))]))
    _read(path, tmp_path / "kept")
    monkeypatch.setattr(ocr, "find_engine", lambda file: "tesseract-9.9")
    _read(path, tmp_path / "kept")
    scanned(tmp_path, scan([printed_page(("2",))]))
    _read(path, tmp_path / "kept")
    assert len(list((tmp_path / "kept").iterdir())) == 3


def test_progress_is_told_a_page(tmp_path: Path) -> None:
    tesseract()
    path = scanned(tmp_path, scan([printed_page((number,)) for number in TEXT]))
    told: list[float] = []
    Recogniser(tmp_path / "kept", told.append).read(load_file(path, "Meadow Act"), LAYOUT)
    assert told == pytest.approx([1 / 3, 2 / 3, 1.0])


def test_what_is_kept_are_words_with_places(tmp_path: Path) -> None:
    tesseract()
    _read(scanned(tmp_path, scan([printed_page(("1",))])), tmp_path / "kept")
    (file,) = (tmp_path / "kept").rglob("*.json")
    words = [Word(*row) for row in json.loads(file.read_text("utf-8"))]
    assert all(0 <= word.sure <= 100 and word.x0 < word.x1 <= 640 and word.y0 < word.y1 for word in words)


# -- what cannot be read -------------------------------------------------------------------------------


def test_without_the_program_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scanned(tmp_path, scan([printed_page()]))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing) as refused:
        _read(path, tmp_path / "kept")
    assert refused.value.user_message == (
        "scan.pdf is a scan; to read it, install the system package tesseract-ocr "
        "(on Debian: apt-get install tesseract-ocr)."
    )


def test_a_program_that_does_not_work_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    with pytest.raises(EngineMissing, match="does not work"):
        find_engine(LawFile("scan.pdf", b""))
    program.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo tesseract 1.0; else exit 1; fi\n')
    with pytest.raises(EngineMissing, match=r"could not read page 1"):
        _read(scanned(tmp_path, scan([printed_page()])), tmp_path / "kept")


def test_a_page_that_takes_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(command: list[str], **given: object) -> None:
        raise subprocess.TimeoutExpired(command, 1)

    monkeypatch.setattr(ocr, "find_engine", lambda file: "tesseract-1.0")
    monkeypatch.setattr(subprocess, "run", slow)
    with pytest.raises(NotThisLaw, match=r"scan\.pdf takes too long to recognise on page 1"):
        _read(scanned(tmp_path, scan([printed_page()])), tmp_path / "kept")


def test_a_picture_without_letters_is_refused(tmp_path: Path) -> None:
    tesseract()
    path = scanned(tmp_path, scan([pymupdf.open(stream=_blank())]))
    with pytest.raises(NotThisLaw, match=r"could not be recognised well enough on page 1 \(0 of 100\)"):
        _read(path, tmp_path / "kept")


def _blank() -> bytes:
    document = pymupdf.open()
    document.new_page()
    return bytes(document.tobytes())


def test_a_page_the_file_does_not_have_is_told(tmp_path: Path) -> None:
    tesseract()
    with pytest.raises(NotThisLaw, match="has 1 pages; page 3 was expected"):
        _read(scanned(tmp_path, scan([printed_page()])), tmp_path / "kept", "1-3")


def test_a_page_of_too_many_dots_is_refused_unread(tmp_path: Path) -> None:
    tesseract()
    document = pymupdf.open()
    document.new_page(width=14_000, height=14_000).insert_text((100, 100), "mow")
    with pytest.raises(NotThisLaw, match="page too large to be read as a picture: page 1"):
        _read(scanned(tmp_path, document.tobytes()), tmp_path / "kept")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tesseract()
    (tmp_path / "kept").write_text("no folder")
    with pytest.raises(DataFolderUnusable):
        _read(scanned(tmp_path, scan([printed_page()])), tmp_path / "kept")
