"""The answer as data: sentences, each tied to the provisions it comes from.

These are the types every front receives (`answering.answer` yields `Stage`, `Sentence`
and at last `Final`) and the shape `civicsetu ask --json` prints. An `Answer` that says
anything about the law without a citation cannot be built.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from civicsetu.law.documents import EditionKind
from civicsetu.law.planning import AgenticMetrics, PlannerTrace

DISCLAIMER = (
    "This is information about the law in general, not legal advice. "
    "Check the provision itself, and ask a lawyer before you act on it."
)

SAID_ABOVE = "As I said above: "
NOT_SURE = "I am not sure"
UNSURE = (
    f"{NOT_SURE} that these provisions answer your question. "
    "Please read them, and ask again naming what happened and who did it."
)

NOT_STORED = (
    "This answer could not be stored: it will be gone when you leave, "
    "and your next question cannot go on from it."
)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class QueryType(StrEnum):
    FACT = "fact_lookup"
    CROSS_REFERENCE = "cross_reference"
    PENALTY = "penalty_lookup"
    TEMPORAL = "temporal"
    CONFLICT = "conflict_detection"
    DEFINITION = "definition"


class AnswerKind(StrEnum):
    ANSWER = "answer"
    PARTIAL = "partial"
    CLARIFY = "clarify"
    OPTIONS = "options"
    ABSTAIN = "abstain"


class Support(StrEnum):
    """Support of a sentence by what it cites; `none` marks a limit, which states no law.

    `statement`: said in plain words that were compared with the passage cited, and read a second time;
    `practical`: advice, which states no law either.
    """

    STATEMENT = "statement"
    VERBATIM = "verbatim"
    PRACTICAL = "practical"
    VERIFIED = "verified"
    UNSUPPORTED = "unsupported"
    NONE = "none"


_NO_LAW = (Support.NONE, Support.PRACTICAL)


class Citation(_Frozen):
    """The exact place a sentence comes from.

    `quote` is `edition_text[start:end]`, the passage marked in the panel; `chunk_id` the
    searched piece it was found through; `name` the bracketed link in the answer.
    """

    name: str
    document: str
    document_title: str
    provision: str
    section_id: str
    title: str
    jurisdiction: str
    edition: EditionKind
    edition_id: UUID
    chunk_id: UUID
    quote: str = Field(min_length=1)
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    page: int | None = None
    url: str = ""
    effective_date: date | None = None
    effective_note: str = ""
    text_as_of: date | None = None
    secondary: bool = Field(False, description="Restated from public sources; no official text was at hand.")
    also_official: bool = Field(False, description="The official text of the same provision is held too.")

    @model_validator(mode="after")
    def _spans_something(self) -> Citation:
        if self.end <= self.start:
            raise ValueError("a citation ends after it starts")
        return self


class Sentence(_Frozen):
    """One sentence shown; `citations` are indexes into the answer's citations.

    `yes_or_no` stands before the first sentence of an answer to a question that asks for it: "No.", "Only with
    your consent." It is the program's word for what `text` says of that question, and no part of the law.

    Of a checked statement `statement` is the id. What is a condition of another sentence may not be shown apart from
    it, whatever a front folds away; `condition_of` and `fills` name the others by their `statement`. Of what the law held
    leaves open `silence` is the id: such a sentence states no law, and is the answer where it stands first.
    """

    text: str = Field(min_length=1)
    citations: tuple[int, ...] = ()
    support: Support = Support.VERBATIM
    yes_or_no: str = Field("", description="Yes, no, or the condition on which it is so; no part of the law.")
    translation: str = Field(
        "",
        description="The same in the asker's language, its yes or no with it: of a checked statement read by two readers, "
        "of a sentence that a model wrote made by a machine and checked.",
    )
    statement: str = Field("", description="Id of the checked statement it says; empty where it says none.")
    silence: str = Field("", description="Id of what the law held leaves open that it says; empty where it says none.")
    condition_of: tuple[str, ...] = Field(
        (), description="Statements said in the same answer that may not be shown without this one, by id."
    )
    fills: tuple[str, ...] = Field(
        (), description="Statements of the Act that leave to a state's rules what this one says, by id."
    )

    @model_validator(mode="after")
    def _decides_by_law(self) -> Sentence:
        if self.yes_or_no and self.support is not Support.STATEMENT:
            raise ValueError("yes or no stands before a statement of law only")
        return self

    @property
    def shown(self) -> str:
        """The sentence as it is read, behind the yes or no it gives."""
        return f"{self.yes_or_no} {self.text}".lstrip()

    @property
    def is_translated_by_machine(self) -> bool:
        """Whether a model made its translation: those of checked statements and silences were read by people."""
        return bool(self.translation) and self.support not in (Support.STATEMENT, Support.NONE)


class AnswerPart(_Frozen):
    """One of the things asked, in the asker's order; `sentences` are indexes into the answer's.

    A question that asks one thing has one part, and no front shows its heading.
    """

    heading: str = Field(min_length=1, description="The asker's question, shortened.")
    kind: AnswerKind
    sentences: tuple[int, ...] = ()


class Step(_Frozen):
    """One thing the asker can do; `citations` are indexes into the answer's, none where it is only a limit."""

    text: str = Field(min_length=1)
    translation: str = Field("", description="What its statements say in the asker's language, read by two readers.")
    citations: tuple[int, ...] = ()


