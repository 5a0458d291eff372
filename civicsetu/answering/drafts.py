"""What has been written of each part so far, what of it stands, and what is to be looked for again.

Values only: the workflow's state holds them between its nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.verifying.absence_claims import is_same_point
from civicsetu.answering.verifying.verdict import Verdict
from civicsetu.answering.written import SentenceMark, Span, Written
from civicsetu.law.other_laws import OtherLaw

_SAID = (SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.ADVICE, SentenceMark.LIMIT)
_OF_LAW = (SentenceMark.LEAD, SentenceMark.LAW, SentenceMark.STEP)


RULES = "rules"


@dataclass(frozen=True, slots=True)
class JudgedSentence:
    """A sentence with the spans it names, its verdict, and who gave it: the rules, or the model whose opinion it is."""

    written: Written
    cited: tuple[Span, ...]
    verdict: Verdict
    judge: str = RULES
    repaired: bool = False

    @property
    def stands(self) -> bool:
        return self.verdict.passes


@dataclass(frozen=True, slots=True)
class SearchedPoint:
    """A point that was searched for by itself; `is_found`: what was found may well answer it, whatever a writer says."""

    point: str
    is_found: bool


@dataclass(frozen=True, slots=True)
class OtherLawPoint:
    """A point that belongs to another law, which is not held."""

    point: str
    law: OtherLaw


@dataclass(frozen=True, slots=True)
class PartDraft:
    """The sentences of one part in the order written, and the points of it that nothing given answers.

    `at` is the place of the part in the turn. `open_points` are still to be searched for; `not_found` were,
    in vain. `held_points` are those of them that the law held does set, whatever the writer found: they are not
    answered, and never called not found. `sought` are the points that were searched for by themselves, `waiting`
    a first sentence that says a point was not found, until that is so. `other_law_points` are points of other
    laws. `all_in`: nothing more comes of it. What is `optional` was declined, and stays so where nothing is
    written of it.
    """

    at: int
    decided: tuple[JudgedSentence, ...] = ()
    open_points: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()
    not_answered: tuple[str, ...] = ()
    held_points: frozenset[str] = frozenset()
    sought: tuple[SearchedPoint, ...] = ()
    waiting: JudgedSentence | None = None
    other_law_points: tuple[OtherLawPoint, ...] = ()
    all_in: bool = False
    optional: bool = False

    @property
    def is_left_out(self) -> bool:
        """Whether nothing is wanted of it: it was declined, and no sentence answers it, nor is its law known."""
        return self.optional and not self.leads and not self.other_law_points

    @property
    def is_of_other_law(self) -> bool:
        """Whether all of it belongs to another law: that is said, and nothing is written or looked for."""
        return bool(self.other_law_points) and self.lead is None and not self.open_points

    def found_nothing_on(self, question: str) -> bool:
        """Return whether nothing was written that could answer the part, and what it asks was searched for in vain."""
        return self.lead is None and not self.not_answered and any(is_same_point(one, question) for one in self.not_found)

    @property
    def lead(self) -> JudgedSentence | None:
        """The sentence that answers the part: the first that stands, else the first; None where none was written."""
        leads = [one for one in self.decided if one.written.mark is SentenceMark.LEAD]
        return next((one for one in leads if one.stands), leads[0] if leads else None)

    @property
    def leads(self) -> bool:
        """Whether the part is answered: its first sentence stands."""
        return self.lead is not None and self.lead.stands

    @property
    def said(self) -> tuple[JudgedSentence, ...]:
        """The sentences that are shown, the one that answers first; none where none does."""
        if self.lead is None or not self.lead.stands:
            return ()
        others = (one for one in self.decided if one.stands and one.written.mark in _SAID and one is not self.lead)
        return (self.lead, *others)

    @property
    def steps(self) -> tuple[JudgedSentence, ...]:
        """The steps that are shown, in order."""
        return tuple(one for one in self.decided if one.stands and one.written.mark is SentenceMark.STEP)

    @property
    def coverage(self) -> float:
        """The share of its sentences of law that stand; 0 where none was written."""
        of_law = [one for one in self.decided if one.written.mark in _OF_LAW]
        wanted = len(of_law) - sum(one.repaired for one in of_law)  # what was repaired was written twice
        return min(1.0, sum(one.stands for one in of_law) / wanted) if wanted > 0 else 0.0

    def add(self, one: JudgedSentence) -> PartDraft:
        """Return the draft with one more sentence; a second lead is law like the rest."""
        if one.written.mark is SentenceMark.LEAD and self.lead is not None and self.leads:
            one = replace(one, written=replace(one.written, mark=SentenceMark.LAW))
        return replace(self, decided=(*self.decided, one))

    def add_repaired(self, repaired: JudgedSentence) -> PartDraft:
        """Return the draft with a repaired sentence for one that fell: behind those shown, so that nothing moves."""
        return self if self.all_in and repaired.written.mark is not SentenceMark.STEP else self.add(repaired)

    def was_sought_in_vain(self, point: str) -> bool:
        """Return whether a search of its own for that point, in whatever words, found nothing that answers it."""
        same = [one for one in self.sought if is_same_point(one.point, point)]
        return bool(same) and not any(one.is_found for one in same)

    def is_found(self, point: str) -> bool:
        """Return whether the law held sets a point, or a search of its own found what may answer it."""
        return point in self.held_points or any(one.is_found and is_same_point(one.point, point) for one in self.sought)

    def is_whole(self) -> bool:
        """Return whether the part is answered and nothing of it is open."""
        return self.leads and not self.open_points


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts of a turn, by the place of their part; `attempt` counts the writings, the first is 1.

    `broken` says why the models gave nothing, or not all; empty where they did. `is_cut_short`: it was a search that
    failed, not a model, so that what is left open was not looked for. `written_by` is the model, `given`
    are the provisions it was given (document and path).
    """

    parts: tuple[PartDraft, ...] = ()
    attempt: int = 0
    broken: str = ""
    written_by: str = ""
    given: frozenset[tuple[str, str]] = frozenset()
    is_cut_short: bool = False

    @property
    def all_decided(self) -> tuple[JudgedSentence, ...]:
        """Every sentence that was decided, shown or not, part by part."""
        return tuple(one for part in self.parts for one in part.decided)

    def get_part(self, at: int) -> PartDraft | None:
        """Return the draft of a part; None where it is not written."""
        return next((one for one in self.parts if one.at == at), None)

    def add(self, at: int, one: JudgedSentence) -> Drafts:
        """Return the drafts with one more sentence of a part; the parts above it that are whole have all they get."""
        above = tuple(
            replace(each, all_in=True) if each.at < at and each.is_whole() else each for each in self.parts
        )
        drafts = replace(self, parts=above)
        draft = drafts.get_part(at)
        return drafts if draft is None or draft.all_in else drafts.with_part(draft.add(one))

    def open_point(self, at: int, point: str, *, is_held: bool = False) -> Drafts:
        """Return the drafts with a point of a part that nothing given answers; `is_held`: though the law held does."""
        draft = self.get_part(at)
        if draft is None or draft.is_left_out or any(is_same_point(point, one) for one in draft.open_points):
            return self
        held = draft.held_points | ({point} if is_held else set())
        return self.with_part(replace(draft, open_points=(*draft.open_points, point), held_points=held))

    def leave_to(self, at: int, one: OtherLawPoint) -> Drafts:
        """Return the drafts with a point of a part that belongs to another law."""
        draft = self.get_part(at)
        if draft is None:
            return self
        return self.with_part(replace(draft, other_law_points=(*draft.other_law_points, one)))

    def with_part(self, draft: PartDraft) -> Drafts:
        """Return the drafts with one part's in its newest form."""
        return replace(self, parts=tuple(draft if one.at == draft.at else one for one in self.parts))

    def wait(self, at: int, one: JudgedSentence) -> Drafts:
        """Return the drafts with a first sentence that says a point was not found, kept back until that was searched for."""
        draft = self.get_part(at)
        return self if draft is None or draft.waiting is not None else self.with_part(replace(draft, waiting=one))

    def with_sought(self, at: int, sought: Sequence[SearchedPoint]) -> Drafts:
        """Return the drafts with points of a part that were searched for by themselves."""
        draft = self.get_part(at)
        return self if draft is None else self.with_part(replace(draft, sought=(*draft.sought, *sought)))

    @property
    def open_parts(self) -> tuple[PartDraft, ...]:
        """The parts of which something is to be looked for again: a point, or the whole where nothing stands."""
        return tuple(one for one in self.parts if _is_open(one))


