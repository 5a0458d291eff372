"""Texts shown in place of an answer.

Each says in one sentence what is not answered and, where that is sure, which law governs it.
`what_is_held` and `what_to_try` follow where nothing of a question is answered and they bear on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.answering.messages.held_law import (
    is_whole,
    list_not_held,
    name_held,
    name_states,
    numbers_held,
    official_place,
    written_day,
)
from civicsetu.corpus.law_index import HeldLaw, LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation
from civicsetu.law.documents import CENTRAL
from civicsetu.law.other_laws import OtherLaw
from civicsetu.law.references import Reference
from civicsetu.lexicon.domain_terms import get_domain_terms
from civicsetu.lexicon.listing import listed
from civicsetu.query.jurisdiction_detection import states_named
from civicsetu.query.named.missing_parts import MissingPart
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Reason

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
    OtherLaw.CHEQUES: "the law on bounced cheques, the Negotiable Instruments Act",
    OtherLaw.FOREIGN_EXCHANGE: "foreign exchange law and the Reserve Bank's rules",
    OtherLaw.INSURANCE: "insurance law",
    OtherLaw.PENSION: "the rules of the pension or provident fund",
    OtherLaw.BUILDING_WORKERS: "the law on the building workers' welfare cess",
    OtherLaw.DEFAMATION: "the law of defamation",
    OtherLaw.LAND_USE: "your state's law on converting the use of land",
    OtherLaw.BRIBERY: "the law against bribes",
    OtherLaw.STREET_VENDING: "municipal law on street vendors",
    OtherLaw.NEIGHBOURS: "civil law between neighbours",
    OtherLaw.VEHICLES: "motor vehicles law",
    OtherLaw.ELECTRICITY: "electricity law",
}
_TURN_TO = {
    OtherLaw.CONTRACT: "a lawyer, or a civil court in the end",
    OtherLaw.REGISTRATION: "the sub-registrar's office",
    OtherLaw.STAMP: "the sub-registrar's office",
    OtherLaw.INSOLVENCY: "a lawyer; the National Company Law Tribunal decides it",
    OtherLaw.CONSUMER: "the consumer commission of your district",
    OtherLaw.TENANCY: "a lawyer, or the rent authority of your place",
    OtherLaw.SUCCESSION: "a lawyer; a civil court decides it",
    OtherLaw.APARTMENT_OWNERSHIP: "a lawyer who knows that law",
    OtherLaw.PLANNING: "the planning authority or municipality that sanctions plans there",
    OtherLaw.INCOME_TAX: "the Income Tax Department or a tax adviser",
    OtherLaw.GST: "the GST department or a tax adviser",
    OtherLaw.CRIMINAL: "the police or a lawyer",
    OtherLaw.BANKING: "your bank, or a lawyer at once if it has sent a notice",
    OtherLaw.SOCIETY: "the registrar of co-operative societies",
    OtherLaw.PROPERTY_TAX: "your municipality or panchayat",
    OtherLaw.LAND_ACQUISITION: "the collector's office of your district",
    OtherLaw.LAND_RECORDS: "the revenue office of your taluk or tehsil",
    OtherLaw.FAMILY: "a lawyer; a family court decides it",
    OtherLaw.EMPLOYMENT: "the labour office of your district",
    OtherLaw.CHEQUES: "a lawyer, without delay",
    OtherLaw.FOREIGN_EXCHANGE: "your bank",
    OtherLaw.INSURANCE: "the insurer first, then the insurance ombudsman",
    OtherLaw.PENSION: "the office that pays the pension or holds the fund",
    OtherLaw.BUILDING_WORKERS: "the labour office of your district",
    OtherLaw.DEFAMATION: "a lawyer",
    OtherLaw.LAND_USE: "the revenue office of your taluk or tehsil",
    OtherLaw.BRIBERY: "your state's anti-corruption office",
    OtherLaw.STREET_VENDING: "your municipality or panchayat",
    OtherLaw.NEIGHBOURS: "a lawyer, or a civil court in the end",
    OtherLaw.VEHICLES: "the regional transport office or the traffic police",
    OtherLaw.ELECTRICITY: "your electricity supplier first, then its grievance forum",
}
"""Whom to ask about a matter of each of them: an office that deals with it, or who can tell which."""


_OF_NO_STATE = frozenset({Reason.NO_QUESTION, Reason.OTHER_LAW})
"""The reasons to decline that hold of every state."""

SEARCH_IS_OFF = (
    "Searching is switched off here, so that only a provision you name is looked up. "
    "Please name it by its number, for example section 18."
)


def greeting(index: LawIndex, registry: Registry) -> str:
    return (
        "Hello. Ask me a question about buying, selling or building property under "
        f"{name_held(index, registry)}, for example about delays, refunds, defects or registration of a project."
    )


def nothing_held() -> str:
    return "No law has been read in yet. Please run `civicsetu up` first."


def what_is_held(index: LawIndex, registry: Registry) -> str:
    return f"I hold {name_held(index, registry)}."


def what_to_try() -> str:
    return "If your question is about a flat, plot or project, try naming what happened and who did it."


def another_law_named(understood: Query) -> str:
    """Return the message that the question names a law that is not held."""
    names = listed([f"the {law}" for law in understood.other_laws[:3]])
    return f"This asks about {names}, which I do not hold."


def other_law(law: OtherLaw) -> str:
    """Return the message that the question surely belongs to another law, and whom to ask about it."""
    return f"This is a question of {_OTHER_LAWS[law]}, which I do not hold: ask {_TURN_TO[law]}."


def partly_other_law(law: OtherLaw, point: str) -> str:
    """Return the message that a point surely belongs to another law; `point` is empty where it cannot be shown."""
    asked = f"The rest ({point})" if point else "Part of what you ask"
    return f"{asked} is a question of {_OTHER_LAWS[law]}, which I do not hold: ask {_TURN_TO[law]}."


def list_other_laws() -> str:
    """Return the laws of the closed list, each behind its id."""
    return "; ".join(f"{law.value}: {name}" for law, name in _OTHER_LAWS.items())


def no_question() -> str:
    """Return the message that the text asks nothing of any law."""
    return (
        "I can only help with questions about real-estate law, for example about delays, refunds, defects or "
        "the registration of a project."
    )


def wrongdoing(*, cites: bool) -> str:
    """Return the message that declines to help in breaking the law."""
    told = " This is what the law says about it:" if cites else ""
    return f"I cannot help with getting around the law.{told}"


def prediction(*, cites: bool) -> str:
    """Return the message that the law alone cannot tell the future or judge one project."""
    told = " This is what the law says about the matter:" if cites else ""
    return (
        "Nobody can tell from the law what will happen, or whether one builder or project is a good choice; "
        f"the authority's website shows a registered project's papers, progress and complaints.{told}"
    )


def not_answered_in_a_post() -> str:
    """Return the message for a part of a post to which nothing found is a likely answer."""
    return "I found no sure answer to this: ask it by itself, saying who did what."


def not_answered(understood: Query, registry: Registry) -> str:
    """Return the message that nothing held answers the question, although it may be near."""
    if understood.states_not_held:
        names = name_states(understood.states_not_held, registry)
        return f"The law I hold does not answer this; the rules of {names} may, and I do not hold them."
    return not_of_this_law()


def not_of_this_law() -> str:
    """Return the message that nothing held answers the question, and no state's rules would."""
    return "The law I hold does not answer this."


