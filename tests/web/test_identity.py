"""A cookie is worth an identity only if it was signed here and has not expired."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import pytest

from civicsetu.errors import DataFolderUnusable
from civicsetu.web.identity import SHARED_NAME, Identities, read_cookie
from civicsetu.web.secret import derive_key, read_page_secret

NOW = 1_800_000_000
DAY = 86_400


def identities(key: bytes = b"k" * 32, at: float = NOW, days: int = 30) -> Identities:
    return Identities(key, days, clock=lambda: at)


def test_a_signed_cookie_brings_its_identity_back() -> None:
    ours = identities()
    one = ours.mint()
    assert ours.read(ours.cookie_value(one)) == one
    assert ours.read_header(f"a=b; {ours.cookie}={ours.cookie_value(one)}; c=d") == one


def test_two_identities_differ() -> None:
    assert identities().mint().id != identities().mint().id


@pytest.mark.parametrize(
    "value", [None, "", "1", "1.x.y.z", "null", "1." + "0" * 32 + ".1800000000." + "0" * 64]
)
def test_what_was_not_signed_here_is_nobody(value: str | None) -> None:
    assert identities().read(value) is None


def test_every_changed_character_is_noticed() -> None:
    ours = identities()
    value = ours.cookie_value(ours.mint())
    for place in range(len(value)):
        changed = value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
        assert ours.read(changed) is None, place


def test_another_key_does_not_open_it() -> None:
    value = identities(b"a" * 32).cookie_value(identities().mint())
    assert identities(b"b" * 32).read(value) is None


def test_an_expired_cookie_is_nobody() -> None:
    value = identities().cookie_value(identities().mint())
    assert identities(at=NOW + 29 * DAY).read(value) is not None
    assert identities(at=NOW + 31 * DAY).read(value) is None


@pytest.mark.parametrize("days", [1, 2, 400, 20_000])
def test_a_cookie_signed_here_on_a_day_to_come_keeps_its_identity(days: int) -> None:
    """The clock was put forward, and then right."""
    ahead = identities(at=NOW + days * DAY)
    one = ahead.mint()
    assert identities().read(ahead.cookie_value(one)) == one


@pytest.mark.parametrize(("days", "due"), [(0, False), (1, False), (2, True), (-1, False), (-3, True)])
def test_a_cookie_of_another_day_is_signed_again_for_today(days: int, due: bool) -> None:
    one = identities().mint()
    today = identities(at=NOW + days * DAY)
    assert today.is_due(one) is due
    assert today.renew(one).id == one.id and today.renew(one).issued == NOW + days * DAY


def test_each_installation_names_its_cookie_after_its_key() -> None:
    names = {identities(key).cookie for key in (b"a" * 32, b"b" * 32, b"c" * 32)}
    assert len(names) == 3
    assert all(re.fullmatch(r"civicsetu_browser_[0-9a-f]{8}", name) for name in names)
    assert identities(b"a" * 32).cookie in names, "the same after a restart"


def test_the_cookie_of_an_earlier_release_is_taken_over_if_it_was_signed_here() -> None:
    ours, one = identities(), identities().mint()
    header = f"{SHARED_NAME}={ours.cookie_value(one)}"
    assert ours.read_header(header) == one and not ours.is_named(header)
    assert identities(b"b" * 32).read_header(header) is None


def test_our_own_cookie_comes_before_the_shared_one() -> None:
    ours = identities()
    own, shared = ours.mint(), ours.mint()
    header = f"{SHARED_NAME}={ours.cookie_value(shared)}; {ours.cookie}={ours.cookie_value(own)}"
    assert ours.read_header(header) == own and ours.is_named(header)


def test_an_identity_in_use_is_renewed_and_stays_itself() -> None:
    one = identities().mint()
    later = identities(at=NOW + 2 * DAY)
    assert later.is_due(one) and not identities().is_due(one)
    assert later.renew(one).id == one.id
    assert later.renew(one).issued == NOW + 2 * DAY


def test_a_broken_cookie_header_is_no_cookie() -> None:
    assert read_cookie("\x00=;;;=,", SHARED_NAME) is None
    assert read_cookie(None, SHARED_NAME) is None


def test_the_secret_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    first = read_page_secret(tmp_path)
    assert read_page_secret(tmp_path) == first
    assert len(first) == 64
    assert stat.S_IMODE((tmp_path / "secrets" / "page").stat().st_mode) == 0o600
    assert list((tmp_path / "secrets").iterdir()) == [tmp_path / "secrets" / "page"]


def test_two_data_folders_have_two_secrets(tmp_path: Path) -> None:
    assert read_page_secret(tmp_path / "a") != read_page_secret(tmp_path / "b")


def test_a_damaged_secret_is_told_not_replaced(tmp_path: Path) -> None:
    read_page_secret(tmp_path)
    (tmp_path / "secrets" / "page").write_text("short")
    with pytest.raises(DataFolderUnusable, match="is not a secret"):
        read_page_secret(tmp_path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFolderUnusable):
        read_page_secret(tmp_path / "file")


def test_each_purpose_has_its_own_key() -> None:
    assert derive_key("0" * 64, "one") != derive_key("0" * 64, "two")
