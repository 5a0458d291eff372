"""The packed e5 file (magic E5S1), read as data with every offset checked.

Little-endian: sizes, a unigram vocabulary with its normalisation table, a directory of
tensors, then the tensors: float32, or blocks of 32 four-bit values that share one float16
scale. A damaged file is an error here and never a wrong model.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from civicsetu.errors import WeightsUnavailable

Floats = npt.NDArray[np.float32]


class _Reader:
    """Reads little-endian values one after another and never past the end."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> memoryview:
        if size < 0 or size > len(self._data) - self._at:
            raise WeightsUnavailable(f"packed weights end at {len(self._data)}, {size} more bytes expected")
        piece = self._data[self._at : self._at + size]
        self._at += size
        return piece

    def integers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(f"<{layout}", self.take(struct.calcsize(f"<{layout}")))

    def one(self, code: str) -> int:
        return self.integers(code)[0]

    def fraction(self) -> float:
        return float(struct.unpack("<f", self.take(4))[0])

    def array(self, dtype: type[np.generic], count: int) -> npt.NDArray[np.generic]:
        if count < 0:
            raise WeightsUnavailable("packed weights name a negative count")
        return np.frombuffer(self.take(count * np.dtype(dtype).itemsize), dtype, count)


@dataclass(frozen=True, slots=True)
class EncoderShape:
    """The sizes of a BERT encoder."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A unigram vocabulary: pieces with log scores, and how characters are normalised."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    normalised: dict[str, str]
    bos: int
    eos: int
    pad: int
    unknown: int


@dataclass(frozen=True, slots=True)
class _Entry:
    """Where one tensor lies: kind (0 float32, 1 four-bit blocks), values, bytes from and count."""

    kind: int
    count: int
    start: int
    size: int


_FLOAT32, _FOUR_BIT = 0, 1
_BLOCK, _BLOCK_BYTES = 32, 18
_LARGEST = 1 << 31


class PackedE5:
    """The file `e5-small-q4.bin`: shape, vocabulary and tensors.

    Raises:
        WeightsUnavailable: a wrong magic, a truncated file, or a tensor outside of it.
    """

    def __init__(self, data: memoryview) -> None:
        self._data = data
        reader = _Reader(data)
        if bytes(reader.take(4)) != b"E5S1":
            raise WeightsUnavailable("packed weights do not begin with E5S1")
        reader.one("I")
        self.shape = _read_shape(reader)
        self.vocabulary = _read_vocabulary(reader)
        self._entries = _read_entries(reader, len(data))

    def floats(self, name: str, rows: int | None = None) -> Floats:
        """Return a float32 tensor, flat or of `rows` rows."""
        entry = self._entry(name, _FLOAT32)
        flat = np.frombuffer(self._data, np.float32, entry.count, entry.start).copy()
        return _shaped(name, flat, rows)

    def matrix(self, name: str, rows: int) -> Floats:
        """Return a four-bit tensor as float32: blocks of 32 values share one float16 scale."""
        entry = self._entry(name, _FOUR_BIT)
        blocks = np.frombuffer(self._data, np.uint8, entry.size, entry.start).reshape(-1, _BLOCK_BYTES)
        scale = blocks[:, :2].copy().view(np.float16).astype(np.float32)
        packed = blocks[:, 2:]
        values = np.empty((len(blocks), _BLOCK), np.float32)
        values[:, : _BLOCK // 2] = packed & 15
        values[:, _BLOCK // 2 :] = packed >> 4
        values -= 8
        values *= scale
        return _shaped(name, values.reshape(-1), rows)

    def _entry(self, name: str, kind: int) -> _Entry:
        entry = self._entries.get(name)
        if entry is None or entry.kind != kind:
            raise WeightsUnavailable(f"packed weights hold no tensor {name} of kind {kind}")
        return entry


def read_e5(path: Path) -> PackedE5:
    """Map the file and read its directory; tensors are read when asked for."""
    if path.stat().st_size == 0:
        raise WeightsUnavailable("packed weights are empty")
    with path.open("rb") as file:
        return PackedE5(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))


def _shaped(name: str, flat: Floats, rows: int | None) -> Floats:
    if rows is None:
        return flat
    if rows <= 0 or flat.size % rows:
        raise WeightsUnavailable(f"tensor {name} of {flat.size} values has no {rows} rows")
    return flat.reshape(rows, -1)


def _read_shape(reader: _Reader) -> EncoderShape:
    sizes = reader.integers("7i")
    epsilon = reader.fraction()
    block = reader.one("i")
    if block != _BLOCK or min(sizes) <= 0 or max(sizes) > 1_000_000 or sizes[0] % sizes[2]:
        raise WeightsUnavailable(f"packed weights name impossible sizes {sizes}, block {block}")
    return EncoderShape(*sizes, epsilon=epsilon)


def _read_vocabulary(reader: _Reader) -> Vocabulary:
    count, bos, eos, pad, unknown = reader.integers("5i")
    length = reader.one("Q")
    if not 0 < count <= 1_000_000 or not all(0 <= special < count for special in (bos, eos, pad, unknown)):
        raise WeightsUnavailable(f"packed weights name an impossible vocabulary of {count}")
    offsets = reader.array(np.uint32, count + 1).astype(np.int64)
    scores = reader.array(np.float32, count)
    blob = bytes(reader.take(length))
    if offsets[-1] > length or np.any(np.diff(offsets) < 0):
        raise WeightsUnavailable("pieces of the packed vocabulary lie outside of it")
    pieces = tuple(blob[start:end].decode("utf-8", "replace") for start, end in pairwise(offsets))
    return Vocabulary(pieces, tuple(map(float, scores)), _read_normalisation(reader), bos, eos, pad, unknown)


def _read_normalisation(reader: _Reader) -> dict[str, str]:
    count, size = reader.one("i"), reader.one("I")
    table = _Reader(reader.take(size))
    normalised: dict[str, str] = {}
    for _ in range(count):
        code, length = table.one("I"), table.one("B")
        outputs = table.integers(f"{length}I")
        if max((code, *outputs)) > 0x10FFFF:
            raise WeightsUnavailable("packed weights normalise something that is no character")
        normalised[chr(code)] = "".join(map(chr, outputs))
    return normalised


def _read_entries(reader: _Reader, total: int) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for _ in range(reader.one("i")):
        name = bytes(reader.take(reader.one("H"))).decode("utf-8", "replace")
        kind, count, start, size = reader.one("B"), *reader.integers("IQQ")
        expected = count * 4 if kind == _FLOAT32 else count // _BLOCK * _BLOCK_BYTES
        if kind not in (_FLOAT32, _FOUR_BIT) or count >= _LARGEST or size != expected or start + size > total:
            raise WeightsUnavailable(f"tensor {name!r} lies outside the packed weights")
        entries[name] = _Entry(kind, count, start, size)
    return entries
