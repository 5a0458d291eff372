"""Compare who is named, who owes and who may claim with the passages and with the entry itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from civicsetu.claims.pair import FactKind, Finding
from civicsetu.claims.parties import Party, get_spoken_parties
from civicsetu.claims.reading import Mark, MarkKind
from civicsetu.claims.rows import find_row_slots
from civicsetu.claims.statements.pair import StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, Modal, ModalClaim
from civicsetu.claims.thresholds import CLAIMS
from civicsetu.claims.who import compare_roles as compare_named_roles
from civicsetu.law.statements import Actor


def compare_parties(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each party that neither passages nor their leads name; words around count only where
    the passages name no other of that kind."""
    parties = get_spoken_parties().of
    near = {party for passage in pair.law for party in passage.parties}
    wide: set[str] = set()
    cited: set[str] = set()
    for one, passage in zip(pair.pairs, pair.law, strict=True):
        if (
            _may_be_anybody(pair)
            and pair.statement.holder in (Actor.ALLOTTEE, Actor.ANYONE)
            and _ANYBODY.search(passage.text)
        ):
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
        cited |= {mention.party for reading in one.cited for mention in reading.mentions}
        readings = (*((own.reading,) if own else ()), *one.above, *one.below, *one.referred, *one.cited)
        wide |= {mention.party for reading in readings for mention in reading.mentions} | one.headings
    if "competent authority" in near:
        near |= {"planning authority", "local authority"}  # what a plain statement calls it
    kinds = {parties[name].like for name in near}
    for name in sorted(pair.ours.parties - near):
        party = parties[name]
        if party.general and party.like in kinds | {parties[one].like for one in wide}:
            continue
        if name in wide and party.like not in kinds and (name in cited or not _names_like(cited, party)):
            continue
        if name == "Member" and any(
            parties[one].like == party.like and one != "Chairperson" for one in near
        ):  # a plain statement calls any of them a member
            continue
        yield pair.make_finding(FactKind.PARTY, name, f"The law does not name the {name} there.")


def _names_like(names: set[str], party: Party) -> bool:
    return any(get_spoken_parties().of[name].like == party.like for name in names)


def _may_be_anybody(pair: StatementPair) -> bool:
    """Where the law says "a person", ours may say "you", or a buyer: not in the place of who owes it."""
    asked = any(_is_asker(pair.ours, mark) for mark in pair.ours.reading.marks)
    owing = _names(pair.statement.bearer)
    due = owing & {party for passage in pair.law for party in passage.parties}
    return asked or not due or not owing.isdisjoint(pair.ours.parties)


_ANYBODY = re.compile(r"\b(?:persons?|anyone|applicants?|the part(?:y|ies))\b", re.IGNORECASE)
"""Whom the law calls so may be a buyer, where a buyer is who may claim it."""


_ASSOCIATION = re.compile(r"\b[Aa]ssociation\b(?! of (?:individuals|persons))")


