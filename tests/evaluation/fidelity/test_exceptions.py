from __future__ import annotations

import pytest

from civicsetu.errors import CorpusError
from civicsetu.evaluation.fidelity.exceptions import Excepted, parse_exceptions
from civicsetu.evaluation.fidelity.fidelity_report import FidelityReport
from tests.claims.given import compared

REASON = "The law says it in the section before, as read by two persons."
THEIRS, OURS = "The promoter shall mow within ten days.", "The promoter must mow."


def _excepted(fact: str = "10 day", provision: str = "1", kind: str = "number") -> Excepted:
    return Excepted.model_validate({"provision": provision, "kind": kind, "fact": fact, "reason": REASON})


def test_an_exception_covers_its_finding_only() -> None:
    report = compared(THEIRS, OURS, (_excepted(),))
    assert report.findings == () and len(report.used) == 1 and report.unused == ()


@pytest.mark.parametrize("other", [_excepted("11 day"), _excepted(provision="2"), _excepted(kind="party")])
def test_an_exception_that_matches_nothing_fails(other: Excepted) -> None:
    report = compared(THEIRS, THEIRS.replace("shall", "must").replace("ten", "10"), (other,))
    assert report.findings == () and report.unused == (other,) and not report.passed
    assert any("matches nothing" in line for line in report.lines())


def test_too_many_exceptions_fail() -> None:
    used = (_excepted(),)
    assert FidelityReport("meadow_act", 50, (), used, ()).passed
    assert not FidelityReport("meadow_act", 49, (), used, ()).passed
    assert not FidelityReport("meadow_act", 0, (), (), ()).passed


@pytest.mark.parametrize(
    "text",
    [
        "provision: 1",
        "- {provision: '1', kind: number, fact: x}",
        "- {provision: '1', kind: number, fact: x, reason: short}",
        "- {provision: '1', kind: colour, fact: x, reason: this is a reason that is long enough}",
        "- {provision: 'one', kind: number, fact: x, reason: this is a reason that is long enough}",
        "- {provision: '1', kind: number, fact: x, reason: this is a reason that is long enough, more: y}",
        "- &a {provision: '1', kind: number, fact: x, reason: this is a reason that is long enough}\n- *a",
        "- {provision: '1', provision: '2', kind: number, fact: x, reason: this is a reason that is long enough}",
        "- [",
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(CorpusError) as refused:
        parse_exceptions(text, "meadow_act")
    assert refused.value.user_message.startswith("The exceptions of meadow_act cannot be used: ")
    assert "\n" not in refused.value.user_message


def test_no_exceptions_is_a_file_too() -> None:
    assert parse_exceptions("", "meadow_act") == ()
