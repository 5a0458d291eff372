"""The day a question asks the law for."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.law.days import day_asked, days_named

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
    assert day_asked(question) == DAY


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
    assert day_asked(question) is None


@given(
    st.dates(date(1000, 1, 1)), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"])
)
def test_every_day_is_read_as_it_is_written(day: date, form: str) -> None:
    assert day_asked(f"What was the law as on {day.strftime(form)}?") == day


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    day_asked(f"as on {text}")


@pytest.mark.parametrize(
    "text",
    [
        "It came into force on the 1st day of June, 2016.",
        "(w.e.f. 1-6-2016)",
        "dated 01.06.2016, the notification says",
        "June 1, 2016",
        "2016-06-01",
    ],
)
def test_a_day_that_is_named_is_read_wherever_it_stands(text: str) -> None:
    assert days_named(text) == [DAY] and day_asked(text) is None


def test_days_are_named_in_order_and_none_that_no_calendar_has() -> None:
    assert days_named("On 1 May 2016, 31 June 2016 and 2 June 2016, rule 12-06-20161.") == [
        date(2016, 5, 1), date(2016, 6, 2),
    ]  # fmt: skip
    assert days_named("No. 12/2016, S.O. 3347(E), clause 4.2") == []


@given(st.dates(date(1000, 1, 1), date(9999, 12, 31)))
def test_every_day_is_read_back_as_it_is_written(day: date) -> None:
    written = (f"{day.day}-{day.month}-{day.year}", day.isoformat(), f"{day:%d %B} {day.year}")
    assert [days_named(f"(w.e.f. {one}).") for one in written] == [[day]] * 3


@given(st.text(max_size=80))
def test_any_text_names_days_or_none(text: str) -> None:
    assert all(isinstance(day, date) for day in days_named(text))
