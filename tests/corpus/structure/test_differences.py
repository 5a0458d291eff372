"""Two versions of a law: what differs, why, and which recorded change nothing bears out."""

from __future__ import annotations

from hypothesis import given, settings

from civicsetu.corpus.structure.differences import Comparison, compare_versions
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED
from civicsetu.law.documents import DocumentSpec
from tests.budget import examples
from tests.corpus.laws import Law, divided, laws, meadow, paragraphs

ORDER = {"by": "Hedge Order, 1952", "number": "S.O. 5(E)", "date": "1952-03-01"}


def _compared(before: str, after: str, *changes: dict[str, object]) -> Comparison:
    spec = meadow("1", changes=changes)
    return compare_versions(divided(before), divided(after), spec)


def _paths(found: Comparison) -> list[str]:
    return [str(one.path) for one in found.differences]


BEFORE = paragraphs("(1) Mow:", "(a) hay;", "(b) straw.", "(2) Rake:", "Provided that he rests.")


def test_equal_texts_do_not_differ() -> None:
    assert _compared(BEFORE, BEFORE) == Comparison((), ())


def test_print_is_no_difference() -> None:
    """Case, spacing, points, and numbers of Acts that one print sets in its margin."""
    again = (
        BEFORE.replace("Mow:", "MOW,").replace("he rests", "he  rests").replace("hay;", "hay (9 of 1949);")
    )
    assert _compared(BEFORE, again).differences == ()
    assert _compared(BEFORE, BEFORE.replace("hay;", "hay (Brook Act No. II of 1949);")).differences == ()


def test_a_provision_differs_by_its_own_words_only() -> None:
    found = _compared(BEFORE, BEFORE.replace("straw", "clover"))
    assert _paths(found) == ["1(1)(b)"]
    assert found.differences[0].before is not None and found.differences[0].after is not None


def test_what_was_put_in_and_what_was_taken_out() -> None:
    after = BEFORE.replace("(b) straw.", "(b) straw;\n\n(c) clover.").replace(
        "\n\nProvided that he rests.", ""
    )
    found = _compared(BEFORE, after)
    assert [(str(one.path), one.before is None, one.after is None) for one in found.differences] == [
        ("1(1)(c)", True, False),
        ("1(2) proviso", False, True),
    ]


def test_a_recorded_change_is_the_cause_of_its_own_provision_only() -> None:
    change = ORDER | {"provisions": {"1(1)(b)": "Straw before."}}
    after = BEFORE.replace("straw", "clover").replace("hay", "oats")
    found = _compared(BEFORE, after, change)
    causes = {str(one.path): one.change and one.change.number for one in found.differences}
    assert causes == {"1(1)(a)": None, "1(1)(b)": "S.O. 5(E)"}
    assert [str(one.path) for one in found.unexplained] == ["1(1)(a)"]
    assert found.unfounded == ()


def test_a_change_that_nothing_bears_out_is_told() -> None:
    change = ORDER | {"provisions": {"1(2)": "Reap before."}}
    found = _compared(BEFORE, BEFORE.replace("straw", "clover"), change)
    assert [one.number for one in found.unfounded] == ["S.O. 5(E)"]
    assert [str(one.path) for one in found.unexplained] == ["1(1)(b)"]


def test_each_provision_of_a_change_must_be_borne_out() -> None:
    """One that was recorded by mistake is told although its neighbours of the same order are right."""
    change = ORDER | {"provisions": {"1(1)(b)": "Straw before.", "1(2)": "Reap before."}}
    found = _compared(BEFORE, BEFORE.replace("straw", "clover"), change)
    assert [(one.number, list(one.provisions)) for one in found.unfounded] == [("S.O. 5(E)", ["1(2)"])]


def test_a_change_that_left_the_words_as_they_were_needs_no_difference() -> None:
    change = ORDER | {"in_text": False, "provisions": {"1(2)": "Applies to brooks too."}}
    assert _compared(BEFORE, BEFORE, change) == Comparison((), ())
    assert _compared(BEFORE, BEFORE.replace("Rake", "Reap"), change).differences[0].change is None


@settings(max_examples=examples(30))
@given(laws())
def test_no_generated_law_differs_from_itself_and_one_word_is_one_difference(law: Law) -> None:
    spec: DocumentSpec = law.spec
    tree = divide(law.body, spec, CONSOLIDATED)
    assert compare_versions(tree, tree, spec).differences == ()
    path = law.order[-1]
    other = divide(
        law.body[: tree.root.end].replace(law.own[path].split()[-1], "clover;"), spec, CONSOLIDATED
    )
    assert path in [str(one.path) for one in compare_versions(tree, other, spec).differences]
