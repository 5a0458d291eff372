"""The day a question asks the law for."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.days import find_day

DAY = date(2016, 6, 1)


@pytest.mark.parametrize(
    "question",
    [
        "What did section 17 say as on 1 June 2016?",
        "As on 1st June, 2016, who hands over the documents?",
        "the rule as of June 1, 2016",
        "which sections were in force on the 1st of June 2016",
        "as at 2016-06-01",
        "law as on 01/06/2016 please",
        "AS ON 1.6.2016",
        "section 6 as it stood on 01-06-2016",
    ],
)
def test_a_day_that_is_asked_for_is_read(question: str) -> None:
    assert find_day(question) == DAY


@pytest.mark.parametrize(
    "question",
    [
        "My agreement was signed on 1 June 2016, what now?",
        "Possession was due on 01/06/2016.",
        "as on 31 February 2016",
        "as on 1 June 16",
        "as on 2016",
        "I paid 10 lakh as of now",
        "as on 45/06/2016",
    ],
)
def test_other_days_and_what_no_calendar_has_are_not(question: str) -> None:
    assert find_day(question) is None


@given(
    st.dates(date(1000, 1, 1)), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"])
)
def test_every_day_is_read_as_it_is_written(day: date, form: str) -> None:
    assert find_day(f"What was the law as on {day.strftime(form)}?") == day


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    find_day(f"as on {text}")
