"""Golden rows that say what must be stated, and answers to them."""

from __future__ import annotations

from typing import Any

from civicsetu.evaluation.answers.measure import AnswerMeasure, measure_answer
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.law.answers import Answer, AnswerKind, Confidence, Sentence, Support
from tests.answering.given import answered, citation
from tests.evaluation.golden_rows import REGISTRY, row
from tests.retrieval.lantern_act import KARNATAKA, UTTAR_PRADESH, index_of_states

CLOSES = "The keeper must close the lantern by 9 p.m."
FEE = "He may ask Rs. 20 for each late entry."
IN_BOTH = {"gold": [f"{KARNATAKA} 16", f"{UTTAR_PRADESH} 3"], "asks": "compare"}


def stating(name: str = "g-001", *gold: str, **changes: Any) -> GoldenRow:
    """A row whose lead must say when, and whose answer must name the keeper."""
    told: dict[str, Any] = {
        "asks": "how_long",
        "must_state": [{"terms": ["9 p.m"], "lead": True}, {"terms": ["keeper|watchman"]}],
    }
    return row(name, *gold, **(told | changes))


def answering(*said: tuple[str, str], support: Support = Support.STATEMENT, **changes: Any) -> Answer:
    """Sentences, each with the path that it cites."""
    cited = [citation(path, quote=text) for text, path in said]
    told: dict[str, Any] = {
        "sentences": [
            Sentence(text=text, citations=(at,), support=support) for at, (text, _) in enumerate(said)
        ],
    }
    return answered("Until when is my lantern open?", *cited, **(told | changes))


def declining() -> Answer:
    return answered(
        kind=AnswerKind.ABSTAIN, abstained=True, answer="I do not know.", sentences=(), citations=(),
        confidence=Confidence(score=0, level="none"),
    )  # fmt: skip


def measured(of: GoldenRow, answer: Answer, *before: Answer) -> AnswerMeasure:
    return measure_answer(of, answer, REGISTRY, index_of_states(), before)
