"""An answer as typed parts: what stands where, and that nothing of it is lost."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.corpus.registry import get_registry
from civicsetu.law.answers import (
    Answer,
    AnswerKind,
    AnswerPart,
    AnswerTable,
    Sentence,
    Step,
    Support,
    TableCell,
    TableRow,
    Warning,
)
from civicsetu.web.chat.parts.ask_next import read_questions, suggest_next
from civicsetu.web.chat.parts.page_answer import PageAnswer, hold_back_cards, show_streamed, show_whole
from civicsetu.web.chat.parts.said import find_marks, make_chips
from tests.web.fakes import FIRST, SECOND, THIRD, answer_for, turn

RATE = "The rate of interest is the bank's lending rate plus 2 %."


def answered(question: str = "possession", **changes: Any) -> Answer:
    return answer_for(turn(question, uuid4())).model_copy(update=changes)


def shown(answer: Answer) -> PageAnswer:
    return show_whole(answer, [one.name for one in answer.citations], get_registry(), ("What is a mill?",))


def test_the_first_sentence_of_law_is_the_short_answer_and_the_others_are_cards() -> None:
    [part] = shown(answered()).parts
    assert part.lead is not None and part.lead.text == FIRST
    assert [one.text for one in part.cards] == [SECOND, THIRD]
    assert part.lead.chips[0].card == "[RERA Act s.18(1)]" and part.lead.chips[0].label == "Act s.18(1)"


def test_what_opens_and_closes_without_law_is_no_answer() -> None:
    answer = answered()
    note, limit = (Sentence(text=text, support=Support.NONE) for text in ("In English only.", "The fee may be old."))
    told = shown(answer.model_copy(update={"sentences": (note, *answer.sentences, limit)}))
    assert told.parts[0].before == ("In English only.",) and told.parts[0].lead is not None
    assert told.parts[0].lead.text == FIRST and told.check is not None and told.check.notes == ("The fee may be old.",)


def test_what_the_law_leaves_open_is_the_short_answer_and_what_helps_beside_it_a_card() -> None:
    answer, open_ = answered(), "The Mill Act does not say who feeds the cat."
    told = Sentence(text=open_, support=Support.NONE, silence="none.cat", translation="यह क़ानून नहीं कहता।")
    [part] = shown(answer.model_copy(update={"sentences": (told, *answer.sentences)})).parts
    assert part.lead is not None and (part.lead.text, part.lead.translation) == (open_, told.translation)
    assert not part.before and not part.lead.chips and [one.text for one in part.cards] == [FIRST, SECOND, THIRD]
    [alone] = shown(answer.model_copy(update={"sentences": (told,)})).parts
    assert alone.lead is not None and alone.lead.text == open_ and not alone.cards


def test_a_name_of_a_state_stands_with_the_sentence_it_is_of() -> None:
    answer = answered()
    north, south = (Sentence(text=f"{one}land's rules say:", support=Support.NONE) for one in ("North", "South"))
    first, second, third = answer.sentences
    sentences = (north, first, second, south, third)
    [part] = shown(answer.model_copy(update={"sentences": sentences})).parts
    assert part.lead is not None and (part.lead.state, part.lead.text) == (north.text, first.text)
    assert [one.state for one in part.cards] == ["", south.text]
    assert not part.before and not part.limits
    streamed = show_streamed(answer.id, "", [("", sentences[:4])], {0: "a", 1: "b", 2: "c"}, None, get_registry())
    assert [one.text for one in streamed.parts[0].cards] == [second.text], "it waits for what it is of"


def test_the_rest_of_a_list_keeps_its_place_and_its_links() -> None:
    answer = answered()
    rest = Sentence(text="The list has 7 more, each behind one of these links:", citations=(1, 2), support=Support.NONE)
    told = shown(answer.model_copy(update={"sentences": (*answer.sentences, rest)}))
    assert told.parts[0].cards[-1].text == rest.text and told.parts[0].cards[-1].chips
    assert told.check is not None and not told.check.notes


def test_law_that_is_told_where_the_question_is_declined_names_its_provision() -> None:
    answer = answered()
    preface = Sentence(text="The law does not name a sum. It says what is weighed:", support=Support.NONE)
    declined = {"kind": AnswerKind.ABSTAIN, "abstained": True, "sentences": (preface, answer.sentences[0])}
    told = shown(answer.model_copy(update=declined))
    assert not told.refusal and told.parts[0].before == (preface.text,)
    assert told.parts[0].lead is not None and told.parts[0].lead.chips and told.sources is not None


@pytest.mark.parametrize("text", ["Two-thirds of the buyers have to agree.", "A third of the flats are sold."])
def test_a_share_of_people_or_things_is_not_how_much(text: str) -> None:
    answer = answered()
    consent = Sentence(text=text, citations=(0,), support=Support.STATEMENT)
    told = shown(answer.model_copy(update={"sentences": (*answer.sentences, consent)}))
    assert told.parts[0].amount is None and told.parts[0].cards[-1].text == text


def test_how_much_is_taken_from_the_cards_where_the_short_answer_names_no_sum() -> None:
    answer = answered()
    rate = Sentence(text=RATE, citations=(0,), support=Support.STATEMENT)
    told = shown(answer.model_copy(update={"sentences": (*answer.sentences, rate)}))
    [part] = told.parts
    assert part.amount is not None and part.amount.text == RATE
    assert RATE not in [one.text for one in part.cards]
    first = shown(answer.model_copy(update={"sentences": (rate, *answer.sentences)}))
    assert first.parts[0].amount is None, "the short answer says it already"


def law(text: str, name: str = "", at: int = 0, **more: Any) -> Sentence:
    return Sentence(text=text, citations=(at,), support=Support.STATEMENT, statement=name, **more)


def of_sections(answer: Answer, *sections: str) -> Answer:
    """The answer with a citation of each of these sections."""
    cited = tuple(answer.citations[0].model_copy(update={"section_id": one, "name": f"[RERA Act s.{one}]"}) for one in sections)
    return answer.model_copy(update={"citations": cited})


def test_how_much_is_the_sum_that_belongs_to_the_short_answer_and_not_the_first_one() -> None:
    answer = of_sections(answered(), "18", "59", "16")
    lead = law("The miller pays interest.", "act.interest")
    other = law("A mill without a licence costs 500 rupees.", "act.penalty", 1)
    rate = law("The rate is 9 %.", "north.rate", 2, fills=("act.interest",))
    [part] = shown(answer.model_copy(update={"sentences": (lead, other, rate)})).parts
    assert part.amount is not None and part.amount.text == rate.text
    [part] = shown(answer.model_copy(update={"sentences": (lead, other)})).parts
    assert part.amount is None and [one.text for one in part.cards] == [other.text], "another matter's sum"


def test_a_condition_stands_with_its_rule_wherever_that_is() -> None:
    answer = of_sections(answered(), "18", "59", "16")
    sentences = (
        law("The miller pays interest.", "act.interest"),
        law("A buyer may leave.", "act.leave", 1),
        law("The rate is 9 %.", "north.rate", 2, fills=("act.interest",)),
        law("Only if the mill was registered.", "act.registered", 1, condition_of=("act.leave",)),
        law("Only from the day of demand.", "act.demand", condition_of=("act.interest",)),
        law("A demand is made in writing.", "act.writing", condition_of=("act.demand",)),
        law("Not above 9 % in all.", "north.cap", 2, condition_of=("north.rate",)),
    )
    [part] = shown(answer.model_copy(update={"sentences": sentences})).parts
    assert part.lead is not None and part.amount is not None
    assert [one.text for one in part.lead.conditions] == [sentences[4].text, sentences[5].text]
    assert [one.text for one in part.amount.conditions] == [sentences[6].text]
    assert [(one.text, [each.text for each in one.conditions]) for one in part.cards] == [
        (sentences[1].text, [sentences[3].text])
    ]


def test_a_sum_in_a_condition_of_the_short_answer_is_not_taken_from_it() -> None:
    cap = law("Not above 900 rupees.", "act.cap", condition_of=("act.interest",))
    sentences = (law("The miller pays interest.", "act.interest"), law("Mills cost 7 rupees.", "act.cost"), cap)
    [part] = shown(answered().model_copy(update={"sentences": sentences})).parts
    assert part.amount is None and part.lead is not None and part.lead.conditions[0].text == cap.text


@given(st.lists(st.tuples(st.sets(st.integers(0, 7), max_size=3), st.booleans()), min_size=1, max_size=8))
@settings(max_examples=80, deadline=None)
def test_every_sentence_is_shown_once_whatever_is_a_condition_of_what(
    drawn: list[tuple[set[int], bool]],
) -> None:
    sentences = tuple(
        law(f"Law {at}{' costs 5 rupees' if costs else ''}.", f"s{at}", condition_of=tuple(f"s{rule}" for rule in sorted(rules) if rule != at))
        for at, (rules, costs) in enumerate(drawn)
    )
    [part] = shown(answered().model_copy(update={"sentences": sentences})).parts
    hosts = [one for one in (part.lead, part.amount, *part.cards) if one]
    told = [one.text for host in hosts for one in (host, *host.conditions)]
    assert sorted(told) == sorted(one.text for one in sentences)


def test_what_of_one_question_is_not_answered_stands_with_the_answer() -> None:
    lacking = Sentence(text="Northland's rules are not held here.", support=Support.NONE)
    fee = Sentence(text="Public pages agree: the fee is 1,000 rupees.", support=Support.NONE)
    date = Sentence(text="The rate is as printed in July 2017.", support=Support.NONE)
    answer = answered()
    told = shown(answer.model_copy(update={"sentences": (*answer.sentences, fee, date)}))
    assert told.parts[0].limits == (fee.text,) and told.check is not None and told.check.notes == (date.text,)
    partial = {"kind": AnswerKind.PARTIAL, "sentences": (*answer.sentences, lacking)}
    told = shown(answer.model_copy(update=partial))
    assert told.parts[0].limits == (lacking.text,) and told.check is not None and not told.check.notes


def test_forms_and_figures_are_marked_with_their_measures() -> None:
    text = "A complaint is made in Form N with a fee of 1,000 rupees within 60 days."
    assert [text[start:end] for start, end in find_marks(text)] == ["Form N", "1,000 rupees", "60 days"]


@given(st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_marks_are_in_order_apart_and_inside(text: str) -> None:
    ends = [0, *(at for mark in find_marks(text) for at in mark), len(text)]
    assert ends == sorted(ends)


def test_chips_say_what_is_not_plain_anyway_and_each_once() -> None:
    names = ["[Karnataka RERA Rules r.16]", "[RERA Act s.18(1) proviso]", "[Karnataka RERA Rules r.16]"]
    assert [one.label for one in make_chips(names)] == ["Karnataka r.16", "Act s.18(1) proviso"]


def test_each_part_of_a_post_keeps_its_heading_and_says_what_is_not_answered() -> None:
    answer = answered()
    declined = Sentence(text="I found no sure answer to this.", support=Support.NONE)
    parts = (
        AnswerPart(heading="First?", kind=answer.kind, sentences=(0, 1)),
        AnswerPart(heading="Second?", kind=answer.kind, sentences=(3,)),
    )
    told = shown(answer.model_copy(update={"sentences": (*answer.sentences, declined), "parts": parts}))
    assert [one.heading for one in told.parts] == ["First?", "Second?"] and told.parts[0].amount is None
    assert told.parts[1].lead is None and told.parts[1].before == (declined.text,)
    assert told.check is not None and told.check.notes == (), "each part says its own limits"


def test_states_side_by_side_are_rows_and_not_said_twice() -> None:
    cells = (TableCell(text="500 rupees", citations=(0,)), TableCell(text="Nothing is held."))
    table = AnswerTable(states=("Northland", "Southland"), rows=(TableRow(matter="Fee", cells=cells),))
    told = shown(answered(table=table))
    assert told.comparison is not None and told.comparison.rows[0].cells[0].chips
    assert told.parts[0].lead is None and not told.parts[0].cards and told.parts[0].amount is None


def test_what_a_cell_of_the_table_says_is_not_said_above_it() -> None:
    gap, other = "The fee of Southland is not held here.", "The law is held in English."
    table = AnswerTable(states=("Northland", "Southland"), rows=(TableRow(matter="Fee", cells=(TableCell(text="500 rupees", citations=(0,)), TableCell(text=gap))),))
    before = tuple(Sentence(text=text, support=Support.NONE) for text in (other, gap))
    answer = answered()
    told = shown(answer.model_copy(update={"table": table, "sentences": (*before, *answer.sentences), "kind": AnswerKind.PARTIAL}))
    assert [one for part in told.parts for one in (*part.before, *part.limits)] == [other]


def test_a_step_that_states_no_law_is_not_said_twice() -> None:
    answer = answered()
    gap = Sentence(text="Pages agree on 500 rupees. Look at the office.", support=Support.NONE)
    steps = (Step(text="Write to them.", citations=(0,)), Step(text="Pages agree on 500 rupees. Look there before you pay."), Step(text="Ask."))
    told = shown(answer.model_copy(update={"sentences": (gap, *answer.sentences), "steps": steps, "kind": AnswerKind.PARTIAL}))
    assert [one.text for one in told.steps] == ["Write to them.", "Ask."]
    for text, count in (("Pages agree on 500 rupees before the office. Look there.", 2), ("Pages agree on 700 rupees. Look there.", 3)):
        longer = gap.model_copy(update={"text": text})
        told = shown(answer.model_copy(update={"sentences": (longer, *answer.sentences), "steps": steps, "kind": AnswerKind.PARTIAL}))
        assert len(told.steps) == count


def test_check_first_dates_each_document_and_tells_each_warning_once() -> None:
    note = Warning(kind="not_held", text="The rules are not held.")
    answer = answered(warnings=(note, note))
    other = answer.citations[1].model_copy(update={"document": "mill_rules", "document_title": "Mill Rules", "text_as_of": None})
    told = shown(answer.model_copy(update={"citations": (answer.citations[0], other, answer.citations[2])}))
    assert told.check is not None and told.check.notes == ("The rules are not held.",)
    assert [(one.law, one.day) for one in told.check.laws] == [("RERA Act", "26 October 2020"), ("Mill Rules", "")]


def test_a_refusal_is_a_sentence_and_what_can_be_asked() -> None:
    told = shown(answer_for(turn("spacecraft", uuid4())))
    assert told.refusal.startswith("The law held here does not answer this.")
    assert told.next == ("What is a mill?",) and not told.parts and not told.copied and told.scope is None and told.sources is None


def test_what_is_copied_is_plain_and_holds_question_answer_and_provisions() -> None:
    copied = shown(answered(steps=(Step(text="Write to them."),))).copied
    assert copied.startswith("possession\n\n") and FIRST in copied and "1. Write to them." in copied
    assert "Return of amount and compensation" in copied and "\\" not in copied and "**" not in copied


def test_a_written_answer_says_who_wrote_it_and_another_that_nobody_did() -> None:
    told, plain = shown(answered(written_by="x/scribe")), shown(answered())
    assert told.sources is not None and told.sources.written.startswith("Written by scribe ")
    assert plain.sources is not None and "without a language model" in plain.sources.written


def test_all_of_it_can_be_sent_and_streams_into_the_same_parts() -> None:
    answer = answered()
    names = {index: one.name for index, one in enumerate(answer.citations)}
    whole = shown(answer)
    streamed = show_streamed(answer.id, answer.question, [("", answer.sentences)], names, answer.scope, get_registry())
    assert json.loads(json.dumps(whole.to_props()))["phase"] == "whole"
    assert streamed.parts == whole.parts and streamed.scope == whole.scope and streamed.phase == "working"


def test_a_part_that_another_follows_is_shown_whole_before_that_one_is() -> None:
    answer = answered()
    names = {index: one.name for index, one in enumerate(answer.citations)}
    first, second, third = answer.sentences

    def cards(*told: tuple[str, tuple[Sentence, ...]]) -> list[int]:
        streamed = show_streamed(answer.id, answer.question, told, names, answer.scope, get_registry())
        return [len(part.cards) for part in hold_back_cards(streamed).parts]

    assert cards(("First?", (first, second))) == [0], "how much may still come between"
    assert cards(("First?", (first, second)), ("Second?", (third, first))) == [1, 0], "nothing comes between them later"
    assert cards() == []


def test_questions_to_go_on_with_fit_what_is_cited_and_were_not_just_asked() -> None:
    answer = answered()
    table = {"rera_act_2016": {"18": ("What does it cost to complain?", "Which rate is paid?", "Three?", "Four?")}}
    assert suggest_next(answer, table) == ("What does it cost to complain?", "Which rate is paid?", "Three?")
    again = answer.model_copy(update={"question": "Which rate is paid here?"})
    assert "Which rate is paid?" not in suggest_next(again, table)
    assert suggest_next(answer, {"another_act": {"18": ("No?",)}}) == ()


def test_the_questions_that_ship_belong_to_laws_of_the_registry() -> None:
    assert set(read_questions()) <= set(get_registry().documents)
    assert all(one.endswith("?") for table in read_questions().values() for more in table.values() for one in more)


def test_what_was_just_asked_in_other_words_is_not_asked_next() -> None:
    answer = answered().model_copy(update={"question": "The tribunal's order came on 5 October 2026, until when can I go to the high court?"})
    table = {answer.citations[0].document: {"18": ("How long may I wait before I appeal to the High Court?", "Which court decides?")}}
    assert suggest_next(answer, table) == ("Which court decides?",)
    other = answer.model_copy(update={"question": "Who hears an appeal in the high court?"})
    assert len(suggest_next(other, table)) == 2, "a time was not asked for"


def test_a_figure_that_the_answer_gives_is_not_asked_next() -> None:
    answer = answered("What must a late builder add?")
    table = {answer.citations[0].document: {"18": ("How much interest does the bank's rate come to?", "Which court decides?")}}
    assert len(suggest_next(answer, table)) == 2
    first = answer.sentences[0].model_copy(update={"text": RATE})
    told = answer.model_copy(update={"sentences": (first, *answer.sentences[1:])})
    assert suggest_next(told, table) == ("Which court decides?",)
    steps = (Step(text="The bank's rate is printed there."), Step(text="Interest comes to 9 %."))
    assert suggest_next(answer.model_copy(update={"steps": steps}), table) == ("Which court decides?",), "the steps give it together"
    without = first.model_copy(update={"text": "The rate of interest is the bank's."})
    assert len(suggest_next(answer.model_copy(update={"sentences": (without,)}), table)) == 2
