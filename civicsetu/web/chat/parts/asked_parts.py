"""What is said on each thing asked: the short answer first, the other sentences as cards, limits apart.

A sentence that is a condition of another stands with it, whether that is the short answer or a card that is folded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.messages.name_states import only_names_state
from civicsetu.law.answers import Answer, Citation, Sentence, Support
from civicsetu.web.chat.parts.said import Names, Said, names_a_sum, show_sentence
from civicsetu.web.language.speaking import tell


@dataclass(frozen=True, slots=True)
class ShownPart:
    """One thing asked: `heading` is empty where it is the only one.

    `before` and `limits` state no law; `lead` is the short answer, None where the part is declined: the first sentence of law, or
    what the law leaves open. `amount` is the sum or rate that belongs to the lead, where the lead names none.
    """

    heading: str = ""
    before: tuple[str, ...] = ()
    lead: Said | None = None
    amount: Said | None = None
    cards: tuple[Said, ...] = ()
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence, and how it is shown."""

    sentence: Sentence
    said: Said


def show_parts(answer: Answer, names: Names) -> tuple[ShownPart, ...]:
    """Return the parts of an answer, in the asker's order; where one thing was asked, with how much that is."""
    if len(answer.parts) < 2:
        return (show_part("", answer.sentences, names, answer.citations),)
    return tuple(
        show_part(part.heading, [answer.sentences[at] for at in part.sentences], names) for part in answer.parts
    )


def show_part(
    heading: str, sentences: Sequence[Sentence], names: Names, citations: Sequence[Citation] = ()
) -> ShownPart:
    """Return one part: what stands before its first sentence of law opens it, later limits close it.

    What cites a provision is no limit, even where it states no law: it stays in its place with its links. With the
    `citations` of the answer the sum or rate of the lead is taken from the cards.
    """
    if sentences and sentences[0].silence:
        return _led_by_silence(heading, sentences, names)
    first = next((at for at, one in enumerate(sentences) if not _stands_alone(one)), len(sentences))
    shown = list(_show_behind_states(sentences[first:], names))
    told = [one for one in shown if not _is_limit(one.said)]
    sum_of_lead = _find_amount(told, citations)
    grouped = list(_with_conditions(told, sum_of_lead))
    amount = next((one for one in grouped[1:] if one.sentence is sum_of_lead), None)
    return ShownPart(
        heading=heading,
        before=tuple(line for one in sentences[:first] for line in _lines_of(one)),
        lead=grouped[0].said if grouped else None,
        amount=amount.said if amount else None,
        cards=tuple(one.said for one in grouped[1:] if one is not amount),
        limits=tuple(one.said.text for one in shown if _is_limit(one.said)),
    )


def _led_by_silence(heading: str, sentences: Sequence[Sentence], names: Names) -> ShownPart:
    """A part whose answer is what the law leaves open: that is read first, and what helps beside it on a card."""
    silence, *others = sentences
    rest = show_part(heading, others, names)
    cards = (rest.lead, *rest.cards) if rest.lead else rest.cards
    return replace(rest, lead=replace(show_sentence(silence, names), words="ours"), cards=cards)


def _lines_of(sentence: Sentence) -> Iterator[str]:
    """What states no law in the reader's language; what is translated stands above its English."""
    if sentence.translation:
        yield sentence.translation
    yield tell(sentence.text)


def _stands_alone(sentence: Sentence) -> bool:
    """Whether it states no law, and belongs to none that is stated."""
    return sentence.support is Support.NONE and not sentence.citations and not only_names_state(sentence)


def _is_limit(said: Said) -> bool:
    return said.words == "limit" and not said.chips


def _show_behind_states(sentences: Sequence[Sentence], names: Names) -> Iterator[_Told]:
    """Each sentence as it is shown; one that only names a state is told with the next."""
    state = ""
    for one in sentences:
        if only_names_state(one):
            state = tell(one.text)
        else:
            yield _Told(one, show_sentence(one, names, state))
            state = ""


def _with_conditions(told: Sequence[_Told], amount: Sentence | None) -> Iterator[_Told]:
    """The sentences in order, each with its conditions, which are said with the first of the rules they belong to.

    The lead and the amount are the first to be read, whatever stands between them.
    """
    placed = {0}
    conditions: dict[int, tuple[Said, ...]] = {}
    in_turn = sorted(
        range(len(told)), key=lambda at: (at > 0, _is_condition(told[at], told), told[at].sentence is not amount, at)
    )
    for at in in_turn:
        if at in placed and at:
            continue
        placed.add(at)
        own = list(_conditions_of(at, told, placed))
        placed.update(own)
        conditions[at] = tuple(told[one].said for one in own)
    for at, one in enumerate(told):
        if at in conditions:
            yield _Told(one.sentence, replace(one.said, conditions=conditions[at]))


def _is_condition(one: _Told, told: Sequence[_Told]) -> bool:
    names = {other.sentence.statement for other in told if other is not one}
    return not names.isdisjoint(one.sentence.condition_of)


def _conditions_of(at: int, told: Sequence[_Told], placed: Collection[int]) -> Iterator[int]:
    """Places of the conditions of a sentence, and of theirs in turn."""
    found = [at]
    for rule in found:
        name = told[rule].sentence.statement
        for other, one in enumerate(told):
            if name and other not in found and other not in placed and name in one.sentence.condition_of:
                found.append(other)
                yield other


def _find_amount(told: Sequence[_Told], citations: Sequence[Citation]) -> Sentence | None:
    """The sentence with the sum or rate of the lead: what a state's rules set for it, else one of the same provision.

    Any other sum is of another matter. Where the lead or one of its conditions names a sum, there is no need of one.
    """
    if not told or not citations:
        return None
    own = set(_conditions_of(0, told, {0}))
    if any(names_a_sum(told[at].said.text) for at in (0, *own)):
        return None
    lead = told[0].sentence
    sums = [
        one.sentence
        for at, one in enumerate(told)
        if at and not _is_condition(one, told) and one.said.words == "ours" and names_a_sum(one.said.text)
    ]
    of_lead = {_section(citations[at]) for at in lead.citations}
    filling = (one for one in sums if lead.statement and lead.statement in one.fills)
    beside = (one for one in sums if of_lead & {_section(citations[at]) for at in one.citations})
    return next(filling, None) or next(beside, None)


def _section(citation: Citation) -> tuple[str, str]:
    return citation.document, citation.section_id
