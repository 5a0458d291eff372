"""The documents that are ingested on request, read from the official files where they are at hand.

No word of them stands here but headings' numbers, paths and counts.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pymupdf
import pytest

from civicsetu.corpus.formats.extracted_text import RemovalReason
from civicsetu.corpus.question_index.indexed_texts import (
    own_indexed_texts,
    read_equivalent_provisions,
    read_indexed_texts,
)
from civicsetu.corpus.read import SourceText, load_arrangement, read_official, read_starter
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.corpus.structure.link import Link, find_links
from civicsetu.errors import NotThisLaw
from civicsetu.evaluation.fitting.equivalent_provisions import Worded, is_same, split_runs
from civicsetu.law.documents import CENTRAL, DocType, expand_numbers
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import Node, ProvisionTree
from tests.corpus.laws import meadow
from tests.corpus.prints import letters
from tests.corpus.read_once import official_files_read_once
from tests.holding import ACT

pytestmark = pytest.mark.usefixtures("official_files_read_once")
__all__ = ["official_files_read_once"]

DRAFT = "karnataka_rera_agreement_for_sale_draft_rules_2017"
ORDER = "rera_removal_of_difficulties_order_2016"
ANDHRA = "ap_rera_rules_2017"
COUNTS = {
    ANDHRA: 54,
    "gujarat_rera_general_rules_2017": 20,
    "gujarat_rera_authority_rules_2016": 14,
    "gujarat_rera_appellate_tribunal_rules_2016": 9,
    "chandigarh_rera_general_rules_2016": 37,
    "daman_diu_rera_general_rules_2016": 37,
    "chandigarh_rera_agreement_for_sale_rules_2016": 3,
    ORDER: 2,
}
AMENDING = {"2(a)", "2(o)"}
"""What the Order's amending clauses name of the Act inside a sub-section they named before; read by
itself that is the Order's own clause, which it does not have."""

TAKEN_OUT = ["85(2)(a)", "85(2)(b)", "85(2)(g)"]
"""What the Order took out of the Act, so that the Act as it is now does not have it."""

GENERAL = "gujarat_rera_general_rules_2017"
AUTHORITY = "gujarat_rera_authority_rules_2016"
TRIBUNAL = "gujarat_rera_appellate_tribunal_rules_2016"
NO_MATCH = {ORDER: AMENDING, AUTHORITY: {"36(1)"}, TRIBUNAL: {"28(1)"}}
"""Gujarat's forms name the rules of the central text that they were taken from."""

FORMS = {
    GENERAL: [*(f"Annexure {letter}" for letter in "ABC"), "Schedule A", "Schedule B"]
    + [f"Form {letter}" for letter in "ABCDEFGHIJK"],
    AUTHORITY: [f"Form {letter}" for letter in "ABCD"],
    TRIBUNAL: ["Form A"],
    "chandigarh_rera_general_rules_2016": [f"Form {letter}" for letter in "ABCDEFGHIJKLMNOP"],
    "daman_diu_rera_general_rules_2016": [f"Form {letter}" for letter in "ABCDEFGHIJKLMNOP"],
    "chandigarh_rera_agreement_for_sale_rules_2016": ["Annexure"],
}


class Held(NamedTuple):
    source: SourceText
    tree: ProvisionTree
    pdf: pymupdf.Document


@pytest.fixture(scope="module")
def held(corpus_dir: Path) -> dict[str, Held]:
    found = {}
    for key in COUNTS:
        source = read_official(get_registry().get_document(key), corpus_dir)
        pdf = pymupdf.open(corpus_dir / key / source.file)
        found[key] = Held(source, source.divide(), pdf)
    return found


# -- the registry --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", COUNTS)
def test_it_is_registered_under_the_act_and_taken_in_on_request(key: str) -> None:
    registry = get_registry()
    spec = registry.get_document(key)
    assert spec.on_request and spec.made_under == ACT
    assert (spec.jurisdiction == CENTRAL) is (key == ORDER)
    assert spec.doc_type is (DocType.ORDER if key == ORDER else DocType.RULES)
    numbers = expand_numbers(spec.expected)
    assert len(numbers) == COUNTS[key] and tuple(load_arrangement(key)) == numbers
    [version] = spec.official
    assert version.rules is not None and version.ends_before and len(version.sha256) == 64
    assert key not in registry.select_keys()
    assert registry.select_keys([key]) == (key,)


