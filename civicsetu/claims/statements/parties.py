"""Compare who is named, who owes and who may claim with the passages and with the entry itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from civicsetu.claims.pair import FactKind
from civicsetu.claims.parties import get_spoken_parties
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.rows import find_row_slots
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, Modal, ModalClaim
from civicsetu.claims.who import compare_roles as compare_named_roles
from civicsetu.law.statements import Actor


def compare_parties(pair: StatementPair) -> Iterator[StatementFinding]:
    """Ours names whom the passages and the leads above them name; whom other words around name only where
    the passages name no other of that kind."""
    parties = get_spoken_parties().of
    near = {party for passage in pair.law for party in passage.parties}
    wide: set[str] = set()
    for one, (law, _, passage) in zip(pair.pairs, pair.passages, strict=True):
        if pair.statement.holder in (Actor.ALLOTTEE, Actor.ANYONE) and _ANYBODY.search(passage.text):
            near.add("allottee")
        if _ASSOCIATION.search(passage.text):
            near.add("association of allottees")
        near |= {mark.key for mark in one.sentence if mark.kind is MarkKind.PARTY}
        near |= {
            name
            for name, party in parties.items()
            if party.makes and re.search(rf"\b(?:{'|'.join(party.makes)})\b", one.law.reading.text)
        }
        own = one.official.get(one.path)
        named = law.find_referred(one.law.reading.text)
        readings = (*((own.reading,) if own else ()), *one.above, *one.below, *one.referred, *named)
        wide |= {mention.party for reading in readings for mention in reading.mentions} | one.headings
    if "competent authority" in near:
        near |= {"planning authority", "local authority"}  # what a plain statement calls it
    kinds = {parties[name].like for name in near}
    for name in sorted(pair.ours.parties - near):
        party = parties[name]
        if party.general and party.like in kinds | {parties[one].like for one in wide}:
            continue
        if name in wide and party.like not in kinds:
            continue
        if name == "Member" and party.like in kinds:  # a plain statement calls any of them a member
            continue
        yield pair.found(FactKind.PARTY, name, f"The law does not name the {name} there.")


_ANYBODY = re.compile(r"\b(?:persons?|anyone|applicants?|the part(?:y|ies))\b", re.IGNORECASE)
"""Whom the law calls so may be a buyer, where a buyer is who may claim it."""


_ASSOCIATION = re.compile(r"\b[Aa]ssociation\b(?! of (?:individuals|persons))")


def compare_rows(pair: StatementPair) -> Iterator[StatementFinding]:
    """Nobody is joined with themselves: "builders, brokers and brokers", "buyer to buyer"."""
    last: Mark | None = None
    between = 0
    for mark in pair.ours.reading.marks:
        if mark.kind is MarkKind.PARTY and not _is_asker(pair.ours, mark):
            if last is not None and last.key == mark.key and between <= _JOINED:
                told = f"{mark.key} + {mark.key}"
                yield pair.found(FactKind.PARTY, told, f"Ours joins the {mark.key} with the {mark.key}.")
            last, between = mark, 0
        elif mark.kind is MarkKind.SMALL:
            between += 1
        else:
            last, between = None, 0
    for row in find_row_slots(pair.ours.reading.marks):
        marks = [pair.ours.reading.marks[at] for at in row]
        named = [mark.key for mark in marks if not _is_asker(pair.ours, mark)]
        if len(set(named)) < len(named):
            told = " + ".join(named)
            yield pair.found(FactKind.PARTY, told, f"Ours names a party twice in one row: {told}.")


_JOINED = 3
"""Small words between two names that are joined: "or the", "to a"."""


def compare_repeats(pair: StatementPair) -> Iterator[StatementFinding]:
    """Who is named twice is not named in the place of another of that kind whom the passages name."""
    of = get_spoken_parties().of
    named = [
        mark.key
        for mark in pair.ours.reading.marks
        if mark.kind is MarkKind.PARTY and not _is_asker(pair.ours, mark)
    ]
    theirs = Counter(mention.party for passage in pair.law for mention in passage.reading.mentions)
    for name in sorted(set(named)):
        others = [one for one in theirs if of[one].like == of[name].like and one not in pair.ours.parties]
        if named.count(name) > max(theirs[name], 1) and others:
            sentence = f"Ours names the {name} {named.count(name)} times, the law {theirs[name]} times beside the {others[0]}."
            yield pair.found(FactKind.PARTY, f"{name} {named.count(name)} times", sentence)


def compare_roles(pair: StatementPair) -> Iterator[StatementFinding]:
    """Each party does, or bears, what it does or bears in the law: told by the words around."""
    found = [{finding.fact: finding.sentence for finding in compare_named_roles(one)} for one in pair.pairs]
    for fact, sentence in found[0].items():
        if all(fact in other for other in found):
            yield pair.found(FactKind.PARTY, fact, sentence)


_PARTIES_OF: Mapping[Actor, frozenset[str]] = {
    Actor.PROMOTER: frozenset(("promoter",)),
    Actor.ALLOTTEE: frozenset(("allottee",)),
    Actor.AGENT: frozenset(("real estate agent",)),
    Actor.ASSOCIATION: frozenset(("association of allottees",)),
    Actor.AUTHORITY: frozenset(("Authority", "Member", "Chairperson")),
    Actor.ADJUDICATING_OFFICER: frozenset(("adjudicating officer",)),
    Actor.TRIBUNAL: frozenset(
        (
            "Appellate Tribunal",
            "Member",
            "Chairperson",
            "Judicial Member",
            "Administrative or Technical Member",
        )
    ),
    Actor.HIGH_COURT: frozenset(("High Court",)),
    Actor.PROFESSIONAL: frozenset(
        (
            "chartered accountant",
            "cost accountant",
            "company secretary",
            "legal practitioner",
            "architect",
            "engineer",
        )
    ),
    Actor.GOVERNMENT: frozenset(
        (
            "Government",
            "appropriate Government",
            "Central Government",
            "State Government",
            "Union territory Government",
        )
    ),
}
_BETWEEN = frozenset("also then therefore itself only alone never always still".split())


def compare_bearer(pair: StatementPair) -> Iterator[StatementFinding]:
    """Who must in the sentence is who the entry says owes; who may is who may claim, or has the power."""
    bearer, holder = pair.statement.bearer, pair.statement.holder
    owing, claiming = _names(bearer), _names(holder)
    for claim in pair.ours.modals:
        if _IS_BEARER_OPEN.match(pair.ours.text, claim.end) or _in_a_condition(pair.ours.text, claim):
            continue
        subject = _subject(pair.ours, claim)
        due = owing | claiming if claim.modal is Modal.MAY or not owing else owing
        if subject and due and Actor.ANYONE not in (bearer, holder) and subject not in due:
            yield pair.found(
                FactKind.PARTY,
                f"{subject} {claim.modal}",
                f"In the sentence the {subject} {claim.modal} do it; the entry names {bearer or 'nobody'} "
                f"as who owes and {holder or 'nobody'} as who may claim.",
            )
    kinds = {name: party.like for name, party in get_spoken_parties().of.items()}
    first = _first(pair.ours)
    if first and bearer is not Actor.ANYONE and first not in owing | claiming and kinds[first] in {
        kinds[one] for one in owing | claiming
    }:  # fmt: skip
        sentence = f"The sentence is about what the {first} does; the entry names {bearer or holder}."
        yield pair.found(FactKind.PARTY, f"{first} first", sentence)
    ours = sorted(pair.ours.parties)
    rivals = [name for name in ours if kinds[name] in {kinds[one] for one in owing | claiming}]
    if rivals and Actor.ANYONE not in (bearer, holder) and (owing | claiming).isdisjoint(rivals):
        yield pair.found(
            FactKind.PARTY,
            f"{rivals[0]} alone",
            f"Ours names the {rivals[0]}, and neither who owes nor who may claim by the entry.",
        )
    parties = [mark for mark in pair.ours.reading.marks if mark.kind is MarkKind.PARTY]
    named = [mark.key for mark in parties if not _is_asker(pair.ours, mark)]
    for mine, other in ((owing, claiming), (claiming, owing)):
        twice = [name for name in mine if named.count(name) > 1]
        if twice and other and mine.isdisjoint(other) and other.isdisjoint(mark.key for mark in parties):
            yield pair.found(
                FactKind.PARTY,
                f"{twice[0]} twice",
                f"Ours names the {twice[0]} twice and not the {', '.join(sorted(other))} of the entry.",
            )


def _first(reading: ClaimReading) -> str:
    """The party that the sentence begins with and that does what it says; empty where it begins otherwise."""
    marks = [mark for mark in reading.reading.marks if mark.key not in ("the", "a", "an", "every", "any")]
    if len(marks) < 2 or marks[0].kind is not MarkKind.PARTY or marks[0].owns:
        return ""
    return marks[0].key if marks[1].kind in (MarkKind.WORD, MarkKind.MUST, MarkKind.MAY, MarkKind.CAN) else ""


def _is_asker(reading: ClaimReading, mark: Mark) -> bool:
    """ "you" and "your", which may be said again and again."""
    return reading.text[mark.start : mark.end].lower().startswith("you")


_IS_BEARER_OPEN = re.compile(r"\s+(?:not\s+)?be\b")
"""After "must be" stands what is done to the subject, not what it owes."""


def _in_a_condition(text: str, claim: ModalClaim) -> bool:
    """True for "if the builder is liable": who bears what follows is told later."""
    clause = re.split(r"[,.;:]", text[: claim.start])[-1]
    return (
        not claim.said
        and re.search(r"\b(?:if|when|because|where|that|which|as)\b", clause, re.IGNORECASE) is not None
    )


_COUNTS_AS = re.compile(r"\b(?:as|are|be|become) (?:a )?buyers?\b")


def compare_asker(pair: StatementPair) -> Iterator[StatementFinding]:
    """Who is "you" is not "the buyer" in the same sentence."""
    spoken = [
        pair.ours.text[one.start : one.end].lower()
        for one in pair.ours.reading.mentions
        if one.party == "allottee"
    ]
    others = [word for word in spoken if not word.startswith("you")]
    if _COUNTS_AS.search(pair.ours.text):
        return
    if others and len(others) < len(spoken):
        yield pair.found(
            FactKind.PARTY,
            f"you and {others[0]}",
            f"Ours says “you” and “{others[0]}”, who may be taken for another.",
        )


def _names(actor: Actor | None) -> frozenset[str]:
    return _PARTIES_OF.get(actor, frozenset()) if actor else frozenset()


def _subject(reading: ClaimReading, claim: ModalClaim) -> str:
    """The party right before the modal; empty where another word stands there."""
    before = [mark for mark in reading.reading.marks if mark.end <= claim.start]
    while before and before[-1].key in _BETWEEN:
        before.pop()
    last = before[-1] if before else None
    return last.key if last is not None and last.kind is MarkKind.PARTY and not last.owns else ""
