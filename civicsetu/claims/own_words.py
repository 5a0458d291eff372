"""What a provision says itself: its own paragraphs, without its heading, its label and its parts."""

from __future__ import annotations

import re

from civicsetu.law.provisions import Node, ProvisionTree

_OPENING = re.compile(
    r"\s*(?:\([0-9A-Za-z]{1,5}\)\s*|Provided(?: further| also)? that,?|Provided(?: further| also)?,?"
    r"|(?:Second |Third |Fourth )?[Pp]roviso:|Explanation\b[^A-Za-z\"“(]*)"
)
_MARKS = re.compile(r"\^[\d*]*\s*\[?|\[|\]|\*{3,}")


def own_paragraphs(tree: ProvisionTree, node: Node) -> tuple[list[str], list[str]]:
    """The node's own words before its first part, and those after, a paragraph an entry, the label left out.

    White space is evened out.
    """
    at, pieces = node.body, []
    for child in node.children:
        pieces.append(_paragraphs(tree.text[at : child.start]))
        at = child.end
    pieces.append(_paragraphs(tree.text[at : node.end]))
    lead, *later = pieces
    if lead and node.path is not None and node.path.labels:
        opening = _OPENING.match(lead[0])
        lead[0] = lead[0][opening.end() :].strip() if opening else lead[0]
    return lead, [paragraph for piece in later for paragraph in piece]


def _paragraphs(text: str) -> list[str]:
    evened = (" ".join(_MARKS.sub(" ", paragraph).split()) for paragraph in re.split(r"\n\s*\n", text))
    return [paragraph for paragraph in evened if re.search(r"\w", paragraph)]
