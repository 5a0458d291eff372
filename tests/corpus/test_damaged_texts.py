"""Damage: a file that is not wholly the law is refused in one sentence, and nothing is written.

Each way a print can be spoiled between the press and us, from a page lost to a byte changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pymupdf
import pytest

from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.read import read_official
from civicsetu.corpus.read_apart import ApartReader
from civicsetu.corpus.registry import Registry
from civicsetu.errors import CivicSetuError, CorpusError, NotThisLaw
from civicsetu.settings import CorpusSettings
from tests.corpus.laws import meadow
from tests.corpus.prints import GAZETTE_VERSION, SMALL, Para, Section, filler, meadow_law, print_law
from tests.corpus.reading_here import ReaderHere

TEXT_VERSION = {"name": "consolidated", "label": "Consolidated", "filename": "text.txt"}
AS_PRINTED = meadow("1-5", definitions=("2",), official=(GAZETTE_VERSION,))
AS_TEXT = meadow("1-5", definitions=("2",), official=(TEXT_VERSION,))
LAW = meadow_law()
WHOLE = print_law(LAW, bottom=250)
"""Six pages; sections 1 and 2 begin on page 2, 3 on page 4, 4 and 5 on page 5; the rule is on page 6."""

Damage = Callable[[pymupdf.Document], object]


class _Untouched:
    """A store nobody may so much as look at."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was used though the text was refused")


async def _refused(spec: Any, folder: Path, reader: ApartReader | None = None) -> str:
    """Take the law in; the one sentence of the refusal, with no store touched."""
    nothing = cast("Any", _Untouched())
    ingestion = Ingestion(
        nothing, nothing, nothing, nothing, nothing, Registry({"meadow_act": spec}, {}), hnsw_rows=1,
        reader=reader or ReaderHere(),
    )
    with pytest.raises(CorpusError) as refused:
        await ingestion.ingest_official("meadow_act", folder, lambda step, done: None)
    message = refused.value.user_message
    assert message.endswith(".") and "\n" not in message and len(message) < 300
    assert "Error" not in message and "Traceback" not in message and str(folder) not in message
    return message


async def _refused_print(pdf: bytes, folder: Path) -> str:
    (folder / "meadow_act.pdf").write_bytes(pdf)
    message = await _refused(AS_PRINTED, folder)
    assert message.startswith("meadow_act.pdf")
    return message


async def _refused_text(text: str, folder: Path) -> str:
    (folder / "text.txt").write_text(text, encoding="utf-8")
    message = await _refused(AS_TEXT, folder)
    assert message.startswith("text.txt")
    return message


def _changed(*steps: Damage, pdf: bytes = WHOLE.pdf) -> bytes:
    document = pymupdf.open(stream=pdf)
    for step in steps:
        step(document)
    return cast("bytes", document.tobytes())


def _without(index: int) -> Damage:
    return lambda document: document.delete_page(index)


def _picture(index: int) -> Damage:
    """The page as a scan of itself."""

    def scan(document: pymupdf.Document) -> None:
        pixels = document[index].get_pixmap(dpi=40)
        document.delete_page(index)
        page = document.new_page(index, width=612, height=792)
        page.insert_image(page.rect, pixmap=pixels)

    return scan


def _emptied(index: int) -> Damage:
    def empty(document: pymupdf.Document) -> None:
        document.delete_page(index)
        document.new_page(index, width=612, height=792)

    return empty


def _blotted(index: int, top: float, bottom: float) -> Damage:
    """Nothing is left to read between those heights of a page."""

    def blot(document: pymupdf.Document) -> None:
        page = document[index]
        page.add_redact_annot(pymupdf.Rect(0, top, 612, bottom))
        page.apply_redactions()

    return blot


def _foreign(index: int, **print_as: Any) -> Damage:
    """A page of another law, at the same place in its print, in the place of ours."""
    sections = tuple(
        Section(str(number), f"Of {name}.", (Para(f"(1) {filler(90)}."), Para(f"(2) {filler(40)}.")))
        for number, name in enumerate(("mills", "ponds", "weirs", "dams", "ditches", "ferries"), start=1)
    )
    other = print_law(sections, title="THE BROOK ACT, 1949", bottom=250, **print_as)

    def bind(document: pymupdf.Document) -> None:
        document.delete_page(index)
        document.insert_pdf(pymupdf.open(stream=other.pdf), from_page=index, to_page=index, start_at=index)

    return bind


def _said(index: int, text: str, y: float = 60.0) -> Damage:
    return lambda document: document[index].insert_text((150, y), text, fontsize=10)


# -- the whole print is read ---------------------------------------------------------------------------


