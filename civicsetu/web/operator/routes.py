"""The addresses of the operator's page; each handler runs behind the door (`guarded_route`)."""

from __future__ import annotations

import asyncio
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError, NotFound
from civicsetu.evaluation.judging.human_review import RUBRIC, from_judgments, to_judgments
from civicsetu.evaluation.judging.model_judge import closing_models, judge_answer, open_judge
from civicsetu.evaluation.judging.reviewer_agreement import PairedReview, measure_agreement
from civicsetu.evaluation.reviewed.cases import (
    case_id,
    load_cases,
    remove_case,
    reviewed_folder,
    save_case,
    to_row,
)
from civicsetu.law.answers import Answer, AnswerKind, QueryType
from civicsetu.law.feedback import FeedbackReason
from civicsetu.stores.review_store import CitationWord, JudgedRow, RecordedTurn, Review, ReviewStore
from civicsetu.telemetry import get_logger
from civicsetu.web.operator import turn_page
from civicsetu.web.operator.access import PATH, Door, clean_name
from civicsetu.web.operator.asking_again import ask_present_version
from civicsetu.web.operator.forms import Form, get_value, read_case, read_filter, read_review
from civicsetu.web.operator.guarded_route import SIGN_IN, OperatorRoute, form_of, get_door, session_of
from civicsetu.web.operator.pages import get_rubric_html, get_style, show
from civicsetu.web.state import get_page

log = get_logger(__name__)
router = APIRouter(prefix=PATH, route_class=OperatorRoute, include_in_schema=False)

_ID = r"[0-9A-Za-z-]{1,64}"
ADDRESSES: tuple[tuple[str, str], ...] = (
    ("GET", PATH),
    ("GET POST", SIGN_IN),
    ("GET", f"{PATH}/style.css"),
    ("POST", f"{PATH}/leave"),
    ("GET", f"{PATH}/(?:agreement|cases|rubric)"),
    ("POST", f"{PATH}/cases/{_ID}/remove"),
    ("GET", f"{PATH}/turns/{_ID}"),
    ("POST", f"{PATH}/turns/{_ID}/(?:review|present|judge|case)"),
)
"""What is open once a token is set, as `open_routes` reads it."""
_DONE = {
    "review": "The review was saved.",
    "judge": "The model's verdict was saved; it stands under Trace.",
    "case": "The case was saved; `civicsetu eval answers --set reviewed` asks it.",
    "removed": "The case was removed.",
}
_WRONG_TOKEN = "That is not the token; nothing was opened."
_NO_NAME = "Type your name in 1 to 40 letters; it stands beside your reviews."
_NO_TURN = "There is no such answer, or the person who asked has erased it."
_NO_CASE = "There is no such case."
_NO_JUDGE = "No model judge is set up, or no model wrote this answer; nothing was sent anywhere."


@router.get("/login")
async def show_sign_in(request: Request) -> Response:
    return show("login.html", get_door(request), None, {"fault": ""})


@router.post("/login")
async def sign_in(request: Request) -> Response:
    """Open a session for who typed the token; the token itself goes no further."""
    door, form = get_door(request), form_of(request)
    name = clean_name(get_value(form, "person"))
    if not door.accepts(get_value(form, "token")):
        log.warning("operator_token_refused")
        return show("login.html", door, None, {"fault": _WRONG_TOKEN}, 403)
    if name is None:
        return show("login.html", door, None, {"fault": _NO_NAME}, 400)
    log.info("operator_signed_in")
    answer = RedirectResponse(PATH, status_code=303)
    _set_cookie(answer, door, door.begin(name), door.max_age_s)
    return answer


@router.post("/leave")
async def leave(request: Request) -> Response:
    answer = RedirectResponse(SIGN_IN, status_code=303)
    _set_cookie(answer, get_door(request), "", 0)
    return answer


def _set_cookie(answer: Response, door: Door, value: str, max_age_s: int) -> None:
    secure = get_page().settings.web.secure_cookie
    answer.set_cookie(
        door.cookie, value, max_age=max_age_s, path=PATH, secure=secure, httponly=True, samesite="strict"
    )


@router.get("/style.css")
async def style() -> Response:
    return Response(get_style(), media_type="text/css")


@router.get("")
async def list_turns(request: Request) -> Response:
    """List turns, newest first, by what was said of them, verdict, type and state."""
    registry = get_registry()
    query = {name: request.query_params.getlist(name) for name in request.query_params}
    wanted = read_filter(query, registry)
    turns, more = await _store().list_turns(wanted, RUBRIC)
    values = {
        "turns": turns, "wanted": wanted, "reasons": list(FeedbackReason), "kinds": list(AnswerKind),
        "types": list(QueryType), "states": list(registry.jurisdictions), "message": _message(request),
        "older": _address(query, wanted.page + 1) if more else "",
        "newer": _address(query, wanted.page - 1) if wanted.page > 1 else "",
    }  # fmt: skip
    return show("turns.html", get_door(request), session_of(request), values)


def _address(query: dict[str, list[str]], page: int) -> str:
    kept = {name: values[0] for name, values in query.items() if values[0] and name not in ("page", "done")}
    return f"{PATH}?{urlencode({**kept, 'page': page})}"


@router.get("/turns/{turn_id}")
async def show_turn(request: Request, turn_id: str) -> Response:
    return _turn_page(request, await _read(turn_id))


