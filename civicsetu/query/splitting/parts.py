"""Split a post into its several questions, sentence by sentence, without a model.

People tell a story and ask three things about it at the end, or number their questions, or put one
after each piece of the story. Searched as one text, the loudest of them drowns the others. What
asks a single thing stays whole, for every split takes context from a question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from civicsetu.lexicon.matter_named import names_matter
from civicsetu.query.asked_kind import asked_kind, asks_consequence
from civicsetu.query.asking_sentences import (
    asks,
    asks_what_to_do,
    asks_who_is_right,
    goes_on_asking,
    heading_of,
    leaves_out_what_fails,
    leaves_out_whose,
    names_only_details,
    names_only_rate,
    names_procedure,
    points_back,
    points_to_a_thing,
    substance,
)
from civicsetu.query.chatter import is_chatter
from civicsetu.query.named.places_named import NO_PLACES, Places
from civicsetu.query.sentence_ends import split_sentences
from civicsetu.query.splitting.announced_questions import announces_questions
from civicsetu.query.splitting.asking_model import get_asking_model
from civicsetu.query.splitting.joined_questions import divide_questions
from civicsetu.query.thresholds import READING

_ADDS = re.compile(
    r"\W*(?:also|another|second(?:ly)?|third(?:ly)?|next|further(?:more)?|moreover|besides|one more|apart from (?:this|that)|in addition|"
    r"aur ek|ek aur|dusr[ai]|iske alawa|इसके अलावा|और एक|तसेच|शिवाय)\b",
    re.IGNORECASE,
)
_JOINS = re.compile(r"\s*(?:and|also|aur|then|so|plus|or|ya|if not)\b", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:or|ya)\b|(?<!\S)(?:या|किंवा|அல்லது|ಅಥವಾ)(?!\S)", re.IGNORECASE)
_MARKER = re.compile(
    r"(?:(?<=\s)|(?<=^))(?:(?:q|que|ques|question|point|doubt|query)\s?\.?\s?)?[(\[]?(?P<label>\d{1,2}|[a-hA-H]|[ivx]{1,4})(?:[)\].:\-]{1,2}\s*(?=[^\s\d])|[)\]]\s+(?=\d))"
)
_ORDINAL = re.compile(
    r"(?:(?<=^)|(?<=[.!?:;।\n-]\s)|(?<=\n)|(?<=,\s)(?=\w+\s?[,:])) ?(?:and |the )?(?:(?P<label>first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|fifth(?:ly)?|pehla|dusra|teesra|chautha)\b"
    r"(?: (?:one|thing|question|issue|problem|point|doubt|query|sawal|baat|is)\b)*|(?P<number>one|two|three|four|five)(?=\s?[,:\-–]))[\s,:\-–]*",
    re.IGNORECASE,
)
_ORDINALS = (
    ("first", "firstly", "one", "pehla"), ("second", "secondly", "two", "dusra"), ("third", "thirdly", "three", "teesra"),
    ("fourth", "fourthly", "four", "chautha"), ("fifth", "fifthly", "five"),
)  # fmt: skip
_IS_THAT_SO = re.compile(
    r"\b(?:is|was|are) (?:that|this|it|all (?:this|that)) (?:(?:even|really|actually|at all|supposed to be) )?"
    r"(?:how it works|right|correct|true|legal|allowed|ok(?:ay)?|fair|normal|valid|proper|permitted)\b"
    r"|\b(?:kya )?(?:ye|yeh|yah|wo|woh|aisa) (?:sahi|legal|theek|thik|allowed|galat) h(?:ai|e)\b|क्या (?:यह|ये|वह) (?:सही|कानूनी|ठीक) है",
    re.IGNORECASE,
)
_DOES_NOT = re.compile(
    r"\b(?:i|we|he|she|it|they|one) (?:still |simply |just )?(?:do|does|did|will|have|has|is|are|am)(?:n['’]?t| not)\b", re.IGNORECASE
)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_OPENS_QUESTIONS = re.compile(
    r"\b(?:questions?|issues?|problems?|quer(?:y|ies)|doubts?|concerns?|points?|tell|advise|advice|know|clarify|guide|ask|answer|help|sawal|batao|bataiye|"
    r"bataye)\b|सवाल|प्रश्न|बताइए|बताएं|शंका|கேள்வி|சந்தேக|ಪ್ರಶ್ನೆ|ಸಂದೇಹ",
    re.IGNORECASE,
)
FOR_A_COMPLAINT = "for a complaint to the RERA authority?"


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One of several questions.

    `asked` are the words that ask, `told` the sentences between them and the question before. Of a part that
    `is_wrong` they tell a wrong, and what to do about it is asked; of one that is `unasked` not even that, for the
    post asks of other things.
    """

    heading: str
    asked: str
    told: str = ""
    is_wrong: bool = False
    unasked: bool = False


