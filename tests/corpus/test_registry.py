"""The registry is data: laws and states are added to it, and errors in it are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import civicsetu
from civicsetu.corpus.read import load_arrangement
from civicsetu.corpus.registry import Registry, get_registry, parse_registry
from civicsetu.corpus.sources.provenance import name_host
from civicsetu.errors import CorpusError, UnknownDocument
from civicsetu.law.documents import expand_numbers
from civicsetu.law.prints import SourceKind

ENTRY = """
  - key: meadow_act
    title: Meadow Act, 1950
    short_title: Meadow Act
    jurisdiction: CENTRAL
    doc_type: ACT
    expected: 1-9
"""
STATES = """
jurisdictions:
  CENTRAL: {name: Central, aliases: [india]}
"""


def _registry(entry: str = ENTRY, states: str = STATES) -> Registry:
    return parse_registry(f"documents:{entry}{states}")


def test_an_entry_is_read() -> None:
    registry = _registry()
    assert list(registry.documents) == ["meadow_act"]
    assert registry.get_document("meadow_act").title == "Meadow Act, 1950"


@pytest.mark.parametrize(
    ("entry", "states", "named"),
    [
        (ENTRY + "    colour: green\n", STATES, "colour"),
        (ENTRY.replace("key: meadow_act", "key: Meadow Act"), STATES, "key"),
        (ENTRY.replace("    title: Meadow Act, 1950\n", ""), STATES, "title"),
        (ENTRY.replace("ACT\n    exp", "POEM\n    exp"), STATES, "doc_type"),
        (ENTRY.replace("1-9", "9-1"), STATES, "rising range"),
        (ENTRY.replace("1-9", "1-x"), STATES, "rising range"),
        (ENTRY.replace("1-9", "all"), STATES, "rising range"),
        (ENTRY + "    commencement: [{provisions: 9-1, date: 1950-01-01}]\n", STATES, "rising range"),
        (ENTRY + "    commencement: [{provisions: 1-9, date: soon}]\n", STATES, "date"),
        (ENTRY + ENTRY, STATES, "twice"),
        (ENTRY.replace("CENTRAL", "ATLANTIS"), STATES, "ATLANTIS"),
        (ENTRY, STATES + "  KERALA: {name: Kerala, river: wide}\n", "river"),
        (ENTRY, STATES + "  KERALA: {aliases: [kerala]}\n", "name"),
        (ENTRY, STATES + "  CENTRAL: {name: Another}\n", "CENTRAL"),
        (ENTRY, "", "jurisdictions"),
        ("  [unclosed\n", STATES, ""),
        ("  3\n", STATES, ""),
    ],
)
def test_errors_are_named(entry: str, states: str, named: str) -> None:
    with pytest.raises(CorpusError) as refused:
        _registry(entry, states)
    assert named in refused.value.user_message
    assert "\n" not in refused.value.user_message


@pytest.mark.parametrize("text", ["", "[]", "3", "documents: []", "jurisdictions: {}", "a: b", "\x00"])
def test_what_is_no_registry_is_refused(text: str) -> None:
    with pytest.raises(CorpusError):
        parse_registry(text)


def test_a_state_is_added_by_data_alone() -> None:
    state = STATES + "  SIKKIM: {name: Sikkim, aliases: [sikkim, gangtok]}\n"
    registry = _registry(ENTRY.replace("CENTRAL", "SIKKIM").replace("ACT\n    exp", "RULES\n    exp"), state)
    assert registry.check_jurisdiction("sikkim") == "SIKKIM"
    assert registry.get_document("meadow_act").jurisdiction == "SIKKIM"


def test_what_is_not_in_it_is_said_with_what_is() -> None:
    with pytest.raises(UnknownDocument, match=r"no document 'meadows_act'; most like it are: meadow_act\."):
        _registry().get_document("meadows_act")
    with pytest.raises(UnknownDocument, match=r"no document 'x'; `civicsetu doctor` lists those there are\."):
        _registry().get_document("x")
    with pytest.raises(UnknownDocument, match=r"no jurisdiction 'Atlantis'; known are: CENTRAL"):
        _registry().check_jurisdiction("Atlantis")


@pytest.mark.parametrize("said", ["UTTAR_PRADESH", "uttar pradesh", " Uttar Pradesh "])
def test_a_jurisdiction_may_be_written_as_people_write_it(said: str) -> None:
    assert get_registry().check_jurisdiction(said) == "UTTAR_PRADESH"


# -- the registry that ships ---------------------------------------------------------------------------


def test_the_act_is_registered_whole() -> None:
    spec = get_registry().get_document("rera_act_2016")
    assert expand_numbers(spec.expected) == tuple(str(number) for number in range(1, 93))
    assert list(load_arrangement(spec.key)) == list(expand_numbers(spec.expected))
    assert spec.url.startswith("https://www.indiacode.nic.in/")


def test_every_entry_is_sound() -> None:
    registry = get_registry()
    for spec in registry.documents.values():
        expected = set(expand_numbers(spec.expected))
        told = [number for period in spec.commencement for number in expand_numbers(period.provisions)]
        assert len(told) == len(set(told)), "a provision came into force once"
        assert set(told) <= expected and set(spec.definitions) <= expected
        assert registry.check_jurisdiction(spec.jurisdiction) == spec.jurisdiction


def test_no_name_stands_for_two_states() -> None:
    aliases = [alias for state in get_registry().jurisdictions.values() for alias in state.aliases]
    assert len({alias.lower() for alias in aliases}) == len(aliases)
    assert all(aliases)


def test_names_are_small_letters_or_short_ones_all_in_capitals() -> None:
    """Capitals say that only capitals are meant: "UP" is a state and "up" is a word."""
    for state in get_registry().jurisdictions.values():
        for alias in state.aliases:
            assert alias == alias.lower() or (alias.isupper() and len(alias.replace(".", "")) == 2), alias


def _lines_of_code(forbidden: str, *, but: tuple[str, ...] = ()) -> list[str]:
    package = Path(civicsetu.__file__).parent
    pattern = re.compile(forbidden)
    return [
        f"{path.relative_to(package)}:{number}: {line.strip()}"
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).as_posix() not in but
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_address_stands_in_code() -> None:
    """But for this machine's, and for the domain that is kept free for examples."""
    assert _lines_of_code(r"https?://(?!127\.0\.0\.1|localhost|\w+\.example\b)[\w.]") == []


