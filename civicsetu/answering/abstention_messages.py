"""Texts shown in place of an answer, and the warnings shown beside one.

Each says in one sentence what is not answered and, where that is sure, which law governs it.
`what_is_held` and `what_to_try` follow where nothing of a question is answered and they bear on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date

from civicsetu.answering.views import find_copying_site
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.read import load_arrangement
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation, Warning
from civicsetu.law.documents import CENTRAL, expand_numbers
from civicsetu.law.references import Reference
from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.stems import stem
from civicsetu.lexicon.tokens import split_words
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.query.read_question import Query
from civicsetu.query.scope import listed
from civicsetu.retrieval.answerability.missing_parts import MissingPart
from civicsetu.retrieval.scope_kinds import OtherLaw

_MOST_TITLES = 3
_IN_EVERY_HEADING = frozenset(
    stem(word)
    for word in "promoter allottee agent real estate project authority act rules state payable manner application".split()
)
_OTHER_LAWS = {
    OtherLaw.CONTRACT: "contract law",
    OtherLaw.REGISTRATION: "the law on registering deeds",
    OtherLaw.STAMP: "stamp duty law",
    OtherLaw.INSOLVENCY: "insolvency law",
    OtherLaw.CONSUMER: "consumer protection law",
    OtherLaw.TENANCY: "rent and tenancy law",
    OtherLaw.SUCCESSION: "the law of inheritance",
    OtherLaw.APARTMENT_OWNERSHIP: "your state's apartment ownership law",
    OtherLaw.PLANNING: "town planning and building law",
    OtherLaw.INCOME_TAX: "income tax law",
    OtherLaw.GST: "GST law",
    OtherLaw.CRIMINAL: "criminal law",
    OtherLaw.BANKING: "banking and loan law",
    OtherLaw.SOCIETY: "the law of housing societies",
    OtherLaw.PROPERTY_TAX: "municipal property tax law",
    OtherLaw.LAND_ACQUISITION: "land acquisition law",
    OtherLaw.LAND_RECORDS: "your state's law on land records",
    OtherLaw.FAMILY: "family law",
    OtherLaw.EMPLOYMENT: "employment law",
}


def greeting(index: LawIndex, registry: Registry) -> str:
    return (
        "Hello. Ask me a question about buying, selling or building property under "
        f"{_held(index, registry)}, for example about delays, refunds, defects or registration of a project."
    )


def nothing_held() -> str:
    return "No law has been read in yet. Please run `civicsetu up` first."


def what_is_held(index: LawIndex, registry: Registry) -> str:
    return f"I hold {_held(index, registry)}."


def what_to_try() -> str:
    return "If your question is about a flat, plot or project, try naming what happened and who did it."


def another_law_named(understood: Query) -> str:
    """The question names a law that is not held."""
    names = listed([f"the {law}" for law in understood.other_laws[:3]])
    return f"This asks about {names}, which I do not hold."


def other_law(law: OtherLaw) -> str:
    """The question surely belongs to another law."""
    return f"This is a question of {_OTHER_LAWS[law]}, which I do not hold."


def no_question() -> str:
    """What was typed asks nothing of any law."""
    return (
        "I can only help with questions about real-estate law, for example about delays, refunds, defects or "
        "the registration of a project."
    )


def wrongdoing(*, cites: bool) -> str:
    """The asker wants help in breaking the law."""
    told = " This is what the law says about it:" if cites else ""
    return f"I cannot help with getting around the law.{told}"


def prediction(*, cites: bool) -> str:
    """Nobody can say what is to come, or judge one project from the law alone."""
    told = " This is what the law says about the matter:" if cites else ""
    return (
        "Nobody can tell from the law what will happen, or whether one builder or project is a good choice; "
        f"the authority's website shows a registered project's papers, progress and complaints.{told}"
    )


def answered_above(heading: str) -> str:
    """What is said of a part for which only what an earlier one says was found."""
    return f"I found nothing nearer to this than what is said above, under “{heading.rstrip('…?. ')}”."


def not_answered_in_a_post() -> str:
    """What is said of a part of a post to which nothing found is a likely answer."""
    return "I found no sure answer to this."


def not_answered(understood: Query, registry: Registry) -> str:
    """Nothing held answers the question, although it may be near."""
    if understood.states_not_held:
        names = _states(understood.states_not_held, registry)
        return f"The law I hold does not answer this; the rules of {names} may, and I do not hold them."
    return "The law I hold does not answer this."


def unclear(understood: Query, registry: Registry) -> str:
    """Too little was said to look anything up; what is missing is asked for."""
    where = f" in {_states(states, registry)}" if (states := understood.jurisdictions[1:]) else ""
    return (
        f"What do you want to know{where}? Please say in a sentence what happened and who did it, for example "
        "that a builder is late, or ask about a section by its number."
    )


def left_to_state_rules(understood: Query, registry: Registry) -> str:
    """What is asked is fixed by a state's own rules, and those are not held."""
    states = understood.states_not_held
    whose = "that state's" if len(states) == 1 else "each state's"
    return (
        f"This is fixed by the rules of {_states(states, registry)}, which I do not hold; please look at the "
        f"website of {whose} Real Estate Regulatory Authority."
    )


