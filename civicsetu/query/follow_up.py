"""Rewrite a follow-up so that it can be understood alone, without a model.

It carries the question the conversation began with and the state it was about. What the new question
names itself replaces what is carried.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from civicsetu.law.answers import Answer
from civicsetu.law.documents import CENTRAL
from civicsetu.law.references import find_references
from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.english import is_english
from civicsetu.lexicon.matter_named import names_matter
from civicsetu.lexicon.romanised_hindi import is_glossed
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.asked_kind import AskedKind, asked_kind
from civicsetu.query.asking_sentences import words_of_substance
from civicsetu.query.dialogue_acts import DialogueAct, questions_asked
from civicsetu.query.thresholds import READING, ReadingThresholds

_WORD_ENDS = r"(?![\w\u0900-\u0DFF])"
"""Not `\\b`: to it the mark of a vowel is no part of a word, so that Marathi "का" would end in "काय"."""
_OPENS = re.compile(
    r"^(?:and|but|so|then|also|or|ok|okay|what about|how about|what if|what else|why|tell me more|more|same for|"
    r"explain|really|is that|does that|does it|do they|can they|can he|can she|in that case|if so|if not|which one|"
    r"aur|phir|toh|lekin|agar|uska|uski|uske|iska|iske)\b"
    r"|^to (?:ab|agar|builder|fir|hum|is(?:me|ka|ki|ke)|kab|kahan?|kais[ei]|kaun|kitn[aei]|kya|main?|mer[aei]|mujhe|phir|"
    r"us(?:me|ka|ki|ke)|woh?|yeh?)\b"
    rf"|^(?:और|तो|फिर|लेकिन|मगर|आणि|मग|पण|का|மற்றும்|ஆனால்|ಮತ್ತು|ಆದರೆ|ಯಾಕೆ){_WORD_ENDS}"
    r"|^(?:उसक|उनक|इसक|इनक|क्यों|त्याच|त्यांच|यासाठी|அப்ப(?!ா)|அதற்கு|அதன்|இதற்கு|ಹಾಗಾದರೆ|ಅದಕ್ಕೆ|ಅದರ|ಇದಕ್ಕೆ)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|that|this|these|those|they|them|their|he|him|his|she|her|same|above|such|there|previous|former|latter"
    r"|uska|uski|uske|iska|iske|isme|usme|wahi)\b"
    r"|उसक|उसम|इसक|इसम|वही|यही|त्याच|त्यात|अशा|அது|அதில்|அதே|இது|ಅದು|ಅದರ|ಅದೇ|ಇದು",
    re.IGNORECASE,
)
_ASKS_FOR_MORE = re.compile(
    r"\b(?:(?:what|who|which|where|anything|something|anyone) (?:all )?else|apart from|besides|in addition to|(?:ke|iske|uske) (?:alawa|ilawa|siva|siway))\b"
    rf"|के अलावा|के सिवा|व्यतिरिक्त|शिवाय|தவிர|ಹೊರತುಪಡಿಸಿ{_WORD_ENDS}",
    re.IGNORECASE,
)
_ONLY_A_NUMBER = re.compile(
    r"^(?:(?:and|or|what about|how about|then|aur|और|आणि|மற்றும்|ಮತ್ತು)\s+)?(?P<number>\d{1,3}[A-Z]?(?:\s?\(\w{1,4}\))*)\s*[?.!]*$",
    re.IGNORECASE,
)
_FIGURES = frozenset(
    "punishment penalty penalties fine fines jail prison imprisonment fee fees cost costs charge charges amount rate interest "
    "time limit deadline period days date form procedure process saza jurmana dand".split()
)
"""What a question may ask for that says nothing of whom or what it is about."""
_AROUND_FIGURES = frozenset(
    "what which how is are was s will would can could be the a an my for of under in here now then there to by much many long "
    "maximum minimum max min highest lowest most total exact last official fixed prescribed applicable payable involved possible "
    "required due set pay paid kya hai hoga hogi kitna kitni kitne lagega lagegi ho sakti aur kab tak".split()
)
_TAKES = re.compile(r"\b(?:tak(?:e|es|ing)|lag(?:eg[ai]|enge|t[aei]))\b|लगे|लगत|लाग|ஆகும்|எடுக்க|ಬೇಕಾಗ|ತೆಗೆದುಕೊಳ್", re.IGNORECASE)
_DECIDES = re.compile(
    r"\b(?:decide[sd]?|decision|judg(?:e?ments?|e)|verdict|dispose[sd]? of|faisl[ae]|nirnay)\b|फ़ैसल|फैसल|निर्णय|निकाल|தீர்ப்|ತೀರ್ಪ", re.IGNORECASE
)
_APPEALS = re.compile(r"\b(?:appeal|apeel)|अपील|மேல்முறையீ|ಮೇಲ್ಮನವಿ", re.IGNORECASE)
_OF_A_CASE = frozenset("give time case order hearing sunwai rera authority days दिन समय दिवस वेळ நாட்கள் ದಿನ".split())
HOW_LONG_A_COMPLAINT_TAKES = "Within how many days must the RERA authority decide a complaint?"
_COMPLAINS = re.compile(r"\b(?:complain\w*|shikayat)\b|शिकायत|तक्रार|புகார்|ದೂರು", re.IGNORECASE)
_ELSEWHERE = re.compile(
    r"\b(?:police|fir|consumer|tribunal|appeal|execut\w*|refund\w*|recover\w*|withdraw\w*|cancel\w*|exten\w*|registration|decided|passed|complains)\b"
    r"|पुलिस|उपभोक्ता|ग्राहक",
    re.IGNORECASE,
)
"""What is no complaint to RERA, or no waiting for its decision."""
_ASKS_IN_FULL = re.compile(r"^(?:who|which|what is|what are|define|meaning)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Standing:
    """A question that can be understood alone: `text`, and the turn it goes on from, if any.

    `asked` is what was asked just now, with what it leaves out of a number put in. `act` is set where
    it asks nothing new; text and `asked` are then those of the turn it is about.
    """

    text: str
    asked: str
    goes_on_from: Answer | None = None
    states: tuple[str, ...] = ()
    act: DialogueAct | None = None


def made_to_stand(
    question: str,
    earlier: Sequence[Answer],
    act: DialogueAct | None = None,
    switches: ReadingThresholds = READING,
) -> Standing:
    """Return the question as it can be understood alone; `earlier` are the turns before, oldest first.

    Of a dialogue `act` that is what it is about; only a sum to be calculated is told besides.

    A question that names a provision needs no turn before. The state a conversation is about stays,
    whatever is asked next, until another is named.
    """
    states = _states_stayed_with(earlier) if switches.carried_states else ()
    if not earlier:
        return Standing(question, question, act=act)
    asked = questions_asked(earlier)
    if act is DialogueAct.CALCULATE:
        return Standing(f"{_topic(asked)} {question}", question, asked[-1], states, act)
    if act is not None:
        return Standing(_topic(asked), asked[-1].question, asked[-1], states, act)
    earlier = asked
    if number := _number_of_the_same_kind(question, earlier[-1].question):
        return Standing(number, number, None, states)
    if find_references(question, bare=True) or not _is_follow_up(question):
        return Standing(question, question, None, states)
    if not any(turn.sentences for turn in earlier) and not _has_known_word(question):
        return Standing(question, question, None, states)
    if _leads_to_a_complaint(earlier[-1]) and _asks_how_long_a_case_takes(question):
        return Standing(HOW_LONG_A_COMPLAINT_TAKES, HOW_LONG_A_COMPLAINT_TAKES, None, states)
    at = next((at for at in reversed(range(len(earlier))) if earlier[at].sentences), len(earlier) - 1)
    last, earlier = earlier[at], earlier[: at + 1]
    text = f"{_topic(earlier)} {question}" if switches.carried_question else question
    return Standing(text, question, last, states)


def _states_stayed_with(earlier: Sequence[Answer]) -> tuple[str, ...]:
    """Return the states of the latest turn that had any; none where all of India was chosen since."""
    for turn in reversed(earlier):
        if any(one.jurisdiction == CENTRAL and one.source == "chosen" for one in turn.scope.states):
            return ()
        if states := _states_of(turn):
            return states
    return ()


def _states_of(turn: Answer) -> tuple[str, ...]:
    return tuple(code for code in turn.jurisdictions if code != CENTRAL)


def _number_of_the_same_kind(question: str, before: str) -> str:
    """After "What is section 36?", "and 37?" asks for section 37; empty where it is no such question.

    It is of the law that was named before: after a section of the Penal Code it is none of ours.
    """
    only = _ONLY_A_NUMBER.match(question.strip())
    named = find_references(before, bare=True)
    if only is None or not named:
        return ""
    law = f" of the {named[-1].law}" if named[-1].law else ""
    return f"{named[-1].noun or 'section'} {only['number']}{law}"


def _topic(earlier: Sequence[Answer]) -> str:
    """Return the question the conversation began with, and the last one where it went on from that."""
    at = len(earlier) - 1
    while at > 0 and _is_follow_up(earlier[at].question):
        at -= 1
    since = earlier[at + 1 :][-(READING.follow_up_questions - 1) :]
    asked = [earlier[at].question, *(turn.question for turn in since)]
    return " ".join(dict.fromkeys(asked))


def _is_follow_up(question: str) -> bool:
    words = question.split()
    if _OPENS.match(question.strip()) and len(words) <= READING.follow_up_opening_words:
        return True
    if len(words) <= READING.follow_up_pointing_words and _POINTS_BACK.search(question):
        return True
    if len(words) <= READING.follow_up_pointing_words and _asks_for_more(question):
        return True
    if _asks_a_figure_alone(question):
        return True
    if _ASKS_IN_FULL.match(question.strip()):
        return False
    if len(words) <= READING.follow_up_bare_words:
        return True
    return len(words) <= READING.follow_up_subjectless_words and not names_matter(question)


def _asks_for_more(question: str) -> bool:
    """Return whether it asks what is needed besides a thing of daily life: "apart from the PAN card, what else?"."""
    return _ASKS_FOR_MORE.search(question) is not None and not get_domain_terms().find_terms(question).own


def _asks_a_figure_alone(question: str) -> bool:
    """Whether it asks for a penalty, a fee or a time and names neither who nor what: "What is the punishment?"

    It reads like a full question; by itself it would be answered for anybody, the builder for the broker.
    """
    words = set(split_words(question))
    return not words.isdisjoint(_FIGURES) and words <= _FIGURES | _AROUND_FIGURES


def _leads_to_a_complaint(turn: Answer) -> bool:
    """Return whether an answer's steps lead to a complaint; those to an appeal or to enforcing an order take another time."""
    said = " ".join(step.text.lower() for step in turn.steps)
    return "complain" in said and "appeal" not in said


def _asks_how_long_a_case_takes(question: str) -> bool:
    """Return whether it asks, after steps that lead to a complaint, how long that takes: "how long will they take to decide?"."""
    if asked_kind(question) is not AskedKind.HOW_LONG or _APPEALS.search(question):
        return False
    others = {word for word in words_of_substance(question) if word not in _OF_A_CASE and not _TAKES.search(word)}
    return _DECIDES.search(question) is not None or (_TAKES.search(question) is not None and not others)


def complete_halves(halves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the halves of a question; one that asks how long a decision takes, beside one about a complaint to RERA, is given in full."""
    if any(_ELSEWHERE.search(half) for half in halves):
        return halves
    complaints = [half for half in halves if _COMPLAINS.search(half)]
    return tuple(
        HOW_LONG_A_COMPLAINT_TAKES if any(one is not half for one in complaints) and _asks_how_long_a_case_takes(half) else half for half in halves
    )


def _has_known_word(question: str) -> bool:
    """Return whether any word of it is known, or written in a script of which not all words are: "asdf qwer" has none."""
    words = split_words(question)
    return any(not word.isascii() or is_english(word) or is_glossed(word) for word in words)
