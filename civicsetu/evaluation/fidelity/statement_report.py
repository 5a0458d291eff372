"""The check of statements and parameters against the plain editions, with what was looked at and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field

from civicsetu.claims.pair import FactKind
from civicsetu.claims.statements.check import check_statement, count_facts
from civicsetu.claims.statements.pair import StatementFinding, StatementLaw
from civicsetu.corpus.data_files import read_texts
from civicsetu.corpus.plain_editions import PlainEdition, get_plain_edition
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.statements.catalogue import (
    EXCEPTIONS,
    FOLDER,
    NOT_STATEMENTS,
    StatementCatalogue,
    get_statements,
    load_statements,
)
from civicsetu.corpus.statements.lint import LintFault, lint_statements
from civicsetu.errors import InputError
from civicsetu.evaluation.fidelity.statement_faults import (
    PlantedStatementFault,
    Proposers,
    plant_statement_faults,
)
from civicsetu.law.documents import CENTRAL
from civicsetu.law.statements import Statement
from civicsetu.yaml_data import parse_model

MOST_EXCEPTED = 0.06
"""Share of the facts that may differ by a reason; conditions left out with a reason are counted apart."""
MOST_CONDITIONS = 0.16
"""Share of the statements that may leave out a condition with a reason."""


class ExceptedStatement(BaseModel):
    """A finding that is right as it stands: its statement, its kind, the fact as the finding names it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    statement: str
    kind: FactKind
    fact: Annotated[str, Field(min_length=1)]
    reason: Annotated[str, Field(min_length=20)]

    def covers(self, finding: StatementFinding) -> bool:
        return (finding.statement, finding.kind, finding.fact) == (self.statement, self.kind, self.fact)


class StatementExceptions(BaseModel):
    """The file of exceptions: few, each with its reason, each still needed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    exceptions: tuple[ExceptedStatement, ...] = ()


@dataclass(frozen=True)
class StatementReport:
    """Result of the check beside the lint: its counts and findings; `unused` are exceptions that match nothing."""

    statements: int
    facts: int
    findings: tuple[StatementFinding, ...]
    lint: tuple[LintFault, ...]
    used: tuple[ExceptedStatement, ...] = ()
    unused: tuple[ExceptedStatement, ...] = ()
    by_kind: Counter[FactKind] = field(default_factory=Counter)

    @property
    def conditions(self) -> int:
        """Conditions that are left out with a reason."""
        return sum(one.kind is FactKind.CONDITION for one in self.used)

    @property
    def share(self) -> float:
        """Other exceptions used, among the facts."""
        return (len(self.used) - self.conditions) / self.facts if self.facts else 0.0

    @property
    def passed(self) -> bool:
        few = self.share <= MOST_EXCEPTED and self.conditions <= MOST_CONDITIONS * self.statements
        return few and not (self.findings or self.lint or self.unused)

    def lines(self) -> list[str]:
        """Return the report for a person: the figures, then a line each."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.by_kind.items()))
        lines = [
            f"{self.statements} statements: {'pass' if self.passed else 'do not pass'}; {self.facts} facts compared, "
            f"{len(self.used) - self.conditions} exceptions ({self.share:.1%}), {self.conditions} conditions left out "
            f"with a reason, {len(self.findings)} differences{f' ({kinds})' if kinds else ''}, {len(self.lint)} lint faults"
        ]
        lines += [f"  {one.statement} | {one.kind} | {one.fact} | {one.sentence}" for one in self.findings]
        lines += [f"  {one.statement or 'all'} | lint | {one.message}" for one in self.lint]
        lines += [
            f"  {one.statement} | exception matches nothing: {one.kind}, {one.fact}" for one in self.unused
        ]
        return lines


def draft_exceptions(findings: Iterable[StatementFinding]) -> str:
    """Return the findings as a file of exceptions whose reasons are to be written, where a finding is right as it
    stands; the others are faults of the statement."""
    entries = [
        {"statement": one.statement, "kind": one.kind.value, "fact": one.fact, "reason": ""}
        for one in findings
    ]
    return yaml.safe_dump({"exceptions": entries}, allow_unicode=True, sort_keys=False, width=200)


