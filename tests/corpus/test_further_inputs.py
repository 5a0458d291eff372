"""A law's text as txt, md, html and docx: the same lines, the same tree, no label lost."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from civicsetu.corpus.formats.file_text import file_text
from civicsetu.corpus.formats.html_text import html_lines
from civicsetu.corpus.read import read_official
from civicsetu.errors import NotThisLaw
from tests.corpus.laws import meadow

W = "urn:example:word"
TITLE = "Meadow Rules, 1950"
LINES = (
    "THE MEADOW RULES, 1950",
    "1. Name.- (1) These rules may be called the Meadow Rules, 1950.",
    "(2) They begin on the first of May.",
    "2. Keeper.- (1) A keeper shall be named for every meadow,-",
    "(a) within thirty days; and",
    "(b) by the council.",
    "3. Hay.- The fee for hay is,-",
    "Cart | one rupee",
    "Barrow | two annas.",
)
ROWS = (("Cart", "one rupee"), ("Barrow", "two annas."))
TXT = "\n\n".join(LINES) + "\n"
MD = (
    "# The Meadow Rules, 1950\n\n"
    + "\n\n".join(
        (*(f"**{line}**" if line[0].isdigit() and "Name" in line else line for line in LINES[1:7]),)
    )
    + "\n\n| Cart | one rupee |\n|---|---|\n| Barrow | two annas. |\n"
)
HTML = (
    "<!DOCTYPE html><html><head><title>no law</title><style>p {color: red}</style></head><body>"
    "<script>var law = 1</script><h1>The  Meadow\n Rules, 1950</h1>"
    + "".join(f"<p>{line}</p>\n" for line in LINES[1:7])
    + "<table><tr><td><p>Cart</p></td><td>one <b>rupee</b></td></tr>"
    "<tr><th>Barrow</th><td>two&nbsp;annas.</td></tr></table></body></html>"
)


def _word(blocks: str, styles: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr(
            "word/document.xml", f'<w:document xmlns:w="{W}"><w:body>{blocks}</w:body></w:document>'
        )
        if styles:
            parts.writestr("word/styles.xml", f'<w:styles xmlns:w="{W}">{styles}</w:styles>')
    return out.getvalue()


def _paragraph(*runs: str, properties: str = "") -> str:
    said = "".join(f"<w:r><w:t xml:space='preserve'>{run}</w:t></w:r>" for run in runs)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{said}</w:p>"


def _table(rows: tuple[tuple[str, ...], ...]) -> str:
    cells = ("".join(f"<w:tc>{_paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


DOCX = _word("".join(_paragraph(line[:9], line[9:]) for line in LINES[:7]) + _table(ROWS))
FILES = {
    "rules.txt": TXT.encode(),
    "marked.txt": b"\xef\xbb\xbf" + TXT.replace("\n", "\r\n").encode(),
    "rules.md": MD.encode(),
    "rules.html": HTML.encode(),
    "rules.docx": DOCX,
}


def _lines(filename: str, content: bytes) -> list[str]:
    return [line for line in file_text(content, filename, TITLE).split("\n") if line]


@pytest.mark.parametrize("filename", FILES)
def test_every_kind_gives_the_same_lines(filename: str) -> None:
    read = _lines(filename, FILES[filename])
    assert [line.lower() for line in read] == [line.lower() for line in LINES]


@pytest.mark.parametrize("filename", FILES)
def test_every_kind_gives_the_same_tree(tmp_path: Path, filename: str) -> None:
    (tmp_path / filename).write_bytes(FILES[filename])
    version = {"name": "print", "label": "As printed", "filename": filename, "style": "rules"}
    spec = meadow("1-3", key="meadow_rules", title=TITLE, doc_type="RULES", official=(version,))
    tree = read_official(spec, tmp_path).divided()
    paths = [str(node.path) for node in tree.root.walk() if node.path is not None]
    assert paths == ["1", "1(1)", "1(2)", "2", "2(1)", "2(1)(a)", "2(1)(b)", "3"]
    assert [section.heading for section in tree.sections()] == ["Name.", "Keeper.", "Hay."]
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == tree.text
    for row in ROWS:
        assert " | ".join(row) in tree.text


# -- html ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("<p>one<br>two</p>", ["one", "two"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("<ol><li>mow<li>rake</ol>", ["1. mow", "2. rake"]),
        ('<ol type="a" start="27"><li>mow</li></ol>', ["(aa) mow"]),
        ('<ol type="i"><li>x</li><li value="9">y</li><li>z</li></ol>', ["(i) x", "(ix) y", "(x) z"]),
        ('<ol type="A"><li>x<ol type="I"><li>y</ol><li>z</ol>', ["(A) x", "(I) y", "(B) z"]),
        ("<ul><li>mow</li></ul>", ["mow"]),
        ("<p>a &amp; b &#8377; 5 &lt; 6</p>", ["a & b ₹ 5 < 6"]),
        ("<p>mow<script>if (1 < 2) { }</script> dry</p>", ["mow dry"]),
        ("<p>mow <!-- not -->dry", ["mow dry"]),
        ("</table></ol></p><p>mow</script>", ["mow"]),
        ("<nav><a>home</a></nav><p>mow</p>", ["mow"]),
        ("", []),
    ],
)
def test_a_page_as_a_browser_shows_it(page: str, lines: list[str]) -> None:
    assert [line for line in html_lines(page).split("\n") if line] == lines


def test_a_page_says_which_letters_it_is_written_in() -> None:
    page = '<html><meta charset="windows-1252"><p>§ 1 – mow</p></html>'
    assert _lines("law.html", page.encode("cp1252")) == ["§ 1 – mow"]


def test_a_deep_page_is_read() -> None:
    assert _lines("law.html", b"<div>" * 50_000 + b"mow" + b"</div>" * 50_000) == ["mow"]


# -- md ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1. mow\n2. rake", ["1. mow", "2. rake"]),
        ("3. mow\n\n4. rake", ["3. mow", "4. rake"]),
        ("    (i) mow", ["(i) mow"]),
        ("*mow* `dry` [hay](x:y)", ["mow dry hay"]),
        ("<p>mow</p>", ["<p>mow</p>"]),
    ],
)
def test_markdown_takes_no_number_for_a_list(text: str, lines: list[str]) -> None:
    assert _lines("law.md", text.encode()) == lines


# -- docx ----------------------------------------------------------------------------------------------


def test_what_was_struck_out_is_not_read_and_what_was_put_in_is() -> None:
    struck = "<w:del><w:r><w:delText>in June</w:delText></w:r></w:del>"
    put_in = "<w:ins><w:r><w:t>in May</w:t></w:r></w:ins>"
    blocks = f"<w:p><w:r><w:t xml:space='preserve'>mow </w:t></w:r>{struck}{put_in}</w:p>"
    assert _lines("law.docx", _word(blocks)) == ["mow in May"]


def test_tabs_and_breaks() -> None:
    blocks = "<w:p><w:r><w:t>(1)</w:t><w:tab/><w:t>mow</w:t><w:br/><w:t>rake</w:t></w:r></w:p>"
    assert _lines("law.docx", _word(blocks)) == ["(1) mow", "rake"]


NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="{}"/></w:numPr>'


@pytest.mark.parametrize(
    ("properties", "style"),
    [
        (NUMBERED.format(3), ""),
        ('<w:pStyle w:val="Clause"/>', NUMBERED.format(1)),
    ],
)
def test_numbers_that_are_not_in_the_text_are_no_law_lost(properties: str, style: str) -> None:
    styles = f'<w:style w:styleId="Clause"><w:pPr>{style}</w:pPr></w:style>'
    with pytest.raises(NotThisLaw, match=r"law\.docx numbers its paragraphs automatically"):
        file_text(_word(_paragraph("mow", properties=properties), styles), "law.docx", TITLE)


def test_a_paragraph_whose_number_was_taken_off_is_read() -> None:
    styles = f'<w:style w:styleId="Other"><w:pPr>{NUMBERED.format(1)}</w:pPr></w:style>'
    content = _word(_paragraph("mow", properties=NUMBERED.format(0)), styles)
    assert _lines("law.docx", content) == ["mow"]
