"""An old chunk's id leads to what stands there now, through any number of new files."""

from __future__ import annotations

from uuid import UUID, uuid4

from civicsetu.law.documents import ChunkStatus
from civicsetu.law.paths import provision_id
from civicsetu.stores.law.law_rows import EditionRows
from civicsetu.stores.law.law_store import LawStore
from tests.stores.sample import ACT, act_parts, rows


def ids(written: EditionRows) -> dict[str, UUID]:
    return {one.chunk.section_id: one.chunk.chunk_id for one in written.chunks}


async def leads(law: LawStore, written: EditionRows) -> dict[str, UUID | None]:
    """For every chunk of a text, by its unit, the id of what stands there now."""
    found = await law.current_chunks(list(ids(written).values()))
    return {unit: found[old].chunk_id if old in found else None for unit, old in ids(written).items()}


async def test_ids_lead_through_every_new_file_to_the_last(law: LawStore) -> None:
    texts = [rows(act_parts(f" v{number}")) for number in range(4)]
    for written in texts:
        await law.replace_edition(written)
    for written in texts:
        assert await leads(law, written) == ids(texts[-1])
    assert await law.current_chunks([uuid4()]) == {}
    assert await law.current_chunks([]) == {}


async def test_what_was_taken_out_has_no_successor_and_leads_nowhere(law: LawStore) -> None:
    whole, less = rows(act_parts()), act_parts(" (as amended)")
    del less[2].parts[1]
    await law.replace_edition(whole)
    await law.replace_edition(rows(less))
    [gone] = await law.read_chunks([ids(whole)["3(2)"]])
    assert (gone.status, gone.superseded_by) == (ChunkStatus.SUPERSEDED, None)
    assert gone.text == "(2) The claim never lapses.\n"
    assert (await leads(law, whole))["3(2)"] is None
    assert (await leads(law, whole))["3(1)"] == ids(rows(less))["3(1)"]


async def test_what_was_taken_out_and_comes_back_is_led_to_again(law: LawStore) -> None:
    first, third = rows(act_parts()), rows(act_parts(" (restored)"))
    less = act_parts(" (as amended)")
    del less[2].parts[1]
    for written in (first, rows(less), third):
        await law.replace_edition(written)
    assert await leads(law, first) == ids(third)
    assert await leads(law, rows(less)) == {unit: ids(third)[unit] for unit in ids(rows(less))}


async def test_a_text_written_anew_is_still_led_to(law: LawStore) -> None:
    first, second = rows(act_parts()), rows(act_parts(" (as amended)"))
    for written in (first, second):
        await law.replace_edition(written)
    assert await law.replace_edition(second, force=True)
    assert await leads(law, first) == ids(second)
    assert await leads(law, second) == ids(second)


async def test_a_provision_is_the_same_in_every_file(law: LawStore) -> None:
    for number in range(3):
        written = rows(act_parts(f" v{number}"))
        await law.replace_edition(written)
        nodes = await law.read_nodes(written.edition_id)
        assert all(node.provision_id == provision_id(ACT.key, node.path) for node in nodes if node.path)
        assert "3(1)(b) proviso" in {node.path for node in nodes}
