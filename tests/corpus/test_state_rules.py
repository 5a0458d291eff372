"""The rules of the states: the restatements that ship, and the official text where it is at hand.

No word of the official text stands here but numbers.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from civicsetu.corpus.formats.extracted_text import Reason
from civicsetu.corpus.read import SourceText, arrangement, read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.chunks import is_law
from civicsetu.corpus.structure.link import Link, links
from civicsetu.law.documents import DocType, expand_numbers
from civicsetu.law.paths import parse_path
from civicsetu.law.prints import TextStyle
from civicsetu.law.provisions import ProvisionTree
from civicsetu.law.references import find_references
from tests.corpus.laws import own_text
from tests.corpus.prints import letters
from tests.holding import ACT, KARNATAKA, UTTAR_PRADESH

STATES = (KARNATAKA, UTTAR_PRADESH)
HELD = {KARNATAKA: expand_numbers("1-49"), UTTAR_PRADESH: expand_numbers("1-14, 16-36")}


def _plain(key: str) -> ProvisionTree:
    source = read_starter(get_registry().document(key))
    assert source is not None
    return source.divided()


@pytest.fixture(scope="module")
def restated() -> dict[str, ProvisionTree]:
    return {key: _plain(key) for key in (ACT, *STATES)}


@pytest.fixture(scope="module")
def source(corpus_dir: Path) -> SourceText:
    return read_official(get_registry().document(KARNATAKA), corpus_dir)


@pytest.fixture(scope="module")
def official(source: SourceText) -> ProvisionTree:
    return source.divided()


def _paths(tree: ProvisionTree) -> list[str]:
    return [str(node.path) for node in tree.root.walk() if node.path is not None]


def _under_their_headings(key: str, tree: ProvisionTree) -> None:
    printed = {number: heading for number, heading in arrangement(key).items() if number in HELD[key]}
    assert {str(section.path): section.heading for section in tree.sections()} == printed
    assert [str(section.path) for section in tree.sections()] == list(HELD[key])
    for section in tree.sections():
        text = " ".join(tree.text_of(section).split())
        others = [
            number
            for number in printed
            if number != str(section.path) and f"{number}. {printed[number]}" in text
        ]
        assert others == [], f"rule {section.path} holds the heading of {others}"


def _unresolved(key: str, tree: ProvisionTree) -> list[str]:
    found = links(tree, get_registry().document(key))
    return [f"{link.source} -> {link.target}" for link in found if not link.resolved]


def _to_the_act(key: str, tree: ProvisionTree) -> list[Link]:
    return [link for link in links(tree, get_registry().document(key)) if link.document == ACT]


# -- the registry --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", STATES)
def test_rules_are_registered_under_the_act(key: str) -> None:
    spec = get_registry().document(key)
    assert (spec.doc_type, spec.made_under) == (DocType.RULES, ACT)
    assert tuple(arrangement(key)) == expand_numbers(spec.expected)
    assert set(HELD[key]) <= set(arrangement(key))
    assert all(heading.endswith(".") and heading[0].isupper() for heading in arrangement(key).values())


def test_an_act_that_rules_are_made_under_is_registered() -> None:
    registry = get_registry()
    for spec in registry.documents.values():
        assert not spec.made_under or registry.document(spec.made_under).doc_type is DocType.ACT
        assert not spec.made_under or all(
            version.rules is not None or version.style is TextStyle.RULES for version in spec.official
        )


def test_every_correction_says_what_is_read_and_why() -> None:
    for spec in get_registry().documents.values():
        for version in spec.official:
            printed = [(one.printed, one.page) for one in version.corrections]
            assert len(printed) == len(set(printed))
            assert all(one.printed != one.read and " " in one.reason for one in version.corrections)


# -- the restatements ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", STATES)
def test_the_restatement_holds_its_rules_under_their_headings(
    restated: dict[str, ProvisionTree], key: str
) -> None:
    _under_their_headings(key, restated[key])
    paths = _paths(restated[key])
    assert len(paths) == len(set(paths)), "no path stands twice"


def test_the_rule_that_is_misprinted_is_left_out(restated: dict[str, ProvisionTree]) -> None:
    """The print at hand repeats another rule under its heading; no rate may stand here that was not read."""
    tree = restated[UTTAR_PRADESH]
    assert tree.root.find(parse_path("15")) is None
    assert not re.search(r"\bMCLR\b|[Mm]arginal [Cc]ost", tree.text)
    source = read_starter(get_registry().document(UTTAR_PRADESH))
    assert source is not None and "Rule 15" in source.note


@pytest.mark.parametrize("key", STATES)
def test_mentions_in_the_restatement_lead_to_rules_and_to_sections_of_the_act(
    restated: dict[str, ProvisionTree], key: str
) -> None:
    assert _unresolved(key, restated[key]) == []
    sections = set(_paths(restated[ACT]))
    found = _to_the_act(key, restated[key])
    assert len(found) > 50
    assert [f"{link.source} -> {link.target}" for link in found if str(link.target) not in sections] == []


@pytest.mark.parametrize("key", STATES)
def test_the_restatement_is_ordinary_text(restated: dict[str, ProvisionTree], key: str) -> None:
    text = restated[key].text
    assert not re.search(r"[<>{}\[\]^*_`|\\\x00-\x09\x0b-\x1f]|https?:", text)
    assert not re.search(r"\bshall\b", text), "a restatement says must, may and is"


@pytest.mark.parametrize("key", STATES)
def test_a_section_is_said_to_be_the_acts(restated: dict[str, ProvisionTree], key: str) -> None:
    """Quoted alone, a bare "section 9" would be taken for one of the rules'."""
    tree = restated[key]
    bare = [
        f"{link.source}: {tree.text[link.start : link.end + 12]}"
        for link in _to_the_act(key, tree)
        if not re.match(r"(?:[^.]{0,60})\bof the Act\b", tree.text[link.end : link.end + 80])
    ]
    assert bare == []


