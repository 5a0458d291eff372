"""Validators of ground: what each claim rests on, and what contradicts it.

A claim composed of the law held (a statement, a lifted sentence, a value) is grounded where its quotes stand
and nothing puts it in doubt; one that a model wrote, where the verifier's verdict lets it stand. Ungrounded is
not contradicted: a statement whose law changed is in doubt, and no hallucination.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from civicsetu.answering.citing import quote_stands
from civicsetu.answering.validating.citing_rules import is_lifted
from civicsetu.answering.validating.figures import find_unfounded_figures
from civicsetu.answering.validating.turn import JudgedTurn, judge, share, shorten
from civicsetu.law.answers import SAID_ABOVE, Sentence, Support
from civicsetu.law.judgments import Judgment


class ClaimGrounding(StrEnum):
    """Grounding of a claim: grounded, in doubt, contradicted or unknown."""

    GROUNDED = "grounded"
    IN_DOUBT = "in doubt"
    CONTRADICTED = "contradicted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class GroundedClaim:
    """A sentence of law, what it rests on, and why it does not where it does not."""

    at: int
    sentence: Sentence
    ground: ClaimGrounding
    why: str = ""

    @property
    def is_written(self) -> bool:
        """Whether a model wrote it."""
        return self.sentence.support is Support.VERIFIED


def find_grounds(turn: JudgedTurn) -> list[GroundedClaim]:
    """Return each sentence of law with its ground."""
    return [GroundedClaim(at, one, *_ground(one, turn)) for at, one in turn.claims]


def _ground(sentence: Sentence, turn: JudgedTurn) -> tuple[ClaimGrounding, str]:
    if sentence.support is Support.UNSUPPORTED:
        return ClaimGrounding.CONTRADICTED, "nothing supports it"
    cited = turn.cited_by(sentence)
    if not cited:
        return ClaimGrounding.CONTRADICTED, "it cites nothing"
    if not all(quote_stands(one, turn.law) for one in cited):
        return ClaimGrounding.CONTRADICTED, "what it quotes does not stand there"
    if sentence.support is Support.VERBATIM:
        same = is_lifted(sentence, turn)
        if same:
            return ClaimGrounding.GROUNDED, ""
        return ClaimGrounding.CONTRADICTED, "its words are not those it quotes"
    if sentence.support is Support.VERIFIED:
        return _ground_of_written(sentence, turn)
    statement = turn.statements.get(sentence.text.removeprefix(SAID_ABOVE))
    if statement is not None:
        doubt = turn.doubts.get(statement, "")
        return (ClaimGrounding.IN_DOUBT, doubt) if doubt else (ClaimGrounding.GROUNDED, "")
    figures = [str(one) for one in find_unfounded_figures(sentence.text, cited, turn.law)]
    if figures:
        return ClaimGrounding.CONTRADICTED, f"no text cited beside it has {', '.join(figures)}"
    return ClaimGrounding.GROUNDED, ""


def _ground_of_written(sentence: Sentence, turn: JudgedTurn) -> tuple[ClaimGrounding, str]:
    stands = turn.written.get(sentence.text) if turn.written is not None else None
    if stands is None:
        return ClaimGrounding.UNKNOWN, "its verdict is not known"
    if stands:
        return ClaimGrounding.GROUNDED, ""
    return ClaimGrounding.CONTRADICTED, "its verdict is that it does not stand"


def judge_grounds(turn: JudgedTurn) -> Iterator[Judgment]:
    """Judge what each claim rests on; a claim of which nobody can tell counts nowhere."""
    claims = find_grounds(turn)
    known = [one for one in claims if one.ground is not ClaimGrounding.UNKNOWN]
    yield from _grounded(turn, known)
    yield from _hallucinated(turn, known)
    yield from _doubted([one for one in claims if not one.is_written])


def _grounded(turn: JudgedTurn, known: Sequence[GroundedClaim]) -> Iterator[Judgment]:
    """The share of claims that are grounded: of all, of those composed of the law, of those a model wrote."""
    composed = [one for one in known if not one.is_written]
    written = [one for one in known if one.is_written]
    for criterion, claims in (
        ("grounded_claim_rate", known), ("grounded_statements", composed), ("grounded_written", written),
    ):  # fmt: skip
        if claims:
            yield _rate(criterion, claims, turn)


def _rate(criterion: str, claims: Sequence[GroundedClaim], turn: JudgedTurn) -> Judgment:
    without = [one for one in claims if one.ground is not ClaimGrounding.GROUNDED]
    score = share(len(claims) - len(without), len(claims))
    passed = score >= turn.thresholds.grounded
    return judge(
        criterion, passed=passed, score=score, good=len(claims) - len(without), of=len(claims), ungrounded=_told(without)
    )


def _hallucinated(turn: JudgedTurn, known: Sequence[GroundedClaim]) -> Iterator[Judgment]:
    """The share of claims that are contradicted, steps and cells of the table among them; the lower the better."""
    wrong = _told([one for one in known if one.ground is ClaimGrounding.CONTRADICTED])
    beside = [one for one in turn.beside if one.citations]
    for one in beside:
        figures = [str(figure) for figure in find_unfounded_figures(one.text, turn.cited_by(one), turn.law)]
        if figures:
            wrong.append({"text": shorten(one.text), "why": f"no text cited beside it has {', '.join(figures)}"})
    of = len(known) + len(beside)
    if not of:
        return
    score = len(wrong) / of
    yield judge(
        "hallucination_rate",
        passed=score <= turn.thresholds.hallucinated,
        score=score,
        good=len(wrong),
        of=of,
        contradicted=wrong,
    )


def _doubted(composed: Sequence[GroundedClaim]) -> Iterator[Judgment]:
    """No statement shown is one that a change of the law put in doubt."""
    if not composed:
        return
    doubted = [one for one in composed if one.ground is ClaimGrounding.IN_DOUBT]
    score = share(len(composed) - len(doubted), len(composed))
    yield judge("not_in_doubt", passed=not doubted, score=score, of=len(composed), in_doubt=_told(doubted))


def _told(claims: Sequence[GroundedClaim]) -> list[dict[str, object]]:
    return [{"sentence": one.at, "text": shorten(one.sentence.text), "why": one.why} for one in claims]
