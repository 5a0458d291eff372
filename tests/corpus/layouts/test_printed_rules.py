"""Rules read from the pages of an invented print: nothing lost unsaid, nothing read that is no law."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from civicsetu.corpus import official_text
from civicsetu.corpus import read as reading
from civicsetu.corpus.formats.extracted_text import ExtractedText, RemovalReason
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.pdf import read_pdf
from civicsetu.corpus.layouts.printed_rules import read_printed_rules
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import GAZETTE
from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import parse_path
from civicsetu.law.prints import OfficialVersion
from civicsetu.law.provisions import ProvisionTree
from tests.budget import examples
from tests.corpus.laws import meadow, own_text, paths
from tests.corpus.prints import filler, letters

HEADINGS = {
    "1": "Short title and commencement.",
    "2": "Of mowing, raking and of carrying the hay home.",
    "3": "Fees.",
}
FIRST = [
    "THE MEADOW GAZETTE",
    "",
    "No. 7. In exercise of their powers the keepers make the rules of the meadows, namely:-",
    "CHAPTER I",
    "PRELIMINARY",
    "1.\tShort title and",
    "\tcommencement",
    "(1)\tThese rules may be called the Meadow Rules, 1951 and",
    "\tare to be read by every keeper of the hay and the inconsis-",
    "\ttent brook under sub-",
    "\tsection (1) of section 4.",
    "(2)\tThey begin in the month of May.",
    "CHAPTER - II MOWING AND RAKING",
    "2.\tOf mowing, raking and of",
]
SECOND = [
    "\tcarrying the hay home:- (1) The keeper shall mow and rake,-",
    "\t(a)\tin May, as the custom of the meadows has it in all the",
    "\t\tyears; or",
    "\t(b)\twhen the owner calls for it,",
    "\t\tand not at night:",
    "\tProvided that he may rest with the neighbours.",
    "(2)\tNothing of this is inconsistent with rest.",
    "3.\tFees.- Two coins are paid for each cart of the hay.",
    "SEAL OF THE KEEPERS",
    "FORM A",
    "4. A line of the form.",
]
VERSION: dict[str, Any] = {
    "name": "gazette",
    "label": "Gazette of 1951",
    "filename": "rules.pdf",
    "rules": {"begins": "No. 7", "head_above": 50, "foot_below": 770, "body_left": 95, "body_right": 500},
    "ends_before": "SEAL OF",
    "text_as_of": "1951-05-01",
}
PITCH, LEFT, STOP = 12.0, 100.0, 40.0

Placed = tuple[float, float, str]
"""A piece of print set by hand: x, y of its foot, and its words."""


def put(page: pymupdf.Page, x: float, y: float, text: str, size: float = 10.0) -> None:
    writer = pymupdf.TextWriter(page.rect)
    writer.append((x, y), text, font=pymupdf.Font("tiro"), fontsize=size)
    writer.write_text(page)


def print_pages(*pages: Sequence[str], margins: Mapping[int, Sequence[Placed]] | None = None) -> bytes:
    """Each page under a running head, its number at the foot.

    Tabs set pieces of their own at stops 40 points apart; an empty line is half a line of
    space, and a line of one full stop the place of a line that is lost.
    """
    document = pymupdf.open()
    for number, lines in enumerate(pages, start=1):
        page = document.new_page(width=612, height=792)
        put(page, 200, 40, "RULES OF THE MEADOWS")
        put(page, 300, 785, str(number))
        y = 80.0
        for line in lines:
            for stop, piece in enumerate(line.split("\t")):
                if piece not in ("", "."):
                    put(page, LEFT + stop * STOP, y, piece)
            y += PITCH if line else PITCH / 2
        for x, height, text in (margins or {}).get(number, ()):
            put(page, x, height, text, 8.0)
    return document.tobytes()


def rules(expected: str = "1-3", **changes: object) -> DocumentSpec:
    entry = {"key": "meadow_rules", "title": "Meadow Rules, 1951", "doc_type": "RULES"}
    return meadow(expected, **{**entry, "made_under": "meadow_act", **changes})


def read(
    folder: Path,
    pdf: bytes,
    expected: str = "1-3",
    headings: Mapping[str, str] = HEADINGS,
    **changes: object,
) -> ExtractedText:
    version = OfficialVersion.model_validate({**VERSION, **changes})
    assert version.rules is not None
    pages = read_pdf(LawFile("rules.pdf", pdf), tables=version.rules.page_numbers)
    return read_printed_rules(pages, rules(expected), version, "rules.pdf", headings)


def tree_of(found: ExtractedText, expected: str = "1-3") -> ProvisionTree:
    return divide(found.body, rules(expected), GAZETTE)


def law_of(folder: Path, *lines: str, expected: str = "1", **more: Any) -> ProvisionTree:
    """The tree of a page of these lines between the law's first line and its seal."""
    pdf = print_pages(["No. 7. The keepers make these rules:-", *lines, "SEAL OF THE KEEPERS"])
    return tree_of(read(folder, pdf, expected, **more), expected)


