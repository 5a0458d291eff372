"""Log lines hold no personal data, whoever writes them and wherever it stands."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator

import pytest
import structlog

from civicsetu.settings import load_settings
from civicsetu.telemetry import configure_logging, get_logger, mask_values

PHONE, MAIL = "98450 12345", "ravi@example.com"


@pytest.fixture(params=["json", "console"])
def written(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What is written to stderr while logging is set up at DEBUG."""
    stderr, root = io.StringIO(), logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setattr("sys.stderr", stderr)
    configure_logging(load_settings(log_level="DEBUG", log_format=request.param))
    yield stderr
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_no_value_of_our_own_lines_shows_personal_data(written: io.StringIO) -> None:
    deep = {"rows": [{"text": f"call {PHONE}"}], "error": ValueError(MAIL)}
    get_logger("test").info(
        "happened", question=f"call {PHONE}", deep=deep, count=3, request_id="0123456789abcdef"
    )
    told = written.getvalue()
    assert "[phone]" in told and "[e-mail]" in told and "0123456789abcdef" in told
    assert PHONE not in told and MAIL not in told


def test_no_error_shows_what_it_quotes(written: io.StringIO) -> None:
    try:
        raise ValueError(f"bad value {PHONE} of {MAIL}")
    except ValueError as error:
        get_logger("test").error("failed", exc_info=error)
        logging.getLogger("another.library").exception("failed for %s", PHONE)
    told = written.getvalue()
    assert told.count("ValueError") >= 2 and "[phone]" in told and "[e-mail]" in told
    assert PHONE not in told and MAIL not in told


def test_lines_of_other_libraries_are_masked_at_every_level(written: io.StringIO) -> None:
    logging.getLogger("another.library").debug("parameters: %r", {"q": f"{PHONE} {MAIL}"})
    assert "[phone] [e-mail]" in written.getvalue()


def test_a_huge_value_costs_little() -> None:
    mask_values(None, "", {"event": "x", "text": PHONE})  # what masking loads is loaded before
    began = time.process_time()
    line = mask_values(
        None, "", {"event": "x", "text": f"{PHONE} " * 100_000, "timestamp": "2026-01-01T10:00:00Z"}
    )
    assert time.process_time() - began < 1.0  # masking all of it takes three seconds
    assert PHONE not in json.dumps(line) and line["timestamp"] == "2026-01-01T10:00:00Z"
