"""Answers listed, read and judged by persons."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from civicsetu.law.answers import Answer
from civicsetu.stores.schema import feedbacks, threads, turns
from tests.web.conftest import Rows
from tests.web.fakes import FIRST
from tests.web.operator.conftest import Desk

VERDICT = {
    "law": "right", "first": "yes", "beside": "0", "plain": "5", "todo": "not asked", "confidence": "fair",
    "harm": "none", "why": "", "groundedness": "90", "severity": "minor",
}  # fmt: skip


async def cited(rows: Rows, answer: Answer) -> list[dict[str, Any]]:
    query = "select citation_id, correctness, note from citations where turn_id = cast(:id as uuid) order by citation_id"
    return await rows.all(query, id=answer.id)


async def judged(rows: Rows, answer: Answer) -> list[dict[str, Any]]:
    query = (
        "select criterion, judge, passed, score, evidence_json from judgments"
        " where turn_id = cast(:id as uuid) order by judgment_id"
    )
    return await rows.all(query, id=answer.id)


async def give_thumb(desk: Desk, answer: Answer, value: int) -> None:
    thread = uuid4()
    async with desk.service.database.transaction() as connection:
        await connection.execute(threads.insert().values(id=thread, metadata={}))
        thumb = {"id": uuid4(), "forId": UUID(answer.id), "threadId": thread, "value": value, "comment": "the rate is old"}
        await connection.execute(feedbacks.insert().values(thumb))


async def test_turns_are_listed_and_chosen(desk: Desk) -> None:
    told = await desk.record(jurisdictions=("GOA",))
    declined = await desk.record("May I fly a spacecraft?")
    await give_thumb(desk, told, 0)
    await desk.sign_in()

    async def listed(query: str) -> set[str]:
        page = await desk.http.get(f"/operator?{query}")
        assert page.status_code == 200
        return {one.id for one in (told, declined) if one.id in page.text}

    assert await listed("") == {told.id, declined.id}
    assert await listed("feedback=wrong") == await listed("state=GOA") == {told.id}
    assert await listed("feedback=helped") == await listed("reason=wrong_law") == set()
    assert await listed("kind=abstain") == {declined.id}
    assert await listed("verdict=unread&type=fact_lookup&state=GOA&feedback=any") == {told.id}
    await desk.send(f"/operator/turns/{told.id}/review", f"/operator/turns/{told.id}", **VERDICT)
    assert await listed("verdict=good&state=GOA") == {told.id}
    assert await listed("verdict=not_good&state=GOA") == await listed("verdict=unread&state=GOA") == set()


async def test_an_old_answer_that_cannot_be_read_hides_no_other(desk: Desk, rows: Rows) -> None:
    old, good = await desk.record("An old question?"), await desk.record()
    async with desk.service.database.transaction() as connection:
        await connection.execute(
            turns.update().where(turns.c.turn_id == UUID(old.id)).values(answer={"kind": "riddle", "of": "another version"})
        )
    await desk.sign_in()
    listed = await desk.http.get("/operator")
    assert listed.status_code == 200 and good.id in listed.text
    assert old.id in listed.text and "stored by another version, which this one cannot read" in listed.text
    told = await desk.http.get(f"/operator/turns/{old.id}")
    assert told.status_code == 400 and "Another version of the program stored this answer" in told.text


@pytest.mark.parametrize("query", ["state=ATLANTIS", "page=0", "page=x", "feedback=1", "kind=x", "type=x", "reason=x", "verdict=x"])
async def test_a_choice_that_there_is_not_is_one_sentence(desk: Desk, query: str) -> None:
    await desk.sign_in()
    refused = await desk.http.get(f"/operator?{query}")
    assert refused.status_code == 400 and "choose one from the list." in refused.text


async def test_an_answer_is_shown_as_it_was_given_with_evidence_and_feedback(desk: Desk) -> None:
    answer = await desk.record('Is <script>alert("x")</script> law?', question='Is <script>alert("x")</script> law?')
    await give_thumb(desk, answer, 0)
    await desk.sign_in()
    page = await desk.http.get(f"/operator/turns/{answer.id}")
    assert page.status_code == 200
    assert FIRST in page.text and "[RERA Act s.18(1)]" in page.text and "the rate is old" in page.text
    assert "characters 1000 to" in page.text and "by meaning" in page.text
    assert "<script" not in page.text and "&lt;script&gt;" in page.text


async def test_a_review_is_saved_to_judgments_and_citations(desk: Desk, rows: Rows) -> None:
    answer = await desk.record()
    first, second, _ = await cited(rows, answer)
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    marks = {f"citation_{first['citation_id']}": "right", f"citation_{second['citation_id']}": "wrong",
             f"note_{second['citation_id']}": "another case"}  # fmt: skip
    saved = await desk.send(f"{page}/review", page, **VERDICT, **marks)
    assert (saved.status_code, saved.headers["location"]) == (303, f"{page}?done=review")
    found = {row["criterion"]: row for row in await judged(rows, answer) if row["criterion"] != "human_citation"}
    assert {row["judge"] for row in found.values()} == {"person:Asha"}
    assert found["human_groundedness"]["score"] == 0.9 and not found["human_groundedness"]["passed"]
    assert found["human_non_fabrication"]["score"] == 0.5
    assert found["human_rubric"]["passed"] and found["human_rubric"]["evidence_json"]["plain"] == 5
    assert [row["correctness"] for row in await cited(rows, answer)] == [True, False, None]
    assert [row["note"] for row in await cited(rows, answer)] == [None, "another case", None]
    shown = (await desk.http.get(f"{page}?done=review")).text
    assert "The review was saved." in shown and "another case" in shown

    again = {**VERDICT, "law": "wrong", "harm": "money", "why": "s.18 says otherwise", "severity": "major"}
    await desk.send(f"{page}/review", page, **again, **{f"citation_{first['citation_id']}": "wrong"})
    found = {row["criterion"]: row for row in await judged(rows, answer)}
    assert len(await judged(rows, answer)) == 4, "the second review stands in the place of the first"
    assert not found["human_rubric"]["passed"] and found["human_non_fabrication"]["score"] == 0
    assert [row["correctness"] for row in await cited(rows, answer)] == [False, None, None]


@pytest.mark.parametrize(
    ("change", "told"),
    [({"law": ""}, "Is it the law"), ({"law": "maybe"}, "Is it the law"), ({"beside": "-1"}, "beside the point"),
     ({"plain": "6"}, "How does it read"), ({"groundedness": "101"}, "Groundedness"), ({"severity": ""}, "What is invented"),
     ({"harm": "money"}, "harm needs its reason")],
)  # fmt: skip
async def test_a_review_that_is_not_whole_changes_nothing(desk: Desk, rows: Rows, change: dict[str, str], told: str) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    refused = await desk.send(f"{page}/review", page, **{**VERDICT, **change})
    assert refused.status_code == 400 and told in refused.text and "was not saved" in refused.text
    assert '<option value="not asked" selected>' in refused.text, "what was filled in stays"
    assert await judged(rows, answer) == []


async def test_a_citation_of_another_answer_is_not_judged_with_this_one(desk: Desk, rows: Rows) -> None:
    answer, other = await desk.record(), await desk.record()
    [foreign, *_] = await cited(rows, other)
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    await desk.send(f"{page}/review", page, **VERDICT, **{f"citation_{foreign['citation_id']}": "wrong"})
    assert {row["correctness"] for row in await cited(rows, other)} == {None}


async def test_a_second_reviewer_reads_for_themselves_first(desk: Desk) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in("Asha")
    await desk.send(f"{page}/review", page, **{**VERDICT, "why": "a word of Asha"})
    second = desk.browser()
    await desk.sign_in("Bina", http=second)
    before = (await second.get(page)).text
    assert "a word of Asha" not in before and "1 other person has judged it" in before
    await desk.send(f"{page}/review", page, http=second, **{**VERDICT, "law": "part"})
    assert "a word of Asha" in (await second.get(page)).text
    agreement = (await second.get("/operator/agreement")).text
    assert "kappa" in agreement and "judged by two persons" in agreement
    await second.aclose()


async def test_a_word_taken_back_leaves_what_another_reviewer_said(desk: Desk, rows: Rows) -> None:
    answer = await desk.record()
    [first, *_] = await cited(rows, answer)
    page, mark = f"/operator/turns/{answer.id}", f"citation_{first['citation_id']}"
    second = desk.browser()
    await desk.sign_in("Asha")
    await desk.sign_in("Bina", http=second)
    await desk.send(f"{page}/review", page, **VERDICT, **{mark: "wrong"})
    await desk.send(f"{page}/review", page, http=second, **VERDICT, **{mark: "right"})
    await desk.send(f"{page}/review", page, **VERDICT)
    assert (await cited(rows, answer))[0]["correctness"] is True
    await desk.send(f"{page}/review", page, http=second, **VERDICT)
    assert (await cited(rows, answer))[0]["correctness"] is None
    await second.aclose()


@pytest.mark.parametrize("turn", [str(UUID(int=0)), "x", "0"])
async def test_a_turn_that_is_not_there_is_one_sentence(desk: Desk, turn: str) -> None:
    await desk.sign_in()
    told = await desk.http.get(f"/operator/turns/{turn}")
    assert told.status_code == 404 and "erased it" in told.text


async def test_a_turn_erased_while_it_is_judged_stays_erased(desk: Desk, rows: Rows) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    form = await desk.http.get(page)
    await desk.forget(answer)
    from tests.web.operator.conftest import guard_in

    told = await desk.http.post(f"{page}/review", data={**VERDICT, "guard": guard_in(form)})
    assert told.status_code == 404 and "erased it" in told.text
    assert await judged(rows, answer) == []


async def test_the_present_version_answers_beside_and_is_forgotten(desk: Desk) -> None:
    answer = await desk.record("May I fly a spacecraft?", question="My builder is two years late.")
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    both = await desk.send(f"{page}/present", page)
    assert both.status_code == 200 and "The answer of the present version" in both.text
    assert FIRST in both.text and "The law held here does not answer this." in both.text
    [asked] = desk.service.asked
    assert asked.text == "My builder is two years late." and not asked.by_model and asked.person == ""
    assert desk.service.forgotten == [asked.session] and asked.session.startswith("operator-")


async def test_the_rubric_can_be_read(desk: Desk) -> None:
    await desk.sign_in()
    assert "<table>" in (await desk.http.get("/operator/rubric")).text


async def test_the_model_judge_is_off_and_never_asked_of_what_no_model_wrote(desk: Desk, rows: Rows) -> None:
    answer, written = await desk.record(), await desk.record(written_by="openai/scribe")
    await desk.sign_in()
    for one in (answer, written):
        page = f"/operator/turns/{one.id}"
        assert "Ask the model judge" not in (await desk.http.get(page)).text
        refused = await desk.send(f"{page}/judge", page)
        assert refused.status_code == 404 and "nothing was sent anywhere" in refused.text
        assert await judged(rows, one) == []
