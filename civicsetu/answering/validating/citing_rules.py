"""Validators of citations: a claim has one, it names law that is held and may be shown, and quotes what stands there."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from civicsetu.answering.citing import find_edition, quote_stands
from civicsetu.answering.validating.legal_claims import claims_law
from civicsetu.answering.validating.turn import NO_LAW, JudgedTurn, judge, share, shorten
from civicsetu.law.answers import Citation, Sentence, Support
from civicsetu.law.judgments import Judgment
from civicsetu.law.sentences import to_one_line


def must_cite_if_claims(turn: JudgedTurn) -> Judgment:
    """Judge whether everything that claims law cites some: sentences of law, and unmarked claims elsewhere."""
    claims, uncited = 0, []
    for text, cites in _said(turn):
        claims += 1
        if not cites:
            uncited.append(shorten(text))
    return judge(
        "must_cite_if_claims",
        passed=not uncited,
        score=share(claims - len(uncited), claims),
        claims=claims,
        uncited=uncited,
    )


def _said(turn: JudgedTurn) -> Iterator[tuple[str, bool]]:
    """Each thing said that claims law, and whether it cites any."""
    answer = turn.answer
    for one in answer.sentences:
        if one.support not in NO_LAW or (not one.citations and claims_law(one.text)):
            yield one.text, bool(one.citations)
    for part in turn.beside:
        if part.citations or claims_law(part.text):
            yield part.text, bool(part.citations)
    if not answer.sentences and claims_law(answer.answer):
        yield answer.answer, False


def citation_exists(turn: JudgedTurn) -> Judgment | None:
    """Judge whether every citation names an edition and provision held, and law that the asker may be shown."""
    cited = turn.answer.citations
    if not cited:
        return None
    wrong = [told for one in cited if (told := _why_not_there(one, turn))]
    return judge(
        "citation_exists", passed=not wrong, score=share(len(cited) - len(wrong), len(cited)), of=len(cited), wrong=wrong
    )


def _why_not_there(citation: Citation, turn: JudgedTurn) -> dict[str, str] | None:
    place = {"document": citation.document, "provision": citation.provision}
    law = turn.law.laws.get(citation.document)
    if law is None:
        hidden = turn.law.hidden.get(citation.document)
        return place | {"why": "not held" if hidden is None else f"{hidden.value}, not for this asker"}
    if law.visibility not in turn.role.sees:
        return place | {"why": f"{law.visibility.value}, not for this asker"}
    edition = find_edition(citation, turn.law)
    if edition is None:
        return place | {"why": "its edition is not held"}
    if citation.provision not in edition.places:
        return place | {"why": "the edition has no such provision"}
    return None


def quote_found(turn: JudgedTurn) -> Judgment | None:
    """Judge whether every quote stands at its span, and every verbatim sentence within its quote."""
    cited = turn.answer.citations
    if not cited:
        return None
    lost = [{"name": one.name, "quote": shorten(one.quote)} for one in cited if not quote_stands(one, turn.law)]
    unlike = [shorten(one.text) for _, one in turn.claims if one.support is Support.VERBATIM and not is_lifted(one, turn)]
    of = len(cited)
    return judge(
        "quote_found",
        passed=not (lost or unlike),
        score=max(0.0, share(of - len(lost) - len(unlike), of)),
        of=of,
        lost=lost,
        not_in_quote=unlike,
    )


def is_lifted(sentence: Sentence, turn: JudgedTurn) -> bool:
    """Return whether every quote beside a sentence has its words, as they are shown."""
    cited = turn.cited_by(sentence)
    return bool(cited) and all(sentence.text in to_one_line(one.quote) for one in cited)


def policy_scope_allowed(turn: JudgedTurn) -> Judgment | None:
    """Judge whether the asker's role may be shown the law of every jurisdiction cited, given whose law was asked."""
    if not turn.answer.citations or turn.asked_of is None:
        return None
    scopes = sorted({one.jurisdiction for one in turn.answer.citations})
    disallowed = [one for one in scopes if not turn.role.may_be_told(one, turn.asked_of)]
    return judge(
        "policy_scope_allowed",
        passed=not disallowed,
        score=share(len(scopes) - len(disallowed), len(scopes)),
        scopes=scopes,
        asked_of=sorted(turn.asked_of),
        disallowed_scopes=disallowed,
    )


def freshness_ok(turn: JudgedTurn) -> Judgment | None:
    """Judge whether enough of the laws cited were compared with their source lately; one of unknown day is stale."""
    keys = sorted({one.document for one in turn.answer.citations} & turn.law.laws.keys())
    if not keys:
        return None
    oldest = turn.today - timedelta(days=turn.thresholds.fresh_days)
    compared = {key: turn.law.laws[key].compared_on for key in keys}
    stale = {key: str(day or "unknown") for key, day in compared.items() if day is None or day < oldest}
    fresh = share(len(keys) - len(stale), len(keys))
    return judge("freshness_ok", passed=fresh >= turn.thresholds.fresh, score=fresh, of=len(keys), stale=stale)
