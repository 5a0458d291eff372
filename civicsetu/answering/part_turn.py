"""One of the things asked on its way to an answer, and what several of them make together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from civicsetu.answering.composing.asker import Asker
from civicsetu.answering.composing.comparing.compare_states import Chosen, ComparedMatter
from civicsetu.answering.composing.polar.by_rules import RuleDecision
from civicsetu.answering.composing.state_forms import StepChosen
from civicsetu.answering.drafts import Drafts
from civicsetu.answering.question import Question
from civicsetu.corpus.law_index import LawIndex
from civicsetu.law.answers import Answer, AnswerKind, AnswerPart, AnswerTable, Citation, Sentence, Step
from civicsetu.law.judgments import Judgment
from civicsetu.models.writer.chat import TurnSpending
from civicsetu.planner.steps import Planned
from civicsetu.query.read_question import Query
from civicsetu.retrieval.answerability.decision import Contradiction, Decision, Reason
from civicsetu.retrieval.plan import RetrievalPlan
from civicsetu.retrieval.retrieved import Retrieved, merge_parts

_STATES_LAW = (AnswerKind.ANSWER, AnswerKind.PARTIAL, AnswerKind.OPTIONS)


@dataclass(frozen=True, slots=True)
class PartTurn:
    """State of one part of a turn; each step of the workflow returns a copy with more in it.

    `asker` is what of the question bears on the choice of statements, read once, when they are chosen.
    `chosen` are the statements it is answered with, and the law's own sentences where none fits; `compared`
    says what of them is laid side by side, by state; `chance` is how likely the first statement answers.
    `decided` is the yes or no that the first of them gives. `limits` are what is said behind the statements of what is not held of them.
    `declined` is what is said in place of law, `preface` what is said before the one provision that an
    abstention cites, and `silence` the id of what the law leaves open where either says that; `later` are places that answer, but were not in force on the day asked for. `opening` is
    what is said before the law that is no law; `shown` what the conversation showed before, `recalls` that the
    first of `chosen` is named as said then, and `goes_on_from` the answer that a reply is about. `written`: its
    sentences are a model's, each verified already; `written_steps` number `written_step_citations` from 0. `alone` is
    what a part of a post found without its story, where that was searched for; `added` how many of its evidence, the
    last, further steps added to what the search found.
    """

    query: Query
    plan: RetrievalPlan | None = None
    found: Retrieved | None = None
    alone: Retrieved | None = None
    added: int = 0
    decision: Decision | None = None
    contradiction: Contradiction | None = None
    asker: Asker | None = None
    chosen: tuple[Chosen, ...] = ()
    compared: tuple[ComparedMatter, ...] = ()
    steps: tuple[StepChosen, ...] = ()
    limits: tuple[str, ...] = ()
    chance: float | None = None
    recalls: bool = False
    decided: RuleDecision | None = None
    kind: AnswerKind | None = None
    declined: str = ""
    preface: str = ""
    silence: str = ""
    opening: str = ""
    shown: frozenset[str] = frozenset()
    goes_on_from: Answer | None = None
    sentences: tuple[Sentence, ...] = ()
    citations: tuple[Citation, ...] = ()
    later: tuple[Citation, ...] = ()
    written: bool = False
    written_steps: tuple[Step, ...] = ()
    written_step_citations: tuple[Citation, ...] = ()

    @property
    def decided_by_rule(self) -> RuleDecision | None:
        """The yes or no that a checked rule gives; None where readers' words for questions like it give one, or nothing does."""
        return self.decided if self.decided is not None and not self.decided.of_lead else None

    @property
    def seems_of_other_law(self) -> bool:
        """Whether the search takes it for a matter of other law, and no words of it name which."""
        decision = self.decision
        if decision is None or decision.reason is not Reason.OTHER_LAW:
            return False
        return decision.other_law is None or not decision.by_words


class TurnState(TypedDict, total=False):
    """State of one turn; ids and values, never handles.

    `declined` is what is said in place of all law; `turns` are the parts on their way, `parts` as they
    are shown. `further_failed`: what the search did not reach could not be looked up.
    """

    question: Question
    text: str
    earlier: list[Answer]
    index: LawIndex
    understood: Query
    turns: list[PartTurn]
    found: Retrieved | None
    planned: Planned
    further_failed: bool
    sentences: list[Sentence]
    citations: list[Citation]
    parts: list[AnswerPart]
    steps: tuple[Step, ...]
    table: AnswerTable | None
    kind: AnswerKind
    declined: str
    first_token_at: float | None
    write_until: float
    spending: TurnSpending
    drafts: Drafts
    wider: list[PartTurn]
    emitted: int


@dataclass(frozen=True, slots=True)
class Trace:
    """Record of how an answer came to be, part by part, with the judgments made of it; for measuring."""

    parts: tuple[PartTurn, ...]
    found: Retrieved | None
    drafts: Drafts | None = None
    judged: tuple[Judgment, ...] = ()


def found_by(parts: Sequence[PartTurn], most: int) -> Retrieved | None:
    """Return what all parts found, as one result; None where nothing was searched."""
    searched = [part.found for part in parts if part.found is not None]
    return merge_parts(searched, most) if searched else None


def kind_of(kinds: Sequence[AnswerKind]) -> AnswerKind:
    """Return the kind of the whole: what is partly ours is partial, and nothing answered is an abstention.

    Where nothing is answered and one part was only unclear, the whole asks back.
    """
    if len(kinds) == 1:
        return kinds[0]
    answered = [kind for kind in kinds if kind in _STATES_LAW]
    if not answered:
        return AnswerKind.CLARIFY if AnswerKind.CLARIFY in kinds else AnswerKind.ABSTAIN
    if len(answered) < len(kinds) or AnswerKind.PARTIAL in answered:
        return AnswerKind.PARTIAL
    return AnswerKind.ANSWER if AnswerKind.ANSWER in answered else AnswerKind.OPTIONS
