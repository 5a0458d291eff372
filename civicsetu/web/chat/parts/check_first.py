"""What to check before acting: what is missing or unsure, and up to which day each law is held."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation
from civicsetu.web.language.speaking import tell, write_day

_UNCHECKED = "changes were not checked"
_RATE_OF_PRINT = re.compile(r"The rate is as printed in (\w+ \d{4}); later changes were not checked\.")


@dataclass(frozen=True, slots=True)
class HeldUntil:
    """One law and the day up to which it is held; `day` is empty where that is not known.

    `address` is where the law itself is published; empty where no such address is known.
    """

    law: str
    day: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class CheckFirst:
    """Points to check first: `notes` are whole sentences, `laws` a date for each document cited.

    `unchecked`: that later changes were not checked is still to be said; a note may say it of a fee.
    """

    notes: tuple[str, ...]
    laws: tuple[HeldUntil, ...]
    unchecked: bool = False


def show_check(notes: Iterable[str], citations: Sequence[Citation], registry: Registry) -> CheckFirst | None:
    """Return what to check; None where nothing is cited and nothing is to be said.

    That a rate is as printed in the month up to which its law is held is said by the date of that law.
    """
    months = {f"{one.text_as_of:%B %Y}" for one in citations if one.text_as_of}
    told = tuple(one for one in dict.fromkeys(notes) if not _is_said_by_date(one, months))
    laws = tuple(_held_until(cited, registry) for cited in _by_document(citations))
    if not told and not laws:
        return None
    unchecked = not any(_UNCHECKED in note for note in told)
    return CheckFirst(tuple(map(tell, told)), laws, unchecked)


def _is_said_by_date(note: str, months: Collection[str]) -> bool:
    printed = _RATE_OF_PRINT.fullmatch(note)
    return printed is not None and printed[1] in months


def _by_document(citations: Sequence[Citation]) -> list[list[Citation]]:
    found: dict[str, list[Citation]] = {}
    for one in citations:
        found.setdefault(one.document, []).append(one)
    return list(found.values())


def _held_until(cited: Sequence[Citation], registry: Registry) -> HeldUntil:
    first = cited[0]
    days = [one.text_as_of for one in cited if one.text_as_of]
    known = registry.documents.get(first.document)
    exact = (one.url for one in cited if one.url.startswith("https://") and registry.is_exact_address(one.document, one.url))
    day = write_day(min(days)) if days else ""
    return HeldUntil(known.short_title if known else first.document_title, day, next(exact, ""))
