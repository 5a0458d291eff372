"""Reply to what asks nothing new: "yes", "explain simply", "write the letter", "which section?".

Such a reply never repeats the answer before. It says what can be asked next, shows what lies behind the answer,
or says what cannot be done and gives the law that helps instead. After a question that was declined there is
nothing to go on from, and nothing of the law is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date

from civicsetu.answering.compose import Lifted
from civicsetu.answering.composing.further import (
    figures,
    has_number,
    mentions_interest,
    more_statements,
    rest_of_provisions,
)
from civicsetu.answering.composing.said_before import statements_shown, texts_shown
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.reckoning.own_figures import reckon_own_figures
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex, Unit
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Answer, AnswerKind, Citation, Sentence
from civicsetu.law.paths import parse_path, provision_id
from civicsetu.law.sentences import SentenceSpan, split_sentences, to_one_line
from civicsetu.law.statements import Actor, StatementKind
from civicsetu.lexicon.listing import listed
from civicsetu.query.dialogue_acts import DRAFTS, DialogueAct, asked_for_source, questions_asked
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Decision

_OF_INTEREST = frozenset({"interest_rate"})
_COMPLAINTS = ("act.31-1.which-office", "act.31-2.form-fee")
_APPEALS = ("act.43-5.appeal", "act.44-2.form-fee")
"""The statements of where it goes, and of the form and fee that a state's statements say."""
_OWED = frozenset({StatementKind.RIGHT, StatementKind.DUTY, StatementKind.PROHIBITION})
_DECLINED = frozenset({AnswerKind.ABSTAIN, AnswerKind.CLARIFY})

_WELCOME = "I am glad if that helped."
_NOTHING_BEFORE = (
    "Your last question was not answered, so there is nothing to go on from. Please ask it in other words."
)
_ASK_ON = "Ask your next question whenever you like."
_WHAT_NEXT = "You can ask next: {offers}."
_STEPS = "what you can do, step by step"
_FORM_OF_STATE = "the form and fee of a complaint in your state (name the state)"
_MORE_OF_IT = "“more” for what else the law says on this"
_NO_OTHER_LANGUAGE = (
    "Ask your question in Hindi or Marathi, and I tell the law in it, too; in Tamil and Kannada I tell part of it, in other languages only English so far."
)
_SURE = "It is likely, though not certain, that this answers you. My last answer rests on these passages:"
_UNSURE = "I am not certain that this answers you. My last answer rests on these passages:"
_ALL_SHOWN = "My last answer rests on {places}, and I showed all that it rests on. Open each to read the whole provision."
_PLAINEST = "What I showed is already my shortest and plainest wording."
_BESIDES = f"{_PLAINEST} The same law says besides:"
_NO_DRAFTS = "I cannot write {text} yet."
_DRAFT_TEXTS = {
    DialogueAct.COMPLAINT: "complaints",
    DialogueAct.APPEAL: "appeals",
    DialogueAct.LETTER: "letters or notices",
}
_WHERE_IT_GOES = {
    DialogueAct.COMPLAINT: "This is where a complaint goes{form}:",
    DialogueAct.APPEAL: "This is when and where an appeal goes{form}:",
    DialogueAct.LETTER: "If the other side does not give way, this is where a complaint goes{form}:",
}
_FORM_HELD = ", with its form and fee"
_FORM_ABOVE = "; its form and fee stand in my answers above"
_NAME_STATE = "; name your state to see its form and fee"
_FORM_NOT_FOUND = "; I found no form and fee for {state} in what I hold"
_SHOWN_ALREADY = "My answers above say where it goes{form}."
_NO_SUMS = "I do not calculate sums yet."
_FIGURE_TO_TAKE = "This is the figure to calculate with:"
_TAKE_THIS = f"{_NO_SUMS} {_FIGURE_TO_TAKE}"
_TELL_SUM = f"To work out interest I need the sum and for how long, both in one question. {_FIGURE_TO_TAKE}"
_RATE_OF_STATE = f"{_NO_SUMS} The rate depends on the state: name yours to see whether I hold it."
_RATE_NOT_FOUND = f"{_NO_SUMS} I did not find the figure itself in what I hold of your state:"
_NO_FIGURE = f"{_NO_SUMS} I found no rate or share on this that you could calculate with."
NOTHING_MORE = (
    "I found nothing more on this in the law I hold. Ask about one point of it, or name your state."
)