def beyond_the_limit(most: int) -> str:
    """The part comes after as many as one post is answered in."""
    return f"I answer {most} questions at a time. Please ask this one by itself."


def not_fully_searched() -> str:
    """A search failed that might have found an answer to this part; other parts are answered."""
    return "Not everything could be searched for this just now. Please ask it again in a moment."


def before_the_law(understood: Query, index: LawIndex) -> str:
    """The day asked for is earlier than the first day of any law held."""
    first = min(law.effective_date for law in index.laws.values() if law.effective_date)
    return (
        f"On {_day(understood.as_on)} none of the law I hold was in force yet; the first of it came into force "
        f"on {_day(first)}."
    )


def not_yet_in_force(understood: Query, citations: Sequence[Citation]) -> str:
    """What answers the question came into force after the day asked for."""
    dates = sorted({citation.effective_date for citation in citations if citation.effective_date})
    since = f" It came into force on {_day(dates[-1])}." if dates else ""
    return f"What the law says about this was not in force yet on {_day(understood.as_on)}.{since}"


def some_not_in_force(understood: Query, later: Sequence[Citation]) -> Warning:
    """Which provisions would answer too, but came into force after the day asked for."""
    since = {cited.name.strip("[]"): cited.effective_date for cited in later if cited.effective_date}
    told = "; ".join(f"{name} is in force since {_day(day)}" for name, day in since.items())
    text = f"What was not in force yet on {_day(understood.as_on)} was left out: {told}."
    return Warning(kind="amendment", text=text)


def not_there(missing: Sequence[tuple[str, Reference]], index: LawIndex, registry: Registry) -> str:
    """A provision was asked for by number that the law does not have, or that is not held of it."""
    told = []
    for document, reference in missing[:4]:
        law = index.laws[document]
        told.append(_missing(law, reference, registry))
    return " ".join(dict.fromkeys(told))


def parts_not_there(missing: Sequence[MissingPart], index: LawIndex, registry: Registry) -> str:
    """A form, schedule or chapter was named that no law searched has."""
    return " ".join(dict.fromkeys(_part_missing(part, index, registry) for part in missing[:4]))


def _part_missing(part: MissingPart, index: LawIndex, registry: Registry) -> str:
    laws = [index.laws[key] for key in part.documents]
    if part.elsewhere and all(law.jurisdiction == CENTRAL for law in laws):
        return f"Each state's rules have forms of their own: please say of which state you mean {part.name}."
    whole = all(_is_whole(law, registry) for law in laws)
    titles = listed([f"the {law.title}" for law in laws])
    if whole:
        return f"There is no {part.name} in {titles}."
    return f"I find no {part.name} in what I hold of {titles}."


def rules_not_held(understood: Query, index: LawIndex, registry: Registry) -> str:
    """A rule or regulation was asked for by number, and no such law is held, or nobody said whose."""
    which = ", ".join(understood.rules_not_held[:3])
    nouns = {law.doc_type.provision_noun for law in index.laws.values() if law.jurisdiction != CENTRAL}
    if understood.jurisdictions == (CENTRAL,) and any(noun in which for noun in nouns):
        return f"Each state has its own rules: please say of which state you mean {which}."
    where = f" of {_states(understood.states_not_held, registry)}" if understood.states_not_held else ""
    return f"I cannot show {which}{where}: I do not hold that law."


