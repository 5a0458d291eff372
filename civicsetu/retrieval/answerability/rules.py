"""Decide, by ordered rules, whether the law held answers one question.

The rules of `BEFORE_SEARCH` read facts of the question that no search can change, those of `AFTER_SEARCH` weigh what
was found. A rule is a function of a case that returns a decision, or None where it does not apply; the first decision
counts. The classifier is one of the rules after the search, and several rules read the scores of the scope model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from civicsetu.law.answers import QueryType
from civicsetu.lexicon.domain_terms import TermsFound, get_domain_terms
from civicsetu.lexicon.tokens import split_words
from civicsetu.retrieval.answerability.case import Case, is_told_of_home
from civicsetu.retrieval.answerability.decision import Decision, Reason
from civicsetu.retrieval.answerability.other_law_model import is_of_another_law, likely_other_law
from civicsetu.retrieval.scope_kinds import ScopeKind

_GREETING = re.compile(
    r"(?:hi|hii+|hello|hey|namaste|namaskar|namaskara|vanakkam|good (?:morning|afternoon|evening|night)|thanks|thank you|"
    r"thx|ok|okay|bye|नमस्ते|नमस्कार|வணக்கம்|ನಮಸ್ಕಾರ|धन्यवाद|நன்றி|ಧನ್ಯವಾದ)",
    re.IGNORECASE,
)
_BETWEEN_GREETINGS = re.compile(
    r"(?:[\s!.,]|\b(?:there|ji|sir|madam|all|everyone|so much|a lot|very much|again)\b)*", re.IGNORECASE
)


_BETWEEN_WORDS = re.compile(r"[\s.,;!?।]+")
_DENIALS = frozenset({"no", "not", "nahi", "nahin", "nai", "nhi", "na", "nope", "none", "never", "नहीं", "नही", "नाही"})
_NAMES = frozenset(
    {"builder", "builders", "promoter", "developer", "bilder", "flat", "flats", "plot", "house", "home", "ghar", "agent", "broker", "rera", "बिल्डर", "फ्लैट", "घर"}
)
Rule = Callable[[Case], Decision | None]


def first_decision(rules: Sequence[Rule], case: Case) -> Decision | None:
    """Return the decision of the first rule that applies; None where none does."""
    return next((decision for rule in rules if (decision := rule(case)) is not None), None)


def is_surely_none_of_ours(case: Case) -> Decision | None:
    """Return the refusal of a part of a post whose own question is surely none of ours; else None.

    The case is of the part without its story, which draws a question of another law to the law held. All topics near
    to it are other ones. A question that says too little by itself leans on the story ("is that allowed?"): the texts
    near to it must agree on a law, its words name another field, or it must say enough and be far nearer to other
    topics or surely not answered.
    """
    asked, margins = case.query.standalone, case.result.signals.margins
    if not case.result.may_decline or max(margins) >= 0:
        return None
    decision = first_decision(AFTER_SEARCH, case)
    assert decision is not None, "the last rule always speaks"
    terms = get_domain_terms().find_terms(asked)
    if decision.reason is Reason.OTHER_LAW:
        far = sum(margins) <= -case.thresholds.far and len(split_words(asked)) >= case.thresholds.enough_words
        if decision.other_law is not None or terms.others or far:
            return decision
    if case.query.asking_whole.points_to_a_thing:
        return None
    if decision.reason in (Reason.OTHER_LAW, Reason.NO_QUESTION):
        says_enough = case.query.asking_whole.substance >= case.thresholds.enough_substance
        return decision if says_enough and case.chance <= case.thresholds.chance_surely_not else None
    return _declined(case, Reason.OTHER_LAW) if decision.action == "proceed" and _names_another_field(case, terms) else None


def _names_another_field(case: Case, terms: TermsFound) -> bool:
    """Whether a question names another field and none of ours, is as likely of its law, and is not surely answered."""
    likely = case.score(ScopeKind.OTHER_LAW) > case.score(ScopeKind.IN_SCOPE) - case.thresholds.doubt
    return bool(terms.others) and not terms.own and likely and case.chance < case.thresholds.chance_of_other_field


# -- before the search ----------------------------------------------------------------------------------


def no_law_is_held(case: Case) -> Decision | None:
    return None if case.index.laws else Decision("abstain", reason=Reason.NO_LAW_HELD)


def only_greets(case: Case) -> Decision | None:
    """Ask back where the text has nothing but greetings and thanks."""
    said, greeted = _GREETING.subn(" ", case.asked)
    if greeted and _BETWEEN_GREETINGS.fullmatch(said):
        return Decision("clarify", reason=Reason.GREETING)
    return None


def only_names_and_denies(case: Case) -> Decision | None:
    """Ask back on "builder no nahi": a party or thing and a bare denial; "no refund" says of what."""
    words = [word for word in _BETWEEN_WORDS.split(case.asked.lower()) if word]
    left = [word for word in words if word not in _DENIALS]
    if len(left) == 1 and len(words) > 1 and left[0] in _NAMES:
        return Decision("clarify", reason=Reason.UNCLEAR)
    return None


def asks_of_a_day_before_the_law(case: Case) -> Decision | None:
    days = [law.effective_date for law in case.index.laws.values() if law.effective_date]
    if days and case.query.as_on is not None and case.query.as_on < min(days):
        return Decision("abstain", reason=Reason.BEFORE_THE_LAW)
    return None


def names_what_is_not_there(case: Case) -> Decision | None:
    """Abstain where a provision, form, chapter or other part is named that is not held, and none that is."""
    query = case.query
    if query.references:
        return None
    if query.not_there or query.parts_not_there:
        return Decision("abstain", reason=Reason.NO_SUCH_PROVISION)
    return Decision("abstain", reason=Reason.RULES_NOT_HELD) if query.rules_not_held else None


def names_another_law(case: Case) -> Decision | None:
    if case.query.other_laws and not case.query.references:
        return Decision("abstain", reason=Reason.OTHER_LAW_NAMED)
    return None


BEFORE_SEARCH: tuple[Rule, ...] = (
    no_law_is_held,
    only_greets,
    only_names_and_denies,
    asks_of_a_day_before_the_law,
    names_what_is_not_there,
    names_another_law,
)


# -- after the search -----------------------------------------------------------------------------------


def found_nothing(case: Case) -> Decision | None:
    return None if case.result.evidence else Decision("abstain", reason=Reason.NOTHING_FOUND)


def wishes_to_break_the_law(case: Case) -> Decision | None:
    """Decline a wish to break the law shown by the vector, with words and wording, unless the words deny it.

    Not where the vector rather tells another law and nothing would be answered: a tenant who is hard
    to move is no wish to break the law.
    """
    if not case.thresholds.wrongdoing:
        return None
    score = case.score(ScopeKind.WRONGDOING)
    if score >= case.settings.wrongdoing_alone and not case.denies_wish:
        return _declined(case, Reason.WRONGDOING)
    if case.intents.redress or case.denies_wish or score < case.settings.intent_with_wording or not case.is_wish:
        return None
    if case.by_meaning and score < case.score(ScopeKind.OTHER_LAW) and not case.is_answered:
        return None
    return _declined(case, Reason.WRONGDOING)


def holds_the_provision_named(case: Case) -> Decision | None:
    if not case.named or case.means_another_laws_number:
        return None
    return Decision("proceed", case.thresholds.sure)


def is_asked_of_another_law(case: Case) -> Decision | None:
    """Abstain where the words are those of another law, whatever was found for the story around it.

    A whole question has no story that misleads the search: where it is likely answered, it is. A leak may be the builder's or the
    neighbour's: who tells of a defect of a home is answered, too. Words that name no law ("what is the fee?") count only with those they lean on.
    """
    if not case.thresholds.other_law_model:
        return None
    is_answered = not case.query.is_part and case.by_meaning and case.chance >= case.thresholds.chance_of_other_field
    is_home = is_told_of_home(case.query.asking)
    if is_answered or case.query.references or is_home or not is_of_another_law(case.asked, case.thresholds.other_law_odds):
        return None
    law = likely_other_law(case.asked, case.thresholds.other_law_chance)
    if law is None and not is_of_another_law(case.query.standalone, case.thresholds.other_law_odds):
        return None
    return Decision("abstain", reason=Reason.OTHER_LAW, other_law=law, by_words=True)


def asks_for_a_guess(case: Case) -> Decision | None:
    """Decline a request for a guess at the future, or at the merits of one project.

    Who must finish a building is none, though it lies in the future: the law says what follows. So it does of a home that is
    late: "how much interest will I get?" guesses nothing. Nor does "will he go to jail for it?": the law names the punishment.
    """
    of_law = case.tells_of_home or case.query.query_type is QueryType.PENALTY
    if not case.thresholds.prediction or case.intents.consequence or (of_law and not case.intents.prediction):
        return None
    settings, score = case.settings, case.score(ScopeKind.PREDICTION)
    least = settings.intent_with_wording if case.intents.prediction else settings.prediction_alone
    return _declined(case, Reason.PREDICTION) if score >= least else None


def is_left_to_state_rules(case: Case) -> Decision | None:
    """Abstain where other states' rules are nearer than the Act, and no state's own were searched.

    What the Act says of the matter is shown with it, where it is sure enough to be of it.
    """
    score = case.result.signals.state_rule_score
    of_states = {item.jurisdiction for item in case.result.evidence} - {"CENTRAL"}
    if score is not None and score > case.settings.state_rule_score and not of_states:
        return Decision("abstain", reason=Reason.LEFT_TO_STATE_RULES, cites=case.is_answered)
    return None


def was_searched_by_words_alone(case: Case) -> Decision | None:
    """Decide without vectors: proceed where nearly all words occur in the law and one is a term of its field."""
    if case.by_meaning:
        return None
    own = get_domain_terms().find_terms(case.query.standalone).own
    enough = own and case.result.signals.query_term_coverage >= case.settings.min_known
    return Decision("proceed", case.thresholds.by_words) if enough else Decision("abstain", reason=Reason.WEAK)


def finds_an_answer(case: Case) -> Decision | None:
    """Proceed where the classifier's chance is high enough; show two provisions that disagree as options."""
    if not case.is_answered:
        return None
    if case.contradiction is not None:
        return Decision(
            "show_options",
            case.thresholds.contradicted,
            Reason.CONTRADICTION,
            features=case.features,
            contradiction=case.contradiction,
        )
    return Decision("proceed", round(min(case.chance, case.thresholds.most_sure), 2), features=case.features)


