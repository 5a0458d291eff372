"""Who receives a question is told where a model is configured; the switch is kept as a conversation stores it."""

from __future__ import annotations

import pytest

from civicsetu.answering.provisions.views import WriterView
from civicsetu.web.chat import records
from civicsetu.web.chat.model_choice import build_switch, describe_notice, is_wanted

AWAY = WriterView(model="scribe", provider="OpenAI and Groq", is_local=False)
HERE = WriterView(model="scribe", provider="a model on the machine that serves this page", is_local=True)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [({}, True), ({"by_model": True}, True), ({"by_model": False}, False), ({"by_model": "False"}, False),
     ({"by_model": "True"}, True), ({"by_model": None}, True)],
)  # fmt: skip
def test_a_model_writes_unless_it_was_switched_off(settings: dict[str, object], wanted: bool) -> None:
    assert is_wanted(settings) is wanted
    assert build_switch(AWAY, settings).initial is wanted


def test_the_notice_names_who_receives_the_question_and_nothing_without_a_model() -> None:
    told = describe_notice(AWAY, {})
    assert told == {
        "writer": "Your question, with phone numbers and the like masked, goes to OpenAI and Groq, where a model writes the answer.",
        "writerChange": "Turn that off",
    }  # fmt: skip
    assert HERE.provider in describe_notice(HERE, {})["writer"] and "nobody else" in describe_notice(HERE, {})["writer"]
    off = describe_notice(AWAY, {"by_model": False})["writer"]
    assert "OpenAI" not in off and "your question stays here" in off
    assert describe_notice(None, {}) == {}


@pytest.mark.parametrize("chosen", [True, False])
def test_the_switch_is_stored_with_its_conversation(chosen: bool) -> None:
    kept = records.thread_changes(None, {"chat_settings": {"by_model": chosen, "jurisdiction": None}})["metadata"]
    assert kept == {"chat_settings": {"by_model": str(chosen)}}
    assert is_wanted(kept["chat_settings"]) is chosen  # type: ignore[index]
