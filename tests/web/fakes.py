"""A service that answers from a script, so that the page is tested without law, models or graph."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from datetime import date
from types import SimpleNamespace
from uuid import NAMESPACE_URL, UUID, uuid5

from civicsetu.answering.admission.turns import Admission
from civicsetu.answering.provisions.related_provisions import RelatedLaw, RelatedProvisions
from civicsetu.answering.provisions.views import ChangeView, EarlierReading, Health, SourceView
from civicsetu.answering.question import Question
from civicsetu.answering.service import Begin
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.errors import InputError, NotFound
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    Citation,
    Confidence,
    Event,
    FactUsed,
    Final,
    Scope,
    Sentence,
    SentenceReady,
    Stage,
    Support,
    Warning,
)
from civicsetu.law.days import find_day
from civicsetu.law.documents import EditionKind
from civicsetu.query.asking import Asking
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from tests.web.dressed_answers import dress

FIRST = (
    "If the promoter does not give possession by the agreed date, the buyer may withdraw from the project."
)
SECOND = "The promoter must then return the money with interest."
PACES = {"slowly": 15, "steadily": 3}
"""So many times the usual pause between two events of a question with that word.

A browser on a slow machine sees each, or stops it in time.
"""
THIRD = "A buyer who stays is paid interest for every month of delay until possession is given."
PLAIN_18_1 = f"{FIRST}\n{SECOND}\n{THIRD}\nThe right to interest does not take away any other remedy."
OFFICIAL_18_1 = (
    "18. (1) If the promoter fails to complete or is unable to give possession of an apartment, plot or building, "
    "he shall be liable on demand to the allottees to return the amount received by him with interest, "
    "as under sub-section (4) of section 11."
)
LONG_11 = "".join(
    f"({number}) The promoter has duty number {number} of this long provision.\n" for number in range(1, 200)
) + "(200) These duties stand beside sub-section (1) of section 18.\n"
DUTY_100 = "(100) The promoter has duty number 100 of this long provision."
DUTIES = tuple(DUTY_100.replace("100", str(number)) for number in range(101, 107))
RATE = "The rate is 9 % a year."
IF_ASKED = "This holds only where the buyer asks for it in writing."
OFFICIAL_FILE = get_registry().list_files("rera_act_2016")[0]
KARNATAKA_SITE = "https://rera.karnataka.gov.in"
"""Where the registry says that Karnataka's rules are published; they are not at that address."""
HOSTILE = '<img src=x onerror="document.title=1"> ![pixel](https://evil.example/p.png) [go](https://evil.example) # x'


OLD_18_1 = "18. (1) If the promoter fails to give possession, he shall return the money without interest."
ORDER = ChangeView(
    provision="18(1)", told="Interest is now due; before, it was not.", by="Interest Order, 2019",
    number="No. 7", date=date(2019, 7, 1), in_text=True,
)  # fmt: skip
AS_ENACTED = EarlierReading(
    label="As enacted in 2016", text=OLD_18_1, page=9, url="https://egazette.gov.in/", law_until=date(2019, 7, 1),
    note="As first printed.",
)  # fmt: skip


@dataclass(frozen=True)
class View:
    """The shape of `answering.provisions.views.ProvisionView`."""

    document: str
    provision: str
    edition: str
    text: str
    editions: tuple[str, ...]
    document_title: str = "Real Estate (Regulation and Development) Act, 2016"
    title: str = "Return of amount and compensation"
    jurisdiction: str = "CENTRAL"
    start: int = 1000
    page: int | None = None
    url: str = "https://www.indiacode.nic.in/handle/123456789/2158"
    effective_date: date | None = date(2017, 5, 1)
    effective_note: str = ""
    text_as_of: date | None = date(2020, 10, 26)
    copied_from: str = ""
    another_print: bool = False
    note: str = ""
    changes: tuple[ChangeView, ...] = ()
    earlier: tuple[EarlierReading, ...] = ()
    sources: tuple[SourceView, ...] = ()
    chapter: str = ""
    related: RelatedProvisions = field(default_factory=RelatedProvisions)
    references: tuple[RelatedLaw, ...] = ()
    before: str = ""
    after: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


TEXTS = {
    ("18(1)", "plain"): (PLAIN_18_1, None),
    ("18(1)", "official"): (OFFICIAL_18_1, 14),
    ("11(4)", "plain"): (LONG_11, None),
    ("1", "plain"): (HOSTILE, None),
}
TITLES = {
    "18(1)": "Return of amount and compensation",
    "11(4)": "Functions and duties of promoter",
    "1": "Hostile",
}


def view(provision: str, edition: str) -> View:
    text, page = TEXTS[provision, edition]
    editions = tuple(kind for kind in ("official", "plain") if (provision, kind) in TEXTS)
    made = View("rera_act_2016", provision, edition, text, editions, title=TITLES[provision], page=page)
    if provision != "18(1)":
        return replace(made, references=(_in_the_act("18(1)"),))
    own = _in_the_act("11(4)", "99", count=5)
    rule = RelatedLaw(document="up_rera_rules_2016", title="UP RERA Rules", mark="r.", provisions=("18(1)",), count=1)
    related = RelatedProvisions(rules_under=(rule,), refers_to=(own,), referred_to_by=(_in_the_act("1"),))
    made = replace(made, url=OFFICIAL_FILE) if page else made
    return replace(
        made, chapter="CHAPTER III FUNCTIONS AND DUTIES", changes=(ORDER,), earlier=(AS_ENACTED,), related=related, references=(own,), before="11(4)", after="99"
    )


