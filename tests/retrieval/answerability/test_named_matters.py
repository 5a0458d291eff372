"""A matter of another law is known by its words, and never beside a word of what the law held settles."""

from __future__ import annotations

import pytest

from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.retrieval.answerability.named_matters import find_named_matter
from civicsetu.retrieval.scope_kinds import OtherLaw
from civicsetu.yaml_data import load_patterns


@pytest.mark.parametrize(
    ("asked", "law"),
    [
        ("He gave a cheque that bounced, is that a crime?", OtherLaw.CHEQUES),
        ("How much GST must I pay on a shop?", OtherLaw.GST),
        ("kya is par gst lagega", OtherLaw.GST),
        ("What is the stamp duty on a will?", OtherLaw.STAMP),
        ("Can they sue me for defamation over my review?", OtherLaw.DEFAMATION),
        ("My mother's LIC money is stuck, what now?", OtherLaw.INSURANCE),
        ("The clerk wants a bribe, where do I complain?", OtherLaw.BRIBERY),
        ("My neighbour broke our fence, whom do I ask?", OtherLaw.NEIGHBOURS),
        ("How long does land conversion take?", OtherLaw.LAND_USE),
        ("Will the bank take foreclosure charges?", OtherLaw.BANKING),
        ("His refund cheque bounced, can he go to jail?", OtherLaw.CHEQUES),
        ("The refund cheque bounced, can I still leave with my money back?", None),
        ("I paid 20 lakh with GST, how much must be refunded?", None),
        ("I live on a pension and the flat is late.", None),
        ("My landlord wants more rent because the builder is late, who pays me?", None),
        ("Must a broker file income tax returns to register?", None),
        ("Which bank holds the separate account?", None),
        ("After my divorce I want to cancel, how much can they cut?", None),
        ("The brochure had a park, now hawkers sit there. What can I do?", None),
        ("Can the builder pay his GST dues from our account?", None),
        ("A labourer died, can they get more time from the authority?", None),
    ],
)
def test_what_is_named_is_known(asked: str, law: OtherLaw | None) -> None:
    assert find_named_matter(asked) is law


def test_hardly_a_question_of_the_law_held_is_taken_for_another() -> None:
    """Of some 18,000 that people ask of the statements; each taken away would be an answer lost."""
    asked = [one for questions in get_statement_questions().values() for one in questions]
    taken = [one for one in asked if find_named_matter(one) is not None]
    assert len(taken) <= len(asked) / 4_000, taken


def test_every_pattern_is_of_a_law_of_the_closed_list() -> None:
    named = set(load_patterns("civicsetu.retrieval.answerability", "named_matters.yaml")) - {"ours"}
    assert named <= {law.value for law in OtherLaw}
