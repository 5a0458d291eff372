"""Read the law: search it, read a provision, list what is held."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.documents import DocumentDetails, JurisdictionList
from civicsetu.answering.lookup.provision import ProvisionDetails
from civicsetu.answering.lookup.search import MOST_FOUND, TOP_K, SearchQuery, SearchResult
from civicsetu.law.documents import EditionKind
from civicsetu.web.api.callers import CallerOf
from civicsetu.web.api.leaving import LEFT, ClientLeft, run_while_connected
from civicsetu.web.api.questions import Day, Jurisdiction
from civicsetu.web.state import get_page

router = APIRouter(tags=["law"])

_LONGEST_QUERY = 2000
_LONGEST_PATH = 200
_MOST_DOCUMENTS = 40

DocumentKey = Annotated[
    str, Path(max_length=80, description="Key of the document, from GET /documents.", examples=["rera_act_2016"])
]
ProvisionPath = Annotated[
    str,
    Path(
        max_length=_LONGEST_PATH,
        description="Path as the law prints it: 18(1)(a), 17(2) proviso, Form A. Spaces are sent as %20.",
        examples=["18(1)"],
    ),
]
HELD: dict[int | str, dict[str, str]] = {
    400: {"description": "The path is not one of a provision, or there is no such jurisdiction."},
    404: {"description": "The document or the provision is not held."},
    422: {"description": "A parameter cannot be used; `errors` names it."},
}


class JurisdictionFilter(BaseModel):
    """Filter of the law listed."""

    model_config = ConfigDict(extra="forbid")

    jurisdiction: Jurisdiction | None = Field(None, description="CENTRAL or a state alone, as KARNATAKA.")


class SearchFields(JurisdictionFilter):
    """Parameters of a search."""

    query: str = Field(
        min_length=1,
        max_length=_LONGEST_QUERY,
        description="A question or a few words, in any language; a provision may be named by its number.",
        examples=["refund when possession is late"],
    )
    jurisdiction: Jurisdiction | None = Field(
        None, description="CENTRAL or the state whose law is searched beside central law; it may be named in the query, too."
    )
    document: list[Annotated[str, Field(max_length=80)]] = Field(
        [], max_length=_MOST_DOCUMENTS, description="Keys of documents, to search those alone; may stand several times."
    )
    top_k: int = Field(TOP_K, ge=1, le=MOST_FOUND, description="Return at most so many provisions.")
    min_score: float = Field(0.0, ge=0, le=1, allow_inf_nan=False, description="Leave out those that score less.")
    include_content: bool = Field(True, description="With the words of each provision.")
    include_document: bool = Field(True, description="With what is known of its document.")
    as_on: Day | None = Field(None, description="Leave out what was not in force yet; content is as of that day.")


class ReadingWanted(BaseModel):
    """Parameters of the text of a provision."""

    model_config = ConfigDict(extra="forbid")

    edition: EditionKind | None = Field(None, description="Whose words `reading` has; plain ones first if left out.")
    as_on: Day | None = Field(None, description="The law as it stood on this day; now, if left out.")


class DocumentList(BaseModel):
    """The documents held."""

    documents: tuple[DocumentDetails, ...]


@router.get("/search", response_model=SearchResult, responses={
    400: {"description": "There is nothing to search for, or no such jurisdiction."},
    401: {"description": "The token is not valid."},
    404: {"description": "A document named is not held."},
    422: {"description": "A parameter cannot be used; `errors` names it."},
    429: {"description": "Too many searches; `Retry-After` says when to ask again."},
})  # fmt: skip
async def search(wanted: Annotated[SearchFields, Query()], caller: CallerOf, request: Request) -> SearchResult | Response:
    """Find the provisions a question is about, best first, without an answer; nothing of it is kept.

    What `civicsetu search` prints. A search takes a turn in the queue, as a question does.
    """
    fields = wanted.model_dump(exclude={"query", "document"})
    query = SearchQuery(wanted.query, documents=tuple(wanted.document), **fields)
    searching = get_page().get_service().lookup.search(query, caller.person)
    try:
        return await run_while_connected(request.receive, searching)
    except ClientLeft:
        return Response(status_code=LEFT)


@router.get("/provisions/{document}/{path:path}", responses=HELD)
async def read_provision(
    document: DocumentKey, path: ProvisionPath, wanted: Annotated[ReadingWanted, Query()]
) -> ProvisionDetails:
    """Read a provision of any level: its editions and versions, its page, its statements and the values it fixes.

    With `as_on`, `reading` is the text that was the law on that day; it is null, and `note` says why, where that
    text is not held. `statements` and `values` are of the law as it reads now, and empty where it read otherwise.
    """
    lookup = get_page().get_service().lookup
    return await lookup.read_provision(document, path, wanted.edition, wanted.as_on)


@router.get("/documents", responses={400: HELD[400], 422: HELD[422]})
async def list_documents(wanted: Annotated[JurisdictionFilter, Query()]) -> DocumentList:
    """List the laws held, with their editions and earlier versions."""
    return DocumentList(documents=await get_page().get_service().lookup.list_documents(wanted.jurisdiction))


@router.get("/jurisdictions", responses={400: HELD[400], 422: HELD[422]})
async def list_jurisdictions(wanted: Annotated[JurisdictionFilter, Query()]) -> JurisdictionList:
    """List CENTRAL and every state, with the documents held and the coverage of each parameter."""
    return await get_page().get_service().lookup.list_jurisdictions(wanted.jurisdiction)
