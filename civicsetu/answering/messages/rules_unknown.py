"""Say that no rule held of a state carries out the section asked about.

Without it the section's own words, or a definition of that state's rules, would stand as if they were the answer.
"""

from __future__ import annotations

from civicsetu.answering.composing.rules_asked import asks_which_rule, laws_with_rules
from civicsetu.answering.messages.held_law import is_whole, numbers_held
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.paths import parse_path
from civicsetu.query.read_question import Query


def say_no_rule_is_known(query: Query, law: LawIndex, registry: Registry) -> str:
    """Return the message that no rule is known to carry out a section, where one of a state is asked for.

    Of a state held in part the rules that are held are named, since the one asked for may be among the others. Empty
    where no such rule is asked for, no state is named, or a rule held carries the section out.
    """
    states = [*query.jurisdictions[1:], *query.states_not_held]
    if not states or not asks_which_rule(query, law) or any(laws_with_rules(query, law)) or _is_the_power(query, registry):
        return ""
    sections = " or ".join(str(reference.path) for _, reference in query.references)
    return " ".join(_not_known(state, sections, law, registry) for state in dict.fromkeys(states))


def _is_the_power(query: Query, registry: Registry) -> bool:
    """Whether a section named is the power to make rules itself: all of them are made under it."""
    acts = ((registry.documents.get(key), reference.path.number) for key, reference in query.references)
    return any(act and act.rule_making and parse_path(act.rule_making).number == number for act, number in acts)


def _not_known(state: str, sections: str, law: LawIndex, registry: Registry) -> str:
    name = registry.name_of(state)
    held = [one for one in law.laws.values() if one.jurisdiction == state]
    if not held:
        return f"I do not hold {name}'s rules, so I cannot name the one that carries out section {sections}."
    if all(is_whole(one, registry) for one in held):
        return f"I know of no rule of {name} that carries out section {sections}."
    have = " and ".join(f"{numbers_held(one)} of the {one.short_title}" for one in held)
    return f"I do not hold {name}'s rule for section {sections}: of that state I hold only {have}."
