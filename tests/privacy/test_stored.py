"""The search over what was written down finds a secret in each way it could stand there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.privacy.frozen import Form
from tests.privacy.stored import files_below, found_in

_SENT = [Form("a", "phone", "", "+91 98450-१२३४५"), Form("b", "e-mail", "", "राज @ x.com")]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("(1,call 9845012345,t)", 1),
        ("call 98450 12345", 1),
        (json.dumps({"q": "98450-१२३४५"}), 1),
        (json.dumps({"q": "राज@x.com"}), 1),
        ("[phone] and [e-mail]", 0),
        ("9845 and 12345 apart", 0),
    ],
)
def test_a_secret_is_found_however_it_is_written(written: str, found: int) -> None:
    assert len(found_in("there", written, _SENT)) == found


def test_every_file_below_a_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "x.bin").write_bytes(b"\xff\x009845012345")
    [(name, text)] = files_below(tmp_path)
    assert name.endswith("x.bin") and found_in(name, text, _SENT)
    assert not list(files_below(tmp_path, but=["b"]))
