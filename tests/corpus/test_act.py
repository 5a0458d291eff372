"""The Act itself: the restatement that ships, and the official text where it is at hand.

No word of the official text stands here but headings, titles of laws and numbers.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from civicsetu.corpus.read import arrangement, read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.chunks import is_law
from civicsetu.corpus.structure.link import links
from civicsetu.law.documents import expand_numbers
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import NodeKind, ProvisionTree
from civicsetu.law.references import find_references
from tests.corpus.laws import own_text

KEY = "rera_act_2016"
HELD = expand_numbers("1-92")


@pytest.fixture(scope="module")
def plain() -> ProvisionTree:
    source = read_starter(get_registry().document(KEY))
    assert source is not None
    return source.divided()


@pytest.fixture(scope="module")
def official(corpus_dir: Path) -> ProvisionTree:
    return read_official(get_registry().document(KEY), corpus_dir).divided()


def _texts(tree: ProvisionTree) -> dict[str, str]:
    """What stands in each provision alone, by path."""
    return {str(node.path): own_text(tree, node) for node in tree.root.walk() if node.path is not None}


def _whole(tree: ProvisionTree) -> None:
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == tree.text
    for node in tree.root.walk():
        at = node.start
        assert node.start <= node.body <= node.end
        for child in node.children:
            assert at <= child.start < child.end <= node.end
            at = child.end
    paths = [node.path for node in tree.root.walk() if node.path is not None]
    assert len(paths) == len(set(paths)), "no path stands twice"


def _under_their_headings(tree: ProvisionTree) -> None:
    printed = arrangement(KEY)
    for section in tree.sections():
        number = str(section.path)
        assert section.heading == printed[number]
        text = " ".join(tree.text_of(section).split())
        others = [other for other in printed if other != number and f"{other}. {printed[other]}" in text]
        assert others == [], f"section {number} holds the heading of {others}"
        assert text.removeprefix("## ").startswith(f"{number}. {printed[number]}")


# -- the restatement -----------------------------------------------------------------------------------


def test_the_restatement_holds_what_it_says(plain: ProvisionTree) -> None:
    assert tuple(str(section.path) for section in plain.sections()) == HELD
    _whole(plain)
    _under_their_headings(plain)


def test_every_provision_of_the_restatement_says_something(plain: ProvisionTree) -> None:
    bare = re.compile(r"(?:\(\w+\)|Proviso:|\w+ proviso:|Explanation:)?\s*")
    empty = [path for path, text in _texts(plain).items() if bare.fullmatch(text)]
    sections_of_parts = {str(section.path) for section in plain.sections() if section.children}
    assert set(empty) <= sections_of_parts


def test_the_restatement_is_ordinary_text(plain: ProvisionTree) -> None:
    text = re.sub(r"^\*{6}$", "", plain.text, flags=re.M)  # where an order took clauses out
    assert not re.search(r"[<>{}\[\]^*_`|\\\x00-\x09\x0b-\x1f]|https?:", text)
    assert not re.search(r"\bshall\b", plain.text), "a restatement says must, may and is"


def test_mentions_in_the_restatement_lead_to_provisions(plain: ProvisionTree) -> None:
    lost = [
        f"{link.source} -> {link.target}"
        for link in links(plain, get_registry().document(KEY))
        if not link.resolved
    ]
    assert lost == []


# -- the official text ---------------------------------------------------------------------------------


def test_all_sections_stand_under_their_own_headings(official: ProvisionTree) -> None:
    assert [str(section.path) for section in official.sections()] == [str(number) for number in range(1, 93)]
    _under_their_headings(official)


def test_the_leaves_joined_are_the_text(official: ProvisionTree) -> None:
    _whole(official)


@pytest.mark.parametrize("number", ["13", "15", "52", "66", "76", "83"])
def test_sections_with_long_headings_are_there(official: ProvisionTree, number: str) -> None:
    """Trap C1: these six were lost, and their words cited under the section before."""
    section = official.root.find(parse_path(number))
    before = official.root.find(parse_path(str(int(number) - 1)))
    assert section is not None and before is not None
    assert section.heading == arrangement(KEY)[number]
    assert len(official.text[section.body : section.end].split()) > 20
    assert before.end <= section.start


@pytest.mark.parametrize(
    "path",
    [
        "2(zk)", "2(zk)(iii)(b)", "2(zk) explanation", "2(za) explanation(ii)", "3(1) proviso 2",
        "3(2)(a) proviso", "3 explanation", "4(2)(l)(D)", "4(2)(l)(D) proviso 3", "4(2)(l)(D) explanation",
        "4(2)(l)(E)", "4(2)(m)", "7(1)(c) explanation(A)(iii)", "7(1)(d)", "11(4)(h)", "14(2)(i) proviso",
        "14(2)(i) explanation", "14(2)(ii) explanation", "18(1)(a)", "18(1) proviso", "18(3)", "19(11)",
        "43(5) proviso", "69 explanation(b)", "71(1) proviso", "72(d)", "84(2)(zf)",
    ],
)  # fmt: skip
def test_provisions_stand_under_the_path_the_law_prints(official: ProvisionTree, path: str) -> None:
    node = official.root.find(parse_path(path))
    assert node is not None
    label = parse_path(path).labels[-1]
    text = official.text_of(node)
    opening = {"proviso": "Provided", "explanation": "Explanation"}.get(label.split()[0], f"({label})")
    assert text.startswith(opening)


def test_nothing_that_is_printed_with_a_label_is_lost(official: ProvisionTree) -> None:
    """Each paragraph that begins with a label, a proviso or an explanation begins a provision."""
    starts = {node.start for node in official.root.walk() if node.path is not None}
    bodies = {section.body for section in official.sections()}
    law = [(section.start, section.end) for section in official.sections()]
    opening = re.compile(r"(?:^|\n\n)(?=(?:\^\d+\[?\s*)?\([0-9A-Za-z]{1,4}\)\s*\S|Provided |Explanation)")
    begun = [match.end() for match in opening.finditer(official.text)]
    assert len(begun) > 400
    lost = [
        official.text[at : at + 40]
        for at in begun
        if at not in starts | bodies and any(start <= at < end for start, end in law)
    ]
    assert lost == []


def test_footnotes_are_not_law(official: ProvisionTree) -> None:
    law = "".join(official.text_of(section) for section in official.sections())
    assert "[India Code footnotes" not in law and "vide notification" not in law
    notes = [node for node in official.root.walk() if node.kind is NodeKind.NOTE]
    assert len(notes) == official.text.count("[India Code footnotes")
    assert sum(node.kind is NodeKind.CHAPTER for node in official.root.walk()) == 10


# -- references ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "26(1)(c)",
        "27(1)",
        "50(1)",
        "53(5)",
        "56 explanation(a)",
        "56 explanation(b)",
        "56 explanation(c)",
        "90",
    ],
)
def test_sections_of_other_acts_are_no_references(official: ProvisionTree, source: str) -> None:
    """Trap G4: these provisions name sections of other laws only."""
    of = [str(link.target) for link in links(official, get_registry().document(KEY)) if link.resolved and
          parse_path(source).contains(link.source)]  # fmt: skip
    assert of == []


def test_every_mention_of_this_act_is_resolved(official: ProvisionTree) -> None:
    """An unresolved mention in the ingestion report is an error of reading, in a text known whole."""
    unresolved = [
        f"{link.source} -> {link.target}"
        for link in links(official, get_registry().document(KEY))
        if not link.resolved
    ]
    assert unresolved == []


def test_no_mention_is_passed_over(official: ProvisionTree) -> None:
    """Every "section N" printed in the law is read, as this Act's or as another's."""
    for node in official.root.walk():
        if node.path is None or not is_law(node):
            continue
        text = own_text(official, node)
        read = find_references(text, here=node.path)
        for match in re.finditer(r"\bsections?\s+\d+", text):
            assert any(ref.start <= match.start() and match.end() <= ref.end for ref in read), match.group()


# -- the restatement against the official text ---------------------------------------------------------

NUMBERS_REVIEWED = {
    # The official text says the period once, before both clauses; the restatement in each of them.
    "5(1)(a)": {"30 day"},
    "5(1)(b)": {"30 day"},
}
COPIES_REVIEWED = {
    # Title and number of a law, which can be said in one way only.
    "to the reserve bank of india act 1934 2 of 1934",
    "the real estate regulation and development act 2016",
    "the maharashtra housing regulation and development act 2012 maharashtra act no ii of 2014",
}

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = dict(
    zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True)
)
_FACTORS = {"hundred": 100, "thousand": 1_000, "lakh": 100_000, "crore": 10_000_000}
_MEASURES = {"day", "month", "year", "week", "rupee", "per", "square"}
_NOT_AMOUNTS = re.compile(
    r"\((?:Act )?\d+ of \d{4}\)"  # the number of a law
    r"|(?:Act|Code|Procedure), \d{4}"
    r"|\^\d+\[?"  # a footnote's mark
    r"|\(\d{1,2}[A-Z]?\)"  # a label
)


def _amounts(text: str) -> set[str]:
    """Numbers, and what they measure: '60 day', '5 per', '2'; a bare "one" is a pronoun."""
    for start, end in sorted({(ref.start, ref.end) for ref in find_references(text)}, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    text = re.sub(r"(?<=\d),(?=\d{3})", "", _NOT_AMOUNTS.sub(" ", text))
    words = re.findall(r"[a-z]+|\d+", text.lower())
    amounts, at = set(), 0
    while at < len(words):
        value, after = _number(words, at)
        if value is None:
            at += 1
            continue
        measure = words[after].removesuffix("s") if after < len(words) else ""
        if measure in _MEASURES:
            amounts.add(f"{value} {measure}")
        elif value > 1:
            amounts.add(str(value))
        at = after
    return amounts


def _number(words: list[str], at: int) -> tuple[int | None, int]:
    word = words[at]
    if word.isdigit():
        value = int(word)
    elif word in _SMALL:
        value = _SMALL.index(word)
    elif word in _TENS:
        value = _TENS[word]
        if at + 1 < len(words) and words[at + 1] in _SMALL[1:10]:
            at += 1
            value += _SMALL.index(words[at])
    else:
        return None, at
    at += 1
    while at < len(words) and words[at] in _FACTORS:
        value *= _FACTORS[words[at]]
        at += 1
    return value, at


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("within sixty days, or 60 days", {"60 day"}),
        ("forty-five days and one year", {"45 day", "1 year"}),
        ("ten thousand rupees or 10,000 rupees", {"10000 rupee"}),
        ("seventy per cent. of five hundred square metres", {"70 per", "500 square"}),
        ("one of them under section 18(1), (2) of the Meadow Act, 1950 (3 of 1950)", set()),
        ("two-thirds of eight", {"2", "8"}),
    ],
)
def test_amounts_are_read_from_words_and_figures(text: str, amounts: set[str]) -> None:
    assert _amounts(text) == amounts


def test_the_restatement_has_the_laws_own_provisions(plain: ProvisionTree, official: ProvisionTree) -> None:
    assert set(_texts(plain)) == set(_texts(official))


def test_units_are_the_same_in_both_editions(plain: ProvisionTree, official: ProvisionTree) -> None:
    def units(tree: ProvisionTree) -> set[str]:
        return {str(unit.path) for unit in tree.units()}

    assert units(plain) == units(official)


def test_provisos_are_counted_equal(plain: ProvisionTree, official: ProvisionTree) -> None:
    def provisos(tree: ProvisionTree) -> dict[str, int]:
        return {
            str(section.path): sum(node.kind is NodeKind.PROVISO for node in section.walk())
            for section in tree.sections()
        }

    assert provisos(plain) == provisos(official)
    printed = sum(
        len(re.findall(r"^Provided\b", official.text_of(section), re.M)) for section in official.sections()
    )
    assert printed == sum(node.kind is NodeKind.PROVISO for node in official.root.walk())


def test_every_amount_is_the_laws_own(plain: ProvisionTree, official: ProvisionTree) -> None:
    ours, theirs = _texts(plain), _texts(official)
    differing = {
        path: (_amounts(text), _amounts(theirs[path]))
        for path, text in ours.items()
        if _amounts(text) - NUMBERS_REVIEWED.get(path, set()) != _amounts(theirs[path])
    }
    assert differing == {}


def test_every_reviewed_exception_is_still_needed(plain: ProvisionTree, official: ProvisionTree) -> None:
    ours, theirs = _texts(plain), _texts(official)
    assert all(
        amounts <= _amounts(ours[path]) - _amounts(theirs[path]) for path, amounts in NUMBERS_REVIEWED.items()
    )
    assert set(_copied(plain, official)) == COPIES_REVIEWED


def _copied(plain: ProvisionTree, official: ProvisionTree, run: int = 8) -> list[str]:
    """Runs of at least `run` words that stand in both texts, headings apart."""

    def words(text: str) -> list[str]:
        return re.findall(r"[a-z0-9]+", text.lower())

    theirs = words(official.text)
    known = {tuple(theirs[at : at + run]) for at in range(len(theirs) - run + 1)}
    copied = []
    for text in _texts(plain).values():
        ours, at = words(text), 0
        while at + run <= len(ours):
            end = at + run
            if tuple(ours[at:end]) not in known:
                at += 1
                continue
            while end < len(ours) and tuple(ours[end - run + 1 : end + 1]) in known:
                end += 1
            copied.append(" ".join(ours[at:end]))
            at = end
    return copied


def test_the_restatement_is_in_our_own_words(plain: ProvisionTree, official: ProvisionTree) -> None:
    assert set(_copied(plain, official)) - COPIES_REVIEWED == set()
