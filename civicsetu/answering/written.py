"""What a chat model is given and gives back: spans of law under keys, and sentences that rest on them.

The room `writing` makes the spans and reads the reply; the room `verifying` holds each sentence against the
spans it names. They share these types and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from civicsetu.answering.composing.statement_index import PassageHeld
from civicsetu.law.other_laws import OtherLaw


class SpanKind(StrEnum):
    """Kind of a span: statement, provision, dated value of a state, silence of the law, or the asker's own words."""

    STATEMENT = "statement"
    PROVISION = "provision"
    VALUE = "value"
    SILENCE = "silence"
    ASKER = "asker"


@dataclass(frozen=True, slots=True)
class Span:
    """A numbered text a model may rest a sentence on; the closed set of them is made anew for each question.

    `key` says nothing of what it names ("k7"). `text` is what the prompt shows and a quote is sought in;
    `official` the official text of the same provision, where it was shown too. `place` is the provision as
    a reader knows it ("section 18(1)", "rule 16"), `law` the law's title, `jurisdiction` its code, `as_of`
    the day the text was compared last. `passages` are what a sentence resting on it cites; the asker's words
    have none. `unit` is the document and path of the provision behind it ("rera_act_2016", "18(1)"), `silence` the id of what the
    law read leaves open, which cites nothing.
    """

    key: str
    kind: SpanKind
    text: str
    official: str = ""
    law: str = ""
    place: str = ""
    jurisdiction: str = ""
    as_of: date | None = None
    unit: tuple[str, str] = ("", "")
    silence: str = ""
    passages: tuple[PassageHeld, ...] = ()


class SentenceMark(StrEnum):
    """Mark of a written sentence: lead of a part, law, step to take, advice, or limit of the answer."""

    LEAD = "lead"
    LAW = "law"
    STEP = "step"
    ADVICE = "advice"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Written:
    """One sentence of a reply, as it was written.

    `part` counts the parts of the post from 1; `keys` name the spans it rests on and `quote` the few words of
    them it rests on (several runs of words apart by " … "); advice and limits have neither. `translation` is
    the same sentence in the asker's language, empty where that is English.
    """

    mark: SentenceMark
    part: int
    keys: tuple[str, ...]
    quote: str
    text: str
    translation: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """A point the reply says it found nothing on: it is searched for again, and never called silent law.

    `law` is the other law of the closed list that it says the point belongs to.
    """

    part: int
    point: str
    law: OtherLaw | None = None