def another_state_may_answer(understood: Query, registry: Registry, *, searched: bool) -> bool:
    """Whether a question that was declined should be asked of another state.

    Not what is other law, nor a provision that the law asked does not have. `searched`: it was
    declined for what was found; else at once, for what it names.
    """
    if not searched:
        laws_of_states = any(states_named(law, registry) for law in understood.other_laws)
        return bool(understood.rules_not_held) or laws_of_states
    return bool(understood.states_not_held) or get_domain_terms().find_terms(understood.standalone).own


def warnings(
    understood: Query,
    degraded: Sequence[str],
    index: LawIndex,
    registry: Registry,
    cited: Sequence[Citation] = (),
) -> list[Warning]:
    """What must be said beside an answer that cites these; what is not held only where the question touches it."""
    found: list[Warning] = []
    if understood.states_not_held:
        names = _states(understood.states_not_held, registry)
        searched = _held(index, registry, understood.documents)
        text = f"The rules of {names} are not held here; this answer is from {searched} alone."
        found.append(Warning(kind="not_held", text=text))
    if understood.not_there:
        found.append(Warning(kind="not_held", text=not_there(understood.not_there, index, registry)))
    if lacking := " ".join(_lacking(understood, index, registry, {one.jurisdiction for one in cited})):
        found.append(Warning(kind="not_held", text=lacking))
    if understood.rules_not_held:
        found.append(Warning(kind="not_held", text=rules_not_held(understood, index, registry)))
    return [*found, *degraded_warnings(degraded)]


def from_public_sources(citations: Sequence[Citation]) -> list[Warning]:
    """What is cited of a law whose official text was not at hand."""
    names = dict.fromkeys(cited.name.strip("[]") for cited in citations if cited.secondary)
    if not names:
        return []
    text = (
        f"No official text of {', '.join(names)} was at hand: it is restated from public sources that agree. "
        "Check it against the official text before you rely on it."
    )
    return [Warning(kind="not_held", text=text)]


def copies(citations: Sequence[Citation], index: LawIndex) -> Iterator[Warning]:
    """Which cited texts were read from somebody's copy: the official file itself is not held."""
    cited = dict.fromkeys((one.document, one.edition) for one in citations)
    for document, kind in cited:
        law = index.laws.get(document)
        site = find_copying_site(law.editions.get(kind)) if law else ""
        if law and site:
            text = (
                f"The official text of the {law.title} shown here was read from a copy on another site "
                f"({site}), not from the authority's own file; check it there before you rely on it."
            )
            yield Warning(kind="not_held", text=text)


def other_prints(citations: Sequence[Citation], index: LawIndex) -> Iterator[Warning]:
    """Which cited texts were read from a file that is not the print that was reviewed."""
    for document, kind in dict.fromkeys((one.document, one.edition) for one in citations):
        law = index.laws.get(document)
        edition = law.editions.get(kind) if law else None
        if law and edition and edition.another_print:
            text = (
                f"The official text of the {law.title} shown here was read from a file that is not the print "
                "we reviewed; compare it with the official print before you rely on it."
            )
            yield Warning(kind="not_held", text=text)


def degraded_warnings(degraded: Sequence[str]) -> list[Warning]:
    """What could not be searched; beside an abstention too, which rests on none of it."""
    return [Warning(kind="degraded", text=text) for text in dict.fromkeys(degraded)]


