"""Sources of what was restated without an official text: two that agree, independent of each other."""

from __future__ import annotations

from importlib.resources import files

import pytest

from civicsetu.corpus.read import Basis, read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.sources.public_sources import NONE, parse_public_sources, public_sources
from civicsetu.errors import CorpusError
from civicsetu.law.documents import expand_numbers

DIGEST = "ab" * 32
FILE = f"""
sources:
  a: {{address: "https://one.example/rules", title: The rules typed, origin: a law publisher, read: 2026-11-21}}
  b: {{address: "https://two.example/page", title: An article, origin: a law firm, read: 2026-11-20}}
  c: {{address: "https://copy.example/page", title: A copy, origin: a law firm, read: 2026-11-20}}
provisions:
  "5": {{a: {DIGEST}, b: {DIGEST}}}
not_held:
  "6": one source only
"""


def test_each_provision_names_its_sources() -> None:
    read = parse_public_sources("x", FILE)
    assert [source.origin for source in read.of("5")] == ["a law publisher", "a law firm"]
    assert read.of("6") == ()
    assert read.not_held == {"6": "one source only"}


@pytest.mark.parametrize(
    ("was", "becomes", "says"),
    [
        (f"{{a: {DIGEST}, b: {DIGEST}}}", f"{{a: {DIGEST}}}", "fewer than 2 independent sources"),
        (f"{{a: {DIGEST}, b: {DIGEST}}}", f"{{b: {DIGEST}, c: {DIGEST}}}", "fewer than 2 independent sources"),
        (f"{{a: {DIGEST}, b", f"{{z: {DIGEST}, b", "no source is named z"),
        ('"6": one source only', '"5": one source only', "held and not held"),
        (f"a: {DIGEST}", "a: beef", "match pattern"),
        ("https://one.example/rules", "rules.pdf", "match pattern"),
        ("origin: a law publisher", "author: a law publisher", "Field required"),
        ("sources:", "sources: [", "cannot be used"),
    ],
    ids=["one", "copies", "unknown", "both", "no digest", "no address", "no origin", "not yaml"],
)  # fmt: skip
def test_what_does_not_agree_is_refused(was: str, becomes: str, says: str) -> None:
    assert was in FILE
    with pytest.raises(CorpusError, match=says):
        parse_public_sources("x", FILE.replace(was, becomes, 1))


def test_a_law_restated_from_its_official_text_names_none() -> None:
    assert public_sources("rera_act_2016") is NONE


def _secondary() -> list[str]:
    sources = [(key, read_starter(spec)) for key, spec in get_registry().documents.items()]
    return [key for key, source in sources if source is not None and source.basis is Basis.SECONDARY]


def test_what_ships_from_public_sources_names_them_for_all_it_holds() -> None:
    """`read_starter` refuses a file that does not; here the other way round as well."""
    for key in _secondary():
        source = read_starter(get_registry().document(key))
        assert source is not None
        named, held = public_sources(key), source.holds or expand_numbers(source.spec.expected)
        assert sorted(named.provisions) == sorted(held)
        assert not set(named.not_held) & set(held)
        assert source.note, "the reader is told that no official text was at hand"


def test_every_file_of_sources_belongs_to_a_restatement_that_ships() -> None:
    folder = files("civicsetu.corpus.data").joinpath("starter")
    named = [
        one.name.removesuffix(".sources.yaml")
        for one in folder.iterdir()
        if one.name.endswith(".sources.yaml")
    ]
    assert all(read_starter(get_registry().document(key)) is not None for key in named)
