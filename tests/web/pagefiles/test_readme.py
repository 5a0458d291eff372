"""The about page tells whose words are held of each law, and is renewed when that changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from civicsetu.answering.views import HeldDocument
from civicsetu.web.pagefiles.page_files import ABOUT, prepare_page
from civicsetu.web.pagefiles.readme import listing, renew


def law(title: str, *editions: str, copied_from: str = "", another_print: bool = False) -> HeldDocument:
    return HeldDocument(
        key="meadow_act", title=title, jurisdiction="CENTRAL", editions=editions, text_as_of=None,
        copied_from=copied_from, another_print=another_print,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("held", "words"),
    [
        (law("Meadow Act", "plain", "official"), "official text, and in plain words"),
        (law("Meadow Act", "official"), "official text"),
        (law("Meadow Act", "plain"), "in plain words only; the official text is not held here"),
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
def test_each_law_says_whose_words_are_held(held: HeldDocument, words: str) -> None:
    assert listing([held]).splitlines()[-1].replace("\\", "") == f"- **Meadow Act**: {words}"


def test_nothing_held_is_said() -> None:
    assert listing([]).endswith("None yet.")


def test_the_page_is_renewed_once_when_what_is_held_changes(tmp_path: Path) -> None:
    prepare_page(tmp_path)
    shown = tmp_path / "page" / ABOUT
    renew(tmp_path, [law("Meadow Act", "plain")])
    first = shown.stat().st_ino
    renew(tmp_path, [law("Meadow Act", "plain")])
    assert shown.stat().st_ino == first
    renew(tmp_path, [law("Meadow Act", "plain", "official")])
    told = shown.read_text("utf-8")
    assert told.count("## Which laws are held here") == 1 and "official text, and in plain words" in told
    assert "What happens to what you type" in told


def test_a_page_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    renew(tmp_path / "nowhere", [law("Meadow Act", "plain")])


def test_a_title_is_shown_letter_by_letter() -> None:
    assert "\\<img" in listing([law("<img src=x>", "plain")])
