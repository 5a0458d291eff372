"""Gates: every operator, what a required one does, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from civicsetu.errors import InputError
from civicsetu.evaluation.metrics import Estimate
from civicsetu.evaluation.runs.criteria import CRITERIA
from civicsetu.evaluation.runs.gates import (
    Gate,
    build_gate_table,
    check_gates,
    describe_gates,
    has_passed,
    load_gates,
)

EVAL = Path(__file__).resolve().parents[3] / "eval"


def figure(value: float) -> Estimate:
    return Estimate(value, value, value, 10)


@pytest.mark.parametrize(
    ("operator", "reached", "passes"),
    [
        ("==", 0.5, True), ("==", 0.6, False), (">=", 0.5, True), (">=", 0.4, False), ("<=", 0.5, True),
        ("<=", 0.6, False), (">", 0.5, False), (">", 0.6, True), ("<", 0.5, False), ("<", 0.4, True),
    ],
)  # fmt: skip
def test_each_operator(operator: str, reached: float, passes: bool) -> None:
    gate = Gate.model_validate({"criterion": "format_ok", "threshold": 0.5, "operator": operator, "required": True})
    [result] = check_gates([gate], {"format_ok": figure(reached)})
    assert result.passed is passes and result.fails_run is not passes
    assert result.as_json()["passed"] is passes


def test_one_required_gate_that_fails_fails_the_run_and_another_does_not() -> None:
    reached = {"format_ok": figure(1.0), "freshness_ok": figure(0.1)}
    good = Gate(criterion="format_ok", threshold=1, operator="==")
    optional = Gate(criterion="freshness_ok", threshold=0.9, operator=">=", required=False)
    assert has_passed(check_gates([good, optional], reached))
    required = optional.model_copy(update={"required": True})
    results = check_gates([good, required], reached)
    assert not has_passed(results)
    table = "\n".join(build_gate_table(results).lines())
    assert "FAILS" in table and "ok" in table


def test_a_required_gate_of_which_nothing_was_judged_fails() -> None:
    gate = Gate(criterion="grounded_written", threshold=0.9, operator=">=")
    [result] = check_gates([gate], {})
    assert not has_passed([result]) and "NOT JUDGED" in "\n".join(build_gate_table([result]).lines())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('- {criterion: beauty, threshold: 1, operator: "=="}', "there is no criterion 'beauty'"),
        ('- {criterion: format_ok, threshold: 1, operator: "~"}', "operator"),
        ('- {criterion: format_ok, threshold: .nan, operator: "=="}', "threshold"),
        ('- {criterion: format_ok, threshold: 1, operator: "==", color: red}', "color"),
        ("[]", "holds no gate"),
        ("gates: 3", "wrong"),
        ("- {", "wrong"),
        ('- &a {criterion: format_ok, threshold: 1, operator: "=="}\n- *a', "stands twice"),
    ],
)
def test_a_wrong_file_is_one_sentence(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "gates.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_gates(path)
    message = caught.value.user_message
    assert told in message and "gates.yaml" in message and "\n" not in message and message.endswith(".")
    with pytest.raises(InputError, match="cannot be read"):
        load_gates(tmp_path / "none.yaml")


def test_the_gates_that_ship_are_read_and_hold_every_answer_to_its_citations() -> None:
    for path in sorted((EVAL / "gates").glob("*.yaml")):
        gates = load_gates(path)
        if path.stem == "ragas":
            assert {"ragas_faithfulness", "ragas_relevancy_margin"} <= {one.criterion for one in gates if one.required}
            continue
        required = {one.criterion for one in gates if one.required}
        assert {"must_cite_if_claims", "citation_exists", "policy_scope_allowed", "format_ok"} <= required, path
        assert not {"freshness_ok", "retrieval_relevance"} & required, "they are told, and stop nothing"
        assert describe_gates(gates).rows


def test_every_criterion_says_what_it_is() -> None:
    assert all(one.says for one in CRITERIA.values())


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.one_of(st.text(max_size=80), st.text("-{}[]:,\"'&*!|>%@ \n\tabc019.", max_size=60)))
def test_any_text_is_gates_or_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "any.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        assert load_gates(path)
    except InputError as error:
        assert "\n" not in error.user_message
