"""Links: which provision names which, at its exact place, and never another law's."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from civicsetu.corpus.structure.link import Link, links
from civicsetu.law.documents import DocumentSpec
from tests.budget import examples
from tests.corpus.laws import Law, divided, laws, meadow


def _links(body: str, expected: str = "1-3", spec: DocumentSpec | None = None) -> list[Link]:
    return links(divided(body, expected), spec or meadow(expected))


def _shown(found: list[Link]) -> list[str]:
    return [f"{link.source} -> {link.target}{'' if link.resolved else ' ?'}" for link in found]


def _law(first: str) -> str:
    return f"1. A.\n{first}\n\n2. B.\n(1) x\n\n(2) y:\n\n(a) p;\n\n(b) q.\n\n3. C.\nz\n"


def test_a_mention_is_linked_at_its_place() -> None:
    body = _law("(1) Under section 3, and clause (b) of sub-section (2) of section 2, he mows.")
    found = _links(body)
    assert _shown(found) == ["1(1) -> 3", "1(1) -> 2(2)(b)"]
    assert [body[link.start : link.end] for link in found] == [
        "section 3", "clause (b) of sub-section (2) of section 2",
    ]  # fmt: skip


def test_relative_mentions_are_read_from_where_they_stand() -> None:
    body = _law("(1) x.\n\n(2) As sub-section (1) says:\n\n(a) p, and\n\n(b) with clause (a), q.")
    assert _shown(_links(body)) == ["1(2) -> 1(1)", "1(2)(b) -> 1(2)(a)"]


def test_a_list_makes_a_link_to_each() -> None:
    assert _shown(_links(_law("Under sections 2 and 3 he mows."))) == ["1 -> 2", "1 -> 3"]
    assert _shown(_links(_law("Under sections 2 to 3 he mows."))) == ["1 -> 2", "1 -> 3"]


def test_the_link_starts_at_the_finest_provision() -> None:
    body = _law(
        "(1) x:\n\n(a) p:\n\n(i) under section 3;\n\n(ii) r;\n\nProvided that section 2 stands.\n\n(b) q."
    )
    assert _shown(_links(body)) == ["1(1)(a)(i) -> 3", "1(1)(a) proviso -> 2"]


def test_another_laws_sections_are_left_out() -> None:
    """Trap G4: sections of other Acts became edges."""
    body = _law(
        "Under section 2 of the Brook Act, 1949 and section 3 of the Hedge Code he mows under section 3."
    )
    assert _shown(_links(body)) == ["1 -> 3"]


def test_a_rule_is_no_section() -> None:
    assert _links(_law("Under rule 3 and regulation 2 he mows.")) == []
    rules = meadow("1-3", doc_type="RULES", key="meadow_rules")
    assert _shown(_links(_law("Under rule 3 and section 2 he mows."), spec=rules)) == ["1 -> 3"]


def test_what_this_law_does_not_have_is_kept_as_unresolved() -> None:
    assert _shown(_links(_law("Under section 2(9) and section 77 he mows."))) == ["1 -> 2(9) ?", "1 -> 77 ?"]


def test_headings_footnotes_and_the_provision_itself_make_no_link() -> None:
    body = (
        "CHAPTER I OF SECTION 2\n\n1. Meadows under section 2.\n(1) As section 1(1) says.\n"
        "[India Code footnotes to section 1]\n1. Subs. for section 2.\n\n2. B.\ny\n"
    )
    assert _links(body, "1-2") == []


def test_a_mention_is_linked_once() -> None:
    found = _links(_law("Under section 3 and again under section 3 he mows."))
    assert _shown(found) == ["1 -> 3", "1 -> 3"]
    assert len({link.start for link in found}) == 2


def test_a_law_named_before_its_section_is_left_out() -> None:
    body = _law(
        "Under the Brook Act, 1949 (Act 9 of 1949), section 2(1), the Hedge Code, section 3, and section 2 he mows."
    )
    assert _shown(_links(body)) == ["1 -> 2"]


def test_rules_of_another_name_are_never_linked() -> None:
    rules = meadow("1-3", doc_type="RULES", key="meadow_rules")
    body = _law(
        "Under rule 2 of the Brook Rules, 1949, regulation 3 of the Brook Regulations and rule 3 he mows."
    )
    assert _links(body) == []
    assert _shown(_links(body, spec=rules)) == ["1 -> 3"]


def test_the_provision_itself_is_no_edge_and_its_parts_are() -> None:
    body = _law(
        "(1) x.\n\n(2) Under this section, this sub-section and sub-section (1) of this section he mows."
    )
    assert _shown(_links(body)) == ["1(2) -> 1(1)"]


def test_the_said_and_that_are_linked_to_what_was_named() -> None:
    body = _law(
        "Under sub-section (2) of section 2, the said sub-section, and clause (a) of that sub-section."
    )
    assert _shown(_links(body)) == ["1 -> 2(2)", "1 -> 2(2)", "1 -> 2(2)(a)"]


# -- rules under an Act --------------------------------------------------------------------------------

RULES = meadow(
    "1-3", doc_type="RULES", key="meadow_rules", made_under="meadow_act", title="Meadow Rules, 1951"
)


def _told(first: str) -> list[str]:
    """What rule 1 of the Meadow Rules refers to, with the law it is of."""
    return [f"{link.document} {link.target}" for link in _links(_law(first), spec=RULES)]


def test_a_bare_section_in_rules_is_the_acts() -> None:
    body = _law("Under section 9 and sub-section (2) of section 40 he mows.")
    found = _links(body, spec=RULES)
    assert [(str(link.target), link.document, link.resolved) for link in found] == [
        ("9", "meadow_act", True),
        ("40(2)", "meadow_act", True),
    ]
    assert [body[link.start : link.end] for link in found] == ["section 9", "sub-section (2) of section 40"]


@pytest.mark.parametrize(
    ("said", "leads_to"),
    [
        ("section 9 of the Act", ["meadow_act 9"]),
        ("Section 4 of the Act", ["meadow_act 4"]),
        ("clauses (a) and (b) of section 4", ["meadow_act 4(a)", "meadow_act 4(b)"]),
        ("sections 4 to 6", ["meadow_act 4", "meadow_act 5", "meadow_act 6"]),
        ("section 2 read with rule 3", ["meadow_act 2", "meadow_rules 3"]),
        ("rule 3 and section 3", ["meadow_rules 3", "meadow_act 3"]),
        ("section 9 of the Brook Act, 1949", []),
        ("section 9 of the Brook Act, 1949 and section 9", ["meadow_act 9"]),
        ("the Hedge Code, section 3", []),
        ("rule 3 of the Brook Rules, 1949", []),
        ("regulation 3", []),
        ("Form B", []),
    ],
)
def test_of_which_law_a_mention_in_rules_is(said: str, leads_to: list[str]) -> None:
    assert _told(f"Under {said} he mows.") == leads_to


def test_rules_under_no_act_lead_to_no_section() -> None:
    alone = RULES.model_copy(update={"made_under": ""})
    assert _links(_law("Under section 9 and section 3 of the Act he mows."), spec=alone) == []


def test_a_section_and_a_rule_of_one_number_in_one_place_are_two_links() -> None:
    assert _told("Under section 3, rule 3 and section 3 of the Act.") == [
        "meadow_act 3", "meadow_rules 3", "meadow_act 3",
    ]  # fmt: skip


def test_a_part_named_without_its_sub_rule_is_the_only_one_of_that_letter() -> None:
    """Rules say "clause (a) of rule 2" of clauses that all stand in one of its sub-rules."""
    assert _told("As clause (a) of rule 2 says.") == ["meadow_rules 2(2)(a)"]
    assert _shown(_links(_law("As clauses (a) to (b) of rule 2 say."), spec=RULES)) == [
        "1 -> 2(2)(a)", "1 -> 2(2)(b)",
    ]  # fmt: skip


def test_a_part_that_stands_in_two_sub_rules_or_in_none_is_unresolved() -> None:
    body = "1. A.\nAs clause (a) of rule 2 and clause (c) of rule 2 say.\n\n2. B.\n(1) x:\n\n(a) p.\n\n(2) y:\n\n(a) q.\n\n3. C.\nz\n"
    assert _shown(_links(body, spec=RULES)) == ["1 -> 2(a) ?", "1 -> 2(c) ?"]


@settings(max_examples=examples(30))
@given(laws())
def test_links_of_a_generated_law_lie_in_their_source(law: Law) -> None:
    body = law.body.replace(";", ", under sub-section (1) of section 1 and clause (a);")
    tree = divided(body, law.spec.expected)
    found = links(tree, law.spec)
    assert [link.start for link in found] == sorted(link.start for link in found)
    for link in found:
        node = tree.root.find(link.source)
        assert node is not None and node.start <= link.start < link.end <= node.end
        assert link.source != link.target
        assert link.resolved == (tree.root.find(link.target) is not None)
