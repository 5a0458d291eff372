"""What the conversation showed is not said again: what is new leads, or the sentence meant is named as said above."""

from __future__ import annotations

import pytest

from civicsetu.answering.citing import cite
from civicsetu.answering.composing.answer_with_statements import Stated, answer_with_statements
from civicsetu.answering.composing.ranking import Ranked
from civicsetu.answering.composing.said_before import (
    just_asks_for,
    named_as_said,
    rank_follow_up,
    refusal_first,
    statements_shown,
    texts_before,
    texts_shown,
)
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import Answer, Step
from civicsetu.query.asking import Asking
from tests.answering.composing.mill_rules import RULES
from tests.answering.composing.mills import (
    ACT,
    ACT_STATEMENTS,
    NORTH,
    REGISTRY,
    found,
    index_with,
    law,
    names,
    read,
)
from tests.answering.given import answered

GRIND = "The builder must grind the corn within 30 days after the buyer asks."
MORE_TIME = "The RERA authority may give the builder up to 15 days more."
PENALTY = "A builder who does not grind the corn pays up to 100 rupees."
FEE = "The builder must pay a fee; the state's rules set it."
HOW_LONG = "Within how many days must the builder grind the corn after the buyer asks?"


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def of(index: StatementIndex, name: str) -> StatementHeld:
    one = index.get(name)
    assert one is not None
    return one


def stated(index: StatementIndex, question: str, *shown: str) -> Stated:
    searched = found(question, (ACT, "1(1)"), (ACT, "3(1)"), (ACT, "2"), (NORTH, "1"))
    return answer_with_statements(read(question), searched, index, 5, frozenset(shown))


async def test_what_was_shown_is_named_as_said_where_nothing_new_answers(index: StatementIndex) -> None:
    first, again = stated(index, HOW_LONG), stated(index, HOW_LONG, GRIND, MORE_TIME)
    assert names(first.said)[:2] == ["mill.1-1.grind", "mill.1-1.more"] and not first.recalls
    assert again.recalls and names(again.said)[0] == "mill.1-1.grind"
    assert "mill.1-1.more" not in names(again.said) and again.chance == first.chance


async def test_what_is_new_leads_and_what_was_shown_stays_away(index: StatementIndex) -> None:
    question = "What does a builder pay who does not grind the corn?"
    said = stated(index, question, GRIND, MORE_TIME)
    assert names(said.said)[0] == "mill.3-1.penalty" and not said.recalls
    assert not {"mill.1-1.grind", "mill.1-1.more"}.intersection(names(said.said))


async def test_another_states_figure_is_new(index: StatementIndex) -> None:
    question = "The builder must pay which fee that the state's rules set?"
    assert names(stated(index, question, FEE).said)[:1] == ["mill.2.fee"]
    of_state = stated(index, f"In Northland the {question[4:]}", FEE)
    assert names(of_state.said)[:1] == ["north.1.fee"] and not of_state.recalls
    assert "mill.2.fee" not in names(of_state.said)


async def test_an_echo_of_what_was_shown_is_named_as_said_too() -> None:
    """Other words for what was said are no news; what is pointed back to is what was shown."""
    again = GRIND.replace("grind the corn", "grind corn")
    echo = f"""- id: mill.1-1.again
  says: {again}
  kind: duty
  bearer: promoter
  provisions: ["1(1)"]
  passages: ["The promoter (miller) must … asks for it"]
"""
    index = await index_with(texts={f"{ACT}.yaml": ACT_STATEMENTS + echo})
    said = stated(index, again, GRIND, MORE_TIME)
    assert names(said.said)[0] == "mill.1-1.grind" and said.recalls
    assert "mill.1-1.again" not in names(said.said)


async def test_what_says_more_of_what_is_asked_is_not_pointed_back_to() -> None:
    """It hardly differs from what was shown, but just the word that is asked for was not."""
    more = GRIND.replace("corn", "white corn")
    finer = f"""- id: mill.1-1.finer
  says: {more}
  kind: duty
  bearer: promoter
  provisions: ["1(1)"]
  passages: ["The promoter (miller) must … asks for it"]
"""
    index = await index_with(texts={f"{ACT}.yaml": ACT_STATEMENTS + finer})
    said = stated(index, more, GRIND, MORE_TIME)
    assert names(said.said)[0] == "mill.1-1.finer" and not said.recalls


async def test_what_was_shown_in_quite_other_words_is_said_plainly() -> None:
    echo = """- id: mill.1-1.month
  says: Grinding is due from the builder in 30 days.
  kind: period
  bearer: promoter
  provisions: ["1(1)"]
  passages: ["The promoter (miller) must … asks for it"]
  echoes: [mill.1-1.grind]
"""
    index = await index_with(texts={f"{ACT}.yaml": ACT_STATEMENTS + echo})
    said = stated(index, "Grinding is due from the builder in how many days?", GRIND, MORE_TIME)
    assert names(said.said)[0] == "mill.1-1.month" and not said.recalls


