"""A run kept to compare later ones with: ids and what each question got, no words of any question.

A later run is worse when McNemar's exact test on the questions that changed says so; where
it is, the questions lost are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from civicsetu.errors import InputError
from civicsetu.evaluation.breakdowns import FEW, Measured, has_all_gold
from civicsetu.evaluation.metrics import first_rank, mcnemar
from civicsetu.evaluation.tables import Table
from civicsetu.yaml_data import describe_error

SIGNIFICANT = 0.05


class Kept(BaseModel):
    """One question: rank of the first gold provision within ten, whether all were within seven."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rank: int | None
    all_gold: bool | None
    declined: bool


class Baseline(BaseModel):
    """A run: under which settings, on which law, and what each question got."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    settings_hash: str
    corpus_version: str
    rows: dict[str, Kept]


@dataclass(frozen=True)
class MetricChange:
    """One measure, then and now: the ids lost and won, and how likely that is by chance."""

    measure: str
    n: int
    lost: tuple[str, ...]
    won: tuple[str, ...]

    @property
    def p(self) -> float:
        return mcnemar(len(self.lost), len(self.won))

    @property
    def is_worse(self) -> bool:
        return len(self.lost) > len(self.won) and self.p < SIGNIFICANT


def summarise_results(measured: Sequence[Measured]) -> dict[str, Kept]:
    """Summarise what each question got; one that nothing answers has neither rank nor gold."""
    return {
        one.row.id: Kept(
            rank=first_rank(one.outcome.places, one.row.gold),
            all_gold=has_all_gold(one.outcome, one.row) if one.row.gold else None,
            declined=one.outcome.declined,
        )
        for one in measured
    }


def store(path: Path, baseline: Baseline) -> None:
    """Write a line a question, sorted by id, so that two baselines can be compared by eye.

    Raises:
        InputError: it cannot be written there.
    """
    rows = ",\n".join(f'"{key}": {row.model_dump_json()}' for key, row in sorted(baseline.rows.items()))
    head = baseline.model_dump_json(exclude={"rows"}).removesuffix("}")
    text = f'{head},"rows":{{\n{rows}\n}}}}\n'
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


def load_baseline(path: Path) -> Baseline:
    """Read what `store` wrote.

    Raises:
        InputError: it is not there or is no baseline.
    """
    try:
        return Baseline.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(user_message=f"{path} cannot be read as text.") from error
    except ValidationError as error:
        message = f"{path.name} is not a stored baseline: {describe_error(error)}."
        raise InputError(user_message=message) from error


def compare_runs(baseline: Baseline, measured: Sequence[Measured]) -> list[MetricChange]:
    """Compare hit@5, all-gold@7 and right declining on the questions of both runs, paired by id.

    Raises:
        InputError: the runs have no question in common.
    """
    before, now = baseline.rows, summarise_results(measured)
    must_decline = {one.row.id for one in measured if one.row.abstain is not None}
    both = [key for key in sorted(now) if key in before]
    if not both:
        raise InputError(user_message="The baseline has none of the questions that were asked.")
    measures: dict[str, Callable[[str, Kept], bool | None]] = {
        "hit@5": lambda _, row: None if row.all_gold is None else row.rank is not None and row.rank <= FEW,
        "all-gold@7": lambda _, row: row.all_gold,
        "declining": lambda key, row: row.declined == (key in must_decline),
    }
    return [
        _change(name, {key: (right(key, before[key]), right(key, now[key])) for key in both})
        for name, right in measures.items()
    ]


def build_table(found: Sequence[MetricChange]) -> Table:
    """Build the table of changes with their p, and whether they count as a loss."""
    return Table(
        "Against the baseline",
        ("", "n", "lost", "won", "p", "verdict"),
        tuple(
            (
                one.measure, one.n, len(one.lost), len(one.won), f"{one.p:.3f}", "WORSE" if one.is_worse else "ok",
            )
            for one in found
        ),
    )  # fmt: skip


def list_losses(found: Sequence[MetricChange]) -> Iterator[str]:
    """Yield, for each measure that is worse, the questions it lost."""
    for one in found:
        if one.is_worse:
            yield f"Worse in {one.measure} (p {one.p:.3f}), lost: {', '.join(one.lost)}"


def _change(measure: str, pairs: Mapping[str, tuple[bool | None, bool | None]]) -> MetricChange:
    """Then and now by id; a question that the measure does not concern in one of them is left out."""
    told = {key: pair for key, pair in pairs.items() if None not in pair}
    return MetricChange(
        measure,
        len(told),
        tuple(key for key, (then, now) in told.items() if then and not now),
        tuple(key for key, (then, now) in told.items() if now and not then),
    )
