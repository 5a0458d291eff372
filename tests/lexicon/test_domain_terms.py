"""The words of our subject and of others: each is one word, as a question is read."""

from __future__ import annotations

from itertools import chain

import pytest

from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.tokens import split_words
from civicsetu.yaml_data import load_shipped


def test_no_word_falls_into_several() -> None:
    """A hyphenated one did, so that "of", "rights" and "instalment" spoke of another field."""
    data = load_shipped("civicsetu.lexicon", "domain_terms.yaml")
    words = " ".join(chain(data["own"], data["near"], data["others"].values())).split()
    assert len(words) > 300
    assert [word for word in words if len(split_words(word)) > 1] == []


@pytest.mark.parametrize(
    "question",
    [
        "Who pays the maintenance of the building?",
        "What are my rights if an instalment is late?",
        "मुआवजा कब मिलेगा?",
    ],
)
def test_an_everyday_question_of_ours_names_no_other_field(question: str) -> None:
    assert get_domain_terms().find_terms(question).others == ()


def test_another_field_is_named_by_its_own_words() -> None:
    assert get_domain_terms().find_terms("How do I get a divorce?").others == ("family law",)


def test_a_word_of_building_sites_is_ours_and_no_misspelt_one() -> None:
    """ "Stilt parking" was read as "still parking"."""
    assert get_domain_terms().find_terms("who owns the stilt").near
