"""The Act in its three texts: as enacted, consolidated, and restated, held against each other.

No word of the official texts stands here but headings, titles, numbers and single words.
"""

from __future__ import annotations

import random
import re
import time
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pymupdf
import pytest

from civicsetu.corpus.formats.extracted_text import RemovalReason
from civicsetu.corpus.read import SourceText, load_arrangement, read_starter, read_versions
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.chunks import MAX_CHARS, cut_windows
from civicsetu.corpus.structure.differences import Comparison, compare_versions
from civicsetu.corpus.structure.link import find_links
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree
from tests.corpus.laws import own_text
from tests.corpus.prints import check_pages_conserved

KEY = "rera_act_2016"
SPEC = get_registry().get_document(KEY)
MONTHS = ("January February March April May June July August September October November December").split()


class Text(NamedTuple):
    source: SourceText
    tree: ProvisionTree


@pytest.fixture(scope="module")
def texts(corpus_dir: Path) -> dict[str, Text]:
    """All three, by name: as_enacted, consolidated, restatement."""
    restated = read_starter(SPEC)
    assert restated is not None
    versions = {one.version.name: one for one in read_versions(SPEC, corpus_dir) if one.version}
    found = {**versions, "restatement": restated}
    assert list(found) == ["as_enacted", "consolidated", "restatement"]
    return {name: Text(source, source.divide()) for name, source in found.items()}


@pytest.fixture(scope="module")
def compared(texts: dict[str, Text]) -> Comparison:
    return compare_versions(texts["as_enacted"].tree, texts["consolidated"].tree, SPEC)


@pytest.fixture(scope="module")
def printed(corpus_dir: Path) -> pymupdf.Document:
    filename = SPEC.official[0].filename
    path = next(path for path in (corpus_dir / KEY / filename, corpus_dir / filename) if path.is_file())
    return pymupdf.open(path)


def _paths(tree: ProvisionTree) -> set[str]:
    return {str(node.path) for node in tree.root.walk() if node.path is not None}


def _node(text: Text, path: str) -> Node:
    node = text.tree.root.find(parse_path(path))
    assert node is not None, path
    return node


def _own(text: Text, path: str) -> set[str]:
    return set(re.findall(r"[a-z]+", own_text(text.tree, _node(text, path)).lower()))


# -- each text is whole --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["as_enacted", "consolidated", "restatement"])
def test_ninety_two_sections_stand_under_their_own_headings(name: str, texts: dict[str, Text]) -> None:
    """Traps C1 and C2: six sections were lost, and their words stood under the section before."""
    tree, headings = texts[name].tree, load_arrangement(KEY)

    def plain(text: str) -> str:
        return "".join(character for character in text.lower() if character.isalnum())

    assert [str(section.path) for section in tree.sections()] == [str(number) for number in range(1, 93)]
    assert {str(one.path): plain(one.heading) for one in tree.sections()} == {
        number: plain(heading) for number, heading in headings.items()
    }
    for section in tree.sections():
        said = plain(tree.text_of(section))
        others = [
            n for n, heading in headings.items() if n != str(section.path) and plain(n + heading) in said
        ]
        assert others == [], f"section {section.path} holds the heading of {others}"


@pytest.mark.parametrize("name", ["as_enacted", "consolidated", "restatement"])
def test_the_leaves_joined_are_the_text(name: str, texts: dict[str, Text]) -> None:
    tree = texts[name].tree
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == tree.text


def test_the_three_texts_have_the_same_provisions_but_for_the_recorded_changes(
    texts: dict[str, Text],
) -> None:
    enacted, today = _paths(texts["as_enacted"].tree), _paths(texts["consolidated"].tree)
    assert today - enacted == {"84(2)(ab)", "84(2)(ac)", "84(2)(oa)"}
    assert enacted - today == {"85(2)(a)", "85(2)(b)", "85(2)(g)"}
    assert _paths(texts["restatement"].tree) == today


def test_three_texts_are_read_in_a_few_seconds(corpus_dir: Path) -> None:
    started = time.process_time()
    restated = read_starter(SPEC)
    assert restated is not None
    for source in (*read_versions(SPEC, corpus_dir), restated):
        assert find_links(source.divide(), SPEC)
    assert time.process_time() - started < 6


# -- what changed --------------------------------------------------------------------------------------


def test_every_recorded_change_is_borne_out(compared: Comparison) -> None:
    assert compared.unfounded == ()
    recorded = {path for change in SPEC.changes if change.in_text for path in change.provisions}
    assert {str(one.path) for one in compared.differences if one.change} == recorded


def test_what_was_put_in_or_taken_out_is_always_recorded(compared: Comparison) -> None:
    """Misprints of the Gazette differ in words; no provision comes or goes without a cause."""
    assert [one for one in compared.unexplained if one.before is None or one.after is None] == []


