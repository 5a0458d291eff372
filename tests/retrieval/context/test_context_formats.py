"""Each format as it is printed, and that none changes the law's words or lets them out of their place."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from civicsetu.law.documents import EditionKind
from civicsetu.retrieval.context.context_formats import ContextFormat, markdown_text, render
from civicsetu.retrieval.context.passages import Origin, Passage

KEEPERS = Passage(
    rank=1, document="lantern_act_1950", title="Lanterns & Lamps Act, 1950", provision="3(2)",
    headings=("CHAPTER II OF KEEPERS", "section 3 Closing <of> lanterns", "3(2)"), edition=EditionKind.PLAIN,
    as_of=date(1960, 1, 2), secondary=False,
    text='(2) The fee is:\n\n1. Rs. 20 *each* "late" entry;\n\n2. nothing on a feast day. […]', units=("3(2)",),
    cut=False, origin=Origin(("https://example.org/a_b?c=1&d=2",), 7, "Read <by> machine."),
)  # fmt: skip
PENALTY = Passage(
    rank=2, document="lantern_act_1950", title="Lanterns & Lamps Act, 1950", provision="4",
    headings=("section 4 Penalty",), edition=EditionKind.OFFICIAL, as_of=None, secondary=False,
    text="Whoever fails is liable. [cut here: no more room]", units=("4",), cut=True,
    origin=Origin((), None, ""),
)  # fmt: skip
GOLDEN = {
    ContextFormat.PLAIN: """\
[1] Lanterns & Lamps Act, 1950 > CHAPTER II OF KEEPERS > section 3 Closing <of> lanterns > 3(2)
(our restatement in plain words, law as held on 02 January 1960; later changes not checked)
(2) The fee is:

1. Rs. 20 *each* "late" entry;

2. nothing on a feast day. […]
Source: https://example.org/a_b?c=1&d=2, page 7
Note: Read <by> machine.

[2] Lanterns & Lamps Act, 1950 > section 4 Penalty
(official text; later changes not checked)
Whoever fails is liable. [cut here: no more room]
Source: no address

[3 more provisions found had no room.]""",
    ContextFormat.MARKDOWN: r"""## 1. Lanterns \& Lamps Act, 1950 > CHAPTER II OF KEEPERS > section 3 Closing \<of\> lanterns > 3(2)

*our restatement in plain words, law as held on 02 January 1960; later changes not checked*

(2) The fee is:

1\. Rs. 20 \*each\* "late" entry;

2\. nothing on a feast day. \[…\]

Source: <https://example.org/a_b?c=1&d=2>, page 7

Note: Read \<by\> machine.

## 2. Lanterns \& Lamps Act, 1950 > section 4 Penalty

*official text; later changes not checked*

Whoever fails is liable. \[cut here: no more room\]

Source: no address

*3 more provisions found had no room.*""",
    ContextFormat.XML: """\
<context left_out="3">
<passage rank="1" document="lantern_act_1950" provision="3(2)" edition="plain" as_of="1960-01-02">
<title>Lanterns &amp; Lamps Act, 1950</title>
<heading>CHAPTER II OF KEEPERS</heading>
<heading>section 3 Closing &lt;of&gt; lanterns</heading>
<heading>3(2)</heading>
<about>our restatement in plain words, law as held on 02 January 1960; later changes not checked</about>
<text>(2) The fee is:

1. Rs. 20 *each* "late" entry;

