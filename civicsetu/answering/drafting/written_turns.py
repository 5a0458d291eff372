"""Turn what was written of a part into the part as it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from civicsetu.answering.citing import is_in_force
from civicsetu.answering.drafting.cite_written import cite_written
from civicsetu.answering.drafting.thresholds import DRAFTING
from civicsetu.answering.drafts import JudgedSentence, PartDraft
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.verifying.screen import check_screen
from civicsetu.answering.written import SentenceMark, Written
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import AnswerKind, Citation, Sentence, Step, Support
from civicsetu.law.other_laws import OtherLaw
from civicsetu.retrieval.answerability.decision import Decision, Reason

NOT_FOUND = "I did not find everything you asked in the law I hold."
NOT_FOUND_THIS = "I did not find this in the law I hold:"
NOT_ANSWERED = "I have not answered everything you asked."
NOT_ANSWERED_THIS = "I have not answered this:"
ASK_BACK = "I cannot answer this surely from the law I hold. Please say what happened, when, and in which state."
DECLINED = "I cannot answer this surely from the law I hold, so I do not answer it."
_SUPPORT = {
    SentenceMark.LEAD: Support.VERIFIED,
    SentenceMark.LAW: Support.VERIFIED,
    SentenceMark.STEP: Support.VERIFIED,
    SentenceMark.ADVICE: Support.PRACTICAL,
    SentenceMark.LIMIT: Support.NONE,
}


def as_written(
    turn: PartTurn, draft: PartDraft, index: LawIndex, registry: Registry, *, more: bool = False
) -> PartTurn:
    """Return the part with the sentences that stand, each with its citations, in place of what was composed.

    A sentence whose provision was not in force on the day asked for is left out; where that is the first, the
    part is left as it was composed. Of a part that is answered its own question is never called not found. `more`: too little stands, so that the statements composed are said below.
    """
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    for decided in draft.said:
        sentence, cited = _sentence(decided, len(citations), index, registry)
        if not is_in_force(sentence, [*citations, *cited], turn.query.as_on):
            if not sentences:
                return turn
            continue
        sentences.append(sentence)
        citations.extend(cited)
    if not sentences:
        return turn
    if more:
        _add_composed(turn, sentences, citations)
    unanswered, unfound = (_besides(turn, points) for points in (draft.not_answered, draft.not_found))
    for points, alone, this in (
        (unanswered, NOT_ANSWERED, NOT_ANSWERED_THIS),
        (unfound, NOT_FOUND, NOT_FOUND_THIS),
    ):
        if points:
            sentences.append(Sentence(text=name_points(points, alone, this), support=Support.NONE))
    for one in draft.other_law_points:
        point = one.point.rstrip(".?! ") if _may_be_shown(one.point) else ""
        sentences.append(Sentence(text=abstention_messages.partly_other_law(one.law, point), support=Support.NONE))
    steps, stepping = _steps(draft.steps, index, registry)
    if not (citations or stepping):
        return _without_law(turn, sentences)
    partial = bool(unfound or unanswered or turn.query.lacks_what_it_names)
    return replace(
        turn,
        kind=AnswerKind.PARTIAL if partial else AnswerKind.ANSWER,
        declined="",
        preface="",
        silence="",
        opening="",
        chance=draft.lead.verdict.score if draft.lead else None,
        limits=(),
        compared=(),
        sentences=tuple(sentences),
        citations=tuple(citations),
        written=True,
        written_steps=steps,
        written_step_citations=stepping,
    )


def _without_law(turn: PartTurn, sentences: Sequence[Sentence]) -> PartTurn:
    """The part of which nothing cites a provision: what the law leaves open, or what is not held. It abstains with that."""
    told = " ".join(one.text for one in sentences)
    return replace(
        turn,
        kind=AnswerKind.ABSTAIN,
        declined=told,
        silence=next((one.silence for one in sentences if one.silence), ""),
        sentences=(),
        citations=(),
        steps=(),
        compared=(),
        written=True,
    )


def _add_composed(turn: PartTurn, sentences: list[Sentence], citations: list[Citation]) -> None:
    """Add the statements composed of provisions that nothing written cites: what those say is said."""
    said = {(one.document, one.provision) for one in citations}
    first = len(citations)
    for one in turn.sentences:
        places = {(turn.citations[at].document, turn.citations[at].provision) for at in one.citations}
        if places - said:
            sentences.append(one.model_copy(update={"citations": tuple(first + at for at in one.citations)}))
    citations.extend(turn.citations)


def name_points(points: Sequence[str], alone: str = NOT_FOUND, this: str = NOT_FOUND_THIS) -> str:
    """Return the points looked for in vain, behind `this`, in the words searched; `alone` where none can be shown."""
    shown = [" ".join(one.split()).rstrip(".?! ") for one in dict.fromkeys(points) if _may_be_shown(one)]
    return f"{this} {'; '.join(shown[:DRAFTING.points_named])}." if shown else alone


def _besides(turn: PartTurn, points: Sequence[str]) -> list[str]:
    """The points that are not the question of the part itself."""
    return [one for one in points if _even(one) != _even(turn.query.just_asked)]


def _even(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .?!")


def _may_be_shown(point: str) -> bool:
    """A few plain words: no figure that could be taken for law, nothing that may not reach the screen."""
    if len(point.split()) > DRAFTING.point_words or any(sign.isdigit() for sign in point):
        return False
    return check_screen(Written(SentenceMark.LIMIT, 1, (), "", point)) is None


def not_found(turn: PartTurn, draft: PartDraft) -> PartTurn:
    """Return the part declined because writer and searches found nothing; no neighbouring law takes its place."""
    return replace(
        turn, kind=AnswerKind.ABSTAIN, declined=name_points(draft.not_found), sentences=(), citations=(), steps=(), compared=()
    )


def of_other_law(turn: PartTurn, law: OtherLaw) -> PartTurn:
    """Return the part declined as another law's; unchanged where a checked rule answers it."""
    if turn.decided_by_rule is not None or turn.query.references:
        return turn
    return replace(
        turn,
        kind=AnswerKind.ABSTAIN,
        decision=Decision("abstain", reason=Reason.OTHER_LAW, other_law=law),
        declined=abstention_messages.other_law(law),
        sentences=(),
        citations=(),
        steps=(),
        compared=(),
    )


