"""Show the parts of an answer as one: in the asker's order, no sentence said twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.citing import text_of
from civicsetu.answering.composing.statement_index import StatementHeld
from civicsetu.answering.messages import abstention_messages
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.law.answers import AnswerKind, AnswerPart, Citation, Sentence, SentenceReady, Support
from civicsetu.retrieval.answerability.answerability import Answerability
from civicsetu.retrieval.answerability.decision import Reason


def without_repeats(turns: Sequence[PartTurn]) -> list[PartTurn]:
    """Return the parts without statements of an earlier one, where something else, say a silence, is left."""
    said: set[str] = set()
    kept: list[PartTurn] = []
    for turn in turns:
        new = tuple(one for one in turn.chosen if text_of(one) not in said)
        if turn.chosen and not new and turn.preface:
            kept.append(replace(turn, kind=AnswerKind.ABSTAIN, declined=turn.preface, preface="", chosen=()))
            continue
        kept.append(replace(turn, chosen=new) if new and not turn.compared else turn)
        said.update(text_of(one) for one in turn.chosen)
    return kept


def without_unsure(turns: Sequence[PartTurn], least: float) -> list[PartTurn]:
    """Return the parts; one whose first statement is too unlikely to answer says so and shows no law.

    The parts of a post lean on its story: their searches find something always. What comes nearest to a question
    that is not answered was seldom to the point, and under the asker's own words it reads as an answer.
    """
    if len(turns) < 2:
        return list(turns)
    answered = any(turn.chosen and not turn.declined for turn in turns)
    return [
        declined_as_unsure(turn) if _is_unsure(turn, least) or (answered and _is_guessed_away(turn)) else turn for turn in turns
    ]


def without_unanswered_wrongs(turns: Sequence[PartTurn]) -> list[PartTurn]:
    """Return the parts without the wrongs of a post about which nothing, or nothing new, is said.

    Nobody asked of them one by one, so that nobody misses an answer; where nothing is left, the first stays. A sentence of
    the story that was taken for a question, and is declined, goes too where something is answered; so does "how do I
    complain?" where the steps of another part say how.
    """
    answered = any(turn.chosen and not turn.declined for turn in turns)
    has_steps = any(turn.steps and not turn.declined for turn in turns)
    said: set[str] = set()
    kept: list[PartTurn] = []
    for turn in turns:
        new = {text_of(one) for one in turn.chosen} - said
        of_wrong = turn.query.tells_wrong and (turn.declined or (turn.chosen and not new) or _is_unsure_wrong(turn))
        told_by_steps = has_steps and turn.declined and turn.query.asking_now.names_only_procedure
        if not (of_wrong or told_by_steps or (answered and _is_of_the_story(turn))):
            kept.append(turn)
            said |= new
    return kept or list(turns[:1])


def without_unwritten_wrongs(turns: Sequence[PartTurn]) -> list[PartTurn]:
    """Return the parts without unasked wrongs that the model left unwritten, if it wrote any part."""
    if not any(turn.written and not turn.declined for turn in turns):
        return list(turns)
    return [turn for turn in turns if turn.written or not turn.query.unasked]


def _is_unsure_wrong(turn: PartTurn) -> bool:
    """Whether nobody asked of a wrong, and no statement surely belongs to it."""
    unsure = turn.chance is not None and turn.chance < ANSWERING.least_sure_wrong
    return turn.query.unasked and (unsure or bool(turn.preface))


def _is_guessed_away(turn: PartTurn) -> bool:
    """Whether a part of a post on our law is declined as no question, or as other law by words too few to tell."""
    decision = turn.decision if turn.declined else None
    reason = decision.reason if decision is not None and not decision.by_words else None
    if reason is Reason.NO_QUESTION:
        return True
    return reason is Reason.OTHER_LAW and turn.query.asking.substance < Answerability.shipped_thresholds.enough_substance


def _is_of_the_story(turn: PartTurn) -> bool:
    """Whether a declined part is no question, or a short one without a matter of law: "nobody listens, what to say".

    What a model read as a question is one, in whatever words; so is a longer one, though it seems to ask for no law.
    """
    text = turn.query.asked_last if turn.query.is_part and not turn.query.is_given else ""
    if not turn.declined or not text or "?" in text or (turn.decision is not None and turn.decision.by_words):
        return False
    is_idle = turn.decision is not None and turn.decision.reason is Reason.NO_QUESTION
    return not turn.query.asking_now.asks or (is_idle and len(text.split()) < Answerability.shipped_thresholds.enough_words)


def declined_as_unsure(turn: PartTurn) -> PartTurn:
    """Return the part reduced to the message that no sure answer was found."""
    text = abstention_messages.not_answered_in_a_post()
    return replace(turn, kind=AnswerKind.ABSTAIN, declined=text, preface="", silence="", chosen=(), steps=(), limits=())


def _is_unsure(turn: PartTurn, least: float) -> bool:
    settled = turn.declined or turn.preface or turn.opening or turn.compared or turn.contradiction
    of_statements = bool(turn.chosen) and isinstance(turn.chosen[0], StatementHeld)
    return not settled and turn.chance is not None and turn.chance < least and of_statements


def give_yes_or_no(turn: PartTurn, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences of a part, with the yes or no before the statement that gives it.

    Where the part is not answered, or is so unsure that it says so, nothing is put before it.
    """
    decided = turn.decided
    if decided is None or turn.preface or not turn.chosen or turn.chosen[0] is not decided.lead:
        return list(sentences)
    sure = min(turn.chance or 0.0, turn.decision.confidence if turn.decision else 0.0)
    if sure < ANSWERING.medium_confidence:
        return list(sentences)
    first, *others = sentences
    return [first.model_copy(update={"yes_or_no": decided.says}), *others]


