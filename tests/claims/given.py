"""Invented laws in both editions, compared."""

from __future__ import annotations

from civicsetu.corpus.read import read_starter
from civicsetu.corpus.registry import get_registry
from civicsetu.corpus.structure.divide import divide
from civicsetu.corpus.structure.headings import CONSOLIDATED, STARTER
from civicsetu.evaluation.fidelity.check import Checker
from civicsetu.evaluation.fidelity.exceptions import Excepted
from civicsetu.evaluation.fidelity.fidelity_report import FidelityReport
from civicsetu.law.provisions import ProvisionTree
from tests.corpus.laws import meadow


def restated() -> list[str]:
    """Every document that ships a restatement and has an official text to hold it to."""
    documents = get_registry().documents.values()
    return [spec.key for spec in documents if spec.official and read_starter(spec) is not None]


def law(*paragraphs: str, number: int = 1) -> str:
    return f"{number}. Keeping of meadows.\n" + "\n\n".join(paragraphs) + "\n"


def official(*sections: str) -> ProvisionTree:
    return divide("\n".join(sections), meadow(f"1-{len(sections)}"), CONSOLIDATED)


def plain(*sections: str, of: int = 1) -> ProvisionTree:
    body = "\n".join(f"## {section}" for section in sections)
    return divide(body, meadow(f"1-{of}"), STARTER, whole=False)


def compared(
    theirs: str | tuple[str, ...], ours: str | tuple[str, ...], exceptions: tuple[Excepted, ...] = ()
) -> FidelityReport:
    """Section 1 in both editions: a paragraph, or several."""
    of_law = (theirs,) if isinstance(theirs, str) else theirs
    of_ours = (ours,) if isinstance(ours, str) else ours
    return Checker(official(law(*of_law)), meadow()).check(plain(law(*of_ours)), exceptions)


def found(theirs: str | tuple[str, ...], ours: str | tuple[str, ...]) -> set[tuple[str, str]]:
    """Kind and fact of every finding."""
    return {(finding.kind.value, finding.fact) for finding in compared(theirs, ours).findings}
