"""Sums and days of a question: found, shown once, put right wherever they stand; what cannot be used is one sentence."""

from __future__ import annotations

import pytest

from civicsetu.errors import InputError, NotFound
from civicsetu.web.chat.parts.figures_told import PREFIX, correct_figure, show_figures_told
from civicsetu.web.language.speaking import speaking

POST = "I paid 54 lakh on 14 June 2019, of Rs 62,00,000 in all, and want my 54 lakhs back."


def test_each_sum_and_day_is_a_chip_once_and_a_share_or_a_period_is_none() -> None:
    chips = show_figures_told(f"{POST} He keeps 10 % for 15 days.")
    assert [(one.words, one.written) for one in chips] == [("54 lakh", "rupee"), ("14 June 2019", "date"), ("Rs 62,00,000", "rupee")]
    assert not any(one.options for one in chips)
    assert len(show_figures_told(" and ".join(f"{one} lakh" for one in range(1, 20)))) == 4


def test_a_figure_is_put_right_wherever_the_question_tells_it() -> None:
    sum_of, day, _ = show_figures_told(POST)
    assert correct_figure(POST, sum_of.name, "45 lakh") == (
        "I paid 45 lakh on 14 June 2019, of Rs 62,00,000 in all, and want my 45 lakh back.", "corrected: 45 lakh",
    )  # fmt: skip
    assert correct_figure(POST, day.name, " 14/07/2019 ")[0] == POST.replace("14 June 2019", "14/07/2019")


@pytest.mark.parametrize(
    ("at", "value", "told"),
    [
        (0, "45", "Please write one sum, like 62 lakh"),
        (0, "45 lakh or 46 lakh", "Please write one sum, like 62 lakh"),
        (1, "31 February 2019", "There is no such day; please write it like 31 March 2021."),
        (1, "45 lakh", "There is no such day"),
    ],
)
def test_what_is_no_such_figure_changes_nothing(at: int, value: str, told: str) -> None:
    with pytest.raises(InputError) as refused:
        correct_figure(POST, show_figures_told(POST)[at].name, value)
    assert refused.value.user_message.startswith(told)


def test_a_figure_that_is_not_in_the_question_is_not_found() -> None:
    with pytest.raises(NotFound):
        correct_figure(POST, f"{PREFIX}0", "45 lakh")


@pytest.mark.parametrize(
    ("code", "example", "asks"), [("hi", "₹62,00,000", "रकम कितनी है?"), ("mr", "₹६२,००,०००", "रक्कम किती आहे?"), ("ta", "₹62,00,000", "தொகை எவ்வளவு?")]
)
def test_a_sum_is_asked_for_in_the_readers_language_and_taken_as_its_example_writes_it(code: str, example: str, asks: str) -> None:
    with speaking(code):
        sum_of = show_figures_told(POST)[0]
        assert (sum_of.words, sum_of.asks) == ("54 lakh", asks)
        assert correct_figure(POST, sum_of.name, example)[0] == POST.replace("54 lakhs", "₹62,00,000").replace("54 lakh", "₹62,00,000")


def test_a_day_may_be_typed_in_the_readers_language() -> None:
    with speaking("mr"):
        assert "on 31 March 2021, of" in correct_figure(POST, show_figures_told(POST)[1].name, "३१ मार्च २०२१")[0]


@pytest.mark.parametrize(
    ("question", "told"),
    [("बिल्डर ने ६२ लाख लिए, ३१ मार्च २०२१ तक घर देना था।", ["६२ लाख", "३१ मार्च २०२१"]), ("62 லட்சம் கட்டினேன்.", ["62 லட்சம்"]), ("62 ಲಕ್ಷ ಕೊಟ್ಟೆ.", ["62 ಲಕ್ಷ"])],
)
def test_a_sum_in_the_askers_script_is_a_chip_that_can_be_put_right(question: str, told: list[str]) -> None:
    chips = show_figures_told(question)
    assert [one.words for one in chips] == told
    assert correct_figure(question, chips[0].name, "५० लाख")[0] == question.replace(told[0], "50 लाख")
