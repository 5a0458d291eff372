"""Two provisions that say nearly the same with other figures are seen; others are not."""

from __future__ import annotations

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.answerability.contradiction import find_contradiction
from tests.retrieval.lantern_act import ACT, index_of, spec, unit_id

TWICE = """
## 3. Rate.

The keeper pays the visitor interest at 9 per cent a year for every month of delay.

## 4. Rate of interest.

The keeper pays the visitor interest at 12 per cent a year for every month of delay.

## 5. Closing.

The keeper closes the lantern at 9 in the evening.
"""


def index() -> LawIndex:
    return index_of((spec(expected="3-5", definitions=()), EditionKind.PLAIN, TWICE))


def found(path: str, jurisdiction: str = "CENTRAL") -> Evidence:
    return Evidence(
        unit_id=unit_id(path), document=ACT, provision=path, title="", jurisdiction=jurisdiction,
        score=0.9, found_by=("vector",),
    )  # fmt: skip


def test_two_rates_for_the_same_thing_contradict_each_other() -> None:
    for evidence in (["3", "4", "5"], ["3", "5", "4"]):
        both = find_contradiction([found(path) for path in evidence], index())
        assert both is not None and [one.provision for one in both.provisions] == ["3", "4"]


def test_only_the_best_three_of_one_jurisdiction_are_compared() -> None:
    assert find_contradiction([found("3"), found("5"), found("5"), found("4")], index()) is None
    assert find_contradiction([found("3"), found("4", "KARNATAKA")], index()) is None


def test_where_the_best_provision_is_about_something_else_it_is_the_answer() -> None:
    assert find_contradiction([found("5"), found("3"), found("4")], index()) is None
    assert find_contradiction([found("5")], index()) is None and find_contradiction([], index()) is None


def test_one_sentence_of_a_longer_provision_is_enough_and_is_named() -> None:
    longer = TWICE.replace(
        "## 5. Closing.", "The fee goes to the town. It is paid in coins at the lantern.\n\n## 5. Closing."
    )
    held = index_of((spec(expected="3-5", definitions=()), EditionKind.PLAIN, longer))
    both = find_contradiction([found("4"), found("3")], held)
    assert both is not None
    [(one, other)] = both.sentences
    assert ("12 per cent" in one.text, "9 per cent" in other.text) == (True, True)
