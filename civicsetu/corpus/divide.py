"""Divide a law's text into its provision tree, with exact offsets.

One divider reads both editions. It goes through the text paragraph by paragraph and
decides each one's place from what is printed: a heading opens a section, a label such as
`(2)`, `(a)`, `(iv)`, `(D)` opens a provision in the list it continues, a proviso or an
explanation attaches as `docs/adr/0001` says, and a paragraph without a mark goes on with
the provision that holds the list before it. Nothing is counted and nothing is dropped:
what is not law (title, chapter lines, footnotes) is a node of its own, so the leaves of
the tree joined are the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.corpus.labels import LabelKind, follows, opening_kind
from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec, expand_numbers
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree

_CHAPTER = re.compile(r"(?:# )?CHAPTER [IVXLC]+\b")
_LABEL = re.compile(r"(?:\^\d{1,2}\s*\[?\s*)?\(([0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,2})\)\s*")
_PROVISO = re.compile(r"Provided\b|(?:Proviso|Second proviso|Third proviso|Fourth proviso): ")
_EXPLANATION = re.compile(r"Explanation\b[^A-Za-z\"“]*")
_OMITTED = re.compile(r"\^\d{0,2}\s*\*{3,}")
_SCOPE = re.compile(r"\b(?:this|[Ff]or) (clause|definition|sub-?section|section|chapter)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TextProfile:
    """How an edition prints its headings, and the notes that are not law.

    `stands_alone`: each paragraph can be read by itself, so each is searched by itself; an
    official clause is half a sentence, and is searched together with its neighbours.
    """

    heading: re.Pattern[str]
    notes: re.Pattern[str] | None = None
    stands_alone: bool = False


CONSOLIDATED = TextProfile(
    heading=re.compile(r"(\d{1,3}[A-Z]?)\. (?=\S)"),
    notes=re.compile(r"\[India Code footnotes to section \d+[A-Z]?\]"),
)
STARTER = TextProfile(heading=re.compile(r"## (\d{1,3}[A-Z]?)\. (?=\S)"), stands_alone=True)


@dataclass(slots=True)
class _Block:
    """A line, or a paragraph of lines, as a span of the text."""

    start: int
    end: int

    def of(self, body: str) -> str:
        return body[self.start : self.end]


@dataclass(slots=True)
class _Open:
    """A provision that can still receive parts, and how far its list of parts has come."""

    node: Node
    kind: LabelKind | None = None
    label: str = ""


def divide(body: str, spec: DocumentSpec, profile: TextProfile, *, whole: bool = True) -> ProvisionTree:
    """Divide `body` into the provisions of `spec`.

    `whole` demands every number the registry expects; a restatement may hold fewer.

    Raises:
        NotThisLaw: a provision is missing, doubled, out of order, unexpected or without
            text; the message names it.
    """
    expected = expand_numbers(spec.expected)
    headings = _headings(body, profile, expected)
    _check_sequence([number for number, _ in headings], expected, spec, whole=whole)
    root = Node(NodeKind.DOCUMENT, 0, len(body), 0)
    starts = [line.start for _, line in headings]
    root.children.extend(_not_law(body, 0, starts[0]))
    for (number, line), end in zip(headings, [*starts[1:], len(body)], strict=True):
        law_end = _law_end(body, line.end, end, profile)
        root.children.append(_section(body, number, line, law_end, spec, profile))
        root.children.extend(_not_law(body, law_end, end))
    return ProvisionTree(body, root)


def _headings(body: str, profile: TextProfile, expected: tuple[str, ...]) -> list[tuple[str, _Block]]:
    """Heading lines in order.

    A footnote such as "1. 1st May, 2016, vide …" starts like a heading: inside a block of
    notes only the number after the last heading's, after a blank line, ends the block.
    """
    rank = {number: index for index, number in enumerate(expected)}
    found: list[tuple[str, _Block]] = []
    in_notes = False
    for line in _lines(body, 0, len(body)):
        text = line.of(body)
        if profile.notes and profile.notes.match(text):
            in_notes = True
        elif _CHAPTER.match(text):
            in_notes = False
        elif match := profile.heading.match(text):
            number = match.group(1)
            after_blank = body[: line.start].endswith("\n\n")
            if in_notes and not (after_blank and _is_next(found, number, rank)):
                continue
            in_notes = False
            found.append((number, line))
    return found


def _is_next(found: list[tuple[str, _Block]], number: str, rank: dict[str, int]) -> bool:
    """True when `number` comes right after the last heading's, or is the law's first."""
    last = rank.get(found[-1][0], -2) if found else -1
    return rank.get(number, -9) == last + 1


def _check_sequence(
    numbers: list[str], expected: tuple[str, ...], spec: DocumentSpec, *, whole: bool
) -> None:
    noun = spec.doc_type.provision_noun
    unknown = [number for number in numbers if number not in expected]
    doubled = sorted({number for number in numbers if numbers.count(number) > 1}, key=numbers.index)
    missing = [number for number in expected if number not in numbers] if whole else []
    if not numbers:
        raise _refuse(spec, f"no {noun} was found in the text")
    for what, which in (("lacks", missing), ("prints twice", doubled), ("should not have", unknown)):
        if which:
            raise _refuse(spec, f"the text {what} {noun} {', '.join(which[:8])}")
    order = [expected.index(number) for number in numbers]
    late = next((numbers[i] for i in range(1, len(order)) if order[i] < order[i - 1]), None)
    if late is not None:
        raise _refuse(spec, f"{noun} {late} stands out of order")


def _refuse(spec: DocumentSpec, reason: str) -> NotThisLaw:
    message = f"{spec.title}: {reason}."
    return NotThisLaw(message, user_message=message)


def _section(
    body: str, number: str, line: _Block, end: int, spec: DocumentSpec, profile: TextProfile
) -> Node:
    match = profile.heading.match(body, line.start)
    assert match is not None
    if not body[line.end : end].strip():
        raise _refuse(spec, f"{spec.doc_type.provision_noun} {number} has a heading and no text")
    section = Node(
        NodeKind.SECTION,
        line.start,
        end,
        line.end + 1,
        ProvisionPath(number),
        heading=body[match.end() : line.end].strip(),
    )
    _fill(body, section, lettered=number in spec.definitions)
    _mark_units(section)
    return section


def _law_end(body: str, start: int, end: int, profile: TextProfile) -> int:
    """Where the law of a section stops: at its footnotes or the next chapter."""
    for line in _lines(body, start, end):
        text = line.of(body)
        if _CHAPTER.match(text) or (profile.notes and profile.notes.match(text)):
            return line.start
    return end


def _not_law(body: str, start: int, end: int) -> Iterator[Node]:
    """The title of the law, footnotes, chapter lines."""
    if start >= end:
        return
    kind = NodeKind.NOTE if start else NodeKind.FRONT
    cut = next((line.start for line in _lines(body, start, end) if _CHAPTER.match(line.of(body))), end)
    if cut > start:
        yield Node(kind, start, cut, start)
    if cut < end:
        yield Node(NodeKind.CHAPTER, cut, end, cut, heading=body[cut:end].strip().removeprefix("# "))


def _fill(body: str, section: Node, *, lettered: bool) -> None:
    """Hang every paragraph of a section in its place; all later text closes what it leaves."""
    stack = [_Open(section)]
    blocks = list(_paragraphs(body, section.body, section.end))
    labels = [match.group(1) if (match := _LABEL.match(block.of(body))) else "" for block in blocks]
    omitted = False
    for index, block in enumerate(blocks):
        text, later = block.of(body), labels[index + 1 :]
        if _PROVISO.match(text):
            _leave(stack, block.start, NodeKind.PROVISO)
            _climb(stack, block.start, "", later)
            _hang_named(stack, block, "proviso", NodeKind.PROVISO, block.start)
        elif opening := _EXPLANATION.match(text):
            _leave(stack, block.start, NodeKind.PROVISO, NodeKind.EXPLANATION)
            _climb(stack, block.start, _scope(text), later)
            _hang_named(stack, block, "explanation", NodeKind.EXPLANATION, block.start + opening.end())
        elif labels[index] and (kind := _place(stack, block.start, labels[index], later, omitted)):
            _hang_label(stack, block, labels[index], kind, lettered=lettered, body=body)
        elif index:
            _go_on(stack, block.start)
        omitted = _OMITTED.match(text) is not None
    _close(stack, 1, section.end)


def _close(stack: list[_Open], depth: int, at: int) -> None:
    """Close every open provision from that depth on; each ends where the text goes on."""
    for opened in stack[depth:]:
        opened.node.end = at
    del stack[depth:]


def _place(stack: list[_Open], at: int, label: str, later: list[str], omitted: bool) -> LabelKind | None:
    """Find the list the label continues, innermost first, or open one; None: running text.

    After a row of stars (clauses an amendment omitted) a lettered list goes on, or starts,
    at a later letter.
    """
    if omitted and label.islower() and stack[-1].kind in (None, LabelKind.LETTER):
        return LabelKind.LETTER
    if not _opens_inner_roman(stack, label, later):
        depth = _continued(stack, label, later)
        if depth is not None:
            _close(stack, depth + 1, at)
            return stack[depth].kind
    return opening_kind(label)


def _continued(stack: list[_Open], label: str, later: list[str]) -> int | None:
    """Depth of the list the label continues: the innermost, unless what follows speaks for another.

    `(v)` after `(u) … (iv)` goes on with the roman list when `(vi)` comes next, and with the
    lettered one when `(w)` does. A label that an amendment may have inserted (`(ii)` after a
    lettered `(i)`) is read so only where no list simply goes on with it.
    """
    open_lists = [
        depth
        for depth in range(len(stack) - 1, -1, -1)
        if (kind := stack[depth].kind) is not None and follows(kind, stack[depth].label, label)
    ]
    going_on = [depth for depth in open_lists if not _inserted(stack[depth], label)]
    open_lists = going_on or open_lists
    if len(open_lists) > 1:
        for name in later:
            for depth in open_lists:
                kind = stack[depth].kind
                if kind is not None and name and follows(kind, label, name):
                    return depth
    return open_lists[0] if open_lists else None


def _inserted(opened: _Open, label: str) -> bool:
    """True when the label fits that list only as one an amendment put in: `(ab)` after `(a)`."""
    return opened.kind is LabelKind.LETTER and label.startswith(opened.label) and opened.label[-1] != "z"


def _opens_inner_roman(stack: list[_Open], label: str, later: list[str]) -> bool:
    """`(i)` after `(h)`: an inner roman list when `(ii)` comes before `(j)` and another `(i)`."""
    after_h = any(opened.kind is LabelKind.LETTER and opened.label == "h" for opened in stack)
    if label != "i" or not after_h:
        return False
    return next((name for name in later if name in ("i", "ii", "j") or name.isdigit()), "") == "ii"


def _hang_label(
    stack: list[_Open], block: _Block, label: str, kind: LabelKind, *, lettered: bool, body: str
) -> None:
    holder = stack[-1]
    holder.kind, holder.label = kind, label
    top = holder.node.kind is NodeKind.SECTION
    if top and kind is LabelKind.NUMBER:
        node_kind = NodeKind.SUBSECTION
    else:
        node_kind = NodeKind.DEFINITION if top and lettered else NodeKind.CLAUSE
    match = _LABEL.match(body, block.start)
    assert match is not None and holder.node.path is not None
    node = Node(node_kind, block.start, block.end, match.end(), holder.node.path.child(label))
    holder.node.children.append(node)
    stack.append(_Open(node))


def _hang_named(stack: list[_Open], block: _Block, word: str, kind: NodeKind, text_at: int) -> None:
    parent = stack[-1].node
    assert parent.path is not None
    before = sum(child.kind is kind for child in parent.children)
    name = f"{word} {before + 1}" if before else word
    node = Node(kind, block.start, block.end, text_at, parent.path.child(name))
    parent.children.append(node)
    stack.append(_Open(node))


def _leave(stack: list[_Open], at: int, *kinds: NodeKind) -> None:
    """Close the outermost open node of those kinds, and all inside it."""
    depth = next((depth for depth, opened in enumerate(stack) if opened.node.kind in kinds), None)
    if depth is not None:
        _close(stack, depth, at)


def _climb(stack: list[_Open], at: int, scope: str, later: list[str]) -> None:
    """Go up to what a proviso or explanation belongs to.

    Up from a clause while its list is at its end; an explanation that names its own scope
    ("of this clause", "of this section") goes exactly there. A definition is what the law
    calls a clause of the definitions' section.
    """
    if scope in ("section", "chapter"):
        _close(stack, 1, at)
        return
    while stack[-1].node.kind is NodeKind.CLAUSE:
        inside_clause = stack[-2].node.kind in (NodeKind.CLAUSE, NodeKind.DEFINITION)
        ends_here = not _list_goes_on(stack, later)
        if scope == "subsection" or (ends_here and (scope != "clause" or inside_clause)):
            _close(stack, len(stack) - 1, at)
        else:
            return


def _scope(text: str) -> str:
    """What an explanation says it explains; empty when it does not say."""
    scope = _SCOPE.search(text[:200])
    return scope.group(1).lower().replace("-", "") if scope else ""


def _list_goes_on(stack: list[_Open], later: list[str]) -> bool:
    """True when the label after the innermost clause's own is still to come."""
    holder, outer = stack[-2], stack[:-2]
    if holder.kind is None:
        return False
    for label in filter(None, later):
        if follows(holder.kind, holder.label, label):
            return True
        if opening_kind(label) is holder.kind:
            return False
        if any(above.kind is not None and follows(above.kind, above.label, label) for above in outer):
            return False
    return False


