"""Find the place that a caller names: a document that is held and a path as the law prints it."""

from __future__ import annotations

from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.errors import InputError, UnknownDocument
from civicsetu.law.paths import ProvisionPath, parse_path

_LONGEST_PATH = 80


def read_path(text: str) -> ProvisionPath:
    """Read the path of a provision.

    Raises:
        InputError: it is not one; nothing is guessed, and what was sent is not repeated.
    """
    try:
        if len(text) > _LONGEST_PATH:
            raise ValueError("too long")
        return parse_path(text.strip())
    except ValueError as error:
        message = "That is not the path of a provision; write it as the law prints it, such as 18(1)(a)."
        raise InputError("not a path", user_message=message) from error


def find_law(index: LawIndex, document: str) -> HeldLaw:
    """Return a law that is held; raises UnknownDocument."""
    law = index.laws.get(document)
    if law is None:
        raise UnknownDocument(
            user_message="We hold no document of that key; the list of documents names those that are held."
        )
    return law


def name_provision(law: HeldLaw, path: ProvisionPath) -> str:
    """Return the provision's name: 'section 18(1)(a)', 'Form A'."""
    return str(path) if path.is_annex else f"{law.doc_type.provision_noun} {path}"


def begin_sentence(text: str) -> str:
    """Return the text with a capital at its head; the case of labels such as (D) is kept."""
    return text[:1].upper() + text[1:]
