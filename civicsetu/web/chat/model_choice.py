"""Whether a model writes the answers of a conversation: the switch in the settings, and who is sent what."""

from __future__ import annotations

from collections.abc import Mapping

from chainlit.input_widget import Switch

from civicsetu.answering.provisions.views import WriterView
from civicsetu.web.language.speaking import say

SETTING = "by_model"


def is_wanted(settings: Mapping[str, object]) -> bool:
    """Return whether a model may write; a stored conversation has it as a word."""
    return str(settings.get(SETTING, True)) != str(False)


def build_switch(writer: WriterView, settings: Mapping[str, object]) -> Switch:
    """Build the switch of the settings panel, showing the present choice."""
    return Switch(
        id=SETTING,
        label=say("writer.switch"),
        description=f"{_goes_to(writer)} {say('writer.checked')}",
        initial=is_wanted(settings),
    )


def describe_notice(writer: WriterView | None, settings: Mapping[str, object]) -> dict[str, str]:
    """Return for the first page who receives a question, and what the settings that change it are called.

    Nothing where no model is configured.
    """
    if writer is None:
        return {}
    told = _goes_to(writer) if is_wanted(settings) else say("writer.no_model")
    return {"writer": told, "writerChange": say("writer.turn_off") if is_wanted(settings) else say("writer.turn_on")}


def _goes_to(writer: WriterView) -> str:
    return say("writer.goes_here" if writer.is_local else "writer.goes", provider=writer.provider)