def unclear(understood: Query, registry: Registry) -> str:
    """Return the message that asks for what is missing, where too little was said to look anything up."""
    where = f" in {name_states(states, registry)}" if (states := understood.jurisdictions[1:]) else ""
    return (
        f"What do you want to know{where}? Please say in a sentence what happened and who did it, for example "
        "that a builder is late, or ask about a section by its number."
    )


def left_to_state_rules(understood: Query, registry: Registry) -> str:
    """Return the message that a state's own rules, which are not held, fix what is asked."""
    states = understood.states_not_held
    whose = "that state's" if len(states) == 1 else "each state's"
    return (
        f"This is fixed by the rules of {name_states(states, registry)}, which I do not hold; please look at the "
        f"website of {whose} Real Estate Regulatory Authority."
    )


def beyond_the_limit(most: int) -> str:
    """Return the message that the part exceeds the number of questions answered in one post."""
    return f"I answer {most} questions at a time. Please ask this one by itself."


def not_fully_searched() -> str:
    """Return the message that a failed search might have found this part's answer; other parts are answered."""
    return "Not everything could be searched for this just now. Please ask it again in a moment."


def before_the_law(understood: Query, index: LawIndex) -> str:
    """Return the message that the day asked for is earlier than the first day of any law held."""
    first = min(law.effective_date for law in index.laws.values() if law.effective_date)
    return (
        f"On {written_day(understood.as_on)} none of the law I hold was in force yet; the first of it came into force "
        f"on {written_day(first)}."
    )


