"""How many true sentences in free words the rules let pass, and how many spoiled ones they doubt, by how each was spoiled.

Both halves are our own wording. The figures of either are printed with `-s`; what they say of others' wording is measured
on a set of another hand.
"""

from __future__ import annotations

from collections import Counter

import pytest

from civicsetu.answering.verifying.checks.check_sentence import check_sentence
from tests.answering.verifying.given import TRUE, read_cases

_CERTAIN = {"number_nowhere": 0.97, "form": 0.97, "state": 0.97, "reference": 0.97, "arithmetic": 0.97}
_WEIGHED = {"number_elsewhere": 0.60, "negation": 0.85, "modality": 0.85, "party": 0.85, "condition": 0.50, "invented": 0.50}
_LEAST = {TRUE: 0.80, **_CERTAIN, **_WEIGHED}


@pytest.mark.parametrize("half", [0, 1])
def test_true_sentences_pass_and_spoiled_ones_are_doubted(half: int) -> None:
    right, count = Counter[str](), Counter[str]()
    for case in read_cases(half):
        passes = check_sentence(case.written, case.spans, case.asked).passes
        count[case.kind] += 1
        right[case.kind] += passes == (case.kind == TRUE)
    shares = {kind: right[kind] / count[kind] for kind in sorted(count)}
    for kind, share in shares.items():
        print(f"{kind:17} {right[kind]:3}/{count[kind]:3} {share:.0%}")
    assert {kind: shares[kind] for kind, least in _LEAST.items() if kind in shares and shares[kind] < least} == {}


@pytest.mark.parametrize("kind", sorted(_CERTAIN))
def test_what_stands_nowhere_is_refused_for_certain(kind: str) -> None:
    cases = [case for case in read_cases() if case.kind == kind]
    kept = [case.written.text for case in cases if not check_sentence(case.written, case.spans, case.asked).is_refused]
    assert len(kept) <= len(cases) * 0.03
