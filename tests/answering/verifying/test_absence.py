"""A claim that something is not there stands where the coverage, a span or a search says so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.verifying.absence import check_absence, find_claimed, is_held
from civicsetu.answering.verifying.absence_claims import AbsenceKind, is_about_absence, read_absence
from civicsetu.answering.verifying.verdict import Check, Doubt
from civicsetu.answering.written import SentenceMark, Span, SpanKind, Written
from tests.answering.verifying.invented_coverage import make_coverage

EXAMPLES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("absence_examples.yaml").read_text("utf-8")
)


def _check(row: dict[str, Any]) -> Doubt | None:
    written = Written(SentenceMark(row.get("mark", "law")), 1, ("k1",), "", row["text"])
    spans = [Span("k1", SpanKind.PROVISION, row["span"])] if "span" in row else []
    return check_absence(written, spans, make_coverage(*row.get("asked", ())))


def _written(text: str, mark: SentenceMark = SentenceMark.LAW) -> Written:
    return Written(mark, 1, ("k1",), "", text)


@pytest.mark.parametrize("row", EXAMPLES["shown"], ids=lambda row: row["text"])
def test_what_is_known_to_be_missing_may_be_said(row: dict[str, Any]) -> None:
    assert _check(row) is None


@pytest.mark.parametrize("row", EXAMPLES["refused"], ids=lambda row: row["text"])
def test_what_nothing_says_to_be_missing_is_doubted(row: dict[str, Any]) -> None:
    doubt = _check(row)
    assert doubt is not None and doubt.check is Check.ABSENCE


def test_absence_is_told_from_a_denial_of_the_law() -> None:
    assert is_about_absence("The Act sets no time limit.")
    assert is_about_absence("The rules of Goa are not held here.")
    assert not is_about_absence("No registration is needed below five candles.")
    assert not is_about_absence("He may not take more.")
    assert not is_about_absence("I did not find a fee.")


def test_what_somebody_is_asked_not_to_do_is_no_claim() -> None:
    text = "Tell the guild of the broken lamp and ask it not to take up the request until the lamp is mended."
    assert find_claimed(_written(text), [], make_coverage()) is not None, "as law it would be one"
    assert find_claimed(_written(text, SentenceMark.STEP), [], make_coverage()) is None
    assert check_absence(_written(text, SentenceMark.STEP), [], make_coverage()) is None
    for claim in (
        "Apply in Form 3; there is no fee.",
        "Tell the keeper that the Act sets no time limit for lamps and ask him not to deduct anything.",
        "Ask the bank not to release more since the law sets no time limit for lamps.",
    ):
        assert find_claimed(_written(claim, SentenceMark.STEP), [], make_coverage()) is not None


def test_what_people_read_as_left_open_may_be_said_whatever_is_looked_up() -> None:
    text = "The Act does not say whether the time to execute the conveyance deed ends at night."
    left_open = Span("k1", SpanKind.SILENCE, text, silence="none.night")
    assert find_claimed(_written(text), [left_open], make_coverage()) is None
    assert find_claimed(_written(text), [replace(left_open, kind=SpanKind.STATEMENT)], make_coverage()) is not None


def test_the_person_s_own_words_deny_nothing() -> None:
    asker = Span("k1", SpanKind.ASKER, "There is no fee for the first copy of the order.")
    assert check_absence(_written("No fee is due for the first copy of the order."), [asker], make_coverage())


@pytest.mark.parametrize(
    ("point", "asked", "held"),
    [
        ("the fee of a complaint", ["AVALON"], True),
        ("what a complaint in Avalon costs", [], True),
        ("the fee of a complaint", ["BRINE"], False),
        ("the fee of a complaint", ["CORRIN"], False),
        ("the form of an appeal to the tribunal", ["BRINE"], True),
        ("by when the conveyance deed is executed", ["AVALON"], True),
        ("whether the lamp may be painted", ["AVALON"], False),
    ],
)
def test_a_point_that_the_law_held_sets_is_known(point: str, asked: list[str], held: bool) -> None:
    assert is_held(point, make_coverage(*asked)) is held


def test_a_point_may_lean_on_what_is_asked() -> None:
    coverage = replace(make_coverage("AVALON"), about="What is the fee of a complaint?")
    assert is_held("the sum itself", coverage) and not is_held("the sum itself", make_coverage("AVALON"))


@settings(max_examples=50)
@given(st.text(max_size=300))
def test_any_point_is_read(point: str) -> None:
    assert is_held(point, make_coverage("AVALON")) in (True, False)


def test_what_was_not_found_is_no_law() -> None:
    doubt = check_absence(_written("I did not find a fee."), [], make_coverage())
    assert doubt is not None and not doubt.certain


def test_each_clause_is_read_by_itself() -> None:
    kinds = [one.kind for one in read_absence("I did not find it, so the law has no deadline.")]
    assert kinds[0] is AbsenceKind.NOT_FOUND and kinds[1] is not AbsenceKind.NOT_FOUND


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read(text: str) -> None:
    for claim in read_absence(text):
        assert claim.clause


def test_long_text_is_read_in_time() -> None:
    read_absence("the rules no fee not any " * 4000)


def test_what_was_not_found_falls_where_the_law_held_sets_it() -> None:
    said = _written("I did not find a fee for a complaint.", SentenceMark.LIMIT)
    assert check_absence(said, [], make_coverage("BRINE")) is None
    doubt = check_absence(said, [], make_coverage("AVALON"))
    assert doubt is not None and doubt.certain


def test_a_sentence_without_a_topic_is_about_what_was_asked() -> None:
    said = _written("The rules set none.")
    asked = replace(make_coverage("BRINE"), about="What is the fee of a complaint?")
    assert check_absence(said, [], asked) is None
    assert check_absence(said, [], replace(asked, asked=("CENTRAL", "AVALON")))
