"""Read a question without a model: what it names, where, when, and what it goes on from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.annex_names import find_annex_names
from civicsetu.law.answers import Answer, QueryType, Scope, StateAsked
from civicsetu.law.days import find_day
from civicsetu.law.documents import CENTRAL
from civicsetu.law.references import Reference
from civicsetu.lexicon.tokens import without_loan_dots
from civicsetu.privacy.mask import drop_placeholders
from civicsetu.query.asking import Asking, CaseFact, PolarQuestion, Readings
from civicsetu.query.asking_sentences import heading_of
from civicsetu.query.compared_matters import matters_of_halves, split_matters
from civicsetu.query.dialogue_acts import DialogueAct, find_act
from civicsetu.query.follow_up import Standing, complete_halves, made_to_stand
from civicsetu.query.jurisdiction_detection import (
    states_named,
    states_of_project,
    without_names,
    without_states,
)
from civicsetu.query.named.missing_parts import MissingPart, missing_parts
from civicsetu.query.named.places_named import Places
from civicsetu.query.named.provisions_named import (
    find_definition_asked,
    find_heading_asked,
    held_by_name,
    tie,
)
from civicsetu.query.query_type import query_type
from civicsetu.query.scope import scope_of, states_asked
from civicsetu.query.sectors import leave_out_sectors
from civicsetu.query.splitting.halves import split_halves
from civicsetu.query.splitting.parts import (
    AskedPart,
    Post,
    asked_of_a_complaint,
    context_of,
    goes_on_from_before,
    only_tells,
    own_question,
    split_post,
)
from civicsetu.query.splitting.wrongs_as_parts import ask_of_wrongs
from civicsetu.query.sums_wanted import ask_for_sum
from civicsetu.query.thresholds import READING, ReadingThresholds

_SELLERS = ("promoter", "agent")
_UNSAID = "What can I do?"


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it can be understood alone, and everything read from it.

    `references` are tied to a document held; `not_there` are provisions of a law held that
    it does not have, `parts_not_there` forms, chapters and other parts that none has, `other_laws` the names of laws
    that are not held.
    `parts` are the several things a post asks, each read as a question of its own; empty where
    it asks one, and `is_part` is true of each of them, `is_given` of those that somebody else than the rules split off. `only_tells`: it tells a story and asks nothing, so
    that what can be done about it is asked.
    `halves` are the things that it asks in a breath, too near to be parts; empty where it asks one.
    `tells_wrong`: it is one of the wrongs that a post tells, whose writer asks what to do about all of them, or, where it
    is `unasked`, of other things alone.
    `asked_itself` are the words of a part alone, where `asked_last` has what they lean on, too, or the rewording they were given. `story` is all
    that a post tells, of which `standalone` has what is near to the part.
    `heading` is the asker's own wording, shortened.
    `act` is what a reply does that asks nothing new; it stands alone as the question it is about.
    `facts` are those of the asker that a model read, by id; empty where none did; `facts_given` those the
    asker gave beside the question.
    `readings` are what was read of these texts: `asking` and the like hand it on, and no other room reads the words again.
    """

    standalone: str
    query_type: QueryType
    documents: tuple[str, ...]
    references: tuple[tuple[str, Reference], ...]
    not_there: tuple[tuple[str, Reference], ...]
    other_laws: tuple[str, ...]
    states_not_held: tuple[str, ...]
    rules_not_held: tuple[str, ...]
    jurisdictions: tuple[str, ...]
    asked: tuple[StateAsked, ...]
    sought: str
    asked_last: str
    other_state_documents: tuple[str, ...]
    as_on: date | None
    heading: str
    parts: tuple[Query, ...] = ()
    only_tells: bool = False
    act: DialogueAct | None = None
    is_part: bool = False
    is_given: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    halves: tuple[str, ...] = ()
    facts_given: tuple[tuple[str, str], ...] = ()
    tells_wrong: bool = False
    unasked: bool = False
    asked_itself: str = ""
    story: str = ""
    parts_not_there: tuple[MissingPart, ...] = ()
    readings: Readings = field(default_factory=Readings, repr=False, compare=False)

    @property
    def lacks_what_it_names(self) -> bool:
        """Whether it names a provision that the law searched does not have, or rules that are not held."""
        return bool(self.not_there or self.parts_not_there or self.rules_not_held)

    @property
    def case(self) -> str:
        """The words from which facts of the asker's case are read: of a part the whole story and what it asks."""
        return f"{self.story} {self.just_asked}" if self.story else self.standalone

    @property
    def case_facts(self) -> tuple[CaseFact, ...]:
        """The facts of the asker's case, each with the place of its words in `case`."""
        return self.telling.case_facts

    @property
    def known_facts(self) -> dict[str, str]:
        """The values of the facts that were read or given, by id; what was given counts."""
        return {fact.id: fact.value for fact in self.case_facts} | dict(self.facts_given)

    @property
    def just_asked(self) -> str:
        """The words that ask, without the story or the turns they lean on."""
        return self.asked_itself or self.asked_now

    @property
    def asked_now(self) -> str:
        """The words that ask, of a part with what they lean on, without the turns they lean on."""
        return self.asked_last or self.standalone

    @property
    def asking(self) -> Asking:
        """What is read of the words that ask, `just_asked`."""
        return self.readings.of(self.just_asked)

    @property
    def asking_now(self) -> Asking:
        """What is read of `asked_now`."""
        return self.readings.of(self.asked_now)

    @property
    def asking_whole(self) -> Asking:
        """What is read of `standalone`: the words that ask with those they lean on."""
        return self.readings.of(self.standalone)

    @property
    def asking_sought(self) -> Asking:
        """What is read of `sought`: the whole without the names of states."""
        return self.readings.of(self.sought)

    @property
    def asking_halves(self) -> tuple[Asking, ...]:
        """What is read of each of the `halves`."""
        return tuple(self.readings.of(half) for half in self.halves)

    @property
    def telling(self) -> Asking:
        """What is read of `case`: who asks, and what happened to them."""
        return self.readings.of(self.case)

    @property
    def telling_story(self) -> Asking:
        """What is read of `story`, which is empty but of a part."""
        return self.readings.of(self.story)

    @property
    def polar_question(self) -> PolarQuestion | None:
        """What is asked yes or no of; None where something else is asked, or several things."""
        return self.asking_now.polar_in(self.standalone)

    def scope(self, held: Iterable[str], registry: Registry, *, matters: bool) -> Scope:
        """Return whose law is searched; `held` are the jurisdictions of all documents held."""
        return scope_of(self.asked, held, registry, matters=matters, as_on=self.as_on)

    @property
    def each(self) -> tuple[Query, ...]:
        """The parts, or the question itself where it asks one thing."""
        return self.parts or (self,)

    @property
    def alone(self) -> Query:
        """The question asked just now, without the story or the turns it leans on."""
        return replace(self, standalone=self.asked_last, sought=self.asked_last, asked_last="", asked_itself="")


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """Context in which a question is read, besides its words.

    `jurisdiction` is the state chosen, `as_on` the day asked for, and `earlier` are the session's turns before it,
    oldest first. `of_today`: the law of today is asked for, whatever day the words or these turns name. `alone`: it is asked for `jurisdiction` and no other, whatever else it names or goes on from.
    `correct` mends the spelling of a text; `switches` says which ways of reading are off while one is measured.
    """

    index: LawIndex
    registry: Registry
    jurisdiction: str | None = None
    as_on: date | None = None
    earlier: Sequence[Answer] = ()
    alone: bool = False
    correct: Callable[[str], str] = str
    of_today: bool = False
    switches: ReadingThresholds = READING