@pytest.mark.parametrize(
    ("path", "only_before", "only_after"),
    [
        ("17(2) proviso", "occupancy", "completion"),
        ("31(2)", "regulations", "prescribed"),
        ("4(1)", "regulations", "prescribed"),
        ("6", "regulations", "prescribed"),
        ("86(2)", None, "jammu"),
        ("2(g)(ii)", None, "jammu"),
    ],
)
def test_sections_differ_as_recorded(
    path: str, only_before: str | None, only_after: str, texts: dict[str, Text]
) -> None:
    before, after = _own(texts["as_enacted"], path), _own(texts["consolidated"], path)
    assert only_after in after - before
    assert only_before is None or only_before in before - after
    assert any(one.path == path for one in SPEC.changes_of(path))


def test_clauses_of_the_sections_on_rules_and_regulations_differ_as_recorded(texts: dict[str, Text]) -> None:
    before, after = texts["as_enacted"].tree, texts["consolidated"].tree

    def clauses(tree: ProvisionTree, path: str) -> list[str]:
        node = tree.root.find(parse_path(path))
        assert node is not None
        return [child.path.labels[-1] for child in node.children if child.path]

    assert [one for one in clauses(after, "84(2)") if one not in clauses(before, "84(2)")] == [
        "ab",
        "ac",
        "oa",
    ]
    assert [one for one in clauses(before, "85(2)") if one not in clauses(after, "85(2)")] == ["a", "b", "g"]


# -- footnotes -----------------------------------------------------------------------------------------


class Note(NamedTuple):
    section: str
    mark: str
    text: str

    @property
    def number(self) -> str:
        """As 'S.O. 3347(E)', however it was printed."""
        found = re.search(r"S\.O\. (\d+) ?\(E\)", self.text)
        assert found, self.text
        return f"S.O. {found.group(1)}(E)"

    @property
    def date(self) -> date:
        found = re.search(r"\((?:w\.e\.f\. )?(\d{1,2})-(\d{1,2})-(\d{4})\)", self.text)
        assert found, self.text
        day, month, year = map(int, found.groups())
        return date(year, month, day)


def _notes(text: Text) -> list[Note]:
    """The publisher's notes, as they stand below the sections."""
    notes: list[Note] = []
    for node in text.tree.root.walk():
        head = re.match(r"\[India Code footnotes to section (\w+)\]\n", text.tree.text_of(node))
        if node.kind is not NodeKind.NOTE or head is None:
            continue
        rest = text.tree.text_of(node)[head.end() :]
        starts = list(re.finditer(r"^(\d{1,2}|\*) ?(?:\. ?)?(?=[A-Z]|1st)", rest, re.M))
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            said = rest[start.end() : end.start() if end else None]
            notes.append(Note(head.group(1), start.group(1), " ".join(said.split())))
    return notes


def _marked(text: Text, note: Note) -> list[Node]:
    """The finest provisions in which the mark of that note stood."""
    marks = [
        one.at
        for one in text.source.as_read.removals
        if one.reason is RemovalReason.FOOTNOTE_MARK and one.text.strip(" [\n") == f"^{note.mark}"
    ]
    section = _node(text, note.section)
    found = []
    for at in marks:
        if section.start <= at < section.end:
            inside = [node for node in section.walk() if node.start <= at < node.end]
            found.append(min(inside, key=lambda node: node.end - node.start))
    return found


def test_every_change_the_publisher_notes_is_recorded_at_its_place(texts: dict[str, Text]) -> None:
    text = texts["consolidated"]
    changing = [note for note in _notes(text) if re.match(r"(?:Subs|Ins|Omitted)\b", note.text)]
    assert len(changing) == 9
    for note in changing:
        nodes = _marked(text, note)
        assert nodes, f"no mark for note {note.mark} to section {note.section}"
        for node in nodes:
            assert node.path is not None
            recorded = [
                one.change
                for one in SPEC.changes_of(str(node.path))
                if one.path == str(node.path)
                or (note.text.startswith("Omitted") and node.path.contains(parse_path(one.path)))
            ]
            assert [one for one in recorded if (one.number, one.date) == (note.number, note.date)], (
                f"{node.path}: {note.number} of {note.date}"
            )


def test_no_change_is_recorded_in_a_section_without_a_note(texts: dict[str, Text]) -> None:
    noted = {note.section for note in _notes(texts["consolidated"])}
    assert {parse_path(path).number for change in SPEC.changes for path in change.provisions} <= noted


def test_the_extent_that_changed_without_a_change_of_words_is_recorded(texts: dict[str, Text]) -> None:
    text = texts["consolidated"]
    (note,) = [note for note in _notes(text) if note.section == "1" and note.mark == "*"]
    assert [str(node.path) for node in _marked(text, note)] == ["1(2)"]
    (change,) = [one.change for one in SPEC.changes_of("1(2)")]
    told = re.search(r"dated (\d+)\w\w (\w+), (\d{4})", note.text)
    assert told is not None and not change.in_text
    day, month, year = told.groups()
    assert (change.number, change.date) == (note.number, date(int(year), MONTHS.index(month) + 1, int(day)))


