"""What has been written of each part so far, what of it stands, and what is to be looked for again.

Values only: the workflow's state holds them between its nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from civicsetu.answering.verifying.verdict import Verdict
from civicsetu.answering.written import Mark, Span, Written

_SAID = (Mark.LEAD, Mark.LAW, Mark.ADVICE, Mark.LIMIT)
_OF_LAW = (Mark.LEAD, Mark.LAW, Mark.STEP)


RULES = "rules"


@dataclass(frozen=True, slots=True)
class Decided:
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
class PartDraft:
    """The sentences of one part in the order written, and the points of it that nothing given answers.

    `at` is the place of the part in the turn. `open_points` are still to be searched for; `not_found` were,
    in vain. `all_in`: nothing more comes of it.
    """

    at: int
    decided: tuple[Decided, ...] = ()
    open_points: tuple[str, ...] = ()
    not_found: tuple[str, ...] = ()
    all_in: bool = False

    @property
    def lead(self) -> Decided | None:
        """The sentence that answers the part: the first that stands, else the first; None where none was written."""
        leads = [one for one in self.decided if one.written.mark is Mark.LEAD]
        return next((one for one in leads if one.stands), leads[0] if leads else None)

    @property
    def leads(self) -> bool:
        """Whether the part is answered: its first sentence stands."""
        return self.lead is not None and self.lead.stands

    @property
    def said(self) -> tuple[Decided, ...]:
        """The sentences that are shown, the one that answers first; none where none does."""
        if self.lead is None or not self.lead.stands:
            return ()
        others = (one for one in self.decided if one.stands and one.written.mark in _SAID and one is not self.lead)
        return (self.lead, *others)

    @property
    def steps(self) -> tuple[Decided, ...]:
        """The steps that are shown, in order."""
        return tuple(one for one in self.decided if one.stands and one.written.mark is Mark.STEP)

    @property
    def coverage(self) -> float:
        """The share of its sentences of law that stand; 0 where none was written."""
        of_law = [one for one in self.decided if one.written.mark in _OF_LAW]
        wanted = len(of_law) - sum(one.repaired for one in of_law)  # what was mended was written twice
        return min(1.0, sum(one.stands for one in of_law) / wanted) if wanted > 0 else 0.0

    def add(self, one: Decided) -> PartDraft:
        """Return the draft with one more sentence; a second lead is law like the rest."""
        if one.written.mark is Mark.LEAD and self.lead is not None and self.leads:
            one = replace(one, written=replace(one.written, mark=Mark.LAW))
        return replace(self, decided=(*self.decided, one))

    def mend(self, mended: Decided) -> PartDraft:
        """Return the draft with other words for a sentence that fell: behind what was told, so that nothing moves."""
        return self if self.all_in and mended.written.mark is not Mark.STEP else self.add(mended)

    def is_whole(self) -> bool:
        """Return whether the part is answered and nothing of it is open."""
        return self.leads and not self.open_points


@dataclass(frozen=True, slots=True)
class Drafts:
    """The drafts of a turn, by the place of their part; `attempt` counts the writings, the first is 1.

    `broken` says why the models gave nothing, or not all; empty where they did. `written_by` is the model, `given`
    are the provisions it was given (document and path).
    """

    parts: tuple[PartDraft, ...] = ()
    attempt: int = 0
    broken: str = ""
    written_by: str = ""
    given: frozenset[tuple[str, str]] = frozenset()

    @property
    def all_decided(self) -> tuple[Decided, ...]:
        """Every sentence that was decided, shown or not, part by part."""
        return tuple(one for part in self.parts for one in part.decided)

    def of(self, at: int) -> PartDraft | None:
        """Return the draft of a part; None where it is not written."""
        return next((one for one in self.parts if one.at == at), None)

    def add(self, at: int, one: Decided) -> Drafts:
        """Return the drafts with one more sentence of a part; the parts above it that are whole have all they get."""
        above = tuple(
            replace(each, all_in=True) if each.at < at and each.is_whole() else each for each in self.parts
        )
        drafts = replace(self, parts=above)
        draft = drafts.of(at)
        return drafts if draft is None or draft.all_in else drafts.with_part(draft.add(one))

    def open_point(self, at: int, point: str) -> Drafts:
        """Return the drafts with a point of a part that nothing given answers."""
        draft = self.of(at)
        return self if draft is None else self.with_part(replace(draft, open_points=(*draft.open_points, point)))

    def with_part(self, draft: PartDraft) -> Drafts:
        """Return the drafts with one part's in its newest form."""
        return replace(self, parts=tuple(draft if one.at == draft.at else one for one in self.parts))

    @property
    def open_parts(self) -> tuple[PartDraft, ...]:
        """The parts of which something is to be looked for again: a point, or the whole where nothing stands."""
        return tuple(one for one in self.parts if one.open_points or not one.leads)


def is_to_widen(drafts: Drafts, most: int) -> bool:
    """Return whether the turn goes back to the search: something is open, and the writings are not used up.

    A model that failed is not asked again: the statement answer stands at once.
    """
    return bool(drafts.open_parts) and drafts.attempt <= most and not drafts.broken


def settled(drafts: Drafts) -> Drafts:
    """Return the drafts with nothing left open: what is still looked for was not found."""
    return replace(
        drafts,
        parts=tuple(
            replace(one, open_points=(), not_found=(*one.not_found, *one.open_points), all_in=True)
            for one in drafts.parts
        ),
    )

