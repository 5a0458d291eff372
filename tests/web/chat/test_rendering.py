"""Nothing a law, a model or a person wrote may become Markdown, HTML, an image or a link."""

from __future__ import annotations

import re
from datetime import date
from uuid import uuid4

import pytest

from civicsetu.law.answers import (
    DISCLAIMER,
    Answer,
    AnswerKind,
    AnswerPart,
    AnswerTable,
    Confidence,
    Sentence,
    Step,
    Support,
    TableCell,
    TableRow,
)
from civicsetu.web.chat.rendering import answer_markdown, describe_stage, held_as_of, said_by_citation
from civicsetu.web.markdown import escape
from tests.web.fakes import FIRST, SECOND, THIRD, answer_for, citation, turn

OWN_WORDS = "*From the provision's own text:*"

_UNESCAPED = re.compile(r"(?<!\\)(?:\\\\)*[`*_{}\[\]<>#~|&:$]")


def rendered(question: str, **more: object) -> tuple[Answer, str]:
    answer = answer_for(turn(question, uuid4(), **more))  # type: ignore[arg-type]
    return answer, answer_markdown(answer, [one.name for one in answer.citations])


def test_an_answer_has_its_sentences_names_sources_date_and_disclaimer() -> None:
    _, shown = rendered("possession")
    for sentence in (FIRST, SECOND, THIRD):
        assert f"{sentence} [RERA Act s.18(1)]" in shown
    assert shown.count("- [RERA Act s.18(1)] Return of amount and compensation") == 1
    assert "(in plain words)" in shown
    assert "Law as held on 26 October 2020; later changes were not checked." in shown
    assert DISCLAIMER in shown


def test_a_yes_or_no_stands_out_before_its_sentence() -> None:
    answer, _ = rendered("possession")
    lead = answer.sentences[0].model_copy(update={"yes_or_no": "Not without *your* consent."})
    told = answer.model_copy(update={"sentences": (lead, *answer.sentences[1:])})
    shown = answer_markdown(told, [one.name for one in answer.citations])
    assert f"**Not without \\*your\\* consent.** {FIRST} [RERA Act s.18(1)]" in shown


def test_what_is_cited_of_one_section_is_one_source() -> None:
    answer, _ = rendered("possession")
    shown = answer_markdown(answer, ["[s.18(1)(a)]", "[s.18(1) proviso]", "[s.18(1)(a)]"])
    assert shown.count("- [s.18(1)(a)] [s.18(1) proviso] Return of amount and compensation") == 1
    other = answer.citations[1].model_copy(update={"title": "Interest"})
    apart = answer.model_copy(update={"citations": (answer.citations[0], other, answer.citations[2])})
    shown = answer_markdown(apart, ["[a]", "[b]", "[c]"])
    assert "- [a] [c] Return of amount" in shown and "- [b] Interest, " in shown


def test_warnings_stand_in_plain_words_and_no_score_is_shown() -> None:
    _, shown = rendered("possession", jurisdiction="KARNATAKA")
    assert "**Please note:** The rules of Karnataka are not held yet." in shown
    assert "0.987" not in shown and "high" not in shown


def test_an_abstention_says_why_cites_nothing_and_keeps_the_disclaimer() -> None:
    answer, shown = rendered("spacecraft")
    assert answer.abstained
    assert "does not answer this" in shown and "[RERA" not in shown and "Where this comes from" not in shown
    assert DISCLAIMER in shown


def test_whose_law_was_searched_stands_last_and_not_beside_what_is_other_law() -> None:
    _, shown = rendered("possession", jurisdiction="UTTAR_PRADESH")
    last = shown.split("\n\n")[-1]
    assert last == escape("Searched: the central Act and the rules of Uttar Pradesh (chosen by you).")
    assert "Searched" not in rendered("spacecraft")[1]


def test_hostile_law_text_is_shown_letter_by_letter() -> None:
    _, shown = rendered("hostile")
    body = shown.removeprefix(OWN_WORDS).split(" [RERA Act s.1]")[0]
    assert not _UNESCAPED.search(body)


def test_the_earliest_date_of_the_texts_is_told() -> None:
    told = [citation("18(1)", FIRST), citation("18(1)", SECOND, text_as_of=date(2019, 1, 2))]
    assert "2 January 2019" in held_as_of(told)
    assert held_as_of([citation("18(1)", FIRST, text_as_of=None)]) == ""


def test_a_heading_loses_the_full_stop_the_law_prints() -> None:
    told = answer_for(turn("possession", uuid4()))
    titled = [one.model_copy(update={"title": "Functions and duties."}) for one in told.citations]
    shown = answer_markdown(told.model_copy(update={"citations": tuple(titled)}), ["[a]"] * 3)
    assert "Functions and duties, Real Estate" in shown


def test_a_status_ends_with_one_ellipsis() -> None:
    assert describe_stage("Looking in the law...") == "Looking in the law…"


