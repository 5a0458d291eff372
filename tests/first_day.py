"""What an operator does on the first day, run by the tests: `python first_day.py FOLDER_OF_FILES`.

Everything from an empty data folder on: setting up, a page that is asked, questions at the command
line, laws taken in again and from files, and the stop of every server. The last line is printed
only if each step ended as it should.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

from tests.web.client import Visitor

_QUESTION = "My builder is two years late in giving possession. Can I get a refund?"
_START_LIMIT_S = 300
_STOP_LIMIT_S = 60


def civicsetu(*arguments: str, code: int = 0) -> str:
    """Run a command, which must end with that code; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "civicsetu", *arguments], check=False, text=True, stdout=subprocess.PIPE
    )
    assert done.returncode == code, f"{arguments} ended with {done.returncode}: {done.stdout[-2000:]}"
    return done.stdout


async def visit(address: str) -> None:
    """Open the page as a browser does and ask it."""
    async with Visitor(address) as visitor:
        await visitor.open_page()
        await visitor.connect()
        assert (await visitor.ask(_QUESTION))["output"]


def serve_and_visit(port: str) -> None:
    page = subprocess.Popen([sys.executable, "-m", "civicsetu", "up"])
    address = f"http://127.0.0.1:{port}"
    until = time.monotonic() + _START_LIMIT_S
    while not _graph_is_drawn(f"{address}/health"):
        assert page.poll() is None and time.monotonic() < until, "the page and its graph did not start"
        time.sleep(0.2)
    try:
        asyncio.run(visit(address))
    finally:
        page.send_signal(signal.SIGTERM)
        page.wait(_STOP_LIMIT_S)


def _graph_is_drawn(url: str) -> bool:
    """Whether the page serves and its graph holds the law: a page that ends sooner leaves it half drawn."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(json.load(response)["graph"] == "ok")
    except OSError:
        return False


def main(files: str) -> None:
    try:
        civicsetu("up", "--no-serve")
        serve_and_visit(os.environ["CIVICSETU_PORT"])
        assert "18(1)" in civicsetu("ask", _QUESTION)
        assert "nothing changed" in civicsetu("ingest", "mahrera_rules_2017")
        civicsetu("ingest", "rera_act_2016", "--from", files, code=1)
        civicsetu("doctor")
    finally:
        civicsetu("stop")
    print("all done")


if __name__ == "__main__":
    main(sys.argv[1])
