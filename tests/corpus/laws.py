"""Invented laws: a registry entry for the Meadow Act, and texts of every shape the divider reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from hypothesis import strategies as st

from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED, TextProfile
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree


def meadow(expected: str = "1", definitions: tuple[str, ...] = (), **changes: object) -> DocumentSpec:
    """The Meadow Act, 1950, with these numbers."""
    entry: dict[str, object] = {
        "key": "meadow_act",
        "title": "Meadow Act, 1950",
        "short_title": "Meadow Act",
        "jurisdiction": "CENTRAL",
        "doc_type": "ACT",
        "expected": expected,
        "definitions": definitions,
    }
    return DocumentSpec.model_validate(entry | changes)


def paragraphs(*parts: str) -> str:
    """Section 1, its paragraphs apart by a blank line."""
    return "1. Keeping of meadows.\n" + "\n\n".join(parts) + "\n"


def divided(
    body: str,
    expected: str = "1",
    definitions: tuple[str, ...] = (),
    profile: TextProfile = CONSOLIDATED,
    *,
    whole: bool = True,
) -> ProvisionTree:
    return divide(body, meadow(expected, definitions), profile, whole=whole)


def paths(tree: ProvisionTree) -> list[str]:
    """Every path below the sections, in order."""
    return [str(node.path) for node in tree.root.walk() if node.path is not None and node.path.labels]


def own_text(tree: ProvisionTree, node: Node) -> str:
    """The node's words that are not its heading nor its parts', white space evened out."""
    at, pieces = node.body if node.kind is NodeKind.SECTION else node.start, []
    for child in node.children:
        pieces.append(tree.text[at : child.start])
        at = child.end
    pieces.append(tree.text[at : node.end])
    return " ".join(" ".join(pieces).split())


@dataclass
class Law:
    """A generated text and, path by path, the words that stand in each provision alone."""

    spec: DocumentSpec
    body: str = ""
    own: dict[str, str] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    def say(self, path: str, text: str) -> None:
        if path not in self.own:
            self.order.append(path)
        self.own[path] = " ".join([*self.own.get(path, "").split(), *text.split()])
        self.body += text + "\n\n"


_LISTS = {
    "number": ["1", "2", "2A", "2B", "3", "4"],
    "letter": ["a", "b", "ba", "bb", "c", "d", "e"],
    "roman": ["i", "ii", "iii", "iv", "v", "vi"],
    "capital": ["A", "B", "C", "D"],
}
_INNER = {"number": "letter", "letter": "roman", "roman": "capital"}
_SCOPES = {"section": "section", "number": "sub-section", "letter": "clause"}


@st.composite
def laws(draw: st.DrawFn) -> Law:
    """A law of one to four sections, chapters and footnotes between them.

    Left out is what a reader could not decide either: a lettered list that reaches (i), a
    continuation right after an inner list.
    """
    number_of = draw(st.integers(1, 4))
    law = Law(meadow(f"1-{number_of}"))
    words = (f"word{index}" for index in count(1))
    if draw(st.booleans()):
        law.body += "THE MEADOW ACT, 1950\nNo. 3 of 1950\n\n"

    def phrase() -> str:
        length = draw(st.integers(1, 12))
        return (
            "".join(next(words) + draw(st.sampled_from([" ", " ", "\n"])) for _ in range(length)).strip()
            + ";"
        )

    def qualify(path: str, kind: str) -> None:
        for nth in range(1, draw(st.integers(0, 2)) + 1):
            name = "proviso" if nth == 1 else f"proviso {nth}"
            law.say(f"{path} {name}", f"Provided {'further ' * (nth > 1)}that {phrase()}")
        if kind in _SCOPES and draw(st.booleans()):
            law.say(
                f"{path} explanation", f"Explanation.--- For the purpose of this {_SCOPES[kind]}, {phrase()}"
            )
            for label in _LISTS["roman"][: draw(st.sampled_from([0, 0, 2]))]:
                law.say(f"{path} explanation({label})", f"({label}) {phrase()}")

    def parts(path: str, kind: str) -> bool:
        """Say a list of parts; True when the last of them has parts of its own."""
        labels = _LISTS[kind][: draw(st.integers(2, len(_LISTS[kind])))]
        deep = draw(st.sets(st.sampled_from(labels), max_size=2)) if kind in _INNER else set()
        for label in labels:
            inner = f"{path}({label})"
            law.say(inner, f"({label}) {phrase()}")
            nested = label in deep and parts(inner, _INNER[kind])
            if label in deep and not nested and draw(st.booleans()):
                law.say(inner, phrase())
            if kind == "number" or (label != labels[-1] and kind == "letter"):
                qualify(inner, kind)
        return labels[-1] in deep

    for number in range(1, number_of + 1):
        if draw(st.booleans()):
            law.body += f"CHAPTER {'I' * number} MEADOWS AND BROOKS\n\n"
        law.body += f"{number}. Heading of {next(words)}{' and so on' * draw(st.sampled_from([0, 1, 30]))}.\n"
        kind = draw(st.sampled_from(["", "number", "letter"]))
        if not kind or draw(st.booleans()):
            law.say(str(number), phrase())
        if kind:
            nested = parts(str(number), kind)
            if kind == "letter" and not nested and draw(st.booleans()):
                law.say(str(number), phrase())
        if kind != "number":
            qualify(str(number), "section")
        if draw(st.booleans()):
            law.body = law.body.rstrip() + f"\n[India Code footnotes to section {number}]\n"
            law.body += f"{number}. 1st May, 1950, vide notification.\n\n*. Another note.\n\n"
    return law


MEADOW_KEYPHRASES = """
"1":
  en: [name of the meadow law]
  hi: [घास के मैदान का कानून]
"2(1)":
  en: [when to cut the grass, mowing in summer, owner wants it mown, hay time, grass too tall, scythe work]
  hi: [घास कब काटें, मालिक ने कटाई मांगी]
  hi-Latn: [ghaas kab kaate]
"2(2)":
  en: [mowing in the dark, noise after sunset]
  mr: [रात्री गवत कापणे]
3:
  en: [blocked stream]
  ta: [அடைபட்ட ஓடை]
  kn: [ಮುಚ್ಚಿದ ಹಳ್ಳ]
"""
"""Keyphrases of a Meadow Act of sections 1 to 3, the second of two sub-sections."""

MEADOW_EXPECTED_QUESTIONS = """
"1":
- Clerk asked me by what name the grass law goes, and I did not know.
"2(1)":
- My neighbour's grass stands as high as my goats, may he leave it so in June?
- The owner asked me twice to mow; must I do it?
"4":
- Nobody told me that there is a fourth section of this law.
"""
"""Expected questions of the same Act; the last is of no section that there is."""
