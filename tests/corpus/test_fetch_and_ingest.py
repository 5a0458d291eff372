"""Fetched files taken in: with where they came from, the good ones in spite of the bad, the reviewed print first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from civicsetu.answering.doctor import held_in_words
from civicsetu.corpus.fetch_and_ingest import take_in_fetched
from civicsetu.corpus.ingest import Ingestion
from civicsetu.corpus.law_index import load_index
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.sources.fetch import Fetched, fetch_official
from civicsetu.corpus.sources.provenance import official_folder
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.models.profiles import EmbeddingProfile
from civicsetu.settings import Settings
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.corpus.laws import meadow
from tests.corpus.sites import Site, site, status, whole
from tests.corpus.test_ingest import AFTER, Vectors
from tests.holding import quiet
from tests.stores.own_servers import settings_in

OTHER_PRINT = AFTER.replace("by night", "at night")
SHA256 = hashlib.sha256(AFTER.encode()).hexdigest()


@pytest.fixture
def there() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path / "data", corpus={"fetch_pause_s": 0})


def act(there: Site, path: str = "/law.txt", kind: str = "official", **more: Any) -> DocumentSpec:
    version = {
        "name": "gazette", "label": "Gazette of 1950", "filename": "text.txt", "text_as_of": "1950-05-01",
        "sources": [{"url": there.url(path), "kind": kind}],
    }  # fmt: skip
    changed = {name: more.pop(name) for name in ("sha256",) if name in more}
    return meadow("1-3", official=(version | changed,), **more)


def taker(database: Database, *specs: DocumentSpec) -> Ingestion:
    profile = EmbeddingProfile(name="tiny", backend="onnx", model_id="none", dimension=384, max_tokens=512)
    registry = Registry({spec.key: spec for spec in specs}, {})
    vectors = cast(Any, Vectors())
    return Ingestion(database, LawStore(database), lambda: vectors, profile, None, registry, 10**9)


async def taken_in(
    database: Database, settings: Settings, *specs: DocumentSpec
) -> tuple[list[str], dict[str, str], list[Fetched]]:
    """Keys taken in, those refused, and what was fetched."""
    fetched = await fetch_official(settings, specs, quiet)
    folder = official_folder(settings.data_path)
    results, refused = await take_in_fetched(taker(database, *specs), folder, fetched, quiet)
    return [result.document for result in results if result.changed], refused, fetched


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("official", "official file from 127.0.0.1"),
        ("mirror", "copy on another site (mirror) from 127.0.0.1"),
    ],
)
async def test_what_was_fetched_is_held_with_its_address(
    there: Site, settings: Settings, database: Database, law: LawStore, kind: str, told: str
) -> None:
    there.routes["/law.txt"] = whole(AFTER.encode())
    before = await law.corpus_version()
    keys, refused, _ = await taken_in(database, settings, act(there, kind=kind))
    assert keys == ["meadow_act"] and refused == {}
    assert await law.corpus_version() != before, "the serving process sees it with the next question"
    [held] = await law.documents()
    [edition] = held.editions
    assert edition.basis == kind and told in held_in_words(settings, held)
    index = await load_index(law, "1")
    assert index.laws["meadow_act"].editions[EditionKind.OFFICIAL].url == there.url("/law.txt")


async def test_a_second_round_asks_and_writes_nothing(
    there: Site, settings: Settings, database: Database
) -> None:
    there.routes["/law.txt"] = whole(AFTER.encode())
    await taken_in(database, settings, act(there))
    keys, refused, _ = await taken_in(database, settings, act(there))
    assert (keys, refused, len(there.asked)) == ([], {}, 1)


async def test_a_file_that_fails_its_checks_keeps_no_other_out(
    there: Site, settings: Settings, database: Database, law: LawStore
) -> None:
    there.routes |= {
        "/law.txt": whole(AFTER.encode()),
        "/lost.txt": whole(AFTER.partition("3. B")[0].encode()),
    }
    broken = act(there, "/lost.txt", key="brook_act", title="Meadow Act, 1950")
    gone = act(there, "/none.txt", key="none_act")
    keys, refused, _ = await taken_in(database, settings, broken, gone, act(there))
    assert keys == ["meadow_act"] and list(refused) == ["brook_act"]
    assert [held.key for held in await law.documents()] == ["meadow_act"]


async def test_a_print_nobody_reviewed_is_taken_in_where_the_reviewed_one_is_not_held(
    there: Site, settings: Settings, database: Database, law: LawStore
) -> None:
    there.routes["/law.txt"] = whole(OTHER_PRINT.encode())
    keys, _, fetched = await taken_in(database, settings, act(there, sha256=SHA256))
    assert keys == ["meadow_act"] and fetched[0].is_another_print
    [held] = await law.documents()
    assert "another print than the reviewed one" in held_in_words(settings, held)


async def test_a_print_nobody_reviewed_does_not_replace_the_reviewed_one(
    there: Site, settings: Settings, database: Database, law: LawStore, tmp_path: Path
) -> None:
    (tmp_path / "text.txt").write_text(AFTER)
    spec = act(there, sha256=SHA256)
    await taker(database, spec).official(spec.key, tmp_path, quiet)
    there.routes["/law.txt"] = whole(OTHER_PRINT.encode())
    keys, refused, fetched = await taken_in(database, settings, spec)
    assert keys == [] and "reviewed print of 'Gazette of 1950' is held" in refused[spec.key]
    assert fetched[0].is_here
    [held] = await law.documents()
    assert [edition.sha256 for edition in held.editions] == [SHA256]
    assert "official file given from a folder" in held_in_words(settings, held)


async def test_a_law_in_plain_words_only_says_what_became_of_its_official_file(
    there: Site, settings: Settings, database: Database, law: LawStore
) -> None:
    from civicsetu.corpus.read import parse_starter

    from .test_ingest import PLAIN

    spec = act(there)
    await taker(database, spec).take_in(parse_starter(spec, PLAIN), quiet)
    [held] = await law.documents()
    assert held_in_words(settings, held).endswith("of the law as it is now, plain words only")
    there.routes["/law.txt"] = status(404)
    await taken_in(database, settings, spec)
    told = held_in_words(settings, held)
    assert "plain words only; Gazette of 1950 gone when tried: 127.0.0.1 does not have the file" in told
