"""Say which rules of a state carry out a section: looked up along the edges of the law, never searched for.

"Which rule of my state carries out section 9?" asks for a number, and no statement of a provision says it. The sentence
made here does, with the rules it names as its citations; what those rules say is told behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.values.fixed_values import EntrySaid, locate_provision
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.documents import CENTRAL
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.statements import DocumentPath, StatementKind
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved

_ASKS_WHICH_RULE = re.compile(
    r"\b(?:which|what)(?: (?!(?:do|does|did|is|are|say|says|if|about)\b)[\w'’-]+){0,4}? rules?\b(?! (?:do|does|did|say|says)\b)"
    r"|\brules? (?:that )?(?:implement\w*|carr(?:y|ies) out|deriv\w+|framed? under|made under|correspond\w*)"
    r"|\b(?:kaun ?s[aei]|konsa|kis) (?:rule|niyam)\b"
    r"|(?:कौन ?सा|कौन ?से|किस|कोणता|कोणत्या) नियम|எந்த(?:ப்)? விதி|ಯಾವ ನಿಯಮ",
    re.IGNORECASE,
)
_TELLS = (StatementKind.FORM, StatementKind.AMOUNT, StatementKind.PERIOD, StatementKind.PROCEDURE)


@dataclass(frozen=True, slots=True)
class RulesAsked:
    """One sentence a law with the rules it names, and what those rules say first of form, fee and procedure."""

    named: tuple[EntrySaid, ...]
    told: tuple[StatementHeld, ...] = ()


def find_rules_asked(
    query: Query, index: StatementIndex, law: LawIndex, registry: Registry
) -> RulesAsked | None:
    """Return the rules that carry out the sections named, where it is asked which they are; None else, or where none do.

    Those of the state asked about; without one those of every state whose rules are held.
    """
    if not asks_which_rule(query, law):
        return None
    found = list(laws_with_rules(query, law))
    named = tuple(one for key, rules in found if (one := _sentence(key, rules, query, law, registry)) is not None)
    if not named:
        return None
    told = _told_by(found[0], index, law) if len(found) == 1 else ()
    return RulesAsked(named, tuple(told))


def of_central_law(found: Retrieved, law: LawIndex) -> Retrieved:
    """Return what was found without the states' law, where central law is among it: it has the section asked about."""
    central = tuple(one for one in found.evidence if law.laws[one.document].jurisdiction == CENTRAL)
    return replace(found, evidence=central or found.evidence)


def asks_which_rule(query: Query, law: LawIndex) -> bool:
    """Return whether it is asked which rules carry out sections of central law; without a state, of every state."""
    named = {law.laws[key].jurisdiction for key, _ in query.references}
    return named == {CENTRAL} and _ASKS_WHICH_RULE.search(query.just_asked) is not None


def laws_with_rules(query: Query, law: LawIndex) -> Iterator[tuple[str, list[ProvisionPath]]]:
    """Yield each law of the states asked about with its rules that carry out one of the sections, the surest first."""
    wanted = set(query.jurisdictions[1:])
    rules: dict[str, dict[str, ProvisionPath]] = {}
    for key, section in query.references:
        for one in law.edges.rules_under(key, section.path):
            if not one.path.is_annex and (not wanted or law.laws[one.document].jurisdiction in wanted):
                rules.setdefault(one.document, {})[one.path.number] = ProvisionPath(one.path.number)
    for document, paths in sorted(rules.items(), key=lambda one: law.laws[one[0]].jurisdiction):
        yield document, list(paths.values())


def _sentence(
    document: str,
    rules: Sequence[ProvisionPath],
    query: Query,
    law: LawIndex,
    registry: Registry,
) -> EntrySaid | None:
    """The sentence that names the rules of one law, citing each whose text is held; None where it is of none of them."""
    held = law.laws[document]
    places = {path: locate_provision(DocumentPath(document, path), law) for path in rules}
    cited = [path for path in rules if places[path] is not None]
    if not cited:
        return None
    shown = sorted(cited[: ANSWERING.rules_named], key=lambda path: _in_number_order(path.number))
    noun = held.doc_type.provision_noun
    names = _listed([str(path) for path in shown], more=len(cited) - len(shown))
    sections = [str(reference.path) for _, reference in query.references]
    act = law.laws[query.references[0][0]]
    text = (
        f"In {registry.name_of(held.jurisdiction)}, {noun}{'s' if len(cited) > 1 else ''} {names} of the {held.short_title} "
        f"carr{'y' if len(cited) > 1 else 'ies'} out section {' or '.join(sections)} of the {act.short_title}"
        f"{_not_held([str(path) for path in rules if places[path] is None], noun)}."
    )
    return EntrySaid(text, tuple(place for path in shown if (place := places[path]) is not None))


def _not_held(names: Sequence[str], noun: str) -> str:
    """What is said of rules whose heading alone is known: a print may lack their text."""
    if not names:
        return ""
    many = len(names) > 1
    return f"; so do{'' if many else 'es'} {noun}{'s' if many else ''} {_listed(names)}, whose text is not held here"


def _told_by(found: tuple[str, list[ProvisionPath]], index: StatementIndex, law: LawIndex) -> Iterator[StatementHeld]:
    """What the rules made for the fewest sections say of form, fee and procedure first; anything, where they do not.

    A rule on complaints carries out every section that one may complain under; who asks about a refund asks for its own.
    """
    document, rules = found
    narrow = sorted(rules, key=lambda path: len(law.edges.sections_behind(document, path)))
    of_rules = [
        held
        for path in narrow[: ANSWERING.rules_told]
        for one in index.catalogue.carried_by(document, path)
        if one.law == document and (held := index.get(one.id)) is not None
    ]
    told = sorted(of_rules, key=lambda held: _TELLS.index(held.statement.kind) if held.statement.kind in _TELLS else len(_TELLS))
    seen: set[str] = set()
    for one in told[: ANSWERING.rule_statements]:
        yield from (each for each in index.with_required(one) if each.statement.id not in seen)
        seen.update(each.statement.id for each in index.with_required(one))


def _in_number_order(number: str) -> tuple[int, str]:
    digits = re.match(r"\d+", number)
    return (int(digits.group()) if digits else 0, number)


def _listed(names: Sequence[str], *, more: int = 0) -> str:
    """'3', '3 and 4', '3, 4 and 5', '3, 4 and 2 more'."""
    last = [f"{more} more"] if more else []
    *before, end = [*names, *last]
    return f"{', '.join(before)} and {end}" if before else end
