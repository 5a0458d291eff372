"""Rules as a text made from a print: headings found in the law's order, pages kept, nothing lost unsaid."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from civicsetu.corpus.formats.extracted_text import ExtractedText, Reason, Removal
from civicsetu.corpus.layouts.rules_text import read_rules
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import GAZETTE
from civicsetu.errors import NotThisLaw
from civicsetu.law.documents import DocumentSpec
from civicsetu.law.paths import parse_path
from civicsetu.law.prints import OfficialVersion
from civicsetu.law.provisions import NodeKind, ProvisionTree
from tests.corpus.laws import meadow, paths
from tests.corpus.prints import letters

PRINTED = """GAZETTE OF THE MEADOWS

Now the keepers make the following rules, namely:-

CHAPTER - I
PRELIMINARY
1. Title.- (1) These are the Meadow Rules, 1951.
(2) They begin in May.

=== page 2 ===

CHAPTER II
OF MOWING
AND RAKING

2. Mowing.- (1) The keeper shall mow,-
(a) in May; or
(b) when the owner of the
meadow calls for it under

=== page 3 ===

[[margin: Hay.]]
Form A, and not at night:
Provided that he may rest.

3. Fees.— Two coins are paid for each cart.

Seal of the keepers.
FORM A

4. A line of the form.
"""


def rules(expected: str = "1-3") -> DocumentSpec:
    return meadow(
        expected, key="meadow_rules", title="Meadow Rules, 1951", doc_type="RULES", made_under="meadow_act"
    )


def version(*corrections: tuple[str, str], ends_before: str = "") -> OfficialVersion:
    told: dict[str, Any] = {
        "name": "gazette", "label": "Gazette of 1951", "filename": "text.txt", "style": "rules",
        "text_as_of": "1951-05-01", "ends_before": ends_before,
        "corrections": [
            {"printed": printed, "read": read, "reason": "letters misread"} for printed, read in corrections
        ],
    }  # fmt: skip
    return OfficialVersion.model_validate(told)


def read(
    text: str, expected: str = "1-3", *corrections: tuple[str, str], ends_before: str = ""
) -> ExtractedText:
    return read_rules(text, rules(expected), version(*corrections, ends_before=ends_before), "text.txt")


def tree_of(text: str, expected: str = "1-3") -> ProvisionTree:
    return divide(read(text, expected).body, rules(expected), GAZETTE)


def headings(text: str, expected: str = "1-3") -> list[str]:
    return [f"{section.path}. {section.heading}" for section in tree_of(text, expected).sections()]


@pytest.fixture(scope="module")
def printed() -> ExtractedText:
    return read(PRINTED, ends_before="Seal of")


# -- headings ------------------------------------------------------------------------------------------


def test_a_rule_is_its_heading_on_a_line_and_its_text_below(printed: ExtractedText) -> None:
    assert (
        "\n\n1. Title.\n(1) These are the Meadow Rules, 1951.\n\n(2) They begin in May.\n\n" in printed.body
    )
    assert printed.body.endswith("3. Fees.\nTwo coins are paid for each cart.\n")


@pytest.mark.parametrize(
    ("line", "heading", "text"),
    [
        ("1. Mowing.- (1) Mow.", "Mowing.", "(1) Mow."),
        ("1. Mowing.— (1) Mow.", "Mowing.", "(1) Mow."),
        ("1. Mowing. -- Mow.", "Mowing.", "Mow."),
        ("1. Mowing .- Mow.", "Mowing.", "Mow."),
        ("1. Mowing—(1) Mow.", "Mowing.", "(1) Mow."),
        ("1. Mowing- (1) Mow.", "Mowing.", "(1) Mow."),
        ("1. Mowing. (1) Mow.", "Mowing.", "(1) Mow."),
        ("1.Mowing.-(1) Mow.", "Mowing.", "(1) Mow."),
        ("1.   Mowing  of hay.- Mow.", "Mowing of hay.", "Mow."),
        ("1. Mowing.-\nMow.", "Mowing.", "Mow."),
        ("1. Mowing.\n(1) Mow.", "Mowing.", "(1) Mow."),
        ("1. Mowing, etc.- Mow.", "Mowing, etc.", "Mow."),
        ("1. Co-owned meadows.- Mow.", "Co-owned meadows.", "Mow."),
        ("1. Mowing (by night) and re-mowing.- Mow.", "Mowing (by night) and re-mowing.", "Mow."),
    ],
)
def test_a_heading_ends_at_its_stop_or_its_dash(line: str, heading: str, text: str) -> None:
    assert read(line, "1").body == f"1. {heading}\n{text}\n"


@pytest.mark.parametrize(
    ("line", "again"),
    [
        ("1. Mowing.- 1-(1) Mow.", "1-"),
        ("1. Mowing.-\n1-(1) Mow.", "1-"),
        ("1. Mowing.-\n\n1 - (1) Mow.", "1 -"),
    ],
)
def test_the_number_printed_before_the_heading_and_again_before_the_text_is_taken_once(
    line: str, again: str
) -> None:
    found = read(line, "1")
    assert found.body == "1. Mowing.\n(1) Mow.\n"
    assert [(one.text, one.reason) for one in found.removals] == [(again, Reason.NUMBER_AGAIN)]


def test_a_number_that_begins_the_text_is_not_the_rules_own() -> None:
    assert read("1. Mowing.- 12-year-olds may mow.", "1").body == "1. Mowing.\n12-year-olds may mow.\n"
    assert read("1. Mowing.- Mow.\n\n1-a is a field.", "1").body.endswith("\n\n1-a is a field.\n")


def test_headings_are_looked_for_in_the_laws_order_only() -> None:
    text = "1. Title.- Mow.\n\n3. Fees of old.\n\n2. Mowing.- Mow:\n(a) hay.\n\n3. Fees.- Two coins."
    with pytest.raises(NotThisLaw, match="prints twice rule 3"):
        headings(text)
    assert headings(text.replace("3. Fees of old.", "9 Fees of old.")) == [
        "1. Title.",
        "2. Mowing.",
        "3. Fees.",
    ]


def test_a_rule_that_is_missing_refuses_the_text() -> None:
    with pytest.raises(NotThisLaw, match="lacks rule 2"):
        headings(PRINTED.replace("2. Mowing.-", "Mowing.-"))


# -- paragraphs ----------------------------------------------------------------------------------------


def test_the_provisions_are_those_of_the_print() -> None:
    text = PRINTED.partition("Seal")[0]
    assert paths(tree_of(text)) == ["1(1)", "1(2)", "2(1)", "2(1)(a)", "2(1)(b)", "2(1) proviso"]


def test_two_provisions_that_open_on_one_line_are_two(printed: ExtractedText) -> None:
    text = "1. Rest.- (1) Who mows rests.\n(2) Leave.- (a) A day of leave.\n(b) Two days of leave.\n(3) Pay: - (i) coins;\n(ii) hay."
    assert paths(tree_of(text, "1")) == ["1(1)", "1(2)", "1(2)(a)", "1(2)(b)", "1(3)", "1(3)(i)", "1(3)(ii)"]
    assert "(2) Leave.-\n\n(a) A day of leave.\n\n(b)" in read(text, "1").body


@pytest.mark.parametrize(
    "chapter", ["CHAPTER II", "CHAPTER - II", "CHAPTER–II", "CHAPTER-II", "CHAPTER — II"]
)
@pytest.mark.parametrize("title", ["\nOF MOWING", "\n\nOF MOWING:", "\nOF\nMOWING", ""])
def test_a_chapter_is_one_paragraph_with_its_title_and_no_law(chapter: str, title: str) -> None:
    text = f"1. Title.- Mow.\n\n{chapter}{title}\n\n2. Rest.- Rest.\n"
    tree = tree_of(text, "1-2")
    [line] = [node for node in tree.root.walk() if node.kind is NodeKind.CHAPTER]
    assert line.heading == f"CHAPTER II {' '.join(title.split())}".strip()
    assert [tree.text_of(section).split("\n")[1] for section in tree.sections()] == ["Mow.", "Rest."]


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("he mows the", "long meadow.", True),
        ("he mows the", "Long Meadow.", True),
        ("he mows under", "12 trees.", True),
        ("he mows.", "He rests.", False),
        ("he mows;", "(2) he rests.", False),
        ("he mows and", "(2) he rests.", False),
        ("as said in clause", "(a) of this rule.", True),
        ("he mows, namely:-", "hay.", False),
        ("he mows:", "Provided that he rests.", False),
        ("he mows", "Explanation.- Hay is grass.", False),
    ],
)
def test_a_paragraph_goes_over_a_page_until_it_is_finished(first: str, second: str, joined: bool) -> None:
    body = read(f"1. Mowing.- (1) {first}\n\n=== page 2 ===\n\n{second}", "1").body
    assert body == f"1. Mowing.\n(1) {first}{' ' if joined else chr(10) * 2}{second}\n"


def test_lines_of_one_paragraph_are_joined_and_blank_lines_part_what_is_finished() -> None:
    body = read("1. Mowing.- The keeper\nmows\n\nthe meadow.\n\nHe rests.\nAnd sleeps.", "1").body
    assert body == "1. Mowing.\nThe keeper mows the meadow.\n\nHe rests. And sleeps.\n"


def test_a_list_named_at_a_lines_beginning_is_running_text() -> None:
    assert (
        read("1. Mowing.- Under clause\n(a) or (b) and clause\n(c) of rule 2 mow.", "1").body.count("\n") == 2
    )


# -- pages ---------------------------------------------------------------------------------------------


def _pages(found: ExtractedText, *words: str) -> list[int | None]:
    return [found.page_of(found.body.index(word)) for word in words]


def test_each_word_is_on_its_page(printed: ExtractedText) -> None:
    assert _pages(printed, "GAZETTE", "1. Title", "May.") == [1, 1, 1]
    assert _pages(printed, "CHAPTER II", "OF MOWING", "2. Mowing", "when the owner", "calls") == [2] * 5
    assert _pages(printed, "Form A, and", "Provided", "3. Fees", "Two coins") == [3] * 4
    assert len(printed.page_starts) == 3


def test_a_heading_at_a_pages_end_is_on_that_page() -> None:
    found = read("1. Title.- Mow.\n=== page 2 ===\n2. Rest.-\n\n=== page 3 ===\n\nHe rests.", "1-2")
    assert _pages(found, "Mow.", "2. Rest", "He rests") == [1, 2, 3]
    assert found.body == "1. Title.\nMow.\n\n2. Rest.\nHe rests.\n"


def test_a_page_without_words_begins_where_the_next_one_does() -> None:
    found = read("1. Title.- Mow.\n=== page 2 ===\n=== page 3 ===\n(2) Rest.", "1")
    assert found.page_starts[1] == found.page_starts[2] == found.body.index("(2)")


def test_a_text_without_marks_has_no_pages() -> None:
    found = read("1. Title.- Mow.\n[[margin: Hay.]]", "1", ("Mow", "Rake"))
    assert found.page_starts == () and found.page_of(3) is None
    assert [(one.page, one.at) for one in found.removals] == [(None, 0), (None, 0)]


@pytest.mark.parametrize(
    "mark", ["=== page 2 ===", "=== page 2", "=== page 2 (scan 7) ===", "  === page 2 ===  "]
)
def test_a_mark_of_a_page_is_no_word_of_the_law(mark: str) -> None:
    found = read(f"1. Title.- Mow\n{mark}\nthe hay.", "1")
    assert found.body == "1. Title.\nMow the hay.\n"
    assert _pages(found, "Mow", "the hay") == [1, 2]


# -- what is taken out ---------------------------------------------------------------------------------


def test_all_that_is_not_in_the_text_is_listed_with_its_page(printed: ExtractedText) -> None:
    end = len(printed.body)
    of_3 = printed.page_starts[2]
    assert printed.removals == (
        Removal(2, printed.page_starts[1], "=== page 2 ===", Reason.RUNNING_HEAD),
        Removal(3, of_3, "=== page 3 ===", Reason.RUNNING_HEAD),
        Removal(3, of_3, "[[margin: Hay.]]", Reason.MARGIN),
        Removal(3, of_3, "Seal of the keepers.", Reason.AFTER_THE_RULES),
        Removal(3, of_3, "FORM A", Reason.AFTER_THE_RULES),
        Removal(3, of_3, "4. A line of the form.", Reason.AFTER_THE_RULES),
    )
    assert "FORM A" not in printed.body and "margin" not in printed.body
    assert all(0 <= one.at <= end for one in printed.removals)


def test_what_stands_on_a_page_after_the_rules_is_listed_at_the_end() -> None:
    found = read("1. Title.- Mow.\nSeal.\n=== page 2 ===\nFORM A", "1", ends_before="Seal")
    assert [(one.page, one.at) for one in found.removals] == [
        (1, 0),
        (2, len(found.body)),
        (2, len(found.body)),
    ]


def test_rules_whose_end_is_not_found_are_refused() -> None:
    """The forms would be read into the last rule."""
    with pytest.raises(NotThisLaw, match=r"text\.txt: no line begins with 'Seal of the king'"):
        read(PRINTED, ends_before="Seal of the king")


# -- corrections ---------------------------------------------------------------------------------------


def test_a_correction_is_made_and_listed_with_its_page() -> None:
    text = PRINTED.partition("Seal")[0].replace("May; or", "Moy; or").replace("2. Mowing", "2, Mowing")
    found = read(text, "1-3", ("Moy", "May"), ("2, Mowing", "2. Mowing"), ("GAZETTE", "Gazette"))
    assert "(a) in May; or" in found.body and found.body.startswith("Gazette")
    listed = [one for one in found.removals if one.reason is Reason.MISREAD]
    assert [(one.page, one.text) for one in listed] == [
        (2, "Moy -> May"), (2, "2, Mowing -> 2. Mowing"), (1, "GAZETTE -> Gazette"),
    ]  # fmt: skip


def test_a_correction_may_part_a_line() -> None:
    found = read("1. Title.- (1) Mow: (1) hay;\n(ii) straw.", "1", ("Mow: (1) hay", "Mow:\n(i) hay"))
    assert found.body == "1. Title.\n(1) Mow:\n\n(i) hay;\n\n(ii) straw.\n"


@pytest.mark.parametrize(("printed", "times"), [("hedge", 0), ("keeper", 2)])
def test_a_correction_that_does_not_fit_once_refuses_the_text(printed: str, times: int) -> None:
    with pytest.raises(NotThisLaw, match=rf"text\.txt: '{printed}' stands {times} times") as refused:
        read("1. Title.- The keeper mows, the keeper rests.", "1", (printed, "brook"))
    assert "\n" not in refused.value.user_message


def test_a_place_is_corrected_once() -> None:
    """A second correction of the same place no longer finds what it names."""
    with pytest.raises(NotThisLaw, match="'Moy' stands 0 times"):
        read("1. Title.- In Moy.", "1", ("Moy", "May"), ("Moy", "March"))
    assert read("1. Title.- In Moy.", "1", ("Moy", "Mayo"), ("Mayo", "May")).body.endswith("In May.\n")


# -- nothing is lost -----------------------------------------------------------------------------------

_WORDS = st.lists(
    st.sampled_from("the Keeper mows hay under rule 2 and (a) Meadow 12".split()), min_size=1, max_size=8
)
_ENDS = st.sampled_from([".", ";", ":-", ",", "", " and"])
_BETWEEN = st.sampled_from(["\n", "\n\n", "\n\n\n", "  \n"])


@st.composite
def prints(draw: st.DrawFn) -> tuple[str, int]:
    """A print of up to five rules, with pages, margins, chapters and a form behind them."""
    count, page, text = draw(st.integers(1, 5)), 1, ""

    def lines(most: int) -> str:
        nonlocal page
        said = ""
        for _ in range(draw(st.integers(0, most))):
            opening = draw(st.sampled_from(["", "(1) ", "(b) ", "Provided that ", "(2) Leave.- (a) "]))
            said += opening + " ".join(draw(_WORDS)) + draw(_ENDS) + draw(_BETWEEN)
            if draw(st.integers(0, 4)) == 0:
                page += 1
                said += f"=== page {page} ==={draw(_BETWEEN)}"
            if draw(st.integers(0, 6)) == 0:
                said += f"[[margin: {' '.join(draw(_WORDS))}]]{draw(_BETWEEN)}"
        return said

    text += lines(2)
    for number in range(1, count + 1):
        if draw(st.booleans()):
            text += f"\n\nCHAPTER - {'I' * number}\nOF MEADOWS\n\n"
        text += f"{number}. Heading of it.- {draw(st.sampled_from(['', f'{number}-']))}" + lines(4) + "\n"
    return text + "End of it\nForm of 3 coins\n", count


@given(prints())
def test_every_letter_of_the_print_is_in_the_text_or_listed(made: tuple[str, int]) -> None:
    text, count = made
    found = read(text, f"1-{count}", ends_before="End of it")
    out = sum((letters(one.text) for one in found.removals), letters(""))
    assert letters(found.body) + out == letters(text)
    assert [one for one in found.body.split() if one[0].isalnum()] == [
        word for word in _kept(text, found) if word[0].isalnum()
    ], "in the order of the print"


def _kept(text: str, found: ExtractedText) -> list[str]:
    """The words of the print without the lines that are listed, chapters and second numbers made even."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    listed = {one.text for one in found.removals}
    kept = " ".join(line for line in lines if line not in listed)
    kept = kept.replace("CHAPTER - ", "CHAPTER ").replace("Heading of it.-", "Heading of it.")
    for one in found.removals:
        if one.reason is Reason.NUMBER_AGAIN:
            kept = kept.replace(f"it. {one.text}", "it. ", 1)
    return kept.split()


@given(prints())
def test_pages_rise_and_hold_what_was_printed_on_them(made: tuple[str, int]) -> None:
    text, count = made
    found = read(text, f"1-{count}", ends_before="End of it")
    assert list(found.page_starts) == sorted(found.page_starts)
    assert all(0 <= one.at <= len(found.body) for one in found.removals)
    marks = text.count("=== page ")
    assert len(found.page_starts) <= marks + 1
    assert not marks or found.page_starts[:1] == (0,)


def test_a_rule_found_by_its_path_is_on_its_page() -> None:
    tree = tree_of(PRINTED.partition("Seal")[0])
    found = read(PRINTED.partition("Seal")[0])
    node = tree.root.find(parse_path("2(1)(b)"))
    assert node is not None
    assert [found.page_of(node.start), found.page_of(node.end - 3)] == [2, 3]