def test_the_whole_print_is_read(tmp_path: Path) -> None:
    (tmp_path / "meadow_act.pdf").write_bytes(WHOLE.pdf)
    tree = read_official(AS_PRINTED, tmp_path).divide()
    assert [str(section.path) for section in tree.sections()] == ["1", "2", "3", "4", "5"]
    assert [section.page for section in tree.sections()] == [2, 2, 4, 5, 5]
    assert WHOLE.total == 6


# -- pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "page", "reason"),
    [
        (_without(2), 3, "bears the number 4; a page is missing or doubled"),
        (_without(1), 2, "bears the number 3; a page is missing or doubled"),
        (_without(0), 1, "bears the number 2; a page is missing or doubled"),
        (_without(-1), 5, "ends without the rule that closes the law"),
        (lambda document: document.delete_pages(3, 5), 3, "ends without the rule that closes the law"),
        (lambda document: document.fullcopy_page(2, 3), 4, "bears the number 3; a page is missing or doubled"),
        (lambda document: document.fullcopy_page(0, 1), 2, "bears no number"),
        (lambda document: document.fullcopy_page(5), 7, "bears the number 6"),
        (lambda document: document.move_page(2, 4), 3, "bears the number 4"),
        (lambda document: document.move_page(0, 2), 1, "bears the number 2"),
        (_picture(2), 3, "has no text layer; it is a picture of a page"),
        (_picture(5), 6, "has no text layer; it is a picture of a page"),
        (_emptied(2), 3, "is empty"),
        (_emptied(0), 1, "is empty"),
        (lambda document: document.new_page(width=612, height=792), 7, "is empty"),
        (_foreign(0), 1, "does not bear the title of Meadow Act, 1950"),
        (_blotted(2, 64, 740), 3, "has no line of the law"),
        (_blotted(2, 0, 62), 3, "bears no number"),
    ],
)  # fmt: skip
async def test_a_page_that_is_lost_doubled_misplaced_or_unreadable(
    damage: Damage, page: int, reason: str, tmp_path: Path
) -> None:
    message = await _refused_print(_changed(damage), tmp_path)
    assert message.startswith(f"meadow_act.pdf: page {page} ") and reason in message


@pytest.mark.parametrize("index", range(1, 5))
async def test_a_page_of_another_law_in_the_middle(index: int, tmp_path: Path) -> None:
    """It has the right number and the right running head; its sections give it away."""
    message = await _refused_print(_changed(_foreign(index)), tmp_path)
    assert "page " in message


async def test_a_page_of_another_gazette(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.corpus.prints.RUNNING_HEAD", "THE JOURNAL OF THE BROOKS")
    message = await _refused_print(_changed(_foreign(2)), tmp_path)
    assert message == "meadow_act.pdf: page 3 bears another running head; it is no page of this law."


async def test_a_page_bound_in_after_the_end(tmp_path: Path) -> None:
    def more(document: pymupdf.Document) -> None:
        document.fullcopy_page(5)
        _blotted(6, 0, 62)(document)
        document[6].insert_text((200, 47), "THE GAZETTE OF INDIA EXTRAORDINARY", fontsize=10)
        document[6].insert_text((470, 47), "7", fontsize=10)

    message = await _refused_print(_changed(more), tmp_path)
    assert message == "meadow_act.pdf: page 7 stands after the rule that closes the law."


async def test_a_law_after_the_closing_rule(tmp_path: Path) -> None:
    message = await _refused_print(_changed(_said(5, "THE SCHEDULE", 420)), tmp_path)
    assert "page 6 goes on after the rule that closes the law: 'THE SCHEDULE'" in message


# -- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("index", "top", "bottom"), [(1, 183, 236), (2, 64, 86), (3, 219, 240), (4, 195, 212)]
)
async def test_lines_lost_at_the_edge_of_a_page(
    index: int, top: float, bottom: float, tmp_path: Path
) -> None:
    message = await _refused_print(_changed(_blotted(index, top, bottom)), tmp_path)
    assert "page " in message


async def test_the_end_cut_off_in_the_middle_of_a_sentence(tmp_path: Path) -> None:
    """The rule still stands below the stump of the last section."""
    law = (*LAW[:-1], replace(LAW[-1], parts=(Para("The Hedge Act, 1940 is hereby"),)))
    message = await _refused_print(print_law(law).pdf, tmp_path)
    assert (
        "breaks off in section 5 after '5. The Hedge Act, 1940 is hereby'" in message and "page " in message
    )


async def test_a_last_page_without_its_end(tmp_path: Path) -> None:
    message = await _refused_print(print_law(LAW, rule=False).pdf, tmp_path)
    assert "ends without the rule that closes the law" in message