def _lacking(
    understood: Query, index: LawIndex, registry: Registry, answering: Collection[str]
) -> Iterator[str]:
    """Name what is not held of each document searched that bears on the question: the answer may be in it.

    A provision bears on it whose heading shares a word with it; of a law of which little is held anything may,
    unless law of the same jurisdiction answers. Who asks for a provision by its number gets it, and needs no word of others.
    """
    for key in () if understood.references else understood.documents:
        law = index.laws[key]
        headings = _not_held(law, registry)
        asked = {reference.path.number for document, reference in understood.not_there if document == key}
        missing = {number: heading for number, heading in headings.items() if number not in asked}
        if missing and len(missing) > len(law.numbers()):
            if law.jurisdiction in answering:
                continue
            yield f"Of the {law.short_title} I hold {_numbers_held(law)} alone; the rest may answer this too{_where(law)}."
            continue
        told = [
            f"{law.doc_type.provision_noun} {number}{heading}"
            for number, heading in missing.items()
            if _telling(heading) & _telling(understood.standalone)
        ]
        if told:
            which = ", ".join(told[:4]) + (" and more" if len(told) > 4 else "")
            yield f"Of the {law.short_title}, {which} is not held here; please look there as well{_where(law)}."


def _telling(text: str) -> set[str]:
    """Return the stems of its words, without those of every heading."""
    return {stem(word) for word in split_words(text)} - _IN_EVERY_HEADING


def _not_held(law: HeldLaw, registry: Registry) -> dict[str, str]:
    """Numbers that the law has and no edition held has, with their headings in brackets where known."""
    spec = registry.documents.get(law.key)
    if spec is None:
        return {}
    headings, held = load_arrangement(law.key), law.numbers()
    return {
        number: f" ({headings[number].rstrip('.')})" if number in headings else ""
        for number in expand_numbers(spec.expected)
        if number not in held
    }


def _is_whole(law: HeldLaw, registry: Registry) -> bool:
    """Whether every provision that the law is known to have is held: only then is one said not to exist."""
    return law.key in registry.documents and not _not_held(law, registry)


def _missing(law: HeldLaw, reference: Reference, registry: Registry) -> str:
    noun = law.doc_type.provision_noun
    not_held = _not_held(law, registry)
    if reference.path.number in not_held:
        heading = not_held[reference.path.number]
        why = registry.documents[law.key].misprinted.get(reference.path.number, "")
        return (
            f"{noun.capitalize()} {reference.path.number}{heading} of the {law.title} is not held here"
            f"{f': {why}' if why else ''}; please look it up in the official text{_where(law)}."
        )
    if reference.path.number not in law.numbers():
        if _is_whole(law, registry):
            return (
                f"There is no {noun} {reference.path.number} in the {law.title}; it has {_numbers_held(law)}."
            )
        return (
            f"The {law.title} has no {noun} {reference.path.number} that I hold; I hold {_numbers_held(law)}."
        )
    return f"{noun.capitalize()} {reference.path.number} of the {law.title} has no part {_part(reference)}."


def _numbers_held(law: HeldLaw) -> str:
    """'rules 1 to 14 and 16 to 36'."""
    numbers = sorted(law.numbers(), key=lambda number: (len(number), number))
    return f"{law.doc_type.provision_noun}{'s' if len(numbers) > 1 else ''} {_ranges(numbers)}"


def _where(law: HeldLaw) -> str:
    """Where the official text stands, in brackets; without the scheme, since no link is made of it."""
    address = law.url.split("://", 1)[-1].rstrip("/")
    return f" (official place: {address})" if address else ""


def _part(reference: Reference) -> str:
    return str(reference.path)[len(reference.path.number) :].strip()


def _ranges(numbers: Sequence[str]) -> str:
    """['1', '2', '3', '7'] -> '1 to 3 and 7'."""
    values = sorted(int(number) for number in numbers if number.isdigit())
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    told = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return listed(told)


def _held(index: LawIndex, registry: Registry, keys: Sequence[str] = ()) -> str:
    """Those documents, or all that are held, by title; where they are many, those of states by the states."""
    laws = [law for key, law in index.laws.items() if not keys or key in keys]
    if len(laws) <= _MOST_TITLES:
        return listed([f"the {law.title}" for law in laws])
    titles = [f"the {law.title}" for law in laws if law.jurisdiction == CENTRAL]
    states = {registry.name_of(law.jurisdiction) for law in laws if law.jurisdiction != CENTRAL}
    return f"{listed(titles)}, and rules of {listed(sorted(states))}"


def _day(day: date | None) -> str:
    """'3 February 1940'."""
    return f"{day.day} {day:%B %Y}" if day else "that day"


def _states(codes: Sequence[str], registry: Registry) -> str:
    return listed([registry.name_of(code) for code in codes])
