"""The Gazette: every word in its order, every page known, and all that is left out is listed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from civicsetu.corpus.formats.extracted_text import ExtractedText, Reason
from civicsetu.corpus.formats.law_file import LawFile
from civicsetu.corpus.formats.pdf import read_pdf
from civicsetu.corpus.layouts.gazette import read_gazette
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import GAZETTE
from civicsetu.law.provisions import NodeKind, ProvisionTree
from tests.budget import examples
from tests.corpus.laws import meadow, own_text
from tests.corpus.prints import (
    LAYOUT,
    Para,
    Print,
    Section,
    check_pages_conserved,
    filler,
    meadow_law,
    print_law,
)

SPEC = meadow("1-5", definitions=("2",))


def _read(printed: Print, folder: Path, name: str = "meadow_act.pdf") -> ExtractedText:
    return read_gazette(read_pdf(LawFile(name, printed.pdf)), SPEC, LAYOUT, name)


def _divided(read: ExtractedText) -> ProvisionTree:
    tree = divide(read.body, SPEC, GAZETTE)
    for node in tree.root.walk():
        node.page = read.page_of(node.start)
    return tree


@pytest.fixture(scope="module")
def printed() -> Print:
    return print_law(meadow_law(), bottom=330)


@pytest.fixture(scope="module")
def read(printed: Print, tmp_path_factory: pytest.TempPathFactory) -> ExtractedText:
    return _read(printed, tmp_path_factory.mktemp("gazette"))


def test_the_text_is_what_was_printed_in_its_order(printed: Print, read: ExtractedText) -> None:
    assert read.body == printed.text


def test_every_provision_is_on_the_page_it_begins_on(printed: Print, read: ExtractedText) -> None:
    assert printed.total == len(read.page_starts) > 3
    assert {at: read.page_of(at) for at in printed.pages} == printed.pages
    tree = _divided(read)
    begun = [node for node in tree.root.walk() if node.start in printed.pages]
    assert len(begun) > 18 and len({node.page for node in begun}) == printed.total
    for node in begun:
        assert node.page == printed.pages[node.start], str(node.path)


def test_a_section_on_top_of_a_page_is_of_that_page(tmp_path: Path) -> None:
    """Its number is set before its heading, and both stand on the new page."""
    for bottom in range(300, 420, 12):
        printed = print_law(meadow_law(), bottom=bottom)
        tree = _divided(_read(printed, tmp_path))
        for section in tree.sections():
            assert section.page == printed.pages[section.start], f"section {section.path}, bottom {bottom}"


def test_pages_begin_where_their_first_line_begins(printed: Print, read: ExtractedText) -> None:
    assert read.page_starts[0] == 0
    assert list(read.page_starts) == sorted(set(read.page_starts))
    assert read.page_of(len(read.body) - 1) == printed.total


def test_all_that_is_left_out_is_listed(printed: Print, read: ExtractedText) -> None:
    def taken(reason: Reason) -> list[tuple[int | None, str]]:
        return [(one.page, one.text) for one in read.removals if one.reason is reason]

    last = printed.total
    assert [text for _, text in taken(Reason.MASTHEAD)] == [
        "REGISTERED NO. 3",
        "EXTRAORDINARY",
        "The following Act received the assent of the Keeper on the 1st May, 1950:—",
    ]
    assert {page for page, _ in taken(Reason.MASTHEAD)} == {1}
    assert Counter(page for page, _ in taken(Reason.RUNNING_HEAD)) == dict.fromkeys(range(2, last + 1), 3)
    assert {text for _, text in taken(Reason.RUNNING_HEAD) if text.isdigit()} == {
        str(number) for number in range(2, last + 1)
    }
    assert [text for _, text in taken(Reason.ACT_NUMBER)] == ["9 of 1949.", "4 of 1940."]
    assert [page for page, _ in taken(Reason.ACT_NUMBER)] == [
        read.page_of(read.body.index("Brook Act")) and read.page_of(read.body.index('(a) "brook"')),
        read.page_of(read.body.index("The Hedge Act")),
    ]
    assert taken(Reason.IMPRINT) == [
        (last, "————"),
        (last, "A. KEEPER,"),
        (last, "Secy. to the Meadows."),
        (last, "PRINTED BY THE PRESS OF THE MEADOWS, 1950."),
    ]
    assert all(one.text == "-" for one in read.removals if one.reason is Reason.HYPHEN)
    assert all(0 <= one.at <= len(read.body) for one in read.removals)


def test_letters_printed_are_letters_kept_and_letters_left_out(printed: Print, read: ExtractedText) -> None:
    check_pages_conserved(pymupdf.open(stream=printed.pdf), read)


def test_the_leaves_joined_are_the_text_and_spans_are_the_nodes(read: ExtractedText) -> None:
    tree = _divided(read)
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == read.body
    opening = {NodeKind.PROVISO: "Provided", NodeKind.EXPLANATION: "Explanation"}
    for node in tree.root.walk():
        if node.path is not None and node.path.labels:
            expected = opening.get(node.kind, f"({node.path.labels[-1]})")
            assert read.body[node.start : node.end].startswith(expected)


def test_a_word_cut_at_a_lines_end_is_whole_and_a_hyphenated_one_keeps_its_hyphen(tmp_path: Path) -> None:
    cut = hyphenated = 0
    for right in range(400, 490, 6):
        printed = print_law(meadow_law(), right=float(right))
        read = _read(printed, tmp_path)
        lines = [
            line.text
            for page in read_pdf(LawFile("meadow_act.pdf", printed.pdf)).pages
            for line in page.lines
        ]
        cut += sum(line.endswith(("incon-", "inconsis-")) for line in lines)
        hyphenated += sum(line.endswith("sub-") for line in lines)
        assert read.body.count("inconsistent") == 2 and "incon-" not in read.body
        assert read.body.count("sub-section") == 2 and "subsection" not in read.body
    assert cut and hyphenated, "both were printed at a line's end"


def test_a_word_cut_at_a_pages_end_is_whole(tmp_path: Path) -> None:
    """A word that goes over the page stands on the page it begins on, but for its letters."""
    sections = (*meadow_law()[:2], Section("3", "A.", (Para("x."),)), *meadow_law()[3:])
    for bottom in range(300, 400, 12):
        printed = print_law(sections, bottom=bottom, right=440)
        assert _read(printed, tmp_path).body == printed.text


def test_a_note_at_the_foot_of_a_page_is_no_law(tmp_path: Path) -> None:
    """It begins as a section does: "1. 1st May, 1950, vide …"."""

    def note(page: pymupdf.Page, number: int) -> None:
        if number == 2:
            page.insert_text((125, 400), "1. 1st May, 1950, vide notification No. 5.", fontsize=7)
            page.insert_text((125, 410), "2. Ins. by the Brook Act, 1949.", fontsize=7)

    printed = print_law(meadow_law(), bottom=330, on_page=note)
    read = _read(printed, tmp_path)
    assert read.body == printed.text
    assert [(one.page, one.text) for one in read.removals if one.reason is Reason.FOOTNOTE] == [
        (2, "1. 1st May, 1950, vide notification No. 5."),
        (2, "2. Ins. by the Brook Act, 1949."),
    ]
    check_pages_conserved(pymupdf.open(stream=printed.pdf), read)


def _provisions(tree: ProvisionTree) -> dict[str, str]:
    return {str(node.path): own_text(tree, node) for node in tree.root.walk() if node.path is not None}


LENGTHS = st.tuples(*[st.integers(1, 90)] * 7)


@settings(
    max_examples=examples(15),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(
    lengths=LENGTHS, right=st.integers(380, 486), bottom=st.integers(260, 730), first=st.integers(260, 730)
)
def test_the_same_law_reads_the_same_however_lines_and_pages_break(
    lengths: tuple[int, ...], right: int, bottom: int, first: int, tmp_path: Path
) -> None:
    law = meadow_law(lengths)
    one = print_law(law, right=float(right), bottom=float(bottom))
    other = print_law(law, bottom=float(first))
    read, again = _read(one, tmp_path, "one.pdf"), _read(other, tmp_path, "other.pdf")
    assert read.body == again.body == one.text
    assert _provisions(_divided(read)) == _provisions(_divided(again))
    assert {at: read.page_of(at) for at in one.pages} == one.pages
    check_pages_conserved(pymupdf.open(stream=one.pdf), read)


def test_a_short_law_of_one_page(tmp_path: Path) -> None:
    sections = tuple(
        Section(str(number), "Heading.", (Para(f"{filler(12)}."),), None) for number in range(1, 6)
    )
    printed = print_law(sections)
    read = _read(printed, tmp_path)
    assert read.page_starts == (0,) and read.body == printed.text
