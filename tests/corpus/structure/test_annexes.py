"""Forms, schedules and annexures: found by their names, kept whole, never taken for rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.formats.line_joiner import LineJoiner
from civicsetu.corpus.formats.rules_paragraphs import RulesLine
from civicsetu.corpus.structure.annexes import find_annexes, find_annexes_start, opens_annex, put_annexes
from civicsetu.corpus.structure.chunks import cut_windows
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import GAZETTE
from civicsetu.corpus.structure.link import find_links
from civicsetu.law.documents import DocType
from civicsetu.law.paths import ProvisionPath, parse_path
from civicsetu.law.provisions import NodeKind
from tests.corpus.laws import meadow

TEXT = (
    "Meadow Rules, 1950\n\n1. Mowing.\n(1) The keeper mows in Form A.\n\n(2) He rests.\n\n2. Hay.\nHay is dried.\n\n"
    "FORM A\n\n[See rule 1(1)]\n\nAPPLICATION TO MOW\n\n1. Name of the keeper:\n\n2. Meadow:\n\n"
    "SCHEDULE\n\nList of meadows.\n\nFORM B\n\nReceipt under rule 2.\n"
)
SPEC = meadow(key="meadow_rules", doc_type=DocType.RULES, expected="1-2", made_under="meadow_act")


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("FORM ‘A’ ", "FORM A"),
        ("FORM - 'B'", "FORM B"),
        ("FORM “D” ", "FORM D"),
        ("Form – Q", "Form Q"),
        ("Annexure ‘A’", "Annexure A"),
        ("SCHEDULE ‘A’ -  ", "SCHEDULE A"),
        ("ANNEXURE", "ANNEXURE"),
        ("APPENDIX", "APPENDIX"),
        ("SCHEDULE 2", "SCHEDULE 2"),
        ("Form", ""),
        ("Form ‘D’ shall be sent", ""),
        ("FORMS", ""),
        ("INFORMATION", ""),
        ("The Schedule", ""),
    ],
)
def test_a_name_is_read_however_it_is_printed(printed: str, name: str) -> None:
    assert opens_annex(printed) == name


def test_they_follow_the_rules_as_nodes_of_their_own_kinds() -> None:
    tree = divide(TEXT, SPEC, GAZETTE)
    assert [str(section.path) for section in tree.sections()] == ["1", "2"]
    told = [(str(node.path), node.kind, node.heading) for node in tree.annexes()]
    assert told == [
        ("Form A", NodeKind.FORM, "Application to mow"),
        ("Schedule", NodeKind.SCHEDULE, ""),
        ("Form B", NodeKind.FORM, ""),
    ]
    assert tree.text_of(tree.sections()[-1]) == "2. Hay.\nHay is dried.\n\n"
    assert "".join(TEXT[start:end] for start, end in tree.root.leaves()) == TEXT


def test_the_numbered_blanks_of_a_form_are_no_rules_and_it_is_one_unit() -> None:
    [form, *_] = divide(TEXT, SPEC, GAZETTE).annexes()
    assert form.unit and form.children == []
    assert "1. Name of the keeper:" in TEXT[form.body : form.end]


def test_they_are_searched_under_their_own_names() -> None:
    cut = list(cut_windows(divide(TEXT, SPEC, GAZETTE), SPEC, lambda text: len(text.split())))
    forms = {window.unit: window.hierarchy for window in cut if parse_path(window.unit).is_annex}
    assert forms["Form A"] == (SPEC.short_title, "Form A Application to mow")
    assert forms["Schedule"] == (SPEC.short_title, "Schedule")
    assert [window.hierarchy[1] for window in cut if window.unit == "2"] == ["rule 2 Hay"]


def test_a_form_refers_to_its_rule_and_a_bare_clause_in_it_to_nothing() -> None:
    text = TEXT.replace("2. Meadow:", "2. Meadow as in clause (z) above:")
    found = find_links(divide(text, SPEC, GAZETTE), SPEC)
    assert [(str(link.source), str(link.target), link.resolved) for link in found] == [
        ("Form A", "1(1)", True),
        ("Form B", "2", True),
    ]


def test_a_name_printed_again_on_the_next_page_opens_no_second_form() -> None:
    text = TEXT.replace("2. Meadow:", "FORM A\n\n2. Meadow:")
    [first, *_] = divide(text, SPEC, GAZETTE).annexes()
    assert "2. Meadow:" in text[first.start : first.end]
    assert len(divide(text, SPEC, GAZETTE).annexes()) == 3


def test_a_text_without_them_has_none() -> None:
    text = TEXT[: find_annexes_start(TEXT, 0)]
    assert find_annexes_start(text, 0) == len(text) and list(find_annexes(text, len(text))) == []
    assert divide(text, SPEC, GAZETTE).annexes() == []


def test_lines_become_paragraphs_at_gaps_and_names() -> None:
    lines = [
        RulesLine("FORM ‘A’", 3),
        RulesLine("[See rule 1]", 3),
        RulesLine("Name of the", 3, apart=True),
        RulesLine("keeper", 4),
        RulesLine("SCHEDULE", 4),
    ]
    writer = LineJoiner()
    put_annexes(writer, lines)
    read = writer.finish([])
    assert read.body == "\n\nFORM A\n\n[See rule 1]\n\nName of the keeper\n\nSCHEDULE"
    assert read.page_of(read.body.index("keeper")) == 4


@pytest.mark.parametrize("name", ["Form A", "Schedule", "Annexure B", "Schedule 2", "Appendix"])
def test_their_paths_are_read_back_and_come_after_every_number(name: str) -> None:
    path = parse_path(name)
    assert str(path) == name and path.is_annex and path.labels == ()
    assert path.rank > ProvisionPath("999").rank


@pytest.mark.parametrize("name", ["Form AAA", "Forms", "form A", "Form a", "Form A(", "FormA"])
def test_what_is_no_name_of_one_is_no_path(name: str) -> None:
    with pytest.raises(ValueError, match="not the path"):
        parse_path(name)


@given(
    st.lists(
        st.sampled_from(["FORM A", "FORM B", "SCHEDULE", "1. Blank:", "words", "[See rule 1]"]), max_size=12
    )
)
def test_whatever_stands_there_the_leaves_are_the_text(lines: list[str]) -> None:
    text = TEXT[: find_annexes_start(TEXT, 0)] + "FORM C\n\nx\n\n" + "\n\n".join(lines) + "\n"
    tree = divide(text, SPEC, GAZETTE)
    assert "".join(text[start:end] for start, end in tree.root.leaves()) == text
    assert len(tree.sections()) == 2
