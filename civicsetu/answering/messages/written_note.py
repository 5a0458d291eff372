"""Say under an answer that a model wrote it, and how it was checked."""

from __future__ import annotations

from civicsetu.law.answers import Answer

TRANSLATED = "Machine-made translation, checked for figures and dates:"
TIP = "Tip:"


def written_note(answer: Answer) -> str:
    """Return the line on who wrote an answer; empty where no model did.

    The model goes by its own name, without the provider's before it ("openai/gpt-4.1").
    """
    if not answer.written_by:
        return ""
    model = answer.written_by.rpartition("/")[2]
    return f"Written by {model} from the law above; each sentence was checked against the provision it cites."
