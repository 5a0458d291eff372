"""What each part of the search is worth: the same questions with one part off at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from civicsetu.errors import InputError
from civicsetu.evaluation.breakdowns import FEW, all_gold, hit
from civicsetu.evaluation.figures import percentile
from civicsetu.evaluation.metrics import mcnemar, share_of
from civicsetu.evaluation.runner import Asked
from civicsetu.evaluation.tables import Cell, Table
from civicsetu.settings import Settings

AS_SET = "as set"
_NO_GRAPH: dict[str, object] = {"graph_weight": 0.0, "graph_weight_penalty": 0.0}
_NO_KEYPHRASES: dict[str, object] = {
    "keyphrase_weight": 0.0, "expected_question_weight": 0.0, "expected_question_weight_other_script": 0.0,
    "question_index_in_fulltext": False,
}  # fmt: skip
VARIANTS: dict[str, dict[str, dict[str, object]]] = {
    AS_SET: {},
    "no exact retriever": {"retrieval": {"exact_weight": 0.0}},
    "no vector retriever": {"retrieval": {"vector_weight": 0.0}},
    "no full-text retriever": {"retrieval": {"fulltext_weight": 0.0}},
    "no keyphrases retriever": {"retrieval": {"keyphrase_weight": 0.0}},
    "no expected questions retriever": {
        "retrieval": {"expected_question_weight": 0.0, "expected_question_weight_other_script": 0.0}
    },
    "no keyphrases, no expected questions": {"retrieval": _NO_KEYPHRASES},
    "no graph retriever": {"retrieval": _NO_GRAPH},
    "no synonyms": {"retrieval": {"synonyms": False}},
    "no spelling": {"retrieval": {"spelling": False}},
    "places alone (rank fusion)": {
        "retrieval": {"relative_score_fusion": False},
        "models": {"reranker": "none"},
    },
    "no reranker": {"models": {"reranker": "none"}},
    "every order checked again": {"retrieval": {"selective_rerank": False}},
    "restatement alone": {"retrieval": {"editions": "plain"}},
    "official text alone": {"retrieval": {"editions": "official"}},
    "vector retriever alone": {
        "retrieval": {**_NO_KEYPHRASES, **_NO_GRAPH, "exact_weight": 0.0, "fulltext_weight": 0.0},
        "models": {"reranker": "none"},
    },
}
"""Name of a variant to the settings it changes, by group. A further one is a further line."""


def variants(only: Sequence[str] = ()) -> dict[str, dict[str, dict[str, object]]]:
    """All, or the settings as they are and those named.

    Raises:
        InputError: there is none of that name; the message names those there are.
    """
    unknown = [name for name in only if name not in VARIANTS]
    if unknown:
        message = f"There is no variant {unknown[0]!r}; there are: {', '.join(VARIANTS)}."
        raise InputError(message, user_message=message)
    return {name: changes for name, changes in VARIANTS.items() if not only or name in (AS_SET, *only)}


def changed(settings: Settings, overrides: Mapping[str, Mapping[str, object]]) -> Settings:
    """The settings with those of a variant, checked like any other."""
    groups = {name: getattr(settings, name) for name in overrides}
    update = {
        name: type(group).model_validate({**group.model_dump(), **overrides[name]})
        for name, group in groups.items()
    }
    return settings.model_copy(update=update)


def table_of(runs: Mapping[str, Sequence[Asked]]) -> Table:
    """A line a variant; lost and won are questions by hit@5 against the first run."""
    first = next(iter(runs.values()))
    columns = (
        "variant", "n", "hit@1", "hit@5", "all-gold@7", "Indic hit@5", "lost", "won", "p", "p50 ms", "p95 ms",
    )  # fmt: skip
    return Table("Ablation", columns, tuple(_line(name, asked, first) for name, asked in runs.items()))


def _line(name: str, asked: Sequence[Asked], first: Sequence[Asked]) -> tuple[Cell, ...]:
    answerable = [one for one in asked if one.row.gold]
    found = {one.row.id: hit(one.outcome, one.row, FEW) for one in answerable}
    before = {one.row.id: hit(one.outcome, one.row, FEW) for one in first if one.row.gold}
    lost = sum(before[key] and not found[key] for key in found)
    won = sum(found[key] and not before[key] for key in found)
    times = [one.outcome.latency_ms for one in asked if one.outcome.latency_ms] or [0.0]
    return (
        name,
        len(answerable),
        share_of([hit(one.outcome, one.row, 1) for one in answerable]),
        share_of(list(found.values())),
        share_of([all_gold(one.outcome, one.row) for one in answerable]),
        share_of([found[one.row.id] for one in answerable if one.row.language.is_indic]),
        lost,
        won,
        f"{mcnemar(lost, won):.3f}",
        round(percentile(times, 0.5)),
        round(percentile(times, 0.95)),
    )
