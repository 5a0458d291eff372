"""Name the law that is held, and what is not held of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from urllib.parse import urlsplit

from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.read import load_arrangement
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL, expand_numbers
from civicsetu.lexicon.listing import listed


def list_not_held(law: HeldLaw, registry: Registry) -> dict[str, str]:
    """Return the numbers that the law has and no edition held has, with their headings in brackets where known."""
    spec = registry.documents.get(law.key)
    if spec is None:
        return {}
    headings, held = load_arrangement(law.key), law.numbers()
    return {
        number: f" ({headings[number].rstrip('.')})" if number in headings else ""
        for number in expand_numbers(spec.expected)
        if number not in held
    }


def is_whole(law: HeldLaw, registry: Registry) -> bool:
    """Return whether every provision that the law is known to have is held: only then is one said not to exist."""
    return law.key in registry.documents and not list_not_held(law, registry)


def numbers_held(law: HeldLaw) -> str:
    """Return the numbers held: 'rules 1 to 14 and 16 to 36'."""
    numbers = sorted(law.numbers(), key=lambda number: (len(number), number))
    return f"{law.doc_type.provision_noun}{'s' if len(numbers) > 1 else ''} {_ranges(numbers)}"


def official_place(law: HeldLaw) -> str:
    """Return the site of the official text, in brackets; not the whole address, since no link is made of it."""
    site = urlsplit(law.url).netloc.removeprefix("www.")
    return f" (official place: {site})" if site else ""


def _ranges(numbers: Sequence[str]) -> str:
    """['1', '2', '3', '7'] -> '1 to 3 and 7'."""
    values = sorted(int(number) for number in numbers if number.isdigit())
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return listed(told)


def name_held(index: LawIndex, registry: Registry, keys: Sequence[str] = ()) -> str:
    """Return the titles of those documents, or of all held; where they are many, the states' by the states' names."""
    laws = [law for key, law in index.laws.items() if not keys or key in keys]
    if len(laws) <= ANSWERING.titles_named:
        return listed([f"the {law.title}" for law in laws])
    titles = [f"the {law.title}" for law in laws if law.jurisdiction == CENTRAL]
    states = {registry.name_of(law.jurisdiction) for law in laws if law.jurisdiction != CENTRAL}
    return f"{listed(titles)}, and rules of {listed(sorted(states))}"


def written_day(day: date | None) -> str:
    """Return the day in words, '3 February 1940'; 'that day' without one."""
    return f"{day.day} {day:%B %Y}" if day else "that day"


def name_states(codes: Sequence[str], registry: Registry) -> str:
    """Return the names of states in a row."""
    return listed([registry.name_of(code) for code in codes])