def taken(found: ExtractedText, reason: RemovalReason) -> list[tuple[int | None, str]]:
    return [(one.page, one.text.strip()) for one in found.removals if one.reason is reason]


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return print_pages(FIRST, SECOND, margins={2: [(40, 92, "4 of 1949."), (520, 200, "Mowing.")]})


@pytest.fixture(scope="module")
def printed(pdf: bytes, tmp_path_factory: pytest.TempPathFactory) -> ExtractedText:
    return read(tmp_path_factory.mktemp("print"), pdf)


# -- the text ------------------------------------------------------------------------------------------


def test_the_text_is_that_of_every_reader_of_rules(printed: ExtractedText) -> None:
    assert printed.body == (
        "No. 7. In exercise of their powers the keepers make the rules of the meadows, namely:-\n\n"
        "CHAPTER I PRELIMINARY\n\n"
        "1. Short title and commencement.\n"
        "(1) These rules may be called the Meadow Rules, 1951 and are to be read by every keeper of the hay"
        " and the inconsistent brook under sub-section (1) of section 4.\n\n"
        "(2) They begin in the month of May.\n\n"
        "CHAPTER II MOWING AND RAKING\n\n"
        "2. Of mowing, raking and of carrying the hay home.\n"
        "(1) The keeper shall mow and rake,-\n\n"
        "(a) in May, as the custom of the meadows has it in all the years; or\n\n"
        "(b) when the owner calls for it, and not at night:\n\n"
        "Provided that he may rest with the neighbours.\n\n"
        "(2) Nothing of this is inconsistent with rest.\n\n"
        "3. Fees.\nTwo coins are paid for each cart of the hay.\n"
    )


def test_every_letter_of_a_page_is_in_its_text_or_listed(pdf: bytes, printed: ExtractedText) -> None:
    document = pymupdf.open(stream=pdf)
    ends = [*printed.page_starts[1:], len(printed.body)]
    for number, (start, end) in enumerate(zip(printed.page_starts, ends, strict=True), start=1):
        kept = letters(printed.body[start:end])
        for one in printed.removals:
            kept += letters(one.text) if one.page == number else letters("")
        assert kept == letters(document[number - 1].get_text()), f"page {number}"


def test_all_that_is_taken_out_is_listed_with_page_and_reason(printed: ExtractedText) -> None:
    assert taken(printed, RemovalReason.MASTHEAD) == [(1, "THE MEADOW GAZETTE")]
    head = "RULES OF THE MEADOWS"
    assert taken(printed, RemovalReason.RUNNING_HEAD) == [(1, head), (1, "1"), (2, head), (2, "2")]
    assert taken(printed, RemovalReason.MARGIN) == [(2, "4 of 1949."), (2, "Mowing.")]
    assert taken(printed, RemovalReason.HYPHEN) == [(1, "-")]
    assert taken(printed, RemovalReason.AFTER_THE_RULES) == [
        (2, "SEAL OF THE KEEPERS"), (2, "FORM A"), (2, "4. A line of the form."),
    ]  # fmt: skip
    assert all(0 <= one.at <= len(printed.body) for one in printed.removals)


def test_provisions_are_on_the_pages_they_begin_on(printed: ExtractedText) -> None:
    tree = tree_of(printed)
    assert [printed.page_of(section.start) for section in tree.sections()] == [1, 1, 2]
    node = tree.root.find(parse_path("2(1)(b)"))
    assert node is not None and printed.page_of(node.start) == 2


def test_only_the_pages_named_are_read(tmp_path: Path) -> None:
    layout = {**VERSION["rules"], "pages": "2-3"}
    found = read(tmp_path, print_pages(["अ ब स", "Hkkjr dk jkti=k"], FIRST, SECOND), rules=layout)
    assert len(tree_of(found).sections()) == 3
    assert {one.page for one in found.removals} == {2, 3}
    assert [found.page_of(0), found.page_starts[:2]] == [2, (0, 0)]


