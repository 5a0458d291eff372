"""The one guard every written sentence passes before it is shown: all rules together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from civicsetu.answering.verifying.absence import CoverageHeld, check_absence
from civicsetu.answering.verifying.check_sentence import check_sentence
from civicsetu.answering.verifying.screen import check_screen
from civicsetu.answering.verifying.translation import check_translation
from civicsetu.answering.verifying.verdict import Doubt, Verdict
from civicsetu.answering.written import Span, Written


@dataclass(frozen=True)
class Guard:
    """Holds sentences against the spans they name, what the asker wrote, and what is known to be held.

    `language` is that of the asker; empty where it is English.
    """

    spans: Mapping[str, Span]
    asked: str
    coverage: CoverageHeld
    language: str = ""

    def check(self, written: Written) -> Verdict:
        """Return the verdict of all rules on one sentence."""
        verdict = check_sentence(written, self.spans, self.asked)
        more = tuple(self._more(written))
        return Verdict((*verdict.doubts, *more), 0.0 if more else verdict.score)

    def _more(self, written: Written) -> Iterator[Doubt]:
        named = [self.spans[key] for key in written.keys if key in self.spans]
        found = [check_screen(written), check_absence(written, named, self.coverage)]
        if written.translation:
            found.append(check_translation(written.text, written.translation, self.language))
        yield from (doubt for doubt in found if doubt is not None)
