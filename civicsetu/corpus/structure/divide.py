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

from civicsetu.corpus.structure.annexes import annexes, annexes_start
from civicsetu.corpus.structure.headings import (
    CHAPTER,
    Block,
    TextProfile,
    check_sequence,
    find_headings,
    law_end,
    lines_of,
    paragraphs_of,
    refuse,
)
from civicsetu.corpus.structure.labels import LabelKind, follows, opening_kind
from civicsetu.law.documents import DocumentSpec, expand_numbers
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree

_LABEL = re.compile(r"\(([0-9]{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,2})\)\s*")
_PART = re.compile(r"(\d{1,3})-([A-Z])\s+(?=[A-Z])")
_PROVISO = re.compile(r"[“\"]?Provided\b|(?:Proviso|Second proviso|Third proviso|Fourth proviso): ")
_EXPLANATION = re.compile(r"Explanation\b[^A-Za-z\"“]*")
_ANNOUNCES = re.compile(r"[:—–-]$")
_OMITTED = re.compile(r"\*{3,}")
_SCOPE = re.compile(
    r"\b(?:this|[Ff]or) (clause|definition|sub-?section|sub-?rule|section|rule|chapter)\b(?! \d)",
    re.IGNORECASE,
)


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
    law = annexes_start(body, 0)
    headings = find_headings(body[:law], profile, expected)
    check_sequence(headings, expected, spec, whole=whole)
    root = Node(NodeKind.DOCUMENT, 0, len(body), 0)
    starts = [line.start for _, line in headings]
    root.children.extend(_not_law(body, 0, starts[0]))
    for (number, line), end in zip(headings, [*starts[1:], law], strict=True):
        stop = law_end(body, line.end, end, profile)
        root.children.append(_section(body, number, line, stop, spec, profile))
        root.children.extend(_not_law(body, stop, end))
    root.children.extend(annexes(body, law))
    return ProvisionTree(body, root)


def _section(body: str, number: str, line: Block, end: int, spec: DocumentSpec, profile: TextProfile) -> Node:
    match = profile.heading.match(body, line.start)
    assert match is not None
    if not body[line.end : end].strip():
        raise refuse(spec, f"{spec.doc_type.provision_noun} {number} has a heading and no text", line.start)
    section = Node(
        NodeKind.SECTION,
        line.start,
        end,
        line.end + 1,
        ProvisionPath(number),
        heading=body[match.end() : line.end].strip(),
    )
    _fill(body, section, spec)
    _mark_units(section)
    return section


def _not_law(body: str, start: int, end: int) -> Iterator[Node]:
    """The title of the law, footnotes, chapter lines."""
    if start >= end:
        return
    kind = NodeKind.NOTE if start else NodeKind.FRONT
    cut = next((line.start for line in lines_of(body, start, end) if CHAPTER.match(line.of(body))), end)
    if cut > start:
        yield Node(kind, start, cut, start)
    if cut < end:
        yield Node(NodeKind.CHAPTER, cut, end, cut, heading=body[cut:end].strip().removeprefix("# "))


def _fill(body: str, section: Node, spec: DocumentSpec) -> None:
    """Hang every paragraph of a section in its place; all later text closes what it leaves.

    A label that continues no list means that the label before it was lost: that is refused.
    """
    assert section.path is not None
    lettered = section.path.number in spec.definitions
    stack = [_Open(section)]
    blocks = list(paragraphs_of(body, section.body, section.end))
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
        elif (part := _PART.match(text)) and part.group(1) == section.path.number:
            _hang_part(stack, block, part.group(2), block.start + part.end(), spec)
        elif labels[index]:
            kind = _place(stack, block.start, labels[index], later, omitted)
            announced = index > 0 and _ANNOUNCES.search(blocks[index - 1].of(body).rstrip()) is not None
            if kind is not None and _is_doubled(stack, kind, labels[index], later, announced=announced):
                kind = None
            if kind is None:
                raise refuse(spec, _gap(stack, section.path.number, labels[index], spec), block.start)
            _hang_label(stack, block, labels[index], kind, lettered=lettered, body=body)
        elif index:
            _go_on(stack, block.start)
        omitted = _OMITTED.match(text) is not None
    _close(stack, 1, section.end)