def _go_on(stack: list[_Open], at: int) -> None:
    """A paragraph without a mark: back to what holds the list, or what the proviso qualifies."""
    if stack[-1].node.kind in (NodeKind.CLAUSE, NodeKind.PROVISO):
        _close(stack, len(stack) - 1, at)


def _mark_units(section: Node) -> None:
    """Sub-sections and definitions are units, and so is what stands beside them.

    A section without either is one unit itself.
    """
    parted = any(child.kind in (NodeKind.SUBSECTION, NodeKind.DEFINITION) for child in section.children)
    for node in section.children if parted else [section]:
        node.unit = True


def _lines(body: str, start: int, end: int) -> Iterator[_Block]:
    """Lines that are not blank."""
    at = start
    while at < end:
        cut = body.find("\n", at, end)
        stop = end if cut < 0 else cut
        if body[at:stop].strip():
            yield _Block(at, stop)
        at = stop + 1


def _paragraphs(body: str, start: int, end: int) -> Iterator[_Block]:
    """Runs of lines without a blank line between them."""
    block: _Block | None = None
    for line in _lines(body, start, end):
        if block is not None and body[block.end : line.start].count("\n") == 1:
            block.end = line.end
        else:
            if block is not None:
                yield block
            block = line
    if block is not None:
        yield block