def read_question(question: str, context: ReadingContext) -> Query:
    """Read one question.

    Placeholders of personal data are left out. Spelling is mended first: everything else is read from the corrected
    words, and only headings keep the asker's.
    """
    question = drop_placeholders(question)
    reader = _Reader(context)
    whole = reader.read(" ".join(question.split()))
    if whole.act is not None:
        return whole
    post = reader.post(question)
    return replace(whole, parts=tuple(reader.parts(post, whole))) if len(post.parts) > 1 else whole


@dataclass(frozen=True, slots=True)
class PartGiven:
    """One of the things a post asks, split off by somebody else than the rules: the asker's words, and a rewording.

    `standalone` is empty where the words and the story are to be searched for as they stand.
    """

    asked: str
    standalone: str = ""
    query_type: QueryType | None = None


def read_parts_given(
    query: Query,
    question: str,
    parts: Sequence[PartGiven],
    context: ReadingContext,
    beside: Sequence[Query] = (),
) -> Query:
    """Return a question that was read with its parts read from those given in place of its own, and those `beside` them.

    Only the split, the wording of what a part asks, searched for and asked with, and the type are taken from them: states, days and references are read
    from the asker's words as `read_question` does.
    """
    question = drop_placeholders(question)
    reader = _Reader(context, query.readings)
    parts = [replace(one, asked=drop_placeholders(one.asked)) for one in parts]
    if len(parts) == 1 and not beside:
        return reader.reworded(replace(query, parts=()), parts[0])
    post = Post(
        split_post(question, _places(context.registry)).story,
        tuple(AskedPart(heading_of(one.asked, READING.heading_chars), one.asked) for one in parts),
    )
    read = (reader.reworded(one, given) for one, given in zip(reader.parts(post, query), parts, strict=True))
    return replace(query, parts=(*(replace(one, is_given=True) for one in read), *beside))


