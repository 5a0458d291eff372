"""The API as an app of its own, beside the page: its routes, its errors, its description.

A file of routes has a `router`, and stands in `ROUTERS`; nothing else is needed to add one.
"""

from __future__ import annotations

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.types import ASGIApp, Receive, Scope, Send

from civicsetu.settings import Settings
from civicsetu.web.api import (
    documentation,
    faults,
    feedback,
    graph,
    health,
    ingestion,
    law,
    query,
    section,
    tokens,
)
from civicsetu.web.api.origins import Origins
from civicsetu.web.api.results import EVENTS
from civicsetu.web.problems import MEDIA_TYPE, is_api_path

VERSION = "1"
PREFIX = f"/api/v{VERSION}"
ROUTERS: tuple[APIRouter, ...] = (
    query.router, section.router, law.router, graph.router, feedback.router, tokens.router, ingestion.router,
)  # fmt: skip
"""The routes under `/api/v1`, in the order in which the documentation shows them."""

_TITLE = "CivicSetu"
_TOKEN = "token"
_SUMMARY = "Plain, cited answers on Indian real-estate law."
_ABOUT = """Ask in your own words, and get sentences of law, each tied to the provision it comes from.

**Errors** are `application/problem+json`; decide by `code`. **Tokens**: a question needs none, and then nothing of it
is kept. With a token (`POST /api/v1/tokens`) it begins a conversation, which belongs to that token alone.
**Limits** are those of the page: a token has few questions at a time; `429` and `503` say in `Retry-After` when to
ask again. **Versions**: what is described here stays as long as the path says `v1`; fields and routes may be added.
"""
_ERROR: dict[str, object] = {
    "description": "Anything else went wrong; `code` says what.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


class ApiDoor:
    """ASGI app that hands the API's paths to the API and everything else to the page."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self.app = app
        self._api = api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ours = scope["type"] == "http" and is_api_path(scope["path"])
        await (self._api if ours else self.app)(scope, receive, send)


def build_api(settings: Settings) -> FastAPI:
    """Build the app; what it answers with is the page of this process (`state.get_page`)."""
    app = FastAPI(
        title=_TITLE, summary=_SUMMARY, description=_ABOUT, version=VERSION, openapi_url=None, docs_url=None,
        redoc_url=None, redirect_slashes=False, separate_input_output_schemas=False,
    )  # fmt: skip
    for router in ROUTERS:
        app.include_router(router, prefix=PREFIX)
    app.include_router(health.router)
    app.include_router(documentation.build_router(lambda: describe(app)))
    faults.register(app)
    app.add_middleware(Origins, allowed=settings.api.origins)
    return app


def describe(app: FastAPI) -> dict[str, object]:
    """Return the OpenAPI of the app, made once: every error of every route is a problem."""
    if app.openapi_schema is None:
        told = get_openapi(
            title=app.title, summary=app.summary, description=app.description, version=app.version, routes=app.routes,
            separate_input_output_schemas=app.separate_input_output_schemas,
        )  # fmt: skip
        schemas = told.setdefault("components", {}).setdefault("schemas", {})
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        for name, model in EVENTS.items():
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
            for inner, one in (schema.pop("$defs", {}) | {name: schema}).items():
                schemas.setdefault(inner, one)
        for operations in told["paths"].values():
            for operation in operations.values():
                _describe_errors(operation["responses"])
                if operation.get("security") == [{_TOKEN: []}]:
                    operation["security"].append({})  # the page's cookie does as well, or nothing at all
        app.openapi_schema = told
    return app.openapi_schema


def _describe_errors(responses: dict[str, dict[str, object]]) -> None:
    for status, response in responses.items():
        if status >= "400":
            response["content"] = _ERROR["content"]
    responses.setdefault("default", _ERROR)
