"""A matter is titled in plain words: its value's name, or the words its provision is looked up under."""

from __future__ import annotations

import pytest

from civicsetu.answering.composing.comparing import matter_titles as module
from civicsetu.answering.composing.comparing.align_values import Aligner
from civicsetu.answering.composing.comparing.matter_titles import title_of
from civicsetu.corpus.question_index.indexed_texts import IndexedTexts
from tests.answering.composing.mill_values import HELD, values
from tests.answering.composing.mills import NORTH, index_with, law


async def test_a_value_gives_its_own_name() -> None:
    index = await index_with()
    held = index.get("north.1.fee")
    assert held is not None
    assert title_of(held, Aligner(index, values(HELD), {}, None, law())) == "Fee of a mill"


async def test_else_the_plain_words_of_the_provision_that_the_statement_shares(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = (await index_with()).get("north.2.form")
    assert held is not None
    assert title_of(held, None) == "Form", "the law's own heading, where there are no plainer words"
    texts = IndexedTexts(document=NORTH, units={"2": {"en": ("wheel of the mill", "how a complaint is made")}})
    monkeypatch.setattr(module, "read_indexed_texts", lambda document: texts)
    assert title_of(held, None) == "How a complaint is made"
