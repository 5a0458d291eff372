"""What an Act leaves to rules: its own list of matters, and which of them a rule's heading names.

The list is text like any other ("the form and manner of filing of appeal under sub-section (2)
of section 44"), so it settles what a rule is made for where the rule itself names no section.
Words that few matters have count for more, and the heading of the section named counts as the
matter's own; a rule between two matters is left to a reader.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from civicsetu.corpus.structure.link import find_links
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.provisions import ProvisionTree
from civicsetu.lexicon.stems import stem

LEAST, LEAST_NAMED, CLEARLY, WHOLE = 0.6, 0.5, 0.9, 0.95
_LEAD = 400
_WORD = re.compile(r"[^\W\d_]{2,}")
_SMALL = frozenset(
    "the a an of and or to in for by with on as be is are which under other such any all may shall thereof its "
    "their from at this that those these it if has have section sub clause act".split()
)


@dataclass(frozen=True, slots=True)
class RulemakingTopic:
    """One entry of the list: its words, the headings of the sections it names, and those sections."""

    path: ProvisionPath
    words: frozenset[str]
    headings: frozenset[str]
    targets: tuple[ProvisionPath, ...]


Scored = tuple[float, RulemakingTopic]


def list_topics(tree: ProvisionTree, spec: DocumentSpec) -> tuple[RulemakingTopic, ...]:
    """Return the Act's list, in its order; empty for a law that has none."""
    listed = tree.root.find(parse_path(spec.rule_making)) if spec.rule_making else None
    if listed is None:
        return ()
    headings = {section.path.number: section.heading for section in tree.sections() if section.path}
    mentions = [link for link in find_links(tree, spec) if link.document == spec.key and link.resolved]
    found = []
    for entry in listed.children:
        named = [link for link in mentions if link.source == entry.path]
        if entry.path is None or not named:
            continue
        text, at = "", entry.body
        for link in named:
            text, at = f"{text} {tree.text[at : link.start]}", max(at, link.end)
        about = " ".join(headings.get(link.target.number, "") for link in named)
        targets = tuple(dict.fromkeys(link.target for link in named))
        words = frozenset(_stems(f"{text} {tree.text[at : entry.end]}"))
        found.append(RulemakingTopic(entry.path, words, frozenset(_stems(about)), targets))
    return tuple(found)


def match_topics(
    heading: str, lead: str, named: Collection[str], listed: Sequence[RulemakingTopic]
) -> Iterator[tuple[ProvisionPath, float]]:
    """Yield provisions whose matter the rule has, with how sure it is (0.70 to 0.90).

    `named` are the sections the rule mentions: among matters that fit, those of them are meant.
    """
    weight = _weights(listed)
    own = set(_stems(heading))
    all_words = own | set(_stems(lead[:_LEAD]))
    scored = [(_score(own, all_words, matter, weight), matter) for matter in listed]
    for score, matter in _of_named(scored, named) or _clearly_best(scored):
        for target in matter.targets:
            yield target, round(0.5 + 0.4 * score, 2)


def _of_named(scored: Sequence[Scored], named: Collection[str]) -> list[Scored]:
    return [
        (score, matter)
        for score, matter in scored
        if score >= LEAST_NAMED and any(target.number in named for target in matter.targets)
    ]


def _clearly_best(scored: Sequence[Scored]) -> list[Scored]:
    """The matter that fits best, and those the Act words the same; none where another fits nearly as well.

    One of which the rule says nearly every word has fewer rivals to fear.
    """
    best, chosen = max(scored, key=lambda one: one[0], default=(0.0, None))
    if chosen is None or best < LEAST:
        return []
    alike = [(score, matter) for score, matter in scored if matter.words == chosen.words]
    near = best * (WHOLE if best >= WHOLE else CLEARLY)
    rivals = [score for score, matter in scored if matter.words != chosen.words and score >= near]
    return [] if rivals else alike


def _score(own: set[str], words: set[str], matter: RulemakingTopic, weight: dict[str, float]) -> float:
    """How much of the heading is of the matter, and of the matter in the rule's first words: 0 to 1."""
    of_heading = _share(own, own & (matter.words | matter.headings), weight)
    of_matter = _share(matter.words, matter.words & words, weight)
    return math.sqrt(of_heading * of_matter)


def _share(whole: Iterable[str], part: Iterable[str], weight: dict[str, float]) -> float:
    rare = max(weight.values(), default=1.0)
    total = sum(weight.get(word, rare) for word in whole)
    return sum(weight.get(word, rare) for word in part) / total if total else 0.0


def _weights(listed: Sequence[RulemakingTopic]) -> dict[str, float]:
    """A word that few matters have weighs more; one that all have weighs nearly nothing."""
    seen = Counter(word for matter in listed for word in matter.words | matter.headings)
    return {word: math.log((len(listed) + 1) / (count + 0.5)) for word, count in seen.items()}


def _stems(text: str) -> list[str]:
    return [stem(word) for word in _WORD.findall(text) if word.lower() not in _SMALL]
