"""Silences: what people ask and the law that was read does not settle, said in a checked sentence.

That a text is silent is a claim as much as what it says: each names the laws that were read whole for it, the provisions
in which it would stand, and words that occur nowhere in these laws.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from civicsetu.law.statements import DocumentPath


@dataclass(frozen=True, slots=True)
class Silence:
    """A matter that the laws read do not settle.

    `says` names the text that is silent, `look` where it is decided instead, where that is certain (told first with `look_first`). `laws` were read for
    it; it would stand in `provisions`; `absent` occur in none of them. `near` are statements that help who asks it.
    """

    id: str
    says: str
    laws: tuple[str, ...]
    provisions: tuple[DocumentPath, ...]
    questions: tuple[str, ...]
    look: str = ""
    look_first: bool = False
    near: tuple[str, ...] = ()
    absent: tuple[re.Pattern[str], ...] = ()

    @property
    def text(self) -> str:
        """Text that the law is silent, and where to look; the latter first where it answers the question."""
        told = (self.look, self.says) if self.look_first else (self.says, self.look)
        return " ".join(told).strip()
