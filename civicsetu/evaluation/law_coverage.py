"""What the statements and the parameters cover: units by document, coverage by jurisdiction."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from civicsetu.corpus.parameters.catalogue import ParameterCatalogue
from civicsetu.corpus.plain_editions import get_plain_edition
from civicsetu.corpus.registry import Registry
from civicsetu.corpus.statements.catalogue import StatementCatalogue
from civicsetu.law.parameters import Coverage


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """Coverage of a document's plain edition: number of units that some statement says, and which none does."""

    document: str
    statements: int
    units: int
    without: tuple[str, ...]

    @property
    def covered(self) -> int:
        return self.units - len(self.without)


def cover_documents(statements: StatementCatalogue, registry: Registry) -> list[DocumentCoverage]:
    """Return the coverage of every document that ships a plain edition."""
    found = []
    for key in registry.documents:
        edition = get_plain_edition(key)
        if edition is None:
            continue
        units = [node.path for node in edition.tree.units() if node.path is not None]
        without = tuple(str(path) for path in units if not statements.carried_by(key, path))
        found.append(DocumentCoverage(key, len(statements.of_document(key)), len(units), without))
    return found


def cover_parameters(parameters: ParameterCatalogue, registry: Registry) -> dict[str, Counter[Coverage]]:
    """Return for each jurisdiction that some file names how many parameters have which coverage."""
    named = [code for code in registry.jurisdictions if any(code in one.values for one in parameters)]
    return {
        code: Counter(one.values[code].coverage if code in one.values else one.unlisted for one in parameters)
        for code in named
    }


def describe_coverage(
    documents: list[DocumentCoverage], parameters: dict[str, Counter[Coverage]], *, verbose: bool = False
) -> list[str]:
    """Return two tables as text; `verbose` adds the units without a statement."""
    lines = [f"{'document':<40}{'statements':>11}{'units':>7}{'with':>6}{'without':>9}"]
    for one in documents:
        lines.append(
            f"{one.document:<40}{one.statements:>11}{one.units:>7}{one.covered:>6}{len(one.without):>9}"
        )
        if verbose and one.without:
            lines.append(f"  without: {', '.join(one.without)}")
    lines.append("")
    lines.append(f"{'parameters':<22}{''.join(f'{kind.value:>15}' for kind in Coverage)}")
    for code, counts in parameters.items():
        lines.append(f"{code:<22}{''.join(f'{counts[kind] or chr(45):>15}' for kind in Coverage)}")
    return lines
