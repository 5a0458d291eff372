"""Find runs of words that ours shares with the official text: eight in a row are a copy.

The titles of laws and the terms that the law defines can be said in one way only; each counts as
one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from civicsetu.claims.compared_provisions import Edition, Provision
from civicsetu.claims.named_provisions import find_titles
from civicsetu.claims.pair import FactKind, Finding
from civicsetu.claims.thresholds import CLAIMS

RUN = CLAIMS.copied_words
_DEFINED = re.compile(r"^[\"“]([A-Za-z][A-Za-z -]{2,60})[\"”]")


class CopyFinder:
    """Finder of copies: every run of `RUN` words of the official text, headings apart."""

    def __init__(self, official: Edition) -> None:
        terms = {
            match[1].lower()
            for provision in official.values()
            for paragraph in provision.paragraphs
            if (match := _DEFINED.match(paragraph)) and " " in match[1]
        }
        spelled = "|".join(re.escape(term) for term in sorted(terms, key=len, reverse=True))
        self._terms = re.compile(rf"\b(?:{spelled})s?\b") if terms else None
        self._known = {run for provision in official.values() for run in self._runs(self._words(provision))}

    def find_copies(self, ours: Provision) -> Iterator[Finding]:
        """Return one finding for each unbroken copy."""
        words = self._words(ours)
        at = 0
        while at + RUN <= len(words):
            end = at + RUN
            if tuple(words[at:end]) not in self._known:
                at += 1
                continue
            while end < len(words) and tuple(words[end - RUN + 1 : end + 1]) in self._known:
                end += 1
            run = " ".join(words[at:end])
            sentence = f"{end - at} words in a row stand in the official text: {run}."
            yield Finding(ours.path, FactKind.WORDING, run, run, run, sentence)
            at = end

    def _words(self, provision: Provision) -> list[str]:
        text = "\n".join(provision.paragraphs)
        for start, end in reversed(find_titles(text)):
            text = f"{text[:start]} §{text[end:]}"
        text = text.lower()
        if self._terms is not None:
            text = self._terms.sub(lambda match: match[0].replace(" ", "_"), text)
        return re.findall(r"[a-z0-9_§]+", text)

    def _runs(self, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
        return (tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))