# -- headings ------------------------------------------------------------------------------------------

SET_IN_THE_MARGIN = [(520.0, 92.0, "Fees and"), (520.0, 101.0, "fines.")]


@pytest.mark.parametrize(
    ("lines", "margin"),
    [
        (["1. Fees and fines.", "(1) The fee is two coins."], []),
        (["1. Fees and fines.— (1) The fee is two coins."], []),
        (["Rule 1. Fees and fines.", "(1) The fee is two coins."], []),
        (["1. Fees and fines.- (1) The fee is two coins."], []),
        (["1-(1) The fee is two coins."], SET_IN_THE_MARGIN),
        (["1- The fee is two coins."], SET_IN_THE_MARGIN),
    ],
    ids=["newline and dot", "em-dash", "Rule before it", "dot and hyphen", "N-(1)", "N- alone"],
)
def test_each_way_to_print_a_heading_gives_number_and_title(
    lines: list[str], margin: list[Placed], tmp_path: Path
) -> None:
    pdf = print_pages(["No. 7. The keepers make rules:-", *lines, "SEAL OF"], margins={1: margin})
    found = read(tmp_path, pdf, "1", {"1": "Fees and fines."} if margin else {})
    [rule] = tree_of(found, "1").sections()
    assert (str(rule.path), rule.heading) == ("1", "Fees and fines.")
    assert found.body.endswith("The fee is two coins.\n")
    listed = sum((letters(one.text) for one in found.removals), letters(""))
    assert letters(found.body) + listed == letters(pymupdf.open(stream=pdf)[0].get_text())


@pytest.mark.parametrize(
    "lines",
    [
        ["1. Fees and fines of the keepers", "(1) The fee is two coins."],
        ["1.\tFees and", "\tfines of", "\tthe keepers", "(1)\tThe fee is two coins."],
        ["1. Fees, and fines of the keepers: The fee is two coins."],
        ["1. Fees and fines of the", "keepers – The fee is two coins."],
    ],
)
def test_a_heading_is_found_by_the_words_of_the_arrangement(lines: list[str], tmp_path: Path) -> None:
    tree = law_of(tmp_path, *lines, headings={"1": "Fees and fines of the keepers."})
    assert [section.heading.replace(",", "") for section in tree.sections()] == [
        "Fees and fines of the keepers."
    ]
    assert tree.text.endswith("The fee is two coins.\n")


def test_a_line_that_only_begins_as_the_heading_is_none(tmp_path: Path) -> None:
    with pytest.raises(NotThisLaw, match="no rule was found"):
        law_of(tmp_path, "1. Fees and fines of kings", "are two coins.", headings={"1": "Fees and fines."})


def test_a_year_or_a_list_is_no_rule(tmp_path: Path) -> None:
    """The law's next number is looked for, and no number of four figures is a rule's."""
    tree = law_of(tmp_path, "1. Fees.- In the year", "2016. Something was paid.", "2. Fines.- None.",
                  expected="1-2", headings={})  # fmt: skip
    assert [str(section.path) for section in tree.sections()] == ["1", "2"]
    assert "In the year 2016. Something was paid." in tree.text


def test_parts_of_a_rule_under_headings_of_their_own(tmp_path: Path) -> None:
    lines = ["1. Of carts:", "1-A\tOf hay carts:", "(1)\tOne.", "(2)\tTwo,-", "\t(a)\ta cart.",
             "1-B\tOf straw carts:", "(1)\tAnother one.", "(2)\tAnother two."]  # fmt: skip
    assert paths(law_of(tmp_path, *lines, headings={"1": "Of carts."})) == [
        "1(A)", "1(A)(1)", "1(A)(2)", "1(A)(2)(a)", "1(B)", "1(B)(1)", "1(B)(2)",
    ]  # fmt: skip
    with pytest.raises(NotThisLaw, match="rule 1-C stands out of order"):
        law_of(tmp_path, *[line.replace("1-B", "1-C") for line in lines], headings={"1": "Of carts."})


# -- lines ---------------------------------------------------------------------------------------------


def test_a_label_in_a_piece_of_its_own_is_joined_to_its_words(tmp_path: Path) -> None:
    """Even where the label hangs a little lower than they do."""
    pdf = print_pages(
        ["No. 7. The keepers make rules:-", "1. Fees.-", "\tTwo coins are paid", "\tfor a cart.", "SEAL OF"],
        margins={1: [(LEFT, 106.0, "(1)")]},
    )
    assert read(tmp_path, pdf, "1").body.endswith("1. Fees.\n(1) Two coins are paid for a cart.\n")


