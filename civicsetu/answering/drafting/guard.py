"""The one guard every written sentence passes before it is shown: all rules together."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.verifying.absence import Claimed, CoverageHeld, check_absence, find_claimed, is_held
from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from civicsetu.answering.verifying.screen import IsKnown, check_screen
from civicsetu.answering.verifying.verdict import Doubt, Verdict
from civicsetu.answering.writing.spans import WritersLaw
from civicsetu.answering.written import Span, Written
from civicsetu.law.parameters import Parameter, ParameterLookup
from civicsetu.query.jurisdiction_detection import states_named


@dataclass(frozen=True)
class Guard:
    """Verifier of sentences against the spans they name, the asker's own words, and the coverage of the law held.

    `questions` are the parts of what is asked, in order.
    """

    spans: Mapping[str, Span]
    asked: str
    questions: Sequence[str]
    coverage: CoverageHeld | None
    is_known: IsKnown

    def check(self, written: Written) -> Verdict:
        """Return the verdict of all rules on one sentence."""
        verdict = check_sentence(written, self.spans, self.asked)
        more = tuple(self._more(written))
        return Verdict((*verdict.doubts, *more), 0.0 if more else verdict.score)

    def is_held(self, point: str, part: int) -> bool:
        """Return whether a point of a part, counted from 1, that a writer found nothing on is set by the law held."""
        return self.coverage is not None and is_held(point, replace(self.coverage, about=self._question_of(part)))

    def find_claimed(self, written: Written) -> Claimed | None:
        """Return the point of a claim of absence that is still to be searched for; None where there is none."""
        if self.coverage is None:
            return None
        named = [self.spans[key] for key in written.keys if key in self.spans]
        return find_claimed(written, named, replace(self.coverage, about=self._question_of(written.part)))

    def _question_of(self, part: int) -> str:
        return self.questions[part - 1] if part <= len(self.questions) else ""

    def _more(self, written: Written) -> Iterator[Doubt]:
        named = [self.spans[key] for key in written.keys if key in self.spans]
        found = [check_screen(written, asked=self.asked, spans=named, is_known=self.is_known)]
        if self.coverage is not None:
            about = self._question_of(written.part)
            found.append(check_absence(written, named, replace(self.coverage, about=about)))
        yield from (doubt for doubt in found if doubt is not None)


def _nothing_known(parameter: Parameter, code: str, as_on: datetime.date) -> Sequence[ParameterLookup]:
    return ()


def coverage_held(law: WritersLaw, asked: Sequence[str], as_on: datetime.date | None) -> CoverageHeld:
    """Return what is known of the law's coverage for the jurisdictions asked of; without parameters nothing is.

    A state that is asked of by nobody, and that a sentence names, is looked up by its name.
    """
    names = law.names
    return CoverageHeld(
        parameters=tuple(law.values.usable.parameters) if law.values is not None else (),
        look_up=law.values.look_up_all if law.values is not None else _nothing_known,
        as_on=as_on or datetime.date.today(),
        asked=asked,
        held={one.jurisdiction for one in law.index.laws.values()},
        find_states=lambda text: states_named(text, law.registry),
        names=lambda code: (names[code],) if code in names else (),
    )
