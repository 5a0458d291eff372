"""Turn cited provisions into properties of the panel: one card per bracketed name.

A card holds what the answer says by it, the provision's text in each edition (or a window of it around
what is cited), the marked passages as offsets into that text, and what a reader needs to trust it: document,
edition, page, date, official address. It stays below `MAX_BYTES` as JSON, because it
travels with the message and is stored with it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.sources.provenance import name_host
from civicsetu.law.answers import Citation
from civicsetu.law.paths import parse_path
from civicsetu.law.references import find_references
from civicsetu.web.chat.rendering import label_edition, shown_title
from civicsetu.web.chat.text_links import find_links
from civicsetu.web.language.speaking import get_language, say, tell, tell_behind_law, write_day

if TYPE_CHECKING:
    from civicsetu.answering.provisions.related_provisions import RelatedLaw, RelatedProvisions
    from civicsetu.answering.provisions.views import ChangeView, EarlierReading, ProvisionView, SourceView

Props = dict[str, Any]
"""Properties of a card: what goes to the page as JSON."""
MAX_BYTES = 8_000
_FIRST_WINDOW = 5_000
_SMALLEST_WINDOW = 400
_LINES = 6
_LINE = 120
_LINKS = 8
_SAID = 300
_NOTE = 400


@dataclass(slots=True)
class Card:
    """Card that one bracketed name opens.

    `said` are the statements that cite it; `places` is where the provision stands in an edition, which is
    marked there where no citation quotes that edition.
    """

    name: str
    document: str
    provision: str
    citations: list[Citation] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)


class NameBook:
    """Registry that gives each cited provision one bracketed name, and never one name to two.

    The page links a name wherever it stands in the message, so two documents with the
    same short title must not share one: the second gets its jurisdiction or its key.
    """

    def __init__(self) -> None:
        self._cards: dict[str, Card] = {}

    def get_card(self, citation: Citation) -> Card:
        """Return the card of a citation, created on first mention, and add the citation to it."""
        for name in _candidate_names(citation):
            card = self._cards.setdefault(name, Card(name, citation.document, citation.provision))
            if (card.document, card.provision) == (citation.document, citation.provision):
                if citation not in card.citations:
                    card.citations.append(citation)
                return card
        raise AssertionError("the last candidate name holds document and provision, so it is unique")


def _candidate_names(citation: Citation) -> tuple[str, ...]:
    plain = "".join(char for char in citation.name if char not in "[]\\`*_<>~|\n")
    place = citation.jurisdiction.replace("_", " ").title()
    key = citation.document.replace("_", " ")
    return f"[{plain}]", f"[{plain}, {place}]", f"[{key} {citation.provision}]"


_MOST_LINKS = 40


def build_card_props(card: Card, views: list[ProvisionView]) -> Props:
    """Build the properties of the panel; `views` are the held editions, the cited one first.

    With no view (the text could not be read) the card shows the quoted passages alone; a card without
    citations, one that is opened from another, needs a view.
    """
    window = _FIRST_WINDOW
    while True:
        props = _props(card, views, window)
        if _is_small(props):
            return props
        if window <= _SMALLEST_WINDOW:
            return _without_what_can_be_spared(props)
        window = max(_SMALLEST_WINDOW, int(window * 0.7))


def _is_small(props: Props) -> bool:
    return len(json.dumps(props).encode()) <= MAX_BYTES


def _without_what_can_be_spared(props: Props) -> Props:
    """What makes a card too large, taken off until it is small: the oldest readings, later changes, notes, what it is joined to."""
    texts, changes = props["editions"], list(props["changes"])
    shown = len(changes)
    while not _is_small(props):
        if texts[-1]["kind"] == "earlier":
            texts.pop()
        elif shown > 1:
            shown -= 1
            props["changes"] = [*changes[:shown], say("panel.more_changes", count=len(changes) - shown)]
        elif any(text["note"] for text in texts):
            next(text for text in reversed(texts) if text["note"])["note"] = ""
        elif props["related"]:
            props["related"].pop()
        else:
            break
    return props


def _props(card: Card, views: list[ProvisionView], window: int) -> Props:
    first = card.citations[0] if card.citations else views[0]
    earlier = views[0].earlier if views else ()
    each = max(_SMALLEST_WINDOW, window // max(1, len(views) + len(earlier)))
    texts = [_edition(view, card, each) for view in views] or [_quotes(card.citations, each)]
    texts.extend(_earlier(first.document, reading, each) for reading in earlier)
    return {
        "name": card.name,
        "language": get_language(),
        "crumb": _crumb(card.document, first.document_title, card.provision, views[0].chapter if views else ""),
        "title": shown_title(first.title),
        "document": first.document,
        "documentTitle": first.document_title,
        "provision": first.provision,
        "unit": views[0].provision if views else first.provision,
        "said": [_shorten(tell_behind_law(text), _SAID) for text in card.said[:_LINES]],
        "jurisdiction": tell(get_registry().name_of(first.jurisdiction)),
        "effective": _effective(first),
        "editions": texts,
        "plainOnly": all(text["kind"] in ("plain", "earlier") for text in texts),
        "changes": [_change(change) for change in (views[0].changes if views else ())],
        "sources": [_source(source) for source in (views[0].sources if views else ())],
        "related": _related(views[0].related) if views else [],
        "beside": _beside(views[0]) if views else [],
    }


def _change(change: ChangeView) -> str:
    """What was changed, by what and from when, in one line."""
    number = f", {change.number}" if change.number else ""
    by, day = f"{change.by}{number}", write_day(change.date)
    return say("panel.change", provision=change.provision, told=change.told, by=by, day=day)


def _crumb(document: str, title: str, provision: str, chapter: str) -> list[str]:
    """The place of a provision: its law, its chapter, its section or rule, then each part of that."""
    spec = get_registry().documents.get(document)
    try:
        path = parse_path(provision)
    except ValueError:
        return [spec.short_title if spec else title, provision]
    mark = spec.doc_type.provision_mark if spec else ""
    number = path.number if path.number[0].isalpha() else f"{mark}{path.number}"
    above = [spec.short_title if spec else title, *_number_of_chapter(chapter)]
    return [*above, number, *(label if label.startswith(("proviso", "explanation")) else f"({label})" for label in path.labels)]


def _number_of_chapter(heading: str) -> list[str]:
    """'Chapter III' of 'CHAPTER III FUNCTIONS AND DUTIES OF PROMOTER'; nothing where there is no such heading."""
    noun, _, rest = heading.partition(" ")
    return [say("panel.chapter", number=rest.split()[0])] if noun.lower() == "chapter" and rest.strip() else []


def name_provision(document: str, provision: str) -> str:
    """Return the bracketed name of a provision that no citation names."""
    spec = get_registry().documents.get(document)
    mark = spec.doc_type.provision_mark if spec and not provision[:1].isalpha() else ""
    return f"[{spec.short_title if spec else document.replace('_', ' ')} {mark}{provision}]"


def _beside(view: ProvisionView) -> list[dict[str, str]]:
    """The provisions before and after, where there are such; `way` says which."""
    ways = (("before", view.before), ("after", view.after))
    return [
        {"way": way, "document": view.document, "provision": path, "label": name_provision(view.document, path).strip("[]")}
        for way, path in ways
        if path
    ]


def _related(related: RelatedProvisions) -> list[dict[str, object]]:
    """Each kind there is, under its heading, a link a provision, and how many `more` there are."""
    kinds = (
        (say("panel.rules_under"), related.rules_under),
        (say("panel.made_under"), related.made_under),
        (say("panel.refers_to"), related.refers_to),
        (say("panel.referred_to_by"), related.referred_to_by),
    )
    return [_links_of(heading, laws) for heading, laws in kinds if laws]


def _links_of(heading: str, laws: tuple[RelatedLaw, ...]) -> dict[str, object]:
    links = [_link(law, path) for law in laws for path in law.provisions][:_LINKS]
    return {"heading": heading, "links": links, "more": sum(law.count for law in laws) - len(links)}


def _link(law: RelatedLaw, path: str) -> dict[str, str]:
    label = f"{law.title} {'' if path[0].isalpha() else law.mark}{path}"
    return {"document": law.document, "provision": path, "label": label[:_LINE]}


def _source(source: SourceView) -> dict[str, str]:
    """A public page it was restated from; only secure addresses become links."""
    return {
        "title": say("panel.read_on", title=source.title[:120], day=write_day(source.read)),
        "url": source.address if source.address.startswith("https://") else "",
    }


def _earlier(document: str, reading: EarlierReading, window: int) -> Props:
    """A reading that is no longer the law: shown beside the current one, and said so."""
    text, _, before, after = cut_window(reading.text, [], window)
    files = get_registry().list_files(document)
    return {
        "kind": "earlier",
        "label": tell(reading.label).lower(),
        "text": text,
        "marks": [],
        "cutBefore": before,
        "cutAfter": after,
        "page": reading.page,
        **_address(reading.url if reading.url in files else "", reading.page, files),
        "asOf": "",
        "until": write_day(reading.law_until),
        "anotherPrint": reading.another_print,
        "note": _shorten(tell(reading.note), _NOTE),
    }


def _edition(view: ProvisionView, card: Card, window: int) -> Props:
    marks = [span for one in card.citations if one.edition == view.edition and (span := _span(view, one))]
    if not marks and (place := card.places.get(str(view.edition))):
        marks = _inside(view, *place)
    text, kept, before, after = cut_window(view.text, merge_spans(marks), window)
    kind = str(view.edition)
    return {
        "kind": kind,
        "label": label_edition(view.edition),
        "text": text,
        "marks": kept,
        "links": find_links(text, view.document, view.provision, view.references)[:_MOST_LINKS],
        "cutBefore": before,
        "cutAfter": after,
        "page": view.page,
        **_law_address(view.document, view.url, view.page),
        "asOf": write_day(view.text_as_of) if view.text_as_of else "",
        "copiedFrom": view.copied_from,
        "anotherPrint": view.another_print,
        "note": _shorten(tell(_note_on(view)), _NOTE),
    }


def _law_address(document: str, url: str, page: int | None) -> dict[str, object]:
    """The address at which the law itself is; where there is none, the name of its official `site`, which is no link."""
    registry = get_registry()
    if registry.is_exact_address(document, url):
        return {**_address(url, page, registry.list_files(document)), "site": ""}
    spec = registry.documents.get(document)
    return {**_address("", page, ()), "site": name_host(spec.url) if spec else ""}


def _address(url: str, page: int | None, files: tuple[str, ...]) -> dict[str, object]:
    """A secure address, to the page in the file that was read. Cards kept from before have some that are not `exact`."""
    if not url.startswith("https://"):
        return {"url": "", "exact": False}
    on_page = f"#page={page}" if page and url in files and url.lower().endswith(".pdf") else ""
    return {"url": url + on_page, "exact": True}


def _note_on(view: ProvisionView) -> str:
    """The note on the edition without the sentences that are about other provisions alone."""
    own = parse_path(view.provision).number
    about = ((one, {found.path.number for found in find_references(one)}) for one in _SENTENCES.split(view.note))
    return " ".join(one for one, numbers in about if not numbers or own in numbers)


_SENTENCES = re.compile(r"(?<=\.)\s+(?=[A-Z])")


def _quotes(citations: list[Citation], window: int) -> Props:
    """Stands in for a text that could not be read: what was quoted is still known."""
    first = citations[0]
    text = "\n\n".join(dict.fromkeys(one.quote for one in citations))[:window]
    return {
        "kind": str(first.edition),
        "label": label_edition(first.edition),
        "text": text,
        "marks": [[0, len(text)]],
        "cutBefore": True,
        "cutAfter": True,
        "page": first.page,
        **_law_address(first.document, first.url, first.page),
        "asOf": write_day(first.text_as_of) if first.text_as_of else "",
        "note": say("panel.rest_unread"),
    }


def _span(view: ProvisionView, citation: Citation) -> tuple[int, int] | None:
    """Where the quote stands in the view's text: by its offsets, else by its words."""
    start, end = citation.start - view.start, citation.end - view.start
    if 0 <= start < end <= len(view.text) and view.text[start:end] == citation.quote:
        return start, end
    found = view.text.find(citation.quote)
    return (found, found + len(citation.quote)) if found >= 0 else None


