"""What stands beside a provision: by law, capped, in plain words."""

from __future__ import annotations

import pytest

from civicsetu.answering.provisions.related_provisions import RelatedLaw
from civicsetu.answering.provisions.views import build_provision_view
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.provision_edges import Joined
from civicsetu.law.documents import EditionKind
from civicsetu.law.paths import parse_path
from tests.retrieval.lantern_act import (
    ACT,
    KARNATAKA,
    OFFICIAL,
    PLAIN,
    RULES_PLAIN,
    index_of,
    spec,
    state_rules,
)


@pytest.fixture(scope="module")
def index() -> LawIndex:
    index = index_of(
        (spec(), EditionKind.PLAIN, PLAIN),
        (spec(), EditionKind.OFFICIAL, OFFICIAL),
        (state_rules(KARNATAKA), EditionKind.PLAIN, RULES_PLAIN),
    )
    edges, section = index.edges, Joined(ACT, parse_path("3(2)"))
    edges.add_derivation(Joined(KARNATAKA, parse_path("3"), 0.9), section)
    edges.add_reference(section, Joined(ACT, parse_path("4")))
    edges.add_reference(Joined(KARNATAKA, parse_path("16")), section)
    for path in ("1", "2(a)", "2(b)", "2(c)", "3(1)"):
        edges.add_reference(Joined(ACT, parse_path(path)), section)
    return index


def test_a_section_shows_its_rules_and_what_it_refers_to_and_what_refers_to_it(index: LawIndex) -> None:
    related = build_provision_view(index, None, ACT, "3(2)", None).related
    assert [one.describe() for one in related.rules_under] == ["Karnataka Lantern Rules r.3"]
    assert [one.describe() for one in related.refers_to] == ["Lantern Act s.4"]
    assert [one.describe() for one in related.referred_to_by] == [
        "Lantern Act s.1, s.2(a), s.2(b), s.2(c) and 1 more", "Karnataka Lantern Rules r.16",
    ]  # fmt: skip
    assert related.made_under == ()


def test_a_rule_shows_the_section_it_is_made_under(index: LawIndex) -> None:
    related = build_provision_view(index, None, KARNATAKA, "3", None).related
    assert [one.describe() for one in related.made_under] == ["Lantern Act s.3(2)"]
    assert related.rules_under == ()


def test_a_form_is_named_by_its_own_name() -> None:
    law = RelatedLaw(document="x", title="Rules", mark="r.", provisions=("3", "Form A"), count=2)
    assert law.describe() == "Rules r.3, Form A"


def test_what_its_text_names_is_listed_whole(index: LawIndex) -> None:
    view = build_provision_view(index, None, ACT, "3(2)", None)
    assert [one.describe() for one in view.references] == ["Lantern Act s.4"]
    for path in ("1", "2(a)", "2(b)", "2(c)", "3(1)"):
        index.edges.add_reference(Joined(ACT, parse_path("5")), Joined(ACT, parse_path(path)))
    view = build_provision_view(index, None, ACT, "5", None)
    assert view.references[0].provisions == ("1", "2(a)", "2(b)", "2(c)", "3(1)")
    assert view.related.refers_to[0].provisions == ("1", "2(a)", "2(b)", "2(c)"), "beside it, some are named"
