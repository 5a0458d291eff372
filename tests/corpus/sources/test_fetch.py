"""Official files from their addresses, fetched from a real server on this machine."""

from __future__ import annotations

import datetime
import hashlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from civicsetu.corpus.read import read_versions
from civicsetu.corpus.sources import download
from civicsetu.corpus.sources.fetch import Fetched, Outcome, fetch_official, is_due
from civicsetu.corpus.sources.provenance import Round, last_round, official_folder, records_of, write_json
from civicsetu.errors import DataFolderUnusable
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.prints import SourceKind
from civicsetu.settings import Settings
from tests.corpus.laws import meadow
from tests.corpus.sites import (
    PAGE,
    PDF,
    Site,
    cut_after,
    goes_on,
    in_turn,
    leads_to,
    site,
    slow,
    status,
    whole,
)
from tests.holding import quiet
from tests.stores.own_servers import settings_in

SHA256 = hashlib.sha256(PDF).hexdigest()
LAW = "THE MEADOW ACT, 1950\n\n1. Keeping of meadows.\nA meadow is kept.\n"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine goes through to reach others does not stand between us and ourselves."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def there() -> Iterator[Site]:
    with site() as served:
        yield served


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    quick = {"fetch_deadline_s": 5, "fetch_total_s": 20, "fetch_pause_s": 0}
    return settings_in(tmp_path / "data", corpus=quick)


def act(*urls: str, mirror: bool = False, **more: object) -> DocumentSpec:
    """The Meadow Act, its print at these addresses."""
    sources = [{"url": url, "kind": "mirror" if mirror else "official"} for url in urls]
    version: dict[str, Any] = {
        "name": "gazette", "label": "Gazette of 1950", "filename": "meadow.pdf", "sources": sources,
    }  # fmt: skip
    return meadow(official=[version | more])


async def fetched(settings: Settings, *specs: DocumentSpec) -> list[Fetched]:
    return await fetch_official(settings, specs, quiet)


async def one(settings: Settings, spec: DocumentSpec) -> Fetched:
    [found] = await fetched(settings, spec)
    return found


def file_of(settings: Settings) -> Path:
    return official_folder(settings.data_path) / "meadow_act" / "meadow.pdf"


def left(settings: Settings) -> set[str]:
    """Names of the files in the document's folder."""
    folder = file_of(settings).parent
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


async def test_a_file_is_fetched_with_its_record(there: Site, settings: Settings) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    found = await one(settings, act(there.url("/law.pdf"), sha256=SHA256))
    assert found.outcome is Outcome.FETCHED and file_of(settings).read_bytes() == PDF
    record = records_of(file_of(settings).parent)["meadow.pdf"]
    assert (record.url, record.kind) == (there.url("/law.pdf"), SourceKind.OFFICIAL)
    assert (record.sha256, record.size, record.content_type) == (SHA256, len(PDF), "application/pdf")
    assert record.reviewed is True and found.record == record
    assert left(settings) == {"meadow.pdf", "provenance.json"}


async def test_we_name_ourselves_as_the_settings_say(there: Site, settings: Settings) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    await one(settings, act(there.url("/law.pdf")))
    assert there.asked[0].headers["User-Agent"] == settings.corpus.user_agent
    assert "CivicSetu" in settings.corpus.user_agent


async def test_a_second_run_asks_nothing(there: Site, settings: Settings) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    spec = act(there.url("/law.pdf"))
    await one(settings, spec)
    again = await one(settings, spec)
    assert again.outcome is Outcome.HELD and again.is_here and len(there.asked) == 1


@pytest.mark.parametrize("damage", [b"", b"%PDF-1.7 other", PDF + b"\n"])
async def test_a_damaged_file_is_fetched_again(there: Site, settings: Settings, damage: bytes) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    spec = act(there.url("/law.pdf"))
    await one(settings, spec)
    file_of(settings).write_bytes(damage)
    assert (await one(settings, spec)).outcome is Outcome.FETCHED
    assert file_of(settings).read_bytes() == PDF and len(there.asked) == 2


