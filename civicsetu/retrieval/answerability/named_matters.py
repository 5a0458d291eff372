"""Tell by its words that a question is one of another law: "how much GST", "the cheque bounced".

In a post about a home the search finds law for each part, also for what is none of its law. Some phrases name a matter of
another law whatever the story is; those are data (`named_matters.yaml`).
"""

from __future__ import annotations

from civicsetu.retrieval.scope_kinds import OtherLaw
from civicsetu.yaml_data import load_patterns

_OURS = "ours"


def find_named_matter(asked: str) -> OtherLaw | None:
    """Return the other law whose matter a question names; the first of the file where it names several.

    None where it also says a word of what the law held settles: who asks for a refund with its GST asks for the refund.
    """
    patterns = load_patterns("civicsetu.retrieval.answerability", "named_matters.yaml")
    if patterns[_OURS].search(asked):
        return None
    return next((OtherLaw(law) for law, pattern in patterns.items() if law != _OURS and pattern.search(asked)), None)