def not_yet_in_force(understood: Query, citations: Sequence[Citation]) -> str:
    """Return the message that the law which answers came into force after the day asked for."""
    dates = sorted({citation.effective_date for citation in citations if citation.effective_date})
    since = f" It came into force on {written_day(dates[-1])}." if dates else ""
    return f"What the law says about this was not in force yet on {written_day(understood.as_on)}.{since}"


def not_there(missing: Sequence[tuple[str, Reference]], index: LawIndex, registry: Registry) -> str:
    """Return the message that the law lacks a provision asked for by number, or that it is not held."""
    told = []
    for document, reference in missing[:4]:
        law = index.laws[document]
        told.append(_missing(law, reference, registry))
    return " ".join(dict.fromkeys(told))


def parts_not_there(missing: Sequence[MissingPart], index: LawIndex, registry: Registry) -> str:
    """Return the message that no law searched has the form, schedule, chapter or other part named."""
    return " ".join(dict.fromkeys(_part_missing(part, index, registry) for part in missing[:4]))


def _part_missing(part: MissingPart, index: LawIndex, registry: Registry) -> str:
    laws = [index.laws[key] for key in part.documents]
    if part.elsewhere and all(law.jurisdiction == CENTRAL for law in laws):
        return f"Each state's rules have forms of their own: please say of which state you mean {part.name}."
    whole = part.sure and all(is_whole(law, registry) for law in laws)
    titles = listed([f"the {law.title}" for law in laws])
    if whole:
        return f"There is no {part.name} in {titles}."
    return f"I find no {part.name} in what I hold of {titles}."


def rules_not_held(understood: Query, index: LawIndex, registry: Registry) -> str:
    """Return the message for a rule asked for by number where no such law is held, or no state was named."""
    which = ", ".join(understood.rules_not_held[:3])
    nouns = {law.doc_type.provision_noun for law in index.laws.values() if law.jurisdiction != CENTRAL}
    if understood.jurisdictions == (CENTRAL,) and any(noun in which for noun in nouns):
        return f"Each state has its own rules: please say of which state you mean {which}."
    where = f" of {name_states(understood.states_not_held, registry)}" if understood.states_not_held else ""
    return f"I cannot show {which}{where}: I do not hold that law."


def another_state_may_answer(
    understood: Query, registry: Registry, *, searched: bool, reason: Reason = Reason.NONE
) -> bool:
    """Return whether a question that was declined for `reason` should be asked of another state.

    Not what is other law or no question of law, whatever place it names, nor a provision that the law asked does not
    have. `searched`: it was declined for what was found; else at once, for what it names.
    """
    if reason in _OF_NO_STATE:
        return False
    if not searched:
        laws_of_states = any(states_named(law, registry) for law in understood.other_laws)
        return bool(understood.rules_not_held) or laws_of_states
    return bool(understood.states_not_held) or get_domain_terms().find_terms(understood.standalone).own


def _missing(law: HeldLaw, reference: Reference, registry: Registry) -> str:
    noun = law.doc_type.provision_noun
    not_held = list_not_held(law, registry)
    if reference.path.number in not_held:
        heading = not_held[reference.path.number]
        why = registry.documents[law.key].misprinted.get(reference.path.number, "")
        return (
            f"{noun.capitalize()} {reference.path.number}{heading} of the {law.title} is not held here"
            f"{f': {why}' if why else ''}; please look it up in the official text{official_place(law)}."
        )
    if reference.path.number not in law.numbers():
        if is_whole(law, registry):
            return (
                f"There is no {noun} {reference.path.number} in the {law.title}; it has {numbers_held(law)}."
            )
        return (
            f"The {law.title} has no {noun} {reference.path.number} that I hold; I hold {numbers_held(law)}."
        )
    return f"{noun.capitalize()} {reference.path.number} of the {law.title} has no part {_part(reference)}."


def _part(reference: Reference) -> str:
    return str(reference.path)[len(reference.path.number) :].strip()
