"""Questions of statements are read whole or not at all, and every fault is told by file and line."""

from __future__ import annotations

import pytest

from civicsetu.corpus.statements.catalogue import get_statements, load_statements
from civicsetu.corpus.statements.questions import get_statement_questions, load_statement_questions
from civicsetu.errors import CorpusError
from tests.corpus.statements.meadow import FACTS, FILLS, KEY, RULES, SHUT, edition_of

ASKED = """law: meadow_act
questions:
  meadow.1-1.shut:
  - Until when is the gate to be shut?
  - "फाटक कब बंद होगा?"
  meadow.2.fee:
  - What do I pay?
"""
MORE = """law: meadow_rules
questions:
  rules.1.fee:
  - How many rupees?
"""
STATEMENTS = load_statements({f"{KEY}.yaml": SHUT, f"{RULES}.yaml": FILLS}, edition_of, FACTS).by_id


def load(asked: str = ASKED, more: str = MORE) -> dict[str, tuple[str, ...]]:
    return dict(load_statement_questions({"meadow_act.yaml": asked, "meadow_rules.yaml": more}, STATEMENTS))


def test_each_statement_has_the_questions_of_its_file() -> None:
    assert load() == {
        "meadow.1-1.shut": ("Until when is the gate to be shut?", "फाटक कब बंद होगा?"),
        "meadow.2.fee": ("What do I pay?",),
        "rules.1.fee": ("How many rupees?",),
    }
    assert load_statement_questions({}, STATEMENTS) == {}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (ASKED.replace("meadow.2.fee", "meadow.2.fees"), r"line 6.*there is no statement meadow\.2\.fees"),
        (ASKED + "  meadow.1-1.shut:\n  - Again?\n", r"line 8.*meadow\.1-1\.shut stands twice"),
        (ASKED.replace("questions:", "question:"), "questions: this key is missing"),
        (ASKED + "notes: [x]\n", r"line 8, notes: there is no such key"),
        (ASKED.replace("law: meadow_act\n", ""), "law: this key is missing"),
        (ASKED.replace("  - What do I pay?", "    What do I pay?"), r"line 6.*a list is expected"),
        ("law: meadow_act\nquestions: {}\n", r"line 2, questions:"),
        ("law: [meadow_act\n", "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_by_name_and_line(asked: str, told: str) -> None:
    with pytest.raises(CorpusError, match=rf"statement_questions/meadow_act\.yaml.*{told}") as refused:
        load(asked)
    assert refused.value.user_message.endswith(".")


def test_a_statement_of_two_files_is_refused_at_the_second() -> None:
    twice = MORE + "  meadow.2.fee:\n  - Again?\n"
    with pytest.raises(
        CorpusError, match=r"statement_questions/meadow_rules\.yaml, line 5.*meadow\.2\.fee stands twice"
    ):
        load(more=twice)


def test_what_ships_is_of_statements_that_ship_and_asks_nothing_empty() -> None:
    asked = get_statement_questions()
    assert asked and set(asked) <= set(get_statements().by_id)
    assert all(texts and all(text.strip() for text in texts) for texts in asked.values())
