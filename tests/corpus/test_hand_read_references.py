"""References in the Act against those read in the official text; nothing of it stands here but paths.

Ten sections were drawn by lot and written down before the program's findings were looked at.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from civicsetu.corpus.read import read_official, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.link import Link, links
from civicsetu.law.provisions import ProvisionTree
from civicsetu.law.references import find_references
from tests.corpus.laws import own_text

ACT = get_registry().document("rera_act_2016")
HAND_READ = yaml.safe_load(Path(__file__).with_name("hand_read_references.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def official(corpus_dir: Path) -> ProvisionTree:
    return read_official(ACT, corpus_dir).divided()


@pytest.fixture(scope="module")
def found(official: ProvisionTree) -> list[Link]:
    return links(official, ACT)


@pytest.fixture(scope="module")
def restated() -> list[Link]:
    source = read_starter(ACT)
    assert source is not None
    return links(source.divided(), ACT)


@pytest.mark.parametrize("number", list(HAND_READ["own"]))
def test_references_are_those_a_reader_finds(found: list[Link], number: str) -> None:
    ours = {(str(link.source), str(link.target)) for link in found if link.source.number == number}
    assert ours == {(source, target) for source, target in HAND_READ["own"][number]}


def test_every_section_of_another_law_is_known_as_one(official: ProvisionTree) -> None:
    elsewhere = [
        [str(node.path), str(reference.path), reference.law]
        for node in official.root.walk()
        if node.path is not None
        for reference in find_references(own_text(official, node), here=node.path)
        if reference.law
    ]
    assert elsewhere == HAND_READ["elsewhere"]


def _between_sections(found: list[Link]) -> set[tuple[str, str]]:
    return {
        (link.source.number, link.target.number)
        for link in found
        if link.resolved and link.document == ACT.key and link.source.number != link.target.number
    }


def test_a_section_has_the_references_made_in_its_parts(found: list[Link]) -> None:
    assert {target for source, target in _between_sections(found) if source == "11"} == {"4", "5", "14", "17"}


def test_both_editions_join_the_same_sections(found: list[Link], restated: list[Link]) -> None:
    """The restatement says who and what anew in each sentence, but never sends to another section."""
    assert _between_sections(restated) == _between_sections(found)
    assert {(link.source, link.target) for link in found} <= {(link.source, link.target) for link in restated}