@router.post("/turns/{turn_id}/review")
async def review(request: Request, turn_id: str) -> Response:
    """Save a review in the place of this reviewer's earlier one."""
    turn, person, form = await _read(turn_id), session_of(request).person, form_of(request)
    try:
        given = read_review(form, [row.citation_id for row in turn.cited])
    except InputError as refused:
        return _turn_page(request, turn, fault=refused.user_message, review=form)
    words = {one.citation_id: CitationWord(one.correct, one.note) for one in given.citations}
    before = turn_page.review_of(turn, person)
    for withdrawn in before.citations if before else ():
        words.setdefault(withdrawn.citation_id, turn_page.others_word(turn, person, withdrawn.citation_id))
    await _store().save_review(turn.turn_id, Review(person, to_judgments(given, person), words))
    log.info("operator_reviewed", turn=str(turn.turn_id), good=given.verdict.good)
    return RedirectResponse(f"{PATH}/turns/{turn.turn_id}?done=review", status_code=303)


@router.post("/turns/{turn_id}/present")
async def ask_present(request: Request, turn_id: str) -> Response:
    """Show what the present version answers beside what was answered."""
    turn = await _read(turn_id)
    return _turn_page(request, turn, present=await ask_present_version(get_page().get_service(), turn))


@router.post("/turns/{turn_id}/judge")
async def ask_model_judge(request: Request, turn_id: str) -> Response:
    """Save what the model judge says of an answer; only of one that a model wrote, whose question went out then."""
    turn, page = await _read(turn_id), get_page()
    models = await asyncio.to_thread(open_judge, page.settings) if turn.answer.written_by else None
    if models is None:
        raise NotFound("judge", user_message=_NO_JUDGE)
    async with closing_models(models):
        judged = await judge_answer(models, turn.answer, page.get_service().read_provision)
    await _store().add_judgments(turn.turn_id, judged[0].judge, judged)
    return RedirectResponse(f"{PATH}/turns/{turn.turn_id}?done=judge", status_code=303)


@router.post("/turns/{turn_id}/case")
async def make_case(request: Request, turn_id: str) -> Response:
    """Write a reviewed case from a turn, in the place of an earlier one."""
    turn, registry = await _read(turn_id), get_registry()
    form = form_of(request)
    try:
        row = to_row(read_case(form, registry), case_id(turn.turn_id), registry)
    except InputError as refused:
        return _turn_page(request, turn, fault=refused.user_message, case=form)
    await asyncio.to_thread(save_case, reviewed_folder(get_page().settings.data_path), row)
    log.info("operator_case_saved", case=row.id)
    return RedirectResponse(f"{PATH}/turns/{turn.turn_id}?done=case", status_code=303)


def _turn_page(
    request: Request,
    turn: RecordedTurn,
    *,
    present: Answer | None = None,
    fault: str = "",
    review: Form | None = None,
    case: Form | None = None,
) -> Response:
    """A turn's page; after a `fault` with what was typed into the form of the review or the case."""
    registry, person = get_registry(), session_of(request).person
    own = turn_page.review_of(turn, person)
    values = {
        "turn": turn, "answer": turn.answer, "present": present, "own": own, "choices": turn_page.choices(),
        "severities": turn_page.severities(), "lines": turn_page.sentence_lines(turn),
        "others": turn_page.other_reviews(turn, person), "waiting": len([n for n in turn.reviewers if n != person]),
        "fields": turn_page.review_fields(turn, own, review), "case": turn_page.case_fields(turn, own, case),
        "case_choices": turn_page.case_choices(registry), "case_open": case is not None,
        "message": _message(request), "fault": fault,
        "may_judge": bool(get_page().settings.operator.judge and turn.answer.written_by),
    }  # fmt: skip
    return show("turn.html", get_door(request), session_of(request), values, 400 if fault else 200)


@router.get("/cases")
async def list_cases(request: Request) -> Response:
    folder = reviewed_folder(get_page().settings.data_path)
    rows = await asyncio.to_thread(load_cases, folder, get_registry())
    values = {"rows": rows, "message": _message(request)}
    return show("cases.html", get_door(request), session_of(request), values)


@router.post("/cases/{name}/remove")
async def drop_case(request: Request, name: str) -> Response:
    folder = reviewed_folder(get_page().settings.data_path)
    if not await asyncio.to_thread(remove_case, folder, name):
        raise NotFound("case", user_message=_NO_CASE)
    return RedirectResponse(f"{PATH}/cases?done=removed", status_code=303)


@router.get("/agreement")
async def show_agreement(request: Request) -> Response:
    """Show how far the first two reviewers of each answer agree."""
    found = (_pair(rows) for rows in (await _store().read_reviews()).values())
    pairs = [pair for pair in found if pair is not None]
    values = {"rows": measure_agreement(pairs), "n": len(pairs)}
    return show("agreement.html", get_door(request), session_of(request), values)


def _pair(rows: list[JudgedRow]) -> PairedReview | None:
    people = dict.fromkeys(row.person for row in rows)
    reviews = [from_judgments([row.judgment for row in rows if row.person == name]) for name in people]
    whole = [one for one in reviews if one is not None]
    return PairedReview(whole[0], whole[1]) if len(whole) > 1 else None


@router.get("/rubric")
async def show_rubric(request: Request) -> Response:
    return show("rubric.html", get_door(request), session_of(request), {"rubric": get_rubric_html()})


def _store() -> ReviewStore:
    return ReviewStore(get_page().get_service().database)


async def _read(turn_id: str) -> RecordedTurn:
    try:
        key = UUID(turn_id)
    except ValueError:
        raise NotFound("turn", user_message=_NO_TURN) from None
    return await _store().read_turn(key)


def _message(request: Request) -> str:
    return _DONE.get(request.query_params.get("done", ""), "")
