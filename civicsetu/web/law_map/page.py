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
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import CENTRAL
from civicsetu.web.language.catalogue import ENGLISH, MAP_GROUP, get_catalogues
from civicsetu.web.language.speaking import get_catalogue, get_language, say, tell, write_digits
from civicsetu.web.law_map.links import PATH, MapPlace

_PRINTS = "prints"

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
        "states": tuple(group_by_state(laws, states)), "place": place, "sentence": tell(sentence), "path": PATH,
        "known": json.dumps({law.document: _describe(law, states) for law in laws}, ensure_ascii=False),
        "language": get_language(), "languages": {code: one.name for code, one in get_catalogues().items()},
    }  # fmt: skip
    return _environment().get_template("map.html").render(values)


def group_by_state(laws: Sequence[DocumentDetails], states: Mapping[str, str]) -> Iterator[StateLaws]:
    """Yield the laws of all of India, then those of each state by its name."""

    def order(law: DocumentDetails) -> tuple[bool, str, str]:
        return law.jurisdiction != CENTRAL, _state(law, states), law.title

    for name, of_state in groupby(sorted(laws, key=order), key=lambda law: _state(law, states)):
        yield StateLaws(name, tuple(of_state))


def _state(law: DocumentDetails, states: Mapping[str, str]) -> str:
    return say("places.everywhere") if law.jurisdiction == CENTRAL else tell(states.get(law.jurisdiction, law.jurisdiction))


def _describe(law: DocumentDetails, states: Mapping[str, str]) -> dict[str, object]:
    """What the script has to know of a law to name its provisions."""
    return {
        "title": law.title, "short": law.short_title, "state": _state(law, states),
        "noun": _name_provisions(law), "mark": law.doc_type.provision_mark,
        "addresses": get_registry().list_exact_addresses(law.document),
    }  # fmt: skip


def _count_provisions(law: DocumentDetails) -> str:
    """ "92 sections"."""
    return say("map.count", count=write_digits(str(law.sections)), noun=_name_provisions(law, several=law.sections != 1))


def _name_provisions(law: DocumentDetails, *, several: bool = False) -> str:
    return say(f"map.{law.doc_type.provision_noun.replace(' ', '_')}{'s' if several else ''}")


def describe_messages() -> dict[str, object]:
    """Return what the script says: its messages by key, and the notes on prints that ship by their English words."""
    catalogue = get_catalogue()
    prints = get_catalogues()[ENGLISH].messages[_PRINTS]
    labels = (edition.label for spec in get_registry().documents.values() for edition in spec.official)
    told = {} if catalogue.language == ENGLISH else {one: tell(one) for one in dict.fromkeys((*prints.values(), *labels))}
    english = {"months": get_catalogues()[ENGLISH].months, "digits": get_catalogues()[ENGLISH].digits}
    own = {"tag": catalogue.tag, "months": catalogue.months, "digits": catalogue.digits}
    return {**own, "english": english, "text": catalogue.messages[MAP_GROUP], "prints": told}


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
    made.filters["counted"] = _count_provisions
    made.globals["say"] = say
    return made
