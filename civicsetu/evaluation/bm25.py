"""Okapi BM25 over one text a provision: what plain word search finds, printed beside the system.

A provision is a whole section, rule or form: its title and every current text held of it. It
has an easier task than the system, which is measured on the sub-section.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

import numpy as np

from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.evaluation.golden.golden_set import GoldProvision
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.lexicon.tokens import split_all_words

_K1, _B = 1.5, 0.75


class WordRanking:
    """Ranking of all provisions of an index by BM25; build once, ask often."""

    def __init__(self, index: LawIndex) -> None:
        provisions = list(_provisions(index))
        self.places = [place for place, _ in provisions]
        counts = [Counter(split_all_words(text)) for _, text in provisions]
        lengths = np.array([max(1, sum(count.values())) for count in counts], dtype=np.float64)
        self._norm = _K1 * (1 - _B + _B * lengths / lengths.mean())
        self._of_word: dict[str, list[tuple[int, int]]] = {}
        for at, count in enumerate(counts):
            for word, times in count.items():
                self._of_word.setdefault(word, []).append((at, times))

    def first(self, query: str, documents: Collection[str], limit: int) -> list[GoldProvision]:
        """Return the best of those documents' provisions that share a word with the query."""
        scores = np.zeros(len(self.places))
        for word in split_all_words(query):
            found = self._of_word.get(word, [])
            rarity = np.log(1 + (len(self.places) - len(found) + 0.5) / (len(found) + 0.5))
            for at, times in found:
                scores[at] += rarity * times * (_K1 + 1) / (times + self._norm[at])
        order = (int(at) for at in np.argsort(-scores, kind="stable") if scores[at] > 0)
        return [self.places[at] for at in order if self.places[at].document in documents][:limit]


def _provisions(index: LawIndex) -> Iterator[tuple[GoldProvision, str]]:
    for law in index.laws.values():
        for path in dict.fromkeys(path for path in map(parse_path, _paths(law)) if not path.labels):
            yield GoldProvision(law.key, path), _text(law, path)


def _paths(law: HeldLaw) -> Iterator[str]:
    for edition in law.editions.values():
        yield from edition.places


def _text(law: HeldLaw, path: ProvisionPath) -> str:
    texts: list[str] = []
    for edition in law.editions.values():
        place = edition.places.get(str(path))
        if place is not None:
            texts += [edition.titles.get(str(path), ""), edition.body[place.start : place.end]]
    return "\n".join(texts)
