"""An opinion lifts a doubt that is not certain, its no is enough, and it never sees two versions of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from civicsetu.answering.drafting.opinion import SentenceOpinion
from civicsetu.answering.verifying.verdict import Check, Doubt, Verdict
from civicsetu.answering.written import Span, Written
from civicsetu.evaluation.verifier.measure import Checked
from civicsetu.evaluation.verifier.opinions import add_opinions
from civicsetu.evaluation.verifier.rows import SentenceRow
from tests.evaluation.verifier.set_rows import false, sentence

CERTAIN = Verdict((Doubt(Check.NUMBER, "it is not there"),), 0.1)
DOUBTED = Verdict((Doubt(Check.PARTY, "somebody else", certain=False),), 0.3)


class Reader:
    """Says yes, no or nothing by the last word of a sentence, and keeps what it was asked."""

    name = "reader"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def judge(self, items: Sequence[tuple[Written, Sequence[Span]]], asked: str) -> Sequence[SentenceOpinion | None]:
        assert all([span.key for span in spans] == ["k1"] for _, spans in items)
        self.asked.append([written.text for written, _ in items])
        said = {"yes.": SentenceOpinion(True), "no.": SentenceOpinion(False)}
        return [said.get(written.text.split()[-1]) for written, _ in items]


def checked(row: SentenceRow, verdict: Verdict | None = None) -> Checked[SentenceRow]:
    return Checked(row, verdict or Verdict(), 0.0)


async def test_the_lead_is_asked_alone_and_versions_apart() -> None:
    reader = Reader()
    rows = [
        checked(sentence(text="Law yes.")),
        checked(sentence(id="true-002", mark="lead", text="Lead yes."), DOUBTED),
        checked(false(1, "number", text="Law no.")),
        checked(false(2, "number", text="Law refused."), CERTAIN),
        checked(sentence(id="true-003", asked="Another asks.", text="Law perhaps.")),
    ]
    held = await add_opinions(rows, reader)
    assert reader.asked == [["Lead yes."], ["Law yes."], ["Law no."], ["Law perhaps."]]
    assert [one.verdict.passes for one in held] == [True, True, False, False, False]
    assert held[1].verdict.score == 0.5 and held[3].verdict is CERTAIN
    assert [one.row.id for one in held] == [one.row.id for one in rows]