class TableCell(_Frozen):
    """One state's cell for one matter; without citations `text` says why there is nothing."""

    text: str = Field(min_length=1)
    citations: tuple[int, ...] = ()


class TableRow(_Frozen):
    """One matter, and a cell for each state of the table."""

    matter: str
    cells: tuple[TableCell, ...]


class AnswerTable(_Frozen):
    """Comparison of several states: a row a matter, a column a state, each cell with its citations."""

    states: tuple[str, ...] = Field(min_length=2)
    rows: tuple[TableRow, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _rectangular(self) -> AnswerTable:
        if any(len(row.cells) != len(self.states) for row in self.rows):
            raise ValueError("a row of a table has a cell for each state")
        return self


class Context(_Frozen):
    """A provision the composer was given, in rank order."""

    document: str
    provision: str
    title: str = ""
    score: float
    found_by: tuple[str, ...]
    pinned: bool = False


class Confidence(_Frozen):
    score: float = Field(ge=0, le=1)
    level: Literal["high", "medium", "low", "none"]


class Warning(_Frozen):
    kind: Literal["conflict", "amendment", "not_held", "degraded"]
    text: str


class StateAsked(_Frozen):
    """A jurisdiction asked of, and how it came to be.

    `named`: read from the question itself; `chosen`: by hand, beside it; `carried`: from the
    conversation it goes on from. CENTRAL stands here only where somebody chose all of India.
    """

    jurisdiction: str
    source: Literal["named", "chosen", "carried"]
    held: bool = Field(description="Law of its own is held, and is what is searched.")


class Scope(_Frozen):
    """Jurisdictions and day whose law was asked for, so that every front can show it and let it be changed."""

    states: tuple[StateAsked, ...] = ()
    states_held: tuple[str, ...] = Field((), description="All states of which law is held, by name.")
    matters: bool = Field(
        False, description="Asked of another state it may be answered otherwise; false of a greeting."
    )
    as_on: date | None = Field(None, description="The day whose law was asked for; null: today's.")


class FactUsed(_Frozen):
    """A fact taken to be true of the asker, by id and value of the closed list of facts.

    `read`: from the words of the question; `given`: beside it, which counts more.
    """

    name: str
    value: str
    source: Literal["read", "given"]


class Answer(_Frozen):
    """One turn's answer, whole.

    Raises (as pydantic's ValidationError): an `answer` or `partial` without citations, a
    sentence of one that states law and cites nothing, an index that does not exist.
    """

    id: str
    turn: int = 1
    question: str
    kind: AnswerKind
    abstained: bool
    answer: str = Field(min_length=1)
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    parts: tuple[AnswerPart, ...] = ()
    steps: tuple[Step, ...] = Field((), description="What the asker can do, in order.")
    table: AnswerTable | None = Field(None, description="The states asked of side by side.")
    contexts: tuple[Context, ...] = ()
    query_type: QueryType = QueryType.FACT
    jurisdictions: tuple[str, ...] = ()
    scope: Scope = Scope()
    as_on: date | None = None
    facts: tuple[FactUsed, ...] = Field((), description="What was taken to be true of the asker, to be corrected.")
    confidence: Confidence
    warnings: tuple[Warning, ...] = ()
    plan: tuple[str, ...] = ()
    agentic_metrics: AgenticMetrics = AgenticMetrics()
    planner_trace: PlannerTrace | None = Field(
        None, description="Every further step beyond the search; only where `debug` was asked for."
    )
    settings_hash: str
    answer_hash: str = Field(
        "",
        description="Names settings, data, models and law it came from; empty in one recorded before it was kept.",
    )
    written_by: str = Field(
        "", description="The chat model whose sentences are shown, each checked; empty where none wrote."
    )
    first_token_ms: float | None = None
    latency_ms: float = 0.0
    disclaimer: str = Field(DISCLAIMER, min_length=1)

    @property
    def unsure(self) -> str:
        """Notice before an answer that may not answer; empty where it is sure or opens with that itself."""
        opens = any(one.support is Support.NONE and NOT_SURE in one.text for one in self.sentences[:1])
        return UNSURE if self.sentences and self.confidence.level == "low" and not opens else ""

    @model_validator(mode="after")
    def _cited(self) -> Answer:
        states_law = self.kind in (AnswerKind.ANSWER, AnswerKind.PARTIAL)
        if states_law and not (self.citations and self.sentences):
            raise ValueError("an answer needs at least one sentence and one citation")
        for sentence in self.sentences:
            if states_law and not sentence.citations and sentence.support not in _NO_LAW:
                raise ValueError("every sentence of an answer that states law cites a provision")
            if any(index >= len(self.citations) or index < 0 for index in sentence.citations):
                raise ValueError("a sentence cites an index that does not exist")
        cells = [cell for row in self.table.rows for cell in row.cells] if self.table else []
        beside = [index for step in self.steps for index in step.citations]
        beside.extend(index for cell in cells for index in cell.citations)
        if any(index >= len(self.citations) or index < 0 for index in beside):
            raise ValueError("a step or a cell cites an index that does not exist")
        if not self.sentences and self.citations:
            raise ValueError("what says nothing about the law cites nothing")
        if self.abstained != (self.kind is AnswerKind.ABSTAIN):
            raise ValueError("`abstained` says whether the kind is abstain")
        if any(index >= len(self.sentences) or index < 0 for part in self.parts for index in part.sentences):
            raise ValueError("a part has a sentence that does not exist")
        return self


class Stage(_Frozen):
    """Work in progress, in words a citizen reads."""

    event: Literal["stage"] = "stage"
    name: Literal["queue", "understand", "retrieve", "compose", "write", "widen", "verify"]
    text: str
    scope: Scope | None = Field(None, description="Whose law is searched, told as soon as it is known.")


class SentenceReady(_Frozen):
    """A verified sentence, in order, with the citations it introduces.

    `heading` is that of the part it opens; empty where the answer has one part, or the sentence opens none.
    """

    event: Literal["sentence"] = "sentence"
    index: int
    heading: str = ""
    sentence: Sentence
    citations: tuple[Citation, ...] = Field(description="Those its indexes point at, in that order.")


class Final(_Frozen):
    """The whole answer; the last event of a turn.

    `trace` tells what the turn came to know on its way, for measuring; no front is given it.
    """

    event: Literal["final"] = "final"
    answer: Answer
    trace: SkipJsonSchema[object | None] = Field(None, exclude=True, repr=False)


Event = Stage | SentenceReady | Final