def _is_open(part: PartDraft) -> bool:
    return bool(part.open_points or not part.leads) and not part.is_left_out and not part.is_of_other_law


def is_to_widen(drafts: Drafts, most: int) -> bool:
    """Return whether the turn goes back to the search: something is open, and the writings are not used up.

    A model that failed is not asked again: the statement answer stands at once.
    """
    return bool(drafts.open_parts) and drafts.attempt <= most and not drafts.broken


def close_open_points(drafts: Drafts) -> Drafts:
    """Return the drafts with nothing left open: what is still looked for was not found.

    What the law held does set, or was not searched for since the search failed, is not answered and no more than that.
    """
    return replace(drafts, parts=tuple(_settle(one, drafts.is_cut_short) for one in drafts.parts))


def _settle(draft: PartDraft, is_cut_short: bool) -> PartDraft:
    unknown = draft.open_points if is_cut_short else tuple(one for one in draft.open_points if draft.is_found(one))
    sought = tuple(one for one in draft.open_points if one not in unknown)
    if draft.waiting is not None and not draft.leads and sought and not unknown:
        return replace(draft, open_points=(), decided=(*draft.decided, draft.waiting), all_in=True)
    return replace(
        draft,
        open_points=(),
        not_found=(*draft.not_found, *sought),
        not_answered=(*draft.not_answered, *unknown),
        all_in=True,
    )
