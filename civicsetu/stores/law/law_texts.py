"""Texts of editions, their trees, sections opened, and mentions in them."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import case, select

from civicsetu.errors import InputError
from civicsetu.law.documents import DocType, EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import NodeKind
from civicsetu.stores.law.law_reader import CURRENT, HELD, OFFICIAL_FIRST, LawReader, Query, parse_or_none
from civicsetu.stores.law.law_views import EditionText, NodeAt, ReferenceAt, RemovalAt, SectionView
from civicsetu.stores.schema import documents, editions, provision_references, removals, structure


class TextReader(LawReader):
    """Reader of the texts that a person is shown."""

    async def edition_text(self, edition_id: UUID) -> EditionText | None:
        """Return one version of an edition, current or not, with its whole text."""
        wanted = (
            select(
                editions.c.edition_id, documents.c.key.label("document"), documents.c.doc_name.label("title"),
                documents.c.short_title, documents.c.jurisdiction, documents.c.doc_type,
                documents.c.effective_date, editions.c.edition.label("kind"), editions.c.language,
                editions.c.basis, editions.c.text_as_of, editions.c.source_url, editions.c.note,
                editions.c.body, editions.c.held_from, editions.c.held_until, editions.c.version,
                editions.c.label, editions.c.law_from, editions.c.law_until, editions.c.page_starts,
                editions.c.sha256,
            )
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(editions.c.edition_id == edition_id)
        )  # fmt: skip
        for row in await self._rows(wanted):
            told = {
                **row,
                "doc_type": DocType(row["doc_type"]),
                "kind": EditionKind(row["kind"]),
                "page_starts": tuple(row["page_starts"]),
            }
            return EditionText(**told)
        return None

    async def current_edition(self, document: str, kind: EditionKind) -> UUID | None:
        """Return the id of the version of that edition that is current (English)."""
        wanted = (
            select(editions.c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(documents.c.key == document, editions.c.edition == kind.value, CURRENT)
            .order_by(case((editions.c.language == "en", 0), else_=1))
            .limit(1)
        )
        rows = await self._rows(wanted)
        return rows[0]["edition_id"] if rows else None

    async def version(self, document: str, name: str) -> UUID | None:
        """Return the id of the official version of that name that is held, current or earlier."""
        wanted = (
            select(editions.c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(
                documents.c.key == document,
                editions.c.edition == EditionKind.OFFICIAL.value,
                editions.c.version == name,
                HELD,
            )
        )
        rows = await self._rows(wanted)
        return rows[0]["edition_id"] if rows else None

    async def read_removals(self, edition_id: UUID) -> list[RemovalAt]:
        """Return what reading took out of an edition's pages, in the order of the pages."""
        c = removals.c
        wanted = (
            select(c.page, c.at_char.label("at"), c.text, c.reason)
            .where(c.edition_id == edition_id)
            .order_by(c.removal_id)
        )
        return [RemovalAt(**row) for row in await self._rows(wanted)]

    async def read_nodes(self, edition_id: UUID) -> list[NodeAt]:
        """Return the whole tree of an edition, in the order of the text."""
        return await self._nodes(_nodes_query().where(structure.c.edition_id == edition_id))

    async def provisions_at(
        self,
        text: EditionText,
        *,
        path: str | None = None,
        offset: int | None = None,
        page: int | None = None,
    ) -> list[NodeAt]:
        """Return the provision of a path, the innermost one at an offset, or all that stand on a page, in order.

        Raises:
            InputError: not exactly one of `path`, `offset` and `page` is given.
        """
        if sum(given is not None for given in (path, offset, page)) != 1:
            raise InputError("provisions_at takes exactly one of path, offset and page")
        c = structure.c
        wanted = _nodes_query().where(c.edition_id == text.edition_id, c.path != "")
        if path is not None:
            return await self._nodes(wanted.where(c.path == path))
        if offset is not None:
            if not 0 <= offset < len(text.body):
                return []
            around = await self._nodes(wanted.where(c.start_char <= offset, c.end_char > offset))
            return around[-1:]
        starts = (*text.page_starts, len(text.body))
        if page is None or not 0 < page < len(starts):
            return []
        return await self._nodes(wanted.where(c.start_char < starts[page], c.end_char > starts[page - 1]))

    async def open_section(
        self,
        document: str,
        *,
        path: str | None = None,
        offset: int | None = None,
        page: int | None = None,
        edition: EditionKind | UUID = EditionKind.OFFICIAL,
    ) -> SectionView | None:
        """Return the whole section that holds a path, an offset or the top of a page; None when there is none.

        `edition` is a kind (its current version) or the id of a version, which a citation keeps.

        Raises:
            InputError: not exactly one of `path`, `offset` and `page` is given.
        """
        if sum(given is not None for given in (path, offset, page)) != 1:
            raise InputError("open_section takes exactly one of path, offset and page")
        edition_id = edition if isinstance(edition, UUID) else await self.current_edition(document, edition)
        text = None if edition_id is None else await self.edition_text(edition_id)
        if text is None or text.document != document:
            return None
        section = await self._section_at(text.edition_id, path, offset, page)
        return None if section is None else await self._view(text, section)

    async def _section_at(
        self, edition: UUID, path: str | None, offset: int | None, page: int | None
    ) -> NodeAt | None:
        """Each look-up is led by an index, whatever the length of the law."""
        c, sections = structure.c, _sections_query(edition)
        if path is not None:
            place = parse_or_none(path)
            return await self._first(sections.where(c.path == place.number)) if place else None
        if offset is not None:
            before = await self._first(_last_first(sections.where(c.start_char <= offset)))
            return before if before and offset < before.end else None
        before_it = sections.where(c.page < page).order_by(None)
        return await self._first(sections.where(c.page == page)) or await self._first(
            before_it.order_by(c.page.desc(), c.start_char.desc())
        )

    async def _view(self, text: EditionText, section: NodeAt) -> SectionView:
        c, sections = structure.c, _sections_query(section.edition_id)
        within = c.start_char.between(section.start, section.end - 1) & (c.order_index >= section.order)
        inside = await self._nodes(_nodes_query().where(c.edition_id == section.edition_id, within))
        before = await self._first(_last_first(sections.where(c.start_char < section.start)))
        after = await self._first(sections.where(c.start_char >= section.end))
        return SectionView(
            document=text.document,
            edition_id=text.edition_id,
            kind=text.kind,
            section=section,
            text=text.body[section.start : section.end],
            offset=section.start,
            nodes=tuple(inside),
            previous=before.path if before else None,
            following=after.path if after else None,
        )

    async def read_references(self, document: str, within: str | None = None) -> list[ReferenceAt]:
        """Return every mention in the current editions of a document, in the order of the text.

        `within` is the path of a provision: then only those made in it or in any of its parts.
        """
        c = provision_references.c
        wanted = (
            select(
                c.edition_id, editions.c.edition.label("kind"), c.source_id, c.source_path, c.target_document,
                c.target_path, c.target_id, c.start_char.label("start"), c.end_char.label("end"),
            )
            .join(editions, editions.c.edition_id == c.edition_id)
            .join(documents, documents.c.doc_id == editions.c.doc_id)
            .where(documents.c.key == document, CURRENT)
            .order_by(OFFICIAL_FIRST, c.start_char, c.target_path)
        )  # fmt: skip
        rows = await self._rows(wanted)
        if within is not None:
            holder = parse_or_none(within)
            rows = [row for row in rows if holder and holder.contains(parse_path(row["source_path"]))]
        return [ReferenceAt(**{**row, "kind": EditionKind(row["kind"])}) for row in rows]

    async def _first(self, wanted: Query) -> NodeAt | None:
        found = await self._nodes(wanted.limit(1))
        return found[0] if found else None

    async def _nodes(self, wanted: Query) -> list[NodeAt]:
        return [NodeAt(**{**row, "kind": NodeKind(row["kind"])}) for row in await self._rows(wanted)]


def _nodes_query() -> Query:
    c = structure.c
    columns = (
        c.node_id, c.edition_id, c.parent_id, c.provision_id, c.kind, c.level,
        c.order_index.label("order"), c.path, c.title, c.is_unit,
        c.start_char.label("start"), c.end_char.label("end"), c.body_char.label("body"), c.page,
    )  # fmt: skip
    return select(*columns).where(~c.deleted).order_by(c.order_index)


def _sections_query(edition: UUID) -> Query:
    """The whole sections of an edition, in the order of the text."""
    c = structure.c
    wanted = _nodes_query().where(c.edition_id == edition, c.kind == NodeKind.SECTION.value)
    return wanted.order_by(None).order_by(c.start_char)


def _last_first(wanted: Query) -> Query:
    return wanted.order_by(None).order_by(structure.c.start_char.desc())
