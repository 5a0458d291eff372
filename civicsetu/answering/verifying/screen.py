"""What no written sentence may carry to the screen: links, markup, code, personal data, instructions, the question as law.

Whoever obeys a text that a stranger put into a question or a document writes such a sentence. So nothing here asks
whether the sentence is true: what has the form of a link or an order is not shown. The words are data (`screen.yaml`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from pydantic import TypeAdapter

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.references import Reference, find_references
from civicsetu.lexicon.tokens import split_all_words
from civicsetu.privacy.mask import find
from civicsetu.query.named.provisions_named import held_by_name
from civicsetu.yaml_data import load_words, report_errors

IsKnown = Callable[[Reference], bool]

_JOINERS = "\u200c\u200d"
"""Joiners that scripts of India are written with."""
_HIDDEN = ("Cf", "Co", "Cn", "Cc", "Cs")
_SAYS_LAW = (SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP)


def check_screen(
    written: Written, *, asked: str = "", spans: Sequence[Span] = (), is_known: IsKnown | None = None
) -> Doubt | None:
    """Return the first reason why a sentence may not be shown whatever it cites; None where there is none.

    Its translation is read as well. `asked` is what the asker wrote, `spans` are those its keys name, and `is_known`
    tells whether a provision it names is one of the law held.
    """
    for text in filter(None, (written.text, written.translation)):
        doubt = next(_find_doubts(text), None)
        if doubt is not None:
            return doubt
    if is_known is not None and not all(map(is_known, find_references(written.text))):
        return Doubt(Check.REFERENCE, "It names a provision that the law held does not have.")
    if written.mark in _SAYS_LAW and _echoes(written.text, asked, spans):
        return Doubt(Check.ECHO, "It says what the asker wrote as if it were law.")
    return None


def known_provisions(index: LawIndex, registry: Registry, documents: Collection[str]) -> IsKnown:
    """Return the test whether a provision named is one of these documents, or of the law held that is named with it."""

    def is_known(reference: Reference) -> bool:
        named = held_by_name(reference.law, index, registry) if reference.law else None
        if reference.law and named is None:
            return False
        among = documents if named is None else (named,)
        fitting = (
            key for key in among if reference.noun in (None, index.laws[key].doc_type.provision_noun)
        )
        return any(index.holds(key, reference.path) for key in fitting)

    return is_known


def _find_doubts(text: str) -> Iterator[Doubt]:
    if len(text) > VERIFYING.screen_chars or "\n" in text.strip():
        yield Doubt(Check.MARKUP, "It is no single sentence.")
    if _has_hidden(text):
        yield Doubt(Check.MARKUP, "It has characters that nobody sees.")
    plain = _make_plain(text)
    patterns = _patterns()
    for name, check, reason in _FORMS:
        if patterns[name].search(plain) or patterns[f"exactly_{name}"].search(plain):
            yield Doubt(check, reason)
    if find(text) or find(plain):
        yield Doubt(Check.PERSONAL, "It holds personal data.")


_FORMS = (
    ("link", Check.LINK, "It holds a link or an address of the internet."),
    ("markup", Check.MARKUP, "It holds markup or code."),
    ("instruction", Check.INSTRUCTION, "It speaks of instructions, of the writer, or tells to pay or call somebody."),
)


def _has_hidden(text: str) -> bool:
    """Whether it has control, private or direction characters; joiners count only outside the scripts of India."""
    indic = any("\u0900" <= char <= "\u0dff" for char in text)
    hidden = (char for char in text.strip() if unicodedata.category(char) in _HIDDEN and char != "\n")
    return any(not (indic and char in _JOINERS) for char in hidden)


def _make_plain(text: str) -> str:
    """The text in its compatible form, without accents that make one letter look like another."""
    folded = unicodedata.normalize("NFKC", text).translate(_LOOKALIKES)
    return "".join(char for char in folded if unicodedata.category(char) != "Cf")


_LOOKALIKES = str.maketrans("аеорсухіԁѕјӏ’‘“”＜＞", "aeopcyxidsjl''\"\"<>")
"""Letters of other alphabets that look Latin, and marks typed in several ways."""


def _echoes(text: str, asked: str, spans: Sequence[Span]) -> bool:
    """Whether most of a sentence is one run of the asker's words, and no cited law has that run."""
    words = split_all_words(text)
    if len(words) < VERIFYING.echoed_words or not asked:
        return False
    run = _longest_run(words, split_all_words(asked))
    if len(run) < max(VERIFYING.echoed_words, VERIFYING.echoed_share * len(words)):
        return False
    said = " ".join(run)
    law = (f"{span.text} {span.official}" for span in spans if span.kind is not SpanKind.ASKER)
    return not any(said in " ".join(split_all_words(one)) for one in law)


def _longest_run(words: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    """The longest run of words that stands in both."""
    best, end = 0, 0
    before = [0] * (len(others) + 1)
    for at, word in enumerate(words, start=1):
        row = [0] * (len(others) + 1)
        for there, other in enumerate(others, start=1):
            if word == other:
                row[there] = before[there - 1] + 1
                if row[there] > best:
                    best, end = row[there], at
        before = row
    return words[end - best : end]


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, re.Pattern[str]]:
    text = files("civicsetu.answering.verifying").joinpath("screen.yaml").read_text("utf-8")
    with report_errors("screen.yaml"):
        data = TypeAdapter(dict[str, list[str]]).validate_python(load_words(text))
        return {
            name: re.compile(
                "|".join(f"(?:{one})" for one in patterns),
                re.MULTILINE | (0 if name.startswith("exactly") else re.IGNORECASE),
            )
            for name, patterns in {"exactly_markup": ["(?!)"], **data}.items()
        }
