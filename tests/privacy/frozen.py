"""Reads the frozen sets of personal data and harmless texts, and checks what masking made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from civicsetu.privacy.kinds import PersonalDataKind
from civicsetu.privacy.normalise import normalise

FOLDER = Path(__file__).resolve().parents[2] / "eval" / "masking"
_LONGEST_LEFT = 6


class Form(NamedTuple):
    """A text with personal data in it, and that data as it is typed there."""

    id: str
    kind: str
    text: str
    secret: str


class Harmless(NamedTuple):
    """A text without personal data."""

    id: str
    text: str


def forms(folder: Path = FOLDER) -> list[Form]:
    """The forms of all sets; fails where there is none or a secret is not in its text."""
    rows = _rows(folder, "forms*.jsonl")
    read = [Form(**{name: row[name] for name in Form._fields}) for row in rows]
    for form in read:
        assert form.secret and form.secret in form.text, f"{form.id}: its text does not hold its secret"
    return read


def harmless(folder: Path = FOLDER) -> list[Harmless]:
    """The harmless texts of all sets; fails where there is none."""
    return [Harmless(row["id"], row["text"]) for row in _rows(folder, "harmless*.jsonl")]


def survives(secret: str, shown: str) -> bool:
    """Whether the secret, or six of its digits in a row, can be read in what is shown."""
    hidden, seen = bare(secret), bare(shown)
    if hidden in seen:
        return True
    digits, left = digits_of(hidden), digits_of(seen)
    pieces = (digits[at : at + _LONGEST_LEFT] for at in range(len(digits) - _LONGEST_LEFT + 1))
    return any(piece in left for piece in pieces)


def is_masked(form: Form, shown: str) -> bool:
    """Whether nothing of the secret survives and the name of a kind stands in the text."""
    return not survives(form.secret, shown) and any(kind.placeholder in shown for kind in PersonalDataKind)


def _rows(folder: Path, pattern: str) -> list[dict[str, str]]:
    files = sorted(folder.glob(pattern))
    if not files:
        raise FileNotFoundError(f"{pattern} in {folder.name}")
    lines = [line for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [json.loads(line) for line in lines]


def bare(text: str) -> str:
    """Letters and digits alone, as normalised: how they are grouped hides nothing."""
    return "".join(filter(str.isalnum, normalise(text).text))


def digits_of(text: str) -> str:
    return "".join(filter(str.isdigit, text))