def as_many(queries: Sequence[Query], most: int) -> list[Query]:
    """Return the parts of a post without the last of its wrongs, as far as there are more than `most`.

    Nobody asked of the wrongs one by one; they take no place from a question.
    """
    beyond = max(len(queries) - most, 0)
    wrongs = [at for at, one in enumerate(queries) if one.tells_wrong]
    left_out = set(wrongs[len(wrongs) - min(beyond, len(wrongs)) :])
    return [one for at, one in enumerate(queries) if at not in left_out]


def _places(registry: Registry) -> Places:
    def named(text: str) -> tuple[str, ...]:
        return states_named(text, registry)

    return Places(named, lambda text: without_names(text, named(text), registry))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Read a text, or the parts of one, within one conversation."""

    given: ReadingContext
    readings: Readings = field(default_factory=Readings)

    def _day_asked(self, question: str, *, of_whole: bool) -> date | None:
        """Return the day whose law is asked for: the one given, or named, or the one the conversation is about.

        The day stays as a state does: without it the next question would be answered by today's law, and nothing say so.
        A part has the day of the whole.
        """
        if self.given.of_today:
            return None
        stays = self.given.earlier[-1].as_on if of_whole and self.given.earlier else None
        return self.given.as_on or find_day(question) or stays

    def _correct(self, text: str) -> str:
        """Correct the spelling, and write borrowed Hindi letters in one way."""
        return without_loan_dots(self.given.correct(text))

    def post(self, question: str) -> Post:
        """Return the question split; in one piece where splitting is off."""
        if not self.given.switches.split_posts:
            return Post(question)
        post = split_post(question, _places(self.given.registry))
        if not self.given.switches.wrongs_as_parts:
            return post
        whole = self.readings.of(question)
        of_seller = len(post.parts) > 1 and (whole.find_fact("party") or whole.likely_party) in _SELLERS
        return ask_of_wrongs(post, question, of_seller=of_seller)

    def parts(self, post: Post, whole: Query) -> Iterator[Query]:
        """Yield the query of each part of a post, with what it needs of the rest: state, day, story.

        Its states are those it names, else those named just before it, else those of the story, else
        those of the part before, else the one state that the whole names: "on which form, and what is the fee in ...?".
        """
        known = whole.jurisdictions[1:]
        of_story = states_of_project(self._correct(post.story), self.given.registry, known)
        places, wronged = _places(self.given.registry), self.readings.of(post.story).tells_wrong
        before: tuple[str, ...] = ()
        last = ""
        for part in post.parts:
            if part.is_wrong:
                yield self._wrong(part, of_story, whole)
                continue
            asked, told = self._correct(part.asked), self._correct(part.told)
            if wronged and (of_complaint := asked_of_a_complaint(part, last)):
                asked = self._correct(of_complaint)
                part = replace(part, asked=of_complaint)
            own = own_question(part, last, places, post.story)
            context = context_of(part, post) if self.given.switches.story_of_part else ""
            if own != part.asked and not part.told:
                context = f"{context} {last}".strip()
            if not context and goes_on_from_before(part) and not self.readings.of(part.asked).references:
                context = last
            last = own
            states = states_of_project(asked, self.given.registry, known)
            states = states or states_of_project(told, self.given.registry, known)
            before = states or of_story or before or (known if len(known) == 1 else ())
            read = self.read(asked, context=self._correct(context), states=before)
            yield replace(
                read,
                heading=part.heading,
                asked_last=self._correct(own) if read.asked_last else "",
                asked_itself=asked if read.asked_last and own != part.asked else "",
                as_on=read.as_on or whole.as_on,
                is_part=True,
                story=self._correct(post.story),
            )

    def _wrong(self, part: AskedPart, of_story: tuple[str, ...], whole: Query) -> Query:
        """The query of a wrong: by its own words, for the story around it tells the others.

        Its states are those it names, else those of the story, else those that the question about all names.
        """
        told = self._correct(part.asked)
        states = states_of_project(told, self.given.registry, whole.jurisdictions[1:]) or of_story
        states = states or states_of_project(whole.standalone, self.given.registry)
        read = self.read(f"{part.asked.rstrip(' .!')}. {_UNSAID}", states=states)
        return replace(read, heading=part.heading, as_on=read.as_on or whole.as_on, tells_wrong=True, unasked=part.unasked)

    def reworded(self, read: Query, given: PartGiven) -> Query:
        """Return a query that is searched for in other words; its type is the one given, where that can be so.

        The words themselves stay the standalone question, for they tell the story and the figures; only of a
        follow-up, which rules can but append to the questions before it, and of what a part asks, which leans on its
        story, the rewording is the better one.
        """
        query_type = given.query_type or read.query_type
        if QueryType.CONFLICT in (query_type, read.query_type) or (
            query_type is QueryType.CROSS_REFERENCE and not read.references
        ):
            query_type = read.query_type
        if not given.standalone:
            return replace(read, query_type=query_type)
        named = dict.fromkeys((*read.jurisdictions[1:], *states_named(given.standalone, self.given.registry)))
        goes_on = bool(read.asked_last) and not read.is_part
        if read.is_part:
            read = replace(read, asked_last=given.standalone, asked_itself=read.just_asked)
        return replace(
            read,
            query_type=query_type,
            standalone=f"{given.standalone} {read.asked_last}" if goes_on else read.standalone,
            sought=without_states(given.standalone, tuple(named), self.given.registry),
        )

    def read(self, written: str, *, context: str = "", states: tuple[str, ...] | None = None) -> Query:
        """Read one question; `context` is the text it leans on, `states` are its states where they are known."""
        question = ask_for_sum(self._correct(written))
        of_whole = states is None
        act = (find_act(written, self.given.earlier) or find_act(question, self.given.earlier)) if of_whole else None
        standing = made_to_stand(question, self.given.earlier, act, self.given.switches)
        mentioned = leave_out_sectors(standing.asked, self.readings.of(standing.asked).references, self.given.registry)
        standalone, last = f"{context} {standing.text}".strip(), standing.goes_on_from
        tells = not context and last is None and only_tells(written)
        if tells:
            standalone = f"{standalone.rstrip(' .!')}. {_UNSAID}"
        held = {law.jurisdiction for law in self.given.index.laws.values()}
        carried = (
            () if self.given.alone else _states_carried(standing, self.given.earlier, self.given.jurisdiction, self.given.registry)
        )
        known = (self.given.jurisdiction or CENTRAL, *carried)
        named = () if self.given.alone else states or states_of_project(question, self.given.registry, known)
        asked = states_asked(self.given.jurisdiction, named, carried, held, alone=self.given.alone)
        codes = tuple(one.jurisdiction for one in asked if one.jurisdiction != CENTRAL)
        documents = tuple(
            key
            for key, law in self.given.index.laws.items()
            if law.jurisdiction == CENTRAL or law.jurisdiction in codes
        )
        references, not_there, rules = tie(mentioned, documents, self.given.index, self.given.registry)
        missing = missing_parts(standing.asked, documents, self.given.index, self._held_by)
        rules = (*rules, *(one.name for one in missing if not one.documents))
        annexes = tuple(find_annex_names(question))
        references += tuple(
            (key, one) for one in annexes for key in documents if self.given.index.holds(key, one.path)
        )
        if not mentioned and not annexes:
            references = find_definition_asked(question, documents, self.given.index) or find_heading_asked(
                question, documents, self.given.index
            )
        lacking = tuple(state for state in codes if state not in held)
        sought = without_states(
            standalone, tuple(dict.fromkeys((*codes, *states_named(standalone, self.given.registry)))), self.given.registry
        )
        return Query(
            standalone=standalone,
            query_type=query_type(question, has_references=bool(references), states=len(codes)),
            documents=documents,
            references=references,
            not_there=not_there,
            other_laws=tuple(
                dict.fromkeys(
                    reference.law
                    for reference in mentioned
                    if reference.law and held_by_name(reference.law, self.given.index, self.given.registry) is None
                )
            ),
            states_not_held=lacking,
            other_state_documents=tuple(key for key in self.given.index.laws if key not in documents)
            if lacking
            else (),
            rules_not_held=rules,
            parts_not_there=tuple(one for one in missing if one.documents),
            jurisdictions=(CENTRAL, *codes),
            asked=asked,
            sought=sought,
            asked_last=standing.asked if last is not None or context else "",
            as_on=self._day_asked(question, of_whole=of_whole),
            heading=heading_of(written, READING.heading_chars),
            only_tells=tells,
            act=standing.act,
            halves=() if standing.act or tells else self._halves(standing.asked, sought, codes),
            readings=self.readings,
        )

    def _held_by(self, law: str) -> str | None:
        return held_by_name(law, self.given.index, self.given.registry)

    def _halves(self, asked: str, sought: str, states: tuple[str, ...]) -> tuple[str, ...]:
        """The things asked in a breath; of several states those that each name a matter to compare them in."""
        halves = split_halves(asked)
        if len(states) <= 1:
            return complete_halves(halves)
        return matters_of_halves(halves, states, self.given.registry) or split_matters(sought)


def _states_carried(
    standing: Standing, earlier: Sequence[Answer], chosen: str | None, registry: Registry
) -> tuple[str, ...]:
    """Return the states of the turn before, where the question goes on from it.

    A state that was only chosen then gives way to the one chosen now.
    """
    if not (earlier and earlier[-1].jurisdictions):
        return states_named(standing.text, registry)
    replaced = {one.jurisdiction for one in earlier[-1].scope.states if chosen and one.source == "chosen"}
    return tuple(state for state in standing.states if state not in replaced)