def test_an_answer_we_are_not_sure_of_says_so() -> None:
    answer, sure = rendered("possession")
    low = answer.model_copy(update={"confidence": Confidence(score=0.4, level="low")})
    names = [citation.name for citation in answer.citations]
    assert "not sure" in answer_markdown(low, names)
    assert "not sure" not in sure


def test_several_parts_stand_under_their_headings_in_bold_and_one_has_none() -> None:
    answer, whole = rendered("When must I get my flat?")
    limit = Sentence(text="Not here.", support=Support.NONE)
    parts = (
        AnswerPart(heading="*When*?", kind=AnswerKind.ANSWER, sentences=(0, 1, 2)),
        AnswerPart(heading="My dog?", kind=AnswerKind.ABSTAIN, sentences=(3,)),
    )
    told = {"kind": AnswerKind.PARTIAL, "sentences": (*answer.sentences, limit), "parts": parts}
    names = [one.name for one in answer.citations]
    shown = answer_markdown(answer.model_copy(update=told), names)
    assert shown.startswith("**\\*When\\*?**\n\n") and "\n\n**My dog?**\n\nNot here.\n\n" in shown
    assert answer_markdown(answer.model_copy(update={"parts": parts[:1]}), names) == whole


def test_words_of_the_law_say_so_once_in_each_part_and_statements_never() -> None:
    answer, shown = rendered("possession")
    names = [one.name for one in answer.citations]
    assert shown.startswith(f"{OWN_WORDS}\n\n{FIRST}") and shown.count(OWN_WORDS) == 1
    ours = tuple(one.model_copy(update={"support": Support.STATEMENT}) for one in answer.sentences)
    assert OWN_WORDS not in answer_markdown(answer.model_copy(update={"sentences": ours}), names)
    parts = (
        AnswerPart(heading="When?", kind=AnswerKind.ANSWER, sentences=(0, 1)),
        AnswerPart(heading="What?", kind=AnswerKind.ANSWER, sentences=(2,)),
    )
    shown = answer_markdown(answer.model_copy(update={"parts": parts}), names)
    assert f"**What?**\n\n{OWN_WORDS}\n\n{THIRD}" in shown and shown.count(OWN_WORDS) == 2


def test_the_panel_is_told_which_statement_cites_it_and_nothing_of_the_laws_own_words() -> None:
    answer, _ = rendered("possession")
    stated = answer.sentences[0].model_copy(update={"support": Support.STATEMENT})
    told = answer.model_copy(update={"sentences": (stated, *answer.sentences[1:])})
    assert said_by_citation(told) == {0: FIRST, 1: "", 2: ""}
    again = stated.model_copy(update={"text": f"As I said above: {FIRST}"})
    assert said_by_citation(told.model_copy(update={"sentences": (again,)})) == {0: FIRST}
    step = Step(text="Write to the builder.", citations=(2,))
    beside = told.model_copy(update={"sentences": told.sentences[:2], "steps": (step,)})
    assert said_by_citation(beside)[2] == "Write to the builder."


# what a model wrote


def written(**lead: object) -> str:
    answer, _ = rendered("possession")
    first = answer.sentences[0].model_copy(update={"support": Support.VERIFIED, **lead})
    told = {"written_by": "openrouter/some/*writer*-4", "sentences": (first, *answer.sentences[1:])}
    return answer_markdown(answer.model_copy(update=told), [one.name for one in answer.citations])


def test_a_written_answer_says_who_wrote_it_right_under_it_and_no_other_does() -> None:
    shown = written()
    assert shown.startswith(f"{FIRST} [RERA Act s.18(1)]")
    note = (
        "*Written by \\*writer\\*-4 from the law above; each sentence was checked against the provision it cites.*"
    )
    assert shown.index(THIRD) < shown.index(note) < shown.index("Where this comes from")
    assert "Written by" not in rendered("possession")[1]


def test_advice_is_called_a_tip_and_cites_nothing() -> None:
    shown = written(support=Support.PRACTICAL, citations=(), text="Keep *copies*.")
    assert shown.startswith("**Tip:** Keep \\*copies\\*.\n\n")


def test_a_translation_stands_above_its_sentence_and_is_marked_once() -> None:
    answer, _ = rendered("possession")
    both = [one.model_copy(update={"translation": f"अनुवाद *{at}*"}) for at, one in enumerate(answer.sentences[:2])]
    told = answer.model_copy(update={"sentences": (*both, answer.sentences[2])})
    shown = answer_markdown(told, [one.name for one in answer.citations]).split("\n\n")
    assert shown[:5] == [
        "*Machine-made translation, checked for figures and dates:*",
        "> अनुवाद \\*0\\*", f"{FIRST} [RERA Act s.18(1)]", "> अनुवाद \\*1\\*", f"{SECOND} [RERA Act s.18(1)]",
    ]  # fmt: skip


def test_the_panel_is_told_what_a_model_wrote() -> None:
    answer, _ = rendered("possession")
    first = answer.sentences[0].model_copy(update={"support": Support.VERIFIED})
    assert said_by_citation(answer.model_copy(update={"sentences": (first,)})) == {0: FIRST}


# steps and tables


