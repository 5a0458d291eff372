"""Plain words, no pointers: what a statement may not say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.corpus.statements.catalogue import load_statements
from civicsetu.corpus.statements.lint import lint_statements, share_of_rare_words
from tests.corpus.statements.meadow import FACTS, KEY, SHUT, edition_of

ONE = load_statements({f"{KEY}.yaml": SHUT}, edition_of, FACTS).by_id["meadow.1-1.shut"]


def faults(says: str) -> list[str]:
    return [fault.message for fault in lint_statements([replace(ONE, says=says)])]


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("The promoter must pay.", "“promoter” is a word of statutes"),
        ("The builder must pay the fee prescribed.", "“prescribed”"),
        ("The builder must pay under section 18.", "“section 18” points"),
        ("Under this rule the builder must pay.", "“this rule” points"),
        ("The builder must pay within that period.", "“that period” points"),
        ("The builder may not take more.", "“may not” can be read as need not"),
        ("You will get your money back.", "says more than the law does"),
        ("the builder must pay.", "begins with a small letter"),
        ("Demurrage amortisation sequestration hypothecation encumbrances.", "of its words are rare"),
    ],
)
def test_a_fault_is_told(says: str, told: str) -> None:
    assert any(told in message for message in faults(says))


def test_plain_words_are_clean() -> None:
    assert faults("If you leave, the builder must return all your money within 45 days.") == []


def test_all_together_are_short() -> None:
    long = replace(
        ONE,
        says="The builder must give the buyer a copy of " + "the plan and " * 4 + "the paper of the flat.",
    )
    assert any("the median is" in fault.message for fault in lint_statements([long]))


def test_the_words_of_those_who_ask_are_common() -> None:
    assert share_of_rare_words("my builder took the money for the flat and did not give me the keys") == 0
