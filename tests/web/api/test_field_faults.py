"""Why a field cannot be used is a sentence for people, which repeats nothing of what was sent."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from civicsetu.web.api.field_faults import describe_fault
from civicsetu.web.api.ingestion import IngestBody
from civicsetu.web.api.law import ReadingWanted, SearchFields
from civicsetu.web.api.section import SectionBody

_SENT = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=90), st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)  # fmt: skip
_FIELDS = sorted({*SectionBody.model_fields, *SearchFields.model_fields, *IngestBody.model_fields, "colour"})


def told_of(body: type, sent: Mapping[str, object], place: str = "body") -> dict[str, str]:
    """The sentence of each field at fault."""
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(body).validate_python(sent)
    faults = ({**one, "loc": (place, *one["loc"])} for one in refused.value.errors())
    return {one.field: one.message for one in map(describe_fault, faults)}


@pytest.mark.parametrize(
    ("body", "sent", "told"),
    [
        (ReadingWanted, {"as_on": "1.1.2020"}, {"query.as_on": "A day is written as 2017-05-01."}),
        (ReadingWanted, {"as_on": "2017-02-30"}, {"query.as_on": "There is no such day."}),
        (ReadingWanted, {"edition": "french"}, {"query.edition": "It is 'official' or 'plain'."}),
        (ReadingWanted, {"version": "1"}, {"query.version": "There is no such parameter."}),
        (SearchFields, {"query": "x", "top_k": 0}, {"query.top_k": "The least is 1."}),
        (SearchFields, {"query": "x", "top_k": "many"}, {"query.top_k": "A whole number is needed."}),
        (SearchFields, {"query": ""}, {"query.query": "It is too short: 1 or more characters are needed."}),
        (SearchFields, {}, {"query.query": "It is required."}),
    ],
)
def test_it_is_told_in_a_sentence(body: type, sent: dict[str, object], told: dict[str, str]) -> None:
    assert told_of(body, sent, "query") == told


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(_FIELDS), _SENT, max_size=4), st.sampled_from((SectionBody, SearchFields, IngestBody)))
def test_whatever_is_sent_the_answer_is_sentences_of_ours(sent: dict[str, object], body: type) -> None:
    try:
        TypeAdapter(body).validate_python(sent)
    except ValidationError as refused:
        for fault in refused.errors():
            told = describe_fault({**fault, "loc": ("body", *fault["loc"])})
            assert told.message[0].isupper() and told.message.endswith(".") and "{" not in told.message
            assert told.message != "It cannot be read.", fault["type"]
