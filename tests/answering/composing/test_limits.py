"""What an Act leaves to rules that are not held is said to be so, once and with its reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.limits import (
    find_limits,
    leads_to_what_is_lacking,
)
from civicsetu.answering.composing.statement_index import StatementIndex
from civicsetu.answering.composing.values.fixed_values import ValueSaid
from civicsetu.law.documents import CENTRAL
from civicsetu.query.asking import AskedKind
from tests.answering.composing.mill_values import values
from tests.answering.composing.mills import index_with, law, read

LEFT = "mill.2.fee"


@pytest.fixture(scope="module")
async def index() -> StatementIndex:
    return await index_with()


def limits(index: StatementIndex, state: str | None, *said: str, name: str = "") -> list[str]:
    held = [one for wanted in said if (one := index.get(wanted)) is not None]
    return list(find_limits(held, read("How much is the fee?", state=state), name, index, values()))


async def test_a_rule_that_is_not_held_is_said_to_be_not_held() -> None:
    """Southland's own statement is withheld, so nothing fills what the Act leaves to its rules."""
    index = await index_with(law(southland_mill_rules_1952="## 1. Fee.\n\nNothing.\n"))
    [told] = limits(index, "SOUTHLAND", LEFT, name="Southland")
    assert told == "Southland's rule that sets the fee of a mill is not held here."


async def test_nothing_is_lacking_where_the_state_fills_it_or_no_state_is_asked(index: StatementIndex) -> None:
    assert limits(index, "NORTHLAND", LEFT, name="Northland") == []
    assert limits(index, None, LEFT) == []
    assert limits(index, "SOUTHLAND", "mill.1-1.grind", name="Southland") == []


async def test_a_state_of_which_no_law_is_held_is_told_by_the_warning_alone() -> None:
    index = await index_with(law(southland_mill_rules_1952="## 1. Fee.\n\nNothing.\n"))
    query = replace(read("How much is the fee?", state="SOUTHLAND"), states_not_held=("SOUTHLAND",))
    held = [one for one in (index.get(LEFT),) if one is not None]
    assert list(find_limits(held, query, "Southland", index, values())) == []


async def test_the_print_of_a_fee_is_said_behind_it(index: StatementIndex) -> None:
    [told] = limits(index, "NORTHLAND", "north.1.fee", name="Northland")
    assert told.startswith("The fee is as printed in May 1951")


async def test_what_only_leaves_it_to_rules_that_are_not_held_leads_to_nothing(index: StatementIndex) -> None:
    left = index.get(LEFT)
    assert left is not None
    bare = await index_with(law(southland_mill_rules_1952="## 1. Fee.\n\nNothing.\n"))
    south = read("How much is the fee?", state="SOUTHLAND")
    assert leads_to_what_is_lacking([left], south, bare, values())
    assert not leads_to_what_is_lacking([left], read("How much is the fee?", state="NORTHLAND"), index, values())
    assert not leads_to_what_is_lacking([left], replace(south, states_not_held=("SOUTHLAND",)), bare, values())
    other = index.get("mill.1-1.grind")
    assert other is not None and not leads_to_what_is_lacking([other, left], south, bare, values())


async def test_what_one_of_the_same_section_leaves_to_the_rules_is_lacking_where_a_figure_is_asked() -> None:
    bare = await index_with(law(southland_mill_rules_1952="## 1. Fee.\n\nNothing.\n"))
    left, other = bare.get(LEFT), bare.get("mill.1-1.grind")
    assert left is not None and other is not None
    south = read("How much is the fee?", state="SOUTHLAND")
    assert list(find_limits([other], south, "Southland", bare, values(), [left])) == [], "another section's"
    same = replace(other, passages=left.passages)
    [told] = find_limits([same], south, "Southland", bare, values(), [left])
    assert told == "Southland's rule that sets the fee of a mill is not held here."


async def test_a_sum_that_only_what_stands_behind_leaves_to_the_rules_is_lacking() -> None:
    bare = await index_with(law(southland_mill_rules_1952="## 1. Fee.\n\nNothing.\n"))
    left, other = bare.get(LEFT), bare.get("mill.1-1.grind")
    assert left is not None and other is not None
    same = replace(other, passages=left.passages)
    south, asker = read("How much is the fee?", state="SOUTHLAND"), Asker(AskedKind.HOW_MUCH, None, frozenset(), {})
    assert leads_to_what_is_lacking([same, left], south, bare, values(), asker)
    assert not leads_to_what_is_lacking([same, left], south, bare, values(), replace(asker, kind=AskedKind.FORM))
    assert not leads_to_what_is_lacking([other, left], south, bare, values(), asker), "another section's"


async def test_what_public_pages_say_of_a_state_stands_beside_a_figure_of_the_act(index: StatementIndex) -> None:
    grind = index.get("mill.1-1.grind")
    assert grind is not None
    pages = "basis: secondary, from_is: seen, as_printed: '1955-03-01', read_on: '1956-01-01', sources: ['https://one.example', 'https://two.example']"
    fixed = values(f"{{coverage: fixed, entries: [{{from: '1952-01-01', value: '700', {pages}}}]}}")
    fee = fixed.usable.parameters.by_id["mill_fee"]
    central = ValueSaid(fee, CENTRAL, fee.values["NORTHLAND"].entries[0])
    said = replace(fixed, links=replace(fixed.links, says={"mill.1-1.grind": (central,)}))
    south = read("By when is the corn ground?", state="SOUTHLAND")
    told = list(find_limits([grind], south, "Southland", index, said))
    assert any(one.startswith("Public pages say that in Southland, the fee of a mill is 700 rupees") for one in told)
    assert not any("700" in one for one in find_limits([grind], read("By when?", state="NORTHLAND"), "Northland", index, said))


async def test_a_time_of_the_act_that_gives_way_to_a_local_law_is_told_so(index: StatementIndex) -> None:
    grind = index.get("mill.1-1.grind")
    assert grind is not None
    fixed = values()
    fee = fixed.usable.parameters.by_id["mill_fee"]
    entry = fee.values["NORTHLAND"].entries[0].model_copy(update={"yields_to": "local_law"})
    in_state, in_none = read("By when is the corn ground?", state="NORTHLAND"), read("By when is the corn ground?", state=None)

    def told(of: str) -> list[list[str]]:
        said = replace(fixed, links=replace(fixed.links, says={"mill.1-1.grind": (ValueSaid(fee, of, entry),)}))
        both = ((in_state, "Northland"), (in_none, ""))
        return [[one for one in find_limits([grind], query, name, index, said) if "law of" in one] for query, name in both]

    assert told(CENTRAL) == [
        ["Northland may have a law of its own that sets another time; no such law is held here, so check it first."],
        ["Some states have a law of their own that sets another time; none is held here, so check it first."],
    ]
    assert told("NORTHLAND") == [[], []]
