"""The path of a provision as the law prints it, and the ids derived from it.

`18(1)(a)`, `2(zk)`, `4(2)(l)(D) proviso 2`, `7(1)(c) explanation(A)(i)`: a number,
then labels in brackets and the words *proviso* and *explanation*. A path is read from
the text, never counted (an ordinal appears only where the law itself prints several
provisos in a row). Ids are UUIDv5, so the same law has the same ids on every machine.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from functools import lru_cache

NAMESPACE = uuid.UUID("6f1d2c1e-6c0e-5b57-9a55-0b3a2e5d7c11")

_NUMBER = re.compile(
    r"[0-9]{1,3}[A-Z]{0,2}|(?:Form|Schedule|Annexure|Appendix)(?: (?:[A-Z]{1,2}|[0-9]{1,2}))?(?![A-Za-z0-9])"
)
_ANNEX_RANK = 1_000
_LABEL = re.compile(
    r"\(([0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,3})\)|\s+(proviso|explanation)(?: ([0-9]{1,2}))?"
)


@dataclass(frozen=True, slots=True, order=True)
class ProvisionPath:
    """Number of the section, rule or regulation, then its labels from the outside in.

    What follows the last rule has a name instead of a number: `Form A`, `Schedule 2`.
    """

    number: str
    labels: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.number + "".join(
            f" {label}" if label.startswith(("proviso", "explanation")) else f"({label})"
            for label in self.labels
        )

    @property
    def is_annex(self) -> bool:
        """Whether it is a form, a schedule or an annexure."""
        return not self.number[0].isdigit()

    @property
    def rank(self) -> int:
        """The number without its letters, for ordering; annexes come after every number."""
        digits = "".join(character for character in self.number if character.isdigit())
        return _ANNEX_RANK if self.is_annex else int(digits)

    @property
    def parent(self) -> ProvisionPath | None:
        """The path one level up; None for a whole section."""
        return ProvisionPath(self.number, self.labels[:-1]) if self.labels else None

    @property
    def ancestors(self) -> tuple[ProvisionPath, ...]:
        """All paths above this one, the whole section first."""
        return tuple(ProvisionPath(self.number, self.labels[:depth]) for depth in range(len(self.labels)))

    def child(self, label: str) -> ProvisionPath:
        return ProvisionPath(self.number, (*self.labels, label))

    def contains(self, other: ProvisionPath) -> bool:
        """Return True when `other` is this provision or lies inside it."""
        return other.number == self.number and other.labels[: len(self.labels)] == self.labels


@lru_cache(maxsize=16_384)
def parse_path(text: str) -> ProvisionPath:
    """Read a path back from its printed form.

    Raises:
        ValueError: the text is not a path; nothing is guessed.
    """
    number = _NUMBER.match(text)
    if number is None:
        raise ValueError(f"not the path of a provision: {text!r}")
    labels: list[str] = []
    at = number.end()
    while at < len(text):
        found = _LABEL.match(text, at)
        if found is None:
            raise ValueError(f"not the path of a provision: {text!r}")
        bracket, word, ordinal = found.groups()
        labels.append(bracket if bracket else f"{word} {ordinal}" if ordinal else word)
        at = found.end()
    return ProvisionPath(number.group(), tuple(labels))


def document_id(key: str) -> uuid.UUID:
    return uuid.uuid5(NAMESPACE, key)


def provision_id(document: str, path: ProvisionPath | str) -> uuid.UUID:
    """Return the id of a provision, the same in every edition and version."""
    return uuid.uuid5(NAMESPACE, f"{document} {path}")


def edition_id(document: str, edition: str, language: str, sha256: str) -> uuid.UUID:
    """Return the id of one version of one edition of a document."""
    return uuid.uuid5(NAMESPACE, f"{document} {edition} {language} {sha256}")


def chunk_id(edition: uuid.UUID, path: ProvisionPath | str, start: int, end: int) -> uuid.UUID:
    return uuid.uuid5(NAMESPACE, f"{edition} {path} {start}-{end}")


def entry_id(document: str, path: ProvisionPath | str, form: str, language: str, index: int) -> uuid.UUID:
    """Return the id of the `index`-th row of a unit's keyphrases of a form in a language."""
    return uuid.uuid5(NAMESPACE, f"{document} {path} keyphrases {form} {language} {index}")
