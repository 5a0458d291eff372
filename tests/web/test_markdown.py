"""Nothing a law, a model or a person wrote may become Markdown, HTML, an image or a link."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.web.markdown import escape

_UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[`*_{}\[\]<>#~|&:$]")


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)>",
        "![pixel](https://evil.example/p.png)",
        "[go](https://evil.example)",
        "# heading",
        "**bold** _it_ `code` ~~gone~~",
        "a | b",
        "$x$ &amp; &#60;",
        ":::warning",
        "text:name[label]",
        "[RERA Act s.18(1)]",
    ],
)
def test_marks_are_escaped(text: str) -> None:
    assert not _UNESCAPED.search(escape(text)), escape(text)


@given(st.text(max_size=200))
def test_no_mark_survives_unescaped_and_one_line_stays_one_line(text: str) -> None:
    shown = escape(text)
    assert not _UNESCAPED.search(shown)
    assert "\n" not in shown and "\x00" not in shown


@given(st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=200))
def test_escaping_loses_no_letter(text: str) -> None:
    shown = re.sub(r"\\(.)", r"\1", escape(text)).replace("\u2060", "")
    assert shown.split() == text.replace("\u200b", " ").split() or "\u2060" in text


@pytest.mark.parametrize("text", ["1. one", "12) twelve", "- dash", "+ plus", "= equals"])
def test_a_sentence_never_starts_a_list(text: str) -> None:
    assert re.match(r"(\d+\\[.)]|\\[-+=])", escape(text))


@pytest.mark.parametrize("text", ["see https://evil.example/x", "www.evil.example", "mail me@evil.example"])
def test_bare_addresses_do_not_become_links(text: str) -> None:
    shown = escape(text).replace("\\", "")
    assert not re.search(r"https?://|www\.|\w@\w", shown)
    assert shown.replace("\u2060", "") == text
