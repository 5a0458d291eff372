"""Find which sections of the Act each rule carries out, from the rules' own words.

To mention a section is not to be made for it: a rule may name one for its time limit, as an
exception, or for where a thing came from. What counts is said by `Ground`, strongest first,
and each link's confidence tells how directly the words say it:

    0.95  the words "for the purpose of section 34"
    0.85  the opening words of the rule or sub-rule name the section that what they set is done under
    0.70  a later sentence of those words does
    0.70-0.90  the Act's own list of what rules may be made for names the matter of the rule
    0.60  a reader judged it, because no words settle it (`data/enabling/<key>.yaml`)

A document is derived from the provision it says it is made under (1.00), or, where the text
held has no such words, from the one the registry names (0.90).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.corpus.enabling.manual_overrides import ManualOverrides
from civicsetu.corpus.enabling.rulemaking_topics import RulemakingTopic, match_topics
from civicsetu.corpus.structure.link import Link, find_links
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree
from civicsetu.law.references import find_references

PURPOSE, OPENING, LATER, JUDGED = 0.95, 0.85, 0.70, 0.60
SAID, REGISTERED = 1.0, 0.9

_PURPOSE = re.compile(r"\bfor\s+the\s+purposes?\s+of\s+$|^\W*(?:Explanation\W{1,4})?For\s+$", re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:,|]\s(?!\d)")
# A section named for a limit of time, as an exception, or for where a thing came from.
_IN_PASSING = re.compile(
    r"\b(?:subject\s+to|unless|until|except|save|notwithstanding)\b"
    r"|\b(?:granted|constituted)\b[^.;:,]{0,40}$"
    r"|\b(?:time|period|days?)\s+(?:(?:specified|provided|prescribed)\s+(?:in|under|by)|that|as)\s+$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?]\s")
_INTRODUCES = re.compile(r"^(?:short\s+)?titles?\b|^definitions\b", re.IGNORECASE)
_ENABLING = re.compile(r"in\s+exercise\s+of\s+the\s+powers?\s+conferred\s+(?:by|under)\b", re.IGNORECASE)
_ENABLING_REACH = 600


class Ground(StrEnum):
    """Ground of a derivation: the kind of words that show that a rule carries out a section."""

    PURPOSE = "for the purpose of"
    NAMED = "done under"
    MATTER = "matter the Act leaves to rules"
    REVIEWED = "read and judged"
    ENABLING = "made under"
    REGISTRY = "registry"


@dataclass(frozen=True, slots=True)
class Derivation:
    """The rule at `source` carries out `target` of `document`; the words that say so stand at `start:end`.

    `source` is None for the whole document. What a reader judged has the span of the rule's
    heading and the reader's reason; what only the registry says has no span.
    """

    source: ProvisionPath | None
    target: ProvisionPath
    document: str
    ground: Ground
    confidence: float
    start: int | None
    end: int | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Derived:
    """Derivations found, and the rules for which no enabling provision was found."""

    found: tuple[Derivation, ...]
    unresolved: tuple[str, ...]


def derive(
    tree: ProvisionTree,
    spec: DocumentSpec,
    matters: Sequence[RulemakingTopic],
    reviewed: ManualOverrides,
    power: str = "",
) -> Derived:
    """Find every section of the Act that the rules of `tree` carry out, once per provision and section.

    `matters` is the Act's own list, `power` the provision of the Act that gives the power to make
    rules, for a text that does not say under which it is made. An empty result for a law that is
    made under no other.
    """
    if not spec.made_under:
        return Derived((), ())
    named = [link for link in find_links(tree, spec) if link.document == spec.made_under]
    found = list(_of_document(tree, spec, power))
    unresolved: list[str] = []
    for rule in tree.sections():
        assert rule.path is not None
        mine = list(_of_rule(tree, spec, rule, named, matters, reviewed))
        found += mine
        if not mine and not reviewed.is_general(rule.path.number) and not _INTRODUCES.match(rule.heading):
            unresolved.append(rule.path.number)
    return Derived(tuple(_strongest(found)), tuple(unresolved))


def _of_rule(
    tree: ProvisionTree,
    spec: DocumentSpec,
    rule: Node,
    named: Sequence[Link],
    matters: Sequence[RulemakingTopic],
    reviewed: ManualOverrides,
) -> Iterator[Derivation]:
    assert rule.path is not None
    number, law = rule.path.number, spec.made_under
    if _INTRODUCES.match(rule.heading):
        return
    mentions = [link for link in named if link.source.number == number]
    heading = (rule.start, rule.body)
    said = list(_named(tree, rule, mentions, law))
    told = {link.target.number for link in mentions}
    said += [
        Derivation(rule.path, target, law, Ground.MATTER, confidence, *heading)
        for target, confidence in match_topics(rule.heading, _lead(tree, rule), told, matters)
    ]
    said += [
        Derivation(rule.path, target, law, Ground.REVIEWED, JUDGED, *heading, reason)
        for target, reason in reviewed.list_additions(number)
    ]
    yield from (one for one in said if not reviewed.is_denied(number, one.target))


def _named(tree: ProvisionTree, rule: Node, mentions: Iterable[Link], law: str) -> Iterator[Derivation]:
    """Sections that the rule's own words name as what it is done under, not those it names in passing."""
    for node in rule.walk():
        if node.path is None:
            continue
        end = _own_end(node)
        for link in mentions:
            if link.source != node.path:
                continue
            before = tree.text[node.body : link.start]
            if _PURPOSE.search(_since(before, _SENTENCE)):
                ground, confidence = Ground.PURPOSE, PURPOSE
            elif _is_own(node) and link.end <= end and not _IN_PASSING.search(_since(before, _CLAUSE)):
                ground = Ground.NAMED
                confidence = LATER if _SENTENCE.search(before) else OPENING
            else:
                continue
            yield Derivation(link.source, link.target, law, ground, confidence, link.start, link.end)


