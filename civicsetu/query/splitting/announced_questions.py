"""Find where a long post announces its questions: "My questions: …".

What its story asks before is a sigh ("who does such a thing?") and no question of its own. The words are data
(`announced_questions.yaml`).
"""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.query.asking_sentences import asks, substance
from civicsetu.query.thresholds import READING
from civicsetu.yaml_data import load_patterns


def announces_questions(sentences: Sequence[str]) -> int:
    """Return the place of the sentence that announces questions, several of which follow; 0 where none does."""
    announces = load_patterns("civicsetu.query.splitting", "announced_questions.yaml")["announces"]
    for at, sentence in enumerate(sentences):
        if announces.match(sentence) is None:
            continue
        asking = [one for one in sentences[at:] if asks(one) and substance(one)]
        return at if len(asking) >= READING.announced_questions else 0
    return 0
