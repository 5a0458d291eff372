"""Read the law as a graph: counts, topology, neighbours, whole sections.

Every response says where it was read from: the graph server, or Postgres while that does not answer.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.lookup.graph_views import GraphStats, Level, Neighbours, Topology, WholeSection
from civicsetu.errors import InputError
from civicsetu.law.documents import EditionKind
from civicsetu.stores.graph.graph_views import ALL_EDGE_KINDS, EDGE_KINDS, EdgeKind
from civicsetu.web.api.law import HELD, DocumentKey, ProvisionPath
from civicsetu.web.api.questions import Jurisdiction
from civicsetu.web.state import get_page

router = APIRouter(prefix="/graph", tags=["graph"])

_TOO_MUCH = "Name a document to be given its provisions; of a whole jurisdiction the sections are."


class TopologyWanted(BaseModel):
    """Parameters of the graph drawn."""

    model_config = ConfigDict(extra="forbid")

    document: str | None = Field(None, max_length=80, description="Key of a document: its sections.")
    jurisdiction: Jurisdiction | None = Field(None, description="CENTRAL or a state: the sections of its documents.")
    level: Level = Field("sections", description="`provisions`: with every clause; of one document alone.")


class NeighboursWanted(BaseModel):
    """Parameters of the neighbours listed."""

    model_config = ConfigDict(extra="forbid")

    kind: list[EdgeKind] = Field(
        list(EDGE_KINDS), max_length=len(ALL_EDGE_KINDS), description="May stand several times; the first four if left out."
    )
    limit: int = Field(50, ge=1, le=500, description="At most so many of each kind.")


class SectionWanted(BaseModel):
    """Parameters of the section sheet."""

    model_config = ConfigDict(extra="forbid")

    edition: EditionKind | None = Field(None, description="Whose words; plain ones first if left out.")
    limit: int = Field(50, ge=1, le=500, description="At most so many neighbours of each kind.")


@router.get("/stats")
async def count() -> GraphStats:
    """Count the graph's nodes and edges, beside what Postgres says they must be."""
    return await get_page().get_service().lookup.count_graph()


@router.get("/topology", responses=HELD)
async def read_topology(wanted: Annotated[TopologyWanted, Query()]) -> Topology:
    """Draw how the documents hang together or, of a document or a jurisdiction, the sections and their edges."""
    if wanted.level == "provisions" and wanted.document is None:
        raise InputError("too much", user_message=_TOO_MUCH)
    lookup = get_page().get_service().lookup
    return await lookup.read_topology(wanted.document, wanted.jurisdiction, wanted.level)


@router.get("/neighbours/{document}/{path:path}", responses=HELD)
async def list_neighbours(
    document: DocumentKey, path: ProvisionPath, wanted: Annotated[NeighboursWanted, Query()]
) -> Neighbours:
    """List what a provision and its parts refer to, what refers to them, and which rules carry out which sections."""
    lookup = get_page().get_service().lookup
    return await lookup.list_neighbours(document, path, wanted.kind, wanted.limit)


@router.get("/sections/{document}/{path:path}", responses=HELD)
async def read_section(
    document: DocumentKey, path: ProvisionPath, wanted: Annotated[SectionWanted, Query()]
) -> WholeSection:
    """Open the whole section or rule that a provision is in: its text, every provision in it, its neighbours."""
    return await get_page().get_service().lookup.open_section(document, path, wanted.edition, wanted.limit)
