"""The main script is sent packed: the smallest form a browser takes, under the hash of its text."""

from __future__ import annotations

import gzip
from pathlib import Path

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.web.pagefiles.packed_script import PackedScript, name_by_content, read_encodings

TEXT = "export const mill = (corn) => corn.map((one) => one * 2);\n" * 400


def make(folder: Path, text: str = TEXT) -> PackedScript:
    return PackedScript("index-abc.js", text, folder)


def pack_best(script: PackedScript) -> None:
    script.choose("br")
    assert script._packing is not None
    script._packing.join(20)


def test_each_browser_gets_a_form_that_it_takes(tmp_path: Path) -> None:
    script = make(tmp_path)
    packed, encoding = script.choose("gzip, deflate, br, zstd")
    assert encoding == "br" and brotli.decompress(packed).decode() == TEXT
    packed, encoding = script.choose("gzip, br;q=0")
    assert encoding == "gzip" and gzip.decompress(packed).decode() == TEXT
    assert script.choose("") == (TEXT.encode(), "")


def test_the_best_packing_is_made_once_and_kept_for_the_next_start(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef.br").write_bytes(b"of an earlier text")
    script = make(tmp_path)
    pack_best(script)
    best, _ = script.choose("br")
    assert [one.name for one in tmp_path.iterdir()] == [f"{script.tag}.br"]
    again = make(tmp_path)
    assert again.choose("br") == (best, "br") and again._packing is None


def test_a_kept_packing_that_is_damaged_is_made_again(tmp_path: Path) -> None:
    first = make(tmp_path)
    pack_best(first)
    (tmp_path / f"{first.tag}.br").write_bytes(first.choose("br")[0][:40])
    packed, _ = make(tmp_path).choose("br")
    assert brotli.decompress(packed).decode() == TEXT


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file in the folder's place")
    script = make(tmp_path / "taken")
    pack_best(script)
    assert brotli.decompress(script.choose("br")[0]).decode() == TEXT


def test_another_text_has_another_address(tmp_path: Path) -> None:
    first, second = make(tmp_path), make(tmp_path, TEXT + " ")
    html = '<head><script type="module" crossorigin src="/assets/index-abc.js"></script></head>'
    named = name_by_content(html, first)
    assert f'src="{first.address}"' in named and first.address != second.address
    assert named.index("importmap") < named.index('type="module"'), "its further scripts import it by its path"
    assert name_by_content("<head></head>", first) == "<head></head>"


@pytest.mark.parametrize(("header", "taken"), [("br;q=0.5", {"br"}), ("BR", {"br"}), ("br; q=0.000,gzip", {"gzip"}), (",;", set())])
def test_encodings_are_read_with_their_weights(header: str, taken: set[str]) -> None:
    assert read_encodings(header) == taken


@given(st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_header_is_read(header: str) -> None:
    assert all(one == one.lower() for one in read_encodings(header))
