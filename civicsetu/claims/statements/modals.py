"""Compare must, may and must not with the passages': where they have several, the likest decides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from civicsetu.claims.pair import FactKind
from civicsetu.claims.reading import MarkKind
from civicsetu.claims.statements.pair import CONTENT, StatementFinding, StatementPair
from civicsetu.claims.statements.reading import ClaimReading, Modal, ModalClaim, meant_by
from civicsetu.claims.surroundings import RarityWeights
from civicsetu.claims.thresholds import CLAIMS


def compare_modals(pair: StatementPair) -> Iterator[StatementFinding]:
    """Yield a finding for each must, may and must not of ours that is not the law's; of several, the likest decides."""
    theirs = [claim for passage in pair.law for claim in passage.modals]
    for passage_law, path, _ in pair.passages:
        for above in path.ancestors:
            provision = passage_law.edition.get(above)
            if provision is not None and provision.parts:
                lead = provision.reading.text[: provision.lead_end]
                theirs += passage_law.read(lead, above).modals
    had = {claim.modal for claim in theirs}
    for claim in pair.ours.modals:
        if not claim.said:
            continue
        if claim.modal is Modal.MUST_NOT and pair.ours.text[claim.start : claim.end].lower() == "may":
            sentence = "“may not” can be read as need not; a prohibition says “must not” or “cannot”."
            yield pair.make_finding(FactKind.DUTY, "may not", sentence)
        better = "" if claim.modal in had else next(iter(sorted(had)), "nothing")
        if claim.modal in had and len(had) > 1:
            better = _liker(pair, claim)
        if _leaves_to_rules(pair, claim):
            better = "" if claim.modal is Modal.MAY else "may"
        if better and not _turns_a_limit(pair, claim, had):
            after = pair.ours.text[claim.end :].split()
            fact = f"{claim.modal} {after[0] if after else ''} for {better}".replace("  ", " ")
            yield pair.make_finding(
                FactKind.DUTY, fact, f"Ours says “{claim.modal}”; by the law it is “{better}” there."
            )


_BY_RULES = re.compile(r"\b(?:fixed by the rules|prescribed|(?:rules|regulations) may)\b")


def _leaves_to_rules(pair: StatementPair, claim: ModalClaim) -> bool:
    """ "the state's rules may require more" is what the law calls "fixed by the rules"."""
    subject = pair.ours.text[: claim.start].rstrip().rpartition(" ")[2]
    law = any(_BY_RULES.search(passage.text) for passage in pair.law)
    return subject in ("rules", "regulations") and law


_LIMIT_OF_LAW = re.compile(
    r"\b(?:more than|less than|unless|until|without|except|other than|beyond|before)\b"
)
_UP_TO = re.compile(r"\b(?:up to|at most|only|once|after|first)\b", re.IGNORECASE)


def _turns_a_limit(pair: StatementPair, claim: ModalClaim, had: set[Modal]) -> bool:
    """ "may take up to" is "must not take more than", "must register before" is "must not … without registering":
    ours turns the law's limit round, and does not say the deed that the law forbids."""
    if claim.modal is Modal.MUST_NOT or Modal.MUST_NOT not in had or claim.modal in had:
        return False
    if claim.modal is Modal.MAY:
        return bool(_UP_TO.search(pair.ours.text) and any(_LIMIT_OF_LAW.search(one.text) for one in pair.law))
    weights = pair.passages[0][0].weights
    mine = _after(pair.ours, claim.end)
    forbidden = limit = 0.0
    for passage in pair.law:
        for theirs in passage.modals:
            if theirs.modal is Modal.MUST_NOT:
                forbidden = max(forbidden, _likeness(mine, _after(passage, theirs.end), weights))
        for match in _LIMIT_OF_LAW.finditer(passage.text):
            limit = max(limit, _likeness(mine, _after(passage, match.end()), weights))
    return limit > forbidden


def _after(reading: ClaimReading, at: int) -> dict[str, float]:
    """The next content words from there to the end of the sentence, each with its nearness."""
    near: dict[str, float] = {}
    words = 0
    for mark in reading.reading.marks:
        if mark.start < at:
            continue
        if mark.kind is MarkKind.BREAK or words > CLAIMS.allowed_words:
            break
        if mark.kind in CONTENT:
            words += 1
            for key in meant_by(mark):
                near.setdefault(key, 1 / (1 + CLAIMS.allowed_slope * (words - 1)))
    return near


def _liker(pair: StatementPair, claim: ModalClaim) -> str:
    """The law's modal whose surroundings are more like, where that is another one; else empty."""
    mine = _around(pair.ours, claim, pair.passages[0][0].weights)
    best: dict[Modal, float] = {}
    for law, _, passage in pair.passages:
        for theirs in passage.modals:
            like = _likeness(mine, _around(passage, theirs, law.weights), law.weights)
            best[theirs.modal] = max(best.get(theirs.modal, 0.0), like)
    rival = max(best, key=lambda modal: best[modal], default=claim.modal)
    return rival.value if best and best[rival] > best.get(claim.modal, 0.0) else ""


def _around(reading: ClaimReading, claim: ModalClaim, weights: RarityWeights) -> dict[str, float]:
    """Content words of the same clause, each with its nearness; what follows the modal counts more."""
    near: dict[str, float] = {}
    marks = reading.reading.marks
    for ahead in (True, False):
        row = [mark for mark in marks if (mark.start >= claim.end if ahead else mark.end <= claim.start)]
        side, distance = 1.0 if ahead else CLAIMS.modal_before, 0
        for mark in row if ahead else reversed(row):
            if mark.kind is MarkKind.BREAK or distance > CLAIMS.modal_words:
                break
            if mark.kind in CONTENT:
                distance += 1
                for key in meant_by(mark):
                    near[key] = max(near.get(key, 0.0), side / (1 + CLAIMS.modal_slope * (distance - 1)))
    return near


def _likeness(one: dict[str, float], other: dict[str, float], weights: RarityWeights) -> float:
    return sum(near * other[key] * weights[f"word:{key}"] for key, near in one.items() if key in other)
