"""The official files, tried once the page serves: by a process of its own, so that this one stays small.

What that process takes in is seen by the next question, which looks whether the law held has
changed. Without a network nothing happens but one line in the log.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, Process
from collections import Counter
from contextlib import suppress

from civicsetu.corpus.sources.fetch import is_due
from civicsetu.corpus.sources.provenance import last_round, official_folder
from civicsetu.settings import Settings
from civicsetu.stores.processes import own_environment
from civicsetu.telemetry import get_logger

log = get_logger(__name__)
_NICE = 10
_END_S = 1.0
_COMMAND = ("-m", "civicsetu", "ingest", "--fetch")


async def background_fetch(settings: Settings) -> None:
    """Fetch and take in if that is due; ends with the process it started, and ends that when cancelled."""
    if not await asyncio.to_thread(is_due, settings):
        return
    process = await asyncio.create_subprocess_exec(
        sys.executable, *_COMMAND, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, env=own_environment()
    )
    try:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        code = await process.wait()
    except asyncio.CancelledError:
        await _end(process)
        raise
    done = await asyncio.to_thread(last_round, official_folder(settings.data_path))
    outcomes = Counter(one.outcome for one in done.tried) if done else Counter[str]()
    if code:
        log.warning("official_files_failed", code=code, mend="run `civicsetu ingest --fetch` to see why")
    else:
        log.info("official_fetch_finished", **{name.replace(" ", "_"): n for name, n in outcomes.items()})


async def _end(process: Process) -> None:
    """Ask it to end, and make it end where it does not: a stop of the page waits for this."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _END_S)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
