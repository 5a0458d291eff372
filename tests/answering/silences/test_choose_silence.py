"""A silence is chosen where a question is nearer to those that ask for it than to those that statements answer."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.silences import choose_silence as module
from civicsetu.answering.silences.choose_silence import (
    FEATURES,
    SilenceChosen,
    SilenceWeights,
    choose_silence,
    find_likeliest,
    known_by_words,
    speaks_of,
)
from civicsetu.answering.silences.silence_index import SilenceIndex, build_silence_index
from civicsetu.answering.silences.tell_silence import may_tell_silence, tell_silence
from civicsetu.corpus.statements.silences import get_silences
from civicsetu.law.answers import AnswerKind
from civicsetu.law.other_laws import OtherLaw
from civicsetu.law.silences import Silence
from civicsetu.law.statements import parse_document_path
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.retrieval.answerability.decision import Decision, Reason
from tests.answering.composing.mills import ACT, NORTH, Embedder, found, index_with, read, whitening

CAT = Silence(
    "none.cat",
    "The Mill Act does not say who feeds the cat.",
    (ACT,),
    (parse_document_path(f"{ACT}:1"),),
    ("who must feed the cat of the mill", "does the miller feed cats", "is cat food my cost"),
    look="The village decides.",
    near=("north.1.fee", "mill.2.fee"),
    absent=(re.compile("cat"),),
)
HAT = Silence("none.hat", "The Mill Act sets no colour of hats.", (ACT,), (), ("which colour has the hat", "is a red hat allowed"))


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = SilenceWeights(-1.0, dict.fromkeys(FEATURES, 0.0) | {"nearest": 10.0}, dict.fromkeys(FEATURES, 0.0))
    monkeypatch.setattr(module, "get_silence_weights", lambda: fitted)


async def silences(*held: Silence) -> SilenceIndex:
    return await build_silence_index(held, Embedder(), whitening().of_statements)


async def choose(question: str, *held: Silence) -> SilenceChosen | None:
    vectors = found(question, (ACT, "1(1)")).vectors
    return choose_silence(read(question), vectors, await silences(*(held or (CAT, HAT))), await index_with())


async def test_the_silence_that_is_asked_for_is_chosen(weights: None) -> None:
    chosen = await choose("does the miller feed cats")
    assert chosen is not None and chosen.silence is CAT and chosen.chance > 0.5


async def test_a_question_that_a_statement_answers_has_none(weights: None) -> None:
    assert await choose("The builder must grind the corn within 30 days after the buyer asks.") is None


async def test_without_vectors_or_silences_there_is_none(weights: None) -> None:
    question = "does the miller feed cats"
    assert choose_silence(read(question), None, await silences(CAT), await index_with()) is None
    nothing = await silences()
    assert not nothing.held
    assert choose_silence(read(question), found(question).vectors, nothing, await index_with()) is None


async def test_the_nearest_are_found_however_near_they_are() -> None:
    """Which of them bears on the question is for the writer to see."""
    elsewhere = Silence("none.flag", "Northland's rules name no flag.", (NORTH,), (), ("which flag flies", "flag rule"))
    held, index = await silences(HAT, CAT, elsewhere), await index_with()
    question = "does the miller feed cats"
    asked, vectors = read(question), found(question).vectors
    assert find_likeliest(asked, vectors, held, index, 2) == [CAT, HAT], "what no law asked of was read for is left out"
    assert find_likeliest(asked, vectors, held, index, 1) == [CAT]
    assert find_likeliest(asked, None, held, index, 2) == find_likeliest(asked, vectors, await silences(), index, 2) == []


async def test_what_helps_beside_it_is_of_a_law_asked_of(weights: None) -> None:
    """The first of `near` is of another state, and who did not name it is told the Act's."""
    chosen = await choose("does the miller feed cats")
    assert chosen is not None and chosen.near is not None
    assert chosen.near.statement.id == "mill.2.fee"


async def test_a_law_asked_of_that_was_not_read_for_it_keeps_it_back(weights: None) -> None:
    """Another silence shows that Northland's rules are read for silences, and this one was not read in them."""
    elsewhere = Silence("none.flag", "Northland's rules name no flag.", (ACT, NORTH), (), ("which flag flies", "flag rule"))
    question = "does the miller feed cats in Northland"
    vectors = found(question).vectors
    asked = read(question, state="NORTHLAND")
    assert NORTH in asked.documents
    assert choose_silence(asked, vectors, await silences(CAT), await index_with()) is not None
    assert choose_silence(asked, vectors, await silences(CAT, elsewhere), await index_with()) is None


async def test_it_is_told_with_the_statement_that_helps_and_abstains() -> None:
    held = (await index_with()).get("mill.2.fee")
    turn = PartTurn(read("does the miller feed cats"), declined="Another law.", opening="Before.")
    told = tell_silence(turn, SilenceChosen(CAT, 0.8, held))
    assert told.preface == "The Mill Act does not say who feeds the cat. The village decides."
    assert told.chosen == (held,) and (told.declined, told.opening, told.chance) == ("", "", 0.8)
    alone = tell_silence(turn, SilenceChosen(CAT, 0.8, None))
    assert alone.kind is AnswerKind.ABSTAIN and alone.declined == told.preface and not alone.chosen