def _gap(stack: list[_Open], number: str, label: str, spec: DocumentSpec) -> str:
    """What stands before a label that continues nothing."""
    last = next((opened.label for opened in reversed(stack) if opened.label), "")
    after = f"after ({last})" if last else "at the beginning"
    return f"{spec.doc_type.provision_noun} {number} prints ({label}) {after}; what comes between is missing"


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
    lettered = stack[-1].kind in (None, LabelKind.LETTER)
    if omitted and label.islower() and lettered and label > stack[-1].label:
        return LabelKind.LETTER
    if not _opens_inner_roman(stack, label, later):
        depth = _continued(stack, label, later)
        if depth is not None:
            _close(stack, depth + 1, at)
            return stack[depth].kind
    return opening_kind(label)


def _is_doubled(
    stack: list[_Open], kind: LabelKind, label: str, later: list[str], *, announced: bool
) -> bool:
    """True when a list of that kind cannot open here: its first label is printed a second time.

    Sub-sections hold no sub-sections, but `(A)` may hold a numbered list; inside an item of its own kind a list opens only where
    the words before it announce one, or where the outer list plainly goes on after it.
    """
    if stack[-1].kind is kind or opening_kind(label) is not kind:
        return False
    if kind is LabelKind.NUMBER and any(opened.kind is kind for opened in stack):
        return stack[-2].kind is not LabelKind.CAPITAL
    labelled = stack[-1].node.kind in (NodeKind.SUBSECTION, NodeKind.DEFINITION, NodeKind.CLAUSE)
    if not labelled or stack[-2].kind is not kind or announced:
        return False
    return not _outer_goes_on(kind, stack[-2].label, label, later)


def _outer_goes_on(kind: LabelKind, outer: str, inner: str, later: list[str]) -> bool:
    """`(c) … (a) … (b) … (d)`: what comes next in the outer list comes where the inner one has no place for it.

    One label alone makes no list: it is the misprint of another.
    """
    last = inner
    for label in filter(None, later):
        if follows(kind, last, label):
            last = label
        elif follows(kind, outer, label):
            return last != inner
    return False


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
    stack: list[_Open], block: Block, label: str, kind: LabelKind, *, lettered: bool, body: str
) -> None:
    holder = stack[-1]
    holder.kind, holder.label = kind, label
    top = holder.node.kind is NodeKind.SECTION
    in_part = holder.node.kind is NodeKind.SUBSECTION and stack[0].kind is LabelKind.CAPITAL
    if (top or in_part) and kind is LabelKind.NUMBER:
        node_kind = NodeKind.SUBSECTION
    else:
        node_kind = NodeKind.DEFINITION if top and lettered else NodeKind.CLAUSE
    match = _LABEL.match(body, block.start)
    assert match is not None and holder.node.path is not None
    node = Node(node_kind, block.start, block.end, match.end(), holder.node.path.child(label))
    holder.node.children.append(node)
    stack.append(_Open(node))


def _hang_part(stack: list[_Open], block: Block, letter: str, text_at: int, spec: DocumentSpec) -> None:
    """`3-A`, `3-B`: parts of one rule under headings of their own, each with its own (1), (2)."""
    section = stack[0]
    _close(stack, 1, block.start)
    if letter != "A" and not (section.label and follows(LabelKind.CAPITAL, section.label, letter)):
        assert section.node.path is not None
        name = f"{section.node.path.number}-{letter}"
        raise refuse(spec, f"{spec.doc_type.provision_noun} {name} stands out of order", block.start)
    section.kind, section.label = LabelKind.CAPITAL, letter
    assert section.node.path is not None
    path = section.node.path.child(letter)
    node = Node(NodeKind.SUBSECTION, block.start, block.end, text_at, path)
    section.node.children.append(node)
    stack.append(_Open(node))


def _hang_named(stack: list[_Open], block: Block, word: str, kind: NodeKind, text_at: int) -> None:
    parent = stack[-1].node
    assert parent.path is not None
    last = next((child.path for child in reversed(parent.children) if child.kind is kind), None)
    name = word if last is None else f"{word} {int(last.labels[-1].removeprefix(word) or 1) + 1}"
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
    if scope in ("section", "rule", "chapter"):
        _close(stack, 1, at)
        return
    while stack[-1].node.kind is NodeKind.CLAUSE:
        inside_clause = stack[-2].node.kind in (NodeKind.CLAUSE, NodeKind.DEFINITION)
        ends_here = not _list_goes_on(stack, later)
        if scope in ("subsection", "subrule") or (ends_here and (scope != "clause" or inside_clause)):
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