def test_no_state_stands_in_code() -> None:
    """The help of the command and of the API names one, as an example of what to type."""
    codes = "|".join(set(get_registry().jurisdictions) - {"CENTRAL"})
    named = ("cli.py", "web/api/law.py", "web/api/questions.py")
    assert _lines_of_code(rf"\b(?:{codes})\b", but=named) == []


def test_every_address_of_an_official_file_is_secured_and_its_kind_is_told() -> None:
    """A site that is no authority's is somebody's copy."""
    authorities = (".gov.in", ".nic.in", "up-rera.in")
    for spec in get_registry().documents.values():
        for source in (source for version in spec.official for source in version.sources):
            assert source.url.startswith("https://") and " " not in source.url, source.url
            official = name_host(source.url).endswith(authorities)
            assert source.kind is (SourceKind.OFFICIAL if official else SourceKind.MIRROR), source.url


def test_the_entry_that_the_readme_shows_is_one_of_the_registry() -> None:
    """A stranger copies it: it must be an entry that works, less its note."""
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
    [block] = re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)
    [shown] = yaml.safe_load(block)
    spec = get_registry().get_document(shown["key"])
    held = spec.model_dump(mode="json")
    [version] = held["official"]
    [told] = shown.pop("official")
    layout = {name: held_value for name, held_value in version["rules"].items() if name in told["rules"]}
    assert {name: str(value) for name, value in told.pop("rules").items()} == {
        name: str(value).removesuffix(".0") for name, value in layout.items()
    }
    assert {name: str(value) for name, value in told.items()} == {name: str(version[name]) for name in told}
    assert {name: str(value) for name, value in shown.items()} == {name: str(held[name]) for name in shown}