# -- sections ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "page", "reason"),
    [
        ((*LAW[:2], *LAW[3:]), 1, "the text lacks section 3"),
        (LAW[1:], 1, "the text lacks section 1"),
        (LAW[:-1], 2, "the text lacks section 5"),
        ((*LAW[:4], LAW[3], LAW[4]), 2, "the text prints twice section 4"),
        ((*LAW[:3], LAW[4], LAW[3]), 2, "section 4 stands out of order"),
        ((*LAW, Section("6", "More.", (Para("More."),))), 2, "the text should not have section 6"),
    ],
)
async def test_a_section_missing_doubled_late_or_strange(
    law: tuple[Section, ...], page: int, reason: str, tmp_path: Path
) -> None:
    message = await _refused_print(print_law(law, bottom=560).pdf, tmp_path)
    assert message.startswith(f"meadow_act.pdf, page {page}: ") and reason in message


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (("(a) mow;", "(c) rest."), r"prints (c) after (a)"),
        (("(1) Mow.", "(3) Rest."), r"prints (3) after (1)"),
        (("(1) Mow.", "(1) Mow."), r"prints (1) after (1)"),
        (("(2) Rest.",), r"prints (2) at the beginning"),
    ],
)
async def test_a_label_gap(parts: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    law = (*LAW[:3], Section("4", "Fines.", tuple(Para(part) for part in parts)), LAW[4])
    message = await _refused_print(print_law(law, bottom=560).pdf, tmp_path)
    assert f"section 4 {reason}" in message and message.startswith("meadow_act.pdf, page 2: ")


async def test_a_missing_heading_of_the_margin(tmp_path: Path) -> None:
    def wiped(document: pymupdf.Document) -> None:
        page = document[3]
        page.add_redact_annot(pymupdf.Rect(60, 64, 120, 500))
        page.apply_redactions()

    message = await _refused_print(_changed(wiped), tmp_path)
    assert message == (
        "meadow_act.pdf: page 4 has 0 headings in its margin for the sections that begin on it (3)."
    )


async def test_a_heading_that_stands_beside_nothing(tmp_path: Path) -> None:
    def moved(document: pymupdf.Document) -> None:
        page = document[3]
        page.add_redact_annot(pymupdf.Rect(60, 64, 120, 500))
        page.apply_redactions()
        page.insert_text((66, 230), "Duties.", fontsize=SMALL)

    message = await _refused_print(_changed(moved), tmp_path)
    assert message == "meadow_act.pdf: page 4 prints no heading beside section 3."


async def test_a_heading_of_another_section(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headings = {section.number: section.heading.replace("\u00ad", "") for section in LAW}
    monkeypatch.setattr("civicsetu.corpus.read.load_arrangement", lambda key: headings)
    law = (*LAW[:3], replace(LAW[3], heading=LAW[4].heading), LAW[4])
    message = await _refused_print(print_law(law, bottom=560).pdf, tmp_path)
    assert "page 2: Meadow Act, 1950: section 4 is headed 'Repeal.', but the law prints 'Fines.'" in message


async def test_another_law(tmp_path: Path) -> None:
    message = await _refused_print(print_law(LAW, title="THE BROOK ACT, 1950").pdf, tmp_path)
    assert message == "meadow_act.pdf: page 1 does not bear the title of Meadow Act, 1950."


# -- files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [0.02, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999])
async def test_a_file_cut_off(part: float, tmp_path: Path) -> None:
    message = await _refused_print(WHOLE.pdf[: int(len(WHOLE.pdf) * part)], tmp_path)
    assert "damaged" in message


async def test_a_locked_file(tmp_path: Path) -> None:
    locked = pymupdf.open(stream=WHOLE.pdf).tobytes(
        encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="hay", owner_pw="barn"
    )
    assert await _refused_print(locked, tmp_path) == "meadow_act.pdf is locked with a password."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"THE MEADOW ACT, 1950\n\n1. A.\nMow.\n", "is not a PDF file"),
        (b"<html>404</html>", "is a web page and not a PDF file"),
        (b"%PDF-1.7\n", "is damaged"),
        (b"PK\x03\x04" + b"\x00" * 900, "is not a PDF file"),
        (b"\x00" * 5_000, "is not a PDF file"),
    ],
)
async def test_a_file_that_is_no_pdf(content: bytes, reason: str, tmp_path: Path) -> None:
    assert reason in await _refused_print(content, tmp_path)


