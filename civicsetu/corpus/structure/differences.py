"""Where two versions of a law differ, and which recorded change is the cause.

Words are compared provision by provision, on each one's own words; numbers of Acts in
brackets are left out, because the Gazette prints them in its margin. A difference that no
recorded change explains is reported, and so is a change that no difference bears out:
most of the former are misprints of the Gazette, and no program can tell a misprint from
a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from civicsetu.law.documents import Change, DocumentSpec
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import Node, ProvisionTree

_ACT_NUMBER = re.compile(r"\((?:[A-Z][a-z]+ Act No\. [IVXLC]+|\d{1,3}) of \d{4}\)")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Difference:
    """A provision whose words differ; `before` or `after` is None where it is not there.

    `change` is the recorded cause; None where the sources state none.
    """

    path: ProvisionPath
    before: Node | None
    after: Node | None
    change: Change | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences in the order of the law, and the recorded changes nothing bears out.

    An unfounded change names only those of its provisions in which no word differs.
    """

    differences: tuple[Difference, ...]
    unfounded: tuple[Change, ...]

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if one.change is None)


def compare_versions(before: ProvisionTree, after: ProvisionTree, spec: DocumentSpec) -> Comparison:
    """Every provision of either version whose own words are not the same in the other."""
    found = tuple(_differences(before, after, spec))
    return Comparison(found, tuple(_unfounded(found, spec)))


def _unfounded(found: tuple[Difference, ...], spec: DocumentSpec) -> Iterator[Change]:
    differing = {str(one.path) for one in found}
    for change in spec.changes:
        same = {path: told for path, told in change.provisions.items() if path not in differing}
        if change.in_text and same:
            yield change.model_copy(update={"provisions": same})


def _differences(before: ProvisionTree, after: ProvisionTree, spec: DocumentSpec) -> Iterator[Difference]:
    old = {node.path: node for node in before.root.walk() if node.path is not None}
    new = {node.path: node for node in after.root.walk() if node.path is not None}
    for path in [*new, *(path for path in old if path not in new)]:
        first, second = old.get(path), new.get(path)
        if first and second and _words(before, first) == _words(after, second):
            continue
        yield Difference(path, first, second, _cause(path, spec))


def _words(tree: ProvisionTree, node: Node) -> list[str]:
    """The node's own words, lower case; what its parts say is theirs."""
    pieces: list[str] = []
    at = node.body
    for child in node.children:
        pieces.append(tree.text[at : child.start])
        at = child.end
    pieces.append(tree.text[at : node.end])
    return _WORD.findall(_ACT_NUMBER.sub(" ", " ".join(pieces)).lower())


def _cause(path: ProvisionPath, spec: DocumentSpec) -> Change | None:
    """The change recorded for exactly that provision."""
    return next(
        (change for change in spec.changes if change.in_text and str(path) in change.provisions), None
    )
