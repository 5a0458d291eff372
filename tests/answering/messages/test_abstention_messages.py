"""What is said when the law held does not answer: one plain sentence, and what may follow it."""

from __future__ import annotations

import re
from datetime import date

import pytest

from civicsetu.answering.messages import abstention_messages
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.documents import EditionKind
from civicsetu.law.other_laws import OtherLaw
from civicsetu.query.named.missing_parts import MissingPart
from tests.answering.given import understood
from tests.evaluation.golden_rows import REGISTRY as OF_LANTERNS
from tests.retrieval.lantern_act import ACT, PLAIN, RULES_PLAIN, index_of, index_of_states, rules, spec

REGISTRY = get_registry()


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def told(kind: str, index: LawIndex) -> str:
    """The text of each kind."""
    if kind == "greeting":
        return abstention_messages.greeting(index, REGISTRY)
    if kind == "nothing found":
        return abstention_messages.not_answered(understood("Who won?", index), REGISTRY)
    if kind == "nothing found in a state":
        return abstention_messages.not_answered(understood("Who won in Pune?", index), REGISTRY)
    if kind == "another law, named by the asker":
        return abstention_messages.another_law_named(understood("section 420 of the IPC", index))
    if kind == "another law, told":
        return abstention_messages.other_law(OtherLaw.TENANCY)
    if kind == "no question of law":
        return abstention_messages.no_question()
    if kind == "left to a state's rules":
        return abstention_messages.left_to_state_rules(understood("the fee in Pune", index), REGISTRY)
    if kind == "unclear":
        return abstention_messages.unclear(understood("Pune?", index), REGISTRY)
    if kind == "no such form":
        missing = understood("Form Q", index).parts_not_there
        return abstention_messages.parts_not_there(missing, index, REGISTRY)
    if kind == "before the law":
        return abstention_messages.before_the_law(understood("When?", index, as_on=date(1940, 2, 3)), index)
    if kind == "no such section":
        return abstention_messages.not_there(understood("section 211", index).not_there, index, REGISTRY)
    if kind == "no such part":
        return abstention_messages.not_there(understood("section 3(99)", index).not_there, index, REGISTRY)
    return abstention_messages.rules_not_held(
        understood("rule 16 of Karnataka and Goa", index), index, REGISTRY
    )


KINDS = [
    "greeting", "nothing found", "nothing found in a state", "another law, named by the asker", "another law, told",
    "no question of law", "left to a state's rules", "unclear", "no such form", "before the law", "no such section",
    "no such part", "rules not held",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_plain_and_short(index: LawIndex, kind: str) -> None:
    text = told(kind, index)
    assert text[0].isupper() and text.endswith(".") and len(text.split()) <= 45
    assert text.isascii() and not re.search(r"[{}\[\]_<>|]|\bNone\b|\bcode\b|  ", text)
    assert "lantern_act" not in text


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"greeting", "unclear"}])
def test_a_refusal_is_one_sentence_and_lists_no_law(index: LawIndex, kind: str) -> None:
    """It may stand beside an answer to another part, where no list is of use."""
    text = told(kind, index)
    assert not re.search(r"[.?!] [A-Z]", text) and not text.startswith("I hold")


def test_they_say_what_is_missing(index: LawIndex) -> None:
    assert "section 211" in told("no such section", index) and "1 to 5" in told("no such section", index)
    assert "Section 3" in told("no such part", index) and "(99)" in told("no such part", index)
    assert "rule 16 of Karnataka and Goa" in told("rules not held", index)
    assert "IPC" in told("another law, named by the asker", index)
    assert "rent and tenancy law" in told("another law, told", index)
    assert "rules of Maharashtra" in told("nothing found in a state", index)
    assert "3 February 1940" in told("before the law", index)
    assert "into force on 1 January 1950" in told("before the law", index)


def test_several_missing_provisions_are_each_told_once(index: LawIndex) -> None:
    found = understood("sections 77, 78 and 77", index)
    text = abstention_messages.not_there(found.not_there, index, REGISTRY)
    assert text.count("section 77 ") == 1 and text.count("section 78 ") == 1


def test_ranges_are_told_with_their_gaps() -> None:
    body = "".join(f"## {n}. H.\n\nText of it.\n\n" for n in (1, 2, 3, 7, 9, 10))
    index = index_of((spec(expected="1-10", definitions=()), EditionKind.PLAIN, body))
    text = abstention_messages.not_there(understood("section 5", index).not_there, index, REGISTRY)
    assert "sections 1 to 3, 7 and 9 to 10" in text