def decline_unsupported(turn: PartTurn, behavior: Literal["ask", "decline"]) -> PartTurn:
    """Return the part where too little of what was written stands and no statements are to replace it."""
    asks = behavior == "ask"
    return replace(
        turn,
        kind=AnswerKind.CLARIFY if asks else AnswerKind.ABSTAIN,
        declined=ASK_BACK if asks else DECLINED,
        sentences=(),
        citations=(),
        steps=(),
    )


def _sentence(
    one: JudgedSentence, first: int, index: LawIndex, registry: Registry
) -> tuple[Sentence, list[Citation]]:
    """The sentence with its citations; what rests on nothing that can be cited (a silence, a public page) states no law."""
    cited = cite_written(one.written, one.cited, index, registry)
    support = _SUPPORT[one.written.mark]
    silence = "" if cited else next((span.silence for span in one.cited if span.silence), "")
    sentence = Sentence(
        text=one.written.text,
        citations=tuple(range(first, first + len(cited))),
        support=Support.NONE if support is Support.VERIFIED and not cited else support,
        silence=silence,
        translation=one.written.translation,
    )
    return sentence, cited


def _steps(
    steps: Sequence[JudgedSentence], index: LawIndex, registry: Registry
) -> tuple[tuple[Step, ...], tuple[Citation, ...]]:
    """The written steps, with citations of their own: numbered from 0."""
    shown: list[Step] = []
    citations: list[Citation] = []
    for one in steps:
        cited = cite_written(one.written, one.cited, index, registry)
        places = tuple(range(len(citations), len(citations) + len(cited)))
        shown.append(Step(text=one.written.text, citations=places))
        citations.extend(cited)
    return tuple(shown), tuple(citations)