def test_labels_that_follow_each_other_open_two_provisions(tmp_path: Path) -> None:
    lines = [
        "1. Fees.-",
        "(1)(i) One coin is paid.",
        "(ii) Two are better.",
        "(2) (a) None is owed.",
        "(b) No.",
    ]
    assert paths(law_of(tmp_path, *lines)) == ["1(1)", "1(1)(i)", "1(1)(ii)", "1(2)", "1(2)(a)", "1(2)(b)"]


def test_what_another_law_shall_say_opens_no_provision(tmp_path: Path) -> None:
    lines = ["1. Changes.-", "(a) for clause (a) is put,-", "\t“(a) hay;", "\t(ab) straw;”;", "(b) no more."]
    tree = law_of(tmp_path, *lines)
    assert paths(tree) == ["1(a)", "1(b)"]
    node = tree.root.find(parse_path("1(a)"))
    assert node is not None and own_text(tree, node).endswith("“(a) hay; (ab) straw;”;")


def test_a_quoted_proviso_is_a_proviso(tmp_path: Path) -> None:
    tree = law_of(tmp_path, "1. Fees.- (1) Two coins are paid:", "", "“Provided that none is paid in May.”")
    assert paths(tree) == ["1(1)", "1(1) proviso"]


def test_a_table_is_read_row_by_row(tmp_path: Path) -> None:
    document = pymupdf.open(stream=print_pages(["No. 7. Rules:-", "1. Fees.- (1) As the table says:"]))
    page = document[0]
    cells = [["Cart", "Coins to be paid"], ["of hay, dry or not", "two, or more"], ["of straw", "three"]]
    for row, (left, right) in enumerate(cells):
        top = 120 + 40 * row
        put(page, 105, top + 12, left)
        put(page, 255, top + 12, right)
    for edge in range(4):
        page.draw_line((100, 120 + 40 * edge), (400, 120 + 40 * edge))
        page.draw_line((100 + 150 * min(edge, 2), 120), (100 + 150 * min(edge, 2), 240))
    for y, line in ((260, "(2) No more is owed."), (284, "SEAL OF")):
        put(page, 100, y, line)
    assert read(tmp_path, document.tobytes(), "1").body.partition("says:\n\n")[2] == (
        "Cart | Coins to be paid\n\nof hay, dry or not | two, or more\n\n"
        "of straw | three\n\n(2) No more is owed.\n"
    )


def test_a_misprint_is_put_right_and_listed(tmp_path: Path) -> None:
    corrections = [{"printed": "(c) when", "read": "(b) when", "reason": "misprinted letter"}]
    second = [line.replace("(b)\twhen", "(c)\twhen") for line in SECOND]
    found = read(tmp_path, print_pages(FIRST, second), corrections=corrections)
    assert taken(found, RemovalReason.MISREAD) == [(2, "(c) when -> (b) when")]
    with pytest.raises(NotThisLaw, match="stands 0 times"):
        read(tmp_path, print_pages(FIRST, SECOND), corrections=corrections)


_WORD = st.sampled_from("the hay of keepers, and Meadow (2) mows under rule 2 sub- 12".split())
_LINE = st.lists(_WORD, min_size=2, max_size=8).map(" ".join)


@settings(
    max_examples=examples(40, at_first=15),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(st.sampled_from(["", "\t", "(1)\t", "\t(a)\t", "Provided "]), _LINE), max_size=9),
       st.integers(0, 9))  # fmt: skip
def test_no_letter_is_lost_whatever_stands_there(
    tmp_path: Path, made: list[tuple[str, str]], turn: int
) -> None:
    lines = [opening + words + "." for opening, words in made]
    first, second = lines[:turn], lines[turn:]
    pdf = print_pages(
        ["No. 7. The keepers make the rules of the hay, namely:-", "1. Fees.- It is so:", *first],
        ["and the keeper of the hay says it to all.", *second, "SEAL OF THE KEEPERS"],
    )
    found = read(tmp_path, pdf, "1")
    document = pymupdf.open(stream=pdf)
    listed = sum((letters(one.text) for one in found.removals), letters(""))
    assert letters(found.body) + listed == sum((letters(page.get_text()) for page in document), letters(""))


