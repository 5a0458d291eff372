"""Say a message in the language of the present task: of a request, or of the answer that is being shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date

from civicsetu.web.language.catalogue import ENGLISH, PLACEHOLDER, Catalogue, get_catalogues
from civicsetu.web.language.english_sentences import get_sentences

_OF_PRINT = re.compile(r"(?:\(As (?:printed|public pages)|(?:The (?:fee|rate) is as|It is not known as of which day the|What the (?:fee|rate) was)) .+$")
"""A note on the print of a fee or rate, behind the sentence of law that says it."""
_language: ContextVar[str] = ContextVar("civicsetu_language", default=ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use this language for everything said inside, also in tasks that are begun inside."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def get_language() -> str:
    """Return the language of the present task."""
    return _language.get()


def get_catalogue() -> Catalogue:
    """Return the catalogue of the present task."""
    return get_catalogues()[_language.get()]


def say(key: str, **values: object) -> str:
    """Return a message, its placeholders filled in.

    Raises:
        KeyError: there is no such message, or a value for one of its placeholders is missing.
    """
    group, _, name = key.partition(".")
    text = get_catalogue().messages[group][name]
    return PLACEHOLDER.sub(lambda found: str(values[found.group(1)]), text)


def tell(english: str) -> str:
    """Return what a lower floor said in English in the language of the task; what is not known stays as it is."""
    code = _language.get()
    return english if code == ENGLISH else get_sentences(code).translate(english)


def tell_behind_law(english: str) -> str:
    """Return a sentence of law as it stands, and behind it in the language of the task what print its figure is of."""
    law, note = divide_at_print(english)
    return f"{law}{tell(note)}" if note else english


def divide_at_print(english: str) -> tuple[str, str]:
    """Return a sentence of law, and the note behind it on what print its figure is of; empty where there is none."""
    note = _OF_PRINT.search(english)
    return (english[: note.start()], note.group()) if note else (english, "")


def list_names(names: Sequence[str]) -> str:
    """Return 'Goa, Kerala and Bihar'."""
    if len(names) < 2:
        return "".join(names)
    return say("lists.last", first=", ".join(names[:-1]), last=names[-1])


def write_day(day: date) -> str:
    """Return `26 October 2020`."""
    catalogue = get_catalogue()
    return write_digits(f"{day.day} {catalogue.months[day.month - 1]} {day.year}")


def write_digits(text: str) -> str:
    """Return a text with the digits of the language."""
    return text.translate(str.maketrans("0123456789", get_catalogue().digits))


def read_english_day(text: str) -> str:
    """Return a day that was typed in any of the languages as it is written in English."""
    english = get_catalogues()[ENGLISH]
    for catalogue in get_catalogues().values():
        text = text.translate(str.maketrans(catalogue.digits, english.digits))
        for own, name in zip(catalogue.months, english.months, strict=True):
            text = text.replace(own, name)
    return text
