"""A law of three sections, in two editions and as many versions as a test asks for."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np

from civicsetu.law.documents import DocType, DocumentSpec, EditionKind
from civicsetu.law.evidence import Chunk
from civicsetu.law.paths import ProvisionPath, chunk_id, document_id, edition_id, parse_path, provision_id
from civicsetu.law.provisions import Node, NodeKind
from civicsetu.stores.law.law_rows import EditionRows, EmbeddedChunk, ReferenceRow, node_rows

ACT = DocumentSpec(
    key="homes_act_2020", title="The Homes Act, 2020", short_title="Homes Act", jurisdiction="CENTRAL",
    doc_type=DocType.ACT, url="https://example.org/homes", effective_date=date(2020, 5, 1), expected="1-3",
)  # fmt: skip
RULES = ACT.model_copy(
    update={"key": "homes_rules_2021", "title": "The Homes Rules, 2021", "short_title": "Homes Rules",
            "doc_type": DocType.RULES, "jurisdiction": "KARNATAKA", "url": "https://example.org/homes-rules"}
)  # fmt: skip


@dataclass
class Part:
    """A provision to be printed: its own words, then its parts; a chapter line has no path and no parts."""

    path: str
    words: str
    kind: NodeKind
    unit: bool = False
    heading: str = ""
    parts: list[Part] = field(default_factory=list)


def act_parts(extra: str = "") -> list[Part]:
    """Section 1 is a unit; 2 has definitions; 3 has two sub-sections, the first with clauses."""
    return [
        Part("1", f"This Act may be called the Homes Act{extra}.\n", NodeKind.SECTION, True, "Short title"),
        Part("2", "In this Act,—\n", NodeKind.SECTION, False, "Definitions", [
            Part("2(a)", "(a) “home” means a place to live;\n", NodeKind.DEFINITION, True),
            Part("2(zk)", f"(zk) “promoter” means who builds{extra}.\n", NodeKind.DEFINITION, True),
        ]),
        Part("3", "", NodeKind.SECTION, False, "Return of money", [
            Part("3(1)", "(1) If the promoter fails to give the home,—\n", NodeKind.SUBSECTION, True, "", [
                Part("3(1)(a)", f"(a) under clause (a) of section 2{extra}, or\n", NodeKind.CLAUSE),
                Part("3(1)(b)", "(b) by the day agreed,\nhe shall return the money.\n", NodeKind.CLAUSE, False, "", [
                    Part("3(1)(b) proviso", "Provided that interest is paid.\n", NodeKind.PROVISO),
                ]),
            ]),
            Part("3(2)", "(2) The claim never lapses.\n", NodeKind.SUBSECTION, True),
        ]),
    ]  # fmt: skip


def print_out(parts: list[Part], title: str = "THE HOMES ACT\n") -> tuple[str, Node]:
    """The text of the parts and the tree that divides it exactly."""
    body = title
    root = Node(NodeKind.DOCUMENT, 0, 0, 0)
    root.children.append(Node(NodeKind.FRONT, 0, len(title), 0))

    def put(part: Part) -> Node:
        nonlocal body
        start = len(body)
        if part.kind is NodeKind.CHAPTER:
            body += part.words
            return Node(part.kind, start, len(body), start, heading=part.words.strip())
        head = f"{part.path}. {part.heading}.—" if part.heading else ""
        body += head + part.words
        node = Node(part.kind, start, 0, start + len(head), parse_path(part.path), part.heading, 1, part.unit)
        node.children = [put(child) for child in part.parts]
        node.end = len(body)
        return node

    root.children += [put(part) for part in parts]
    root.end = len(body)
    return body, root


def rows(
    parts: list[Part],
    *,
    spec: DocumentSpec = ACT,
    edition: EditionKind = EditionKind.OFFICIAL,
    references: tuple[ReferenceRow, ...] = (),
    profile: str = "tiny",
    width: int = 384,
    window: int | None = None,
    searched: bool = True,
    **told: Any,
) -> EditionRows:
    """An edition ready to be written; `window` cuts units into chunks of so many characters.

    Without `searched` it has no chunks; `told` is whatever else the rows may say.
    """
    body, root = print_out(parts)
    for node in root.walk():
        node.page = bisect_right(told.get("page_starts", (0,)), node.start)
    sha256 = hashlib.sha256(body.encode()).hexdigest()
    edition_key = edition_id(spec.key, edition.value, "en", sha256)
    chunks = [
        _embedded(
            spec, edition, edition_key, body, node, start, min(start + (window or 10**6), node.end), width
        )
        for node in root.walk()
        if node.unit and searched
        for start in range(node.body, node.end, window or 10**6)
    ]
    return EditionRows(
        spec=spec, edition=edition, sha256=sha256, basis="written for a test", body=body, nodes=node_rows(root),
        chunks=tuple(chunks), references=references, embedding_profile=profile, text_as_of=date(2024, 1, 1),
        **{"source_url": spec.url, **told},
    )  # fmt: skip


def consolidated(parts: list[Part], **told: Any) -> EditionRows:
    """The official version that is the law now."""
    version = {"version": "consolidated", "label": "Consolidated text", "law_from": date(2022, 7, 1)}
    return rows(parts, **{**version, **told})


def as_enacted(parts: list[Part], **told: Any) -> EditionRows:
    """The official version that was the law until July 2022: nothing of it is searched."""
    version = {
        "version": "as_enacted", "label": "As enacted in 2020", "law_from": date(2020, 5, 1),
        "law_until": date(2022, 7, 1), "searched": False,
    }  # fmt: skip
    return rows(parts, **{**version, **told})


def _embedded(
    spec: DocumentSpec, edition: EditionKind, edition_key: object, body: str, node: Node, start: int, end: int,
    width: int,
) -> EmbeddedChunk:  # fmt: skip
    path: ProvisionPath = node.path  # type: ignore[assignment]
    chunk = Chunk(
        chunk_id=chunk_id(edition_key, path, start, end), doc_id=document_id(spec.key),  # type: ignore[arg-type]
        edition_id=edition_key, unit_id=provision_id(spec.key, path), document=spec.key, doc_name=spec.title,
        doc_type=spec.doc_type, jurisdiction=spec.jurisdiction, edition=edition, section_id=str(path),
        section_title=node.heading or "Return of money", section_hierarchy=(spec.short_title, f"section {path}"),
        text=body[start:end], start_char=start, end_char=end, page_number=1, effective_date=spec.effective_date,
        source_url=spec.url,
    )  # fmt: skip
    seed = int.from_bytes(hashlib.sha256(body[start:end].encode()).digest()[:4], "big")
    vector = np.random.default_rng(seed).standard_normal(width).astype(np.float32)
    return EmbeddedChunk(chunk, vector / np.linalg.norm(vector))
