"""Files that the program trusts: whole or not at all, on the disk before their name is, never a traceback."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from civicsetu.errors import DataFolderUnusable
from civicsetu.stores import files
from civicsetu.stores.files import create_atomically, move_into_place, write_atomically

Write = Callable[[Path, str], None]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is brought to the disk and what is renamed, in order; a folder by its name."""
    done: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        place = Path(f"/proc/self/fd/{handle}").readlink()
        done.append(f"sync {'folder' if place.is_dir() else 'file'}")
        real_sync(handle)

    def replace(path: Path, target: Path) -> Path:
        done.append("rename")
        return real_replace(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    return done


def test_content_is_on_the_disk_before_its_name_and_its_name_before_the_end(
    tmp_path: Path, steps: list[str]
) -> None:
    write_atomically(tmp_path / "new" / "file", "words")
    assert steps == ["sync file", "rename", "sync folder"]
    assert (tmp_path / "new" / "file").read_text() == "words"


def test_a_finished_folder_is_on_the_disk_before_it_is_renamed(tmp_path: Path, steps: list[str]) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "one").write_text("1")
    move_into_place(tmp_path / "made", tmp_path / "place")
    assert steps == ["sync file", "sync folder", "rename", "sync folder"]
    assert (tmp_path / "place" / "one").read_text() == "1"


def test_a_write_that_fails_leaves_what_was_there_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomically(path, "before")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(DataFolderUnusable) as told:
        write_atomically(path, "after")
    assert "disk of the data folder is full" in told.value.user_message
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [write_atomically, create_atomically])
def test_a_folder_in_the_place_of_the_file_is_told_by_its_name(tmp_path: Path, write: Write) -> None:
    (tmp_path / "record.json").mkdir()
    with pytest.raises(DataFolderUnusable) as told:
        write(tmp_path / "record.json", "{}")
    assert told.value.user_message.startswith("record.json in the data folder is a folder")
    assert str(tmp_path) not in told.value.user_message


@pytest.mark.parametrize("write", [write_atomically, create_atomically])
def test_a_file_in_the_place_of_its_folder_is_told(tmp_path: Path, write: Write) -> None:
    (tmp_path / "folder").write_text("")
    with pytest.raises(DataFolderUnusable):
        write(tmp_path / "folder" / "file", "")


def test_what_is_private_is_never_readable_by_others(tmp_path: Path) -> None:
    write_atomically(tmp_path / "secret", "x", 0o600)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_not_created_again(tmp_path: Path) -> None:
    create_atomically(tmp_path / "once", "first")
    create_atomically(tmp_path / "once", "second")
    assert (tmp_path / "once").read_text() == "first"
    assert list(tmp_path.iterdir()) == [tmp_path / "once"]
