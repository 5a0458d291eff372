"""References in the text of a provision open where they are read, if they lead to what is held."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from civicsetu.answering.provisions.related_provisions import RelatedLaw
from civicsetu.web.chat.text_links import find_links

ACT = RelatedLaw(document="mill_act", title="Mill Act", mark="s.", provisions=("4", "7(2)"), count=2)
TEXT = "As under section 4, or sub-section (2) of section 7, but not section 9, a mill may be closed under section 4."


def test_references_that_are_known_are_links_in_order() -> None:
    links = find_links(TEXT, "mill_act", "3(1)", [ACT])
    assert [(TEXT[int(start) : int(end)], document, path) for start, end, document, path in links] == [
        ("section 4", "mill_act", "4"),
        ("sub-section (2) of section 7", "mill_act", "7(2)"),
        ("section 4", "mill_act", "4"),
    ]
    assert find_links(TEXT, "mill_rules", "3(1)", [ACT]) == [], "of its own law nothing is known to be referred to"
    assert find_links(TEXT, "mill_act", "no path?", [ACT]) == []


def test_a_section_named_in_rules_is_one_of_their_act_and_of_no_other_law() -> None:
    text = "A fee under section 4 is paid as in rule 4, and section 7(2) of the Act and section 4 of the Contract Act stand apart."
    act = RelatedLaw(document="rera_act_2016", title="RERA Act", mark="s.", provisions=("4", "7(2)"), count=2)
    own = RelatedLaw(document="karnataka_rera_rules_2017", title="Rules", mark="r.", provisions=("4",), count=1)
    links = find_links(text, own.document, "3(1)", [own, act])
    assert [(text[int(start) : int(end)], document, path) for start, end, document, path in links] == [
        ("section 4", act.document, "4"),
        ("rule 4", own.document, "4"),
        ("section 7(2)", act.document, "7(2)"),
    ]
    rule_alone = [one[:2] for one in find_links("As in rule 4.", act.document, "3", [act])]
    assert rule_alone == [], "a rule that an Act names is none of its sections"


@given(st.text(alphabet="section 47(2), rul9e", max_size=80))
@settings(max_examples=60, deadline=None)
def test_links_are_apart_and_inside(text: str) -> None:
    places = [int(at) for link in find_links(text, "mill_act", "3(1)", [ACT]) for at in link[:2]]
    assert places == sorted(places) and all(0 <= at <= len(text) for at in places)
