"""The addresses of the law's map: the page, and its script.

Its data come from the API's routes; what stands here only says whether the place that was asked for is held.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from civicsetu.answering.lookup.documents import DocumentDetails
from civicsetu.answering.lookup.law_lookup import LawLookup
from civicsetu.corpus.registry import get_registry
from civicsetu.errors import CivicSetuError, UnknownDocument
from civicsetu.web.language.catalogue import Language
from civicsetu.web.language.speaking import speaking
from civicsetu.web.law_map.links import PATH, MapPlace, read_place
from civicsetu.web.law_map.page import describe_messages, render_map
from civicsetu.web.pagefiles.page_files import join_parts, source_folder
from civicsetu.web.problems import retry_after, status_and_code
from civicsetu.web.state import get_page

SCRIPT = "/public/law_map.js"
_NO_SUCH_LAW = "We do not hold the law that this link names; choose one of those below."
router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def show_map(request: Request) -> Response:
    """Show the map at the place an address names; beside a place that is not held, what is."""
    laws: Sequence[DocumentDetails] = ()
    place = MapPlace()
    try:
        lookup = get_page().get_service().lookup
        laws = await lookup.list_documents()
        asked = read_place(request.query_params.multi_items())
        place = MapPlace(_held_law(laws, asked))
        place = await _check_place(lookup, asked)
    except CivicSetuError as error:
        status, _ = status_and_code(error)
        page = render_map(laws, _states(), place, error.user_message)
        return HTMLResponse(page, status, retry_after(error, status))
    return HTMLResponse(render_map(laws, _states(), place))


@router.get(SCRIPT)
async def script(language: Language = "en") -> Response:
    """Serve the map's script as one, behind its messages in the language that the address names."""
    with speaking(language):
        words = json.dumps(describe_messages(), ensure_ascii=False)
    public = source_folder() / "public"
    copying = (public / "page" / "clipboard.js").read_text("utf-8")
    text = f"const mapWords = {words};\n{copying}\n{join_parts(public / 'law_map')}"
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


def _held_law(laws: Sequence[DocumentDetails], asked: MapPlace) -> str:
    """The key of the law asked for, empty without one; raises UnknownDocument where it is not held."""
    if asked.document and all(law.document != asked.document for law in laws):
        raise UnknownDocument(user_message=_NO_SUCH_LAW)
    return asked.document


async def _check_place(lookup: LawLookup, asked: MapPlace) -> MapPlace:
    """The place asked for; raises InputError or NotFound where its path is none, or none that is held."""
    if asked.path:
        await lookup.check_held(asked.document, asked.path)
    return asked


def _states() -> dict[str, str]:
    return {code: entry.name for code, entry in get_registry().jurisdictions.items()}
