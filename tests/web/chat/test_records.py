"""What is stored of a conversation: no personal data, wherever the page puts the words that were typed."""

from __future__ import annotations

import json
from typing import cast
from uuid import uuid4

from chainlit.element import ElementDict

from civicsetu.web.chat.parts.page_answer import ELEMENT, PageAnswer
from civicsetu.web.chat.records import element_row, thread_name

PHONE = "98765 43210"


def test_the_question_of_a_stopped_answer_is_masked_before_it_is_stored() -> None:
    typed = f"My builder is late\x00. Call me on {PHONE}."
    stopped = PageAnswer(str(uuid4()), "stopped", question=typed, refusal="You stopped it.")
    card = cast(ElementDict, {"id": str(uuid4()), "name": ELEMENT, "props": stopped.to_props()})
    props = cast(dict[str, object], element_row(card, uuid4(), uuid4())["props"])
    assert PHONE not in json.dumps(props) and "\\u0000" not in json.dumps(props)
    assert str(props["question"]).startswith("My builder is late") and props["refusal"] == "You stopped it."
    assert stopped.question == typed, "who typed it may ask it again as it was"


def test_the_properties_of_a_citation_are_stored_as_they_are() -> None:
    props = {"name": "[Act s.1]", "editions": []}
    card = cast(ElementDict, {"id": str(uuid4()), "name": "[Act s.1]", "props": props})
    assert element_row(card, uuid4(), uuid4())["props"] == props


def test_a_long_title_is_cut_at_a_word_and_says_so() -> None:
    assert thread_name("My builder is late") == "My builder is late" and thread_name(None) is None
    cut = thread_name("What can I do, " * 20)
    assert cut is not None and len(cut) <= 80 and cut.endswith("…") and "What can I do, " * 5 in f"{cut.removesuffix('…')} "
