"""The answer contract: nothing is said of the law without the place it comes from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from uuid import UUID

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from civicsetu.law.answers import (
    DISCLAIMER,
    Answer,
    AnswerKind,
    AnswerPart,
    AnswerTable,
    Citation,
    Confidence,
    Context,
    Event,
    Final,
    Sentence,
    SentenceReady,
    Stage,
    Support,
    Warning,
)
from civicsetu.law.evidence import Chunk, Evidence

SCHEMAS = Path(__file__).parent / "schemas"

CITATION = {
    "name": "[Meadow Act s.4(1)]",
    "document": "meadow_act",
    "document_title": "Meadow Act, 1950",
    "provision": "4(1)",
    "section_id": "4(1)",
    "title": "Mowing.",
    "jurisdiction": "CENTRAL",
    "edition": "plain",
    "edition_id": UUID(int=1),
    "chunk_id": UUID(int=2),
    "quote": "The keeper mows once a year.",
    "start": 10,
    "end": 38,
}


def _answer(**changes: object) -> Answer:
    fields: dict[str, object] = {
        "id": "q1",
        "question": "How often is the meadow mown?",
        "kind": "answer",
        "abstained": False,
        "answer": "The keeper mows once a year.",
        "sentences": [{"text": "The keeper mows once a year.", "citations": [0]}],
        "citations": [CITATION],
        "confidence": {"score": 0.8, "level": "high"},
        "settings_hash": "0123456789ab",
    }
    return Answer.model_validate(fields | changes)


def _declined(**changes: object) -> Answer:
    return _answer(
        **{
            "kind": "abstain",
            "abstained": True,
            "sentences": [],
            "citations": [],
            "confidence": {"score": 0, "level": "none"},
        }
        | changes
    )


@pytest.mark.parametrize("kind", ["answer", "partial"])
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"citations": []}, "at least one sentence and one citation"),
        ({"sentences": []}, "at least one sentence and one citation"),
        ({"citations": [], "sentences": []}, "at least one sentence and one citation"),
        ({"sentences": [{"text": "The keeper mows.", "citations": []}]}, "cites a provision"),
        ({"sentences": [{"text": "The keeper mows.", "citations": [1]}]}, "does not exist"),
        ({"sentences": [{"text": "The keeper mows.", "citations": [-1]}]}, "does not exist"),
        ({"sentences": [{"text": "The keeper mows.", "citations": [0, 7]}]}, "does not exist"),
        (
            {"sentences": [{"text": "One.", "citations": [0]}, {"text": "Two.", "citations": []}]},
            "cites a provision",
        ),
    ],
)
def test_an_uncited_answer_cannot_be_built(kind: str, change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        _answer(kind=kind, **change)


@pytest.mark.parametrize("kind", ["abstain", "clarify", "options"])
def test_what_states_no_law_needs_no_citation_but_cites_nothing_absent(kind: str) -> None:
    plain = {"kind": kind, "abstained": kind == "abstain"}
    assert _declined(**plain).citations == ()
    with pytest.raises(ValidationError, match="does not exist"):
        _declined(**plain, sentences=[{"text": "Perhaps.", "citations": [0]}])


@pytest.mark.parametrize("kind", ["answer", "partial", "clarify", "options", "abstain"])
def test_abstained_says_whether_the_kind_is_abstain(kind: str) -> None:
    build = _answer if kind in ("answer", "partial") else _declined
    assert build(kind=kind, abstained=kind == "abstain").abstained is (kind == "abstain")
    with pytest.raises(ValidationError, match="abstain"):
        build(kind=kind, abstained=kind != "abstain")


def test_an_abstention_cites_nothing() -> None:
    """`docs/adr/0001`: `citations` on an abstention is empty by construction."""
    with pytest.raises(ValidationError):
        _declined(citations=[CITATION])


def test_every_answer_bears_the_disclaimer() -> None:
    assert _answer().disclaimer == _declined().disclaimer == DISCLAIMER
    assert "not legal advice" in _answer().model_dump()["disclaimer"]
    with pytest.raises(ValidationError):
        _answer(disclaimer="")


@pytest.mark.parametrize("score", [-0.01, 1.01, float("nan"), float("inf")])
def test_confidence_lies_between_nought_and_one(score: float) -> None:
    with pytest.raises(ValidationError):
        Confidence(score=score, level="low")


@pytest.mark.parametrize("level", ["certain", "", "HIGH"])
def test_confidence_levels_are_four(level: str) -> None:
    with pytest.raises(ValidationError):
        Confidence.model_validate({"score": 0.5, "level": level})


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Answer, {"answer": ""}),
        (Citation, CITATION | {"quote": ""}),
        (Citation, CITATION | {"start": -1}),
        (Citation, CITATION | {"end": 0}),
        (Citation, CITATION | {"edition": "rumour"}),
        (Citation, CITATION | {"note": "unknown"}),
        (Sentence, {"text": ""}),
        (Sentence, {"text": "x", "support": "hoped"}),
        (Warning, {"kind": "rumour", "text": "x"}),
        (Stage, {"name": "ponder", "text": "x"}),
    ],
)
def test_malformed_parts_are_refused(model: type[BaseModel], fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        _answer(**fields) if model is Answer else model.model_validate(fields)


def test_a_citation_whose_end_is_before_its_start_is_refused() -> None:
    with pytest.raises(ValidationError):
        Citation.model_validate(CITATION | {"start": 40, "end": 10})


def test_answers_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        _answer().answer = "Something else."  # type: ignore[misc]


def test_an_answer_survives_json() -> None:
    answer = _answer(warnings=[{"kind": "not_held", "text": "The rules of that state are not held."}])
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


@pytest.mark.parametrize(
    "event",
    [
        Stage(name="retrieve", text="Looking through the law"),
        SentenceReady(
            index=0,
            sentence=Sentence(text="The keeper mows.", citations=(0,)),
            citations=(Citation.model_validate(CITATION),),
        ),
        Final(answer=_answer()),
    ],
)
def test_events_are_told_apart_by_what_they_carry(event: Stage | SentenceReady | Final) -> None:
    adapter: TypeAdapter[Event] = TypeAdapter(Event)
    assert adapter.validate_json(event.model_dump_json()) == event


def test_the_row_that_is_printed_has_the_promised_fields() -> None:
    promised = {
        "id", "turn", "kind", "abstained", "answer", "sentences", "citations", "contexts", "query_type",
        "jurisdictions", "as_on", "confidence", "warnings", "plan", "settings_hash", "answer_hash", "first_token_ms",
        "latency_ms", "disclaimer",
    }  # fmt: skip
    cited = {
        "document",
        "provision",
        "title",
        "edition",
        "quote",
        "start",
        "end",
        "page",
        "url",
        "effective_date",
    }
    assert promised <= set(Answer.model_fields)
    assert cited <= set(Citation.model_fields)
    assert {"section_id", "jurisdiction", "chunk_id"} <= set(Citation.model_fields)


@pytest.mark.parametrize("model", [Chunk, Evidence, Context, Citation, Answer])
def test_the_schema_is_the_one_outsiders_rely_on(model: type[BaseModel]) -> None:
    """Renew on purpose with CIVICSETU_RENEW_SCHEMAS=1; the difference then shows in the commit."""
    path = SCHEMAS / f"{model.__name__}.json"
    schema = json.dumps(model.model_json_schema(mode="serialization"), indent=1, sort_keys=True) + "\n"
    if os.environ.get("CIVICSETU_RENEW_SCHEMAS") == "1":
        path.write_text(schema, "utf-8")
    assert path.is_file() and path.read_text("utf-8") == schema, (
        f"The shape of {model.__name__} changed. If that is meant, renew the stored schema with\n"
        f"  CIVICSETU_RENEW_SCHEMAS=1 python -m pytest tests/law/test_answers.py\n"
        f"and commit {path.name} with the change that needs it."
    )


def test_yes_or_no_stands_before_a_statement_and_is_no_part_of_it() -> None:
    said = Sentence(text="It is allowed.", support=Support.STATEMENT, yes_or_no="Yes.")
    assert (said.shown, said.text) == ("Yes. It is allowed.", "It is allowed.")
    assert Sentence(text="It is allowed.").shown == "It is allowed."
    for support in (Support.NONE, Support.PRACTICAL, Support.VERBATIM):
        with pytest.raises(ValidationError, match="before a statement of law only"):
            Sentence(text="It is allowed.", support=support, yes_or_no="Yes.")


def test_evidence_says_what_chunks_elsewhere_say() -> None:
    """Score by meaning and by reranking, what found it, whether it is pinned, and its chunks: of the unit, once."""
    said = {"score", "relevance", "rerank_score", "found_by", "pinned", "chunk_ids"}
    assert said | {"unit_id", "document", "provision", "title", "jurisdiction"} == set(Evidence.model_fields)
    shown = {"document", "provision", "title", "score", "found_by", "pinned"}
    assert shown == set(Context.model_fields) and shown < set(Evidence.model_fields)
    found = Evidence(
        unit_id="u", document="meadow_act", provision="4(1)", title="Mowing.", jurisdiction="CENTRAL",
        score=0.9, found_by=("vector", "graph"), chunk_ids=("c1", "c2"),
    )  # fmt: skip
    assert (found.rerank_score, found.pinned, found.relevance) == (None, False, 0.0)
    with pytest.raises(ValidationError, match="frozen"):
        found.pinned = True


def test_a_chunk_is_read_by_a_model_with_its_heading_and_stored_without() -> None:
    chunk = Chunk.model_validate(
        {
            "chunk_id": UUID(int=1), "doc_id": UUID(int=2), "edition_id": UUID(int=3), "unit_id": UUID(int=4),
            "document": "meadow_act", "doc_name": "Meadow Act, 1950", "doc_type": "ACT",
            "jurisdiction": "CENTRAL", "edition": "plain", "section_id": "4(1)", "section_title": "Mowing.",
            "section_hierarchy": ["Meadow Act", "section 4 Mowing", "4(1)"],
            "text": "The keeper mows once a year.", "start_char": 10, "end_char": 38,
        }
    )  # fmt: skip
    assert chunk.embedded_text == "Meadow Act > section 4 Mowing > 4(1)\nThe keeper mows once a year."
    assert chunk.text == "The keeper mows once a year."


# parts


def test_a_limit_cites_nothing_and_law_does() -> None:
    limit = Sentence(text="The law held does not answer this.", support=Support.NONE)
    law, cited = _answer().sentences, _answer().citations
    whole = _answer(kind="partial", sentences=(*law, limit), citations=cited)
    assert whole.sentences[-1].citations == ()
    with pytest.raises(ValidationError, match="cites a provision"):
        _answer(kind="partial", sentences=(*law, Sentence(text="The law says so.")), citations=cited)


def test_a_part_has_only_sentences_that_exist() -> None:
    part = AnswerPart(heading="When?", kind=AnswerKind.ANSWER, sentences=(0,))
    assert _answer(parts=(part,)).parts == (part,)
    with pytest.raises(ValidationError, match="does not exist"):
        _answer(parts=(part.model_copy(update={"sentences": (9,)}),))


def test_the_trace_of_an_answer_is_given_to_no_front() -> None:
    final = Final(answer=_answer(), trace=object())
    assert "trace" not in final.model_dump() and '"trace"' not in final.model_dump_json()
    assert set(Final.model_json_schema()["properties"]) == {"event", "answer"}


# steps and tables

CELL = {"text": "Once a year.", "citations": [0]}


def _table(*rows: int, states: tuple[str, ...] = ("North", "South")) -> dict[str, object]:
    return {"states": states, "rows": [{"matter": "Mowing", "cells": [CELL] * cells} for cells in rows]}


def test_a_table_has_a_cell_for_each_state_in_every_row() -> None:
    table = AnswerTable.model_validate(_table(2, 2))
    assert [len(row.cells) for row in table.rows] == [2, 2]
    for wrong in (_table(2, 1), _table(3), _table(0)):
        with pytest.raises(ValidationError, match="a cell for each state"):
            AnswerTable.model_validate(wrong)
    for wrong in (_table(), _table(1, states=("North",))):
        with pytest.raises(ValidationError, match="at least"):
            AnswerTable.model_validate(wrong)


@pytest.mark.parametrize("index", [1, -1, 7])
def test_a_step_or_a_cell_cites_what_there_is(index: int) -> None:
    bad = {"text": "Write to the keeper.", "citations": [index]}
    rows = [{"matter": "Mowing", "cells": [CELL, bad]}]
    for wrong in ({"steps": [bad]}, {"table": {"states": ["North", "South"], "rows": rows}}):
        with pytest.raises(ValidationError, match="a step or a cell cites an index"):
            _answer(**wrong)


def test_a_step_and_a_cell_may_say_only_what_is_not_held() -> None:
    empty = {"text": "Not found."}
    whole = _answer(
        steps=[{"text": "Write to the keeper.", "citations": [0]}, {"text": "Name your state."}],
        table={"states": ["North", "South"], "rows": [{"matter": "Mowing", "cells": [CELL, empty]}]},
    )
    assert whole.steps[1].citations == () and whole.table is not None
    assert Answer.model_validate_json(whole.model_dump_json()) == whole
    for wrong in ({"steps": [{"text": ""}]}, {"steps": [{"text": "x", "why": "y"}]}):
        with pytest.raises(ValidationError):
            _answer(**wrong)
