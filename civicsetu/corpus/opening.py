"""Open a provision of a law that is held: by its path, by a page of the print or by an offset."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel, ConfigDict

from civicsetu.corpus.registry import get_registry
from civicsetu.errors import InputError, NotFound
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import EditionText, NodeAt


class OpenedProvision(BaseModel):
    """A provision in one version: `text` is `body[start:end]`; `page` counts from 1.

    `misprinted` says what the print gives there instead of the law; empty where it gives the law.
    """

    model_config = ConfigDict(frozen=True)

    id: UUID
    document: str
    provision: str
    heading: str
    version: str
    page: int | None
    start: int
    end: int
    text: str
    misprinted: str = ""

    def describe(self) -> str:
        """Return the provision as a terminal shows it."""
        page = f", page {self.page}" if self.page else ""
        place = (
            f"{self.document} {self.provision} ({self.version}{page}, characters {self.start} to {self.end})"
        )
        wrong = f"Misprinted, not the law: {self.misprinted}.\n" if self.misprinted else ""
        return f"{place}\n{wrong}{self.heading}\n{self.text.strip()}"

    def line(self) -> str:
        """Return a line for one of many on a page: its path and how it begins."""
        return f"{self.provision:<22} {' '.join(self.text.split())[:80]}"


async def open_place(
    settings: Settings,
    document: str,
    version: str,
    *,
    path: str | None = None,
    page: int | None = None,
    offset: int | None = None,
) -> list[OpenedProvision]:
    """Return the provisions at the place, in the order of the law.

    Raises:
        InputError: not exactly one place is given, or `path` is none.
        UnknownDocument: no such key.
        NotFound: the version is not held, or nothing stands there.
    """
    if sum(given is not None for given in (path, page, offset)) != 1:
        raise InputError(user_message="Give exactly one of a provision, --page and --offset.")
    spec = get_registry().get_document(document)
    wanted = None if path is None else _printed(path)
    database = await Database.open(settings)
    try:
        law = LawStore(database)
        edition_id = await _edition(law, document, version)
        text = await law.edition_text(edition_id) if edition_id else None
        if text is None:
            raise NotFound(user_message=f"The {version} text of {spec.title} is not held.")
        nodes = await law.provisions_at(text, path=wanted, page=page, offset=offset)
        headings = {node.path: node.title for node in await law.read_nodes(text.edition_id) if node.title}
    finally:
        await database.close()
    if not nodes:
        raise NotFound(user_message=f"Nothing stands there in the {version} text of {spec.title}.")
    wrong = spec.misprinted if text.kind is EditionKind.OFFICIAL and text.law_until is None else {}
    return [_opened(document, text, node, headings, wrong) for node in nodes]


def _printed(path: str) -> str:
    try:
        return str(parse_path(path.strip()))
    except ValueError as error:
        message = f"{path!r} is not the path of a provision; write it as 18(1)(a)."
        raise InputError(user_message=message) from error


async def _edition(law: LawStore, document: str, version: str) -> UUID | None:
    if version in (kind.value for kind in EditionKind):
        return await law.current_edition(document, EditionKind(version))
    return await law.version(document, version)


def _opened(
    document: str, text: EditionText, node: NodeAt, headings: dict[str, str], wrong: dict[str, str]
) -> OpenedProvision:
    assert node.provision_id is not None  # a node with a path always is one
    return OpenedProvision(
        id=node.provision_id,
        document=document,
        provision=node.path,
        heading=headings.get(parse_path(node.path).number, ""),
        version=text.label or text.kind.value,
        page=node.page,
        start=node.start,
        end=node.end,
        text=text.body[node.start : node.end],
        misprinted=wrong.get(parse_path(node.path).number, ""),
    )
