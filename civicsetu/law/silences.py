"""Silences: what people ask and the law that was read does not settle, said in a checked sentence.

That a text is silent is a claim as much as what it says: each names the laws that were read whole for it, the provisions
in which it would stand, and words that occur nowhere in these laws.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from civicsetu.law.statements import DocumentPath


@dataclass(frozen=True, slots=True)
class Silence:
    """A matter that the laws read do not settle.

    `says` names the text that is silent, `look` where it is decided instead, where that is certain (told first with `look_first`);
    where it tells the forms of some states, `look_of` are their codes, and an asker of another is told `elsewhere`. `laws` were
    read for it; it would stand in `provisions`; `absent` occur in none of them. `near` are statements that help who asks it.
    """

    id: str
    says: str
    laws: tuple[str, ...]
    provisions: tuple[DocumentPath, ...]
    questions: tuple[str, ...]
    look: str = ""
    look_first: bool = False
    look_of: frozenset[str] = frozenset()
    elsewhere: str = ""
    near: tuple[str, ...] = ()
    absent: tuple[re.Pattern[str], ...] = ()

    def text_for(self, states: Collection[str]) -> str:
        """Return that the law is silent, and where an asker of these states looks; the latter first where it answers the question.

        Who names no state is told the forms of some as examples, who names another not: they bind nobody there.
        """
        is_of_others = bool(self.look_of and states) and self.look_of.isdisjoint(states)
        look = self.elsewhere if is_of_others else self.look
        told = (look, self.says) if self.look_first else (self.says, look)
        return " ".join(told).strip()
