"""Which requests leave the page, and the exit code of what is measured of it."""

from __future__ import annotations

from types import ModuleType

import pytest
from playwright.async_api import Error

from civicsetu.evaluation.bench import measure_accessibility, measure_answer, measure_page_load
from civicsetu.evaluation.bench.chromium import leaves_origin
from civicsetu.evaluation.figures import ReportFigure

PAGE = "http://127.0.0.1:8000"
MEASUREMENTS = pytest.mark.parametrize("module", [measure_accessibility, measure_answer, measure_page_load])


@pytest.mark.parametrize(
    ("url", "leaves"),
    [
        (f"{PAGE}/assets/page.js", False),
        ("ws://127.0.0.1:8000/ws/socket.io", False),
        ("data:image/png;base64,AAAA", False),
        (f"blob:{PAGE}/1", False),
        ("http://127.0.0.1:8001/assets/page.js", True),
        ("http://127.0.0.1:80000/assets/page.js", True),
        ("https://127.0.0.1:8000/assets/page.js", True),
        ("https://fonts.example/a.woff2", True),
        ("wss://elsewhere.example/ws", True),
    ],
)
def test_a_request_leaves_the_page_where_host_port_or_scheme_differ(url: str, leaves: bool) -> None:
    assert leaves_origin(url, PAGE) is leaves
    assert leaves_origin(url, f"{PAGE}/") is leaves


@MEASUREMENTS
@pytest.mark.parametrize(("value", "code"), [(1.0, 0), (2.0, 0), (2.01, 1), (float("inf"), 1)])
def test_a_missed_aim_is_printed_and_is_exit_code_one(
    module: ModuleType, value: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def measure(address: str) -> list[ReportFigure]:
        assert address == PAGE
        return [
            ReportFigure("without an aim", 9.0, "px"),
            ReportFigure("invented", value, "s", 2.0),
            ReportFigure("last", 0.0, "s", 1.0),
        ]

    monkeypatch.setattr(module, "measure", measure)
    with pytest.raises(SystemExit) as ended:
        module.main(f"{PAGE}/")
    assert ended.value.code == code
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and ("SHORT" in lines[1]) is bool(code)


@MEASUREMENTS
def test_a_page_that_does_not_answer_is_said_in_one_line(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def measure(address: str) -> list[ReportFigure]:
        raise Error("net::ERR_CONNECTION_REFUSED\nCall log: much more")

    monkeypatch.setattr(module, "measure", measure)
    with pytest.raises(SystemExit) as ended:
        module.main(PAGE)
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert said.err.startswith(f"The page at {PAGE} could not be measured: net::ERR_CONNECTION_REFUSED. It has to be served")
