"""A page is known as serving for as long as its process serves, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from civicsetu.web.running import ServingPage, list_serving, note_serving
from tests.holding import environment_of
from tests.stores.own_servers import settings_in

_SERVE = (
    "import time\nfrom civicsetu.settings import get_settings\nfrom civicsetu.web.running import note_serving\n"
    "with note_serving(get_settings()):\n    print('serving', flush=True)\n    time.sleep(60)\n"
)


def test_nothing_serves_from_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert list_serving(settings_in(tmp_path / "data")) == []
    assert not (tmp_path / "data").exists()


def test_a_page_is_known_while_it_serves(tmp_path: Path) -> None:
    settings = settings_in(tmp_path / "data", port=8123)
    with note_serving(settings):
        assert list_serving(settings) == [ServingPage(os.getpid(), "http://127.0.0.1:8123")]
        assert list_serving(settings), "to look does not end it"
    assert list_serving(settings) == []


def test_a_killed_page_is_forgotten(tmp_path: Path) -> None:
    settings = settings_in(tmp_path / "data")
    page = subprocess.Popen(
        [sys.executable, "-c", _SERVE], env=environment_of(settings), cwd=tmp_path, stdout=subprocess.PIPE
    )
    assert page.stdout is not None and page.stdout.readline() == b"serving\n"
    assert [one.pid for one in list_serving(settings)] == [page.pid]
    page.kill()
    page.wait(10)
    assert list_serving(settings) == []
    assert list((tmp_path / "data" / "serving").iterdir()) == []


def test_what_else_lies_there_is_no_page(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "serving"
    folder.mkdir(parents=True)
    (folder / "notes").write_bytes(bytes(range(256)))
    (folder / "77").mkdir()
    assert list_serving(settings_in(tmp_path / "data")) == []


def test_a_note_that_cannot_be_written_does_not_keep_a_page_from_serving(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "serving").write_text("in the way")
    served = False
    with note_serving(settings_in(tmp_path / "data")):
        served = True
    assert served


def test_a_fault_of_the_page_is_not_taken_for_one_of_the_note(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="of the page"), note_serving(settings_in(tmp_path / "data")):
        raise OSError("of the page")
