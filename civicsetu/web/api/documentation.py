"""The description of the API: its OpenAPI, and a page that shows it with script and style of this server.

Swagger UI comes in a wheel of which the files alone are used; its code is never imported.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from fastapi import APIRouter
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, JSONResponse, Response

from civicsetu.errors import NotFound

_FOLDER = "static/drf_spectacular_sidecar/swagger-ui-dist"
_FILES = {"swagger-ui-bundle.js": "text/javascript", "swagger-ui.css": "text/css"}
_ABSENT = "The documentation page is not installed here; the description itself is at /api/openapi.json."


def build_router(describe: Callable[[], dict[str, object]]) -> APIRouter:
    """Build the routes; `describe` returns the OpenAPI."""
    router = APIRouter(include_in_schema=False)

    @router.get("/api/openapi.json")
    async def openapi() -> Response:
        return JSONResponse(describe())

    @router.get("/api/docs")
    async def page() -> Response:
        find_assets()
        return get_swagger_ui_html(
            openapi_url="/api/openapi.json",
            title="CivicSetu: the HTTP API",
            swagger_js_url="/api/docs/swagger-ui-bundle.js",
            swagger_css_url="/api/docs/swagger-ui.css",
            swagger_favicon_url="/favicon",
            swagger_ui_parameters={"validatorUrl": None, "defaultModelsExpandDepth": 0},
        )

    @router.get("/api/docs/{name}")
    async def asset(name: str) -> Response:
        if name not in _FILES:
            raise NotFound("file")
        return FileResponse(find_assets() / name, media_type=_FILES[name])

    return router


def find_assets() -> Path:
    """Return the folder with script and style; raises NotFound where the wheel is not installed."""
    found = importlib.util.find_spec("drf_spectacular_sidecar")
    places = found.submodule_search_locations if found else None
    folder = Path(places[0], _FOLDER) if places else None
    if folder is None or not folder.is_dir():
        raise NotFound("drf_spectacular_sidecar", user_message=_ABSENT)
    return folder