@dataclass(frozen=True, slots=True)
class Post:
    """A text split: its story, and its questions in their order.

    `parts` is empty where it asks one question, or several that cannot be separated.
    """

    story: str
    parts: tuple[AskedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence; `listed` as an item of a list of questions, `opens_item` where an item begins with it, `goes_on` where it is the same item's."""

    text: str
    listed: bool = False
    opens_item: bool = False
    goes_on: bool = False


@dataclass(slots=True)
class _Open:
    """A part whose sentences are still being read."""

    told: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def add(self, clause: str, *, of_one_sentence: bool) -> None:
        """Add a question; one of the same sentence as the last is joined to it again, and the two are asked in a breath."""
        if of_one_sentence and self.asked:
            self.asked[-1] = f"{self.asked[-1].rstrip(' ,;?')} and {clause}"
        else:
            self.asked.append(clause)


def split_post(text: str, places: Places = NO_PLACES) -> Post:
    """Split a post into parts; one that asks a single question has none.

    A question that names another state and little else belongs to the one before: it is one comparison.
    """
    is_long = len(text.split()) >= READING.post_words
    found: list[_Open] = []
    story: list[str] = []
    told: list[str] = []
    sentences = list(_sentences(text))
    announced = announces_questions([said.text for said in sentences]) if is_long else 0
    item_asks = False
    asked_by = get_asking_model().asks if is_long else asks
    for at, said in enumerate(sentences):
        if said.opens_item:
            told = []
        item_asks = item_asks and said.goes_on
        if not said.listed and is_chatter(said.text):
            continue
        if at < announced or not (said.listed or asked_by(said.text)):
            told.append(said.text)
            story.append(said.text)
            continue
        if item_asks:
            found[-1].asked.append(said.text)
            continue
        counted = said.listed or said.opens_item or said.goes_on
        clauses = [said.text] if counted else divide_questions(said.text, places, is_long=is_long)
        for number, clause in enumerate(clauses):
            joined = is_long and number > 0
            if not substance(clause) and not told and not found:
                continue
            if len(found) == READING.parts_read or (
                found and _belongs_to_last(clause, found[-1].asked, told, places, listed=said.listed, joined=joined)
            ):
                found[-1].add(clause, of_one_sentence=number > 0)
            elif substance(clause) or told or asks_who_is_right(clause):
                found.append(_Open(told, [clause]))
                told = []
                item_asks = counted
    if len(found) < 2:
        return Post(" ".join(story))
    return Post(" ".join(story), tuple(_part(one) for one in found))


def _belongs_to_last(
    clause: str, asked: Sequence[str], told: Sequence[str], places: Places, *, listed: bool, joined: bool
) -> bool:
    """Return whether a question says nothing new and belongs to the one before: "How much?", "And in Goa?".

    Nor is "Wait or leave?" anything new behind "What shall I do?".
    """
    last = asked[-1]
    says = substance(places.left_out(clause))
    if listed and says:
        return False
    if asks_who_is_right(clause) and not asks_who_is_right(last):
        return False
    if joined and says:
        alike = asked_kind(clause) == asked_kind(last)
        return says < READING.joined_substance and alike and _leans(clause, last)
    elsewhere = (
        places.differ(last, clause)
        or len(set(places.named(clause))) > 1
        or places.names_beside(last, clause)
    )
    if elsewhere and says <= READING.elsewhere_substance:
        return True
    if sum(substance(sentence) for sentence in told) >= READING.told_substance:
        return says == 0 and not any(_adds_matter(sentence) for sentence in told)
    if all(asks_what_to_do(one) for one in asked) and not told and _EITHER.search(clause):
        return True
    return not says or (says < READING.leaning_substance and substance(last) > 0 and _leans(clause, last))


def _leans(clause: str, last: str) -> bool:
    """Return whether a question is about the one before: "When is it due?".

    One that only refers to the same person is not, where it asks for a thing of another kind: "What fine does he pay?".
    """
    return points_to_a_thing(clause) or (points_back(clause) and asked_kind(clause) == asked_kind(last))


def _adds_matter(sentence: str) -> bool:
    """Return whether a sentence begins another matter: "Also the lock is broken"."""
    return _ADDS.match(sentence) is not None and substance(sentence) >= READING.told_substance


def _part(one: _Open) -> AskedPart:
    said = max(one.asked, key=substance)
    if not substance(said) and (added := [sentence for sentence in one.told if _adds_matter(sentence)]):
        said = added[-1]
    return AskedPart(heading_of(said, READING.heading_chars), " ".join(one.asked), " ".join(one.told))


def _sentences(text: str) -> Iterator[_Said]:
    """Yield each sentence; the items of a list of questions are marked, and one that asks nothing by itself is whole."""
    at = 0
    items = _items(text)
    introduced = _lists_questions(text, items)
    for number, (label, start, end) in enumerate(items):
        before = list(split_sentences(text[at:label]))
        yield from (_Said(sentence) for sentence in before)
        inside = list(split_sentences(text[start:end]))
        asking = any(asks(sentence) and substance(sentence) for sentence in inside)
        if introduced and inside and not asking:
            last = number == len(items) - 1
            whole = inside[0] if last or len(text[start:end]) > READING.item_chars else " ".join(inside)
            yield _Said(whole, listed=True, opens_item=True)
            inside = inside[1:] if whole == inside[0] else []
            yield from (_Said(sentence) for sentence in inside)
        else:
            last = number == len(items) - 1
            yield from (
                _Said(sentence, opens_item=at == 0, goes_on=introduced and at > 0 and not last)
                for at, sentence in enumerate(inside)
            )
        at = end
    yield from (_Said(sentence) for sentence in split_sentences(text[at:]))


def _lists_questions(text: str, items: Sequence[tuple[int, int, int]]) -> bool:
    """Return whether a list is one of questions: introduced as one, half of them asking, or first, second, third."""
    if not items:
        return False
    before = list(split_sentences(text[: items[0][0]]))
    if before and _OPENS_QUESTIONS.search(before[-1]):
        return True
    asking = sum(any(asks(sentence) for sentence in split_sentences(text[start:end])) for _, start, end in items)
    in_words = (
        text[items[0][0] : items[0][1]].strip(" ,:-–")[:1].isalpha() and len(items) >= READING.items_of_list
    )
    return 2 * asking >= len(items) or (in_words and asking > 0)


def _items(text: str) -> list[tuple[int, int, int]]:
    """Return the offsets of the items of a numbered list: label, first word, end; none where nothing is numbered in order."""
    markers = list(_MARKER.finditer(text))
    for style in (_by_number, _by_letter, _by_roman):
        run: list[re.Match[str]] = []
        for marker in markers:
            if style(marker["label"]) == len(run) + 1:
                run.append(marker)
        if len(run) > 1:
            ends = [marker.start() for marker in run[1:]] + [len(text)]
            return [(marker.start(), marker.end(), end) for marker, end in zip(run, ends, strict=True)]
    return _items_in_words(text)


def _items_in_words(text: str) -> list[tuple[int, int, int]]:
    """Return the items of a list that counts in words: "First, …. Second, …"."""
    run: list[re.Match[str]] = []
    for marker in _ORDINAL.finditer(text):
        if len(run) < len(_ORDINALS) and (marker["label"] or marker["number"]).lower() in _ORDINALS[len(run)]:
            run.append(marker)
    if len(run) < 2:
        return []
    ends = [marker.start() for marker in run[1:]] + [len(text)]
    return [(marker.start(), marker.end(), end) for marker, end in zip(run, ends, strict=True)]


def _by_number(label: str) -> int:
    return int(label) if label.isdigit() else 0


def _by_letter(label: str) -> int:
    return ord(label.lower()) - ord("a") + 1 if len(label) == 1 and label.isalpha() else 0


def _by_roman(label: str) -> int:
    return _ROMAN.index(label.lower()) + 1 if label.lower() in _ROMAN else 0


def context_of(part: AskedPart, post: Post) -> str:
    """Return what is searched together with a part's question: the story of the post.

    Of a long story its beginning, and the sentences just before the question.
    """
    if len(post.story) <= READING.story_chars:
        return post.story
    half = READING.story_chars // 2
    begun = post.story[:half].rsplit(" ", 1)[0]
    near = part.told[-half:].split(" ", 1)[-1] if len(part.told) > half else part.told
    return f"{begun} {near}".strip()


def goes_on_from_before(part: AskedPart) -> bool:
    """Return whether a question without a story leans on the one before it: "and will the date change?"."""
    return _JOINS.match(part.asked) is not None


def own_question(part: AskedPart, before: str, places: Places = NO_PLACES, story: str = "") -> str:
    """Return what a part asks itself: with what it leans on, where its own words say too little.

    Who asks which of them is right asks of what the `story` told last.

    "Is that allowed?" asks of what was told just before it, whatever stands with it, or else of the question `before`; so
    do "at what rate in Goa?", "what is the fee for renewing?", "and for my wife?" and "what happens if the date passes?".
    """
    least = READING.alone_substance * (2 if part.told and points_to_a_thing(part.asked) else 1)
    if asks_who_is_right(part.asked):
        return f"{_told_last(part.told or story)} {part.asked}".strip()
    if part.told and _IS_THAT_SO.search(part.asked):
        return f"{_told_last(part.told)} {part.asked}"
    named = places.left_out(part.asked)
    first, *rest = list(split_sentences(named)) or [named]
    of_another = _leaves_out_of_what(named) or (
        substance(" ".join(rest)) < READING.leaning_substance and _leaves_out_of_what(first)
    )
    of_before = of_another or leaves_out_what_fails(named) or _asks_what_follows(part.asked)
    stands = substance(part.asked) >= least and not of_before
    if names_procedure(part.asked) or stands:
        return part.asked
    return f"{_told_last(part.told) or before} {part.asked}".strip()


def _leaves_out_of_what(asked: str) -> bool:
    """Return whether a question is but the rest of one, or asks for a rate, a fee or a registration of nothing that it names."""
    return names_only_rate(asked) or names_only_details(asked) or leaves_out_whose(asked) or goes_on_asking(asked)


def _asks_what_follows(asked: str) -> bool:
    """Return whether it asks what follows from a thing that it only points to, or from what somebody does not do.

    "What if he shuts the road?" says itself from what.
    """
    if not asks_consequence(asked) or names_matter(asked):
        return False
    return points_to_a_thing(asked) or _DOES_NOT.search(asked) is not None


def asked_of_a_complaint(part: AskedPart, before: str) -> str | None:
    """Return the question of a wronged asker for a form or a fee of which they do not say what for; None for any other."""
    if not names_only_details(part.asked) or names_procedure(f"{before} {part.told} {part.asked}"):
        return None
    return f"{part.asked.rstrip(' ?.!')} {FOR_A_COMPLAINT}"


def _told_last(told: str) -> str:
    """Return the last sentences told that together say what a question may point to."""
    last = ""
    for sentence in reversed(list(split_sentences(told))):
        last = f"{sentence} {last}".strip()
        if substance(last) >= READING.leaned_on_substance:
            break
    return last


def only_tells(text: str) -> bool:
    """Return whether a text tells what happened, in two sentences or more, and asks nothing."""
    sentences = [sentence for sentence in split_sentences(text) if not is_chatter(sentence)]
    if len(sentences) < READING.told_sentences or len(text.split()) < READING.told_words:
        return False
    return not any(asks(sentence) for sentence in sentences) and not _MARKER.match(text)
