"""Runs a program under strace and reads what it and its children asked of the world.

The kernel's own record is read, so that native libraries, Java and Postgres are seen as well as
Python: a name looked up is a question to a name server, a file written is a file opened so.
"""

from __future__ import annotations

import ast
import ipaddress
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import require_all

_CALLS = "connect,sendto,sendmsg,sendmmsg,?open,openat,?openat2,?creat"
_INET = re.compile(r'sin6?_port=htons\((\d+)\).*?(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"')
_RESOLVER_SOCKET = re.compile(r'sun_path="[^"]*(?:io\.systemd\.Resolve|avahi-daemon)')
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_WRITTEN = re.compile(r"\b(?:O_CREAT|O_WRONLY|O_RDWR|creat\().*= \d+<(/[^>]*)>$")
_NAME_SERVER = 53


@dataclass(frozen=True)
class Watched:
    """What a program did: the names it looked up, the addresses it went to, the files it opened to write."""

    code: int
    output: str
    names: frozenset[str]
    addresses: frozenset[str]
    written: frozenset[Path]

    def written_outside(self, *folders: Path) -> list[str]:
        """Files written outside the folders, other than devices and the kernel's own."""
        allowed = (*folders, Path("/dev"), Path("/proc"))
        outside = [path for path in self.written if not any(path.is_relative_to(one) for one in allowed)]
        return sorted(map(str, outside))


def watch(command: Sequence[str], notes: Path, *, env: dict[str, str], cwd: Path, timeout: float) -> Watched:
    """Run the command to the end of its last child, with its notes in a folder of their own."""
    _require_strace()
    notes.mkdir()
    strace = ["strace", "-ff", "--seccomp-bpf", "-qq", "-y", "-s", "512", "-e", f"trace={_CALLS}"]
    done = subprocess.run(
        [*strace, "-e", "signal=none", "-o", str(notes / "calls"), *command],
        env=env, cwd=cwd, timeout=timeout, check=False, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    lines = [line for file in notes.iterdir() for line in file.read_text(errors="replace").splitlines()]
    return Watched(
        done.returncode,
        done.stdout,
        frozenset(name for line in lines for name in _names(line)),
        frozenset(address for line in lines for address in _addresses(line)),
        frozenset(Path(found[1]) for line in lines if (found := _WRITTEN.search(line))),
    )


def _addresses(line: str) -> Iterator[str]:
    """Who was spoken to beyond this machine; a name server counts wherever it runs."""
    if _RESOLVER_SOCKET.search(line):
        yield "the resolver of this machine"
    for port, told in _INET.findall(line):
        address = ipaddress.ip_address(told)
        address = getattr(address, "ipv4_mapped", None) or address
        if int(port) == _NAME_SERVER or not (address.is_loopback or address.is_unspecified):
            yield f"{told} port {port}"


def _names(line: str) -> Iterator[str]:
    """Names in what was sent that reads as a question to a name server."""
    if not line.startswith("send"):
        return
    for quoted in _TEXT.findall(line):
        sent: bytes = ast.literal_eval(f'b"{quoted}"') if quoted.isascii() else b""
        name = _asked(sent)
        if name:
            yield name


def _asked(sent: bytes) -> str:
    """The name a DNS question asks for; empty where the bytes are none."""
    if len(sent) < 17 or sent[4:6] != b"\0\1":
        return ""
    labels, at = [], 12
    while at < len(sent) and sent[at]:
        labels.append(sent[at + 1 : at + 1 + sent[at]])
        at += 1 + sent[at]
    if not labels or sent[at : at + 1] != b"\0" or sent[at + 3 : at + 5] != b"\0\1":
        return ""
    return b".".join(labels).decode("ascii", "replace")


def _require_strace() -> None:
    """Skips, or fails where nothing may be skipped, without a strace that may watch."""
    reason = "what a program asks of the network cannot be watched: strace is not installed"
    if shutil.which("strace"):
        tried = subprocess.run(["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "true"], capture_output=True, check=False)  # fmt: skip
        if tried.returncode == 0:
            return
        reason = "strace may not watch programs here"
    if require_all():
        pytest.fail(f"{reason} (CIVICSETU_REQUIRE_ALL=1 forbids skipping)")
    pytest.skip(reason)