def reply_to_act(
    turn: PartTurn,
    earlier: Sequence[Answer],
    statements: StatementIndex | None,
    law: LawIndex,
    registry: Registry,
) -> PartTurn:
    """Return the turn with its reply, or with what it takes to find one in the law on the same matter."""
    act = turn.query.act
    last = last_answer(earlier)
    if not earlier and act in DRAFTS:
        asked_for = replace(turn, decision=Decision("proceed", ANSWERING.named_chance))
        return _with_what_a_draft_needs(asked_for, act, None, statements, registry)
    if last is None:
        asks_on = act in (DialogueAct.YES, DialogueAct.THANKS)
        text = _ASK_ON if asks_on else _NOTHING_BEFORE
        return replace(turn, kind=AnswerKind.CLARIFY if asks_on else AnswerKind.ABSTAIN, declined=text)
    about = last if act is DialogueAct.SOURCE else questions_asked(earlier)[-1]
    sure = Decision("proceed", about.confidence.score)
    turn = replace(turn, decision=sure, shown=texts_shown(earlier), goes_on_from=about)
    if act is DialogueAct.YES or act is DialogueAct.THANKS:
        welcome = f"{_WELCOME} " if act is DialogueAct.THANKS else ""
        offers = _offers(turn, about, earlier, statements)
        return replace(turn, kind=AnswerKind.CLARIFY, declined=f"{welcome}{offers}")
    if act is DialogueAct.TRANSLATE:
        return replace(turn, kind=AnswerKind.ABSTAIN, declined=_NO_OTHER_LANGUAGE)
    if act is DialogueAct.SOURCE:
        return _with_sources(turn, about, law)
    if act in DRAFTS:
        return _with_what_a_draft_needs(turn, act, about, statements, registry)
    return turn


def say_further(turn: PartTurn, statements: StatementIndex | None, law: LawIndex) -> PartTurn:
    """Return the turn with what the law found says beyond what was shown: more of it, the rest, or a figure."""
    act, found, last = turn.query.act, turn.found, turn.goes_on_from
    assert found is not None and last is not None, "it was searched, and goes on from an answer"
    if act is DialogueAct.CALCULATE:
        lead = [one for one in last.sentences if one.citations][:1]
        text, cited = "".join(one.text for one in lead), _units_cited(lead, last, law)
        said = figures(turn.query, found, statements, turn.shown, text, cited) if statements else []
        if has_number(said) and mentions_interest(said[0]):
            return _work_out_interest(turn, said)
        opening = _NO_FIGURE if not said else _TAKE_THIS if has_number(said) else _rate_unknown(turn.query)
        return _opened(turn, opening, said)
    cited = _units_cited(last.sentences, last, law)
    if act is DialogueAct.PLAIN:
        rest = rest_of_provisions(turn.query, found, statements, turn.shown, cited) if statements else []
        words = [] if rest else [one for one in _passages(last, law) if one.span.text not in turn.shown]
        return _opened(turn, _BESIDES if rest or words else _PLAINEST, rest or words)
    more = more_statements(turn.query, found, statements, turn.shown, cited) if statements else []
    if more:
        return replace(turn, chosen=tuple(more))
    return replace(turn, kind=AnswerKind.ABSTAIN, declined=NOTHING_MORE)


def _work_out_interest(turn: PartTurn, said: Sequence[StatementHeld]) -> PartTurn:
    """What the rate comes to for the asker, as after a first question; else what is missing for that.

    Of two sums or times told in the conversation those of the question asked just now count.
    """
    texts = (turn.query.standalone, f"interest {turn.query.asked_last}")
    worked_out = (reckon_own_figures("", {}, text, date.today(), _OF_INTEREST) for text in texts)
    own = next((one for one in worked_out if one is not None), None)
    if own is None:
        return _opened(turn, _TELL_SUM, said)
    return replace(turn, kind=AnswerKind.ANSWER, chosen=tuple(said), limits=(own.text,))


def last_answer(earlier: Sequence[Answer]) -> Answer | None:
    """Return the last turn that stated law in answer to what was asked last; None where that was declined."""
    asked = questions_asked(earlier)
    if not asked or asked[-1].kind in _DECLINED:
        return None
    since = earlier[list(earlier).index(asked[-1]) :]
    return next(
        (
            one
            for one in reversed(since)
            if one.citations and one.kind not in _DECLINED and not asked_for_source(one)
        ),
        None,
    )


def _opened(turn: PartTurn, opening: str, said: Sequence[StatementHeld | Lifted]) -> PartTurn:
    """What cannot be done first, then the law that helps; declined where there is none."""
    if not said:
        return replace(turn, kind=AnswerKind.ABSTAIN, declined=opening)
    return replace(turn, kind=AnswerKind.PARTIAL, opening=opening, chosen=tuple(said))


def _rate_unknown(query: Query) -> str:
    return _RATE_NOT_FOUND if len(query.jurisdictions) > 1 else _RATE_OF_STATE


# -- what can be asked next -----------------------------------------------------------------------------


def _offers(
    turn: PartTurn, last: Answer, earlier: Sequence[Answer], statements: StatementIndex | None
) -> str:
    offers: list[str] = []
    shown = statements_shown([one.text for one in last.sentences], statements) if statements else []
    if _is_owed_to_buyer(shown):
        if not any(one.steps for one in earlier):
            offers.append(_STEPS)
        if len(turn.query.jurisdictions) < 2:
            offers.append(_FORM_OF_STATE)
    units = {unit for one in shown for unit in one.unit_ids}
    left = statements is not None and any(
        statements.held[at].statement.says not in turn.shown
        for unit in units
        for at in statements.of_unit.get(unit, ())
    )
    if left:
        offers.append(_MORE_OF_IT)
    return _WHAT_NEXT.format(offers=_either(offers)) if offers else _ASK_ON


