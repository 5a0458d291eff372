"""Two provisions that say nearly the same with other figures are seen; others are not."""

from __future__ import annotations

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.answerability.contradiction import contradicting, figures_differ
from tests.retrieval.gates import ACT, index_of, spec, unit_id

TWICE = """
## 3. Rate.

The keeper pays the visitor interest at 9 per cent a year for every month of delay.

## 4. Rate of interest.

The keeper pays the visitor interest at 12 per cent a year for every month of delay.

## 5. Closing.

The keeper closes the gate at 9 in the evening.
"""


def index() -> LawIndex:
    return index_of((spec(expected="3-5", definitions=()), EditionKind.PLAIN, TWICE))


def found(path: str, jurisdiction: str = "CENTRAL") -> Evidence:
    return Evidence(
        unit_id=unit_id(path), document=ACT, provision=path, title="", jurisdiction=jurisdiction,
        score=0.9, found_by=("vector",),
    )  # fmt: skip


def test_two_rates_for_the_same_thing_contradict_each_other() -> None:
    pair = contradicting([found("5"), found("3"), found("4")], index())
    assert pair is not None and [one.provision for one in pair] == ["3", "4"]


def test_only_the_best_three_of_one_jurisdiction_are_compared() -> None:
    assert contradicting([found("5"), found("3"), found("5"), found("4")], index()) is None
    assert contradicting([found("3"), found("4", "KARNATAKA")], index()) is None


def test_penalties_of_one_law_worded_alike_for_different_wrongs_do_not_contradict() -> None:
    one = "A keeper who sells the north meadow is liable to a penalty of up to 10 per cent of its price."
    other = one.replace("sells", "floods").replace("10", "5")
    assert figures_differ(one, other) and not figures_differ(one, other, 0.92)
    assert figures_differ(one, one.replace("10", "5"), 0.92)


def test_other_words_or_the_same_figures_are_no_contradiction() -> None:
    one = "The keeper pays the visitor interest at 9 per cent a year for every month of delay."
    assert figures_differ(one, one.replace("9", "12"))
    assert not figures_differ(one, one)
    assert not figures_differ(one, "The keeper closes the northern gate at 10 on each evening of the week.")
    assert not figures_differ("9 per cent", "12 per cent"), "too short to be told alike"