2. nothing on a feast day. […]</text>
<source page="7">https://example.org/a_b?c=1&amp;d=2</source>
<note>Read &lt;by&gt; machine.</note>
</passage>
<passage rank="2" document="lantern_act_1950" provision="4" edition="official" cut="true">
<title>Lanterns &amp; Lamps Act, 1950</title>
<heading>section 4 Penalty</heading>
<about>official text; later changes not checked</about>
<text>Whoever fails is liable. [cut here: no more room]</text>
</passage>
</context>""",
    ContextFormat.JSON: """\
{
  "passages": [
    {
      "rank": 1,
      "document": "lantern_act_1950",
      "title": "Lanterns & Lamps Act, 1950",
      "provision": "3(2)",
      "units": [
        "3(2)"
      ],
      "headings": [
        "CHAPTER II OF KEEPERS",
        "section 3 Closing <of> lanterns",
        "3(2)"
      ],
      "edition": "plain",
      "as_of": "1960-01-02",
      "about": "our restatement in plain words, law as held on 02 January 1960; later changes not checked",
      "text": "(2) The fee is:\\n\\n1. Rs. 20 *each* \\"late\\" entry;\\n\\n2. nothing on a feast day. […]",
      "cut": false,
      "sources": [
        "https://example.org/a_b?c=1&d=2"
      ],
      "page": 7,
      "note": "Read <by> machine."
    },
    {
      "rank": 2,
      "document": "lantern_act_1950",
      "title": "Lanterns & Lamps Act, 1950",
      "provision": "4",
      "units": [
        "4"
      ],
      "headings": [
        "section 4 Penalty"
      ],
      "edition": "official",
      "as_of": null,
      "about": "official text; later changes not checked",
      "text": "Whoever fails is liable. [cut here: no more room]",
      "cut": true,
      "sources": [],
      "page": null,
      "note": ""
    }
  ],
  "left_out": 3
}""",
}
HOSTILE = st.text(st.sampled_from("ab 19.)(-+=#*_`<>&[]|~$\\\"'\n\t!:{}^/;…धारा"), max_size=60)
LEGAL = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), max_size=60)


@pytest.mark.parametrize("form", list(ContextFormat))
def test_each_format_as_it_is_printed(form: ContextFormat) -> None:
    assert render([KEEPERS, PENALTY], form, left_out=3) == GOLDEN[form]


@pytest.mark.parametrize("form", list(ContextFormat))
def test_nothing_of_the_sources_is_told_unless_it_was_asked_for(form: ContextFormat) -> None:
    told = render([replace(KEEPERS, origin=None)], form)
    for word in ("example.org", "machine", "ource", "page 7", 'page="7"'):
        assert word not in told
    assert "more provision" not in told


def test_one_provision_left_out_is_told_as_one() -> None:
    assert render([PENALTY], ContextFormat.PLAIN, 1).endswith("[1 more provision found had no room.]")


def test_words_restated_from_public_sources_are_told_as_that() -> None:
    told = render([replace(KEEPERS, secondary=True)], ContextFormat.PLAIN)
    assert "(our restatement in plain words of public sources, no official text at hand, law as held" in told


def test_nothing_found_is_an_empty_context_of_each_format() -> None:
    assert render([], ContextFormat.PLAIN) == render([], ContextFormat.MARKDOWN) == ""
    assert json.loads(render([], ContextFormat.JSON)) == {"passages": [], "left_out": 0}
    assert ElementTree.fromstring(render([], ContextFormat.XML)).tag == "context"


@given(HOSTILE | LEGAL, HOSTILE | LEGAL)
def test_xml_holds_every_text_in_its_element(text: str, heading: str) -> None:
    passage = replace(KEEPERS, text=text, headings=(heading,), title=heading, provision=heading)
    root = ElementTree.fromstring(render([passage, PENALTY], ContextFormat.XML))
    first, _ = root.findall("passage")
    assert first.findtext("text") == text and first.findtext("heading") == heading
    assert first.get("provision") == heading.replace("\r", "\n")
    assert [child.tag for child in first] == ["title", "heading", "about", "text", "source", "note"]


def test_what_xml_cannot_hold_becomes_a_blank() -> None:
    told = render([replace(KEEPERS, text="a\x0cb\x00c\rd")], ContextFormat.XML)
    assert ElementTree.fromstring(told).findtext("passage/text") == "a b c\rd"


@given(HOSTILE | LEGAL, HOSTILE | LEGAL)
def test_json_parses_to_the_same_words(text: str, heading: str) -> None:
    told = json.loads(render([replace(KEEPERS, text=text, headings=(heading,))], ContextFormat.JSON))
    assert (told["passages"][0]["text"], told["passages"][0]["headings"]) == (text, [heading])


@given(HOSTILE | LEGAL)
def test_markdown_shows_the_words_and_makes_nothing_of_them(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown_text(text))
    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    inline = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inline} <= {"text", "text_special", "softbreak"}
    shown = "".join("\n" if child.type == "softbreak" else child.content for child in inline)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. Short title.", r"1\. Short title."),
        ("(a) a case", "(a) a case"),
        ("12) twelfth", r"12\) twelfth"),
        ("- a dash\n+ plus\n===", "\\- a dash\n\\+ plus\n\\==="),
        ("    far in  \nnext", "far in\nnext"),
        ("^2[Union territory] _x_", r"^2\[Union territory\] \_x\_"),
    ],
)
def test_the_laws_own_numbering_stays_its_own(text: str, told: str) -> None:
    assert markdown_text(text) == told


def test_an_address_cannot_end_its_link() -> None:
    odd = replace(KEEPERS, origin=Origin(("https://example.org/a b>c<d",), None, ""))
    assert "Source: <https://example.org/a%20b%3Ec%3Cd>" in render([odd], ContextFormat.MARKDOWN)
