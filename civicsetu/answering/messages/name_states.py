"""Name the state of each sentence of a comparison: the sentences are read without their table, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from civicsetu.answering.composing.comparing.compare_states import ComparedMatter
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import Citation, Sentence, Support
from civicsetu.law.documents import CENTRAL

_SAYS = "'s rules say:"


def only_names_state(sentence: Sentence) -> bool:
    """Return whether a sentence says no more than whose rules the next one is of; it may not stand away from it."""
    return sentence.support is Support.NONE and sentence.text.endswith(_SAYS)


def name_states(
    sentences: Sequence[Sentence],
    citations: Sequence[Citation],
    compared: Sequence[ComparedMatter],
    registry: Registry,
) -> Iterator[Sentence]:
    """Return the sentences, before each that does not name its state one that does, and last why cells are empty."""
    named = ""
    for sentence in sentences:
        state = citations[sentence.citations[0]].jurisdiction if sentence.citations else CENTRAL
        name = registry.name_of(state)
        if name.lower() in sentence.text.lower():
            named = ""
        elif state not in (CENTRAL, named):
            yield Sentence(text=f"{name}{_SAYS}", support=Support.NONE)
            named = state
        yield sentence
    empty = (cell.limit for matter in compared for cell in matter.cells if not cell.said and cell.limit)
    for limit in dict.fromkeys(empty):
        yield Sentence(text=limit, support=Support.NONE)