# -- damage --------------------------------------------------------------------------------------------


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arrangement of the Meadow Rules, as if it shipped."""
    monkeypatch.setattr(reading, "load_arrangement", lambda key: HEADINGS)


def _taken_in(folder: Path, pdf: bytes) -> ProvisionTree:
    (folder / "rules.pdf").write_bytes(pdf)
    return reading.read_official(rules(official=(VERSION,)), folder).divide()


def _message(folder: Path, pdf: bytes) -> str:
    with pytest.raises(NotThisLaw) as refused:
        _taken_in(folder, pdf)
    message = refused.value.user_message
    assert message.startswith("rules.pdf") and "\n" not in message and message.endswith(".")
    return message


@pytest.mark.usefixtures("recorded")
def test_a_line_lost_from_any_page_is_noticed(tmp_path: Path) -> None:
    """But for a provision of one line, the last of its list: nothing in the print tells that it was there."""
    unnoticed = []
    for page, lines in enumerate((FIRST, SECOND)):
        for index, line in enumerate(lines):
            if not line or line in (FIRST[0], *SECOND[-2:]):
                continue
            pages = [list(FIRST), list(SECOND)]
            pages[page][index] = "."
            try:
                _taken_in(tmp_path, print_pages(*pages))
            except NotThisLaw:
                continue
            unnoticed.append(line)
    assert unnoticed == [
        "CHAPTER I", "PRELIMINARY", "(2)\tThey begin in the month of May.", "CHAPTER - II MOWING AND RAKING",
        "\tProvided that he may rest with the neighbours.", "(2)\tNothing of this is inconsistent with rest.",
    ]  # fmt: skip


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("pages", "reason"),
    [
        ([SECOND], "no line of page 1 begins with 'No. 7', where the law begins"),
        ([FIRST], "no line begins with 'SEAL OF', where the rules end"),
        ([FIRST, FIRST, SECOND], "prints twice rule|prints \\(1\\) after"),
        ([FIRST, []], "page 2 has no line of the law"),
        ([FIRST, ["और", *SECOND]], "page 2 has a text layer that is not English"),
        ([FIRST, ["Hkkjr¹dk jkti=k", *SECOND]], "page 2 has a text layer that is not English"),
        (
            [FIRST, [*["dk ds esa dh vkSj " * 3] * 12, "SEAL OF"]],
            "page 2 has a text layer that is not English",
        ),
        ([FIRST, [*SECOND[:8], "3.\tFees.- Three coins are paid.", *SECOND[8:]]], "prints twice rule 3"),
        ([FIRST, [line.replace("Fees", "Fines") for line in SECOND]], "is headed 'Fines.', but the law"),
        ([FIRST, [line.replace("coins", "") for line in SECOND[:7]] + SECOND[8:]], "lacks rule 3"),
    ],
)
def test_a_print_that_is_not_whole_is_refused(pages: list[list[str]], reason: str, tmp_path: Path) -> None:
    assert re.search(reason, _message(tmp_path, print_pages(*pages)))


@pytest.mark.usefixtures("recorded")
def test_a_page_lost_or_doubled_is_told_by_the_printed_numbers(tmp_path: Path) -> None:
    long = [f"(2)\tNothing of it {filler(6)}.", *[f"({n})\tAnd {filler(8)}." for n in range(3, 9)]]
    document = pymupdf.open(stream=print_pages(FIRST, [*SECOND[:6], *long], SECOND[7:]))
    assert len(document) == 3
    for change in ("lost", "doubled"):
        other = pymupdf.open(stream=document.tobytes())
        if change == "lost":
            other.delete_page(1)
        else:
            other.fullcopy_page(1, 1)
        assert "a page is missing or doubled" in _message(tmp_path, other.tobytes())


@pytest.mark.usefixtures("recorded")
def test_a_picture_of_a_page_is_refused(tmp_path: Path) -> None:
    document = pymupdf.open(stream=print_pages(FIRST, SECOND))
    pixels = document[1].get_pixmap(dpi=40)
    document.delete_page(1)
    page = document.new_page(width=612, height=792)
    page.insert_image(page.rect, pixmap=pixels)
    assert "page 2 has no text layer" in _message(tmp_path, document.tobytes())


@pytest.mark.usefixtures("recorded")
def test_a_file_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = official_text.read_printed_rules

    def slowly(*given: Any) -> ExtractedText:
        found = real(*given)
        (tmp_path / "rules.pdf").write_bytes(print_pages(FIRST, SECOND[:-1]))
        return found

    monkeypatch.setattr(official_text, "read_printed_rules", slowly)
    assert "was changed while it was read" in _message(tmp_path, print_pages(FIRST, SECOND))
