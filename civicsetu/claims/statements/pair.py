"""Pair a statement with its passages, read for comparison, and with the law around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from civicsetu.claims.compared_provisions import Edition, Provision, list_paths, read_sections
from civicsetu.claims.pair import FactKind, Pair
from civicsetu.claims.parties import Parties, get_spoken_parties
from civicsetu.claims.reading import AnnotatedText, MarkKind
from civicsetu.claims.statements.reading import ClaimReading, meant_by, read_claims
from civicsetu.claims.surroundings import RarityWeights, count_weights
from civicsetu.law.paths import ProvisionPath
from civicsetu.law.provisions import ProvisionTree
from civicsetu.law.references import find_references
from civicsetu.law.statements import Statement

CONTENT = frozenset((MarkKind.WORD, MarkKind.PARTY, MarkKind.NUMBER))
"""Marks that say what a sentence is about."""


@dataclass(frozen=True, slots=True)
class StatementFinding:
    """A fact in which a statement and its law differ: `fact` names it, `sentence` states it."""

    statement: str
    kind: FactKind
    fact: str
    sentence: str


class StatementLaw:
    """The plain edition of one law, read for the comparison of statements; `act` is the law it is made under.

    `state` is where the law holds, one of all the `states` that a statement might name."""

    def __init__(
        self,
        tree: ProvisionTree,
        noun: str,
        act: StatementLaw | None = None,
        state: str = "",
        states: Iterable[str] = (),
    ) -> None:
        self.noun = noun
        self.act = act
        self.state = state
        self.states = frozenset(states)
        self.known = list_paths(tree)
        self.parties: Parties = get_spoken_parties()
        self.edition: Edition = read_sections(tree, tree.wholes(), noun, self.known, self.parties)
        self.weights: RarityWeights = count_weights(provision.reading for provision in self.edition.values())

    def read(self, text: str, here: ProvisionPath) -> ClaimReading:
        return read_claims(text, here, self.noun, self.known)

    def find_referred(self, text: str) -> Iterator[AnnotatedText]:
        """Yield the provisions of the Act that a rule names ("section 64 of the Act"), each with its lead."""
        for reference in find_references(text) if self.act is not None else ():
            if reference.noun == "section" and self.act is not None:
                for path in (reference.path, *reference.path.ancestors):
                    if path in self.act.edition:
                        yield self.act.edition[path].reading


LawOf = Callable[[str], StatementLaw]


@dataclass(frozen=True)
class StatementPair:
    """One statement beside its passages."""

    statement: Statement
    ours: ClaimReading
    passages: tuple[tuple[StatementLaw, ProvisionPath, ClaimReading], ...]
    required: tuple[ClaimReading, ...]

    @cached_property
    def law(self) -> tuple[ClaimReading, ...]:
        return tuple(passage for _, _, passage in self.passages)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Each passage as the law's provision, ours as its restatement in the law's words."""
        return tuple(
            Pair(
                _as_provision(law, path, passage),
                Provision(
                    path,
                    (self.ours.text,),
                    _in_words_of(passage.reading, self.ours.reading),
                    (),
                    len(self.ours.text),
                    frozenset(),
                ),
                law.edition,
                law.parties,
                law.weights,
                law.noun,
                tuple(law.find_referred(passage.text)),
            )
            for law, path, passage in self.passages
        )

    def make_finding(self, kind: FactKind, fact: str, sentence: str) -> StatementFinding:
        return StatementFinding(self.statement.id, kind, fact, sentence)


def _as_provision(law: StatementLaw, path: ProvisionPath, passage: ClaimReading) -> Provision:
    own = law.edition.get(path)
    parts, headed = (own.parts, own.headed) if own else ((), frozenset[str]())
    return Provision(path, (passage.text,), passage.reading, parts, len(passage.text), headed)


def _in_words_of(law: AnnotatedText, ours: AnnotatedText) -> AnnotatedText:
    """Our reading with everyday words keyed as the law's words for which they stand there."""
    had = {mark.key for mark in law.marks}
    marks = tuple(
        replace(mark, key=min(meant))
        if mark.kind is MarkKind.WORD and mark.key not in had and (meant := meant_by(mark) & had)
        else mark
        for mark in ours.marks
    )
    return replace(ours, marks=marks)


def read_pair(statement: Statement, required: Sequence[Statement], law_of: LawOf) -> StatementPair:
    """Read a statement, its passages, and what is shown with it."""
    home = law_of(statement.law)
    here = statement.passages[0].provision.path
    return StatementPair(
        statement,
        home.read(statement.says, here),
        tuple(_read_passages(statement, law_of)),
        tuple(home.read(one.says, here) for one in required),
    )


def _read_passages(
    statement: Statement, law_of: LawOf
) -> Iterator[tuple[StatementLaw, ProvisionPath, ClaimReading]]:
    for passage in statement.passages:
        law = law_of(passage.provision.document)
        path = passage.provision.path
        yield law, path, law.read(_LABEL.sub("", passage.text), path)


_LABEL = re.compile(
    r"(?m)^\((?:\d{1,3}[A-Z]?|[a-z]{1,5}|[A-Z]{1,3})\)\s*|^(?:Second |Third |Fourth )?[Pp]roviso: "
)
