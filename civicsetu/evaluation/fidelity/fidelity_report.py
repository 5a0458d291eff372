"""What a check found, and whether it passes."""

from __future__ import annotations

from dataclasses import dataclass

from civicsetu.claims.pair import Finding
from civicsetu.evaluation.fidelity.exceptions import Excepted

MOST_EXCEPTED = 0.02


@dataclass(frozen=True)
class FidelityReport:
    """Facts compared, differences left, exceptions used, and exceptions that match nothing (a defect)."""

    document: str
    facts: int
    findings: tuple[Finding, ...]
    used: tuple[Excepted, ...]
    unused: tuple[Excepted, ...]

    @property
    def share(self) -> float:
        """Exceptions used among the facts."""
        return len(self.used) / self.facts if self.facts else 0.0

    @property
    def passed(self) -> bool:
        return bool(self.facts) and not self.findings and not self.unused and self.share <= MOST_EXCEPTED

    def lines(self) -> list[str]:
        """Return the report for a person: the figures, then a line each."""
        state = "passes" if self.passed else "does not pass"
        lines = [
            f"{self.document}: {state}; {self.facts} facts compared, {len(self.used)} exceptions "
            f"({self.share:.2%}), {len(self.findings)} differences"
        ]
        lines += [
            f"  {finding.path} | {finding.kind.value} | law: {finding.law or '-'} | ours: {finding.ours or '-'} | "
            f"{finding.sentence}"
            for finding in self.findings
        ]
        lines += [
            f"  {one.provision} | exception matches nothing: {one.kind.value}, {one.fact}"
            for one in self.unused
        ]
        if self.share > MOST_EXCEPTED:
            lines.append(f"  more than {MOST_EXCEPTED:.0%} of the facts are excepted")
        return lines

    def as_json(self) -> dict[str, object]:
        return {
            "document": self.document,
            "passed": self.passed,
            "facts": self.facts,
            "exceptions": [one.model_dump(mode="json") for one in self.used],
            "exceptions_share": round(self.share, 5),
            "exceptions_unused": [one.model_dump(mode="json") for one in self.unused],
            "findings": [
                {
                    "provision": str(finding.path),
                    "kind": finding.kind.value,
                    "fact": finding.fact,
                    "law": finding.law,
                    "ours": finding.ours,
                    "sentence": finding.sentence,
                }
                for finding in self.findings
            ],
        }
