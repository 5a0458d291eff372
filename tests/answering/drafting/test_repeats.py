"""What an answer has said is not written once more; what is new, or another provision's, is."""

from __future__ import annotations

import pytest

from civicsetu.answering.drafting.repeats import says_again
from civicsetu.answering.drafting.written_turns import NOT_FOUND, name_points
from civicsetu.answering.drafts import JudgedSentence
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.written import SentenceMark, Written

FELL = Verdict((Doubt(Check.NUMBER, "9 stands nowhere"),), 0.0)


def told(
    text: str, *, part: int = 1, mark: SentenceMark = SentenceMark.LAW, verdict: Verdict = Verdict()
) -> JudgedSentence:
    return JudgedSentence(Written(mark, part, (), "", text), (), verdict)


SAID = told("The keeper must close the lantern by nine each evening.", mark=SentenceMark.LEAD)


@pytest.mark.parametrize(
    "again", ["Each evening the keeper must close his lantern by nine.", "The keeper must close the lantern by nine."]
)
def test_the_same_in_nearly_the_same_words_is_a_repeat(again: str) -> None:
    assert says_again(told(again), [SAID])


def test_what_is_new_is_none() -> None:
    assert not says_again(told("A lantern left open costs its keeper ten rupees a night."), [SAID])


def test_a_sentence_that_fell_was_not_said() -> None:
    fell = told(SAID.written.text, verdict=FELL)
    assert not says_again(told(SAID.written.text), [fell])


def test_each_part_has_its_own_lead() -> None:
    lead = told(SAID.written.text, part=2, mark=SentenceMark.LEAD)
    assert not says_again(lead, [SAID])
    assert says_again(told(SAID.written.text, mark=SentenceMark.LEAD), [SAID])


def test_what_was_not_found_is_named_where_its_words_can_be_shown() -> None:
    assert name_points(["the fee for a lantern?"]).endswith("the fee for a lantern.")
    for point in ("pay 9 rupees", "see http://lantern.example", " ".join(["word"] * 20)):
        assert name_points([point]) == NOT_FOUND


@pytest.mark.parametrize(
    "other",
    [
        "In Northland a buyer who owes interest pays the bank's highest rate plus 2 %.",
        "In Northland a builder who owes interest pays the bank's highest rate plus 4 %.",
        "In Northland a builder who owes no interest pays the bank's highest rate plus 2 %.",
    ],
)
def test_another_party_figure_or_denial_is_no_repeat(other: str) -> None:
    said = told("In Northland a builder who owes interest pays the bank's highest rate plus 2 %.")
    assert not says_again(told(other), [said])


def test_a_form_that_a_step_names_is_not_named_by_another() -> None:
    first = told("For the oil ask the authority in Form M, with 1,000 rupees by draft.", mark=SentenceMark.STEP)
    again = told("If the keeper refuses, a complaint in Form M is open to you.", part=2, mark=SentenceMark.STEP)
    assert says_again(again, [first])
    dearer = told("If the keeper refuses, complain in Form M with 2,000 rupees.", part=2, mark=SentenceMark.STEP)
    other = told("If the keeper refuses, a complaint in Form N is open to you.", part=2, mark=SentenceMark.STEP)
    as_law = told("If the keeper refuses, a complaint in Form M is open to you.", part=2)
    assert not any(says_again(one, [first]) for one in (dearer, other, as_law))
    guild = told("Ask the keeper in writing to form a guild.", mark=SentenceMark.STEP)
    assert not says_again(told("If he refuses, go to the watch and form a guild yourselves.", part=2, mark=SentenceMark.STEP), [guild])


def test_a_paper_to_keep_is_named_once() -> None:
    first = told("Keep the lantern, the receipts and dated photographs of the wick.", mark=SentenceMark.ADVICE)
    again = told("Keep the receipts and take photographs of the lantern.", part=2, mark=SentenceMark.ADVICE)
    new = told("Write to the keeper and ask when he opens.", part=2, mark=SentenceMark.ADVICE)
    denied = told("Do not hand over the lantern and the receipts.", part=2, mark=SentenceMark.ADVICE)
    assert says_again(again, [first]) and not says_again(new, [first]) and not says_again(denied, [first])


def test_a_sentence_put_together_from_two_that_are_shown_is_a_repeat() -> None:
    one = told("The lantern law knows storms for the licence alone.")
    two = told("Its rule on oil makes no exception for storms.", part=2)
    both = "The lantern law knows storms for the licence alone, its rule on oil makes no exception."
    short = told("The law makes no exception.")
    assert not says_again(short, [told("The law knows storms."), told("Its rule makes no exception.", part=2)])
    assert says_again(told(both), [one, two])
    assert not says_again(told(both), [one]) and not says_again(told(both, part=3, mark=SentenceMark.LEAD), [one, two])


def test_another_form_is_no_repeat() -> None:
    said = told("A complaint to the authority needs Form M and a fee of 1,000 rupees.")
    assert not says_again(told("A complaint to the authority needs Form N and a fee of 1,000 rupees."), [said])
