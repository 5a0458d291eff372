"""A real Neo4j 5 of the tests' own, from the folder that CIVICSETU_TEST_NEO4J_HOME names.

Neo4j's community server is under GPLv3 and is neither shipped nor installed with the project. The folder holds
its jars and a program `serve FOLDER PORT PASSWORD` that runs it in the foreground.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
from neo4j import GraphDatabase

from civicsetu.stores.embedded.graph_server import GraphAddress, probe
from civicsetu.stores.graph.graph_rows import DocumentNode, GraphRows
from civicsetu.stores.graph.graph_store import _COUNTED
from civicsetu.stores.graph.graph_walk import QUERIES
from civicsetu.stores.graph.graph_writing import SCHEMA, rebuild
from tests.stores.own_servers import own_folder
from tests.stores.redis_server import free_port

HOME = "CIVICSETU_TEST_NEO4J_HOME"
_PASSWORD = "test-password"
MORE_ON_NEO4J = pytest.mark.parametrize(
    "graph_at", ["embedded", pytest.param("neo4j", marks=pytest.mark.long)], indirect=True
)
"""For what says nothing new of the server: on the embedded one always, on a real Neo4j in the long run."""
_START_S = 120.0
_STOP_S = 30.0
_COMPILES_ONCE = {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"}
"""As the embedded server does: to start it and plan what it is asked takes half as long."""


def neo4j_home() -> Path:
    """The folder of the server; without one the test is skipped, even where all others must run."""
    told = os.environ.get(HOME, "")
    if not told:
        pytest.skip(f"no real Neo4j is at hand: set {HOME} to the folder of one")
    return Path(told)


@contextmanager
def running_neo4j(home: Path) -> Iterator[GraphAddress]:
    """An empty Neo4j on a free port of this machine; it is ended, and only it, at the end.

    One that does not start is a failure: who names the folder wants it tested.
    """
    port = free_port()
    with own_folder() as folder, (folder / "serve.out").open("wb") as out:
        command = [str(home / "serve"), str(folder / "neo4j"), str(port), _PASSWORD]
        try:
            server = subprocess.Popen(
                command, env=os.environ | _COMPILES_ONCE, stdout=out, stderr=subprocess.STDOUT
            )
        except OSError as error:
            pytest.fail(f"the Neo4j of {HOME} does not start: {error}")
        try:
            address = GraphAddress(f"bolt://127.0.0.1:{port}", "neo4j", _PASSWORD, "neo4j", server.pid)
            _until_it_answers(address, folder, server)
            _compile_statements(address)
            yield address
        finally:
            server.terminate()
            server.wait(_STOP_S)


def _compile_statements(address: GraphAddress) -> None:
    """Let it plan what it will be asked, which takes a new server longer than the program allows a running one."""
    with GraphDatabase.driver(address.uri, auth=(address.user, address.password)) as driver:
        for statement in SCHEMA:
            driver.execute_query(statement)
        for statement, given in rebuild(
            GraphRows(DocumentNode(uuid4(), "none", "None", "CENTRAL", "ACT", None), (), ())
        ):
            driver.execute_query(statement, given)
        for pattern in _COUNTED.values():
            for only in ("", "{key: $key}"):
                driver.execute_query(pattern.replace("$only", only), {"key": "none"})
        for statement in QUERIES:
            driver.execute_query(statement, {"ids": ["none"], "jurisdictions": None})
        driver.execute_query("MATCH (n) DETACH DELETE n")


def _until_it_answers(address: GraphAddress, folder: Path, server: subprocess.Popen[bytes]) -> None:
    """Its first statement may take seconds, beyond what the program allows a server that runs."""
    log, end = folder / "neo4j" / "logs" / "neo4j.log", time.monotonic() + _START_S
    while time.monotonic() < end and server.poll() is None:
        started = log.is_file() and "Started." in log.read_text("utf-8", "replace")
        if started and not probe(address, 10.0):
            return
        time.sleep(0.1)
    told = (folder / "serve.out").read_text("utf-8", "replace")[-2000:]
    pytest.fail(f"the Neo4j of {HOME} does not start (exit code {server.poll()}): {told}")