def check_statements(
    catalogue: StatementCatalogue,
    exceptions: Sequence[ExceptedStatement] = (),
    documents: Sequence[str] = (),
    law_of: Callable[[str], StatementLaw] | None = None,
) -> StatementReport:
    """Check every statement of those documents, or of all."""
    laws = law_of or get_statement_law
    chosen = [one for one in catalogue if not documents or one.law in documents]
    findings = [
        finding
        for one in chosen
        for finding in check_statement(one, catalogue.required_with(one), laws, _beside(one, catalogue))
    ]
    known = {one.id for one in chosen}
    relevant = [one for one in exceptions if one.statement in known or not documents]
    used = tuple(one for one in relevant if any(one.covers(finding) for finding in findings))
    left = tuple(finding for finding in findings if not any(one.covers(finding) for one in used))
    return StatementReport(
        len(chosen),
        sum(count_facts(one, laws) for one in chosen),
        left,
        tuple(lint_statements(chosen)),
        used,
        tuple(one for one in relevant if one not in used),
        Counter(finding.kind for finding in left),
    )


def plant_faults(
    catalogue: StatementCatalogue,
    exceptions: Sequence[ExceptedStatement],
    count: int,
    seed: int,
    law_of: Callable[[str], StatementLaw] | None = None,
    proposers: Proposers | None = None,
) -> list[PlantedStatementFault]:
    """Plant single faults and tell which the check sees; an exception that is no longer needed is seen too."""
    laws = law_of or get_statement_law
    excepted: dict[str, list[ExceptedStatement]] = {}
    for one in exceptions:
        excepted.setdefault(one.statement, []).append(one)

    def check(one: Statement) -> frozenset[object]:
        required = [catalogue.by_id[name] for name in _required(one, catalogue)]
        findings = check_statement(one, required, laws, _beside(one, catalogue))
        kept = excepted.get(one.id, [])
        left = [found for found in findings if not any(known.covers(found) for known in kept)]
        unused = [known for known in kept if not any(known.covers(found) for found in findings)]
        return frozenset([*left, *unused])

    return plant_statement_faults(list(catalogue), check, count, seed, proposers)


def _beside(one: Statement, catalogue: StatementCatalogue) -> tuple[Statement, ...]:
    """The other statements that its provisions carry."""
    found = [other for place in one.provisions for other in catalogue.carried_by(place.document, place.path)]
    return tuple(other for other in dict.fromkeys(found) if other.id != one.id)


def _required(one: Statement, catalogue: StatementCatalogue) -> Iterable[str]:
    """What a statement requires, where its own list may have been changed."""
    found = dict.fromkeys(one.requires)
    for name in one.requires:
        found.update(dict.fromkeys(other.id for other in catalogue.required_with(catalogue.by_id[name])))
    return found


@lru_cache(maxsize=64)
def get_statement_law(document: str) -> StatementLaw:
    """Return the plain edition of a document, read for comparison, with that of the Act it is made under."""
    edition = get_plain_edition(document)
    if edition is None:
        message = f"There is no plain edition of {document}."
        raise InputError(user_message=message)
    act = edition.spec.made_under
    return read_statement_law(edition, get_statement_law(act) if act and get_plain_edition(act) else None)


def read_statement_law(edition: PlainEdition, act: StatementLaw | None = None) -> StatementLaw:
    registry = get_registry()
    return StatementLaw(
        edition.tree,
        edition.spec.doc_type.provision_noun,
        act,
        registry.name_of(edition.spec.jurisdiction),
        [entry.name for code, entry in registry.jurisdictions.items() if code != CENTRAL],
    )


def load_checked(folder: Path | None = None) -> tuple[StatementCatalogue, tuple[ExceptedStatement, ...]]:
    """Return the statements and the exceptions that ship, or those of a folder of files being written.

    Raises:
        CorpusError: a file is wrong; file, line and field are named.
        InputError: there is no such folder.
    """
    if folder is None:
        texts = read_texts(FOLDER)
        return get_statements(), parse_statement_exceptions(texts.get(EXCEPTIONS, ""))
    if not folder.is_dir():
        message = f"There is no folder {folder}."
        raise InputError(user_message=message)
    texts = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))}
    statements = {name: text for name, text in texts.items() if name not in NOT_STATEMENTS}
    return load_statements(statements), parse_statement_exceptions(texts.get(EXCEPTIONS, ""))


def parse_statement_exceptions(text: str) -> tuple[ExceptedStatement, ...]:
    """Read a file of exceptions; an empty text is a file that is not there. Raises CorpusError."""
    if not text.strip():
        return ()
    return parse_model(StatementExceptions, text, f"{FOLDER}/{EXCEPTIONS}").exceptions
