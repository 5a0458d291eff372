"""Windows: all of the law, each piece once, none too long for a model, none in two units."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.corpus.structure.chunks import MAX_CHARS, MAX_TOKENS, Window, cut_windows, is_law
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.provisions import NodeKind, ProvisionTree
from tests.budget import examples
from tests.corpus.laws import Law, divided, laws, meadow, paragraphs

LONG = "The keeper of the meadow mows and rakes and carries the hay to the barn before the rain comes. "


def count_tokens(text: str) -> int:
    """A stand-in for a model's tokens: four letters each, and no token over white space."""
    return sum(math.ceil(len(word) / 4) for word in text.split())


def _cut(tree: ProvisionTree, spec: DocumentSpec | None = None, *, apart: bool = False) -> list[Window]:
    return list(cut_windows(tree, spec or meadow(), count_tokens, apart=apart))


def _check(tree: ProvisionTree, spec: DocumentSpec, *, apart: bool) -> None:
    found = _cut(tree, spec, apart=apart)
    law = [
        at
        for section in tree.sections()
        for at in range(section.body, section.end)
        if not tree.text[at].isspace()
    ]
    held = [at for window in found for at in range(window.start, window.end) if not tree.text[at].isspace()]
    assert held == law, "every character of the law is in exactly one window, in order"
    for window in found:
        text = tree.text[window.start : window.end]
        assert text and text == text.strip() and len(text) <= MAX_CHARS
        assert count_tokens(f"{' > '.join(window.hierarchy)}\n{text}") <= MAX_TOKENS
        for unit in tree.units():
            inside = window.start < unit.end and unit.start < window.end
            assert not inside or str(unit.path) == window.unit


@settings(max_examples=examples(60, at_first=20))
@given(laws(), st.sampled_from([0, 5, 90, 400]), st.booleans())
def test_generated_laws_are_cut_without_loss(law: Law, filler: int, apart: bool) -> None:
    body = law.body.replace(";", " filler" * filler + ";")
    _check(divided(body, law.spec.expected), law.spec, apart=apart)


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize(
    "parts",
    [
        ("Mow.",),
        ("x",),
        (LONG * 40,),
        ("x" * 9_999,),
        ("mow " + "x" * 5_000 + " rake",),
        ("(1) " + "x" * 5_000, "(2) y"),
        ("(1) " + LONG * 30, "(2) " + LONG, "(3) z"),
        ("(1) List:", *(f"({c}) {LONG * 3}" for c in "abcdefgh")),
        ("Of all this:", "(1) one.", "(2) two."),
        ("(1) " + LONG.replace(".", "") * 60,),
        ("(1) " + "मैदान का रखवाला घास काटता है। " * 150,),
        ("(1) x" + "\n" * 1 + " " * 3_000 + "y",),
    ],
)  # fmt: skip
def test_texts_of_every_length_are_cut_without_loss(parts: tuple[str, ...], apart: bool) -> None:
    _check(divided(paragraphs(*parts)), meadow(), apart=apart)


