"""Only what axe calls critical or serious counts, and one such node misses the aim."""

from __future__ import annotations

from typing import Any

from civicsetu.evaluation.bench.measure_accessibility import list_grave, to_figure


def rule(name: str, impact: str, *html: str) -> dict[str, Any]:
    return {"id": name, "impact": impact, "nodes": [{"html": one} for one in html]}


def test_nodes_that_break_a_grave_rule_are_told_behind_it() -> None:
    response = {
        "violations": [
            rule("button-name", "critical", "<button>", "<button id='b'>"),
            rule("region", "moderate", "<p>"),
            rule("color-contrast", "serious", "<i>"),
        ]
    }
    assert list_grave(response) == ["button-name: <button>", "button-name: <button id='b'>", "color-contrast: <i>"]


def test_a_view_without_grave_faults_meets_its_aim_and_one_with_a_fault_does_not() -> None:
    good, bad = to_figure("answer", []), to_figure("answer", ["color-contrast: <i>"])
    assert good.met and not bad.met
    assert "color-contrast: <i>" in bad.line()