def _either(offers: Sequence[str]) -> str:
    return "; ".join(offers[:-1]) + ("; or " if len(offers) > 1 else "") + offers[-1]


def _is_owed_to_buyer(shown: Sequence[StatementHeld]) -> bool:
    """Whether the law shown says what a builder or broker owes."""
    return any(
        one.statement.kind in _OWED and one.statement.bearer in (Actor.PROMOTER, Actor.AGENT) for one in shown
    )


# -- what an answer rests on ----------------------------------------------------------------------------


def _with_sources(turn: PartTurn, last: Answer, law: LawIndex) -> PartTurn:
    new = [one for one in _passages(last, law) if one.span.text not in turn.shown]
    passages = new[: ANSWERING.source_passages]
    if not passages:
        used = sorted({at for sentence in last.sentences for at in sentence.citations})
        places = dict.fromkeys(last.citations[at].name.strip("[]") for at in used)
        text = _ALL_SHOWN.format(places=listed(list(places)))
        return replace(turn, kind=AnswerKind.ABSTAIN, declined=text)
    opening = _SURE if last.confidence.level == "high" else _UNSURE
    return replace(turn, kind=AnswerKind.ANSWER, opening=opening, chosen=tuple(passages))


def _passages(answer: Answer, law: LawIndex) -> Iterator[Lifted]:
    """The sentences of the provisions that an answer cites, each once."""
    used = dict.fromkeys(at for sentence in answer.sentences for at in sentence.citations)
    seen: set[str] = set()
    for lifted in (one for at in used for one in _lift(answer.citations[at], law)):
        if lifted.span.text not in seen:
            seen.add(lifted.span.text)
            yield lifted


def _lift(citation: Citation, law: LawIndex) -> Iterator[Lifted]:
    """The sentences that a cited passage lies in, or the passage alone where one is long; none where the law changed."""
    held = law.laws.get(citation.document)
    edition = held.editions.get(citation.edition) if held else None
    units = _units_of(citation, law)
    if edition is None or edition.edition_id != str(citation.edition_id) or not units:
        return
    if edition.body[citation.start : citation.end] != citation.quote:
        return
    place = law.find_innermost(units[0], edition, citation.start, citation.end)
    spans = [
        one
        for one in split_sentences(edition.body, place.start, place.end)
        if one.start < citation.end and citation.start < one.end
    ]
    if not spans or any(len(one.text.split()) > ANSWERING.source_words for one in spans):
        passage = to_one_line(citation.quote)
        spans = [SentenceSpan(citation.start, citation.end, passage, 0, False, False, False)]
    yield from (Lifted(units[0], edition, place, span) for span in spans)


def _units_of(citation: Citation, law: LawIndex) -> list[Unit]:
    if citation.document not in law.laws:
        return []
    return law.units_of(str(provision_id(citation.document, parse_path(citation.section_id))))


def _units_cited(sentences: Iterable[Sentence], answer: Answer, law: LawIndex) -> list[Unit]:
    used = {at for sentence in sentences for at in sentence.citations}
    return [unit for at in sorted(used) for unit in _units_of(answer.citations[at], law)]


# -- what somebody needs who writes themselves ----------------------------------------------------------


def _with_what_a_draft_needs(
    turn: PartTurn, act: DialogueAct, about: Answer | None, statements: StatementIndex | None, registry: Registry
) -> PartTurn:
    """What says where a complaint or an appeal goes, with which form and fee, as far as statements say it."""
    cannot = _NO_DRAFTS.format(text=_DRAFT_TEXTS[act])
    if statements is None or (act is DialogueAct.LETTER and not _goes_to_the_authority(about, statements)):
        return _opened(turn, cannot, ())
    first, form = _APPEALS if act is DialogueAct.APPEAL else _COMPLAINTS
    of_state = _filled(form, turn.query.documents, statements)
    shown_before = any(one.statement.says in turn.shown for one in of_state)
    wanted = (statements.get(first), *(() if shown_before else of_state))
    new = [one for one in wanted if one is not None and one.statement.says not in turn.shown]
    known = _FORM_ABOVE if shown_before and new else _FORM_HELD
    told = known if of_state else _form_unknown(turn.query, registry)
    text = (_WHERE_IT_GOES[act] if new else _SHOWN_ALREADY).format(form=told)
    return _opened(turn, f"{cannot} {text}", new)


def _form_unknown(query: Query, registry: Registry) -> str:
    states = query.jurisdictions[1:]
    return _FORM_NOT_FOUND.format(state=registry.name_of(states[0])) if states else _NAME_STATE


def _goes_to_the_authority(about: Answer | None, statements: StatementIndex) -> bool:
    """Whether a letter about it may end in a complaint; one of which nothing was said before may."""
    return about is None or _is_owed_to_buyer(statements_shown([one.text for one in about.sentences], statements))


def _filled(statement_id: str, documents: Collection[str], statements: StatementIndex) -> list[StatementHeld]:
    return [
        found
        for one in statements.catalogue.filled_by(statement_id)
        if one.law in documents and (found := statements.get(one.id)) is not None
    ][:2]
