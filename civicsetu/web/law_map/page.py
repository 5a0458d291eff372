"""The map as HTML: the laws held, by state, and the place where the script puts what is opened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from civicsetu.answering.lookup.documents import DocumentDetails
from civicsetu.law.documents import CENTRAL
from civicsetu.web.law_map.links import PATH, MapPlace

WORDS = {
    "title": "The law's map",
    "app": "CivicSetu",
    "about": "Go through the law itself: choose a law, open a provision, see what it is joined to.",
    "ask": "Ask a question",
    "skip": "Skip to the law",
    "laws": "Laws held",
    "choose": "Choose a law",
    "law": "Law",
    "search": "Number, heading or words",
    "find": "Search",
    "central": "All of India",
    "no_laws": "No law is held yet.",
    "no_script": "The tree and the connections need JavaScript. Please allow it for this site.",
    "disclaimer": "Information about the law, not legal advice.",
}
"""What the page itself says; what its script says stands in `public/law_map/words.js`."""


@dataclass(frozen=True, slots=True)
class StateLaws:
    """The laws held of one state; those of CENTRAL hold in all of India."""

    name: str
    laws: tuple[DocumentDetails, ...]


def render_map(
    laws: Sequence[DocumentDetails], states: Mapping[str, str], place: MapPlace, sentence: str = ""
) -> str:
    """Return the page.

    Args:
        laws: the laws held.
        states: the name of each jurisdiction by its code.
        place: what the script opens.
        sentence: said instead of what was asked for.
    """
    values = {
        "words": WORDS, "states": tuple(group_by_state(laws, states)), "place": place, "sentence": sentence,
        "path": PATH, "known": json.dumps({law.document: _tell(law, states) for law in laws}),
    }  # fmt: skip
    return _environment().get_template("map.html").render(values)


def group_by_state(laws: Sequence[DocumentDetails], states: Mapping[str, str]) -> Iterator[StateLaws]:
    """Yield the laws of all of India, then those of each state by its name."""

    def order(law: DocumentDetails) -> tuple[bool, str, str]:
        return law.jurisdiction != CENTRAL, _state(law, states), law.title

    for name, of_state in groupby(sorted(laws, key=order), key=lambda law: _state(law, states)):
        yield StateLaws(name, tuple(of_state))


def _state(law: DocumentDetails, states: Mapping[str, str]) -> str:
    return WORDS["central"] if law.jurisdiction == CENTRAL else states.get(law.jurisdiction, law.jurisdiction)


def _tell(law: DocumentDetails, states: Mapping[str, str]) -> dict[str, object]:
    """What the script has to know of a law to name its provisions."""
    return {
        "title": law.title, "short": law.short_title, "state": _state(law, states),
        "noun": law.doc_type.provision_noun, "mark": law.doc_type.provision_mark,
    }  # fmt: skip


@lru_cache(maxsize=1)
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("civicsetu.web.law_map"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["quoted"] = lambda text: quote(text, safe="")
    return made