def test_what_is_taken_in_unasked_is_neither_on_request_nor_a_draft() -> None:
    registry = Registry(
        {
            spec.key: spec
            for spec in (
                meadow(key="meadow_act"),
                meadow(key="brook_rules", on_request=True, doc_type="RULES"),
                meadow(key="hedge_draft", doc_type="DRAFT"),
            )
        },
        {},
    )
    assert registry.select_keys() == ("meadow_act",)


def test_a_draft_is_refused_in_one_sentence() -> None:
    with pytest.raises(NotThisLaw, match=r"2017 is a draft, not law; it is not ingested\.$"):
        get_registry().select_keys([ACT, DRAFT])
    assert DRAFT not in get_registry().select_keys()
    assert read_starter(get_registry().get_document(DRAFT)) is None


def test_misprints_are_called_misprinted() -> None:
    """These are prints with a text layer: nothing in them was misread by a machine."""
    for key in COUNTS:
        for version in get_registry().get_document(key).official:
            assert all(one.reason.startswith("misprinted: ") for one in version.corrections)


# -- the texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", COUNTS)
@pytest.mark.long
def test_every_provision_stands_under_its_own_heading(held: dict[str, Held], key: str) -> None:
    tree, printed = held[key].tree, load_arrangement(key)
    assert len(tree.sections()) == COUNTS[key]
    plain = {str(section.path): re.sub(r"\W", "", section.heading).lower() for section in tree.sections()}
    assert plain == {number: re.sub(r"\W", "", heading).lower() for number, heading in printed.items()}
    for section in tree.sections():
        text = " ".join(tree.text_of(section).split()).lower()
        others = [n for n in printed if n != str(section.path) and f"{n}. {printed[n].lower()}" in text]
        assert others == [], f"{section.path} holds the heading of {others}"


@pytest.mark.parametrize("key", COUNTS)
def test_the_leaves_joined_are_the_text_and_no_path_stands_twice(held: dict[str, Held], key: str) -> None:
    tree = held[key].tree
    assert "".join(tree.text[start:end] for start, end in tree.root.leaves()) == tree.text
    paths = [str(node.path) for node in tree.root.walk() if node.path is not None]
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize("key", COUNTS)
def test_every_letter_of_a_page_is_in_the_text_or_listed(held: dict[str, Held], key: str) -> None:
    source, _, pdf = held[key]
    assert source.version is not None and source.version.rules is not None
    starts = source.as_read.page_starts
    ends = [*starts[1:], len(source.body)]
    for number in source.version.rules.page_numbers:
        kept = (
            letters(source.body[starts[number - 1] : ends[number - 1]])
            if number <= len(starts)
            else letters("")
        )
        for one in source.as_read.removals:
            if one.page == number and one.reason is RemovalReason.MISREAD:
                printed, _, read = one.text.partition(" -> ")
                kept += letters(printed)
                kept.subtract(letters(read))
            elif one.page == number:
                kept += letters(one.text)
        assert letters(pdf[number - 1].get_text()) == +kept, f"page {number}"


@pytest.mark.parametrize("key", COUNTS)
def test_all_that_is_taken_out_has_its_page_and_the_provisions_theirs(
    held: dict[str, Held], key: str
) -> None:
    source, tree, _ = held[key]
    assert source.version is not None and source.version.rules is not None
    pages = source.version.rules.page_numbers
    assert all(one.page in pages and one.text for one in source.as_read.removals)
    assert {RemovalReason.MASTHEAD, RemovalReason.AFTER_THE_RULES} <= {one.reason for one in source.as_read.removals}
    begun = [section.page or 0 for section in tree.sections()]
    assert begun == sorted(begun) and set(begun) <= set(pages)


@pytest.mark.parametrize("key", COUNTS)
def test_no_hindi_and_no_running_head_is_in_the_text(held: dict[str, Held], key: str) -> None:
    text = held[key].source.body
    assert not re.search(r"[\u0900-\u097f¹º]|GAZETTE|Hkkjr|jkti", text)


@pytest.mark.parametrize("key", COUNTS)
def test_every_mention_is_resolved_or_known(held: dict[str, Held], key: str, corpus_dir: Path) -> None:
    tree = held[key].tree
    found = find_links(tree, get_registry().get_document(key))
    lost = {str(link.target) for link in found if not link.resolved}
    assert lost == NO_MATCH.get(key, set())
    act = read_official(get_registry().get_document(ACT), corpus_dir).divide()
    beyond = [link for link in found if _leads_nowhere(link, act)]
    assert [str(link.target) for link in beyond] == (TAKEN_OUT if key == ORDER else [])


