"""Who asks for a period is led to the provision that sets it, however the period is called."""

from __future__ import annotations

import pytest

from civicsetu.answering.service import AnsweringService
from civicsetu.law.answers import QueryType
from civicsetu.query.query_type import query_type
from tests.holding import ACT

PERIODS = [
    ("timeline for registration", ("5(1)", "5(2)")),
    ("What is the timeline for project registration?", ("5(1)", "5(2)")),
    ("For how long does the registration of a project stay valid?", ("5(3)",)),
    ("time frame for the authority to decide a complaint", ("29(4)",)),
    ("Time limit to appeal to the Appellate Tribunal", ("44(2)",)),
    ("deadline to execute the conveyance deed", ("17(1)",)),
    ("Within what time must I take possession after the occupancy certificate?", ("19(10)",)),
    ("How long may the appellate tribunal take over an appeal?", ("44(5)",)),
    ("time limit for an appeal to the High Court", ("58(1)",)),
    ("timeline for the adjudicating officer to decide on compensation", ("71(2)",)),
    ("notice period before the registration of a promoter is revoked", ("7(2)",)),
    ("How often must the promoter update the web page of the project?", ("11(1)",)),
]


@pytest.mark.parametrize(("question", "sets_it"), PERIODS)
async def test_the_provision_that_sets_a_period_is_among_the_first(
    service: AnsweringService, question: str, sets_it: tuple[str, ...]
) -> None:
    found = await service.search(question)
    first = [one.provision for one in found[:5] if one.document == ACT]
    assert set(first) & set(sets_it), first


@pytest.mark.parametrize(
    "question",
    [
        "What is the timeline for project registration?",
        "What is the time limit for an appeal?",
        "what is the validity of an agent's registration",
        "What is the deadline to form an association?",
        "how quickly must the Authority decide?",
        "What is the notice period before revocation?",
    ],
)
def test_a_period_is_no_definition_whatever_words_ask_for_it(question: str) -> None:
    assert query_type(question, has_references=False) is QueryType.TEMPORAL


@pytest.mark.parametrize("question", ["What is a promoter?", "What is meant by carpet area?"])
def test_a_meaning_is_no_period(question: str) -> None:
    assert query_type(question, has_references=False) is QueryType.DEFINITION
