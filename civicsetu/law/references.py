"""The reference grammar: one reader of "section 18(1)", in laws and in questions alike.

It reads `section 18(1)(a)`, `s. 66`, `sections 59, 60 and 61`, `sections 12 to 14`,
`clause (a) of sub-section (1) or under sub-section (2) of section 5`, `section 18,
sub-section (1)`, `rule 16(2)`, `the second proviso to section 3(1)`, `clause (a) of the
Explanation to section 7`, `धारा 18`, and, where asked, a bare `4(2)(l)(D)`.
What belongs to another law by name ("section 9 of the Consumer Protection Act, 1986", "IPC
section 420") is returned with that law's name, so that a linker can leave it out and an
answer can say so. Relative mentions ("sub-section (1)", "the said sub-section") are resolved
against the provision they stand in or the one named last; without one they are left out,
never guessed. A provision that does not exist is returned as it is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest

from civicsetu.law.mentions import CLAUSE, SUB, WHOLE, Head, Mention, MentionKind, expand_range, find_mentions
from civicsetu.law.named_laws import NamedLaws
from civicsetu.law.paths import ProvisionPath

_OF = re.compile(
    r"\s{0,6}(?:,\s{0,6})?(?:of|in|to|under)\s{1,6}(?:the\s{1,6})?(?:said\s{1,6})?", re.IGNORECASE
)
_BEFORE_ITS_PART = re.compile(
    r"[^\S\n]{0,6}(?P<comma>,)?\s{0,6}(?:in\s{1,6}(?:the\s{1,6})?)?(?:(?:की|का|के)\s{1,6})?"
)
_OR_UNDER = re.compile(
    r"\s{0,6},?\s{0,6}(?:and|or|to)\s{1,6}(?:under\s{1,6}|in\s{1,6}|of\s{1,6})?(?:the\s{1,6})?(?:said\s{1,6})?",
    re.IGNORECASE,
)
_COMMA = re.compile(r"\s{0,6},\s{0,6}(?:under\s{1,6})?(?:the\s{1,6})?", re.IGNORECASE)
_SAME_GROUP = re.compile(
    r"\s{0,6}(?:,|&|r/w|,?\s{0,6}(?:and|or|as well as)|for the purposes? of|,?\s{0,6}read\s{1,6}with)\s{0,6}",
    re.IGNORECASE,
)
# "IPC section 420 and section 34" goes on; after "IPC section 420, and section 18" nobody knows.
_GOES_ON = re.compile(r"\s{0,6}(?:,|&|r/w|and|or|read\s{1,6}with)\s{0,6}", re.IGNORECASE)
_MOST_PATHS = 200


@dataclass(frozen=True, slots=True)
class Reference:
    """One provision mentioned, and the span of the mention.

    `noun` is section, rule or regulation (None for a bare path); `law` the name of another
    law it is said to belong to, empty when none is named.
    """

    path: ProvisionPath
    noun: str | None
    start: int
    end: int
    law: str = ""


@dataclass(slots=True)
class _Chain:
    """Mentions that name one place together, inner part first: clause, sub-section, section.

    `end` is where its own words end, `reach` where those end that it shares with the next.
    """

    parts: list[Mention]
    start: int
    end: int
    reach: int = 0
    inherits: bool = False
    law: str | None = None

    @property
    def inner(self) -> Mention:
        return self.parts[0]

    @property
    def outer(self) -> Mention:
        return self.parts[-1]


@dataclass(slots=True)
class _Named:
    """The provisions named last, by noun and by how deep they are named: what "that section" means."""

    last: dict[str | int, tuple[Reference, int]] = field(default_factory=dict)

    def learn(self, reference: Reference) -> None:
        labels = reference.path.labels
        if reference.noun:
            self.last[reference.noun] = reference, 0
        numbered = 1 if labels and labels[0][0].isdigit() else 0
        if numbered:
            self.last[SUB] = reference, 1
        if len(labels) > numbered and not labels[numbered].startswith(("proviso", "explanation")):
            self.last[CLAUSE] = reference, numbered + 1

    def meant(self, pointer: Mention) -> Reference | None:
        if (pointer.noun or pointer.level) not in self.last:
            return None
        reference, depth = self.last[pointer.noun or pointer.level]
        return replace(reference, path=ProvisionPath(reference.path.number, reference.path.labels[:depth]))


def find_references(
    text: str, *, here: ProvisionPath | None = None, noun_here: str = "section", bare: bool = False
) -> list[Reference]:
    """Find every provision `text` mentions, in order.

    `here` is the provision the text stands in, for relative mentions; `bare` also reads
    `4(2)(l)(D)` without a noun, as people type it in a question.
    """
    chains = _joined(text, find_mentions(text, bare=bare))
    chains = _adopted(text, chains, relative=here is not None)
    _inherit(text, chains)
    _fill_ranges(text, chains)
    _give_laws(text, chains)
    references: list[Reference] = []
    named = _Named()
    for chain in chains:
        for reference in _resolve(chain, named, here, noun_here):
            references.append(reference)
            named.learn(reference)
    return references


# -- joining mentions to chains ------------------------------------------------------------------------


def _joined(text: str, found: list[Mention]) -> list[_Chain]:
    """Join 'clause (a)' 'of' 'sub-section (1)' 'of' 'section 5', and 'section 5,' 'sub-section (1)'."""
    chains: list[_Chain] = []
    found = _apart(found)
    for mention, following in zip_longest(found, found[1:]):
        chain = chains[-1] if chains else None
        if chain and _is_of(text, chain.outer, chain.end, mention):
            chain.parts.append(mention)
            chain.end = mention.end
        elif chain and _is_part_after(text, chain, mention, following):
            chain.inner.before_its_part = True
            chain.parts.insert(0, mention)
            chain.end = mention.end
        else:
            chains.append(_Chain([mention], mention.start, mention.end))
    for chain in chains:
        chain.reach = chain.end
    return chains


def _apart(found: list[Mention]) -> list[Mention]:
    """The longest of those that overlap."""
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _is_of(text: str, inner: Mention, end: int, outer: Mention) -> bool:
    """'clause (a) of' a sub-section; a proviso is to anything, and has clauses."""
    deeper = (
        inner.kind is MentionKind.WORD
        or outer.level < inner.level
        or (outer.kind is MentionKind.WORD and inner.kind is MentionKind.PART)
    )
    pointer = inner.kind in (MentionKind.THAT, MentionKind.THIS) and inner.level == WHOLE
    return deeper and not pointer and _OF.fullmatch(text, end, outer.start) is not None


def _is_part_after(text: str, chain: _Chain, part: Mention, following: Mention | None) -> bool:
    """'section 18' 'sub-section (1)': unless the part goes on to say what it is of."""
    if part.kind not in (MentionKind.PART, MentionKind.WORD) or chain.inner.kind in (MentionKind.THAT, MentionKind.THIS):
        return False
    if len(chain.parts) > 1 and not chain.parts[1].before_its_part:
        return False
    gap = _BEFORE_ITS_PART.fullmatch(text, chain.end, part.start)
    if gap is None or part.level <= chain.inner.depth:
        return False
    if following is None or not _is_of(text, part, part.end, following):
        return True
    return not gap["comma"] and chain.outer.kind is MentionKind.PART and following.level < chain.outer.level


def _adopted(text: str, chains: list[_Chain], *, relative: bool) -> list[_Chain]:
    """'section 18 clause (a) of sub-section (1)': all of it is of section 18.

    After a comma only where the words stand in no provision of their own to be relative to.
    """
    kept: list[_Chain] = []
    for chain in chains:
        before = kept[-1] if kept else None
        if (
            before
            and len(before.parts) == 1
            and before.inner.kind is MentionKind.NUMBER
            and chain.outer.kind is MentionKind.PART
        ):
            gap = _BEFORE_ITS_PART.fullmatch(text, before.end, chain.start)
            if gap and not (gap["comma"] and relative) and chain.outer.level > before.inner.depth:
                before.inner.before_its_part = True
                chain.parts.append(before.inner)
                chain.start = before.start
                kept.pop()
        kept.append(chain)
    return kept


def _inherit(text: str, chains: list[_Chain]) -> None:
    """'clause (d) or clause (e) of sub-section (1)': the first is of what the second is of."""
    for later, earlier in pairwise(reversed(chains)):
        level = earlier.outer.level
        if earlier.outer.kind not in (MentionKind.PART, MentionKind.WORD) or later.inner.level < level:
            continue
        shared = [part for part in later.parts if part.level < level]
        gap = (earlier.end, later.start)
        listed = _OR_UNDER.fullmatch(text, *gap) or (later.inherits and _COMMA.fullmatch(text, *gap))
        if shared and listed:
            earlier.parts.extend(shared)
            earlier.reach, earlier.inherits = later.reach, True


def _fill_ranges(text: str, chains: list[_Chain]) -> None:
    """'clause (a) to clause (d)', 'section 3 to section 9': the second has what lies between as well."""
    for earlier, later in pairwise(chains):
        same = earlier.inner.noun == later.inner.noun and earlier.inner.level == later.inner.level
        alone = len(earlier.parts) == 1 or earlier.inherits
        if same and alone and earlier.start == earlier.inner.start:
            passed = expand_range(earlier.inner, later.inner, text[earlier.end : later.start])
            if passed:
                later.parts[0] = replace(later.inner, heads=[*passed, *later.inner.heads])


# -- laws ----------------------------------------------------------------------------------------------


def _give_laws(text: str, chains: list[_Chain]) -> None:
    """Say of each chain which law it is of: named after it, or before it, or with its group."""
    laws = NamedLaws(text)
    named_before: list[bool] = []
    for chain in chains:
        chain.law = laws.find_after(chain.reach)
        named_before.append(chain.law is None)
        if chain.law is None:
            chain.law = laws.find_before(chain.start, chain.outer.noun)
    for at in range(len(chains) - 1, 0, -1):
        earlier, later = chains[at - 1], chains[at]
        if earlier.law is None and not named_before[at] and _grouped(text, earlier, later, _SAME_GROUP):
            earlier.law, named_before[at - 1] = later.law, False
    for at, (earlier, later) in enumerate(pairwise(chains)):
        if later.law is None and named_before[at] and _grouped(text, earlier, later, _GOES_ON):
            later.law = earlier.law


def _grouped(text: str, first: _Chain, second: _Chain, joined_by: re.Pattern[str]) -> bool:
    """'sections 193 and 228 for the purposes of section 196': of one law, whichever it is."""
    numbered = first.outer.kind is MentionKind.NUMBER and second.outer.kind is MentionKind.NUMBER
    same = numbered and first.outer.noun == second.outer.noun
    return same and joined_by.fullmatch(text, first.end, second.start) is not None


# -- resolving -----------------------------------------------------------------------------------------


def _resolve(chain: _Chain, named: _Named, here: ProvisionPath | None, noun_here: str) -> Iterator[Reference]:
    base = _base(chain, named, here, noun_here)
    if base is None:
        return
    for parts in dict.fromkeys(
        _paths(chain, (base.path.number, *base.path.labels) if base.path.number else ())
    ):
        yield Reference(ProvisionPath(parts[0], parts[1:]), base.noun, base.start, base.end, base.law)


def _base(chain: _Chain, named: _Named, here: ProvisionPath | None, noun_here: str) -> Reference | None:
    """What the outermost mention is relative to, with noun, span and law; None when nobody knows."""
    outer = chain.outer
    own = Reference(ProvisionPath(""), noun_here, chain.start, chain.reach, chain.law or "")
    if outer.kind is MentionKind.NUMBER:
        return replace(own, noun=outer.noun)
    if outer.kind is MentionKind.THAT:
        meant = named.meant(outer)
        return meant and replace(own, path=meant.path, noun=meant.noun, law=chain.law or meant.law)
    if here is None or outer.kind is MentionKind.WORD or (outer.kind is MentionKind.THIS and len(chain.parts) == 1):
        return None
    if outer.kind is MentionKind.THIS:
        return replace(own, path=_around(here, outer))
    return replace(own, path=ProvisionPath(here.number, _labels_above(here, outer.level)))


def _around(here: ProvisionPath, pointer: Mention) -> ProvisionPath:
    """'this section', 'this clause', said in `here`."""
    if pointer.level == WHOLE:
        return ProvisionPath(here.number)
    return ProvisionPath(here.number, _labels_above(here, pointer.level + 1))


def _labels_above(here: ProvisionPath, level: int) -> Head:
    """What a part of that level lies in, seen from `here`: a section may have no sub-sections."""
    depth = level - 1
    if depth and not (here.labels and here.labels[0][0].isdigit()):
        depth -= 1
    return here.labels[:depth]


def _paths(chain: _Chain, base: Head) -> list[Head]:
    """Every path said, outermost part first.

    A part of several is of each where the law says so in the plural ("sub-section (1) of
    sections 4 and 5"); else of the one it stands by, and the others are meant whole.
    """
    stems: list[Head] = [base]
    before: list[Head] = []
    after: list[Head] = []
    for mention in reversed(chain.parts[1:]):
        said = [(*stem, *head) for stem in stems for head in mention.heads or [()]]
        if mention.before_its_part:
            before, stems = [*before, *said[:-1]], said[-1:]
        elif mention.plural and len(said) <= _MOST_PATHS:
            stems = said
        else:
            after, stems = [*said[1:], *after], said[:1]
    inner = chain.inner.heads or [()]
    if len(stems) * len(inner) > _MOST_PATHS:
        after, stems = [*stems[1:], *after], stems[:1]
    found = [(*stem, *head) for stem in stems for head in inner]
    return [path for path in (found if chain.inherits else [*before, *found, *after]) if path]