def _inside(view: ProvisionView, start: int, end: int) -> list[tuple[int, int]]:
    """What of a span of the edition lies in the view's text; nothing where none does."""
    first, last = max(0, start - view.start), min(len(view.text), end - view.start)
    return [(first, last)] if first < last else []


def merge_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans and join those that touch or overlap."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def cut_window(text: str, marks: list[tuple[int, int]], limit: int) -> tuple[str, list[list[int]], bool, bool]:
    """Cut at most `limit` characters of `text` around the first mark, at word boundaries.

    Returns the piece, the marks inside it (offsets into the piece, clipped), and whether
    text was cut before and after it.
    """
    if len(text) <= limit:
        return text, [list(mark) for mark in marks], False, False
    first, last = (marks[0][0], marks[0][1]) if marks else (0, 0)
    spare = max(0, limit - (last - first))
    start = max(0, first - spare // 3)
    end = min(len(text), start + limit)
    start = max(0, end - limit)
    start, end = _at_words(text, start, end)
    kept = [[max(a, start) - start, min(b, end) - start] for a, b in marks if a < end and b > start]
    return text[start:end], kept, start > 0, end < len(text)


def _shorten(text: str, limit: int) -> str:
    """Cut a text at a word, and say so: what is cut off may be a condition."""
    return text if len(text) <= limit else f"{text[: limit - 1].rsplit(maxsplit=1)[0]}…"


def _at_words(text: str, start: int, end: int) -> tuple[int, int]:
    while 0 < start < end and not text[start - 1].isspace():
        start += 1
    while end < len(text) and end > start and not text[end].isspace():
        end -= 1
    return start, end


def _effective(citation: Citation | ProvisionView) -> str:
    told = []
    if citation.effective_date:
        told.append(say("panel.in_force", day=write_day(citation.effective_date)))
    if citation.effective_note:
        told.append(say("panel.uncertain", why=tell(citation.effective_note)))
    return " ".join(told)
