"""What is said beside an answer: what is not held, only where the question touches it, and where the text was read."""

from __future__ import annotations

import pytest

from civicsetu.answering.messages import answer_warnings
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import EditionKind
from tests.answering.given import citation, understood
from tests.answering.provisions.test_views import copied
from tests.retrieval.lantern_act import index_of, index_of_states

REGISTRY = get_registry()


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def test_warnings_say_what_an_answer_leaves_out(index: LawIndex) -> None:
    found = understood("section 3, section 77 and rule 9 in Pune", index)
    warnings = answer_warnings.warnings(found, ["Slow today.", "Slow today.", "Cold."], index, REGISTRY)
    assert [warning.kind for warning in warnings] == ["not_held"] * 3 + ["degraded"] * 2
    assert "Maharashtra" in warnings[0].text and "77" in warnings[1].text and "rule 9" in warnings[2].text
    assert answer_warnings.warnings(understood("When?", index), [], index, REGISTRY) == []


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("does section 3 or Form ZZ say so?", "Form ZZ"),
        ("section 3, and article 12 of RERA", "Article 12"),
        ("Schedule 7 beside section 3(1)", "Schedule 7"),
    ],
)
def test_a_part_that_is_missing_beside_a_provision_held_is_told(index: LawIndex, question: str, named: str) -> None:
    found = understood(question, index)
    assert found.references and found.lacks_what_it_names
    [warning] = answer_warnings.warnings(found, [], index, REGISTRY)
    assert warning.kind == "not_held" and f"no {named} in" in warning.text


def test_a_paper_of_the_askers_beside_a_provision_is_not_missing(index: LawIndex) -> None:
    found = understood("Does section 3 cover Schedule C of my agreement and paragraph 9 of it?", index)
    assert not found.lacks_what_it_names
    assert answer_warnings.warnings(found, [], index, REGISTRY) == []


def test_the_warning_of_a_state_that_is_not_held_names_what_was_searched() -> None:
    index = index_of_states()
    [warning] = answer_warnings.warnings(
        understood("When is it closed in Pune?", index), [], index, REGISTRY
    )
    assert warning.text.endswith("this answer is from the Lantern Act, 1950 alone.")
    [warning] = answer_warnings.warnings(
        understood("Compare Goa and Mysore?", index), [], index, REGISTRY
    )
    assert warning.text.endswith("from the Lantern Act, 1950 and the Karnataka Lantern Rules, 1951 alone.")


def test_a_citation_of_a_copy_names_the_site_once_and_no_other_citation_does(index: LawIndex) -> None:
    official = [citation(path, edition=EditionKind.OFFICIAL) for path in ("3(1)", "3(2)")]
    [warning] = answer_warnings.copies(official, copied(index))
    assert warning.kind == "not_held" and "Lantern Act, 1950" in warning.text
    assert "copy on another site (copies.example)" in warning.text
    assert list(answer_warnings.copies(official, index)) == []
    assert list(answer_warnings.copies([citation("3(1)")], copied(index))) == []


HEADINGS = {"16": " (Fee for late closing of lanterns and refund of the deposit)"}


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> LawIndex:
    """Karnataka's rules lack rule 16, whose heading is known; of Uttar Pradesh's hardly any is held."""
    few = {str(number): "" for number in range(4, 30)}
    monkeypatch.setattr(
        answer_warnings,
        "list_not_held",
        lambda law, _: {"KARNATAKA": HEADINGS, "UTTAR_PRADESH": few}.get(law.jurisdiction, {}),
    )
    return index_of_states()


def said(question: str, index: LawIndex, *limits: str, cited: str = "") -> list[str]:
    cites = [citation("3(1)", jurisdiction=cited)] if cited else []
    found = answer_warnings.warnings(understood(question, index), [], index, REGISTRY, cites, limits)
    return [one.text for one in found]


def test_a_rule_that_is_not_held_is_named_only_where_its_heading_says_what_is_asked(lacking: LawIndex) -> None:
    [told] = said("Is the deposit refunded after late closing in Mysore?", lacking)
    assert "rule 16 (Fee for late closing" in told and "example.org/" not in told
    for question in (
        "What is the fee and the form for a keeper in Mysore, and who pays for the box?",
        "Who is liable for late entry and what does he owe in Mysore?",
    ):
        assert said(question, lacking) == [], "it shares only words that any heading has, or hardly one"


def test_of_a_law_hardly_held_it_is_said_where_rules_may_set_what_is_asked(lacking: LawIndex) -> None:
    [told] = said("What fee is paid for a lantern in Lucknow?", lacking)
    assert "rule 3 alone" in told and told.count(".") <= 3
    assert said("May the keeper of a lantern in Lucknow leave?", lacking) == []
    assert said("What fee is paid for a lantern in Lucknow?", lacking, cited="UTTAR_PRADESH") == []


def test_what_the_answer_says_itself_is_not_told_again(lacking: LawIndex) -> None:
    limit = "Uttar Pradesh's rule that sets the fee of a lantern is not held here."
    assert said("What fee is paid for a lantern in Lucknow?", lacking, limit) == []
