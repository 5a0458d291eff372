"""What counts as something to read, and how requests elsewhere are counted."""

from __future__ import annotations

from pathlib import Path

from civicsetu.evaluation.bench.measure_page_load import READABLE, count_foreign

ROOT = Path(__file__).resolve().parents[3]
PAGE = "http://127.0.0.1:8000"


def test_the_name_of_the_page_alone_is_nothing_to_read() -> None:
    first_page = (ROOT / "public" / "first_page.html").read_text("utf-8")
    box, starters = READABLE.split(", ")
    assert first_page.index("{{first.what}}") < first_page.index(f'<textarea id="{box.removeprefix("#")}"')
    assert starters == "#starters button" and "h1" not in READABLE


def test_a_request_elsewhere_misses_the_aim_and_is_named() -> None:
    own = [f"{PAGE}/", "ws://127.0.0.1:8000/ws/socket.io"]
    none = count_foreign("cold", own, PAGE)
    assert none.met and none.value == 0 and "of 2" in none.line()
    one = count_foreign("cold", [*own, "https://fonts.example/a.woff2"], PAGE)
    assert not one.met and one.value == 1 and "https://fonts.example/a.woff2" in one.line()
