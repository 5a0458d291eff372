"""What a model read joins what the rules read: the split and the wording are its, all else stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.understanding.understood import Understood, UnderstoodFact, UnderstoodPart
from civicsetu.answering.understanding.with_understood import with_understood
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import Answer, QueryType
from civicsetu.query.dialogue_acts import DialogueAct
from civicsetu.query.read_question import Query, ReadingContext
from tests.answering.given import answered, understood
from tests.retrieval.lantern_act import index_of

POST = "I gave my lantern to a keeper near Bengaluru in 2019. He lost the oil. Must he pay for the oil? Can he close the lantern at night?"


@pytest.fixture(scope="module")
def index() -> LawIndex:
    return index_of()


def _part(question: str, standalone: str = "", kind: QueryType = QueryType.FACT) -> UnderstoodPart:
    return UnderstoodPart(question, standalone, kind)


def _join(query: Query, read: Understood, question: str, index: LawIndex, earlier: list[Answer] | None = None) -> Query:
    return with_understood(query, read, question, ReadingContext(index, get_registry(), earlier=earlier or []))


def test_each_part_is_a_query_in_the_model_s_words(index: LawIndex) -> None:
    query = understood(POST, index)
    read = Understood(
        QueryType.FACT,
        (
            _part("Must he pay for the oil?", "Must a keeper pay for lost oil?", QueryType.PENALTY),
            _part("Can he close the lantern at night?"),
        ),
        (UnderstoodFact("party", "allottee", "I gave my lantern"),),
    )
    joined = _join(query, read, POST, index)
    first = joined.parts[0]
    assert first.sought == first.asked_last == "Must a keeper pay for lost oil?" and first.just_asked == "Must he pay for the oil?"
    assert "lantern at night" in joined.parts[1].sought
    assert all(one.is_part and "KARNATAKA" in one.jurisdictions for one in joined.parts)
    assert joined.parts[0].query_type is QueryType.PENALTY
    assert "He lost the oil" in joined.parts[0].standalone
    assert joined.parts[0].facts == (("party", "allottee"),)


def test_a_question_that_the_reading_loses_stands_behind_its_parts(index: LawIndex) -> None:
    query = understood(POST, index)
    assert len(query.parts) == 2
    read = Understood(QueryType.FACT, (_part("Must he pay for the oil?", "Must a keeper pay for lost oil?"),))
    joined = _join(query, read, POST, index)
    assert joined.parts[0].sought == "Must a keeper pay for lost oil?"
    assert joined.parts[1] == query.parts[1]


def test_a_sentence_that_asks_in_no_mark_is_left_to_the_reading(index: LawIndex) -> None:
    query = understood(POST, index)
    junk = replace(query.parts[0], heading="not sure where this belongs", asked_last="Not sure where this belongs.", asked_itself="")
    query = replace(query, parts=(junk, *query.parts))
    both = (_part("Must he pay for the oil?"), _part("Can he close the lantern at night?"))
    joined = _join(query, Understood(QueryType.FACT, both), POST, index)
    assert [one.heading for one in joined.parts] == ["Must he pay for the oil?", "Can he close the lantern at night?"]


def test_a_wrong_that_is_told_beside_questions_stays_behind_them(index: LawIndex) -> None:
    query = understood(POST, index)
    told = replace(query.parts[0], heading="the wick was stolen", tells_wrong=True, unasked=True)
    query = replace(query, parts=(*query.parts, told))
    both = (_part("Must he pay for the oil?"), _part("Can he close the lantern at night?"))
    assert _join(query, Understood(QueryType.FACT, both), POST, index).parts[2].unasked
    one = _join(query, Understood(QueryType.FACT, (_part("Must he pay for the oil? Can he close the lantern at night?"),)), POST, index)
    assert [part.unasked for part in one.parts] == [False, True]


def test_wrongs_that_are_asked_of_one_by_one_stay_as_they_were_read(index: LawIndex) -> None:
    query = understood(POST, index)
    wrong = replace(query.parts[0], heading="the wick was stolen", tells_wrong=True)
    query = replace(query, parts=(wrong, *query.parts))
    both = (_part("Must he pay for the oil?"), _part("Can he close the lantern at night?"))
    assert _join(query, Understood(QueryType.FACT, both), POST, index) == query


def test_a_part_that_the_rules_cut_wrongly_may_stand_in_two_of_the_model_s(index: LawIndex) -> None:
    cut = replace(understood(POST, index).parts[0], heading="pay for the oil and close the lantern?")
    query = replace(understood(POST, index), parts=(cut, cut))
    both = (_part("Must he pay for the oil?"), _part("Can he close the lantern at night?"))
    assert len(_join(query, Understood(QueryType.FACT, both), POST, index).parts) == 2
    assert _join(query, Understood(QueryType.FACT, both), POST, index) != query


def test_one_question_has_no_parts(index: LawIndex) -> None:
    text = "When must the lantern be closed?"
    query = understood(text, index)
    read = Understood(QueryType.TEMPORAL, (_part(text, "By when must a keeper close a lantern?", QueryType.TEMPORAL),))
    joined = _join(query, read, text, index)
    assert joined.parts == () and joined.query_type is QueryType.TEMPORAL
    assert joined.sought == "By when must a keeper close a lantern?" and joined.standalone == query.standalone
    assert joined.references == query.references


def test_a_follow_up_stands_alone_in_the_model_s_words(index: LawIndex) -> None:
    last = answered("When must the lantern be closed?")
    text = "and who pays for it?"
    query = understood(text, index, last=last)
    read = Understood(QueryType.FACT, (_part(text, "Who pays when the lantern is closed?"),))
    joined = _join(query, read, text, index, [last])
    assert joined.sought == "Who pays when the lantern is closed?"
    assert joined.standalone.startswith("Who pays when the lantern is closed?") and text in joined.standalone


def test_a_type_that_cannot_be_so_is_not_taken(index: LawIndex) -> None:
    text = "When must the lantern be closed?"
    query = understood(text, index)
    for kind in (QueryType.CROSS_REFERENCE, QueryType.CONFLICT):
        read = Understood(kind, (_part(text, "", kind),))
        assert _join(query, read, text, index).query_type is query.query_type


def test_a_reply_to_the_turn_before_stays(index: LawIndex) -> None:
    query = replace(understood("yes", index), act=DialogueAct.YES)
    assert _join(query, Understood(QueryType.FACT, (_part("yes", "Yes?"),)), "yes", index) is query