async def test_a_damaged_file_that_cannot_be_fetched_again_is_not_kept(
    there: Site, settings: Settings
) -> None:
    there.routes["/law.pdf"] = in_turn(whole(PDF), status(404))
    spec = act(there.url("/law.pdf"))
    await one(settings, spec)
    file_of(settings).write_bytes(PDF + b"x")
    found = await one(settings, spec)
    assert found.outcome is Outcome.GONE and not found.is_here
    assert not file_of(settings).exists() and records_of(file_of(settings).parent) == {}


@pytest.mark.parametrize("record", ["", "{", '{"meadow.pdf": {"url": "http://x"}}'])
async def test_a_record_that_cannot_be_read_is_none(there: Site, settings: Settings, record: str) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    spec = act(there.url("/law.pdf"))
    await one(settings, spec)
    (file_of(settings).parent / "provenance.json").write_text(record)
    assert (await one(settings, spec)).outcome is Outcome.FETCHED and len(there.asked) == 2


async def test_what_broke_off_is_gone_on_with(there: Site, settings: Settings) -> None:
    there.routes["/law.pdf"] = in_turn(cut_after(PDF, 50_000, ETag='"one"'), goes_on(PDF, '"one"'))
    found = await one(settings, act(there.url("/law.pdf"), sha256=SHA256))
    assert found.outcome is Outcome.FETCHED and file_of(settings).read_bytes() == PDF
    start = int(there.asked[1].headers["Range"].removeprefix("bytes=").rstrip("-"))
    assert 0 < start <= 50_000 and there.asked[1].headers["If-Range"] == '"one"'
    assert found.record is not None and found.record.sha256 == SHA256
    assert left(settings) == {"meadow.pdf", "provenance.json"}


async def test_what_broke_off_in_one_run_is_gone_on_with_in_the_next(there: Site, settings: Settings) -> None:
    there.routes["/law.pdf"] = cut_after(PDF, 50_000, ETag='"one"')
    spec = act(there.url("/law.pdf"))
    assert (await one(settings, spec)).outcome is Outcome.GONE
    assert left(settings) == {"meadow.pdf.part", "meadow.pdf.part.json"}
    there.routes["/law.pdf"] = goes_on(PDF, '"one"')
    assert (await one(settings, spec)).outcome is Outcome.FETCHED
    assert file_of(settings).read_bytes() == PDF and "Range" in there.asked[-1].headers


@pytest.mark.parametrize(
    "second",
    [goes_on(PDF, '"two"'), whole(PDF)],
    ids=["another file meanwhile", "parts are not served"],
)
async def test_a_server_that_does_not_go_on_makes_it_start_anew(
    there: Site, settings: Settings, second: Any
) -> None:
    there.routes["/law.pdf"] = in_turn(cut_after(b"%PDF-old" * 9_000, 40_000, ETag='"one"'), second)
    assert (await one(settings, act(there.url("/law.pdf")))).outcome is Outcome.FETCHED
    assert file_of(settings).read_bytes() == PDF


async def test_without_a_mark_nothing_is_gone_on_with(there: Site, settings: Settings) -> None:
    """The two halves might be of two files."""
    there.routes["/law.pdf"] = in_turn(cut_after(PDF, 50_000), whole(PDF))
    assert (await one(settings, act(there.url("/law.pdf")))).outcome is Outcome.FETCHED
    assert "Range" not in there.asked[1].headers and file_of(settings).read_bytes() == PDF


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (PAGE, "sent a web page (HTML) where a PDF was expected; it is refused."),
        (b"\n  <html lang='en'>" + b"x" * 5_000, "sent a web page (HTML) where a PDF was expected"),
        (b"no such file", "sent something else where a PDF was expected"),
        (b"", "sent nothing where a PDF was expected"),
    ],
)
async def test_what_is_no_pdf_is_refused(there: Site, settings: Settings, body: bytes, told: str) -> None:
    there.routes["/law.pdf"] = whole(body)
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.REFUSED and told in found.reason
    assert left(settings) == set() and len(there.asked) == 1


async def test_a_pdf_in_place_of_a_text_is_refused(there: Site, settings: Settings) -> None:
    there.routes["/law"] = whole(PDF)
    found = await one(settings, act(there.url("/law"), filename="law.txt"))
    assert found.outcome is Outcome.REFUSED and "sent a PDF where a text was expected" in found.reason


