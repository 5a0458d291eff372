"""Of a state's rules that say nearly the same, the one asked for stands first."""

from __future__ import annotations

import pytest

from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.documents import EditionKind
from civicsetu.law.evidence import Evidence
from civicsetu.retrieval.ranking.asked_of_rules import proceeding_asked, put_asked_rule_first
from tests.retrieval.lantern_act import ACT, KARNATAKA, UTTAR_PRADESH, index_of, state_rules, unit_id

TWO_PARTS = """## 3. How a lantern is brought before the keeper.

(1) The bringer of a lantern writes to the keeper in Form Q.

(2) A fee of two rupees is sent with what the bringer writes.
"""
BEFORE_THE_AUTHORITY = "Filing of a complaint with the Authority."
BEFORE_THE_OFFICER = "Manner of filing a complaint with the adjudicating officer."
BEFORE_THE_TRIBUNAL = "Form for filing Appeal and the fees payable."


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of((state_rules(KARNATAKA), EditionKind.PLAIN, TWO_PARTS))


def rule(
    path: str, title: str = "", *, document: str = KARNATAKA, derived: bool = False, pinned: bool = False
) -> Evidence:
    return Evidence(
        unit_id=unit_id(path, document), document=document, provision=path, title=title,
        jurisdiction="CENTRAL" if document == ACT else state_rules(document).jurisdiction, score=0.8,
        found_by=("vector", "derived") if derived else ("vector",), pinned=pinned or derived,
    )  # fmt: skip


def places(found: list[Evidence]) -> list[str]:
    return [one.provision for one in found]


@pytest.mark.parametrize(
    ("question", "proceeding"),
    [
        ("In what form do I complain to the authority?", "authority"),
        ("which paper against my builder, and its price", "authority"),
        ("प्राधिकरण को शिकायत का फॉर्म", "authority"),
        ("fee before the adjudicating officer", "adjudicating_officer"),
        ("which form to claim compensation", "adjudicating_officer"),
        ("मुआवजे के लिए कौन सा फॉर्म", "adjudicating_officer"),
        ("ಪರಿಹಾರಕ್ಕೆ ಯಾವ ನಮೂನೆ", "adjudicating_officer"),
        ("how much for an appeal", "appellate_tribunal"),
        ("அபராதம் குறித்து மேல்முறையீடு", "appellate_tribunal"),
        ("I complain to the authority, not to the adjudicating officer", "authority"),
        ("I do not want compensation, which form for a complaint?", "authority"),
        ("what does registration cost", None),
    ],
)
def test_the_question_tells_before_whom_a_case_is_brought(question: str, proceeding: str | None) -> None:
    assert proceeding_asked(question) == proceeding


def test_the_rule_of_the_proceeding_asked_takes_the_place_of_another_of_its_state(index: LawIndex) -> None:
    ranked = [rule("9", BEFORE_THE_AUTHORITY), rule("1", document=ACT), rule("10", BEFORE_THE_OFFICER)]
    asked = put_asked_rule_first(ranked, "what goes to the adjudicating officer", index, 7)
    assert places(asked) == ["10", "9", "1"]
    assert put_asked_rule_first(ranked, "complaint to the authority", index, 7) == ranked
    assert put_asked_rule_first(ranked, "appeal", index, 7) == ranked, "none of that proceeding is there"


def test_what_is_of_no_proceeding_and_what_is_of_another_state_keeps_its_place(index: LawIndex) -> None:
    ranked = [
        rule("4", "Rate of interest."),
        rule("8", BEFORE_THE_TRIBUNAL, document=UTTAR_PRADESH),
        rule("10", BEFORE_THE_OFFICER),
    ]
    assert put_asked_rule_first(ranked, "adjudicating officer", index, 7) == ranked


def test_of_rules_joined_to_what_is_named_that_of_the_proceeding_comes_first(index: LawIndex) -> None:
    """Two rules prescribe a form of the same name: the one for a complaint is asked for."""
    ranked = [rule("4", "Registration.", derived=True), rule("9", BEFORE_THE_AUTHORITY, derived=True)]
    assert places(put_asked_rule_first(ranked, "is it that form for a complaint", index, 7)) == ["9", "4"]


def test_a_rule_asked_for_by_number_stays_first(index: LawIndex) -> None:
    ranked = [rule("9", BEFORE_THE_AUTHORITY, pinned=True), rule("10", BEFORE_THE_OFFICER)]
    assert put_asked_rule_first(ranked, "rule 9 and the adjudicating officer", index, 7) == ranked
    parts = [rule("3(1)", pinned=True), rule("3(2)")]
    assert put_asked_rule_first(parts, "what fee", index, 7) == parts


def test_of_one_rules_parts_the_one_with_the_fee_or_form_asked_for_comes_first(index: LawIndex) -> None:
    ranked = [rule("3(1)"), rule("1", document=ACT), rule("3(2)")]
    assert places(put_asked_rule_first(ranked, "what is the fee", index, 7)) == ["3(2)", "3(1)", "1"]
    assert put_asked_rule_first(ranked, "which form is it", index, 7) == ranked
    assert put_asked_rule_first(ranked, "which form and fee", index, 7) == ranked, "each part has one of them"
    assert put_asked_rule_first(ranked, "who keeps it", index, 7) == ranked


def test_nothing_found_stays_nothing(index: LawIndex) -> None:
    assert put_asked_rule_first([], "what fee for an appeal", index, 7) == []