async def test_a_bare_follow_up_asks_of_what_the_conversation_tells(index: StatementIndex) -> None:
    penalty, grind, claim = (of(index, name).statement for name in ("mill.3-1.penalty", "mill.1-1.grind", "mill.1-2.claim"))
    assert just_asks_for(Asking("And what is the fine?"), penalty) and just_asks_for(Asking("by when"), grind)
    assert not just_asks_for(Asking("by when"), penalty), "it gives no time"
    assert not just_asks_for(Asking("What is the fine for a mill without a sluice?"), penalty), "it says of what"
    assert not just_asks_for(Asking(""), penalty) and not just_asks_for(Asking("and then"), claim)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("And if he refuses?", "mill.3-1.penalty"),
        ("what if the miller doesn't?", "mill.3-1.penalty"),
        ("and if he does not pay the tribunal?", "mill.1-1.grind"),
        ("and by when?", "mill.1-1.grind"),
    ],
)
async def test_if_he_does_not_is_answered_by_what_follows_then(index: StatementIndex, asked: str, first: str) -> None:
    ranked = [Ranked(of(index, "mill.1-1.grind"), 1.0), Ranked(of(index, "mill.3-1.penalty"), 0.5)]
    assert names([one.held for one in refusal_first(ranked, asked, [of(index, "mill.3-1.penalty")])])[0] == first
    far = [ranked[0], Ranked(ranked[1].held, 1.0 - 2 * ANSWERING.next_to_said)]
    assert refusal_first(far, asked, [ranked[1].held]) == far
    assert refusal_first(ranked, asked, []) == ranked, "it is of another section and was not said"


async def test_what_several_sentences_said_may_lead_in_one() -> None:
    """Dropped for having hardly a new word, it left the lead to a statement of another matter."""
    whole = "The RERA authority may give the builder 30 days."
    summed = f"""- id: mill.1-1.whole
  says: {whole}
  kind: period
  bearer: authority
  provisions: ["1(1) proviso"]
  passages: ["The Authority may give … 15 days more"]
"""
    index = await index_with(texts={f"{ACT}.yaml": ACT_STATEMENTS + summed})
    said = stated(index, whole, GRIND, MORE_TIME)
    assert names(said.said)[0] == "mill.1-1.whole" and not said.recalls


async def test_what_is_named_as_said_brings_what_it_requires_and_was_not_said(index: StatementIndex) -> None:
    assert names(stated(index, HOW_LONG, GRIND).said)[:2] == ["mill.1-1.grind", "mill.1-1.more"]


async def test_what_was_named_as_said_is_not_named_again(index: StatementIndex) -> None:
    said = stated(index, HOW_LONG, GRIND, MORE_TIME, f"As I said above: {GRIND}")
    assert not said.recalls and "mill.1-1.grind" not in names(said.said)


@pytest.mark.parametrize("shown", [(PENALTY,), (GRIND, MORE_TIME)], ids=["new", "said"])
async def test_a_follow_up_is_told_yes_or_no(index: StatementIndex, shown: tuple[str, ...]) -> None:
    question = "Must the builder grind the corn after 20 days?"
    searched = found(question, (ACT, "3(1)"), (ACT, "1(1)"))
    said = answer_with_statements(read(question), searched, index, 5, frozenset(shown), RULES)
    assert said.decided is not None and said.decided.says == "Yes."
    assert names(said.said)[0] == "mill.1-1.grind" and said.recalls is (GRIND in shown)


async def test_what_was_named_as_said_decides_no_yes_or_no(index: StatementIndex) -> None:
    question = "Must the builder grind the corn after 20 days?"
    shown = frozenset({GRIND, MORE_TIME, f"As I said above: {GRIND}"})
    said = answer_with_statements(read(question), found(question, (ACT, "1(1)"), (ACT, "3(1)")), index, 5, shown, RULES)
    assert said.decided is None and "mill.1-1.grind" not in names(said.said)


@pytest.mark.parametrize("shown", [PENALTY, GRIND], ids=["new", "said"])
async def test_an_unsure_follow_up_says_its_first_statement_alone(
    index: StatementIndex, monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    module = "civicsetu.answering.composing.answer_with_statements.ANSWERING"
    wide = {"provision_margin": 9.0, "section_margin": 9.0, "elsewhere_margin": 9.0, "least_lead": -9.0, "least_belongs": 0.0}
    monkeypatch.setattr(module, ANSWERING.model_copy(update={"alone_below": 0.0, **wide}))
    assert len(stated(index, HOW_LONG, shown).said) > 2
    monkeypatch.setattr(module, ANSWERING.model_copy(update={"alone_below": 1.0, **wide}))
    assert names(stated(index, HOW_LONG, shown).said) == ["mill.1-1.grind", "mill.1-1.more"], "with what it requires"


async def test_what_a_follow_up_asks_itself_tells_which_it_means(index: StatementIndex) -> None:
    one, other = of(index, "mill.1-1.grind"), of(index, "mill.3-1.penalty")
    whole = [Ranked(one, 1.0), Ranked(other, 0.8)]
    mean = rank_follow_up(whole, [Ranked(other, 0.4), Ranked(one, -1.0)])
    assert [(names([ranked.held])[0], round(ranked.score, 2)) for ranked in mean] == [
        ("mill.3-1.penalty", 0.8),
        ("mill.1-1.grind", 0.2),
    ], "the first keeps the score that its chance is told by"
    assert rank_follow_up(whole, []) == whole and rank_follow_up([], []) == []


async def test_it_says_of_itself_that_it_was_said(index: StatementIndex) -> None:
    sentence = named_as_said(cite([of(index, "mill.3-1.penalty")], law(), REGISTRY)[0][0])
    assert sentence.text == f"As I said above: {PENALTY}"
    assert names(statements_shown({sentence.text}, index)) == ["mill.3-1.penalty"]


def test_who_asks_again_in_the_same_words_gets_the_answer_again() -> None:
    before: list[Answer] = [answered("When is it closed?", steps=(Step(text="Ask."),))]
    assert texts_before("and by whom?", before) == texts_shown(before) == {"Words.", "Ask."}
    assert texts_before(" When is it  CLOSED?", before) == frozenset()
