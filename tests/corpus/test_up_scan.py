"""The rules of Uttar Pradesh from the scan of their official translation, where it is at hand.

No word of the official text stands here but numbers and headings.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from civicsetu.corpus.formats.extracted_text import Reason
from civicsetu.corpus.formats.law_file import load_file
from civicsetu.corpus.formats.ocr import Recogniser
from civicsetu.corpus.read import SourceText, arrangement, default_recogniser, read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.chunks import windows
from civicsetu.corpus.structure.link import links
from civicsetu.law.documents import expand_numbers
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import ProvisionTree
from tests.corpus.prints import letters
from tests.corpus.scans import tesseract
from tests.holding import UTTAR_PRADESH

SPEC = get_registry().document(UTTAR_PRADESH)
RULES = expand_numbers("1-36")


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    tesseract()
    return default_recogniser()


@pytest.fixture(scope="module")
def source(corpus_dir: Path, recogniser: Recogniser) -> SourceText:
    return read_official(SPEC, corpus_dir, recogniser)


@pytest.fixture(scope="module")
def tree(source: SourceText) -> ProvisionTree:
    return source.divided()


def test_all_36_rules_stand_under_their_own_headings(tree: ProvisionTree) -> None:
    assert {str(section.path): section.heading for section in tree.sections()} == arrangement(UTTAR_PRADESH)
    assert [str(section.path) for section in tree.sections()] == list(RULES)
    for section in tree.sections():
        text = " ".join(tree.text_of(section).split())
        others = [number for number in RULES if f"{number}. {arrangement(UTTAR_PRADESH)[number]}" in text]
        assert others == [str(section.path)]


def test_the_leaves_joined_are_the_text(tree: ProvisionTree) -> None:
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == tree.text


def test_the_pages_are_those_of_the_scan(source: SourceText, tree: ProvisionTree) -> None:
    starts = source.as_read.page_starts
    assert len(starts) == 18 and list(starts) == sorted(set(starts))
    pages = {str(section.path): section.page for section in tree.sections()}
    assert list(pages.values()) == sorted(page or 0 for page in pages.values())
    assert {
        "1": 1,
        "3": 2,
        "4": 3,
        "8": 4,
        "14": 5,
        "15": 9,
        "18": 10,
        "22": 12,
        "31": 15,
        "36": 18,
    }.items() <= pages.items()


def test_every_page_says_how_surely_it_was_read(source: SourceText) -> None:
    assert len(source.as_read.confidences) == 18
    assert all(80 < confidence <= 100 for confidence in source.as_read.confidences)
    assert source.note.startswith("Read by machine from pictures of the printed pages")


def test_no_letter_recognised_is_lost_but_what_is_listed(
    source: SourceText, corpus_dir: Path, recogniser: Recogniser
) -> None:
    """Page by page: letters recognised are those of the text and of the removals, corrections undone."""
    assert source.version is not None and source.version.rules is not None
    file = load_file(corpus_dir / UTTAR_PRADESH / source.version.filename, SPEC.title)
    pages = recogniser.read(file, source.version.rules).pages
    recognised: Counter[str] = Counter()
    for page in pages:
        for line in (*page.pieces, *page.specks):
            recognised.update(letters(line.text))
    read = Counter(letters(source.body))
    for number in RULES:
        read.subtract(letters(f"{number}{arrangement(UTTAR_PRADESH)[number]}"))
    for removal in source.as_read.removals:
        if removal.reason is Reason.MISREAD:
            printed, _, mended = removal.text.partition(" -> ")
            read.update(letters(printed))
            read.subtract(letters(mended))
        else:
            read.update(letters(removal.text))
    assert +read == +recognised and not -read


def test_every_removal_has_its_page_and_reason(source: SourceText) -> None:
    removals = source.as_read.removals
    assert all(removal.page in range(1, 19) and removal.text for removal in removals)
    reasons = Counter(removal.reason for removal in removals)
    assert reasons[Reason.NUMBER_AGAIN] == 36 and reasons[Reason.MARGIN] > 100 and reasons[Reason.SPECK] > 500
    misread = [removal.text for removal in removals if removal.reason is Reason.MISREAD]
    assert source.version is not None
    assert set(misread) <= {f"{one.printed} -> {one.read}" for one in source.version.corrections}
    assert len(misread) > 100


def test_every_reference_is_resolved(tree: ProvisionTree) -> None:
    assert [f"{link.source} -> {link.target}" for link in links(tree, SPEC) if not link.resolved] == []


def test_provisions_are_those_of_the_restatement(tree: ProvisionTree) -> None:
    plain = read_starter(SPEC)
    assert plain is not None
    restated = {str(unit.path) for unit in plain.divided().units()}
    printed = {str(unit.path) for unit in tree.units() if unit.path != parse_path("15")}
    assert restated ^ printed == set()


# -- the rule that the print gives wrongly -------------------------------------------------------------


def test_the_misprinted_rule_stands_in_the_text_and_is_never_searched(
    source: SourceText, tree: ProvisionTree
) -> None:
    rule = tree.root.find(parse_path("15"))
    again = tree.root.find(parse_path("14(4)"))
    assert rule is not None and again is not None
    assert letters(tree.text[rule.body : rule.end]) == letters(tree.text[again.body : again.end])
    assert list(source.misprinted) == list(SPEC.misprinted) == ["15"] and "14(4)" in source.misprinted["15"]
    found = list(windows(tree, SPEC, lambda text: len(text) // 4, misprinted=source.misprinted))
    assert not [window for window in found if rule.start <= window.start < rule.end]
    assert {parse_path(window.unit).number for window in found} == {*RULES} - {"15"}
