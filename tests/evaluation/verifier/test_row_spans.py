"""The spans of a row come from the texts that ship, whole, and hold its quote."""

from __future__ import annotations

from typing import Any

import pytest

from civicsetu.answering.written import SpanKind
from civicsetu.errors import InputError
from civicsetu.evaluation.verifier.row_spans import make_written, resolve_spans
from tests.evaluation.verifier.set_rows import sentence

FEE = "complaint_form/UTTAR_PRADESH/authority/2016-10-27"


def test_a_provision_a_statement_and_a_value_are_resolved() -> None:
    row = sentence(spans=[{"document": "up_rera_rules_2016", "provision": "16"}, {"statement": "up.16.days"}, {"value": FEE}])
    provision, statement, value = resolve_spans(row).values()
    assert (provision.key, provision.kind, provision.place) == ("k1", SpanKind.PROVISION, "rule 16")
    assert (provision.jurisdiction, provision.unit) == ("UTTAR_PRADESH", ("up_rera_rules_2016", "16"))
    assert "within 45 days" in provision.text and "\n" not in provision.text
    assert (statement.kind, statement.place) == (SpanKind.STATEMENT, "rule 16")
    assert value.kind is SpanKind.VALUE and value.text.startswith("Form of a complaint (Uttar Pradesh): ")


def test_a_sentence_is_written_with_the_keys_it_cites() -> None:
    written = make_written(sentence(cites=[1, 0]))
    assert (written.keys, written.quote, written.mark) == (("k2", "k1"), "within 45 days", "law")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"spans": [{"statement": "up.0.none"}]}, "true-001: there is no statement up.0.none."),
        ({"spans": [{"value": "fee/NOWHERE/2020-01-01"}]}, "true-001: no entry of a parameter is named"),
        ({"spans": [{"document": "lantern_act", "provision": "3"}]}, "true-001: "),
        ({"spans": [{"document": "up_rera_rules_2016", "provision": "99"}]}, "is not in the plain edition."),
        ({"spans": [{"document": "up_rera_rules_2016", "provision": "§"}]}, "is no provision."),
        ({"quote": "within 46 days"}, "no cited span holds the quote 'within 46 days'."),
    ],
)
def test_what_does_not_ship_is_refused_by_the_row(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as error:
        resolve_spans(sentence(**changed))
    assert told in error.value.user_message
