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
_STEPS = tuple(tuple(tuple(int(_D[check][int(row[digit])]) for digit in range(10)) for check in range(10)) for row in _P)  # fmt: skip
_DOUBLED = bytes.maketrans(b"0123456789", bytes((0, 2, 4, 6, 8, 1, 3, 5, 7, 9)))
_ZERO = ord("0")


def passes_verhoeff(digits: str) -> bool:
    """Whether the last digit is the Verhoeff check digit of the others, as in an Aadhaar number."""
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = _STEPS[place % 8][check][ord(digit) - _ZERO]
    return check == 0


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit of the others, as on a payment card."""
    backwards = digits.encode("ascii")[::-1]
    kept = backwards[::2]
    return (sum(kept) - _ZERO * len(kept) + sum(backwards[1::2].translate(_DOUBLED))) % 10 == 0
