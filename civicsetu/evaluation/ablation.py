"""What each mechanism of reading, search and decision is worth: the same questions with one of them away at a time.

Every switch of their thresholds and every row of the table of retrievers is a variant by itself, so
that a further mechanism is measured without a line here. What is listed by hand are other values
of what cannot be switched off, and what would have to earn a place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from civicsetu.errors import InputError
from civicsetu.evaluation.breakdowns import FEW, has_all_gold, is_hit
from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.golden.golden_set import GoldenRow
from civicsetu.evaluation.metrics import mcnemar
from civicsetu.evaluation.posts import is_served, kinds_agree
from civicsetu.evaluation.runner import AskedRow, RowResult
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.query.thresholds import READING, ReadingThresholds
from civicsetu.retrieval.retriever import Substitutes
from civicsetu.retrieval.retrievers.table import RETRIEVERS
from civicsetu.retrieval.thresholds import ANSWERABILITY, AnswerabilityThresholds, RetrievalThresholds
from civicsetu.settings import Settings

T = TypeVar("T", bound=BaseModel)
WHOLE = "whole"
_PLACES = 4
_LIKE_IT = 8


@dataclass(frozen=True)
class Variant:
    """The answering with some thresholds and settings changed, and everything else as it is.

    `thresholds` are changed for the search, `answerability` for the decision, `reading` for reading the question.
    """

    name: str
    thresholds: Mapping[str, object] = field(default_factory=dict)
    answerability: Mapping[str, object] = field(default_factory=dict)
    reading: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    @property
    def searches_alike(self) -> bool:
        """Whether it searches as the whole does, and only reads or decides otherwise."""
        return not (self.thresholds or self.settings)

    def substitutes(self) -> Substitutes:
        """Return the thresholds of this variant, validated like any other."""
        return Substitutes(
            _changed(RetrievalThresholds(), self.thresholds),
            _changed(ANSWERABILITY, self.answerability),
            _changed(READING, self.reading),
        )

    def settings_of(self, base: Settings) -> Settings:
        """Return the settings of this variant, validated like any other; without caches between questions."""
        overrides = {"cache": {"results": False, "vectors": False}, **self.settings}
        groups = {name: getattr(base, name) for name in overrides}
        update = {
            name: type(group).model_validate({**group.model_dump(), **overrides[name]})
            for name, group in groups.items()
        }
        return base.model_copy(update=update)


def _changed(thresholds: T, changes: Mapping[str, object]) -> T:
    return type(thresholds).model_validate({**thresholds.model_dump(), **changes})


def _switches() -> list[Variant]:
    return [
        *(Variant(f"no {name}", thresholds={name: False}) for name in switches_of(RetrievalThresholds)),
        *(Variant(f"no {name}", answerability={name: False}) for name in switches_of(AnswerabilityThresholds)),
        *(Variant(f"no {name}", reading={name: False}) for name in switches_of(ReadingThresholds)),
    ]


def switches_of(thresholds: type[BaseModel]) -> list[str]:
    """Return the names of the mechanisms that a model of thresholds switches."""
    return [name for name, field in thresholds.model_fields.items() if field.default is True]


def _retrievers() -> list[Variant]:
    """Each without a say in the order; what it finds informs the decision as before."""
    return [
        Variant(f"no {spec.name} retriever", settings={"retrieval": {"weights": {spec.name: 0.0}}})
        for spec in RETRIEVERS
    ]


_RERANKED = {"models": {"reranker": "ms-marco-minilm-l12"}}
_BY_HAND = (
    Variant("with cross-encoder", settings=_RERANKED),
    Variant("with cross-encoder where searches agree, too", thresholds={"rerank_agreed": True}, settings=_RERANKED),
    Variant("with cross-encoder over 5 pairs", settings={**_RERANKED, "retrieval": {"rerank_pool": 5}}),
    Variant("with cross-encoder over 20 pairs", settings={**_RERANKED, "retrieval": {"rerank_pool": 20}}),
    Variant("restatement alone", thresholds={"editions": "plain"}),
    Variant("official text alone", thresholds={"editions": "official"}),
)
VARIANTS: tuple[Variant, ...] = (Variant(WHOLE), *_switches(), *_retrievers(), *_BY_HAND)


def chosen_variants(only: Sequence[str]) -> list[Variant]:
    """Return the whole search first, then all variants or those named.

    Raises:
        InputError: there is none of that name; the message names those like it.
    """
    names = [one.name for one in VARIANTS]
    for name in only:
        if name not in names:
            like_it = ", ".join(get_close_matches(name, names, n=_LIKE_IT, cutoff=0))
            raise InputError(user_message=f"There is no variant {name!r}; of {len(names)} these are most like it: {like_it}.")
    return [one for one in VARIANTS if not only or one.name in (WHOLE, *only)]


@dataclass(frozen=True)
class Paired:
    """Questions that the variant loses and wins against the whole, and how likely that is by chance."""

    lost: int
    won: int

    @property
    def p(self) -> float:
        return mcnemar(self.lost, self.won)


@dataclass(frozen=True)
class Worth:
    """Results of one variant: shares from 0 to 1, and each measure paired with the whole."""

    n: int
    hit_1: float
    hit_5: float
    all_gold_7: float
    posts: float
    part_kinds: float
    declining_precision: float
    declining_recall: float
    p50_ms: float
    paired: Mapping[str, Paired]


@dataclass(frozen=True)
class Ablation:
    """A run over all variants, under which settings and on which law it was made."""

    settings_hash: str
    corpus_version: str
    questions: int
    worth: Mapping[str, Worth]

    def table(self) -> Table:
        columns = (
            "variant", "n", "hit@1", "hit@5", "all-gold@7", "posts", "part kinds", "decl. precision", "recall",
            *(f"{name} -/+ (p)" for name in _MEASURES), "p50 ms",
        )  # fmt: skip
        return Table("Ablation", columns, tuple(_line(name, worth) for name, worth in self.worth.items()))

    @classmethod
    def read(cls, path: Path) -> Ablation:
        """Return what was written there.

        Raises:
            InputError: nothing can be read there, or it is no such file.
        """
        try:
            data = json.loads(path.read_text("utf-8"))
            worth = {name: _from_json(written) for name, written in data["variants"].items()}
            return cls(data["settings_hash"], data["corpus_version"], data["questions"], worth)
        except OSError as error:
            raise InputError(user_message=f"{path} cannot be read: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(user_message=f"{path} holds no figures of an ablation.") from error

    def with_earlier(self, earlier: Ablation, names: Sequence[str]) -> Ablation:
        """Return the run with the figures an earlier one has of further variants, in the order of `names`.

        Raises:
            InputError: it was of another law or other questions, or its whole search did not find and decline the same.
        """
        made = (self.settings_hash, self.corpus_version, self.questions)
        alike = made == (earlier.settings_hash, earlier.corpus_version, earlier.questions)
        if not alike or WHOLE not in earlier.worth or _untimed(self.worth[WHOLE]) != _untimed(earlier.worth[WHOLE]):
            raise InputError(
                user_message="The earlier figures are of another search, another law or other questions: measure all anew."
            )
        known = {**earlier.worth, **self.worth}
        return replace(self, worth={name: known[name] for name in names if name in known})

    def write(self, path: Path) -> None:
        """Write a line per variant, in the order in which they ran.

        Raises:
            InputError: it cannot be written there.
        """
        lines = ",\n".join(f"{json.dumps(name)}: {_as_json(worth)}" for name, worth in self.worth.items())
        head = {key: value for key, value in asdict(self).items() if key != "worth"}
        text = f'{json.dumps(head).removesuffix("}")}, "variants": {{\n{lines}\n}}}}\n'
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            raise InputError(user_message=f"{path} cannot be written: {error.strerror}.") from error


def _as_json(worth: Worth) -> str:
    told = asdict(worth)
    told["paired"] = {
        name: {"lost": pair.lost, "won": pair.won, "p": round(pair.p, _PLACES)}
        for name, pair in worth.paired.items()
    }
    return json.dumps(
        {key: round(value, _PLACES) if isinstance(value, float) else value for key, value in told.items()}
    )


def _from_json(written: Mapping[str, Any]) -> Worth:
    paired = {name: Paired(pair["lost"], pair["won"]) for name, pair in written["paired"].items()}
    return Worth(**{**written, "paired": paired})


def _untimed(worth: Worth) -> dict[str, Any]:
    """Its figures as they are written, but for the time."""
    told: dict[str, Any] = json.loads(_as_json(worth))
    del told["p50_ms"]
    return told


def _line(name: str, worth: Worth) -> tuple[Cell, ...]:
    shares = (
        worth.hit_1, worth.hit_5, worth.all_gold_7, worth.posts, worth.part_kinds, worth.declining_precision,
        worth.declining_recall,
    )  # fmt: skip
    return (
        name,
        worth.n,
        *(f"{100 * share:.1f}" for share in shares),
        *(f"-{pair.lost} +{pair.won} ({pair.p:.2f})" for pair in worth.paired.values()),
        round(worth.p50_ms),
    )


_MEASURES: dict[str, Callable[[RowResult, GoldenRow], bool | None]] = {
    "hit@1": lambda outcome, row: is_hit(outcome, row, 1) if row.gold else None,
    "hit@5": lambda outcome, row: is_hit(outcome, row, FEW) if row.gold else None,
    "all-gold@7": lambda outcome, row: has_all_gold(outcome, row) if row.gold else None,
    "posts": lambda outcome, row: _all_served(outcome, row) if row.parts else None,
    "part kinds": lambda outcome, row: all(right for _, right in kinds_agree(row, outcome)) if row.parts else None,
    "declining": lambda outcome, row: outcome.declined == (row.abstain is not None),
}
"""Whether a question went right; None where the measure does not concern it."""


def _all_served(outcome: RowResult, row: GoldenRow) -> bool:
    """Every part of a post that is to be answered has all it needs among its first provisions."""
    return all(is_served(part, outcome) for part in row.parts if part.gold)


def worth_of(asked: Sequence[AskedRow], whole: Sequence[AskedRow]) -> Worth:
    """Return what a variant gives on the questions that the whole was asked, too."""
    before = {one.row.id: one for one in whole}
    declined = [one.row.abstain is not None for one in asked if one.outcome.declined]
    must = [one.outcome.declined for one in asked if one.row.abstain is not None]
    times = [one.outcome.latency_ms for one in asked if one.outcome.latency_ms] or [0.0]
    return Worth(
        n=len(asked),
        hit_1=_share("hit@1", asked),
        hit_5=_share("hit@5", asked),
        all_gold_7=_share("all-gold@7", asked),
        posts=_share("posts", asked),
        part_kinds=_share("part kinds", asked),
        declining_precision=sum(declined) / max(len(declined), 1),
        declining_recall=sum(must) / max(len(must), 1),
        p50_ms=percentile(times, 0.5),
        paired={
            name: _paired(
                [(right(before[one.row.id].outcome, one.row), right(one.outcome, one.row)) for one in asked]
            )
            for name, right in _MEASURES.items()
        },
    )


def _share(measure: str, asked: Sequence[AskedRow]) -> float:
    told = [_MEASURES[measure](one.outcome, one.row) for one in asked]
    concerned = [flag for flag in told if flag is not None]
    return sum(concerned) / max(len(concerned), 1)


def _paired(flags: Sequence[tuple[bool | None, bool | None]]) -> Paired:
    return Paired(
        sum(then is True and now is False for then, now in flags),
        sum(then is False and now is True for then, now in flags),
    )
