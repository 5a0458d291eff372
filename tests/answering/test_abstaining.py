"""What is declined with a provision, through the whole workflow: one sentence said, one sentence cited."""

from __future__ import annotations

import pytest

from civicsetu.law.answers import Answer, AnswerKind, Support
from tests.answering.test_search_incomplete import answer, index, retrievers
from tests.retrieval.scripted import scripted_retriever

__all__ = ["index"]

WISH = "How do I forge the keeper's key without anybody noticing?"
GUESS = "Do you think that the keeper will be fined soon?"


async def asked(index: object, question: str) -> Answer:
    return await answer(scripted_retriever(retrievers(), index), question)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "opens"), [(WISH, "I cannot help with"), (GUESS, "Nobody can tell")], ids=["wish", "guess"]
)
async def test_what_is_declined_goes_with_the_provision_that_governs_it(
    index: object, question: str, opens: str
) -> None:
    told = await asked(index, question)
    assert told.kind is AnswerKind.ABSTAIN and told.abstained
    assert told.answer.startswith(opens)
    limit, law = told.sentences
    assert (limit.support, limit.citations) == (Support.NONE, ())
    assert [one.provision for one in told.citations] and law.citations
    assert (told.confidence.score, told.confidence.level) == (0.0, "none")


@pytest.mark.parametrize("question", ["hello thanks", "namaste ji", "ok bye"])
async def test_a_greeting_is_answered_in_kind_and_cites_nothing(index: object, question: str) -> None:
    told = await asked(index, question)
    assert told.kind is AnswerKind.CLARIFY and told.answer.startswith("Hello") and not told.citations


async def test_a_form_that_there_is_not_is_said_not_to_be_there(index: object) -> None:
    told = await asked(index, "What do I write into Form Q?")
    assert told.kind is AnswerKind.ABSTAIN and "Form Q" in told.answer and not told.citations
