"""Checks digits by the rule of who issues the number."""

from __future__ import annotations

_D = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_P = (
    "0123456789", "1576283094", "5803796142", "8916043527",
    "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip
_TABLE = tuple(tuple(map(int, row)) for row in _D)
_DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
_ZERO = ord("0")


class _Products(dict[str, int]):
    """The product of up to four digits in Verhoeff's group, each first permuted by its place.

    The group is associative, so the digits of a number may be taken four at a time.
    """

    def __init__(self, place: int) -> None:
        super().__init__()
        self._rows = _P[place : place + 4]

    def __missing__(self, digits: str) -> int:
        product = 0
        for row, digit in zip(self._rows, reversed(digits), strict=False):
            product = _TABLE[product][int(row[int(digit)])]
        self[digits] = product
        return product


_LAST_FOUR, _FOUR_BEFORE = _Products(0), _Products(4)


def passes_verhoeff(digits: str) -> bool:
    """Return whether the last digit is the Verhoeff check digit of the others, as in an Aadhaar number."""
    check = 0
    for end in range(len(digits), 0, -8):
        middle = end - 4 if end > 4 else 0
        check = _TABLE[check][_LAST_FOUR[digits[middle:end]]]
        if middle:
            check = _TABLE[check][_FOUR_BEFORE[digits[middle - 4 if middle > 4 else 0 : middle]]]
    return check == 0


def passes_luhn(digits: str) -> bool:
    """Return whether the last digit is the Luhn check digit of the others, as on a payment card."""
    backwards = digits.encode("ascii")[::-1]
    kept = backwards[::2]
    return (sum(kept) - _ZERO * len(kept) + sum(backwards[1::2].translate(_DOUBLED))) % 10 == 0