def tells_a_wrong_of_a_home(case: Case) -> Decision | None:
    """Proceed on a complaint of a late or defective home that surely is none to a landlord or a neighbour.

    Such complaints name neither builder nor law, so that the classifier takes them for chatter: "my roof leaks".
    """
    if not case.thresholds.wrong_of_home:
        return None
    surely = case.score(ScopeKind.OTHER_LAW) < case.thresholds.not_of_another
    likely = case.chance >= case.thresholds.chance_where_ours
    if not (case.intents.complains and case.tells_of_home and (surely or likely)):
        return None
    return Decision("proceed", max(case.thresholds.told_wrong, round(case.chance, 2)), features=case.features)


def says_too_little(case: Case) -> Decision | None:
    """Ask back where the text is a word or two that may be about the law held."""
    few = len(split_words(case.query.standalone)) < case.settings.clarify_words
    if few and sum(case.result.signals.margins) >= 0 and not case.intents.commands:
        return Decision("clarify", reason=Reason.UNCLEAR, features=case.features)
    return None


def is_declined_for_its_kind(case: Case) -> Decision:
    """Decline as no question or as other law; what resembles the law held is declined as weak.

    A wish to break the law and a guess are told by rules of their own, where they are sure: whoever is
    not sure of it does not say so to somebody who asks for help.
    """
    if sum(case.result.signals.margins) >= 0 and case.score(ScopeKind.IN_SCOPE) == max(
        case.result.signals.scope.values()
    ):
        return Decision("abstain", reason=Reason.WEAK, features=case.features)
    reasons = {
        Reason.NO_QUESTION: case.score(ScopeKind.NO_QUESTION),
        Reason.OTHER_LAW: case.score(ScopeKind.OTHER_LAW),
    }
    return _declined(case, max(reasons, key=lambda reason: reasons[reason]))


AFTER_SEARCH: tuple[Rule, ...] = (
    found_nothing,
    wishes_to_break_the_law,
    holds_the_provision_named,
    is_asked_of_another_law,
    asks_for_a_guess,
    is_left_to_state_rules,
    was_searched_by_words_alone,
    finds_an_answer,
    tells_a_wrong_of_a_home,
    says_too_little,
    is_declined_for_its_kind,
)


def _declined(case: Case, reason: Reason) -> Decision:
    """Return an abstention for a reason, with the other law, or with whether a provision is cited."""
    seen = case.features if case.by_meaning else {}
    decision = Decision("abstain", reason=reason, features=seen)
    if reason is Reason.OTHER_LAW:
        return replace(decision, other_law=case.result.signals.out_of_scope.law)
    if reason in (Reason.WRONGDOING, Reason.PREDICTION):
        sure = case.is_near_to_our_law and case.is_answered
        return replace(decision, cites=sure)
    return decision