async def test_an_asker_of_another_state_is_told_no_form_of_the_states_named() -> None:
    of_north = replace(CAT, look="Northland's form feeds it.", look_of=frozenset({"NORTH"}), elsewhere="The village decides.")
    turn = PartTurn(read("does the miller feed cats"))

    def told(*states: str) -> str:
        asked = replace(turn, query=replace(turn.query, jurisdictions=("CENTRAL", *states)))
        return tell_silence(asked, SilenceChosen(of_north, 0.8, None)).declined

    assert told() == told("NORTH") == f"{CAT.says} Northland's form feeds it."
    assert told("SOUTH") == f"{CAT.says} The village decides."


async def test_questions_of_a_silence_in_romanised_hindi_are_embedded_as_their_gloss() -> None:
    typed = "kya cat ko khana milega nahi"
    index = await silences(replace(CAT, questions=(typed,)))
    glossed = await silences(replace(CAT, questions=(gloss(typed),)))
    assert gloss(typed) != typed and index.questions.tolist() == glossed.questions.tolist()


async def test_a_matter_named_in_so_many_words_is_not_told_the_silence_of_another() -> None:
    """A question of the GST on cat food belongs to GST law, unless the silence is likely what is asked."""
    named = Decision("abstain", reason=Reason.OTHER_LAW, other_law=OtherLaw.GST, by_words=True)
    assert not may_tell_silence(SilenceChosen(CAT, 0.5, None), named)
    assert may_tell_silence(SilenceChosen(CAT, 0.7, None), named)
    assert may_tell_silence(SilenceChosen(CAT, 0.5, None), replace(named, by_words=False))


@pytest.mark.parametrize(
    ("question", "known"),
    [
        ("Is there a last date for a complaint against the miller?", "none.complaint-time-limit"),
        ("am i too late to file a case", "none.complaint-time-limit"),
        ("complaint kitne saal tak kar sakte hain", "none.complaint-time-limit"),
        ("A complaint of 2012, is there any limitation?", "none.complaint-time-limit"),
        ("How long does the authority take to decide a complaint?", ""),
        ("Until when can I complain of cracks in the mill?", ""),
        ("By when must I appeal after my complaint failed?", ""),
        ("To whom do I complain?", ""),
        ("The rooms measure less than the miller promised, what now?", "none.carpet-smaller"),
        ("they reduced the balcony", "none.carpet-smaller"),
        ("Carpet area kam nikla", "none.carpet-smaller"),
        ("Carpet area kam nikla possession ke time", "none.carpet-smaller"),
        ("फ्लैट का एरिया कम निकला", "none.carpet-smaller"),
        ("फ्लॅटचे क्षेत्र कमी भरले", "none.carpet-smaller"),
        ("दलाल फ्लॅट विकून कमिशन घेतो", ""),
        ("फ्लैट पर कमीशन और एक कमरा", ""),
        ("The carpet area of the mill takes less time to sweep", ""),
        ("Must a project on an area less than 400 square metres be registered?", ""),
        ("The carpet area is larger than agreed", ""),
        ("Can my elder sister appear for me at the RERA hearing?", "none.relative-represents"),
        ("May my son, who is a chartered accountant, appear at the hearing?", ""),
        ("My father did not get the notice of the hearing. Can the case go on?", ""),
        ("Can my mother attend the hearing by video?", ""),
        ("Is the miller allowed to sell covered parking separately?", "none.parking-kinds"),
        ("He wants 2 lakh extra for stilt parking", "none.parking-kinds"),
        ("The covered parking leaks", ""),
        ("Can the miller sell open parking?", ""),
        ("I am a broker and do only resale, must I register?", "none.broker-resale"),
        ("sirf purane flat bechne wala dealer hoon, number chahiye?", "none.broker-resale"),
        ("I sell only resale flats as an agent, sometimes new flats too", ""),
    ],
)
def test_some_are_known_by_the_words_of_a_question_alone(question: str, known: str) -> None:
    assert known_by_words(question) == known
    assert not known or known in {one.id for one in get_silences()}


@pytest.mark.parametrize(
    ("name", "question", "speaks"),
    [
        ("none.parking-kinds", "Can he sell the stilt parking?", True),
        ("none.parking-kinds", "Can he sell open parking?", False),
        ("none.complaint-fee-refund", "Do I get the fee back if I win?", True),
        ("none.complaint-fee-refund", "What is the fee of a complaint for refund of my advance?", False),
        ("none.cat", "Anything", True),
    ],
)
def test_a_silence_may_need_a_word_of_its_own(name: str, question: str, speaks: bool) -> None:
    assert speaks_of(name, question) is speaks


def test_what_asks_for_a_silence_speaks_of_it() -> None:
    assert [(one.id, asked) for one in get_silences() for asked in one.questions if not speaks_of(one.id, asked)] == []