def compare_rows(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a party is joined with itself: "builders, brokers and brokers", "buyer to buyer"."""
    last: Mark | None = None
    between = 0
    joined: Counter[str] = Counter()
    for mark in pair.ours.reading.marks:
        if mark.kind is MarkKind.PARTY and not _is_asker(pair.ours, mark):
            if last is not None and last.key == mark.key and between <= CLAIMS.joined_words:
                joined[mark.key] += 1
            last, between = mark, 0
        elif mark.kind is MarkKind.SMALL:
            between += 1
        else:
            last, between = None, 0
    for twice, count in joined.items():
        told = f"{twice} + {twice}" + (f" ({count} places)" if count > 1 else "")
        yield pair.make_finding(FactKind.PARTY, told, f"Ours joins the {twice} with the {twice}.")
    for row in find_row_slots(pair.ours.reading.marks):
        marks = [pair.ours.reading.marks[at] for at in row]
        named = [mark.key for mark in marks if not _is_asker(pair.ours, mark)]
        if len(set(named)) < len(named):
            told = " + ".join(named)
            yield pair.make_finding(FactKind.PARTY, told, f"Ours names a party twice in one row: {told}.")


def compare_repeats(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a party named twice replaces another of its kind whom the passages name."""
    of = get_spoken_parties().of
    named = [
        mark.key
        for mark in pair.ours.reading.marks
        if mark.kind is MarkKind.PARTY and not _is_asker(pair.ours, mark)
    ]
    theirs: Counter[str] = Counter()
    for told in _sentences(pair):  # several members are named one by one, the others once a sentence
        theirs |= Counter({name: count for name, count in told.items() if of[name].like != "office"})
        theirs += Counter({name: count for name, count in told.items() if of[name].like == "office"})
    for name in sorted(set(named)):
        others = [one for one in theirs if of[one].like == of[name].like and one not in pair.ours.parties]
        if named.count(name) > max(theirs[name], 1) and others:
            sentence = f"Ours names the {name} {named.count(name)} times, the law {theirs[name]} times beside the {others[0]}."
            yield pair.make_finding(FactKind.PARTY, f"{name} {named.count(name)} times", sentence)


def _sentences(pair: StatementPair) -> Iterator[Counter[str]]:
    """How often each sentence of the passages names each party."""
    for passage in pair.law:
        named: Counter[str] = Counter()
        for mark in passage.reading.marks:
            if mark.kind is MarkKind.BREAK:
                yield named
                named = Counter()
            elif mark.kind is MarkKind.PARTY:
                named[mark.key] += 1
        yield named


def compare_roles(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each party that does or bears something else than in the law, by the words around it."""
    found = [{finding.fact: finding for finding in compare_named_roles(one)} for one in pair.pairs]
    for fact, finding in {fact: finding for one in found for fact, finding in one.items()}.items():
        silent = [_is_silent(passage, finding) for passage in pair.law]
        if any(silent) and finding.ours == "allottee" and _names_the_asker_alone(pair):
            continue
        if all(fact in other or says_nothing for other, says_nothing in zip(found, silent, strict=True)):
            yield pair.make_finding(FactKind.PARTY, fact, finding.sentence)


def _is_silent(passage: ClaimReading, finding: Finding) -> bool:
    """True where a passage names neither of two parties, so that it cannot tell which of them it is."""
    of = get_spoken_parties().of
    meant = {name for name in of if finding.ours == "Member" and of[name].like == "office"}
    return passage.parties.isdisjoint({finding.law, finding.ours, *meant})


def _names_the_asker_alone(pair: StatementPair) -> bool:
    buyers = [mark for mark in pair.ours.reading.marks if mark.key == "allottee"]
    return all(_is_asker(pair.ours, mark) for mark in buyers)


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
    """Yield a finding where who must is not the entry's bearer, or who may is neither its holder nor bearer."""
    bearer, holder = pair.statement.bearer, pair.statement.holder
    owing, claiming = _names(bearer), _names(holder)
    for claim in pair.ours.modals:
        if _IS_BEARER_OPEN.match(pair.ours.text, claim.end) or _in_a_condition(pair.ours.text, claim):
            continue
        subject = _subject(pair.ours, claim)
        due = owing | claiming if claim.modal is Modal.MAY or not owing else owing
        if subject and due and Actor.ANYONE not in (bearer, holder) and subject not in due:
            yield pair.make_finding(
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
        yield pair.make_finding(FactKind.PARTY, f"{first} first", sentence)
    ours = sorted(pair.ours.parties)
    rivals = [name for name in ours if kinds[name] in {kinds[one] for one in owing | claiming}]
    if rivals and Actor.ANYONE not in (bearer, holder) and (owing | claiming).isdisjoint(rivals):
        yield pair.make_finding(
            FactKind.PARTY,
            f"{rivals[0]} alone",
            f"Ours names the {rivals[0]}, and neither who owes nor who may claim by the entry.",
        )
    parties = [mark for mark in pair.ours.reading.marks if mark.kind is MarkKind.PARTY]
    named = [mark.key for mark in parties if not _is_asker(pair.ours, mark)]
    for mine, other in ((owing, claiming), (claiming, owing)):
        twice = [name for name in mine if named.count(name) > 1]
        if twice and other and mine.isdisjoint(other) and other.isdisjoint(mark.key for mark in parties):
            yield pair.make_finding(
                FactKind.PARTY,
                f"{twice[0]} twice",
                f"Ours names the {twice[0]} twice and not the {', '.join(sorted(other))} of the entry.",
            )


def compare_holder(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding where a buyer's claim is given to the association, though the passages name buyers beside it."""
    if pair.statement.holder is not Actor.ALLOTTEE:
        return
    owing, claiming = _names(pair.statement.bearer), _names(pair.statement.holder)
    law = {party for passage in pair.law for party in passage.parties}
    if (
        not claiming & law
        or not claiming.isdisjoint(pair.ours.parties)
        or owing.isdisjoint(pair.ours.parties)
    ):
        return
    if "association of allottees" in pair.ours.parties:
        told = "Ours names the buyers' association and not the buyer, who may claim it by the entry."
        yield pair.make_finding(FactKind.PARTY, "association instead", told)


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
    """Yield a finding where one sentence calls the asker both "you" and "the buyer"."""
    spoken = [
        pair.ours.text[one.start : one.end].lower()
        for one in pair.ours.reading.mentions
        if one.party == "allottee"
    ]
    others = [word for word in spoken if not word.startswith("you")]
    if _COUNTS_AS.search(pair.ours.text):
        return
    if others and len(others) < len(spoken):
        yield pair.make_finding(
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
