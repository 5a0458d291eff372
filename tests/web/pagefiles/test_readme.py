"""The about page tells whose words are held of each law, and is renewed when that changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI

from civicsetu.answering.provisions.views import DocumentView, WriterView
from civicsetu.errors import CivicSetuError
from civicsetu.settings import load_settings
from civicsetu.web.identity import Identities
from civicsetu.web.language.catalogue import ENGLISH, LANGUAGES
from civicsetu.web.law_map.links import PATH as LAW_MAP
from civicsetu.web.pagefiles.page_files import ABOUT, prepare_page
from civicsetu.web.pagefiles.readme import renew, write_listing
from civicsetu.web.server import _lifespan
from civicsetu.web.state import RunningPage
from tests.web.conftest import serving
from tests.web.fakes import FakeService


def law(title: str, *editions: str, copied_from: str = "", another_print: bool = False) -> DocumentView:
    return DocumentView(
        key="meadow_act", title=title, jurisdiction="CENTRAL", editions=editions, text_as_of=None,
        copied_from=copied_from, another_print=another_print,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (law("Meadow Act", "plain", "official"), "official text, and in plain words"),
        (law("Meadow Act", "official"), "official text"),
        (law("Meadow Act", "plain"), "in plain words only; we do not hold the official text"),
        (
            law("Meadow Act", "official", copied_from="copies.example"),
            "text from a copy on another site (copies.example), not the official file itself",
        ),
        (
            law("Meadow Act", "plain", "official", another_print=True),
            "official text (read from a file that is not the print we reviewed), and in plain words",
        ),
    ],
)
def test_each_law_says_whose_words_are_held(held: DocumentView, words: str) -> None:
    assert write_listing([held]).splitlines()[-1].replace("\\", "") == f"- **Meadow Act**: {words}"


def test_nothing_held_is_said() -> None:
    assert write_listing([]).endswith("None yet.")


def test_the_page_is_renewed_once_when_what_is_held_changes(tmp_path: Path) -> None:
    prepare_page(tmp_path)
    shown = tmp_path / "page" / ABOUT
    renew(tmp_path, [law("Meadow Act", "plain")])
    first = shown.stat().st_ino
    renew(tmp_path, [law("Meadow Act", "plain")])
    assert shown.stat().st_ino == first
    renew(tmp_path, [law("Meadow Act", "plain", "official")])
    told = shown.read_text("utf-8")
    assert told.count("## Which laws CivicSetu holds") == 1 and "official text, and in plain words" in told
    assert "What happens to what you type" in told


def test_where_a_model_writes_a_section_says_so_before_what_the_page_is_not(tmp_path: Path) -> None:
    prepare_page(tmp_path)
    shown = tmp_path / "page" / ABOUT
    writer = WriterView(model="scribe-4", provider="OpenAI", is_local=False)
    renew(tmp_path, [law("Meadow Act", "plain")], writer)
    told = shown.read_text("utf-8")
    assert told.index("## A model writes the answer") < told.index("## What it is not")
    assert "**What is sent** to **OpenAI**:" in told and "(scribe-4)" in told and "**What is not sent:**" in told
    renew(tmp_path, [law("Meadow Act", "plain")])
    assert "A model writes" not in shown.read_text("utf-8")


def test_a_page_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    renew(tmp_path / "nowhere", [law("Meadow Act", "plain")])


def test_a_title_is_shown_letter_by_letter() -> None:
    assert "\\<img" in write_listing([law("<img src=x>", "plain")])


def test_the_about_page_leads_to_the_laws_map(tmp_path: Path) -> None:
    assert f"]({LAW_MAP})" in (prepare_page(tmp_path) / ABOUT).read_text("utf-8")


def test_where_the_source_can_be_had_is_said_by_a_setting(tmp_path: Path) -> None:
    prepare_page(tmp_path)
    shown = tmp_path / "page" / ABOUT
    renew(tmp_path, [])
    assert "Affero General Public License" in shown.read_text("utf-8") and "[Its source]" not in shown.read_text("utf-8")
    renew(tmp_path, [], source_url="https://code.example/civicsetu")
    assert shown.read_text("utf-8").rstrip().endswith("[Its source](https://code.example/civicsetu)")


def test_the_licence_is_told_in_every_language(tmp_path: Path) -> None:
    page = prepare_page(tmp_path)
    renew(tmp_path, [], source_url="https://code.example/civicsetu")
    told = {code: (page / f"chainlit_{code}-IN.md").read_text("utf-8") for code in LANGUAGES if code != ENGLISH}
    assert [code for code, text in told.items() if "Affero" not in text or "](https://code.example/civicsetu)" not in text] == []
    assert [code for code, text in told.items() if "free software" in text or "Its source" in text] == []


@pytest.mark.parametrize("address", ["http://code.example", "javascript:alert(1)", "https://a b", "https://x)](y"])
def test_an_address_of_the_source_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(CivicSetuError):
        load_settings(_env_file=None, web={"source_url": address})


async def test_a_page_that_begins_says_where_its_source_is(tmp_path: Path, database_url: str) -> None:
    source = {"source_url": "https://code.example/civicsetu"}
    settings = load_settings(data_dir=tmp_path, postgres_url=database_url, web=source)
    prepare_page(tmp_path)
    begins = _lifespan(RunningPage(settings, Identities(b"k" * 32, 30)), FakeService.open)  # type: ignore[arg-type]
    async with begins(FastAPI()):
        shown = (tmp_path / "page" / ABOUT).read_text("utf-8")
    assert "[Its source](https://code.example/civicsetu)" in shown


@pytest.mark.long
def test_a_page_says_where_its_source_is_before_anybody_has_come(tmp_path: Path, database_url: str) -> None:
    with serving(tmp_path, database_url, CIVICSETU_WEB__SOURCE_URL="https://code.example/civicsetu"):
        shown = next(tmp_path.rglob(ABOUT)).read_text("utf-8")
    assert "[Its source](https://code.example/civicsetu)" in shown
