"""A judged turn becomes an evaluation case."""

from __future__ import annotations

import pytest

from civicsetu.corpus.registry import get_registry
from civicsetu.evaluation.reviewed.cases import load_reviewed, reviewed_folder
from tests.web.conftest import Rows
from tests.web.operator.conftest import Desk
from tests.web.operator.test_reviews import VERDICT, cited

CASE = {
    "question": "The flat is two years late. What can the buyer do?", "turns": "", "also": "",
    "gold": "rera_act_2016 18(1)", "must_state": "refund*|return*; interest\n45 days", "type": "fact",
    "asks": "remedy", "language": "en", "style": "lay", "jurisdiction": "", "abstain": "", "rewritten": "yes",
}  # fmt: skip


async def test_a_turn_becomes_a_case_that_can_be_asked(desk: Desk) -> None:
    answer = await desk.record("Call 9876543210, my builder is late", question="Call 9876543210, my builder is late")
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    form = (await desk.http.get(page)).text
    assert ">Call [phone], my builder is late</textarea>" in form and ">rera_act_2016 18(1)</textarea>" in form
    made = await desk.send(f"{page}/case", page, **CASE)
    assert (made.status_code, made.headers["location"]) == (303, f"{page}?done=case")
    [row] = load_reviewed(reviewed_folder(desk.data), get_registry())
    assert row.question == CASE["question"] and [str(place) for place in row.gold] == ["rera_act_2016 18(1)"]
    assert [fact.terms for fact in row.must_state] == [("refund*|return*", "interest"), ("45 days",)]
    assert [fact.lead for fact in row.must_state] == [True, False]
    assert answer.id not in row.model_dump_json() and answer.id[:8] not in row.id
    await desk.send(f"{page}/case", page, **{**CASE, "gold": "", "must_state": "", "abstain": "other_law"})
    [row] = load_reviewed(reviewed_folder(desk.data), get_registry())
    assert row.abstain is not None, "a second case of a turn stands in the place of the first"
    listed = (await desk.http.get("/operator/cases")).text
    assert "1 case." in listed and "must be declined: other law" in listed
    gone = await desk.send(f"/operator/cases/{row.id}/remove", "/operator/cases")
    assert gone.status_code == 303 and "0 cases." in (await desk.http.get("/operator/cases")).text


@pytest.mark.parametrize(
    ("change", "told"),
    [({"gold": ""}, "Name at least one provision"), ({"abstain": "prediction"}, "either answered from provisions or declined"),
     ({"gold": "no_such_law 1"}, "is no provision of a law here"), ({"gold": "rera_act_2016"}, "is no provision"),
     ({"rewritten": ""}, "Tick that nothing"), ({"question": "Call 9876543210 about the flat"}, "personal data"),
     ({"turns": "mail me@home.in"}, "personal data"), ({"type": "story"}, "type is no value of ours"),
     ({"question": "?"}, "cannot be used"), ({"must_state": "|"}, "cannot be used"),
     ({"jurisdiction": "ATLANTIS"}, "no such state")],
)  # fmt: skip
async def test_a_case_that_is_none_is_one_sentence_and_leaves_no_file(desk: Desk, change: dict[str, str], told: str) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    refused = await desk.send(f"{page}/case", page, **{**CASE, **change})
    assert refused.status_code == 400 and told in refused.text
    assert not reviewed_folder(desk.data).exists()


@pytest.mark.parametrize(("marks", "offered"), [(("right", "wrong"), True), (("wrong", "wrong"), False), (("", ""), True)])
async def test_a_provision_that_only_misled_is_not_offered(desk: Desk, rows: Rows, marks: tuple[str, str], offered: bool) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    cites = await cited(rows, answer)
    given = {f"citation_{row['citation_id']}": mark for row, mark in zip(cites, marks, strict=False)}
    assert (await desk.send(f"{page}/review", page, **VERDICT, **given)).status_code == 303
    assert (">rera_act_2016 18(1)</textarea>" in (await desk.http.get(page)).text) == offered


async def test_a_case_that_is_not_there_is_one_sentence(desk: Desk) -> None:
    answer = await desk.record()
    page = f"/operator/turns/{answer.id}"
    await desk.sign_in()
    await desk.send(f"{page}/case", page, **CASE)
    for name in ("reviewed-0", "%2e%2e", "..%2Fx"):
        told = await desk.send(f"/operator/cases/{name}/remove", "/operator/cases")
        assert told.status_code == 404