def _in_the_act(*provisions: str, count: int = 0) -> RelatedLaw:
    count = count or len(provisions)
    return RelatedLaw(document="rera_act_2016", title="RERA Act", mark="s.", provisions=provisions, count=count)


def citation(provision: str, quote: str, edition: str = "plain", **changes: object) -> Citation:
    text, page = TEXTS[provision, edition]
    at = 1000 + text.index(quote)
    values: dict[str, object] = {
        "name": f"[RERA Act s.{provision}]",
        "document": "rera_act_2016",
        "document_title": "Real Estate (Regulation and Development) Act, 2016",
        "provision": provision,
        "section_id": provision,
        "title": TITLES[provision],
        "jurisdiction": "CENTRAL",
        "edition": EditionKind(edition),
        "edition_id": uuid5(NAMESPACE_URL, edition),
        "chunk_id": uuid5(NAMESPACE_URL, provision + edition),
        "quote": quote,
        "start": at,
        "end": at + len(quote),
        "page": page,
        "url": "https://www.indiacode.nic.in/handle/123456789/2158",
        "effective_date": date(2017, 5, 1),
        "text_as_of": date(2020, 10, 26),
    }
    return Citation.model_validate(values | changes)


def answer_for(question: Question) -> Answer:
    """The scripted answer: by a word of the question."""
    text = question.text.lower()
    if "spacecraft" in text:
        return _answer(
            question,
            AnswerKind.ABSTAIN,
            "The law held here does not answer this. It is about buying and building homes; ask about that.",
        )
    if "hostile" in text:
        return _cited(question, [(HOSTILE, "1", HOSTILE)])
    if "all of it" in text:
        first, *others = [(duty, "11(4)", duty) for duty in DUTIES]
        return _cited(question, [first, *others[:3], (THIRD, "18(1)", THIRD), *others[3:]])
    if "duties" in text:
        return _cited(question, [(DUTY_100, "11(4)", DUTY_100)])
    if "how much" in text:
        return dress(_with_sums(question))
    if "perhaps" in text:
        return _cited(question, [(FIRST, "18(1)", FIRST)]).model_copy(update={"confidence": Confidence(score=0.3, level="low")})
    told = _cited(question, [(FIRST, "18(1)", FIRST), (SECOND, "18(1)", SECOND), (THIRD, "18(1)", THIRD)])
    note = Warning(kind="not_held", text="The rules of Karnataka are not held yet.")
    return told.model_copy(update={"warnings": (note,)}) if question.jurisdiction == "KARNATAKA" else dress(told)


def _cited(question: Question, told: list[tuple[str, str, str]]) -> Answer:
    sentences = tuple(Sentence(text=text, citations=(index,)) for index, (text, _, _) in enumerate(told))
    citations = tuple(citation(provision, quote) for _, provision, quote in told)
    words = " ".join(text for text, _, _ in told)
    return _answer(question, AnswerKind.ANSWER, words, sentences=sentences, citations=citations)


def _with_sums(question: Question) -> Answer:
    """A short answer without a sum, what its state's rules set for it, and a card that has a condition."""
    rule = citation(
        "11(4)", DUTY_100, name="[Karnataka RERA Rules r.16]", document="karnataka_rera_rules_2017", jurisdiction="KARNATAKA",
        text_as_of=date(2017, 7, 11), url=KARNATAKA_SITE,
    )  # fmt: skip
    told = (
        Sentence(text=FIRST, citations=(0,), support=Support.STATEMENT, statement="act.leave"),
        Sentence(text=RATE, citations=(2,), support=Support.STATEMENT, statement="rules.rate", fills=("act.leave",)),
        Sentence(text=THIRD, citations=(0,), support=Support.STATEMENT, statement="act.stay"),
        Sentence(text=IF_ASKED, citations=(1,), support=Support.STATEMENT, statement="act.ask", condition_of=("act.stay",)),
    )
    cited = (citation("18(1)", FIRST), citation("11(4)", DUTY_100), rule)
    return _answer(question, AnswerKind.ANSWER, FIRST, sentences=told, citations=cited)


CITIES = {"nagpur": "MAHARASHTRA", "lucknow": "UTTAR_PRADESH"}


def _scope(question: Question, kind: AnswerKind) -> Scope:
    """Chosen where a state is given, named where the question has one of its cities; two states' rules are held."""
    held = ("MAHARASHTRA", "UTTAR_PRADESH")
    chosen, words = question.jurisdiction, "" if question.instead_of else question.text.lower()
    named = [state for city, state in CITIES.items() if city in words]
    told = [(chosen, "chosen")] if chosen else [(state, "named") for state in named]
    states = [
        {"jurisdiction": code, "source": source, "held": code in (*held, "CENTRAL")} for code, source in told
    ]
    matters = kind is AnswerKind.ANSWER
    return Scope.model_validate({"states": states, "states_held": held, "matters": matters, "as_on": _day(question)})


