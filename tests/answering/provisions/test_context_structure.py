"""The place of each provision found in the law's tree, and the section it is a part of, once."""

from __future__ import annotations

import pytest

from civicsetu.answering.provisions.context_structure import StructuredContext, add_structure
from civicsetu.answering.service import AnsweringService
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Context
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from civicsetu.stores.law.law_store import LawStore
from tests.holding import LATE
from tests.retrieval.lantern_act import ACT, OFFICIAL, PLAIN, index_of, spec


def found(*paths: str, document: str = ACT) -> list[Context]:
    return [Context(document=document, provision=path, score=0.5, found_by=("vector",)) for path in paths]


@pytest.fixture(scope="module")
def index() -> LawIndex:
    """The Lantern Act; sections 3 and on of the official text stand in a chapter."""
    in_chapters = OFFICIAL.replace("3. Closing", "CHAPTER II\nOF KEEPERS\n\n3. Closing")
    return index_of((spec(), EditionKind.PLAIN, PLAIN), (spec(), EditionKind.OFFICIAL, in_chapters))


def test_a_context_has_its_place_in_every_edition(index: LawIndex) -> None:
    [told] = add_structure(found("3(1)"), index)
    assert [place.edition for place in told.structure] == [EditionKind.PLAIN, EditionKind.OFFICIAL]
    for place in told.structure:
        edition = index.laws[ACT].editions[place.edition]
        assert str(place.edition_id) == edition.edition_id
        assert edition.body[place.start : place.end].startswith("(1) ")
        assert (place.path, place.level) == ("3(1)", 2)
    plain, official = told.structure
    assert plain.section_path == ("Lantern Act", "section 3 Closing of lanterns", "3(1)")
    assert official.section_path == (
        "Lantern Act", "CHAPTER II OF KEEPERS", "section 3 Closing of lanterns", "3(1)"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("3(1)(a)", ("Lantern Act", "CHAPTER II OF KEEPERS", "section 3 Closing of lanterns", "3(1)(a)")),
        ("4", ("Lantern Act", "CHAPTER II OF KEEPERS", "section 4 Penalty")),
        ("1", ("Lantern Act", "section 1 Short title")),
    ],
)
def test_the_path_of_a_clause_names_law_chapter_section_and_clause(
    index: LawIndex, path: str, told: tuple[str, ...]
) -> None:
    law = index.laws[ACT]
    assert law.section_path(law.editions[EditionKind.OFFICIAL], parse_path(path)) == told


def test_a_section_is_attached_once_to_the_first_of_its_parts(index: LawIndex) -> None:
    told = add_structure(found("3(2)", "4", "3(1)", "3 explanation"), index)
    assert [context.provision for context in told] == ["3(2)", "4", "3(1)", "3 explanation"]
    parents = [context.parent for context in told]
    assert [parent.path if parent else None for parent in parents] == ["3", "4", None, None]
    first = parents[0]
    assert first is not None and first.title == "Closing of lanterns."
    assert first.text.startswith("## 3. Closing of lanterns.") and "ends at midnight" in first.text
    place = told[0].structure[0]
    assert first.edition is place.edition and first.start <= place.start < place.end <= first.end


def test_a_law_given_up_meanwhile_has_no_place(index: LawIndex) -> None:
    [told] = add_structure(found("3(1)", document="another_act"), index)
    assert (told.structure, told.parent) == ((), None)


async def test_places_are_told_only_when_they_are_asked_for(service: AnsweringService) -> None:
    bare = await service.search(LATE)
    assert bare and not any(isinstance(context, StructuredContext) for context in bare)
    assert all("structure" not in context.model_dump() for context in bare)
    told = await service.search(LATE, include_structure=True)
    assert [context.provision for context in told] == [context.provision for context in bare]
    law, parents = LawStore(service.database), []
    for context in told:
        assert isinstance(context, StructuredContext) and context.structure
        for place in context.structure:
            nodes = await law.read_nodes(place.edition_id)
            [node] = [one for one in nodes if one.path == context.provision]
            assert (node.edition_id, node.start, node.end, node.level, node.page) == (
                place.edition_id, place.start, place.end, place.level, place.page
            )  # fmt: skip
        if context.parent is not None:
            parents.append((context.document, context.parent.path))
    assert len(parents) == len(set(parents))
    assert set(parents) == {(one.document, parse_path(one.provision).number) for one in told}
