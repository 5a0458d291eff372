"""`chainlit run app.py` serves the page that `civicsetu up` serves.

What it becomes is told for each option; the page itself, which takes a minute to start, is long: `up` serves the
same one.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from civicsetu.errors import SettingsError
from civicsetu.settings import Settings
from civicsetu.web.security import HEADERS
from tests.holding import LATE, environment_of
from tests.stores.own_servers import settings_in
from tests.web.client import Visitor
from tests.web.conftest import ROOT, free_port

_START_LIMIT_S = 240
_STOP_LIMIT_S = 60


def chainlit(settings: Settings, log: Path, *options: str) -> subprocess.Popen[str]:
    """Chainlit's own command, as a person who knows Chainlit types it in the checkout."""
    code = "import sys; from chainlit.cli import cli; sys.exit(cli())"
    with log.open("w") as file:
        return subprocess.Popen(
            [sys.executable, "-c", code, "run", "app.py", *options],
            cwd=ROOT, env=environment_of(settings), text=True, stdout=subprocess.DEVNULL, stderr=file,
        )  # fmt: skip


@pytest.fixture(scope="module")
def address(running: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page that Chainlit's command serves, of which no browser is opened."""
    port = free_port()
    log = tmp_path_factory.mktemp("chainlit-run") / "log"
    process = chainlit(running, log, "--headless", "--port", str(port))
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_until_ready(process, address, log)
        yield address
    finally:
        process.terminate()
        process.wait(_STOP_LIMIT_S)


def _wait_until_ready(process: subprocess.Popen[str], address: str, log: Path) -> None:
    until = time.monotonic() + _START_LIMIT_S
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text()
        try:
            if httpx.get(f"{address}/health").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.2)
    raise AssertionError("the page did not start")


@pytest.mark.long
def test_it_is_served_with_our_doors_around_it(address: str) -> None:
    page = httpx.get(address)
    assert page.status_code == 200 and "content-security-policy" in page.headers
    assert {name: page.headers[name] for name in HEADERS} == HEADERS
    assert httpx.get(address, headers={"host": "elsewhere.example"}).status_code == 421


@pytest.mark.long
async def test_a_question_is_answered_there(address: str) -> None:
    async with Visitor(address) as visitor:
        await visitor.open_page()
        await visitor.connect()
        assert "18(1)" in str(await visitor.ask(LATE)) + str(visitor.elements())


def test_what_cannot_be_had_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with chainlit(settings_in(tmp_path), tmp_path / "log", "--headless", "--root-path", "/law") as process:
        assert process.wait(_START_LIMIT_S) == 1
    [*_, last] = (tmp_path / "log").read_text().splitlines()
    assert last == "CivicSetu serves the page at the root of its address; leave --root-path out."


@pytest.mark.usefixtures("chainlit_server")
class TestTheCommand:
    """What becomes of each option."""

    def test_a_browser_is_opened_unless_it_is_to_be_headless(self) -> None:
        from chainlit.config import RunSettings

        from civicsetu.web.chainlit_run import arguments_for

        assert arguments_for(RunSettings()) == ["up", "--open"]
        assert arguments_for(RunSettings(headless=True, watch=True)) == ["up"]

    @pytest.mark.parametrize("option", [{"ssl_cert": "a.pem", "ssl_key": "b.pem"}, {"root_path": "/law"}])
    def test_what_cannot_be_had_is_an_error(self, option: dict[str, str]) -> None:
        from chainlit.config import RunSettings

        from civicsetu.web.chainlit_run import arguments_for

        with pytest.raises(SettingsError):
            arguments_for(RunSettings.model_validate(option))

    def test_host_and_port_are_handed_on_where_they_were_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from civicsetu.web.chainlit_run import environment_for

        monkeypatch.setenv("CIVICSETU_PORT", "9000")
        assert environment_for({})["CIVICSETU_PORT"] == "9000"
        told = environment_for({"CHAINLIT_PORT": "9001", "CHAINLIT_HOST": "127.0.0.2"})
        assert (told["CIVICSETU_PORT"], told["CIVICSETU_HOST"]) == ("9001", "127.0.0.2")
