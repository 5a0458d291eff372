"""What to do now, in the language of the page."""

from __future__ import annotations

from civicsetu.law.answers import Step
from civicsetu.web.chat.parts.steps import show_steps
from civicsetu.web.language.speaking import speaking

NOTE = "The fee is as printed in July 2017; later changes were not checked, so ask before you pay."
NAMES = ("Meadow Act s.4",)


def test_the_note_on_a_print_stands_with_the_words_that_are_read_first() -> None:
    step = Step(text=f"Mowing costs 40 rupees. {NOTE}", translation="घास काटने के 40 रुपये लगते हैं।", citations=(0,))
    with speaking("hi"):
        [shown] = show_steps([step], NAMES)
    assert shown.text == "Mowing costs 40 rupees."
    assert shown.translation.startswith("घास काटने के 40 रुपये लगते हैं। ") and "2017" in shown.translation
    assert NOTE not in shown.translation


def test_without_a_translation_the_note_stands_behind_the_law() -> None:
    step = Step(text=f"Mowing costs 40 rupees. {NOTE}", citations=(0,))
    with speaking("hi"):
        [shown] = show_steps([step], NAMES)
    assert shown.text.startswith("Mowing costs 40 rupees. ") and NOTE not in shown.text
    with speaking("en"):
        [shown] = show_steps([step], NAMES)
    assert shown.text == step.text and shown.translation == ""


def test_hindi_in_latin_letters_leaves_the_note_to_the_page() -> None:
    step = Step(text=f"Mowing costs 40 rupees. {NOTE}", translation="Ghaas kaatne ke 40 rupaye lagte hain.", citations=(0,))
    with speaking("en"):
        [shown] = show_steps([step], NAMES)
    assert (shown.text, shown.translation) == (step.text, step.translation)
