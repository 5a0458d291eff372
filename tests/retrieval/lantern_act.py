"""The Lantern Act, invented: both editions of it, held in memory, and stand-ins for what searches it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.structure.chunks import cut_windows
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED, STARTER, TextProfile
from civicsetu.law.documents import DocType, DocumentSpec, EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.law.paths import chunk_id, document_id, edition_id, provision_id
from civicsetu.law.prints import OfficialVersion
from civicsetu.stores.law.enabling_edges import DerivationAt
from civicsetu.stores.law.law_rows import node_id, node_rows
from civicsetu.stores.law.law_views import EditionText, HeldDocument, HeldEdition, NodeAt, ReferenceAt

ACT = "lantern_act_1950"
RULES = "lantern_rules_1951"

PLAIN = """## 1. Short title.

This Act is called the Lantern Act.

## 2. Definitions.

In this Act, the words below have these meanings.

(a) A lantern is a light in a box that can be shut. A lantern includes a lamp.

(b) A keeper (watchman) is the person who holds the key of a lantern.

(c) The estimated cost of a lantern is its price, with taxes.

## 3. Closing of lanterns.

(1) The keeper must close the lantern by 9 p.m. every day in a case under clause (a) or clause (b):

(a) One case is that the lantern hangs in a field. This field must be sown.

(b) Another case is that the lantern hangs on a road.

Proviso: No lantern is closed on a feast day.

(2) The keeper may ask Rs. 20 for each late entry. This fee goes to the town. It is paid in coins.

Explanation: For this section, a day ends at midnight.

## 4. Penalty.

A keeper who does not close the lantern must pay a penalty of up to 100 rupees.
"""

OFFICIAL = """THE LANTERN ACT, 1950

1. Short title.
This Act may be called the Lantern Act, 1950.

2. Definitions.
In this Act, unless the context otherwise requires,---

(a) "lantern" means a light in a box
capable of being shut;

(b) "keeper" means the person holding the key;

(c) "estimated cost" means the price, with taxes.

3. Closing of lanterns.
(1) Every keeper shall close the lantern at nine post meridiem,---

(a) if it hangs in a field;

(b) if it hangs on a road:

Provided that no lantern shall be closed on a day of feast.

(2) The keeper may levy twenty rupees for late entry.

Explanation.--- For the purposes of this section, a day ends at midnight.

4. Penalty.
Whoever fails to close a lantern shall be liable to a penalty of one hundred rupees.

5. Repeal.
The Lantern Ordinance is hereby repealed.
"""

AS_ENACTED = OFFICIAL.replace("nine post meridiem", "ten post meridiem").replace(
    "5. Repeal.\n", "5. Repeal.\n(1) A bell shall hang at every lantern.\n\n(2) "
)
"""The Act as enacted: another hour in section 3(1), and a bell in section 5 that was taken out."""

RULES_PLAIN = """## 3. Form of the fee.

The keeper of a northern lantern must give a receipt for the fee.

## 16. Interest.

Interest on a late fee is 2 per cent.
"""

LANTERN_KEYPHRASES = """
"1":
  en: [what the law is called]
"2(a)":
  en: [lamp in a box]
  hi: [डिब्बे में फ़ानूस]
"2(b)":
  en: [watchman with the key, two keepers]
  hi: [चाबी वाला चौकीदार]
  hi-Latn: [chabi wala chowkidar]
"2(c)":
  en: [cost of a lantern]
"3(1)":
  en: [moths gathered at night, watchman asleep, when to shut]
  hi: [रात में खुली लालटेन, चौकीदार सो गया]
"3(2)":
  en: [charged for coming home late]
  ta: [தாமதக் கட்டணம்]
  kn: [ತಡವಾಗಿ ಬಂದರೆ ಶುಲ್ಕ]
"3 explanation":
  en: [end of the day]
"4":
  en: [watchman fined, negligent watchman]
  mr: [चौकीदाराला दंड]
"""
"""Keyphrases of the units of the restatement."""

LANTERN_EXPECTED_QUESTIONS = """
"2(b)":
- "Whos the keepr that has it in his pockett?"
"3(1)":
- My babies woke up in the glare because nobody had bolted it after supper.
- Our rooster crowed long before dawn, whose fault is that?
"3(2)":
- I came back from the cinema near eleven and he took two coins from me.
"4":
- He snored through the whole of it; what penalty will that cost the keeper?
"""
"""Expected questions of some of them; the first is misspelt, as people write."""

KARNATAKA_KEYPHRASES = """
"3":
  en: [slip of paper for money paid]