def test_a_file_with_changed_bytes_is_read_the_same_or_refused(tmp_path: Path) -> None:
    """A PDF library reads on past damage and leaves out what it cannot read: that must show."""
    dice = random.Random(17)
    path = tmp_path / "meadow_act.pdf"
    refused = 0
    for _ in range(60):
        content = bytearray(WHOLE.pdf)
        at = dice.randrange(len(content) - 40)
        content[at : at + 30] = dice.randbytes(30)
        path.write_bytes(bytes(content))
        try:
            assert read_official(AS_PRINTED, tmp_path).body.split() == WHOLE.text.split()
        except NotThisLaw as error:
            refused += 1
            assert error.user_message.startswith("meadow_act.pdf")
    assert refused > 10


# -- the plain text ------------------------------------------------------------------------------------

NOTES = "[India Code footnotes to section {0}]\n{1}\n\n"
HEAD = "THE MEADOW ACT, 1950\nNo. 3 of 1950\n\n"


def _text(*sections: str) -> str:
    return HEAD + "\n\n".join(sections) + "\n"


TEXT = tuple(f"{number}. Heading {number}.\nThe keeper mows {number}." for number in range(1, 6))


def _body(text: str, folder: Path) -> list[str]:
    (folder / "text.txt").write_text(text, encoding="utf-8")
    tree = read_official(AS_TEXT, folder).divide()
    return [" ".join(tree.text_of(section).split()) for section in tree.sections()]


def test_the_whole_text_is_read(tmp_path: Path) -> None:
    assert _body(_text(*TEXT), tmp_path)[4] == "5. Heading 5. The keeper mows 5."


@pytest.mark.parametrize(
    "note",
    [
        "1. 1st May, 1950, vide notification No. 5.",
        "2. 1st May, 1950, vide notification No. 5.",
        "1. Subs. by Act 9 of 1960.\n\n2. Ins. by Act 9 of 1960.",
        "1. Subs. by Act 9 of 1960.\n\n2. 1st May, 1950.\n\n3. Omitted by Act 9 of 1960.",
        "1 Subs. by Act 9 of 1960.\n\n2 . Ins. by Act 9 of 1960.",
    ],
)
def test_a_note_that_looks_like_the_next_heading_is_no_heading(note: str, tmp_path: Path) -> None:
    text = _text(TEXT[0], NOTES.format(1, note) + TEXT[1], *TEXT[2:])
    assert _body(text, tmp_path) == _body(_text(*TEXT), tmp_path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (_text(*TEXT[:2], *TEXT[3:]), "lacks section 3"),
        (_text(*TEXT[1:]), "lacks section 1"),
        (_text(*TEXT, TEXT[4]), "prints twice section 5"),
        (_text(TEXT[0], NOTES.format(1, "1. Subs.") + TEXT[1], TEXT[1], *TEXT[2:]), "prints twice section 2"),
        (_text(TEXT[1], TEXT[0], *TEXT[2:]), "out of order"),
        (_text(*TEXT, "6. More.\nMore."), "should not have section 6"),
        (_text(*TEXT[:4], "5. Heading 5."), "section 5 has a heading and no text"),
        (_text(*TEXT[:4], "5. Heading 5.\nThe keeper mo"), "section 5 breaks off after"),
        (_text(*TEXT[:2], TEXT[2][:-3], *TEXT[3:]), "section 3 breaks off after"),
        (_text(*TEXT[:4], "5. Heading 5.\n(a) mow;\n\n(c) rest."), "prints (c) after (a)"),
        (_text(*TEXT[:4], "5. Heading 5.\n(1) Mow.\n\n(3) Rest."), "prints (3) after (1)"),
        ("\n\n" + "\n\n".join(TEXT), "does not bear the title of Meadow Act, 1950"),
    ],
)
async def test_a_damaged_text_file(text: str, reason: str, tmp_path: Path) -> None:
    assert reason in await _refused_text(text, tmp_path)


@pytest.mark.parametrize("cut", range(len(HEAD) + 5, len(_text(*TEXT)) - 3, 7))
def test_a_text_cut_off_anywhere_is_refused(cut: int, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(_text(*TEXT)[:cut])
    with pytest.raises(CivicSetuError):
        read_official(AS_TEXT, tmp_path).divide()


async def test_one_damaged_version_keeps_the_other_out_too(tmp_path: Path) -> None:
    spec = meadow(
        "1-5", definitions=("2",), official=(GAZETTE_VERSION | {"law_until": "1950-06-01"}, TEXT_VERSION)
    )
    (tmp_path / "meadow_act.pdf").write_bytes(WHOLE.pdf)
    (tmp_path / "text.txt").write_text(_text(*TEXT[:4]))
    apart = ApartReader(CorpusSettings())
    message = await _refused(spec, tmp_path, apart)
    assert message.startswith("text.txt: Meadow Act, 1950: the text lacks section 5")
