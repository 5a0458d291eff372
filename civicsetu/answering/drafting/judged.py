"""The verdicts on a turn's written sentences as judgments, to be kept with the turn."""

from __future__ import annotations

from civicsetu.answering.drafts import Drafts, JudgedSentence
from civicsetu.law.answers import Answer
from civicsetu.law.judgments import Judgment

CRITERION = "written_sentence"


def judge_written(answer: Answer, drafts: Drafts) -> list[Judgment]:
    """Return a judgment for each sentence a model wrote, shown or dropped, with what it rested on and every doubt."""
    places = {sentence.text: at for at, sentence in enumerate(answer.sentences)}
    return [_judge(one, part.at, places) for part in drafts.parts for one in part.decided]


def _judge(one: JudgedSentence, at: int, places: dict[str, int]) -> Judgment:
    written = one.written
    return Judgment(
        criterion=CRITERION,
        judge=one.judge,
        passed=one.stands,
        score=max(0.0, min(1.0, one.verdict.score)),
        sentence=places.get(written.text) if one.stands else None,
        evidence={
            "text": written.text,
            "mark": written.mark.value,
            "part": at,
            "quote": written.quote,
            "places": [list(span.unit) for span in one.cited if span.passages],
            "doubts": [{"check": doubt.check.value, "reason": doubt.reason} for doubt in one.verdict.doubts],
            "repaired": one.repaired,
        },
    )