@settings(max_examples=examples(40, at_first=15))
@given(laws(), st.sampled_from([5, 90, 400]), st.booleans(), st.sampled_from([7, 40, 10_000]))
def test_no_window_is_too_long_whatever_a_model_counts(
    law: Law, fill: int, apart: bool, letters: int
) -> None:
    """Trap C5: what was said to be a cap was none where a text had marks."""
    tree = divided(law.body.replace(";", " filler" * fill + ";"), law.spec.expected)
    found = list(cut_windows(tree, law.spec, lambda text: len(text) // letters, apart=apart))
    assert max(window.end - window.start for window in found) <= MAX_CHARS
    held = [at for window in found for at in range(window.start, window.end) if not tree.text[at].isspace()]
    sections = [range(section.body, section.end) for section in tree.sections()]
    assert held == [at for section in sections for at in section if not tree.text[at].isspace()]


def test_a_row_of_stars_is_not_searched_by_itself() -> None:
    body = paragraphs("(1) List:", "******", "(c) mow;", "******", "(e) rake.")
    tree = divided(body)
    shown = [tree.text[window.start : window.end] for window in _cut(tree, apart=True)]
    assert shown == ["(1) List:\n\n******", "(c) mow;\n\n******", "(e) rake."]


def test_nothing_short_is_dropped() -> None:
    """Trap C4: pieces under a hundred characters were left out."""
    tree = divided(paragraphs("(1) x.", "(2) y:", "(a) p;", "(b) q.", "Provided that r.", "(3) z."))
    for apart in (False, True):
        shown = " ".join(" ".join(tree.text[one.start : one.end].split()) for one in _cut(tree, apart=apart))
        assert shown == "(1) x. (2) y: (a) p; (b) q. Provided that r. (3) z."


def test_a_long_heading_leaves_less_room() -> None:
    body = f"1. {'Keeping of meadows ' * 60}.\n(1) {LONG * 30}\n"
    tree = divided(body)
    _check(tree, meadow(), apart=False)
    _check(tree, meadow(), apart=True)


def test_a_short_unit_is_one_window() -> None:
    found = _cut(divided(paragraphs("(1) Mow:", "(a) x;", "(b) y.", "(2) Rake.")))
    assert [window.unit for window in found] == ["1(1)", "1(2)"]
    assert found[0].hierarchy == ("Meadow Act", "section 1 Keeping of meadows", "1(1)")
    assert found[0].title == "Keeping of meadows."


def test_apart_each_paragraph_is_searched_by_itself() -> None:
    body = paragraphs(
        "(1) The keeper mows.", "(a) The keeper rakes.", "(b) The keeper rests.", "Provided that x."
    )
    tree = divided(body)
    found = _cut(tree, apart=True)
    assert [tree.text[window.start : window.end] for window in found] == [
        "(1) The keeper mows.", "(a) The keeper rakes.", "(b) The keeper rests.", "Provided that x.",
    ]  # fmt: skip
    assert {window.unit for window in found} == {"1(1)"}


def test_a_long_unit_is_cut_between_its_clauses() -> None:
    tree = divided(paragraphs("(1) List:", *(f"({c}) {LONG * 3}" for c in "abcdefgh")))
    found = _cut(tree)
    assert len(found) > 2
    starts = {node.start for node in tree.root.walk() if node.kind is NodeKind.CLAUSE} | {
        tree.units()[0].start
    }
    assert all(window.start in starts for window in found)


def test_a_long_sentence_is_cut_between_words() -> None:
    tree = divided(paragraphs(LONG.replace(".", "") * 60))
    assert all(tree.text[window.start - 1].isspace() for window in _cut(tree))


def test_no_window_holds_two_definitions() -> None:
    body = paragraphs("In this Act,---", '(a) "hay" means x;', '(b) "rake" means y.')
    found = _cut(divided(body, definitions=("1",)), meadow(definitions=("1",)))
    assert [window.unit for window in found] == ["1(a)", "1(b)"]


def test_footnotes_and_chapters_are_not_searched() -> None:
    body = "CHAPTER I ALL\n\n1. A.\nmow\n[India Code footnotes to section 1]\n1. note\n\nCHAPTER II X\n\n2. B.\nrake\n"
    tree = divided(body, "1-2")
    assert [tree.text[window.start : window.end] for window in _cut(tree, meadow("1-2"))] == ["mow", "rake"]
    kinds = {node.kind for node in tree.root.walk() if not is_law(node)}
    assert kinds == {NodeKind.DOCUMENT, NodeKind.CHAPTER, NodeKind.NOTE}


def test_the_same_text_is_cut_the_same_way() -> None:
    body = paragraphs("(1) " + LONG * 30, "(2) x")
    assert _cut(divided(body)) == _cut(divided(body))
