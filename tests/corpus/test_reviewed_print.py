"""A file that is not the print that was reviewed is ingested, and whoever is shown its text is told so."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from civicsetu.answering import assemble
from civicsetu.answering.doctor import describe_held
from civicsetu.answering.messages.answer_warnings import other_prints
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.provisions.views import build_provision_view, list_documents
from civicsetu.cli import _tell_ingestion
from civicsetu.corpus.extracts import Extract
from civicsetu.corpus.law_index import LawIndex, load_index
from civicsetu.corpus.registry import Registry, get_registry
from civicsetu.law.documents import DocumentSpec, EditionKind
from civicsetu.law.prints import NOT_REVIEWED, OfficialVersion
from civicsetu.retrieval.context.passages import passages_of
from civicsetu.stores.database import Database
from civicsetu.stores.law.law_store import LawStore
from tests.answering.given import citation, understood
from tests.corpus.laws import meadow
from tests.corpus.test_fetch_and_ingest import taker
from tests.corpus.test_ingest import AFTER, BEFORE, CURRENT, ENACTED, KEY
from tests.holding import quiet
from tests.stores.own_servers import settings_in

OTHER = AFTER.replace("by night", "at night")


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _spec(enacted: str = "", current: str = "") -> DocumentSpec:
    """The Meadow Act, whose reviewed prints have these checksums."""
    return meadow("1-3", official=(ENACTED | {"sha256": enacted}, CURRENT | {"sha256": current}))


async def _held(
    spec: DocumentSpec, text: str, database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Any], LawIndex]:
    """What came of ingesting both versions from a folder, and the law as it is then read."""
    (folder / "enacted.txt").write_text(BEFORE)
    (folder / "text.txt").write_text(text)
    results = await taker(database, spec).ingest_official(KEY, folder, quiet)
    return results, await _index(spec, database, monkeypatch)


async def _index(spec: DocumentSpec, database: Database, monkeypatch: pytest.MonkeyPatch) -> LawIndex:
    registry = Registry({KEY: spec}, {})
    monkeypatch.setattr("civicsetu.corpus.law_index.get_registry", lambda: registry)
    monkeypatch.setattr("civicsetu.answering.doctor.get_registry", lambda: registry)
    return await load_index(LawStore(database), "1")


def _warned(index: LawIndex) -> list[str]:
    cited = citation("2(1)", document=KEY, edition=EditionKind.OFFICIAL)
    return [warning.text for warning in other_prints([cited, cited], index)]


def _beside_an_answer(index: LawIndex) -> list[str]:
    """What the service says beside an answer that cites the official text."""
    cited = citation("2(1)", document=KEY, edition=EditionKind.OFFICIAL)
    query = understood("When is it mown?", index)
    state: Any = {
        "understood": query, "index": index, "citations": [cited], "turns": [PartTurn(query, citations=(cited,))],
    }  # fmt: skip
    return [warning.text for warning in assemble._warnings(state, (), get_registry(), shown=True)]


async def test_another_print_is_taken_in_and_told_wherever_it_is_shown(
    database: Database, law: LawStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    spec = _spec(_sum(BEFORE), _sum(AFTER))
    results, index = await _held(spec, OTHER, database, tmp_path, monkeypatch)
    assert [one.reviewed for one in results] == [True, False] and results[1].changed
    for result in results:
        _tell_ingestion(result)
    told = capsys.readouterr().out
    assert told.count("not the print that was reviewed") == 1 and "no reviewed print" not in told
    assert _warned(index) == [
        "The official text of the Meadow Act, 1950 shown here was read from a file that is not the print "
        "we reviewed; compare it with the official print before you rely on it."
    ]
    assert _warned(index) == [one for one in _beside_an_answer(index) if "not the print" in one]
    view = build_provision_view(index, spec, KEY, "2(1)", "official")
    assert view.another_print and "as section 3 says" in view.text
    assert list_documents(index)[0].another_print
    [held] = await law.list_documents()
    words = describe_held(settings_in(tmp_path / "data"), held).split("; ")
    assert ["another print than the reviewed one" in one for one in words] == [True, False]
    edition = index.laws[KEY].editions[EditionKind.OFFICIAL]
    unit = next(unit for unit in index.units.values() if unit.path == "2(1)")
    place = edition.places["2(1)"]
    extract = Extract(unit, edition, 1, place.start, place.end, ((place.start, place.end),))
    origin = passages_of([extract], index, sources=True)[0].origin
    assert origin is not None and origin.note.startswith(NOT_REVIEWED)


async def test_the_reviewed_print_is_told_of_nowhere(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = _spec(_sum(BEFORE), _sum(AFTER))
    results, index = await _held(spec, AFTER, database, tmp_path, monkeypatch)
    assert [one.reviewed for one in results] == [True, True]
    for result in results:
        _tell_ingestion(result)
    assert "reviewed" not in capsys.readouterr().out
    assert _warned(index) == [] and not build_provision_view(index, spec, KEY, "2(1)", "official").another_print


async def test_where_no_print_was_reviewed_the_ingestion_alone_says_so(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results, index = await _held(_spec(), OTHER, database, tmp_path, monkeypatch)
    _tell_ingestion(results[1])
    assert "no reviewed print of it is known" in capsys.readouterr().out
    assert [one.reviewed for one in results] == [None, None] and _warned(index) == []


async def test_a_text_held_before_its_print_was_reviewed_is_told_until_that_print_comes(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _held(_spec(), OTHER, database, tmp_path, monkeypatch)
    spec = _spec(current=_sum(AFTER))
    assert _warned(await _index(spec, database, monkeypatch))
    _, index = await _held(spec, AFTER, database, tmp_path, monkeypatch)
    assert _warned(index) == []


async def test_an_earlier_version_from_another_print_says_so_where_it_is_shown(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = _spec(_sum(OTHER), _sum(AFTER))
    _, index = await _held(spec, AFTER, database, tmp_path, monkeypatch)
    assert [one.another_print for one in index.laws[KEY].earlier] == [True] and _warned(index) == []


def test_a_checksum_tells_whether_a_file_is_the_reviewed_print() -> None:
    version = OfficialVersion.model_validate(CURRENT | {"sha256": _sum(AFTER)})
    assert (version.is_reviewed(_sum(AFTER)), version.is_reviewed(_sum(OTHER))) == (True, False)
    assert OfficialVersion.model_validate(CURRENT).is_reviewed(_sum(AFTER)) is None
    with pytest.raises(ValidationError):
        OfficialVersion.model_validate(CURRENT | {"sha256": "not a checksum"})
    assert not Registry({}, {}).is_another_print("no_act", "print", _sum(AFTER))


def test_the_official_files_are_the_reviewed_prints(corpus_dir: Path) -> None:
    found = {
        (spec.key, version.filename): version.is_reviewed(hashlib.sha256(path.read_bytes()).hexdigest())
        for spec in get_registry().documents.values()
        for version in spec.official
        if version.sha256 and (path := corpus_dir / spec.key / version.filename).is_file()
    }
    assert len(found) == 12 and set(found.values()) == {True}