def _is_own(node: Node) -> bool:
    """The rule itself or a sub-rule: what stands deeper is an item of what the rule sets."""
    return node.kind in (NodeKind.SECTION, NodeKind.SUBSECTION)


def _own_end(node: Node) -> int:
    """Where the node's opening words end: at its first part."""
    return next((child.start for child in node.children if child.path is not None), node.end)


def _since(before: str, joint: re.Pattern[str]) -> str:
    """What stands behind the last joint."""
    ends = [found.end() for found in joint.finditer(before)]
    return before[ends[-1] :] if ends else before


def _lead(tree: ProvisionTree, rule: Node) -> str:
    """The first words of the rule that are more than a label."""
    node = rule
    while node.children and node.children[0].path is not None and node.children[0].start - node.body < 3:
        node = node.children[0]
    return tree.text[node.body : node.end]


def _strongest(found: Iterable[Derivation]) -> list[Derivation]:
    """One a pair, the strongest, in the order of the text."""
    best: dict[tuple[ProvisionPath | None, ProvisionPath], Derivation] = {}
    for one in found:
        held = best.get((one.source, one.target))
        if held is None or one.confidence > held.confidence:
            best[one.source, one.target] = one
    return sorted(best.values(), key=lambda one: (one.start or 0, str(one.source or ""), str(one.target)))


def _of_document(tree: ProvisionTree, spec: DocumentSpec, power: str) -> Iterator[Derivation]:
    """The provision the whole document says it is made under; else the one that is registered."""
    first = next(iter(tree.sections()), None)
    front = tree.text[: first.start if first else 0]
    said = _ENABLING.search(front)
    if said:
        reach = front[said.end() : said.end() + _ENABLING_REACH]
        for reference in find_references(reach)[:1]:
            start, end = said.end() + reference.start, said.end() + reference.end
            yield Derivation(None, reference.path, spec.made_under, Ground.ENABLING, SAID, start, end)
            return
    if power:
        target = ProvisionPath(power.split("(")[0])
        yield Derivation(None, target, spec.made_under, Ground.REGISTRY, REGISTERED, None, None)
