"""Read judged sheets, judge the same answers by rules, and lay both side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from civicsetu.corpus.law_index import LawIndex
from civicsetu.corpus.registry import Registry
from civicsetu.errors import InputError
from civicsetu.evaluation.agreement.sheet_turns import build_turn
from civicsetu.evaluation.agreement.signs import find_signs
from civicsetu.evaluation.agreement.trust_report import SeenTwice
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.judging.sheet import SheetRow
from civicsetu.evaluation.judging.verdicts import read_judged


@dataclass
class SeenSheets:
    """The answers that machine and people saw, and how many of which sheet the law held here cannot show."""

    seen: list[SeenTwice] = field(default_factory=list)
    left_out: dict[str, int] = field(default_factory=dict)


def see_sheets(
    paths: Sequence[Path], index: LawIndex, registry: Registry, golden: Mapping[str, GoldenRow], today: date
) -> SeenSheets:
    """Judge every answer of the sheets by rules, beside its reader's verdict.

    Raises:
        InputError: a sheet cannot be read or is not wholly judged, or no answer of any can be shown here.
    """
    result = SeenSheets()
    for path in paths:
        for judged in read_judged(path):
            turn = build_turn(judged.row, index, registry, today)
            if turn is None:
                result.left_out[path.name] = result.left_out.get(path.name, 0) + 1
                continue
            signs = {one.name: one for one in find_signs(turn, _golden_of(judged.row, golden), registry)}
            result.seen.append(SeenTwice((path.name, judged.row.form.value), judged, signs))
    if not result.seen:
        raise InputError(user_message="The law held here shows no answer of these sheets, so nothing can be compared.")
    return result


def _golden_of(row: SheetRow, golden: Mapping[str, GoldenRow]) -> GoldenRow | None:
    """The golden row that was asked; a row of that id which asks something else is another."""
    found = golden.get(row.id)
    return found if found is not None and found.question.strip() == row.question.strip() else None
