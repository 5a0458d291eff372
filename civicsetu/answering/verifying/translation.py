"""Whether a machine's translation may stand above its English sentence, by what can be compared without a dictionary.

Figures with their measures, dates, provisions, forms, denials, must and may, and the script must agree. What is left,
who does what to whom, only a reader who knows both languages sees: that is asked of the opinion.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction

from civicsetu.answering.verifying.thresholds import VERIFYING
from civicsetu.answering.verifying.translated_words import (
    MeasuredNumber,
    TranslatedWords,
    find_words,
    read_figures,
    read_forms,
    read_references,
    take_dates,
    write_digits,
)
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.claims.numbers import BOUNDS, find_amounts
from civicsetu.corpus.registry import get_registry
from civicsetu.law.references import find_references
from civicsetu.query.jurisdiction_detection import states_named

_MEASURES = {
    "day": "day", "week": "week", "month": "month", "year": "year", "hour": "hour", "rupee": "rupee", "per cent": "per_cent",
}  # fmt: skip
_STATED = re.compile(r"(?:at least |at most )?(\d+(?:/\d+)?)(?: (.*?))?(?: ?or more)?")
_FORM = re.compile(r"\bForm[- ]+([A-Z]{1,4}|\d{1,2})\b")
_DENIES = re.compile(r"\b(?:not|no|never|nor|neither|none|nothing|nobody|cannot|without)\b|n['’]t\b", re.IGNORECASE)
_SOFT = re.compile(
    r"\b(?:unless|except\w*|other than|fail\w*|refus\w*|unable|lack\w*|until|otherwise|invalid|reject\w*"
    r"|un(?!it|der|til|iform|ion|ique)\w{4,}|in(?:complete|correct|valid|ability)|dis\w+|ban\w*|forbid\w*|prohibit\w*|free|exempt\w*|bar(?:s|red)?|stops?)\b",
    re.IGNORECASE,
)
_MUST = re.compile(r"\b(?:must|has to|have to|shall|is bound to|are bound to|is required to|needs? to)\b", re.IGNORECASE)
_MAY = re.compile(r"\b(?:may|can|is allowed to|are allowed to|is free to)\b", re.IGNORECASE)
_PLACED = re.compile(r"\b(?:sub-?sections?|sections?|rules?|regulations?|clauses?)\s+\d+[A-Z]{0,2}(?:\(\w{1,5}\))*", re.IGNORECASE)
_LEAST = re.compile(r"\bat least\b|\bnot less than\b|\bno less than\b|\bminimum\b", re.IGNORECASE)
_MOST = re.compile(r"\bat most\b|\bup to\b|\bnot more than\b|\bno more than\b|\bmaximum\b|\bnot exceed", re.IGNORECASE)
_ONLY = re.compile(r"\bonly (?:if|when|where|after|with|by|on)\b", re.IGNORECASE)
_YOU = re.compile(r"\byou(?:r|rs)?\b", re.IGNORECASE)
_PARTIES = {
    name: re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for name, words in {
        "builder": "builder|promoter|developer", "buyer": "buyer|allottee|purchaser", "broker": "broker|agent",
        "authority": "authorit", "tribunal": "tribunal", "association": "association|society", "officer": "officer",
        "government": "government", "bank": "bank", "architect": "architect", "advocate": "advocate|lawyer",
        "engineer": "engineer",
    }.items()
}  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]")
_PERIOD = ("day", "week", "month", "year", "hour", "date")


def check_translation(english: str, translated: str, language: str) -> Doubt | None:
    """Return the first reason why a translation may not be shown; None where the two agree.

    `language` is its code (hi, mr, ta, kn) or its English name. A doubt that is not certain may be lifted by an opinion.
    """
    words = find_words(language)
    if words is None:
        return _doubt(f"Translations into {language or 'no language'} are not checked.")
    return next(_find_doubts(english, write_digits(translated.strip()), words), None)


def stays_english(english: str) -> bool:
    """Return whether a sentence is shown in English alone until a person has read its translation.

    So it is with a denial, a period or day, and a sum: a slip there costs most.
    """
    plain = re.sub(BOUNDS, " ", english, flags=re.IGNORECASE)
    figures = _read_english(english)
    return bool(_DENIES.search(plain)) or any(one.measure in (*_PERIOD, "rupee") for one in figures)


def _find_doubts(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    yield from _compare_script(english, translated, words)
    yield from _compare_references(english, translated, words)
    yield from _compare_figures(english, translated, words)
    yield from _compare_denials(english, translated, words)
    yield from _compare_modals(english, translated, words)
    yield from _compare_bounds(english, translated, words)
    yield from _compare_parties(english, translated, words)
    yield from _compare_states(english, translated)


def _compare_script(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    letters = len([char for char in translated if _LETTERS.match(char) or words.count_letters(char)])
    if not letters or words.count_letters(translated) < VERIFYING.script_share * letters:
        yield _doubt(f"It is not written in {words.name}.")
    if words.other and re.search(words.other, translated) and not re.search(words.own, translated):
        yield _doubt(f"It is another language than {words.name}.")
    longer = len(translated) / max(len(english), 1)
    if len(english) >= VERIFYING.translated_chars and not VERIFYING.shortest_translation <= longer <= VERIFYING.longest_translation:
        yield _doubt("It is much shorter or longer than the sentence.")


def _compare_references(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    ours = {str(one.path) for one in find_references(english)}
    theirs = read_references(take_dates(translated, words)[1], words)[0]
    if not _name_the_same(ours, theirs):
        yield _doubt("It names other provisions.")
    if set(_FORM.findall(english)) != set(read_forms(translated, words)):
        yield _doubt("It names another form.")


def _name_the_same(ours: Collection[str], theirs: Collection[str]) -> bool:
    """Whether the same numbers are named, and each part named in the translation is one of the sentence."""
    if {one.partition("(")[0] for one in ours} != {one.partition("(")[0] for one in theirs}:
        return False
    in_latin = [one for one in theirs if one.isascii()]
    return all(any(each.startswith(one) for each in ours) for one in in_latin)


def _compare_figures(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    ours, theirs = _read_english(english), read_figures(translated, words)
    ours_measured, theirs_measured = _measured(ours), _measured(theirs)
    if ours_measured != theirs_measured and not _differ_in_one(ours, theirs):
        yield _doubt("A figure, its unit or a day differs.")
    elif _values(ours) - _values(theirs) or _values(theirs) - _values(ours):
        yield _doubt("A figure differs.")


def _differ_in_one(ours: list[MeasuredNumber], theirs: list[MeasuredNumber]) -> bool:
    """Whether the two differ only in ones, which a language may say or leave out ("a month", "one month"), or in a
    measure that one of them leaves unsaid."""
    mine, other = Counter(ours), Counter(theirs)
    left, right = list((mine - other).elements()), list((other - mine).elements())
    left = [one for one in left if one.value != 1]
    right = [one for one in right if one.value != 1]
    if len(left) != len(right):
        return False
    pairs = zip(sorted(left), sorted(right), strict=True)
    return all(one.value == two.value and "" in (one.measure, two.measure) for one, two in pairs)


def _measured(figures: list[MeasuredNumber]) -> Counter[MeasuredNumber]:
    return Counter(one for one in figures if one.measure and one.value != 1)


def _values(figures: list[MeasuredNumber]) -> set[Fraction]:
    return {one.value for one in figures if one.value != 1}


def _read_english(english: str) -> list[MeasuredNumber]:
    text = _FORM.sub(" ", _PLACED.sub(" ", english))
    return [said for amount in find_amounts(text) if (said := _said(amount.stated)) is not None]


def _said(stated: str) -> MeasuredNumber | None:
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", stated):
        return MeasuredNumber(Fraction(stated.replace("-", "")), "date")
    match = _STATED.fullmatch(stated)
    if match is None:
        return None
    return MeasuredNumber(Fraction(match[1]), _MEASURES.get(match[2] or "", ""))


def _compare_denials(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    plain = re.sub(BOUNDS, " ", english, flags=re.IGNORECASE)
    ours, theirs = len(_DENIES.findall(plain)), words.count_denials(translated)
    soft = _SOFT.search(plain) is not None
    opens = _opening(english)
    if opens and not re.match(rf"\W*(?:{getattr(words, opens)})", translated):
        yield _doubt("It does not begin with the same yes or no.")
    if ours and not theirs:
        yield _doubt("The sentence denies, the translation does not.")
    elif theirs and not ours and not soft:
        yield _doubt("The translation denies, the sentence does not.")
    elif ours != theirs and not soft and (ours - theirs) % 2:
        yield _doubt("The translation does not deny as often as the sentence.", certain=False)


def _opening(english: str) -> str:
    opening = re.match(r"(yes|no)\s*[,.:;—–]", english, re.IGNORECASE)
    return opening[1].lower() if opening else ""


def _compare_modals(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    must, may = bool(_MUST.search(english)), bool(_MAY.search(english))
    theirs_must, theirs_may = bool(re.search(words.must, translated)), bool(re.search(words.may, translated))
    if must != may and (theirs_must, theirs_may) == (may, must):
        yield _doubt("One says must, the other may.", certain=False)


def _compare_bounds(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    least, most = bool(_LEAST.search(english)), bool(_MOST.search(english))
    if (least and not most and re.search(words.most, translated) and not re.search(words.least, translated)) or (
        most and not least and re.search(words.least, translated) and not re.search(words.most, translated)
    ):
        yield _doubt("One says at least, the other at most.")
    if _ONLY.search(english) and not re.search(words.only, translated) and not words.count_denials(translated):
        yield _doubt("The sentence says only, the translation does not.", certain=False)


def _compare_parties(english: str, translated: str, words: TranslatedWords) -> Iterator[Doubt]:
    """A party that the sentence does not name, while one it names is missing: a pronoun may stand for a party, not another."""
    ours = {name for name, pattern in _PARTIES.items() if pattern.search(english)}
    theirs = words.find_parties(translated)
    spoken = {"buyer"} if _YOU.search(english) else set()
    if theirs - ours - spoken and ours - theirs:
        yield _doubt("It names another party.", certain=False)


def _compare_states(english: str, translated: str) -> Iterator[Doubt]:
    registry = get_registry()
    if set(states_named(translated, registry)) - set(states_named(english, registry)):
        yield _doubt("It names another state.")


def _doubt(reason: str, *, certain: bool = True) -> Doubt:
    return Doubt(Check.TRANSLATION, reason, certain)
