"""What the page keeps in the data folder, damaged in every way: told in one sentence, or made anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from civicsetu.errors import DataFolderUnusable
from civicsetu.web.pagefiles.page_files import ABOUT, prepare_page
from civicsetu.web.pagefiles.readme import renew
from civicsetu.web.secret import damage_of, page_secret

Damage = Callable[[Path], None]


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


def binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)))


def other_letters(path: Path) -> None:
    """As long as a secret, and not one."""
    path.write_text("z" * 64)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def a_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("")


DAMAGES = [emptied, cut, binary, other_letters, a_folder]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_secret_is_told_with_its_own_mend_and_never_replaced(
    tmp_path: Path, damage: Damage
) -> None:
    page_secret(tmp_path)
    damage(tmp_path / "secrets" / "page")
    for _ in range(2):
        with pytest.raises(DataFolderUnusable) as told:
            page_secret(tmp_path)
        message = told.value.user_message
        assert damage_of(tmp_path) == message, "doctor says the same"
        assert message.startswith("The file secrets/page in the data folder is damaged.")
        assert "space" not in message and str(tmp_path) not in message


def test_a_secret_that_is_well_or_not_made_yet_is_no_damage(tmp_path: Path) -> None:
    assert damage_of(tmp_path) == ""
    assert not (tmp_path / "secrets").exists(), "to look makes nothing"
    page_secret(tmp_path)
    assert damage_of(tmp_path) == ""


@pytest.mark.parametrize("name", ["app.py", "chainlit.md", ABOUT, ".chainlit/config.toml"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_of_the_page_is_made_anew(tmp_path: Path, name: str, damage: Damage) -> None:
    page = prepare_page(tmp_path)
    before = (page / name).read_bytes()
    damage(page / name)
    assert prepare_page(tmp_path) == page
    assert (page / name).read_bytes() == before


@pytest.mark.parametrize("name", ["", "public", ".chainlit", ".chainlit/translations"])
def test_a_file_where_a_folder_of_the_page_belongs_is_made_anew(tmp_path: Path, name: str) -> None:
    page = prepare_page(tmp_path)
    before = sorted(path.relative_to(page) for path in page.rglob("*"))
    a_file(page / name)
    prepare_page(tmp_path)
    assert sorted(path.relative_to(page) for path in page.rglob("*")) == before


def test_a_folder_deep_in_the_page_in_the_place_of_a_file_is_made_anew(tmp_path: Path) -> None:
    page = prepare_page(tmp_path)
    inner = next(path for path in (page / "public").rglob("*") if path.is_file())
    a_folder(inner)
    prepare_page(tmp_path)
    assert inner.is_file()


@pytest.mark.parametrize("name", ["chainlit.md", ABOUT])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_about_page_does_not_end_the_chat(tmp_path: Path, name: str, damage: Damage) -> None:
    page = prepare_page(tmp_path)
    damage(page / name)
    renew(tmp_path, [])
    assert prepare_page(tmp_path) == page
