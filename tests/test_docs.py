"""The documents for people lead where they say, and the map shows the rooms there are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#([\w-]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ONE_PAGE = 90


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as they are made where it is read."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(path.read_text("utf-8"))}


def broken(path: Path) -> Iterator[str]:
    for target, anchor in LINK.findall(path.read_text("utf-8")):
        place = (path.parent / target).resolve()
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            yield f"{target}#{anchor}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    assert list(broken(path)) == []


def test_a_link_to_nothing_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# One thing\n[a](other.md) [b](page.md#one-thing) [c](page.md#two-things)\n", "utf-8")
    assert list(broken(page)) == ["other.md#", "page.md#two-things"]


def test_the_map_is_one_page_and_names_the_rooms_in_their_order() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert len(text.splitlines()) <= ONE_PAGE
    rooms = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    [floors] = [one["layers"] for one in contracts if one["type"] == "layers" and "web" in str(one["layers"])]
    names = [name for layer in floors for name in re.findall(r"\w+", layer.removeprefix("civicsetu."))]
    assert rooms == [name for name in names if name in rooms]
    assert set(rooms) >= {"web", "answering", "retrieval", "query", "corpus", "models", "stores", "claims", "lexicon", "law"}