async def test_an_address_of_another_kind_of_file_is_not_asked(there: Site, settings: Settings) -> None:
    found = await one(settings, act(there.url("/law%20of%201950.pdf"), filename="law.txt"))
    assert found.outcome is Outcome.REFUSED and "has it as PDF" in found.reason and there.asked == []


@pytest.mark.parametrize(("code", "asked"), [(404, 1), (410, 1), (403, 1), (429, 1), (500, 2), (503, 2)])
async def test_a_file_that_is_not_there_is_told(
    there: Site, settings: Settings, code: int, asked: int
) -> None:
    """Once where that will not pass, twice where it may."""
    there.routes["/law.pdf"] = status(code)
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.GONE and str(code) in found.reason and found.reason.endswith(".")
    assert len(there.asked) == asked


async def test_the_next_address_is_tried_in_order_and_a_mirror_is_named(
    there: Site, settings: Settings
) -> None:
    there.routes["/copy.pdf"] = whole(PDF)
    spec = act(there.url("/gone.pdf"), there.url("/copy.pdf"), there.url("/never.pdf"), mirror=True)
    found = await one(settings, spec)
    assert [asked.path for asked in there.asked] == ["/gone.pdf", "/copy.pdf"]
    assert found.record is not None and found.record.kind is SourceKind.MIRROR
    assert "(404)" in found.reason and "a copy on another site" in found.reason


async def test_a_file_that_says_it_is_too_large_is_refused_unread(
    there: Site, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "MAX_BYTES", 100_000)
    there.routes["/law.pdf"] = whole(PDF)
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.REFUSED and "more than 0 MB" in found.reason and left(settings) == set()


