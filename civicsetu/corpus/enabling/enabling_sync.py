"""Keep the derivations of the rules held in step with their texts and with the Act that is held.

Made from what Postgres holds, so it does not matter which came first, the rules or their Act,
and a run that was cut off is made good by the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from civicsetu.corpus.enabling.enabling_provisions import Derivation, Derived, derive
from civicsetu.corpus.enabling.manual_overrides import read_overrides
from civicsetu.corpus.enabling.rulemaking_topics import RulemakingTopic, list_topics
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import Node, ProvisionTree
from civicsetu.stores.law.enabling_edges import DerivationRow
from civicsetu.stores.law.law_store import LawStore
from civicsetu.stores.law.law_views import NodeAt

KnownMatters = dict[UUID, tuple[RulemakingTopic, ...]]
"""The lists read in this run, by the edition of the Act they stand in."""

_NONE = Derived((), ())
_OFFICIAL_FIRST = (EditionKind.OFFICIAL, EditionKind.PLAIN)


@dataclass(frozen=True, slots=True)
class SyncResult:
    """Result of deriving anew: the derivations of the text that is read first, and whether anything held changed."""

    derived: Derived = _NONE
    changed: bool = False


async def derive_held(key: str, law: LawStore, registry: Registry, known: KnownMatters | None = None) -> SyncResult:
    """Derive every current edition of a document anew and hold what comes of it.

    Nothing for a law that is made under no other. `known` spares reading the Act's list again.
    """
    spec = registry.documents.get(key)
    if spec is None or not spec.made_under:
        return SyncResult()
    act = registry.documents.get(spec.made_under)
    listed = await _matters(act, law, {} if known is None else known) if act else ()
    power = act.rule_making if act else ""
    told, changed = _NONE, False
    for edition, tree in await _held(key, law):
        derived = await asyncio.to_thread(derive, tree, spec, listed, read_overrides(key), power)
        told = told if told.found else derived
        changed |= await law.replace_derivations(key, edition, [_row(one) for one in derived.found])
    return SyncResult(told, changed)


async def _matters(act: DocumentSpec, law: LawStore, known: KnownMatters) -> tuple[RulemakingTopic, ...]:
    """The Act's list of what rules may be made for, from its official text where that is held."""
    for kind in _OFFICIAL_FIRST if act.rule_making else ():
        edition = await law.current_edition(act.key, kind)
        if edition is None:
            continue
        if edition not in known:
            tree = await _tree_of(edition, law)
            known[edition] = await asyncio.to_thread(list_topics, tree, act) if tree else ()
        return known[edition]
    return ()


async def _held(key: str, law: LawStore) -> list[tuple[UUID, ProvisionTree]]:
    """The current editions of a document as trees, the official first."""
    found = []
    for kind in _OFFICIAL_FIRST:
        edition = await law.current_edition(key, kind)
        tree = await _tree_of(edition, law) if edition else None
        if edition is not None and tree is not None:
            found.append((edition, tree))
    return found


async def _tree_of(edition: UUID, law: LawStore) -> ProvisionTree | None:
    text = await law.edition_text(edition)
    return None if text is None else _tree(text.body, await law.read_nodes(edition))


def _tree(body: str, nodes: Sequence[NodeAt]) -> ProvisionTree:
    """The provision tree as it was divided, from its rows."""
    made: dict[UUID, Node] = {}
    for row in sorted(nodes, key=lambda row: row.order):
        made[row.node_id] = Node(
            row.kind, row.start, row.end, row.body, parse_path(row.path) if row.path else None, row.title,
            row.page, row.is_unit,
        )  # fmt: skip
        if row.parent_id is not None:
            made[row.parent_id].children.append(made[row.node_id])
    return ProvisionTree(body, next(iter(made.values())))


def _row(one: Derivation) -> DerivationRow:
    return DerivationRow(
        str(one.source or ""), one.document, str(one.target), one.ground.value, one.confidence, one.start,
        one.end, one.reason,
    )  # fmt: skip
