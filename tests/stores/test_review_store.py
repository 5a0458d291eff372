"""Turns as a reviewer reads them."""

from __future__ import annotations

from uuid import UUID

from civicsetu.law.judgments import Judgment
from civicsetu.stores.database import Database
from civicsetu.stores.review_store import PERSON, Review, ReviewStore, TurnFilter
from civicsetu.stores.turn_store import TurnStore
from tests.stores.test_turn_store import an_answer


async def test_reviewers_are_listed_in_order_of_time(database: Database) -> None:
    answer = an_answer()
    await TurnStore(database).record(answer, session_id="s")
    reviews = ReviewStore(database)
    for person in ("zoe", "mia", "adam"):
        said = [Judgment(criterion=name, judge=f"{PERSON}{person}", passed=True, score=1.0) for name in ("one", "two")]
        await reviews.save_review(UUID(answer.id), Review(person, said))
    listed, more = await reviews.list_turns(TurnFilter(), "one")
    assert [one.reviewers for one in listed] == [("zoe", "mia", "adam")] and not more
