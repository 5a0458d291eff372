"""The divider: every shape of law it claims to read, and what it refuses."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings

from civicsetu.corpus.layouts.consolidated import read_consolidated
from civicsetu.corpus.structure.headings import CONSOLIDATED, STARTER
from civicsetu.errors import NotThisLaw
from civicsetu.law.paths import parse_path
from civicsetu.law.provisions import Node, NodeKind, ProvisionTree
from tests.budget import examples
from tests.corpus.laws import Law, divided, laws, own_text, paragraphs, paths

CLAUSE_SCOPE = "Explanation.--- For the purpose of this clause, hay is cut grass."
SECTION_SCOPE = "Explanation.—For the purposes of this section, hay is cut grass."
SUBSECTION_SCOPE = "Explanation: For this sub-section, hay is cut grass."


def _letters(first: str, last: str) -> list[str]:
    alphabet = string.ascii_lowercase
    return [f"({c}) keep {c};" for c in alphabet[alphabet.index(first) : alphabet.index(last) + 1]]


def _text(tree: ProvisionTree, path: str) -> str:
    node = tree.root.find(parse_path(path))
    assert node is not None, f"{path} was not found"
    return " ".join(tree.text_of(node).split())


def _shape(*parts: str) -> list[str]:
    return paths(divided(paragraphs(*parts)))


# -- lists -------------------------------------------------------------------------------------------


def test_numbered_sub_sections_are_units() -> None:
    tree = divided(paragraphs("(1) Mow.", "(2) Rake:", "(a) hay;", "(b) straw.", "(3) Rest."))
    assert [str(unit.path) for unit in tree.units()] == ["1(1)", "1(2)", "1(3)"]
    assert paths(tree) == ["1(1)", "1(2)", "1(2)(a)", "1(2)(b)", "1(3)"]
    assert _text(tree, "1(2)") == "(2) Rake: (a) hay; (b) straw."
    assert [node.kind for node in tree.sections()[0].walk()] == [
        NodeKind.SECTION, NodeKind.SUBSECTION, NodeKind.SUBSECTION, NodeKind.CLAUSE, NodeKind.CLAUSE,
        NodeKind.SUBSECTION,
    ]  # fmt: skip


def test_a_section_without_sub_sections_is_one_unit() -> None:
    tree = divided(paragraphs("The keeper shall:", "(a) mow;", "(b) rake."))
    assert [str(unit.path) for unit in tree.units()] == ["1"]
    assert paths(tree) == ["1(a)", "1(b)"]


def test_a_whole_section_may_be_one_paragraph() -> None:
    tree = divided(paragraphs("The keeper mows."))
    assert [str(unit.path) for unit in tree.units()] == ["1"]
    assert tree.sections()[0].heading == "Keeping of meadows."


def test_roman_inside_letters_inside_numbers() -> None:
    assert _shape("(1) One:", "(a) first:", "(i) x;", "(ii) y;", "(iii) z;", "(b) second.", "(2) Two.") == [
        "1(1)", "1(1)(a)", "1(1)(a)(i)", "1(1)(a)(ii)", "1(1)(a)(iii)", "1(1)(b)", "1(2)",
    ]  # fmt: skip


def test_letters_inside_roman() -> None:
    shape = _shape("(1) One:", "(i) first;", "(ii) second:", "(a) x;", "(b) y;", "(iii) third.")
    assert shape == ["1(1)", "1(1)(i)", "1(1)(ii)", "1(1)(ii)(a)", "1(1)(ii)(b)", "1(1)(iii)"]


def test_capitals_inside_letters() -> None:
    shape = _shape("(1) One:", "(a) declare:", "(A) x;", "(B) y; and", "(b) more.")
    assert shape == ["1(1)", "1(1)(a)", "1(1)(a)(A)", "1(1)(a)(B)", "1(1)(b)"]


def test_i_after_h_is_the_next_letter_when_j_or_nothing_follows() -> None:
    assert _shape("List:", *_letters("a", "j")) == [f"1({c})" for c in "abcdefghij"]
    assert _shape("List:", *_letters("a", "i")) == [f"1({c})" for c in "abcdefghi"]
    assert _shape("(1) List:", *_letters("a", "i"), "(2) Two.")[-2:] == ["1(1)(i)", "1(2)"]


def test_i_after_h_opens_a_roman_list_when_ii_follows() -> None:
    shape = _shape("List:", *_letters("a", "h"), "(i) x;", "(ii) y;", "(i) keep i;", "(j) keep j.")
    assert shape[-5:] == ["1(h)", "1(h)(i)", "1(h)(ii)", "1(i)", "1(j)"]


def test_the_ninth_clause_may_hold_a_roman_list_of_its_own() -> None:
    shape = _shape("List:", *_letters("a", "h"), "(i) ninth:", "(i) x;", "(ii) y;", "(j) tenth.")
    assert shape[-5:] == ["1(h)", "1(i)", "1(i)(i)", "1(i)(ii)", "1(j)"]


def test_v_after_iv_is_a_letter_when_w_follows() -> None:
    shape = _shape(
        "List:", *_letters("a", "u"), "(i) p;", "(ii) q;", "(iii) r;", "(iv) s;", *_letters("v", "w")
    )
    assert shape[-6:] == ["1(u)(i)", "1(u)(ii)", "1(u)(iii)", "1(u)(iv)", "1(v)", "1(w)"]


def test_inserted_labels() -> None:
    shape = _shape(
        "(1) One.", "(1A) Later.", "(2) Two:", "(a) x;", "(aa) later;", "(ab) too;", "(b) y.", "(2A) Last."
    )
    assert shape == ["1(1)", "1(1A)", "1(2)", "1(2)(a)", "1(2)(aa)", "1(2)(ab)", "1(2)(b)", "1(2A)"]


def test_an_inserted_label_behind_a_footnote_mark() -> None:
    printed = paragraphs("(1) One:", "(a) x;", "^2[(aa) later;]", "^1[(ab) too;]", "(b) y.")
    tree = divided(read_consolidated(printed).body)
    assert paths(tree) == ["1(1)", "1(1)(a)", "1(1)(aa)", "1(1)(ab)", "1(1)(b)"]
    assert _text(tree, "1(1)(aa)") == "(aa) later;"


def test_za_comes_after_z() -> None:
    shape = _shape("List:", *_letters("a", "z"), "(za) x:", "(i) p;", "(ii) q;", "(zb) y.")
    assert shape[-5:] == ["1(z)", "1(za)", "1(za)(i)", "1(za)(ii)", "1(zb)"]


def test_clauses_an_amendment_omitted() -> None:
    shape = _shape("(1) One:", "(a) x;", "(b) y;", "******", "(e) z;", "(f) w.", "(2) Two.")
    assert shape == ["1(1)", "1(1)(a)", "1(1)(b)", "1(1)(e)", "1(1)(f)", "1(2)"]
    assert _shape("(1) One:", "******", "(c) z;", "(d) w.") == ["1(1)", "1(1)(c)", "1(1)(d)"]


@pytest.mark.parametrize("words", ["(see above) and mow", "(Act 3) and mow", "(1950) mow"])
def test_brackets_that_are_no_label_are_text(words: str) -> None:
    tree = divided(paragraphs("(1) One.", f"{words}.", "(2) Two."))
    assert paths(tree) == ["1(1)", "1(2)"]
    assert words in _text(tree, "1(1)")


def test_definitions_are_units() -> None:
    body = paragraphs(
        "In this Act,---", '(a) "hay" means cut grass;', '(b) "keeper" means:', "(i) x;", "(ii) y."
    )
    tree = divided(body, definitions=("1",))
    assert [str(unit.path) for unit in tree.units()] == ["1(a)", "1(b)"]
    assert [unit.kind for unit in tree.units()] == [NodeKind.DEFINITION] * 2
    assert paths(tree) == ["1(a)", "1(b)", "1(b)(i)", "1(b)(ii)"]


# -- provisos, explanations, continuations ------------------------------------------------------------


def test_a_proviso_belongs_to_the_clause_when_more_clauses_follow() -> None:
    tree = divided(paragraphs("(1) One:", "(a) x:", "Provided that y;", "(b) z.", "(2) Two."))
    assert paths(tree) == ["1(1)", "1(1)(a)", "1(1)(a) proviso", "1(1)(b)", "1(2)"]


def test_a_proviso_belongs_to_the_holder_after_its_last_clause() -> None:
    tree = divided(paragraphs("(1) One:", "(a) x;", "(b) y:", "Provided that z.", "(2) Two."))
    assert paths(tree) == ["1(1)", "1(1)(a)", "1(1)(b)", "1(1) proviso", "1(2)"]
    assert _text(tree, "1(1) proviso") == "Provided that z."


def test_a_proviso_after_an_inner_list_belongs_to_the_clause_that_holds_it() -> None:
    shape = _shape("(1) One:", "(a) x:", "(i) p;", "(ii) q:", "Provided that r.", "(b) y.")
    assert shape == ["1(1)", "1(1)(a)", "1(1)(a)(i)", "1(1)(a)(ii)", "1(1)(a) proviso", "1(1)(b)"]


def test_a_longer_list_in_a_later_clause_does_not_draw_the_proviso_inwards() -> None:
    shape = _shape(
        "(1) One:",
        "(a) x:",
        "(i) p;",
        "(ii) q:",
        "Provided that r.",
        "(b) y:",
        "(i) p;",
        "(ii) q;",
        "(iii) s.",
    )
    assert "1(1)(a) proviso" in shape


def test_a_longer_list_in_an_explanation_does_not_draw_the_proviso_inwards() -> None:
    shape = _shape("(1) One:", "(a) x;", "(b) y:", "(i) p;", "(ii) q:", "Provided that r.",
                   "Explanation.--- For this sub-section,", "(i) s;", "(ii) t;", "(iii) u.")  # fmt: skip
    assert "1(1) proviso" in shape


def test_several_provisos_are_told_apart() -> None:
    tree = divided(
        paragraphs(
            "(1) One:", "Provided that x:", "Provided further that y:", "Provided also that z.", "(2) Two."
        )
    )
    assert paths(tree) == ["1(1)", "1(1) proviso", "1(1) proviso 2", "1(1) proviso 3", "1(2)"]
    assert _text(tree, "1(1) proviso 2") == "Provided further that y:"


def test_provisos_of_two_provisions_do_not_add_up() -> None:
    shape = _shape("(1) One:", "Provided that x.", "(2) Two:", "Provided that y.")
    assert shape == ["1(1)", "1(1) proviso", "1(2)", "1(2) proviso"]


def test_provisos_and_an_explanation_of_a_capital_clause() -> None:
    shape = _shape("(1) One:", "(a) declare:", "(A) x;", "(B) y:", "Provided that p:", "Provided further that q.",
                   CLAUSE_SCOPE, "(C) z; and", "(b) more.")  # fmt: skip
    inner = "1(1)(a)(B)"
    assert shape == ["1(1)", "1(1)(a)", "1(1)(a)(A)", inner, f"{inner} proviso", f"{inner} proviso 2",
                     f"{inner} explanation", "1(1)(a)(C)", "1(1)(b)"]  # fmt: skip


@pytest.mark.parametrize(
    ("explanation", "belongs_to"),
    [
        (CLAUSE_SCOPE, "1(1)(b)"),
        (SUBSECTION_SCOPE, "1(1)"),
        (SECTION_SCOPE, "1"),
        ("Explanation.--- Hay is cut grass.", "1(1)"),
    ],
)
def test_an_explanation_belongs_to_what_it_says_it_explains(explanation: str, belongs_to: str) -> None:
    tree = divided(paragraphs("(1) One:", "(a) x;", "(b) y:", "(i) p;", "(ii) q.", explanation))
    assert paths(tree)[-1] == f"{belongs_to} explanation"
    assert [path for path in paths(tree) if "explanation" in path] == [f"{belongs_to} explanation"]


def test_an_explanation_of_the_section_is_a_unit_beside_its_sub_sections() -> None:
    tree = divided(paragraphs("(1) One.", "(2) Two.", SECTION_SCOPE))
    assert [str(unit.path) for unit in tree.units()] == ["1(1)", "1(2)", "1 explanation"]


def test_an_explanation_of_a_definition_holds_its_own_list() -> None:
    body = paragraphs("In this Act,---", '(a) "hay" means x:', "(i) p;", "(ii) q.",
                      "Explanation.--- For the purpose of this clause---", "(i) r;", "(ii) s;", '(b) "rake" means y.')  # fmt: skip
    tree = divided(body, definitions=("1",))
    assert paths(tree) == ["1(a)", "1(a)(i)", "1(a)(ii)", "1(a) explanation", "1(a) explanation(i)",
                           "1(a) explanation(ii)", "1(b)"]  # fmt: skip


def test_an_explanation_ends_where_the_next_clause_begins() -> None:
    tree = divided(paragraphs("(1) One:", "(a) x.", CLAUSE_SCOPE, "(b) y.", "(2) Two."))
    assert paths(tree) == ["1(1)", "1(1)(a)", "1(1)(a) explanation", "1(1)(b)", "1(2)"]


def test_two_explanations_are_told_apart() -> None:
    shape = _shape("(1) One.", "Explanation I.--- x.", "Explanation II.--- y.", "(2) Two.")
    assert shape == ["1(1)", "1(1) explanation", "1(1) explanation 2", "1(2)"]


def test_a_paragraph_after_a_list_goes_on_with_its_holder() -> None:
    tree = divided(paragraphs("(1) One:", "(a) x;", "(b) y,", "shall pay.", "(2) Two."))
    node = tree.root.find(parse_path("1(1)"))
    assert node is not None and own_text(tree, node) == "(1) One: shall pay."


def test_a_paragraph_after_an_inner_list_goes_on_with_the_clause() -> None:
    tree = divided(paragraphs("(1) One:", "(a) x:", "(i) p;", "(ii) q,", "as he may;", "(b) y.", "(2) Two."))
    assert _text(tree, "1(1)(a)") == "(a) x: (i) p; (ii) q, as he may;"
    assert _text(tree, "1(1)(a)(ii)") == "(ii) q,"


def test_the_restatements_words_for_provisos() -> None:
    body = "## 1. Keeping of meadows.\n\n(1) One.\n\nProviso: x.\n\nSecond proviso: y.\n\nExplanation: z.\n"
    tree = divided(body, profile=STARTER)
    assert paths(tree) == ["1(1)", "1(1) proviso", "1(1) proviso 2", "1(1) explanation"]


# -- headings, chapters, footnotes ---------------------------------------------------------------------


def test_a_heading_may_be_long() -> None:
    """Trap C1: a heading of more than 81 characters lost its section."""
    heading = "Keeping of meadows, brooks, hedges and lanes " * 6 + "by their keepers."
    tree = divided(f"1. Short.\nx\n\n2. {heading}\ny\n", "1-2")
    assert [section.heading for section in tree.sections()] == ["Short.", heading]


def test_chapters_are_not_law() -> None:
    tree = divided("CHAPTER I ALL\n\n1. A.\nx\n\nCHAPTER II MORE\n\n2. B.\ny\n", "1-2")
    chapters = [node for node in tree.root.walk() if node.kind is NodeKind.CHAPTER]
    assert [chapter.heading for chapter in chapters] == ["CHAPTER I ALL", "CHAPTER II MORE"]
    assert all(chapter.path is None and not chapter.unit for chapter in chapters)
    assert _text(tree, "1") == "1. A. x"


def test_footnotes_are_not_law_though_they_look_like_headings() -> None:
    notes = "[India Code footnotes to section 1]\n1. 1st May, 1950, vide notification.\n\n4. Ins. by Act 9 of 1960.\n"
    tree = divided(f"1. A.\nx\n{notes}\n2. B.\ny\n\n3. C.\nz\n\n4. D.\nw\n", "1-4")
    assert [str(section.path) for section in tree.sections()] == ["1", "2", "3", "4"]
    assert _text(tree, "1") == "1. A. x"
    assert [tree.text_of(node).strip() for node in tree.root.walk() if node.kind is NodeKind.NOTE] == [
        notes.strip()
    ]


def test_footnotes_may_count_on_past_the_next_sections_number() -> None:
    notes = "[India Code footnotes to section 1]\n1. 1st May, 1950, vide notification.\n2. Ins. by Act 9 of 1960.\n"
    tree = divided(f"1. A.\nx\n{notes}\n2. B.\ny\n", "1-2")
    assert [section.heading for section in tree.sections()] == ["A.", "B."]


def test_inserted_sections() -> None:
    tree = divided("1. A.\nx\n\n1A. Later.\ny\n\n2. B.\nz\n", "1, 1A, 2")
    assert [str(section.path) for section in tree.sections()] == ["1", "1A", "2"]


# -- refusals ------------------------------------------------------------------------------------------

_A, _B, _C = "1. A.\nx\n\n", "2. B.\ny\n\n", "3. C.\nz\n\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (_A + _C, "lacks section 2"),
        (_A, "lacks section 2, 3"),
        (_A + _B + _B + _C, "prints twice section 2"),
        (_A + _C + _B, "section 2 stands out of order"),
        (_A + _B + _C + "7. G.\nw\n", "should not have section 7"),
        (_A + "2. B.\n\n" + _C, "section 2 has a heading and no text"),
        (_A + _B + "3. C.\n   \n", "section 3 has a heading and no text"),
        (
            _A + "2. B.\n[India Code footnotes to section 2]\n1. note\n\n" + _C,
            "section 2 has a heading and no text",
        ),
        ("", "no section was found"),
        ("Hay is cut grass.\n", "no section was found"),
        ("\x00\x01\x02", "no section was found"),
        ("[India Code footnotes to section 1]\n1. 1st May, 1950.\n", "no section was found"),
        ("93. Z.\nw\n[India Code footnotes to section 93]\n1. note\n", "should not have section 93"),
    ],
)
def test_what_is_not_the_law_is_refused_by_name(body: str, reason: str) -> None:
    with pytest.raises(NotThisLaw, match=reason) as refused:
        divided(body, "1-3", whole="93." not in body)
    assert refused.value.user_message.startswith("Meadow Act, 1950: ")
    assert refused.value.user_message.endswith(".")


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        (("(1) One:", "(a) x;", "(c) z."), r"prints \(c\) after \(a\)"),
        (("(1) One.", "(3) Three."), r"prints \(3\) after \(1\)"),
        (("(1) One.", "(b) out of nowhere."), r"prints \(b\) after \(1\)"),
        (("(2) Two.", "(3) Three."), r"prints \(2\) at the beginning"),
        (("(1) One:", "(i) x;", "(iii) z."), r"prints \(iii\) after \(i\)"),
        (("(1) One:", "(a) x:", "(A) p;", "(C) q."), r"prints \(C\) after \(A\)"),
        (("(1) One.", "(1) One."), r"prints \(1\) after \(1\)"),
        (("(1) One:", "(a) x;", "(a) x."), r"prints \(a\) after \(a\)"),
        (("List:", "(a) x;", "(b) y;", "******", "(b) y."), r"prints \(b\) after \(b\)"),
        (("(1) One:", "(a) x;", "******", "(3) Three."), r"prints \(3\) after \(a\)"),
        (("List:", *_letters("a", "z"), "(zb) x."), r"prints \(zb\) after \(z\)"),
    ],
)
def test_a_label_that_continues_nothing_means_lost_law(parts: tuple[str, ...], reason: str) -> None:
    with pytest.raises(NotThisLaw, match=reason) as refused:
        divided(paragraphs(*parts))
    assert "section 1 " in refused.value.user_message and refused.value.at is not None


def test_a_restatement_may_hold_fewer_sections_but_none_twice() -> None:
    tree = divided("## 1. A.\n\nx\n\n## 3. C.\n\nz\n", "1-3", profile=STARTER, whole=False)
    assert [str(section.path) for section in tree.sections()] == ["1", "3"]
    with pytest.raises(NotThisLaw, match="prints twice"):
        divided("## 1. A.\n\nx\n\n## 1. A.\n\nz\n", "1-3", profile=STARTER, whole=False)


# -- invariants ----------------------------------------------------------------------------------------


def _check_places(node: Node) -> None:
    """Children lie inside their parent, in order, without overlap."""
    assert node.start <= node.body <= node.end
    at = node.start
    for child in node.children:
        assert at <= child.start < child.end <= node.end
        at = child.end
        _check_places(child)


@settings(max_examples=examples(60, at_first=20))
@given(laws())
def test_every_generated_law_is_divided_exactly(law: Law) -> None:
    tree = divided(law.body, law.spec.expected, profile=CONSOLIDATED)
    assert "".join(law.body[start:end] for start, end in tree.root.leaves()) == law.body
    _check_places(tree.root)
    found = {str(node.path): node for node in tree.root.walk() if node.path is not None}
    assert paths(tree) == [path for path in law.order if "(" in path or " " in path]
    assert len(found) == sum(node.path is not None for node in tree.root.walk())
    for path, words in law.own.items():
        assert own_text(tree, found[path]) == words


@settings(max_examples=examples(60, at_first=20))
@given(laws())
def test_units_cover_the_law_of_a_section(law: Law) -> None:
    tree = divided(law.body, law.spec.expected)
    for section in tree.sections():
        units = [node for node in section.walk() if node.unit]
        assert units == [section] or all(unit in section.children for unit in units)
        assert units
        covered = sum(unit.end - unit.start for unit in units)
        beside = own_text(tree, section) if units != [section] else ""
        assert covered + len(beside) >= len("".join(law.body[section.body : section.end].split()))


# -- rules -------------------------------------------------------------------------------------------


def test_a_list_of_the_same_kind_stands_inside_an_item_that_announces_it() -> None:
    shape = _shape(
        "The keeper pays:", "(a) for carts:-", "(a) two coins;", "(b) three coins;", "(c) four coins."
    )
    assert shape == ["1(a)", "1(a)(a)", "1(a)(b)", "1(a)(c)"]
    assert _shape("(1) Pay:", "(a) for carts, namely:", "(a) two;", "(b) three;", "(b) for hay.", "(2) Rest.") == [
        "1(1)", "1(1)(a)", "1(1)(a)(a)", "1(1)(a)(b)", "1(1)(b)", "1(2)",
    ]  # fmt: skip


@pytest.mark.parametrize("announced", [":", ":-", ":—", "—", " –", ",-"])
def test_a_dash_or_a_colon_announces_a_list(announced: str) -> None:
    assert "1(b)(a)" in _shape("Pay:", "(a) two;", f"(b) of hay{announced}", "(a) three;", "(b) four.")


def test_a_list_of_the_same_kind_stands_inside_an_item_where_the_outer_list_plainly_goes_on() -> None:
    shape = _shape(
        "Pay:", "(a) two;", "(b) rest;", "(c) for hay", "(a) three;", "(b) four;", "(d) for straw."
    )
    assert shape == ["1(a)", "1(b)", "1(c)", "1(c)(a)", "1(c)(b)", "1(d)"]
    roman = _shape(
        "(1) Pay:", "(i) two;", "(ii) rest;", "(iii) for hay", "(i) x;", "(ii) y;", "(iv) for straw."
    )
    assert roman == ["1(1)", "1(1)(i)", "1(1)(ii)", "1(1)(iii)", "1(1)(iii)(i)", "1(1)(iii)(ii)", "1(1)(iv)"]


@pytest.mark.parametrize(
    "parts",
    [
        ("Pay:", "(a) two;", "(b) three;", "(a) four."),
        ("Pay:", "(a) two;", "(a) three;", "(b) four."),
        ("Pay:", "(a) two;", "(b) three;", "(a) four;", "(b) five;", "(c) six."),
        ("Pay:", "(a) two;", "(b) three;", "(c) four;", "(a) five;", "(d) six."),
        ("(1) Pay.", "(2) Rest.", "(1) Mow."),
        ("(1) Pay:", "(1) Rest.", "(2) Mow."),
        ("(1) Pay:", "(i) two;", "(i) three."),
    ],
    ids=str,
)
def test_a_label_that_is_simply_printed_twice_is_refused(parts: tuple[str, ...]) -> None:
    """Reading the second as a list inside the first would put law under a path it does not have."""
    with pytest.raises(NotThisLaw, match="what comes between is missing"):
        _shape(*parts)


@pytest.mark.parametrize(
    ("explanation", "belongs_to"),
    [
        ("Explanation: For this rule, hay is cut grass.", "1"),
        ("Explanation.- For the purposes of this rule, hay is cut grass.", "1"),
        ("Explanation: For this sub-rule, hay is cut grass.", "1(1)"),
        ("Explanation: For this subrule, hay is cut grass.", "1(1)"),
        ("Explanation: For section 14(2) of the Act, hay is cut grass.", "1(1)"),
        ("Explanation: For rule 14 of these rules, hay is cut grass.", "1(1)"),
        ("Explanation: Hay is cut grass.", "1(1)"),
    ],
)
def test_an_explanation_of_a_rule_belongs_to_the_rule_and_another_section_is_no_scope(
    explanation: str, belongs_to: str
) -> None:
    tree = divided(paragraphs("(1) One:", "(a) x;", "(b) y.", explanation, "(2) Two."))
    assert [path for path in paths(tree) if "explanation" in path] == [f"{belongs_to} explanation"]
