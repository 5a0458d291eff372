"""Say of each part of a turn what answers it: statements, states side by side, or the law's own sentences.

A part is taken as the search left it. What is declined stays so; provisions that disagree are told both; what the law
leaves open is told as that; where no statement fits, sentences are lifted from the law.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from civicsetu.answering.citing import text_of
from civicsetu.answering.compose import Lifted, SentenceVectors, compose
from civicsetu.answering.composing.answer_with_statements import (
    Stated,
    answer_with_statements,
    is_told_in_statements,
    read_asker,
)
from civicsetu.answering.composing.both_sides import lift_both_sides
from civicsetu.answering.composing.comparing.align_values import align_with
from civicsetu.answering.composing.comparing.compare_states import (
    Chosen,
    ComparedCell,
    ComparedMatter,
    in_turn,
)
from civicsetu.answering.composing.comparing.compare_with_statements import (
    asks_to_compare,
    compare_with_statements,
    find_untold,
)
from civicsetu.answering.composing.library import StatementLibrary
from civicsetu.answering.composing.rules_asked import RulesAsked, find_rules_asked, of_central_law
from civicsetu.answering.composing.statement_index import StatementHeld, StatementIndex
from civicsetu.answering.composing.steps import is_owed_to_buyers, steps_for
from civicsetu.answering.composing.values.coverage_text import describe_nothing_found
from civicsetu.answering.dialogue_replies import NOTHING_MORE, say_further
from civicsetu.answering.messages.rules_unknown import say_no_rule_is_known
from civicsetu.answering.part_turn import PartTurn
from civicsetu.answering.parts.stating import answer_from_act, state_part
from civicsetu.answering.show_parts import (
    declined_as_unsure,
    without_repeats,
    without_unanswered_wrongs,
    without_unsure,
)
from civicsetu.answering.silences.library import SilenceLibrary
from civicsetu.answering.silences.tell_silence import tell_silence
from civicsetu.answering.thresholds import ANSWERING
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.law.answers import AnswerKind
from civicsetu.law.documents import CENTRAL
from civicsetu.law.evidence import Evidence
from civicsetu.law.statements import Actor
from civicsetu.query.read_question import Query
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.settings import AnsweringSettings

_SELLERS = frozenset({Actor.PROMOTER, Actor.AGENT, Actor.LANDOWNER})


@dataclass(frozen=True)
class PartComposer:
    """The composer of parts, with the collaborators it needs."""

    settings: AnsweringSettings
    registry: Registry
    vectors: SentenceVectors
    statements: StatementLibrary
    silences: SilenceLibrary

    async def compose(self, turns: Sequence[PartTurn], index: LawIndex) -> list[PartTurn]:
        """Return the parts with what is said of each, none saying what an earlier one said; those nothing surely answers say that."""
        settings = self.settings
        if len(turns) > 1:
            settings = settings.model_copy(update={"max_sentences": settings.part_sentences})
        composed: list[PartTurn] = []
        for turn in turns:
            above = {text_of(one) for before in composed for one in before.chosen[:1]}
            composed.append(await self._composed(turn, index, settings, above))
        sure = without_unanswered_wrongs(without_unsure(composed, ANSWERING.least_sure_part))
        return without_repeats(sure)

    async def _composed(
        self, turn: PartTurn, index: LawIndex, settings: AnsweringSettings, above: Collection[str]
    ) -> PartTurn:
        """The part with what is said of it and not `above`; of provisions that disagree, the sentences of both."""
        found = turn.found
        if turn.declined or found is None:
            return turn
        if turn.preface and turn.chosen:
            return await self._with_steps_of_silence(turn, index)
        itself = turn.query.asked_last if turn.query.is_part else ""
        found = await self.statements.with_likelihoods(found, itself or turn.query.standalone)
        turn = replace(turn, found=found)
        if turn.goes_on_from is not None:
            return say_further(turn, await self.statements.index(index), index)
        if turn.contradiction:
            return replace(turn, chosen=tuple(lift_both_sides(turn.contradiction, index)))
        turn = replace(turn, asker=read_asker(turn.query))
        own = settings.model_copy(update={"max_sentences": 1}) if turn.preface else settings
        statements = await self.statements.index(index)
        if statements is not None and (asked := find_rules_asked(turn.query, statements, index, self.registry)):
            told = asked.told or await self._in_own_words(turn, found, asked, index)
            return replace(turn, chosen=(*asked.named, *told), chance=ANSWERING.named_chance)
        if not turn.preface and (unknown := say_no_rule_is_known(turn.query, index, self.registry)):
            turn = replace(turn, opening=unknown, kind=AnswerKind.PARTIAL)
            found = of_central_law(found, index)
            own = own.model_copy(update={"max_sentences": 1})
        if statements is not None and not turn.preface and asks_to_compare(turn.query, self.registry):
            names = {code: one.name for code, one in self.registry.jurisdictions.items()}
            values = self.statements.values(index)
            aligner = align_with(turn.query, statements, values, names, index) if values is not None else None
            compared = compare_with_statements(turn.query, found, statements, index, aligner, turn.asker)
            if compared:
                return await self._compared(turn, found, compared, statements, index)
        if statements is not None:
            stated = answer_with_statements(
                turn.query,
                found,
                statements,
                own.max_sentences,
                turn.shown,
                self.statements.rules,
                turn.asker,
                above,
                self.statements.conditions,
            )
            silence = await self.silences.find(turn, stated, index)
            if silence is not None:
                return await self._with_steps_of_silence(tell_silence(turn, silence), index)
            if stated.beside:
                return declined_as_unsure(turn)
            values = self.statements.values(index)
            if values is not None:
                turn = answer_from_act(turn, stated, values)
            if not (turn.preface or stated.is_alone):
                turn = self._with_steps(turn, stated, statements, index)
            if stated.said:
                return state_part(turn, stated, statements, values, index, self.registry)
        evidence = found.evidence[:1] if turn.preface else found.evidence
        named = bool(evidence) and evidence[0].pinned
        if turn.query.is_part and not (named or turn.preface) and is_told_in_statements(evidence, statements):
            return declined_as_unsure(turn)
        lifted = await self._lifted(turn, found, evidence, index, own)
        new = tuple(one for one in lifted if named or turn.preface or one.span.text not in turn.shown)
        if lifted and not new:
            return replace(turn, kind=AnswerKind.ABSTAIN, declined=NOTHING_MORE)
        return replace(turn, chosen=new, chance=None if named else ANSWERING.lifted_chance)

    async def _in_own_words(
        self, turn: PartTurn, found: Retrieved, asked: RulesAsked, index: LawIndex
    ) -> Sequence[Chosen]:
        """What the rules named say, where one state's are and no statement tells them."""
        units = {passage.unit.unit_id for passage in asked.named[0].passages}
        evidence = [one for one in found.evidence if one.unit_id in units] if len(asked.named) == 1 else []
        two = self.settings.model_copy(update={"max_sentences": 2, "max_units": 1})
        return await self._lifted(turn, found, evidence, index, two) if evidence else ()

    def _with_steps(
        self, turn: PartTurn, stated: Stated, statements: StatementIndex, index: LawIndex
    ) -> PartTurn:
        """The part with what the asker can do, if it is of a grievance; also where the law's own words answer."""
        assert turn.asker is not None, "who asks is read before anything is composed"
        values, names = self.statements.values(index), self._states_asked(turn.query)
        steps = steps_for(
            turn.query, turn.asker, stated.said, statements, names, values, near=stated.near, law=index
        )
        return replace(turn, steps=tuple(steps))

    async def _with_steps_of_silence(self, turn: PartTurn, index: LawIndex) -> PartTurn:
        """The part with the steps of a buyer's grievance on which the law is silent, where the statement beside it says what is owed.

        A builder, a broker or an owner of land gets none: they are complained of.
        """
        asker = turn.asker or read_asker(turn.query)
        statements = await self.statements.index(index) if turn.silence else None
        near = [one for one in turn.chosen if isinstance(one, StatementHeld) and is_owed_to_buyers(one)]
        if statements is None or not near or asker.party in _SELLERS:
            return turn
        told = Stated(tuple(near), near=tuple(near))
        return self._with_steps(replace(turn, asker=asker), told, statements, index)

    def _states_asked(self, query: Query) -> list[str]:
        return [self.registry.jurisdictions[code].name for code in query.jurisdictions[1:]]

    async def _compared(
        self,
        turn: PartTurn,
        found: Retrieved,
        compared: Sequence[ComparedMatter],
        statements: StatementIndex,
        index: LawIndex,
    ) -> PartTurn:
        """The part with its states side by side; where a state has no statement, its law's own sentence."""
        filled: list[ComparedMatter] = []
        named = bool(found.evidence) and found.evidence[0].pinned
        in_own_words = find_untold(found.evidence, statements, named=named)
        one = self.settings.model_copy(update={"max_sentences": 2, "max_units": 1})
        for matter in compared:
            cells: list[ComparedCell] = []
            for cell in matter.cells:
                own = cell.find_evidence(in_own_words, index)
                if own and not (cell.said or cell.limit):
                    cell = replace(cell, said=tuple(await self._lifted(turn, found, own, index, one)))
                cells.append(self._with_reason(cell, index))
            filled.append(ComparedMatter(matter.title, tuple(cells)))
        said = [one for matter in filled for one in in_turn(matter)]
        chosen = list({id(one): one for one in said}.values())
        chance = None if any(isinstance(one, Lifted) for one in chosen) else ANSWERING.compared_chance
        return replace(
            turn,
            compared=tuple(filled),
            chosen=tuple(chosen),
            chance=ANSWERING.lifted_chance if chance is None else chance,
        )

    def _with_reason(self, cell: ComparedCell, index: LawIndex) -> ComparedCell:
        """The cell, where it is empty with the reason why."""
        if cell.said or cell.limit:
            return cell
        held = any(law.jurisdiction == cell.state for law in index.laws.values())
        name = "the Act" if cell.state == CENTRAL else self.registry.name_of(cell.state)
        return replace(cell, limit=describe_nothing_found(name, held=held))

    async def _lifted(
        self,
        turn: PartTurn,
        found: Retrieved,
        evidence: Sequence[Evidence],
        index: LawIndex,
        settings: AnsweringSettings,
    ) -> list[Lifted]:
        """The law's own sentences that come nearest to what is asked."""
        return await compose(
            turn.query.standalone,
            found.vector,
            evidence,
            turn.query.references,
            index,
            self.vectors,
            settings,
        )