def test_two_laws_held_are_both_named() -> None:
    index = index_of((spec(), EditionKind.PLAIN, PLAIN), (rules(), EditionKind.PLAIN, RULES_PLAIN))
    assert "the Lantern Act, 1950 and the Lantern Rules, 1951" in abstention_messages.greeting(
        index, REGISTRY
    )


def test_with_nothing_held_it_says_how_to_fix_that() -> None:
    assert "civicsetu up" in abstention_messages.nothing_held()


def test_wrongdoing_is_declined_in_a_sentence_and_the_law_may_follow() -> None:
    alone, cited = abstention_messages.wrongdoing(cites=False), abstention_messages.wrongdoing(cites=True)
    assert alone.count(".") == 1 and cited.startswith(alone) and cited.endswith(":")


def test_a_guess_is_told_to_be_nobodys_to_make() -> None:
    for cites in (True, False):
        assert abstention_messages.prediction(cites=cites).startswith("Nobody can tell")


def test_each_law_of_the_closed_list_has_a_plain_name() -> None:
    names = {abstention_messages.other_law(law) for law in OtherLaw}
    assert len(names) == len(OtherLaw) and not [name for name in names if "_" in name]
    assert all(", which I do not hold: ask " in name for name in names), "who has to turn elsewhere is told where"


def test_what_is_not_there_of_a_law_held_whole_does_not_exist(index: LawIndex) -> None:
    missing = understood("Form Q", index).parts_not_there
    whole = abstention_messages.parts_not_there(missing, index, OF_LANTERNS)
    assert whole == "There is no Form Q in the Lantern Act, 1950."
    assert told("no such form", index).startswith("I find no Form Q in what I hold of"), (
        "not known to be whole"
    )
    number = abstention_messages.not_there(understood("section 211", index).not_there, index, OF_LANTERNS)
    assert number.startswith("There is no section 211 in the Lantern Act, 1950")
    [article] = understood("article 12 of RERA", index).parts_not_there
    assert abstention_messages.parts_not_there([article], index, OF_LANTERNS).startswith("There is no Article 12 in the")
    unsure = [MissingPart("Part IV", (ACT,), sure=False)]
    assert abstention_messages.parts_not_there(unsure, index, OF_LANTERNS).startswith("I find no Part IV in what I hold")
    elsewhere = [MissingPart("Form B", (ACT,), elsewhere=True)]
    assert "which state" in abstention_messages.parts_not_there(elsewhere, index, REGISTRY)


def test_a_rule_that_is_not_held_of_a_state_that_is_names_the_rules_that_are() -> None:
    index = index_of_states()
    text = abstention_messages.not_there(
        understood("rule 16 of the UP rules", index).not_there, index, REGISTRY
    )
    assert text == "The Uttar Pradesh Lantern Rules, 1952 has no rule 16 that I hold; I hold rule 3."


def test_a_rule_without_its_state_is_asked_back_where_rules_are_held() -> None:
    """ "I do not hold that law" would be untrue: the rules of two states are held."""
    index = index_of_states()
    text = abstention_messages.rules_not_held(understood("What does rule 16 say?", index), index, REGISTRY)
    assert text == "Each state has its own rules: please say of which state you mean rule 16."
    of_goa = abstention_messages.rules_not_held(understood("rule 16 in Goa", index), index, REGISTRY)
    assert of_goa.startswith("I cannot show rule 16 of Goa: I do not hold that law.")
    assert "do not hold" in abstention_messages.rules_not_held(
        understood("regulation 9", index), index, REGISTRY
    )


def test_many_laws_are_named_by_their_states() -> None:
    """Four titles of laws in one sentence are no answer that anybody reads."""
    states = ("KARNATAKA", "UTTAR_PRADESH", "GOA")
    held = index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        *(
            (
                spec(
                    f"{s.lower()}_rules", jurisdiction=s, doc_type="RULES", expected="3, 16", definitions=()
                ),
                EditionKind.PLAIN,
                RULES_PLAIN,
            )
            for s in states
        ),
    )
    told = abstention_messages.greeting(held, REGISTRY)
    assert "under the Lantern Act, 1950, and rules of Goa, Karnataka and Uttar Pradesh," in told