@pytest.mark.parametrize("key", COUNTS)
def test_forms_schedules_and_annexures_are_of_their_own_kinds(held: dict[str, Held], key: str) -> None:
    source, tree, _ = held[key]
    assert {str(node.path) for node in tree.annexes()} == set(FORMS.get(key, []))
    last = tree.sections()[-1]
    for node in tree.annexes():
        assert node.path is not None and node.kind.value == node.path.number.split()[0].lower()
        assert node.start >= last.end and node.unit and tree.text[node.body : node.end].strip()
    if tree.annexes() and source.version and source.version.rules:
        first, _, final = source.version.rules.annexes.partition("-")
        pages = [node.page or 0 for node in tree.annexes()]
        assert int(first) == pages[0] and pages == sorted(pages) and pages[-1] <= int(final)


def _leads_nowhere(link: Link, act: ProvisionTree) -> bool:
    return link.document == ACT and act.root.find(parse_path(str(link.target))) is None


def test_the_parts_of_andhras_rules_3_and_6_are_inside_them(held: dict[str, Held]) -> None:
    tree = held[ANDHRA].tree
    for path in (
        "3(A)(6) proviso",
        "3(B)(1)(cc)",
        "3(B)(2)(n)",
        "6(A)(8) proviso",
        "6(B)(6)",
        "15(1)(e)(i)(A)(7)",
    ):
        assert tree.root.find(parse_path(path)) is not None, path


@pytest.mark.parametrize("key", [key for key in COUNTS if key != ORDER])
def test_keyphrases_its_own_and_those_it_shares_are_of_units_that_it_has(
    held: dict[str, Held], key: str
) -> None:
    units = {str(unit.path) for unit in held[key].tree.units()}
    own, shared = own_indexed_texts(key).paths, read_equivalent_provisions()[key]
    assert {*own, *shared} <= units and not {*own} & {*shared}
    keyphrases = read_indexed_texts(key)
    assert keyphrases is not None and len(units - {*keyphrases.paths}) <= 1, (
        "nearly every unit can be looked up"
    )


@pytest.mark.parametrize("key", [key for key in COUNTS if key != ORDER])
def test_what_it_shares_with_another_text_at_hand_is_worded_as_that(held: dict[str, Held], key: str) -> None:
    def worded(document: str, path: str) -> Worded:
        tree = held[document].tree
        [section] = [one for one in tree.wholes() if one.path and one.path.contains(parse_path(path))]
        heading = frozenset(section.heading.lower().split())
        return Worded(document, path, split_runs(tree.text_of(node(tree, path))), heading)

    for path, (other, model) in read_equivalent_provisions()[key].items():
        if other in held:
            assert is_same(worded(key, path), worded(other, model)), f"{path} and {other} {model}"


def node(tree: ProvisionTree, path: str) -> Node:
    found = tree.root.find(parse_path(path))
    assert found is not None, path
    return found


# -- damage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "seed"),
    [
        (ORDER, 0),
        (TRIBUNAL, 1),
        *(pytest.param(ORDER, seed, marks=pytest.mark.long) for seed in (1, 2)),
        *(pytest.param(TRIBUNAL, seed, marks=pytest.mark.long) for seed in (0, 2)),
    ],
)
def test_a_heading_blotted_or_a_page_lost_is_refused(
    held: dict[str, Held], key: str, seed: int, tmp_path: Path
) -> None:
    source, tree, _ = held[key]
    assert source.version is not None and source.version.rules is not None
    chance = random.Random(seed)
    damaged = pymupdf.open(stream=held[key].pdf.tobytes())
    if seed:
        section = chance.choice(tree.sections())
        page = damaged[(section.page or 1) - 1]
        words = section.heading.split()
        for box in page.search_for(" ".join(words[:3])):
            page.add_redact_annot(pymupdf.Rect(0, box.y0 + 2, 612, box.y1 - 2))
        page.apply_redactions()
    else:
        damaged.delete_page(source.version.rules.page_numbers[1] - 1)
    (tmp_path / source.file).write_bytes(damaged.tobytes())
    with pytest.raises(NotThisLaw) as refused:
        read_official(get_registry().get_document(key), tmp_path).divide()
    assert refused.value.user_message.startswith(source.file)
