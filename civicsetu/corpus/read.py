"""Read a law's text from where it lies, and say what it is before anything is divided.

A starter file is Markdown with a front matter that names the document, the edition, the
date up to which changes are in it and what it was restated from. An official file is
plain text as its publisher gives it. Neither is altered: offsets are into this very text.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from civicsetu.corpus.divide import CONSOLIDATED, STARTER, TextProfile, divide
from civicsetu.corpus.yaml_data import load, reason
from civicsetu.errors import CorpusError, NotThisLaw, SourceMissing
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.provisions import ProvisionTree

MAX_BYTES = 20_000_000
_TITLE_WITHIN = 4_000


class StarterFront(BaseModel):
    """Front matter of a restatement."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    edition: EditionKind
    language: str = "en"
    text_as_of: date
    basis: str
    restated_from: str
    reviewed: str
    note: str = ""


@dataclass(frozen=True)
class SourceText:
    """One edition's text as read, with all that must be known of it."""

    spec: DocumentSpec
    edition: EditionKind
    language: str
    body: str
    sha256: str
    basis: str
    text_as_of: date | None
    note: str
    profile: TextProfile
    whole: bool

    def divided(self) -> ProvisionTree:
        """The provision tree, its headings checked against the law's arrangement.

        Raises:
            NotThisLaw: a provision is missing, doubled, out of order, or bears another heading.
        """
        tree = divide(self.body, self.spec, self.profile, whole=self.whole)
        _check_headings(tree, self.spec)
        return tree


def read_starter(spec: DocumentSpec) -> SourceText | None:
    """The restatement that ships with the package; None where there is none yet.

    Raises:
        CorpusError: the file's front matter is malformed or names another document.
    """
    resource = files("civicsetu.corpus").joinpath("starter", f"{spec.key}.md")
    if not resource.is_file():
        return None
    return parse_starter(spec, resource.read_text("utf-8"))


def parse_starter(spec: DocumentSpec, text: str) -> SourceText:
    """Split front matter and body of a restatement; offsets are into the body."""
    parts = text.split("---\n", 2)
    try:
        if len(parts) != 3 or parts[0].strip():
            raise ValueError("it does not start with a front matter between two lines of ---")
        front = StarterFront.model_validate(load(parts[1]))
        if front.document != spec.key or front.edition is not EditionKind.PLAIN:
            raise ValueError(f"it says it is the {front.edition} edition of {front.document}")
    except (ValueError, ValidationError, yaml.YAMLError) as error:
        message = f"The restatement of {spec.key} cannot be used: {reason(error)}."
        raise CorpusError(message, user_message=message) from error
    body = parts[2].lstrip("\n")
    return SourceText(
        spec,
        front.edition,
        front.language,
        body,
        _sha256(body),
        front.basis,
        front.text_as_of,
        front.note,
        STARTER,
        whole=False,
    )


def read_official(spec: DocumentSpec, folder: Path) -> SourceText:
    """The official text from `folder/<key>/<filename>` or `folder/<filename>`.

    Raises:
        SourceMissing: no such folder or file.
        NotThisLaw: not text, empty, too large, or the law's title is not at its head.
    """
    if not folder.is_dir():
        raise SourceMissing(str(folder), user_message=f"There is no folder {folder}.")
    path = next(
        (path for path in (folder / spec.key / spec.filename, folder / spec.filename) if path.is_file()), None
    )
    if path is None:
        message = f"No file {spec.key}/{spec.filename} was found in {folder}."
        raise SourceMissing(message, user_message=message)
    body = _decode(path, spec)
    _check_title(body, spec, path)
    return SourceText(
        spec,
        EditionKind.OFFICIAL,
        "en",
        body,
        _sha256(body),
        "official",
        spec.official_text_as_of,
        spec.official_text_note,
        CONSOLIDATED,
        whole=True,
    )


def _decode(path: Path, spec: DocumentSpec) -> str:
    try:
        size = path.stat().st_size
        if not 0 < size <= MAX_BYTES:
            what = "is empty" if not size else f"is larger than {MAX_BYTES // 1_000_000} MB"
            raise NotThisLaw(user_message=f"{path.name} {what}; it cannot be {spec.title}.")
        return path.read_text("utf-8")
    except UnicodeDecodeError as error:
        message = f"{path.name} is not a text file; the text of {spec.title} was expected."
        raise NotThisLaw(message, user_message=message) from error
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}."
        raise SourceMissing(message, user_message=message) from error


def _check_title(body: str, spec: DocumentSpec, path: Path) -> None:
    if _plain(spec.title) not in _plain(body[:_TITLE_WITHIN]):
        message = f"{path.name} does not bear the title of {spec.title}."
        raise NotThisLaw(message, user_message=message)


def _check_headings(tree: ProvisionTree, spec: DocumentSpec) -> None:
    printed = arrangement(spec.key)
    for section in tree.sections():
        expected = printed.get(str(section.path))
        if expected is not None and _plain(section.heading) != _plain(expected):
            noun = spec.doc_type.provision_noun
            message = (
                f"{spec.title}: {noun} {section.path} is headed {section.heading[:80]!r}, "
                f"but the law prints {expected[:80]!r}."
            )
            raise NotThisLaw(message, user_message=message)


@lru_cache(maxsize=64)
def arrangement(key: str) -> dict[str, str]:
    """Printed headings by number; empty where none are recorded."""
    resource = files("civicsetu.corpus").joinpath("arrangements", f"{key}.yaml")
    if not resource.is_file():
        return {}
    return {str(number): str(heading) for number, heading in load(resource.read_text("utf-8")).items()}


def _plain(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())


def _sha256(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()
