"""The labels a law prints before its parts, and which label can come after which."""

from __future__ import annotations

from enum import StrEnum

_ROMAN = (
    "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx "
    "xxi xxii xxiii xxiv xxv xxvi xxvii xxviii xxix xxx"
).split()

_DOUBLED = frozenset((2 * chr(letter), 2 * chr(letter + 1)) for letter in range(ord("a"), ord("z")))
"""`(aa)`, `(bb)`, `(cc)`: how some prints count on after `(z)`."""


class LabelKind(StrEnum):
    NUMBER = "number"
    LETTER = "letter"
    ROMAN = "roman"
    CAPITAL = "capital"


def opening_kind(label: str) -> LabelKind | None:
    """The kind of list that starts with this label; None when no list starts so.

    `(i)` opens a roman list: a lettered list never starts with its ninth letter.
    """
    return {
        "1": LabelKind.NUMBER,
        "a": LabelKind.LETTER,
        "i": LabelKind.ROMAN,
        "A": LabelKind.CAPITAL,
    }.get(label)


def follows(kind: LabelKind, before: str, label: str) -> bool:
    """True when `label` is the next of that list after `before`, or was inserted after it.

    Amendments insert `(ab)` after `(a)` and `(2A)` after `(2)`; `(za)` comes after `(z)`.
    """
    if kind is LabelKind.ROMAN:
        return label in _ROMAN and before in _ROMAN and _ROMAN.index(label) == _ROMAN.index(before) + 1
    if kind is LabelKind.NUMBER:
        return _follows_number(before, label)
    if kind is LabelKind.CAPITAL:
        return label.isupper() and _follows_letters(before.lower(), label.lower())
    return label.islower() and _follows_letters(before, label)


def _follows_number(before: str, label: str) -> bool:
    digits_before, digits = before.rstrip("ABCDEFGHIJ"), label.rstrip("ABCDEFGHIJ")
    if not (digits_before.isdigit() and digits.isdigit()):
        return False
    inserted, inserted_before = label[len(digits) :], before[len(digits_before) :]
    if digits == digits_before:
        return bool(inserted) and inserted == (chr(ord(inserted_before) + 1) if inserted_before else "A")
    return int(digits) == int(digits_before) + 1 and not inserted


def _follows_letters(before: str, label: str) -> bool:
    if (before, label) == ("z", "aa") or (before, label) in _DOUBLED:
        return True
    return label in (_next_letters(before), _next_letters(before[:1]) if before[0] != "z" else "") or (
        len(label) == len(before) + 1 and label.startswith(before) and before[-1] != "z"
    )


def _next_letters(letters: str) -> str:
    """a -> b, z -> za, za -> zb."""
    if letters[-1] == "z":
        return letters + "a"
    return letters[:-1] + chr(ord(letters[-1]) + 1)