"16":
  en: [extra to pay when overdue]
"99":
  en: [swimming at midnight]
"""
"""Keyphrases of the rules; the last is of no rule that there is."""

KARNATAKA_EXPECTED_QUESTIONS = """
"16":
- My brother brought his coins a month after the festival, how much more is he to give?
"""


ENACTED = OfficialVersion(
    name="as_enacted", label="As enacted in 1950", filename="enacted.txt", law_from=date(1950, 1, 1),
    law_until=date(1955, 7, 1), note="As first printed.",
)  # fmt: skip


def spec(key: str = ACT, **changes: object) -> DocumentSpec:
    entry: dict[str, object] = {
        "key": key, "title": "Lantern Act, 1950", "short_title": "Lantern Act", "jurisdiction": "CENTRAL",
        "doc_type": DocType.ACT, "expected": "1-5", "definitions": ("2",), "url": "https://example.org/lanterns",
        "effective_date": date(1950, 1, 1),
    }  # fmt: skip
    return DocumentSpec.model_validate(entry | changes)


def rules(jurisdiction: str = "KARNATAKA") -> DocumentSpec:
    return spec(
        RULES, title="Lantern Rules, 1951", short_title="Lantern Rules", doc_type=DocType.RULES,
        jurisdiction=jurisdiction, expected="3, 16", definitions=(),
    )  # fmt: skip


KARNATAKA, UTTAR_PRADESH = "karnataka_lantern_rules_1951", "up_lantern_rules_1952"
FIVE_STATES = tuple(f"{state}_lantern_rules_1953" for state in ("bihar", "goa", "kerala", "punjab", "sikkim"))


def state_rules(key: str) -> DocumentSpec:
    """Rules of a state under the Act: Karnataka's of 1951, those of Uttar Pradesh of 1952, or one of five more."""
    named = {
        KARNATAKA: ("Karnataka", "Karnataka", "KARNATAKA", 1951),
        UTTAR_PRADESH: ("Uttar Pradesh", "UP", "UTTAR_PRADESH", 1952),
    }
    state = key.partition("_")[0]
    name, short, code, year = named.get(key, (state.title(), state.title(), state.upper(), 1953))
    return spec(
        key, title=f"{name} Lantern Rules, {year}", short_title=f"{short} Lantern Rules", jurisdiction=code,
        doc_type=DocType.RULES, expected="3, 16", definitions=(), made_under=ACT,
    )  # fmt: skip


@lru_cache
def index_of_states(*more: str) -> LawIndex:
    """The Act in both editions, and two states' rules: Karnataka's 3 and 16, of Uttar Pradesh the 3rd alone.

    Of `more`, keys of further states' rules, those that Karnataka has.
    """
    return index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN),
        (state_rules(UTTAR_PRADESH), EditionKind.PLAIN, RULES_PLAIN.partition("## 16.")[0]),
        *((state_rules(key), EditionKind.PLAIN, RULES_PLAIN) for key in more),
    )


Text = tuple[DocumentSpec, EditionKind, str] | tuple[DocumentSpec, EditionKind, str, OfficialVersion]