# -- the official text of Karnataka's rules ------------------------------------------------------------


def test_all_49_rules_stand_under_their_own_headings(official: ProvisionTree) -> None:
    assert len(official.sections()) == 49
    _under_their_headings(KARNATAKA, official)


def test_the_leaves_joined_are_the_text(official: ProvisionTree) -> None:
    assert "".join(official.text[start:end] for start, end in official.root.leaves()) == official.text


def test_nothing_of_the_file_is_lost_but_what_is_listed(source: SourceText, corpus_dir: Path) -> None:
    printed = (corpus_dir / KARNATAKA / "text.txt").read_text("utf-8")
    assert source.version is not None
    for one in source.version.corrections:
        printed = printed.replace(one.printed, one.read)
    read = letters(source.body)
    for removal in source.as_read.removals:
        if removal.reason is not Reason.MISREAD:
            read += letters(removal.text)
    assert read == letters(printed)


def test_every_correction_is_listed_with_its_page(source: SourceText) -> None:
    assert source.version is not None
    listed = [one for one in source.as_read.removals if one.reason is Reason.MISREAD]
    assert [one.text for one in listed] == [
        f"{one.printed} -> {one.read}" for one in source.version.corrections
    ]
    pages = len(source.as_read.page_starts)
    assert all(one.page is not None and 1 <= one.page <= pages for one in listed)


def test_pages_are_those_of_the_print(source: SourceText, official: ProvisionTree) -> None:
    starts = source.as_read.page_starts
    assert len(starts) == 19 and list(starts) == sorted(set(starts))
    pages = [section.page for section in official.sections()]
    assert pages == sorted(pages, key=lambda page: page or 0) and pages[0] == 1
    assert {1: 1, 4: 3, 5: 4, 16: 9, 29: 12}.items() <= dict(enumerate(pages, start=1)).items()


def test_what_follows_the_rules_is_no_law(source: SourceText, official: ProvisionTree) -> None:
    assert source.version is not None
    after = [one for one in source.as_read.removals if one.reason is Reason.AFTER_THE_RULES]
    assert after and after[0].text.startswith(source.version.ends_before)
    assert source.version.ends_before not in source.body


def test_both_editions_have_the_same_provisions_and_units(
    restated: dict[str, ProvisionTree], official: ProvisionTree
) -> None:
    plain = restated[KARNATAKA]
    assert set(_paths(plain)) == set(_paths(official))
    assert {str(unit.path) for unit in plain.units()} == {str(unit.path) for unit in official.units()}


def test_every_mention_is_resolved_in_the_rules_or_in_the_act(
    restated: dict[str, ProvisionTree], official: ProvisionTree
) -> None:
    assert _unresolved(KARNATAKA, official) == []
    sections = set(_paths(restated[ACT]))
    lost = [
        f"{link.source} -> {link.target}"
        for link in _to_the_act(KARNATAKA, official)
        if str(link.target) not in sections
    ]
    assert lost == []


def test_no_mention_is_passed_over(official: ProvisionTree) -> None:
    for node in official.root.walk():
        if node.path is None or not is_law(node):
            continue
        text = own_text(official, node)
        read = find_references(text, here=node.path, noun_here="rule")
        for match in re.finditer(r"\b(?:[Ss]ections?|[Rr]ules?)\s+\d+", text):
            assert any(ref.start <= match.start() and match.end() <= ref.end for ref in read), match.group()
