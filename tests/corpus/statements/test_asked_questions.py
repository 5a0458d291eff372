"""Questions in people's own words: refused where they name no statement, counted, and added to those thought out."""

from __future__ import annotations

import pytest

from civicsetu.corpus.statements.asked_questions import (
    count_asked,
    get_asked_questions,
    get_compared_questions,
    load_asked_questions,
)
from civicsetu.corpus.statements.questions import get_statement_questions, with_asked
from civicsetu.errors import CorpusError

ASKED = """questions:
- text: gate not shut since may, now what
  lead: [meadow.1-1.shut, meadow.1-2.claim, meadow.2.fee]
  also: [meadow.1-1.more]
- text: who shuts the gate
  lead: [meadow.1-1.shut]
"""
KNOWN = {"meadow.1-1.shut", "meadow.1-2.claim", "meadow.2.fee", "meadow.1-1.more"}


def test_leads_and_what_stands_behind_them_are_counted() -> None:
    """Of a question's leads the first two count."""
    counts = count_asked(load_asked_questions({"a.yaml": ASKED}, KNOWN))
    assert counts.leads == {"meadow.1-1.shut": 2, "meadow.1-2.claim": 1}
    assert counts.behind == {"meadow.1-1.more": 1}
    assert counts.together == {("meadow.1-1.shut", "meadow.1-1.more"): 1, ("meadow.1-2.claim", "meadow.1-1.more"): 1}


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("[meadow.1-1.more]", "[meadow.9.none]", "there is no statement meadow.9.none"),
        ("[meadow.1-1.shut]", "[]", "lead"),
        ("also:", "beside:", "beside"),
        ("text: who shuts the gate", "text: ''", "text"),
    ],
)
def test_a_fault_refuses_the_file(was: str, now: str, fault: str) -> None:
    assert was in ASKED
    with pytest.raises(CorpusError, match=r"asked_questions/a\.yaml") as refused:
        load_asked_questions({"a.yaml": ASKED.replace(was, now)}, KNOWN)
    assert fault in str(refused.value)


def test_they_stand_behind_the_questions_thought_out_for_a_statement() -> None:
    asked = load_asked_questions({"a.yaml": ASKED}, KNOWN)
    every = with_asked({"meadow.1-1.shut": ("when is it shut",)}, asked)
    assert every["meadow.1-1.shut"] == ("when is it shut", "gate not shut since may, now what", "who shuts the gate")
    assert every["meadow.1-2.claim"] == ("gate not shut since may, now what",) and "meadow.2.fee" not in every


def test_what_is_compared_one_by_one_is_apart_from_what_stands_with_statements() -> None:
    compared = get_compared_questions()
    texts = {one.text for one in compared}
    assert len(compared) > 700 and len(texts) == len(compared)
    assert not texts & {one.text for one in get_asked_questions()}
    assert not texts & {text for asked in get_statement_questions().values() for text in asked}


def test_a_fault_names_the_folder_it_is_in() -> None:
    with pytest.raises(CorpusError, match=r"compared_questions/a\.yaml"):
        load_asked_questions({"a.yaml": ASKED}, set(), "compared_questions")


def test_what_ships_is_asked_of_statements() -> None:
    asked = get_asked_questions()
    assert len(asked) > 500 and len({one.text for one in asked}) == len(asked)
    assert asked[0].text in get_statement_questions()[asked[0].lead[0]]
