"""Keys: variants of a question share one, different provisions never do."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from civicsetu.law.answers import QueryType
from civicsetu.law.paths import parse_path
from civicsetu.law.references import Reference, find_references
from civicsetu.models.profiles import get_profile
from civicsetu.retrieval.caching.cache_keys import normalise_query, result_key, vector_key
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.settings import ModelSettings, RetrievalSettings, Settings

ACT = "rera_act_2016"


@pytest.mark.parametrize(
    ("asked", "variant"),
    [
        ("Can I get a refund?", "can i get a refund"),
        ("Can I get a refund?", "  CAN  I\tget a\nrefund ?!"),
        ("My builder, who is late, won't answer.", "my builder who is late won't answer"),
        ("What is section 18?", "what is Section 18"),
        ("What is section 18(1)?", "what is section 18(1) ."),
        ("penalty: section 59", "Penalty section 59"),
        ("“refund”", '"refund"'),
        ("non-payment", "non payment"),
        ("धारा 18 क्या है?", "धारा 18 क्या है।"),
        ("sections 18, 19", "sections 18 19"),
        ("clause (a)", "Clause(a)?"),
        ("SECTION 18A", "section 18a"),
        ("Cafe\u0301 fee", "caf\u00e9 fee"),
    ],
)
def test_variants_share_a_key(asked: str, variant: str) -> None:
    assert normalise_query(asked) == normalise_query(variant)


@pytest.mark.parametrize(
    "apart",
    [
        ("section 18(1)", "section 181", "section 18 1", "section 18 (1)", "section 18.1", "section 18-1"),
        ("section 18A", "section 18 a", "section 18(a)", "section 18 (a)", "section 18"),
        (
            "section 4(2)(l)(D)",
            "section 4(2)(l)",
            "section 4(2)(1)(D)",
            "section 42(l)(D)",
            "section 4 2 l d",
        ),
        ("clause (a)", "clause a", "clause (A)"),
        ("section 4(2)(l)(D)", "section 4(2)(l)(d)"),
        ("rule 5", "rule 5%", "rule .5", "rule -5"),
        ("10.5 per cent", "105 per cent", "10 5 per cent"),
        ("Rs 1,00,000", "Rs 100000", "Rs 1 00 000"),
        ("sections 18-20", "sections 18 - 20", "sections 18 20", "sections 1820"),
        ("18² metres", "182 metres"),
        ("½ acre", "12 acre", "1/2 acre"),
        ("धारा १८(१)", "धारा १८१"),
        ("refund", "refunds", "re fund"),
    ],
)
def test_what_means_something_else_has_a_key_of_its_own(apart: tuple[str, ...]) -> None:
    assert len({normalise_query(text) for text in apart}) == len(apart)


@given(st.text(max_size=200))
@example("18 -. x 20 . , - 3")
@example("18 (\u0301) İstanbul (a) ((b)) '18'")
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise_query(text)
    assert normalise_query(once) == once


@given(st.text(max_size=200))
def test_no_number_is_lost_joined_or_split(text: str) -> None:
    def numbers(of: str) -> list[str]:
        return re.findall(r"\d+", of)

    assert numbers(normalise_query(text)) == numbers(text)


LABELS = st.sampled_from(["(1)", "(2)", "(10)", "(a)", "(zk)", "(ii)", "(D)", "(1A)"])
PATHS = st.tuples(
    st.sampled_from(["section", "Section", "rule", "sections", "clause"]),
    st.sampled_from([" ", "  ", ""]),
    st.sampled_from(["1", "4", "8", "18", "18A", "81", "181", "18 1", "18-1", "18.1"]),
    st.sampled_from(["", " "]),
    st.lists(LABELS, max_size=3).map("".join),
    st.sampled_from(["", ".", "?", ",", " ?", ";"]),
).map("".join)


@given(st.lists(PATHS, min_size=1, max_size=2), st.sampled_from(["and", "of", "", "refund,"]))
def test_a_question_and_its_folded_form_name_the_same_provisions(parts: list[str], between: str) -> None:
    """So two questions with one key never name different ones.

    "s. 18" is left out: its dot is taken for the end of a sentence, and only the references tell it from "s 18".
    """
    text = f"what is {f' {between} '.join(parts)} about"

    def named(of: str) -> list[str]:
        return [str(reference.path).lower() for reference in find_references(of, bare=True)]

    assert named(normalise_query(text)) == named(text)


@given(PATHS, PATHS)
def test_two_mentions_with_one_key_name_one_provision(first: str, second: str) -> None:
    if normalise_query(first) == normalise_query(second):
        paths = [{str(one.path).lower() for one in find_references(text)} for text in (first, second)]
        assert paths[0] == paths[1]


def reference(path: str, start: int = 0, **more: Any) -> Reference:
    return Reference(parse_path(path), "section", start, start + len(path), **more)


PLAN = RetrievalPlan("What is section 18(1)?", QueryType.FACT, (ACT,), ((ACT, reference("18(1)", 8)),))
CHANGES: dict[str, Any] = {
    "query": "What is section 18(2)?",
    "query_type": QueryType.PENALTY,
    "documents": (ACT, "karnataka_rera_rules_2017"),
    "references": ((ACT, reference("18(2)", 8)),),
    "rerank": False,
    "asked_last": "and 19?",
    "asked_itself": "19?",
    "is_part": True,
    "other_state_documents": ("karnataka_rera_rules_2017",),
    "rerank_pool": 3,
    "width": 9,
    "boosts": (("vector", 0.1),),
    "reasons": ("few words: looked deeper",),
    "state_named": True,
    "halves": ("What is section 18(1)", "and 19?"),
}


def key(plan: RetrievalPlan = PLAN, version: str = "0123", settings: str = "abcd") -> Any:
    return result_key(plan, version, settings)


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(RetrievalPlan)])
def test_every_field_of_a_plan_makes_another_key(name: str) -> None:
    changed = dataclasses.replace(PLAN, **{name: CHANGES[name]})
    assert key(changed) != key() and hash(key(changed)) != hash(key())


def test_the_law_held_and_the_settings_make_another_key() -> None:
    assert len({key(), key(version="4567"), key(settings="efgh")}) == 3
    of = [
        Settings(_env_file=None, retrieval=RetrievalSettings(max_context=most)).settings_hash()  # type: ignore[call-arg]
        for most in (5, 6)
    ]
    assert key(settings=of[0]) != key(settings=of[1])


def test_where_in_the_question_a_provision_is_named_does_not_matter() -> None:
    moved = dataclasses.replace(
        PLAN, query="  what is   SECTION 18(1)", references=((ACT, reference("18(1)", 15)),)
    )
    assert key(moved) == key()


def test_a_provision_is_told_apart_where_the_words_alone_do_not() -> None:
    named = RetrievalPlan("what is s. 18", documents=(ACT,), references=((ACT, reference("18", 8)),))
    unnamed = RetrievalPlan("what is s 18", documents=(ACT,))
    assert normalise_query(named.query) == normalise_query(unnamed.query) and key(named) != key(unnamed)


def test_of_which_law_a_provision_is_does() -> None:
    other = dataclasses.replace(PLAN, references=((ACT, reference("18(1)", 8, law="Companies Act")),))
    elsewhere = dataclasses.replace(PLAN, references=(("karnataka_rera_rules_2017", reference("18(1)", 8)),))
    upper, lower = (
        dataclasses.replace(PLAN, references=((ACT, reference(path)),))
        for path in ("4(2)(l)(D)", "4(2)(l)(d)")
    )
    assert len({key(), key(other), key(elsewhere), key(upper), key(lower)}) == 5


E5 = get_profile("e5-small-int8")


@given(st.text(max_size=60), st.text(max_size=60))
@example("refund", "Refund")
@example("refund", "refund ")
@example("refund", "refund?")
def test_a_vector_is_shared_by_equal_texts_only(first: str, second: str) -> None:
    keys = [vector_key(E5, ModelSettings(), text) for text in (first, second)]
    assert (keys[0] == keys[1]) == (first == second)
    assert all(re.fullmatch(r"[0-9a-f]{64}", one) for one in keys)


def test_a_vector_belongs_to_its_model() -> None:
    profiles = [E5, get_profile("e5-small-fp32"), E5.model_copy(update={"query_prefix": "question: "})]
    keys = {vector_key(profile, ModelSettings(), "refund") for profile in profiles}
    keys |= {
        vector_key(E5, ModelSettings(**told), "refund")  # type: ignore[arg-type]
        for told in ({"max_embed_chars": 200}, {"embed_api_base": "https://other.example"})
    }
    assert len(keys) == 5
    assert vector_key(E5, ModelSettings(threads=7), "refund") in keys