async def test_a_file_that_grows_too_large_is_refused(
    there: Site, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(download, "MAX_BYTES", 100_000)

    def endless(request: Any) -> None:
        request.send_response(200)
        request.send_header("Connection", "close")
        request.end_headers()
        for _ in range(1_000):
            request.wfile.write(PDF)
        request.close_connection = True

    there.routes["/law.pdf"] = endless
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.REFUSED and left(settings) == set()


async def test_a_slow_site_is_left_at_the_deadline_and_gone_on_with_later(
    there: Site, tmp_path: Path
) -> None:
    settings = settings_in(tmp_path / "data", corpus={"fetch_deadline_s": 0.3, "fetch_pause_s": 0})
    there.routes["/law.pdf"] = slow(PDF, 20)
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.GONE and "did not send the file within 0.3 s" in found.reason
    assert len(there.asked) == 2 and not file_of(settings).exists()


async def test_a_document_has_a_deadline_of_its_own(there: Site, tmp_path: Path) -> None:
    quick = {"fetch_deadline_s": 30, "fetch_total_s": 0.4, "fetch_pause_s": 0}
    settings = settings_in(tmp_path / "data", corpus=quick)
    there.routes["/law.pdf"] = slow(PDF, 20)
    found = await one(settings, act(there.url("/law.pdf"), there.url("/next.pdf")))
    assert (
        found.outcome is Outcome.GONE and "0.4 s for one document" in found.reason and len(there.asked) == 1
    )


async def test_a_circle_of_redirects_is_left(there: Site, settings: Settings) -> None:
    there.routes |= {"/law.pdf": leads_to("/other.pdf"), "/other.pdf": leads_to("/law.pdf")}
    found = await one(settings, act(there.url("/law.pdf")))
    assert found.outcome is Outcome.REFUSED and "without end" in found.reason and len(there.asked) <= 6


async def test_a_redirect_is_followed(there: Site, settings: Settings) -> None:
    there.routes |= {"/law.pdf": leads_to("/new/law.pdf"), "/new/law.pdf": whole(PDF)}
    assert (await one(settings, act(there.url("/law.pdf")))).outcome is Outcome.FETCHED


async def test_another_print_than_the_reviewed_one_is_kept_and_said_to_be(
    there: Site, settings: Settings
) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    spec = act(there.url("/law.pdf"), sha256="0" * 64)
    for outcome in (Outcome.FETCHED, Outcome.HELD):
        found = await one(settings, spec)
        assert found.outcome is outcome and "another print than the one that was reviewed" in found.reason
        assert found.record is not None and found.record.reviewed is False
    assert file_of(settings).read_bytes() == PDF and len(there.asked) == 1


async def test_a_print_that_is_reviewed_later_is_known_without_asking_again(
    there: Site, settings: Settings
) -> None:
    there.routes["/law.pdf"] = whole(PDF)
    first = await one(settings, act(there.url("/law.pdf")))
    again = await one(settings, act(there.url("/law.pdf"), sha256=SHA256))
    assert first.record is not None and first.record.reviewed is None
    assert again.record is not None and again.record.reviewed is True and len(there.asked) == 1


async def test_no_network_is_no_error(settings: Settings) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    found = await one(settings, act(f"http://127.0.0.1:{port}/law.pdf"))
    assert found.outcome is Outcome.GONE and found.reason == "127.0.0.1 cannot be reached."


async def test_a_name_nobody_knows_is_told_as_that(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*given: object, **named: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    found = await one(settings, act("https://meadow.invalid/law.pdf"))
    assert found.outcome is Outcome.GONE and "meadow.invalid cannot be looked up" in found.reason


async def test_one_host_is_asked_one_thing_at_a_time_with_a_pause(there: Site, tmp_path: Path) -> None:
    settings = settings_in(tmp_path / "data", corpus={"fetch_pause_s": 0.2})
    specs = []
    for number in range(4):
        there.routes[f"/{number}.pdf"] = slow(PDF, 0.1)
        spec = act(there.url(f"/{number}.pdf"))
        specs.append(spec.model_copy(update={"key": f"meadow_{number}"}))
    before = datetime.datetime.now()
    found = await fetched(settings, *specs)
    assert [one.outcome for one in found] == [Outcome.FETCHED] * 4
    assert there.beside == 1 and (datetime.datetime.now() - before).total_seconds() >= 0.9 * (
        4 * 0.1 + 3 * 0.2
    )


async def test_a_folder_that_cannot_be_written_is_one_of_our_errors(there: Site, settings: Settings) -> None:
    settings.data_path.mkdir(parents=True)
    (settings.data_path / "official").write_text("in the way")
    with pytest.raises(DataFolderUnusable):
        await one(settings, act(there.url("/law.pdf")))


async def test_the_round_is_remembered_and_is_due_again_after_the_days_set(
    there: Site, settings: Settings, tmp_path: Path
) -> None:
    assert is_due(settings)
    await one(settings, act(there.url("/gone.pdf")))
    assert not is_due(settings)
    folder = official_folder(settings.data_path)
    done = last_round(folder)
    assert done is not None and [one.outcome for one in done.of("meadow_act")] == ["gone"]
    old = Round(day=done.day - datetime.timedelta(days=30), tried=done.tried)
    write_json(folder / "last_round.json", json.loads(old.model_dump_json()))
    assert is_due(settings)
    for never in ({"fetch": False}, {"fetch_again_days": 0}, {"fetch_again_days": 31}):
        assert not is_due(settings_in(tmp_path / "data", corpus=never))


async def test_a_later_round_leaves_what_was_told_of_other_documents(there: Site, settings: Settings) -> None:
    spec = act(there.url("/gone.pdf"))
    await one(settings, spec)
    await one(settings, spec.model_copy(update={"key": "meadow_rules"}))
    done = last_round(official_folder(settings.data_path))
    assert done is not None and {one.document for one in done.tried} == {"meadow_act", "meadow_rules"}


@pytest.mark.parametrize("mirror", [False, True])
async def test_a_text_that_is_read_says_where_it_came_from(
    there: Site, settings: Settings, mirror: bool
) -> None:
    there.routes["/law.txt"] = whole(LAW.encode())
    spec = act(there.url("/law.txt"), filename="law.txt", mirror=mirror)
    assert (await one(settings, spec)).outcome is Outcome.FETCHED
    [source] = read_versions(spec, official_folder(settings.data_path))
    assert source.basis == ("mirror" if mirror else "official")
    assert source.fetched_from == there.url("/law.txt")


async def test_a_file_given_by_hand_has_no_address(there: Site, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_text(LAW)
    [source] = read_versions(act(there.url("/law.txt"), filename="law.txt"), tmp_path)
    assert (source.basis, source.fetched_from) == ("official", "")
