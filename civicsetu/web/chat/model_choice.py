"""Whether a model writes the answers of a conversation: the switch in the settings, and who is sent what."""

from __future__ import annotations

from collections.abc import Mapping

from chainlit.input_widget import Switch

from civicsetu.answering.provisions.views import WriterView

SETTING = "by_model"
LABEL = "Let a model write the answer"
_OFF = "No model writes your answers: they are made of checked sentences of the law, and your question stays here."


def is_wanted(settings: Mapping[str, object]) -> bool:
    """Return whether a model may write; a stored conversation tells it as a word."""
    return str(settings.get(SETTING, True)) != str(False)


def build_switch(writer: WriterView, settings: Mapping[str, object]) -> Switch:
    """Build the switch of the settings panel, showing the present choice."""
    return Switch(
        id=SETTING,
        label=LABEL,
        description=f"{_goes_to(writer)} Each sentence is checked against the law before you see it.",
        initial=is_wanted(settings),
    )


def describe_notice(writer: WriterView | None, settings: Mapping[str, object]) -> dict[str, str]:
    """Return for the first page who receives a question, and what the settings that change it are called.

    Nothing where no model is configured.
    """
    if writer is None:
        return {}
    told = _goes_to(writer) if is_wanted(settings) else _OFF
    return {"writer": told, "writerChange": "Turn that off" if is_wanted(settings) else "Let a model write"}


def describe_for_about(writer: WriterView) -> str:
    """Write the section of the about page on what is sent and what is not."""
    sent = "the words of your question, with phone numbers, e-mail addresses, Aadhaar and PAN numbers masked"
    where = f"to **{writer.provider}**" if not writer.is_local else f"to {writer.provider} and to nobody else"
    return "\n".join(
        [
            "## A model writes the answer",
            "",
            f"A chat model ({writer.model}) writes answers out from the law that was found. Each of its sentences is "
            "checked against the provision it cites before you see it; what does not hold is left out. If the model "
            "fails, you get an answer made of our own checked sentences.",
            "",
            f"- **What is sent** {where}: {sent}; the last few questions of the conversation with the beginning of "
            "their answers; and passages of the law.",
            "- **What is not sent:** your name, your address on the internet, your cookie, other conversations.",
            f"- **To do without:** open the settings below the question and switch off **{LABEL}**. Then nothing of "
            "that conversation is sent any more.",
        ]
    )


def _goes_to(writer: WriterView) -> str:
    masked = "Your question, with phone numbers and the like masked,"
    if writer.is_local:
        return f"{masked} goes to {writer.provider}, which writes the answer, and to nobody else."
    return f"{masked} goes to {writer.provider}, where a model writes the answer."
