"""The statements, values, silences and yes or no rules of the law held now: built again when the law held changes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from civicsetu.answering.composing.statement_index import (
    EmbedsTexts,
    StatementIndex,
    StatementWhitening,
    build_statement_index,
)
from civicsetu.answering.composing.values.fixed_values import FixedValues, StatementLinks, link_statements
from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.review.usable import UsableLaw, usable_law
from civicsetu.corpus.statements.asked_questions import get_compared_questions
from civicsetu.corpus.statements.catalogue import get_statements
from civicsetu.corpus.statements.questions import get_statement_questions
from civicsetu.corpus.statements.yes_no_rules import get_yes_no_conditions, get_yes_no_rules
from civicsetu.errors import ModelError
from civicsetu.law.silences import Silence
from civicsetu.law.yes_no_rules import SetByStatement, YesNoRule
from civicsetu.lexicon.romanised_hindi import gloss
from civicsetu.models.late_interaction import EmbedsTokens, LateInteraction
from civicsetu.retrieval.retrieved import Retrieved
from civicsetu.telemetry import get_logger


class StatementLibrary:
    """Cache of the statement index of a version of the law, without statements that a changed law puts in doubt."""

    def __init__(
        self,
        embedder: EmbedsTexts,
        whitening: StatementWhitening,
        rules: Sequence[YesNoRule] | None = None,
        late: LateInteraction | None = None,
        tokens: EmbedsTokens | None = None,
    ) -> None:
        """`rules` decide a yes or no; where none are given, those that ship.

        `late` compares the tokens of a question with statements; `tokens` reads them.
        """
        self.embedder = embedder
        self.whitening = whitening
        self._rules = rules
        self.late = late if tokens is not None else None
        self._tokens = tokens
        self._index: StatementIndex | None = None
        self._silences: tuple[Silence, ...] = ()
        self._values: FixedValues | None = None
        self._doubts: Mapping[str, str] = {}
        self._building = asyncio.Lock()

    @property
    def rules(self) -> Sequence[YesNoRule]:
        """The rules by which a yes or no is decided.

        Raises:
            CorpusError: the file that ships is wrong.
        """
        return get_yes_no_rules() if self._rules is None else self._rules

    @property
    def conditions(self) -> Mapping[str, SetByStatement]:
        """The conditions and cases that statements settle, by their ids; none beside rules of somebody's own. Raises as `rules`."""
        return get_yes_no_conditions() if self._rules is None else {}

    async def index(self, law: LawIndex) -> StatementIndex | None:
        """Return the statements of a law index; None where they cannot be embedded just now.

        Raises:
            CorpusError: a file of statements that ships is wrong.
        """
        if self._is_of(law):
            return self._index
        async with self._building:
            if not self._is_of(law):
                usable, links = await asyncio.to_thread(self._read, law)
                if usable.doubts:
                    get_logger(__name__).warning("statements_withheld", count=len(usable.doubts))
                try:
                    index = await build_statement_index(
                        usable.statements,
                        get_statement_questions(),
                        law,
                        self.embedder,
                        self.whitening,
                        self.late,
                        get_compared_questions(),
                    )
                except ModelError as error:
                    get_logger(__name__).warning("statements_unavailable", error=type(error).__name__)
                    return None
                self._index, self._values = index, FixedValues(usable, links, frozenset(law.laws))
                self._silences = usable.silences
                self._doubts = usable.doubts
        return self._index

    async def with_likelihoods(self, found: Retrieved, question: str) -> Retrieved:
        """Return what was found with the likelihood of each text by late interaction, where the embedder gives tokens."""
        if self.late is None or self._tokens is None or found.vectors is None:
            return found
        try:
            tokens = await self._tokens.embed_tokens(gloss(question))
        except ModelError as error:
            get_logger(__name__).warning("tokens_unavailable", error=type(error).__name__)
            return found
        likelihoods = await asyncio.to_thread(self.late.log_likelihoods, tokens)
        return replace(found, vectors=replace(found.vectors, likelihoods=likelihoods))

    def values(self, law: LawIndex) -> FixedValues | None:
        """Return what that version of the law fixes; None before its statements were asked for."""
        return self._values if self._is_of(law) else None

    def silences(self, law: LawIndex) -> tuple[Silence, ...]:
        """Return what that version of the law does not settle; nothing before its statements were asked for."""
        return self._silences if self._is_of(law) else ()

    def doubts(self, law: LawIndex) -> Mapping[str, str]:
        """Return why some statements are withheld for that version of the law, by id; none before they were asked for."""
        return self._doubts if self._is_of(law) else {}

    def ids_by_words(self, law: LawIndex) -> Mapping[str, str]:
        """Return the ids of the statements of that version of the law by what they say; none before they were asked for."""
        held = self._index.held if self._index is not None and self._is_of(law) else ()
        return {one.statement.says: one.statement.id for one in held}

    def _read(self, law: LawIndex) -> tuple[UsableLaw, StatementLinks]:
        """What may be said of the law; links between what ships, also where a law of it is not held."""
        usable = usable_law(law)
        _ = self.rules, self.conditions  # a wrong file is known before the first question
        return usable, link_statements(get_statements(), usable.parameters)

    def _is_of(self, law: LawIndex) -> bool:
        return self._index is not None and self._index.version == law.version