def with_beside(**beside: object) -> str:
    answer, _ = rendered("possession")
    return answer_markdown(answer.model_copy(update=beside), [one.name for one in answer.citations])


def table(*cells: TableCell, states: tuple[str, ...] = ("Goa", "Kerala"), matter: str = "Fee") -> AnswerTable:
    return AnswerTable(states=states, rows=(TableRow(matter=matter, cells=cells),))


def test_states_stand_side_by_side_in_place_of_the_sentences() -> None:
    shown = with_beside(
        table=table(TableCell(text="It is\n500.", citations=(0,)), TableCell(text="Not found."))
    )
    heading, lines = shown.split("\n\n")[:2]
    assert heading == "**Fee**"
    assert lines.splitlines() == [
        "| Goa | Kerala |", "| --- | --- |", "| It is 500. [RERA Act s.18(1)] | Not found. |",
    ]  # fmt: skip
    assert FIRST not in shown.split("Where this comes from")[0]


@pytest.mark.parametrize(
    "text", ["a | b", "<img src=x>", "![p](https://evil.example)", "**bold**", "x\n| y | z |"]
)
def test_nothing_in_a_table_or_a_step_becomes_markdown(text: str) -> None:
    cells = (TableCell(text=text), TableCell(text="Not found."))
    for shown in (
        with_beside(table=table(*cells)),
        with_beside(table=table(*cells, matter=text)),
        with_beside(table=table(*cells, states=(text, "Kerala"))),
    ):
        heading, rows = shown.split("\n\n")[:2]
        lines = rows.splitlines()
        assert len(lines) == 3, "a row is a line"
        assert not _UNESCAPED.search(heading.removeprefix("**").removesuffix("**"))
        for line in (lines[0], lines[2]):
            bars = re.findall(r"(?<!\\)(?:\\\\)*\|", line)
            assert len(bars) == 3 and not _UNESCAPED.search(line.replace(" | ", "").strip("| "))
    steps = with_beside(steps=(Step(text=text),))
    [line] = [one for one in steps.splitlines() if one.startswith("1. ")]
    assert line == f"1. {escape(text)}"


def test_steps_are_numbered_under_their_heading_with_their_links() -> None:
    shown = with_beside(steps=(Step(text="Write to them.", citations=(0,)), Step(text="Name your state.")))
    blocks = shown.split("\n\n")
    at = blocks.index("**What you can do**")
    assert blocks[at + 1] == "1. Write to them. [RERA Act s.18(1)]\n2. Name your state."
    assert any(THIRD in block for block in blocks[:at]) and DISCLAIMER in shown
    assert "What you can do" not in with_beside()


def test_more_than_two_states_are_a_row_each_for_a_phone_has_no_room_for_columns() -> None:
    cells = (TableCell(text="500.", citations=(0, 0)), TableCell(text="Not found."), TableCell(text="700."))
    lines = with_beside(table=table(*cells, states=("Goa", "Kerala", "Bihar"))).split("\n\n")[1].splitlines()
    assert lines[:2] == ["| State | What it says |", "| --- | --- |"]
    assert lines[2].startswith("| Goa | 500\\. ") and lines[2].count("[") == 1, "a provision is named once a cell"
    assert lines[3:] == ["| Kerala | Not found. |", "| Bihar | 700\\. |"]


def test_what_stands_before_the_law_stands_above_a_table() -> None:
    answer, _ = rendered("late")
    why = Sentence(text="The law is in English.", support=Support.NONE)
    told = answer.model_copy(
        update={
            "sentences": (why, *answer.sentences),
            "table": table(TableCell(text="A."), TableCell(text="B.")),
        }
    )
    shown = answer_markdown(told, [one.name for one in answer.citations])
    assert shown.startswith("The law is in English.\n\n**Fee**")


def test_of_several_parts_the_sentences_stand_and_no_table() -> None:
    parts = (
        AnswerPart(heading="One?", kind=AnswerKind.ANSWER, sentences=(0, 1)),
        AnswerPart(heading="Two?", kind=AnswerKind.ANSWER, sentences=(2,)),
    )
    shown = with_beside(table=table(TableCell(text="A."), TableCell(text="B.")), parts=parts)
    assert "| Goa |" not in shown and FIRST in shown and "**Two?**" in shown


def test_an_abstention_shows_neither() -> None:
    declined, _ = rendered("spacecraft")
    shown = answer_markdown(declined.model_copy(update={"steps": (Step(text="Write to them."),)}), [])
    assert "Write to them" not in shown


def test_a_matter_told_in_two_rows_has_one_heading() -> None:
    fee, more, form = (
        TableRow(matter=matter, cells=(TableCell(text=text), TableCell(text="Not found.")))
        for matter, text in (("Fee", "It is 500."), ("Fee", "It is paid in coins."), ("Form", "Form A."))
    )
    shown = with_beside(table=AnswerTable(states=("Goa", "Kerala"), rows=(fee, more, form)))
    assert shown.count("**Fee**") == 1 and shown.count("| Goa | Kerala |") == 2
    assert "| It is 500. | Not found. |\n| It is paid in coins. | Not found. |" in shown