def _day(question: Question) -> date | None:
    """The day given or named, unless today's law is asked for."""
    return None if question.of_today else question.as_on or find_day(question.text)


def _facts(question: Question) -> tuple[FactUsed, ...]:
    """Those given, and those that are read from the words."""
    told = {one.id: (one.value, "read") for one in Asking(question.text).case_facts}
    told |= {name: (value, "given") for name, value in question.facts}
    return tuple(FactUsed.model_validate({"name": name, "value": value, "source": source}) for name, (value, source) in told.items())


def _answer(question: Question, kind: AnswerKind, words: str, **more: object) -> Answer:
    values: dict[str, object] = {
        "id": str(question.turn_id),
        "question": question.text,
        "kind": kind,
        "abstained": kind is AnswerKind.ABSTAIN,
        "answer": words,
        "confidence": Confidence(score=0.987, level="high"),
        "settings_hash": "0" * 12,
        "scope": _scope(question, kind),
        "as_on": _day(question),
        "facts": _facts(question) if kind is AnswerKind.ANSWER else (),
        "plan": ("by meaning",),
    }
    return Answer.model_validate(values | more)


class FakeService:
    """The contract of `AnsweringService`, with pauses so that stages and sentences can be seen.

    Its questions wait for their turn, as those of the real one do.
    """

    def __init__(self, database: Database, pause_s: float = 0.0, admission: Admission | None = None) -> None:
        self._database = database
        self._pause_s = pause_s
        self._admission = Admission(admission)
        self.asked: list[Question] = []
        self.forgotten: list[str] = []
        self._last: dict[str, Answer] = {}

    @classmethod
    async def open(cls, settings: Settings) -> FakeService:
        pause = float(os.environ.get("FAKE_PAUSE_S", "0"))
        return cls(await Database.open(settings), pause, settings.admission)

    async def close(self) -> None:
        await self._database.close()

    @property
    def database(self) -> Database:
        return self._database

    @property
    def registry(self) -> Registry:
        return get_registry()

    async def list_documents(self) -> list[SimpleNamespace]:
        held = (
            ("rera_act_2016", "RERA Act", "CENTRAL"),
            ("up_rera_rules_2016", "UP RERA Rules", "UTTAR_PRADESH"),
            ("maharashtra_rera_rules_2017", "Maharashtra RERA Rules", "MAHARASHTRA"),
        )
        return [
            SimpleNamespace(key=key, title=title, jurisdiction=state, editions=("plain",), copied_from="")
            for key, title, state in held
        ]

    def describe_writer(self) -> None:
        """No model writes."""

    async def last_answer(self, session: str) -> Answer | None:
        return self._last.get(session)

    async def forget(self, session: str, *more: str) -> int:
        self.forgotten.append(session)
        return 1

    async def check_health(self) -> Health:
        return Health(postgres="ok", graph="degraded", models="ok")

    async def read_provision(self, document: str, provision: str, edition: str | None = None) -> View:
        if (provision, edition or "plain") not in TEXTS:
            raise NotFound(provision)
        read = view(provision, edition or "plain")
        behind = RelatedProvisions(made_under=(_in_the_act("18(1)"),))
        return read if document == "rera_act_2016" else replace(read, document=document, url=KARNATAKA_SITE, related=behind)

    async def answer(self, question: Question, begin: Begin | None = None) -> AsyncGenerator[Event, None]:
        with self._admission.enter(question.person) as ticket:
            async for place in ticket.places():
                yield Stage(name="queue", text=f"Your question is in the queue: number {place}.")
            if begin is not None:
                await begin()
            async for event in self._answered(question):
                yield event

    async def _answered(self, question: Question) -> AsyncGenerator[Event, None]:
        self.asked.append(question)
        pause_s = self._pause_s * next((times for word, times in PACES.items() if word in question.text), 1)
        if "explode" in question.text:
            raise RuntimeError(f"secret detail about {question.text}")
        if not question.text.strip(" \x00?!"):
            raise InputError("empty", user_message="Please type a question in words.")
        for name, words in (("understand", "Reading the question"), ("retrieve", "Looking in the law")):
            scope = _scope(question, AnswerKind.ANSWER) if name == "retrieve" else None
            yield Stage.model_validate({"name": name, "text": words, "scope": scope})
            await asyncio.sleep(pause_s)
        told = answer_for(question)
        for index, sentence in enumerate(told.sentences):
            cited = tuple(told.citations[at] for at in sentence.citations)
            heading = next((part.heading for part in told.parts if part.sentences[:1] == (index,)), "")
            yield SentenceReady(index=index, heading=heading, sentence=sentence, citations=cited)
            await asyncio.sleep(pause_s)
        self._last[question.session] = told
        yield Final(answer=told)


def turn(text: str, turn_id: UUID | None = None, jurisdiction: str | None = None) -> Question:
    return Question(text=text, session="s", turn_id=turn_id, jurisdiction=jurisdiction)
