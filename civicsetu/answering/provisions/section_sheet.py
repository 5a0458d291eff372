"""All that is held of one provision, for a conversation about it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.provisions.views import ProvisionView
from civicsetu.law.paths import parse_path
from civicsetu.law.statements import StatementKind


class StatementView(BaseModel):
    """One plain sentence of the law, and the words that carry it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    says: str
    kind: StatementKind
    provisions: tuple[str, ...] = Field(description="What carries it, as document:path; all of them are needed.")
    quote: str = Field(description="The first of the words that carry it, in the plain edition.")


class SectionSheet(BaseModel):
    """A provision with its text, its statements, its references and the rules made under it (`provision.related`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provision: ProvisionView
    statements: tuple[StatementView, ...] = Field(description="In the order of the law; empty where none is written.")


def build_section_sheet(view: ProvisionView, statements: StatementIndex | None) -> SectionSheet:
    """Return the sheet of a provision that is held."""
    return SectionSheet(provision=view, statements=_statements_of(view, statements) if statements else ())


def _statements_of(view: ProvisionView, index: StatementIndex) -> tuple[StatementView, ...]:
    """The statements that it or a part of it carries; without parts, those of the whole it is part of."""
    path = parse_path(view.provision)
    carried = index.catalogue.carried_by(view.document, path)
    inside = [one for one in carried if any(path.contains(place.path) for place in one.provisions if place.document == view.document)]
    held = [found for one in inside or carried if (found := index.get(one.id)) is not None]
    held.sort(key=lambda one: (one.unit.order, one.passages[0].start))
    return tuple(map(_view, held))


def _view(held: StatementHeld) -> StatementView:
    one = held.statement
    return StatementView(
        id=one.id, says=one.says, kind=one.kind, provisions=tuple(map(str, one.provisions)), quote=one.passages[0].text
    )