class HeldTexts:
    """What a `LawStore` tells of texts that were never stored; of a version, whether it is the law still."""

    def __init__(self, *texts: Text) -> None:
        self._texts: dict[UUID, EditionText] = {}
        self._nodes: dict[UUID, list[NodeAt]] = {}
        self._spans: dict[UUID, list[tuple[int, int, UUID]]] = {}
        self._held: dict[str, tuple[DocumentSpec, list[HeldEdition]]] = {}
        for of, kind, body, *version in texts:
            self._ingest_text(of, kind, body, *version)

    async def list_documents(self) -> list[HeldDocument]:
        return [
            HeldDocument(
                document_id(key), key, of.title, of.short_title, of.jurisdiction, of.doc_type, of.url,
                of.effective_date, None, 1, True, datetime(2026, 1, 1),
                tuple(one for one in editions if one.law_until is None),
                tuple(one for one in editions if one.law_until is not None),
            )
            for key, (of, editions) in self._held.items()
        ]  # fmt: skip

    async def edition_text(self, edition: UUID) -> EditionText | None:
        return self._texts.get(edition)

    async def read_nodes(self, edition: UUID) -> list[NodeAt]:
        return self._nodes[edition]

    async def chunk_spans(self, edition: UUID) -> list[tuple[int, int, UUID]]:
        return self._spans[edition]

    async def read_derivations(self, document: str) -> list[DerivationAt]:
        return []

    async def read_references(self, document: str) -> list[ReferenceAt]:
        return []

    def _ingest_text(
        self, of: DocumentSpec, kind: EditionKind, body: str, version: OfficialVersion | None = None
    ) -> None:
        profile: TextProfile = STARTER if kind is EditionKind.PLAIN else CONSOLIDATED
        tree = divide(body, of, profile, whole=kind is EditionKind.OFFICIAL)
        edition = edition_id(of.key, kind.value, "en", body)
        self._texts[edition] = EditionText(
            edition, of.key, of.title, of.short_title, of.jurisdiction, of.doc_type, of.effective_date, kind,
            "en", "written for a test", date(1960, 1, 1), of.url, version.note if version else "", body, datetime(2026, 1, 1), None,
            **_of_version(version),
        )  # fmt: skip
        self._nodes[edition] = [
            NodeAt(
                node_id(edition, at), edition, None, provision_id(of.key, row.path) if row.path else None,
                row.kind, row.level, at, str(row.path) if row.path else "", row.heading, row.unit,
                row.start, row.end, row.body, None,
            )
            for at, row in enumerate(node_rows(tree.root))
        ]  # fmt: skip
        self._spans[edition] = [
            (window.start, window.end, chunk_id(edition, window.unit, window.start, window.end))
            for window in cut_windows(tree, of, lambda text: len(text.split()), apart=profile.stands_alone)
            if version is None or version.law_until is None
        ]
        held = HeldEdition(
            edition, kind, "en", body, "written for a test", "tiny", date(1960, 1, 1), datetime(2026, 1, 1),
            len(self._spans[edition]), **_of_version(version),
        )  # fmt: skip
        self._held.setdefault(of.key, (of, []))[1].append(held)


def _of_version(version: OfficialVersion | None) -> dict[str, Any]:
    return {} if version is None else {
        "version": version.name, "label": version.label, "law_from": version.law_from,
        "law_until": version.law_until,
    }  # fmt: skip


def index_of(*texts: Text, version: str = "1") -> LawIndex:
    """The index of those texts; of both editions of the Act where none are given."""
    both = ((spec(), EditionKind.PLAIN, PLAIN), (spec(), EditionKind.OFFICIAL, OFFICIAL))
    law: Any = HeldTexts(*(texts or both))
    reading = load_index(law, version)
    try:
        reading.send(None)
    except StopIteration as done:
        assert isinstance(done.value, LawIndex)
        return done.value
    raise AssertionError("texts in memory are read without waiting")


def unit_id(path: str, document: str = ACT) -> str:
    return str(provision_id(document, path))


class ScriptedReranker:
    """Gives each passage the score told for a phrase in it, or raises what it is told to.

    `english`: the words it knows whole; unless told, it knows every one.
    """

    def __init__(
        self,
        scores: dict[str, float] | None = None,
        fails: Exception | None = None,
        english: Collection[str] | None = None,
    ) -> None:
        self._scores, self._fails, self._english = scores or {}, fails, english
        self.read: list[str] = []

    def suits(self, query: str) -> bool:
        return True

    def knows(self, word: str) -> bool:
        return self._english is None or word in self._english

    async def score(self, query: str, passages: Sequence[str]) -> list[float]:
        if self._fails is not None:
            raise self._fails
        self.read = list(passages)
        return [
            max((s for phrase, s in self._scores.items() if phrase in text), default=0.0) for text in passages
        ]


def found(*paths: str, document: str = ACT) -> list[Evidence]:
    """Evidence in that order, its scores falling from 0.9."""
    return [
        Evidence(
            unit_id=unit_id(path, document), document=document, provision=path, title="", jurisdiction="CENTRAL",
            score=round(0.9 - 0.01 * place, 4), found_by=("vector",),
        )
        for place, path in enumerate(paths)
    ]  # fmt: skip
