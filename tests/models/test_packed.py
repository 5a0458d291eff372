"""The packed e5 format: read right, and refused wherever it is damaged."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.errors import WeightsUnavailable
from civicsetu.models.packed import PackedE5, read_e5
from civicsetu.models.weights import E5_WEIGHTS, locate

PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁क")


def packed_file() -> bytes:
    """A tiny file of the format: five pieces, one float tensor of 4 and one block of 32 values."""
    blobs = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, blobs)])
    normalised = struct.pack("<IBI", ord("\n"), 1, ord(" "))
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 2, 64, 5, 8, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, offsets[-1])
    head += offsets.astype("<u4").tobytes() + np.arange(len(PIECES), dtype="<f4").tobytes() + b"".join(blobs)
    head += struct.pack("<iI", 1, len(normalised)) + normalised
    directory_size = 4 + 2 * (2 + 1 + 21)
    start = len(head) + directory_size
    head += struct.pack("<i", 2)
    head += struct.pack("<H1sBIQQ", 1, b"f", 0, 4, start, 16)
    head += struct.pack("<H1sBIQQ", 1, b"q", 1, 32, start + 16, 18)
    floats = np.array([1, 2, 3, 4], "<f4").tobytes()
    block = np.array([0.5], "<f2").tobytes() + bytes(range(16))
    return head + floats + block


WHOLE = packed_file()


def test_a_whole_file_is_read() -> None:
    packed = PackedE5(memoryview(WHOLE))
    assert (packed.shape.hidden, packed.shape.layers, packed.shape.positions) == (32, 1, 8)
    assert packed.vocabulary.pieces == PIECES
    assert packed.vocabulary.normalised == {"\n": " "}
    assert (packed.vocabulary.pad, packed.vocabulary.unknown) == (1, 3)
    assert packed.floats("f", 2).tolist() == [[1, 2], [3, 4]]


def test_four_bit_values_are_low_halves_first_and_scaled() -> None:
    values = PackedE5(memoryview(WHOLE)).matrix("q", 1)[0]
    assert values[:16].tolist() == [(number - 8) * 0.5 for number in range(16)]
    assert values[16:].tolist() == [-4.0] * 16


@pytest.mark.parametrize("length", range(len(WHOLE)))
def test_a_file_cut_anywhere_is_refused(length: int) -> None:
    with pytest.raises(WeightsUnavailable):
        PackedE5(memoryview(WHOLE[:length]))


def test_another_magic_is_refused() -> None:
    with pytest.raises(WeightsUnavailable, match="E5S1"):
        PackedE5(memoryview(b"GGUF" + WHOLE[4:]))


@given(at=st.integers(4, len(WHOLE) - 1), value=st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused_and_nothing_else(at: int, value: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[at] = value
    try:
        packed = PackedE5(memoryview(bytes(damaged)))
        packed.floats("f")
        packed.matrix("q", 1)
    except WeightsUnavailable:
        pass


def test_a_tensor_that_is_not_there_or_has_other_rows_is_refused() -> None:
    packed = PackedE5(memoryview(WHOLE))
    for wrong in (
        lambda: packed.floats("absent"),
        lambda: packed.matrix("f", 1),
        lambda: packed.floats("f", 3),
    ):
        with pytest.raises(WeightsUnavailable):
            wrong()


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.bin").touch()
    with pytest.raises(WeightsUnavailable, match="empty"):
        read_e5(tmp_path / "empty.bin")


def test_the_real_file_cut_in_the_middle_is_refused(tmp_path: Path) -> None:
    cut = tmp_path / "cut.bin"
    with locate(E5_WEIGHTS).open("rb") as file:
        cut.write_bytes(file.read(40_000_000))
    with pytest.raises(WeightsUnavailable, match="outside"):
        read_e5(cut)


def test_the_real_file_is_multilingual_e5_small() -> None:
    shape = read_e5(locate(E5_WEIGHTS)).shape
    assert (shape.hidden, shape.layers, shape.heads, shape.feed_forward) == (384, 12, 12, 1536)
    assert (shape.vocabulary, shape.positions, shape.token_types) == (250037, 512, 2)