def _commenced(note: Note) -> dict[str, list[date]]:
    """Section by section, the days on which the note says it came into force."""
    listed: dict[str, list[date]] = {}
    pieces = re.split(r"(?:^|(?<=\. ))(\d+)\w\w (\w+),? (\d{4}), vide", note.text)
    for day, month, year, said in zip(pieces[1::4], pieces[2::4], pieces[3::4], pieces[4::4], strict=True):
        when = date(int(year), MONTHS.index(month) + 1, int(day))
        before_its_date = said.split(" dated ")[0].split("(E),")[-1]
        for first, last in re.findall(r"Sections? (\d+)(?: to (\d+))?", before_its_date):
            for number in range(int(first), int(last or first) + 1):
                listed.setdefault(str(number), []).append(when)
    return listed


def test_commencement_is_what_the_note_to_section_1_lists(texts: dict[str, Text]) -> None:
    (note,) = [note for note in _notes(texts["consolidated"]) if note.section == "1" and note.mark == "1"]
    listed = _commenced(note)
    assert {when for days in listed.values() for when in days} == {date(2016, 5, 1), date(2017, 5, 1)}
    uncertain = set()
    for number in map(str, range(1, 93)):
        period = SPEC.commencement_of(number)
        assert period is not None
        if period.uncertain:
            uncertain.add(number)
            assert len(listed.get(number, ())) != 1
        else:
            assert listed[number] == [period.date], f"section {number}"
    assert uncertain == {"1", "71"}
    assert "1" not in listed and len(listed["71"]) == 2
    of_71, of_1 = SPEC.commencement_of("71"), SPEC.commencement_of("1")
    assert of_71 is not None and of_71.date in listed["71"] and of_1 is not None and of_1.date is None


# -- pages ---------------------------------------------------------------------------------------------


def test_letters_printed_are_letters_kept_and_letters_left_out(
    texts: dict[str, Text], printed: pymupdf.Document
) -> None:
    read = texts["as_enacted"].source.as_read
    assert len(read.page_starts) == len(printed) == 37
    check_pages_conserved(printed, read)


def _column(page: pymupdf.Page) -> str:
    """Letters of the body column, line by line from the top."""
    words = page.get_text("words", clip=pymupdf.Rect(124, 60, 491, 792))
    lines: dict[int, list[tuple[float, str]]] = {}
    for x, y, _, bottom, word, *_ in words:
        line = next((at for at in lines if abs(at - (y + bottom) / 2) < 4), int((y + bottom) / 2))
        lines.setdefault(line, []).append((x, word))
    text = "".join(word for at in sorted(lines) for _, word in sorted(lines[at]))
    return "".join(character for character in text if character.isalnum())


def test_clauses_stand_on_the_page_that_is_told(texts: dict[str, Text], printed: pymupdf.Document) -> None:
    """Trap C11: the page of a section's beginning was told for all its clauses."""
    text = texts["as_enacted"]
    starts = [*text.source.as_read.page_starts, len(text.tree.text)]
    nodes = [node for node in text.tree.root.walk() if node.path is not None and node.path.labels]
    chosen = random.Random(16).sample(nodes, 40)
    assert len({node.page for node in chosen}) > 15
    for node in chosen:
        assert node.page is not None
        here = text.tree.text[node.start : min(node.end, starts[node.page])]
        wanted = "".join(character for character in here.split("\n\n")[0] if character.isalnum())
        assert len(wanted) > 3
        assert wanted in _column(printed[node.page - 1]), f"{node.path} on page {node.page}"


def test_clauses_of_a_long_section_stand_on_pages_of_their_own(texts: dict[str, Text]) -> None:
    section = _node(texts["as_enacted"], "2")
    pages = [child.page for child in section.children]
    assert (
        section.page == 2
        and pages == sorted(pages, key=lambda page: page or 0)
        and set(pages) >= {2, 3, 4, 5}
    )


# -- what is searched ----------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", [4, 40])
@pytest.mark.parametrize("name", ["consolidated", "restatement"])
def test_no_chunk_is_long_and_each_begins_at_a_joint_of_the_law(
    name: str, letters: int, texts: dict[str, Text]
) -> None:
    """Trap C5. However many letters a model counts as a token."""
    source, tree = texts[name]
    found = list(cut_windows(tree, SPEC, lambda text: len(text) // letters, apart=source.profile.stands_alone))
    leaves = {start for start, _ in tree.root.leaves()}
    for window in found:
        text = tree.text[window.start : window.end]
        assert 0 < len(text) <= MAX_CHARS == 1_500 and re.search(r"\w", text)
        before = tree.text[: window.start]
        at_sentence = before.rstrip().endswith((".", ";", ":")) or before.endswith("\n")
        assert window.start in leaves or at_sentence, f"{window.unit}: {window.start}"


@pytest.mark.parametrize("name", ["consolidated", "restatement"])
def test_nothing_short_is_left_out_of_what_is_searched(name: str, texts: dict[str, Text]) -> None:
    """Trap C4: definitions and provisos under a hundred characters were dropped."""
    source, tree = texts[name]
    found = cut_windows(tree, SPEC, lambda text: len(text) // 4, apart=source.profile.stands_alone)
    searched = "".join("".join(tree.text[one.start : one.end].split()) for one in found)
    law = "".join("".join(tree.text[one.body : one.end].split()) for one in tree.sections())
    assert searched == law