@dataclass(frozen=True, slots=True)
class PartsShown:
    """The parts as one answer, and how many of its sentences were shown so far."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    parts: tuple[AnswerPart, ...]
    told: int


def tell_parts(
    turns: Sequence[PartTurn], told: int, tell: Callable[[SentenceReady], None], *, several: bool
) -> PartsShown:
    """Emit the sentences of the parts not emitted yet, in order, and return the parts as one answer.

    `told` is how many were. Parts are only ever added to at their end, so that a sentence keeps its number. Of
    `several` parts each opens with its heading.
    """
    sentences, citations, parts = show_parts(turns)
    opens = {part.sentences[0]: part.heading for part in parts if part.sentences} if several else {}
    for number, sentence in list(enumerate(sentences))[told:]:
        of_it = tuple(citations[index] for index in sentence.citations)
        tell(
            SentenceReady(index=number, heading=opens.get(number, ""), sentence=sentence, citations=of_it)
        )
    return PartsShown(tuple(sentences), tuple(citations), tuple(parts), max(told, len(sentences)))


def show_parts(turns: Sequence[PartTurn]) -> tuple[list[Sentence], list[Citation], list[AnswerPart]]:
    """Return all parts as one answer: sentences in the asker's order, with citations numbered across all parts.

    What is said of a part that is declined is a limit, and cites nothing. What an earlier part says is not said
    again, but for the sentence that answers a part: of which nothing else is left, or whose answer was only said beside
    that of another.
    """
    said: set[str] = set()
    led: set[str] = set()
    sentences: list[Sentence] = []
    citations: list[Citation] = []
    parts: list[AnswerPart] = []
    for turn in turns:
        first, place = len(sentences), len(citations)
        if turn.declined:
            sentences.append(Sentence(text=turn.declined, support=Support.NONE, silence=turn.silence))
        whole = turn.compared or turn.preface
        lead = next((one for one in turn.sentences if one.citations), None)
        new = [one for one in turn.sentences if whole or one.text not in said or (one is lead and one.text not in led)]
        led.update((lead.text,) if lead is not None else ())
        if not any(one.citations for one in new):
            new = [*_said_above(turn.sentences, new), *new]
        shown, cited = renumber_citations(new, list(turn.citations))
        for sentence in shown:
            moved = tuple(place + index for index in sentence.citations)
            sentences.append(sentence.model_copy(update={"citations": moved}))
        citations.extend(cited)
        said.update(one.text for one in new)
        of_it = tuple(range(first, len(sentences)))
        parts.append(AnswerPart(heading=turn.query.heading, kind=turn.kind, sentences=of_it))
    return sentences, citations, parts


def _said_above(sentences: Sequence[Sentence], new: Sequence[Sentence]) -> list[Sentence]:
    """The sentence that answers a part although it is said above: whoever reads its heading finds its answer there."""
    repeated = [one for one in sentences if one not in new]
    of_law = [one for one in repeated if one.citations]
    return of_law[:1] or ([] if new else repeated[:1])


def renumber_citations(sentences: list[Sentence], citations: list[Citation]) -> tuple[list[Sentence], list[Citation]]:
    """Return the sentences with only the citations they use, numbered anew."""
    used = list(dict.fromkeys(index for sentence in sentences for index in sentence.citations))
    place = {old: new for new, old in enumerate(used)}
    shown = [
        sentence.model_copy(update={"citations": tuple(place[index] for index in sentence.citations)})
        for sentence in sentences
    ]
    return shown, [citations[index] for index in used]
