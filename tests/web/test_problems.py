"""Every error of ours has a status and a code, which stay as they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from civicsetu import errors
from civicsetu.errors import CivicSetuError
from civicsetu.web.problems import CODES, ERRORS, build_error, build_problem, is_api_path, status_and_code

SCOPE = {"type": "http", "path": "/api/v1/query", "civicsetu.request_id": "0123456789abcdef"}
PROMISED = {
    "InputError": (400, "invalid_input"), "NotFound": (404, "not_found"), "UnknownDocument": (404, "unknown_document"),
    "TokenRefused": (401, "token_refused"), "NotAllowed": (403, "not_allowed"),
    "AlreadyUnderWay": (409, "already_under_way"), "TooManyQuestions": (429, "too_many_questions"),
    "TooManyTokens": (429, "too_many_tokens"),
    "TooBusy": (429, "too_busy"), "AdmissionRefused": (429, "not_admitted"),
    "SearchIncomplete": (503, "search_incomplete"), "PostgresTimeout": (503, "database_timeout"),
    "PostgresUnavailable": (503, "database_unavailable"), "StoreBusy": (503, "database_busy"),
    "GraphUnavailable": (503, "graph_unavailable"), "DiskFull": (503, "disk_full"), "StoreError": (503, "store_failed"),
    "ModelTimeout": (503, "timeout"), "ModelError": (503, "model_unavailable"), "ServerError": (503, "not_ready"),
    "CivicSetuError": (503, "unavailable"),
}  # fmt: skip


def tree(kind: type[CivicSetuError] = CivicSetuError) -> Iterator[type[CivicSetuError]]:
    yield kind
    for one in kind.__subclasses__():
        if one.__module__ == errors.__name__:
            yield from tree(one)



@pytest.mark.parametrize("kind", list(tree()), ids=lambda kind: kind.__name__)
def test_an_error_is_its_sentence_under_a_stable_code(kind: type[CivicSetuError]) -> None:
    error = errors.FileGone("gone", retryable=True) if kind is errors.FileGone else kind("4711-private")
    status, code = status_and_code(error)
    nearest = next(name for one in kind.__mro__ if (name := one.__name__) in PROMISED)
    assert (status, code) == PROMISED[nearest]
    answer = build_error(SCOPE, error)
    assert answer.status_code == status and "4711" not in bytes(answer.body).decode()
    assert error.user_message in bytes(answer.body).decode()
    assert ("retry-after" in answer.headers) is (status in (409, 429, 503))


def test_no_row_is_hidden_by_one_before_it() -> None:
    for at, (kind, _, _) in enumerate(ERRORS):
        assert not any(issubclass(kind, earlier) for earlier, _, _ in ERRORS[:at]), kind
    assert {kind.__name__: (status, code) for kind, status, code in ERRORS} == PROMISED


@pytest.mark.parametrize("status", CODES)
def test_a_status_alone_has_a_code(status: int) -> None:
    answer = build_problem(SCOPE, status, "So it is.")
    assert answer.media_type == "application/problem+json" and CODES[status] in bytes(answer.body).decode()


@pytest.mark.parametrize(
    ("path", "ours"),
    [("/api", True), ("/api/v1/query", True), ("/health", True), ("/ready", True), ("/apix", False), ("/", False), ("/thread/api", False)],
)
def test_which_paths_are_the_apis(path: str, ours: bool) -> None:
    assert is_api_path(path) is ours
